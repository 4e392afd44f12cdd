"""What understanding a message reads, each in one read: the tasks, what resolution starts from, what is to be folded."""

from __future__ import annotations

from graphmem.store import Store
from graphmem.types import Summary, SummaryLine, Work
from tests.store.builders import ADA, append, apply, at, entity, learned, message, placed, statement, use


def test_tasks_bring_the_messages_before_them(store: Store) -> None:
    """In message order, those of the session alone, the nearest few in order; finished work is none."""
    append(store, *(message(key=f"k{number}", minute=number) for number in range(5)))
    append(store, message(key="elsewhere", session="s2", minute=2))
    apply(store, learned=(learned("m-k1", generation=1),))

    tasks = store.tasks(ADA, ["m-k3", "m-k1", "m-elsewhere", "m-k2", "unknown"], before=2)

    assert [task.work for task in tasks] == [Work("m-k2", 1, 0), Work("m-elsewhere", 1, 0), Work("m-k3", 1, 0)]
    assert [task.message.id for task in tasks] == ["m-k2", "m-elsewhere", "m-k3"]
    assert [[one.id for one in task.before] for task in tasks] == [["m-k0", "m-k1"], [], ["m-k1", "m-k2"]]
    assert [task.before for task in store.tasks(ADA, ["m-k2"], before=0)] == [()]


def test_candidates_are_of_one_version(store: Store) -> None:
    """Nothing is known of a namespace never written to; afterwards the version rises with each write."""
    nothing = store.candidates(ADA, keys=["n:ana"], messages=["m1"], said_of=["n:ana"], slots=["slot-1"])
    assert (nothing.version, nothing.evidence, nothing.statements) == (0, (), ())
    assert nothing.identities == store.identities(ADA, ["n:ana"])
    assert store.namespaces() == ()

    apply(store, learned=(learned("m1", names=[use()]),))

    found = store.candidates(ADA, keys=["n:ana"], messages=["m1", "m2"])
    assert found.version == 1
    assert found.evidence == store.evidence(ADA, ["m1"])
    assert found.identities == store.identities(ADA, ["n:ana"])


def test_candidates_know_who_is_named_by_the_statements(store: Store) -> None:
    """Of a key and of a slot; whoever they name is told with everybody connected."""
    said = append(store, message())[0].message
    home = statement(said, 0)
    other = statement(said, 1, subject="n:tom", object="n:ana")
    apply(
        store,
        learned=(
            learned(
                said.id,
                generation=1,
                names=[use(), use("n:lisbon", "Lisbon", "Place"), use("n:tom", "Tom")],
                same=[("n:lisbon", "n:lisboa")],
                statements=[home, other],
            ),
        ),
        entity_of={"n:ana": "e-ana", "n:lisbon": "e-lisbon", "n:tom": "e-tom"},
        entities=(entity(), entity("e-lisbon", "Lisbon", "Place", keys=["n:lisbon"]), entity("e-tom", "Tom")),
        placed=(placed(home), placed(other, "f2", "slot-tom")),
    )

    by_slot = store.candidates(ADA, slots=["slot-ana-home"])
    by_key = store.candidates(ADA, said_of=["n:ana"])

    assert by_slot.statements == (home,)
    assert by_slot.identities == store.identities(ADA, ["n:ana", "n:lisbon"])
    assert by_slot.identities.entity_of == {"n:ana": "e-ana", "n:lisbon": "e-lisbon"}
    assert by_key.statements == (home, other)
    assert by_key.identities.names == {"e-ana": "Ana", "e-lisbon": "Lisbon", "e-tom": "Tom"}


def test_unfolded_messages_come_when_they_are_enough(store: Store) -> None:
    """All that follow what the summary covers, in order, or none of them."""
    said = append(store, *(message(key=f"k{number}", minute=number) for number in range(6)))
    assert store.unfolded(ADA, "s1", least=7) == (None, ())
    assert [one.id for one in store.unfolded(ADA, "s1", least=6)[1]] == [f"m-k{number}" for number in range(6)]

    summary = Summary("s1", (SummaryLine("m-k1", at(1), "Ada", "Ana moved."),), (at(1), said[1].message.seq))
    apply(store, cause="fold", summaries=(summary,))

    assert store.unfolded(ADA, "s1", least=5) == (summary, ())
    found, after = store.unfolded(ADA, "s1", least=4)
    assert found == summary
    assert [one.id for one in after] == ["m-k2", "m-k3", "m-k4", "m-k5"]
    assert store.unfolded(ADA, "elsewhere", least=0) == (None, ())

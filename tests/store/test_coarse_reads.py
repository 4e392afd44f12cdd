"""What understanding a message reads, each in one read: the tasks, what resolution starts from, what is to be folded."""

from __future__ import annotations

from graphmem.store import Store
from graphmem.types import Appended, Summary, SummaryLine, Unfolded, Work
from tests.store.builders import ADA, append, apply, at, document, entity, learned, message, placed, statement, use


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
    """All that follow what the summary covers and those that it quotes, in order, or none of them."""
    said = append(store, *(message(key=f"k{number}", minute=number) for number in range(6)))
    assert store.unfolded(ADA, ["s1"], least=7) == (0, {"s1": Unfolded(None)})
    everything = store.unfolded(ADA, ["s1"], least=6)[1]["s1"]
    assert [one.id for one in everything.after] == [f"m-k{number}" for number in range(6)]

    lines = (SummaryLine("m-k1", at(1), "Ada", "Ana moved."), SummaryLine("m-k1", at(1), "", "In a model's words."))
    summary = Summary("s1", lines, (at(1), said[1].message.seq))
    apply(store, cause="fold", summaries=(summary,))

    assert store.unfolded(ADA, ["s1"], least=5) == (1, {"s1": Unfolded(summary)})
    version, found = store.unfolded(ADA, ["elsewhere", "s1"], least=4)
    assert version == 1
    assert list(found) == ["elsewhere", "s1"]
    assert found["elsewhere"] == Unfolded(None)
    assert found["s1"].summary == summary
    assert [one.id for one in found["s1"].after] == ["m-k2", "m-k3", "m-k4", "m-k5"]
    assert [one.id for one in found["s1"].quoted] == ["m-k1"]


def test_what_is_stored_brings_its_task(store: Store) -> None:
    """As `tasks` would tell it, and only to the caller who leased it and asked for it."""
    first, second = message(key="first"), message(key="second", minute=1)
    entries = [(each, document(each.id, each.text)) for each in (first, second)]
    waiting = store.append(ADA, entries[:1], followers=0, lease_until=None, before=3)
    unasked = append(store, message(key="unasked", session="s2"), lease_until=at(9))

    leased = store.append(ADA, entries, followers=0, lease_until=at(9), before=3)

    assert [one.task for one in (*waiting, *unasked)] == [None, None]
    assert [one.task for one in leased] == [None, *store.tasks(ADA, [second.id], before=3)]
    assert leased[1].task is not None
    assert [one.id for one in leased[1].task.before] == [first.id]


def test_what_is_stored_comes_with_the_version_it_was_stored_at(store: Store) -> None:
    """Which no message raises; what was there before comes as it was."""
    [first] = append(store, message(key="first"))
    apply(store, cause="fold", summaries=(Summary("s1", (), (at(0), 1)),))

    again, second = append(store, message(key="first"), message(key="second", minute=1))

    assert [first.version, again.version, second.version] == [0, None, 1]


def test_what_is_stored_is_due_to_be_folded_when_enough_is_not(store: Store) -> None:
    """Or when it comes late, among what the summary of its session covers; other sessions are none of its business."""

    def stored(key: str, minute: int, session: str = "s1", least: int | None = 3) -> Appended:
        said = message(key=key, minute=minute, session=session)
        entries = [(said, document(said.id, said.text))]
        [appended] = store.append(ADA, entries, followers=0, lease_until=None, least=least)
        return appended

    assert [stored(f"k{number}", number).due for number in range(4)] == [False, False, True, True]
    assert not stored("elsewhere", 9, session="s2").due
    assert not stored("unasked", 9, least=None).due

    apply(store, cause="fold", summaries=(Summary("s1", (), (at(3), 4)),))

    assert [stored("late", 1).due, stored("later", 10).due, stored("enough", 11).due] == [True, False, True]
    assert not stored("enough", 11).due

"""Evidence: replaced as a whole, summed over messages, and taken away without a trace."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest

from graphmem.errors import StaleRead
from graphmem.store import Store
from graphmem.types import Changes, Evidence, Granularity, Identities, Sameness, Spelling, When
from tests.store.builders import (
    ADA,
    START,
    append,
    apply,
    entity,
    learned,
    message,
    placed,
    rich_extraction,
    statement,
    use,
)


def test_evidence_and_extraction_come_back_as_written(store: Store) -> None:
    """In the order asked, each field as it was; what contributes nothing is left out."""
    said = append(store, message())[0].message
    year = When(datetime(1, 1, 1, tzinfo=UTC), datetime(2, 1, 1, tzinfo=UTC), Granularity.YEAR)
    full = learned(
        said.id,
        generation=1,
        names=[use(weight=0.123456789), use("n:лиссабон", "Лиссабон", "Place"), use()],
        same=[("n:ana", "r:self/sister"), ("n:a", "n:b")],
        statements=[
            statement(said, 0, start=year, importance=0.9),
            statement(said, 1, object=None, value="jazz\x00", end=year, positive=False, current=False, person=False),
        ],
        extraction=rich_extraction(said.id),
    )

    apply(store, learned=(learned("m-empty"), full))

    assert store.evidence(ADA, ["unknown", said.id, "m-empty"]) == (full.evidence,)
    assert store.extractions(ADA, [said.id, "unknown", "m-empty"]) == (full.extraction, learned("m-empty").extraction)


def test_learning_again_replaces_what_was_learned(store: Store) -> None:
    """Nothing of the earlier reading is left in the sums."""
    apply(store, learned=(learned("m1", names=[use(), use(surface="Ann")], same=[("n:ana", "n:ann")]),))

    apply(store, learned=(learned("m1", names=[use(surface="Anna")]),))

    assert store.identities(ADA, ["n:ana"]) == Identities({}, (Spelling("n:ana", "Anna", "Person", 1, 0.7),), {}, {})


def test_sums_count_over_messages(store: Store) -> None:
    """Uses and weights add up; a message that says a sameness twice still is one message."""
    apply(store, learned=(learned("m1", names=[use(), use()], same=[("n:ana", "n:ann"), ("n:ana", "n:ann")]),))
    apply(store, learned=(learned("m2", names=[use(weight=0.1)], same=[("n:ana", "n:ann")]),))

    found = store.identities(ADA, ["n:ann"])

    assert found.spellings == (Spelling("n:ana", "Ana", "Person", 3, 1.5),)
    assert found.same == {Sameness("n:ana", "n:ann"): 2}


def test_sums_go_back_exactly(store: Store) -> None:
    """A thousand weights that no binary fraction holds come and go, and leave what was there."""
    apply(store, learned=(learned("m0", names=[use(weight=0.3)]),))
    before = store.identities(ADA, ["n:ana"])

    apply(store, learned=tuple(learned(f"m{number}", names=[use(weight=0.1)]) for number in range(1, 1001)))
    assert store.identities(ADA, ["n:ana"]).spellings[0].weight == 100.3
    apply(store, erased=tuple(f"m{number}" for number in range(1, 1001)))

    assert store.identities(ADA, ["n:ana"]) == before


def test_spelling_forms_are_kept_apart(store: Store) -> None:
    """Composed and decomposed, upper and lower case: surfaces are compared by their characters."""
    apply(
        store, learned=(learned("m1", names=[use(surface=form) for form in ("Jos\u00e9", "Jose\u0301", "jos\u00e9")]),)
    )

    assert [each.uses for each in store.identities(ADA, ["n:ana"]).spellings] == [1, 1, 1]


def test_identities_reach_everything_connected(store: Store) -> None:
    """From a key through shared entities and samenesses in both directions, and no further."""
    apply(
        store,
        learned=(
            learned("m1", same=[("n:b", "n:c")], names=[use(f"n:{letter}", letter) for letter in "abcd"]),
            learned("m2", same=[("n:c", "n:d")]),
            learned("m3", names=[use("n:x", "x")], same=[("n:x", "n:y")]),
        ),
        entity_of={"n:a": "e1", "n:b": "e1", "n:d": "e2", "n:x": "e3"},
        entities=(entity("e1", "A"), entity("e2", "D"), entity("e3", "X")),
    )

    found = store.identities(ADA, ["n:a"])

    assert found.entity_of == {"n:a": "e1", "n:b": "e1", "n:d": "e2"}
    assert [each.key for each in found.spellings] == ["n:a", "n:b", "n:c", "n:d"]
    assert found.same == {Sameness("n:b", "n:c"): 1, Sameness("n:c", "n:d"): 1}
    assert found.names == {"e1": "A", "e2": "D"}
    assert store.identities(ADA, ["n:d", "n:d"]) == found


def test_identities_of_the_unknown_are_empty(store: Store) -> None:
    """Also of no key at all."""
    assert store.identities(ADA, ["n:nobody", "n:\x00"]) == Identities({}, (), {}, {})
    assert store.identities(ADA, []) == Identities({}, (), {}, {})


def test_key_that_nothing_uses_loses_its_entity(store: Store) -> None:
    """A key may also move from one entity to another."""
    apply(store, entity_of={"n:a": "e1", "n:b": "e1"}, entities=(entity("e1"),))

    apply(store, entity_of={"n:a": None, "n:b": "e2"})

    assert store.identities(ADA, ["n:a", "n:b"]).entity_of == {"n:b": "e2"}


def test_owned_are_the_relations_of_a_key(store: Store) -> None:
    """The sister of a key, not the sister's dog, nor the sister of a key that begins alike."""
    keys = [
        "self",
        "r:self/sister",
        "r:r:self/sister/dog",
        "r:selfie/sister",
        "r:self/boss",
        "r:n:a/b/sister",
        "r:n:a/dog",
    ]
    apply(store, learned=(learned("m1", names=[use(key) for key in keys]),), entity_of={"r:self/friend": "e1"})

    assert store.owned(ADA, ["self"]) == {"r:self/sister", "r:self/boss", "r:self/friend"}
    assert store.owned(ADA, ["r:self/sister", "n:a"]) == {"r:r:self/sister/dog", "r:n:a/dog"}
    assert store.owned(ADA, ["n:a/b"]) == {"r:n:a/b/sister"}
    assert store.owned(ADA, []) == frozenset()


def test_statements_are_found_by_key_slot_and_message(store: Store) -> None:
    """As subject or object, each once, in message order and by number."""
    late, early = (each.message for each in append(store, message(key="late", minute=5), message(key="early")))
    first = statement(early, 0, subject="self", object="n:ana")
    second = statement(late, 0)
    third = statement(late, 1, subject="n:tom", object=None, value="42")
    apply(
        store,
        learned=(
            learned(late.id, generation=1, statements=[second, third]),
            learned(early.id, generation=1, statements=[first]),
        ),
        placed=(placed(first, "f1", "slot-1"), placed(third, "f2", "slot-2")),
    )

    assert store.statements(ADA, keys=["n:ana"]) == (first, second)
    assert store.statements(ADA, slots=["slot-2", "slot-1"]) == (first, third)
    assert store.statements(ADA, messages=[late.id]) == (second, third)
    assert store.statements(ADA, keys=["n:ana"], slots=["slot-1"], messages=[late.id]) == (first, second, third)
    assert store.statements(ADA) == ()


def test_statement_that_was_replaced_leaves_its_slot(store: Store) -> None:
    """Where it belonged was the earlier reading's."""
    said = append(store, message())[0].message
    stated = statement(said)
    apply(store, learned=(learned(said.id, generation=1, statements=[stated]),), placed=(placed(stated),))

    apply(store, learned=(learned(said.id, statements=[stated]),))

    assert store.statements(ADA, slots=["slot-ana-home"]) == ()
    assert store.statements(ADA, keys=["n:ana"]) == (stated,)


def test_version_rises_with_each_apply(store: Store) -> None:
    """And with nothing else: storing a message is no change of the graph."""
    append(store, message())
    assert store.version(ADA) == 0

    assert [apply(store).version, apply(store).version, store.version(ADA)] == [1, 2, 2]


@pytest.mark.parametrize("expected", [0, 2])
def test_write_from_another_version_is_stale_and_writes_nothing(store: Store, expected: int) -> None:
    """Neither an older reading nor one from nowhere."""
    apply(store)
    changes = Changes("learn", START, learned=(learned("m1", names=[use()]),), entities=(entity(),))

    with pytest.raises(StaleRead, match="version 1"):
        store.apply(ADA, changes, expected_version=expected)

    assert (store.version(ADA), store.evidence(ADA, ["m1"]), store.entities(ADA)) == (1, (), ())
    assert len(store.journal(ADA, limit=9)) == 1


def test_journal_holds_ids_newest_first(store: Store) -> None:
    """What each write touched; the id of an entry is its own and opaque."""
    first = apply(store, learned=(learned("m1"),))
    second = apply(store, cause="configure", facts_gone=("f9",))

    assert store.journal(ADA, limit=9) == (second, first)
    assert store.journal(ADA, limit=1) == (second,)
    assert (first.messages, first.at, second.facts_gone, second.cause) == (("m1",), START, ("f9",), "configure")
    assert len({first.id, second.id}) == 2


def test_salt_is_made_once(store: Store) -> None:
    """With the namespace, at random, of 32 bytes."""
    salt = store.salt(ADA)
    append(store, message(minute=1))

    assert len(salt) == 32
    assert store.salt(ADA) == salt
    assert store.salt("bob") != salt
    assert store.namespaces() == ("ada", "bob")


def test_evidence_without_a_message_is_kept(store: Store) -> None:
    """The user's name given when a memory is opened is a source like a message."""
    apply(store, learned=(learned("user_name", names=[use("self", "Ada")]),))

    assert store.evidence(ADA, ["user_name"]) == (Evidence("user_name", (use("self", "Ada"),)),)

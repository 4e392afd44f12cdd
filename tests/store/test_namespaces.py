"""Namespaces never meet: the same keys, ids and texts in two of them are two of everything."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from graphmem.errors import InvalidInput, StoreUnavailable
from graphmem.store import Counts, EmbedderMark, Store
from graphmem.types import Document, Extraction, Fact, Filter, Loaded, Message, Summary, SummaryLine, Walk
from tests.store.builders import (
    ADA,
    append,
    apply,
    at,
    document,
    entity,
    fact,
    floats,
    learned,
    message,
    nearest,
    period,
    placed,
    postings,
    statement,
    tell,
    untell,
    use,
)

#: Restricts everything, and lets all pass that is told here.
ALL_OF_IT = Filter(
    kinds=frozenset({"Person", "Place"}),
    categories=frozenset({"personal"}),
    sessions=frozenset({"s1"}),
    speakers=frozenset({"user"}),
)

NAMES = [
    "bob",
    "Ada",
    "ada ",
    "ad\u0430",
    "ada\n",
    "ada\x00",
    "a'; DROP TABLE facts; --",
    '"',
    "ada/../bob",
    "%",
    "a@b.pt",
]


def _everything(store: Store, namespace: str, said: Message) -> dict[str, Any]:
    """What every read says about one namespace."""
    return {name: read() for name, read in _reads(store, namespace, said).items()}


def _reads(store: Store, namespace: str, said: Message) -> dict[str, Callable[[], object]]:
    """Every read of a store."""
    return {
        "messages": lambda: store.messages(namespace, [said.id]),
        "message_ids": lambda: store.message_ids(namespace),
        "window": lambda: store.window(namespace, said.session, limit=9),
        "following": lambda: store.following(namespace, message(minute=-1), limit=9),
        "sessions": lambda: store.sessions(namespace),
        "summary": lambda: store.summary(namespace, said.session),
        "version": lambda: store.version(namespace),
        "identities": lambda: store.identities(namespace, ["n:ana"]),
        "owned": lambda: store.owned(namespace, ["self"]),
        "statements": lambda: store.statements(namespace, keys=["n:ana"], slots=["slot-ana-home"], messages=[said.id]),
        "evidence": lambda: store.evidence(namespace, [said.id]),
        "extractions": lambda: store.extractions(namespace, [said.id]),
        "entities": lambda: store.entities(namespace),
        "entity": lambda: store.entities(namespace, ids=["e-ana"]),
        "find": lambda: store.find(namespace, ["n:ana"]),
        "facts": lambda: store.facts(namespace, ["f1"]),
        "about": lambda: store.facts_about(namespace, ["e-ana"], as_of=at(1)),
        "all facts": lambda: store.facts_about(namespace, None, as_of=None),
        "postings": lambda: postings(store, namespace, ["message"], ["lisbon."], cap=9)["message"],
        "nearest": lambda: [
            nearest(store, namespace, [kind], floats(1, 0), limit=9)[kind] for kind in ("message", "fact", "entity")
        ],
        "neighbourhood": lambda: store.neighbourhood(namespace, Walk(("e-ana",), hops=2, as_of=None, each=9, limit=9)),
        "filtered": lambda: postings(
            store, namespace, ["message", "fact"], ["lisbon.", "porto"], cap=9, only=ALL_OF_IT
        ),
        "read": lambda: store.read(
            namespace, messages=[said.id], facts=["f1"], entities=["e-ana"], places=[(said.session, 1)]
        ),
        "journal": lambda: [(entry.version, entry.messages) for entry in store.journal(namespace, limit=9)],
        "counts": lambda: store.counts(namespace),
        "work": lambda: store.work(namespace, [said.id, "m-open"]),
        "backlog": lambda: store.backlog(namespace, now=at(0)),
    }


@pytest.mark.parametrize("other", NAMES)
def test_equal_contents_in_two_namespaces_stay_two(store: Store, other: str) -> None:
    """What one holds does not depend on the other: written, read and erased with the same keys and ids."""
    said = tell(store, namespace=ADA)
    append(store, message(key="open"), namespace=ADA)
    alone = _everything(store, ADA, said)

    assert tell(store, namespace=other) == said
    append(store, message(key="open"), namespace=other)
    assert _everything(store, ADA, said) == alone
    assert _everything(store, other, said) == alone
    assert store.salt(other) != store.salt(ADA)

    untell(store, said, namespace=other)
    assert _everything(store, ADA, said) == alone
    assert store.namespaces() == tuple(sorted([ADA, other]))


def _live(store: Store, namespace: str, place: str, weight: float) -> Message:
    """A life of its own under the keys and ids of everyone else: learned twice, queued anew, failed."""
    said = tell(store, namespace=namespace, text=f"Ana moved to {place}.")
    elsewhere = f"e-{place}"
    stated = statement(said, object=f"n:{place}", value=place)
    apply(
        store,
        namespace=namespace,
        learned=(
            learned(
                said.id,
                names=[use(surface=f"Ana of {place}", weight=weight), use(f"r:self/{place}", place)],
                same=[("n:ana", f"n:{place}"), ("n:ana", "n:home")],
                statements=[stated],
                extraction=Extraction(said.id, f"read in {place}", "1"),
            ),
        ),
        entity_of={"n:ana": elsewhere, "n:home": elsewhere, f"n:{place}": "e-ana", "r:self/sister": None},
        entities=(entity("e-ana", f"Ana of {place}"), entity(elsewhere, place, "Place")),
        facts=(
            fact("f1", sentence=place, importance=weight, periods=(period(end=at(weight)),)),
            fact(f"f-{place}", nature="event", subject="e-ana", object=elsewhere, periods=()),
        ),
        placed=(placed(stated, f"f-{place}", "slot-ana-home"),),
        documents=(
            document("f1", f"ana {place} {place}", kind="fact", vector=(1, weight)),
            document(f"f-{place}", "lisbon.", kind="message", vector=(weight, 1)),
        ),
        summaries=(Summary(said.session, (SummaryLine(said.id, said.at, "Ada", place),), (at(weight), 1)),),
    )
    append(store, message(f"open in {place} lisbon.", key="open", minute=weight), namespace=namespace)
    append(store, message(f"first in {place}", key="first", minute=-weight), namespace=namespace, followers=2)
    store.fail(namespace, store.work(namespace, ["m-open"]), error=f"no {place}", retry_at=at(weight))
    return said


def test_different_contents_under_equal_names_stay_apart(store: Store) -> None:
    """Each namespace reads as it would alone, while others with the same keys and ids live and are erased beside it."""
    alone = {}
    for namespace, place, weight in (("carol", "porto", 3.25), ("dan", "rome", 9.5)):
        said = _live(store, namespace, place, weight)
        alone[place] = _everything(store, namespace, said)
        apply(
            store,
            namespace=namespace,
            erased=(said.id, "m-open", "m-first", f"f-{place}"),
            entity_of=dict.fromkeys(["n:ana", "n:home", f"n:{place}", "n:lisbon"]),
            entities_gone=("e-ana", "e-lisbon", f"e-{place}"),
            facts_gone=("f1", f"f-{place}"),
            summaries_gone=(said.session,),
        )
    same = {read for read in alone["rome"] if alone["porto"][read] == alone["rome"][read]}
    assert same == {"version", "journal", "work", "message_ids"}

    _live(store, "ada", "porto", 3.25)
    said = _live(store, "bob", "rome", 9.5)
    _live(store, "eve", "porto", 3.25)

    assert _everything(store, "ada", said) == alone["porto"]
    assert _everything(store, "bob", said) == alone["rome"]
    apply(store, namespace="ada", erased=(said.id, "m-open", "m-first"), facts_gone=("f1",), entities_gone=("e-ana",))
    assert _everything(store, "bob", said) == alone["rome"]
    assert _everything(store, "eve", said) == alone["porto"]


def test_namespace_never_written_to_is_empty_and_not_created(store: Store) -> None:
    """Reading is no writing."""
    said = tell(store)

    nothing = _everything(store, "bob", said)

    assert nothing == _everything(store, "carol", said)
    assert nothing["counts"] == Counts()
    assert nothing["messages"] == nothing["entities"] == nothing["all facts"] == ()
    assert nothing["nearest"] == [(), (), ()]
    assert nothing["neighbourhood"] == ()
    assert [found.rows for found in nothing["filtered"].values()] == [(), ()]
    assert nothing["read"] == Loaded()
    assert nothing["version"] == 0
    assert store.namespaces() == (ADA,)


def test_leases_are_of_one_namespace(store: Store) -> None:
    """A worker for one gets nothing of the other."""
    append(store, message(), namespace="bob")

    assert store.lease(ADA, now=at(0), until=at(1), limit=9) == ()
    assert len(store.lease("bob", now=at(0), until=at(1), limit=9)) == 1


def test_namespace_that_is_no_text_is_refused(store: Store) -> None:
    """Half a surrogate pair names nothing, for reading or writing."""
    with pytest.raises(InvalidInput, match="surrogate"):
        store.version("\ud83d")
    with pytest.raises(InvalidInput, match="surrogate"):
        append(store, message(), namespace="\ud83d")


@pytest.mark.parametrize("missing", ["", "  ", "\n", None])
def test_nothing_is_read_or_written_without_a_namespace(store: Store, missing: Any) -> None:
    """A store that is not told whose rows it may touch touches none: every read says so, and so does every write."""
    said = tell(store)
    version = store.version(ADA)

    for read in _reads(store, missing, said).values():
        with pytest.raises(InvalidInput, match="must be a name that is not blank"):
            read()
    for write in (
        lambda: append(store, message(key="m9"), namespace=missing),
        lambda: apply(store, namespace=missing, facts=(fact("f9"),)),
        lambda: store.salt(missing),
        lambda: store.lease(missing, now=at(0), until=at(1), limit=9),
        lambda: store.take_turn(missing, "me", seconds=1),
    ):
        with pytest.raises(InvalidInput, match="must be a name that is not blank"):
            write()

    assert (store.namespaces(), store.version(ADA)) == ((ADA,), version)


def test_closed_store_says_so(store: Store) -> None:
    """Each later call, and closing twice is no harm."""
    store.close()
    store.close()

    with pytest.raises(StoreUnavailable, match="closed"):
        append(store, message())
    with pytest.raises(StoreUnavailable, match="closed"):
        store.namespaces()


def test_connections_of_keys_are_of_one_namespace(store: Store) -> None:
    """Two names that are one person for Bob are two people for Ada."""
    for namespace, ana, ann in (("bob", "e1", "e1"), (ADA, "e1", "e2")):
        apply(
            store,
            namespace=namespace,
            learned=(learned("m1", names=[use("n:ana"), use("n:ann"), use("n:lisa"), use("n:zoe")]),),
            entity_of={"n:ana": ana, "n:ann": ann},
            entities=(entity("e1", "Ana"), entity("e2", "Ann")),
        )
    apply(store, namespace="bob", learned=(learned("m2", same=[("n:ana", "n:lisa"), ("n:ana", "n:zoe")]),))

    assert {each.key for each in store.identities(ADA, ["n:ana"]).spellings} == {"n:ana"}
    assert {each.key for each in store.identities(ADA, ["n:lisa"]).spellings} == {"n:lisa"}
    assert [each.id for each in store.find(ADA, ["n:ann"])] == ["e2"]
    assert [each.id for each in store.find("bob", ["n:ann"])] == ["e1"]


def _happened(fact_id: str, importance: float) -> Fact:
    return fact(fact_id, importance=importance, nature="event", periods=(period(fact_id, end=at(1)),))


def test_limit_is_not_used_up_by_another_namespace(store: Store) -> None:
    """More important facts of the same entity elsewhere take no place in the list."""
    apply(store, namespace="bob", facts=tuple(_happened(f"b{number}", 0.9) for number in range(5)))
    apply(store, facts=(_happened("a", 0.1),))

    assert [each.id for each in store.facts_about(ADA, ["e-ana"], as_of=None, limit=1)] == ["a"]
    assert [each.id for each in store.facts_about(ADA, ["e-ana"], as_of=at(0), limit=1)] == ["a"]


def test_erasing_spares_the_journal_of_another_namespace(store: Store) -> None:
    """Entries are named by version, and two namespaces have the same versions."""
    apply(store, namespace="bob", learned=(learned("m1"),))
    kept = apply(store, learned=(learned("m2"),))

    apply(store, erased=("m1",))

    assert store.journal(ADA, limit=9)[1:] == (kept,)


def test_lease_leaves_the_same_message_of_another_namespace(store: Store) -> None:
    """Two namespaces may hold the same ids, and each has its own work."""
    append(store, message(), namespace=ADA)
    append(store, message(), namespace="bob")

    assert (
        store.lease(ADA, now=at(0), until=at(1), limit=9) == store.lease("bob", now=at(0), until=at(1), limit=9) != ()
    )


def test_each_namespace_notices_its_own_new_vectors(store: Store) -> None:
    """Matrices kept for two of them are brought up to date apart."""
    store.mark_embedder(EmbedderMark("by-hand", 2))
    for number in range(3):
        for namespace in (ADA, "bob"):
            apply(
                store,
                namespace=namespace,
                documents=(Document("fact", f"{namespace}{number}", vector=floats(1, number)),),
            )
            found = nearest(store, namespace, ["fact"], floats(1, 0), limit=9)["fact"]
            assert [near.id for near in found] == [f"{namespace}{each}" for each in range(number + 1)]

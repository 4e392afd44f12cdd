"""What stays of what was forgotten: marks that keep an import from bringing it back, and of everything not even these."""

from __future__ import annotations

import sqlite3
from dataclasses import replace
from pathlib import Path

from graphmem.ids import mark
from graphmem.store import EmbedderMark, Store
from graphmem.types import Access
from tests.store.builders import (
    ADA,
    append,
    apply,
    at,
    document,
    floats,
    message,
    nearest,
    postings,
    tell,
    untell,
)

BOB = "bob"


def buried(store: Store, key: str = "k1", namespace: str = ADA) -> None:
    """Forget a message for good."""
    marked = mark(store.salt(namespace), key)
    apply(store, namespace=namespace, cause="forget", erased=(f"m-{key}",), tombstones=(marked,))


def test_what_was_forgotten_is_not_stored_again(store: Store) -> None:
    """It comes back as it was given, marked so, and what is stored beside it is stored."""
    append(store, message())
    buried(store)

    again, other, twice = append(store, message(), message("Ana called.", key="k2", minute=1), message())

    assert (again.new, again.forgotten, again.message) == (False, True, message())
    assert twice == again
    assert (other.new, other.forgotten, other.message.seq) == (True, False, 1)
    assert store.message_ids(ADA) == ("m-k2",)
    assert [work.message_id for work in store.work(ADA, ["m-k1", "m-k2"])] == ["m-k2"]


def test_the_vector_of_what_was_forgotten_is_not_stored_either(store: Store) -> None:
    """That of what is stored beside it is."""
    store.mark_embedder(EmbedderMark("by-hand", 2))
    append(store, message())
    buried(store)
    said = (message(), message("Ana called.", key="k2", minute=1))

    entries = [(one, document(one.id, one.text, vector=(1, 0))) for one in said]
    store.append(ADA, entries, followers=0, lease_until=None)

    assert [near.id for near in nearest(store, ADA, ["message"], floats(1, 0), limit=9)["message"]] == ["m-k2"]


def test_it_is_stored_when_somebody_says_anyway(store: Store) -> None:
    """Then the tombstone goes, and forgetting it again is possible."""
    append(store, message())
    buried(store)
    entry = (message(), document("m-k1", message().text))

    [stored] = store.append(ADA, [entry], followers=0, lease_until=None, anyway=True)

    assert (stored.new, stored.forgotten) == (True, False)
    assert store.tombstones(ADA) == ()
    assert store.messages(ADA, ["m-k1"]) == (replace(message(), seq=1),)


def test_a_tombstone_is_of_one_namespace(store: Store) -> None:
    """Bob's message of the same key is stored."""
    append(store, message())
    buried(store)

    [stored] = append(store, message(), namespace=BOB)

    assert stored.new
    assert store.tombstones(ADA) == (mark(store.salt(ADA), "k1"),)
    assert store.tombstones(BOB) == ()


def test_burying_twice_keeps_one(store: Store) -> None:
    """A copy brings marks that are there already."""
    append(store, message())
    buried(store)
    buried(store)

    assert len(store.tombstones(ADA)) == 1


def test_of_everything_nothing_stays(store: Store) -> None:
    """Messages, graph, indexes, queue, marks and journal go, and the secret is another; Bob keeps his."""
    for namespace in (ADA, BOB):
        tell(store, namespace=namespace)
        append(store, message("It waits.", key="k2", minute=1), message("No.", key="k3", minute=2), namespace=namespace)
        buried(store, "k3", namespace)
        store.count_accesses(namespace, [Access("fact", "f1", 1, at(0))])
    secret, version, kept = store.salt(ADA), store.version(ADA), held(store, BOB)

    forgot = apply(store, cause="forget", everything=True)

    assert held(store, ADA) == held(store, "nobody")
    assert store.journal(ADA, limit=9)[0].version == forgot.version == version + 1
    assert len(store.journal(ADA, limit=9)) == 1
    assert store.salt(ADA) != secret
    assert held(store, BOB) == kept
    assert append(store, message())[0].new


def test_no_table_of_the_file_is_left_out(on_disk: Store, path: Path) -> None:
    """Every table that has rows of namespaces is emptied of those of this one; only what tells readers of texts and vectors that they went stays."""
    tell(on_disk)
    db = sqlite3.connect(path)
    tables = [name for (name,) in db.execute("SELECT name FROM sqlite_schema WHERE type = 'table' ORDER BY name")]
    theirs = [name for name in tables if "ns" in [row[1] for row in db.execute(f"PRAGMA table_info({name})")]]
    filled = [name for name in theirs if db.execute(f"SELECT count(*) FROM {name}").fetchone()[0]]
    assert len(filled) >= 15

    apply(on_disk, cause="forget", everything=True)

    left = [name for name in theirs if db.execute(f"SELECT count(*) FROM {name}").fetchone()[0]]
    db.close()
    assert left == ["journal", "text_statistics", "vector_marks"]


def held(store: Store, namespace: str) -> list[object]:
    """All that the reads of a store tell of a namespace, journal and version aside."""
    return [
        store.counts(namespace),
        store.messages(namespace, store.message_ids(namespace)),
        store.sessions(namespace),
        store.summary(namespace, "s1"),
        store.entities(namespace),
        store.facts_about(namespace, None, as_of=None),
        store.evidence(namespace, ["m-k1", "m-k2"]),
        store.extractions(namespace, ["m-k1", "m-k2"]),
        store.identities(namespace, ["n:ana", "r:self/sister"]),
        store.statements(namespace, keys=["n:ana"]),
        store.find(namespace, ["n:ana"]),
        store.work(namespace, ["m-k1", "m-k2"]),
        store.tombstones(namespace),
        [store.accesses(namespace, kind) for kind in ("message", "fact", "entity")],
        [postings(store, namespace, [kind], ["ana", "my"], cap=9) for kind in ("message", "fact", "entity")],
        [nearest(store, namespace, [kind], floats(1, 1), limit=9) for kind in ("message", "fact", "entity")],
    ]


def test_what_comes_up_is_counted(store: Store) -> None:
    """By kind and id, added up, with the last time; the version does not move."""
    tell(store)
    version = store.version(ADA)

    store.count_accesses(ADA, [Access("fact", "f1", 2, at(5)), Access("message", "m-k1", 1, at(5))])
    store.count_accesses(ADA, [Access("fact", "f1", 3, at(1)), Access("entity", "e-ana", 1, at(1))])

    assert store.accesses(ADA, "fact") == (Access("fact", "f1", 5, at(5)),)
    assert store.accesses(ADA, "message") == (Access("message", "m-k1", 1, at(5)),)
    assert store.accesses(ADA, "entity") == (Access("entity", "e-ana", 1, at(1)),)
    assert store.accesses(BOB, "fact") == ()
    assert store.version(ADA) == version


def test_what_is_not_there_is_not_counted(store: Store) -> None:
    """Neither what never was nor what went, and no namespace is made by counting."""
    said = tell(store)
    store.count_accesses(ADA, [Access("fact", "f1", 1, at(0)), Access("message", said.id, 1, at(0))])

    untell(store, said)
    store.count_accesses(ADA, [Access("fact", "f1", 1, at(0)), Access("message", said.id, 1, at(0))])
    store.count_accesses(BOB, [Access("fact", "f1", 1, at(0))])

    assert [store.accesses(ADA, kind) for kind in ("message", "fact", "entity")] == [(), (), ()]
    assert store.namespaces() == (ADA,)


def test_a_fact_that_is_written_anew_keeps_its_count(store: Store) -> None:
    """It is the same fact."""
    tell(store)
    store.count_accesses(ADA, [Access("fact", "f1", 2, at(0))])

    apply(store, facts=store.facts(ADA, ["f1"]))

    assert store.accesses(ADA, "fact") == (Access("fact", "f1", 2, at(0)),)

"""What a process keeps of the text index of a server never shows: a search tells what one would that kept nothing."""

from __future__ import annotations

import pytest

from graphmem.store.neo4j import recall
from graphmem.store.neo4j.store import Neo4jStore
from graphmem.store.neo4j.text_cache import TextCache
from graphmem.types import EVERYTHING, Postings, Sought, Worded
from tests.store.builders import ADA, append, apply, document, message, postings

pytestmark = pytest.mark.neo4j

TERMS = ["ana", "lisbon", "porto"]


def _found(store: Neo4jStore, cap: int, kept: TextCache | None = None) -> Postings:
    """What a search tells with what is kept, or that kept `kept`."""
    cache = store.texts if kept is None else kept
    return _searched(store, cache, ADA, Worded(["fact"], TERMS, cap))


def _searched(store: Neo4jStore, kept: TextCache, namespace: str, words: Worded) -> Postings:
    sought = Sought(words=words)
    found = recall.read(store.server, namespace, (), sought, only=EVERYTHING, texts=kept, vectors=store.vectors)
    return found.searched.postings["fact"]


@pytest.mark.parametrize("cap", [0, 1, 3, 99])
def test_search_tells_what_one_without_memory_would(two: tuple[Neo4jStore, Neo4jStore], cap: int) -> None:
    """Whichever of two processes wrote, replaced or removed documents, after each search of both."""
    written: list[tuple[str, str | None]] = [
        ("a", "ana"),
        ("b", "ana lisbon"),
        ("c", "lisbon ana ana porto"),
        ("a", "porto"),
        ("d", "ana"),
        ("b", None),
        ("b", "lisbon porto"),
        ("e", "ana lisbon"),
    ]
    for number, (id, text) in enumerate(written):
        writer = two[number % 2]
        if text is None:
            apply(writer, facts_gone=(id,))
        else:
            apply(writer, documents=(document(id, text, kind="fact"),))

        expected = _found(writer, cap, TextCache())

        assert [_found(store, cap) for store in two] == [expected, expected]


def test_what_came_since_is_read_alone(two: tuple[Neo4jStore, Neo4jStore]) -> None:
    """However many come at once: a few, or more than are looked for among the newest."""
    reader, writer = two
    for first, last in ((0, 40), (40, 42), (42, 120)):
        apply(writer, documents=tuple(document(f"f{number:03}", "ana", kind="fact") for number in range(first, last)))
        known = reader.texts.known(ADA, ["fact"], ["ana"])
        found = _found(reader, 500)

        assert [row.id for row in found.rows] == [f"f{number:03}" for number in range(last)]
        assert (known["fact"]["terms"]["ana"][0] if known else 0) == first  # type: ignore[index]


def test_forgotten_message_is_kept_no_longer_than_until_the_next_search(two: tuple[Neo4jStore, Neo4jStore]) -> None:
    """Also where another process forgot it; and where it was forgotten, nothing is kept at all, as after closing."""
    reader, writer = two
    append(writer, message("ana", key="secret-key"), message("ana", key="k2"))
    for store in two:
        postings(store, ADA, ["message"], ["ana"], cap=9)

    apply(writer, cause="forget", erased=("m-secret-key",))
    found = postings(reader, ADA, ["message"], ["ana"], cap=9)["message"]

    assert [row.id for row in found.rows] == ["m-k2"]
    assert reader.texts.of(ADA, "message", _mark(reader)).listing.ids == ["m-k2"]
    assert writer.texts.known(ADA, ["message"], ["ana"]) == {}
    reader.close()
    assert reader.texts.known(ADA, ["message"], ["ana"]) == {}


def test_what_is_kept_is_bounded(two: tuple[Neo4jStore, Neo4jStore]) -> None:
    """What was not asked for longest goes first."""
    store, _ = two
    cache = TextCache(most=0)
    for namespace in ("ada", "bob"):
        apply(store, namespace=namespace, documents=(document("f1", "ana", kind="fact"),))
        _searched(store, cache, namespace, Worded(["fact"], ["ana"], 9))
        _searched(store, cache, namespace, Worded(["fact"], ["ana"], 9))

    assert cache.known("ada", ["fact"], ["ana"]) == {}
    assert cache.known("bob", ["fact"], ["ana"]) != {}


def _mark(store: Neo4jStore) -> str:
    known = store.texts.known(ADA, ["message"], [])["message"]
    assert isinstance(known, dict)
    return str(known["mark"])

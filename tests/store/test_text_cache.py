"""What a process keeps of the text index never shows: a search tells what one would that kept nothing."""

from __future__ import annotations

import threading
from collections.abc import Sequence
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from graphmem.store.kept_index import Listed
from graphmem.store.sqlite.scope import Scope
from graphmem.store.sqlite.store import SQLiteStore
from graphmem.types import Document, Postings
from tests.store.builders import (
    ADA,
    append,
    apply,
    document,
    message,
    postings,
)

#: Ids that begin alike, and words of which some are in many texts.
IDS = st.sampled_from(["a", "b", "a-long-beginning-1", "a-long-beginning-2", "é"])
TEXTS = st.lists(st.sampled_from(["ana", "lisbon", "porto"]), min_size=1, max_size=4).map(" ".join)
STEPS = st.lists(st.tuples(st.booleans(), IDS, st.none() | TEXTS), min_size=1, max_size=8)


def _found(store: SQLiteStore, *terms: str, cap: int = 99, namespace: str = ADA) -> Postings:
    return postings(store, namespace, ["fact"], terms or ["ana", "lisbon", "porto"], cap=cap)["fact"]


def _ids(found: Postings) -> list[str]:
    return [row.id for row in found.rows]


@settings(max_examples=25, deadline=None)
@given(STEPS, st.integers(0, 6))
def test_search_tells_what_one_without_memory_would(steps: Sequence[tuple[bool, str, str | None]], cap: int) -> None:
    """Whichever of two processes wrote, replaced or removed documents, after each search of both."""
    with TemporaryDirectory() as folder:
        path = Path(folder) / "memory.db"
        stores = SQLiteStore(path), SQLiteStore(path)
        for first, id, text in steps:
            if text is None:
                apply(stores[first], facts_gone=(id,))
            else:
                apply(stores[first], documents=(document(id, text, kind="fact"),))
            fresh = SQLiteStore(path)
            expected = _found(fresh, cap=cap)
            fresh.close()

            assert [_found(store, cap=cap) for store in stores] == [expected, expected]
        for store in stores:
            store.close()


def test_forgotten_document_is_kept_no_longer_than_until_the_next_search(two: tuple[SQLiteStore, SQLiteStore]) -> None:
    """Also where another process forgot it: neither its id nor its session is in memory."""
    reader, writer = two
    append(writer, message("lisbon", key="secret-key", session="secret-session"), message("lisbon", key="k2"))
    postings(reader, ADA, ["message"], ["lisbon"], cap=9)
    held = _held(reader)

    apply(writer, cause="forget", erased=("m-secret-key",))
    postings(reader, ADA, ["message"], ["porto"], cap=9)

    assert "secret-session" in held
    assert not any("secret" in text for text in _held(reader))


def test_all_that_is_kept_goes_with_everything_forgotten(two: tuple[SQLiteStore, SQLiteStore]) -> None:
    """And what comes afterwards, under the numbers of what went, is what is found."""
    reader, writer = two
    apply(writer, documents=(document("a", "lisbon", kind="fact"), document("b", "lisbon", kind="fact")))
    before = _ids(_found(reader))

    apply(writer, cause="forget", everything=True)
    gone = _ids(_found(reader))
    apply(writer, documents=(document("c", "lisbon", kind="fact"), document("d", "lisbon", kind="fact")))

    assert (before, gone, _ids(_found(reader))) == (["a", "b"], [], ["c", "d"])


def test_numbers_that_pass_to_another_namespace_tell_nothing_there(two: tuple[SQLiteStore, SQLiteStore]) -> None:
    """A document's number is free again when it is removed."""
    reader, writer = two
    apply(writer, documents=(document("of-ada", "lisbon", kind="fact"),))
    before = _ids(_found(reader))

    apply(writer, facts_gone=("of-ada",))
    apply(writer, namespace="bob", documents=(document("of-bob", "lisbon", kind="fact"),))

    assert before == ["of-ada"]
    assert (_ids(_found(reader)), _ids(_found(reader, namespace="bob"))) == ([], ["of-bob"])


def test_search_that_began_before_a_removal_sees_what_it_began_with(two: tuple[SQLiteStore, SQLiteStore]) -> None:
    """And keeps nothing of it for those that begin later."""
    reader, writer = two
    apply(writer, documents=(document("a", "lisbon", kind="fact"), document("b", "lisbon", kind="fact")))
    with reader._connections.reading() as old:
        old.execute("SELECT count(*) FROM documents").fetchone()
        apply(writer, facts_gone=("b",))
        later = _ids(_found(reader))
        here = Scope(old, 1)
        counted = Listed.of(here.rows("SELECT document, uses FROM postings"))
        as_begun = reader._texts.of(here, "fact", 0).documents(here, counted.documents).ids

    assert (later, as_begun, _ids(_found(reader))) == (["a"], ["a", "b"], ["a"])


def test_what_is_kept_is_bounded(two: tuple[SQLiteStore, SQLiteStore], monkeypatch: pytest.MonkeyPatch) -> None:
    """The namespace not searched for longest goes, and is read again when it is asked for."""
    reader, writer = two
    monkeypatch.setattr(reader._texts.keeping, "most", 700)
    names = ("ada", "bob", "carol", "dora")
    for name in names:
        apply(writer, namespace=name, documents=(document(name, "lisbon", kind="fact"),))

    found = [_ids(_found(reader, namespace=name)) for name in (*names, *names)]

    assert found == [[name] for name in (*names, *names)]
    assert len(reader._texts.keeping.all()) <= 3


def test_nothing_is_kept_once_the_store_is_closed(path: Path) -> None:
    """Whoever holds on to a closed store holds no names of a memory."""
    store = SQLiteStore(path)
    append(store, message("lisbon"))
    postings(store, ADA, ["message"], ["lisbon"], cap=9)

    store.close()

    assert _held(store) == []


def test_threads_search_while_others_write(path: Path) -> None:
    """Each search finds all there was before it began, and nothing twice."""
    store, known, wrong = SQLiteStore(path), 0, list[str]()

    def search() -> None:
        while known < 40:
            before, ids = known, _ids(_found(store, "lisbon"))
            if len(ids) != len(set(ids)) or len(ids) < before:
                wrong.append(f"{before}: {ids}")

    threads = [threading.Thread(target=search) for _ in range(3)]
    for thread in threads:
        thread.start()
    for number in range(40):
        apply(store, documents=(Document("fact", f"d{number}", terms={"lisbon": 1}, length=1),))
        known = number + 1
    for thread in threads:
        thread.join()
    store.close()

    assert wrong == []


def _held(store: SQLiteStore) -> list[str]:
    """Every text that is kept."""
    return [
        text
        for kept in store._texts.keeping.all()
        for text in (*kept.listing.ids, *kept.listing._names, *kept.listing._numbers)
    ]

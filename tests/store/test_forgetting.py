"""Erasing: a message goes from every table and from the bytes of the files, and leaves the rest as it was."""

from __future__ import annotations

import random
import sqlite3
from collections.abc import Iterator
from pathlib import Path

from graphmem.store import EmbedderMark, Store, open_store
from graphmem.types import Document
from tests.store.builders import (
    ADA,
    append,
    apply,
    floats,
    learned,
    message,
    nearest,
    postings,
    tell,
    untell,
    use,
)

MARKER = "Xyzzyplugh"


def _rows(path: Path) -> Iterator[tuple[str, tuple[object, ...]]]:
    """Every row of every table of a database, with the table's name."""
    db = sqlite3.connect(path)
    tables = [name for (name,) in db.execute("SELECT name FROM sqlite_schema WHERE type = 'table' ORDER BY name")]
    for table in tables:
        for row in db.execute(f"SELECT * FROM {table}"):
            yield table, row
    db.close()


def _tables_holding(path: Path, text: str) -> set[str]:
    needle = text.encode()
    return {
        table
        for table, row in _rows(path)
        if any(needle in (value if isinstance(value, bytes) else str(value).encode()) for value in row)
    }


def _bytes(path: Path) -> bytes:
    return b"".join(file.read_bytes() for file in sorted(path.parent.glob(f"{path.name}*")))


def test_erased_message_is_in_no_table(on_disk: Store, path: Path) -> None:
    """Neither its text nor its id; before, they were in almost all of them."""
    said = tell(on_disk, text=MARKER)
    assert len(_tables_holding(path, MARKER)) >= 7
    assert len(_tables_holding(path, said.id)) >= 7

    untell(on_disk, said)

    assert _tables_holding(path, MARKER) == _tables_holding(path, MARKER.lower()) == set()
    assert _tables_holding(path, said.id) == set()


def test_erased_message_is_in_no_table_while_it_waits(on_disk: Store, path: Path) -> None:
    """Also when nothing was understood of it yet, and a failure quotes it."""
    append(on_disk, message(MARKER))
    on_disk.fail(ADA, on_disk.work(ADA, ["m-k1"]), error=f"cannot read {MARKER}", retry_at=message().at)

    apply(on_disk, cause="forget", erased=("m-k1",))

    assert _tables_holding(path, MARKER) == _tables_holding(path, MARKER.lower()) == set()
    assert _tables_holding(path, "m-k1") == set()


def test_only_what_is_of_the_store_itself_is_left_of_the_only_message(on_disk: Store, path: Path) -> None:
    """A row in another table would be one about nothing."""
    untell(on_disk, tell(on_disk))

    left = {table for table, _ in _rows(path)} - {"sqlite_sequence"}
    assert left == {"embedders", "journal", "namespaces", "text_statistics", "vector_marks"}
    assert [entry.messages for entry in on_disk.journal(ADA, limit=9)] == [()]


def test_journal_entries_that_name_an_erased_message_go(store: Store) -> None:
    """All of the entry, also what it says of others; the rest of the journal stays."""
    apply(store, learned=(learned("m1"), learned("m2")))
    kept = apply(store, learned=(learned("m2"),))

    forgot = apply(store, cause="forget", erased=("m1",), learned=(learned("m3"), learned("m1")))

    assert store.journal(ADA, limit=9) == (forgot, kept)
    assert forgot.messages == ("m3",)


def test_what_stays_stands_as_if_the_erased_had_not_been(store: Store) -> None:
    """Evidence, sums, index and vectors of the other message are untouched."""
    store.mark_embedder(EmbedderMark("by-hand", 2))

    def state() -> list[object]:
        return [
            store.evidence(ADA, ["m-k1", "m-k2"]),
            store.identities(ADA, ["n:ana"]),
            postings(store, ADA, ["message"], ["ana", "moved"], cap=9)["message"],
            nearest(store, ADA, ["message"], floats(1, 0), limit=9)["message"],
            store.message_ids(ADA),
            store.counts(ADA),
        ]

    def learn(key: str, weight: float) -> None:
        append(store, message("Ana moved", key=key))
        apply(
            store,
            learned=(learned(f"m-{key}", generation=1, names=[use(weight=weight)], same=[("n:ana", "n:ann")]),),
            documents=(Document("message", f"m-{key}", vector=floats(1, weight)),),
        )

    learn("k1", 0.1)
    before = state()
    learn("k2", 0.2)
    assert state() != before

    apply(store, cause="forget", erased=("m-k2",))

    assert state() == before


def test_erasing_the_unknown_changes_nothing_but_the_version(store: Store) -> None:
    """Forgetting twice is no error."""
    said = tell(store)
    facts = store.facts_about(ADA, None, as_of=None)

    apply(store, cause="forget", erased=("unknown",))

    assert store.facts_about(ADA, None, as_of=None) == facts
    assert store.messages(ADA, [said.id]) == (said,)


def test_key_may_be_used_again_after_erasure(store: Store) -> None:
    """Nothing remembers that it was there."""
    untell(store, tell(store))

    assert append(store, message())[0].new


def test_scrubbed_store_holds_no_byte_of_what_was_erased(on_disk: Store, path: Path) -> None:
    """Neither the file nor the write-ahead log, text and terms alike."""
    append(on_disk, *(message(f"kept {number}", key=f"kept-{number}") for number in range(50)))
    said = tell(on_disk, text=MARKER)
    assert MARKER.encode() in _bytes(path)

    untell(on_disk, said)

    assert on_disk.scrub()
    for trace in (MARKER, MARKER.lower(), said.id):
        assert trace.encode() not in _bytes(path)
    assert b"kept-7" in _bytes(path)


def test_no_byte_is_left_where_pages_were_split_and_merged(on_disk: Store, path: Path) -> None:
    """Hundreds of messages written in random order and mostly erased, in blocks, leave nothing behind in a moved cell."""
    shuffled = random.Random(5)
    keys = [f"{number:04}" for number in range(600)]
    shuffled.shuffle(keys)
    for start in range(0, 600, 60):
        append(
            on_disk,
            *(
                message(f"{MARKER}-{key} " + "word " * shuffled.randrange(200), key=key, minute=int(key))
                for key in keys[start : start + 60]
            ),
        )
        apply(
            on_disk,
            learned=tuple(
                learned(f"m-{key}", generation=1, names=[use(f"n:{MARKER}-{key}", f"{MARKER}-{key}")])
                for key in keys[start : start + 60]
            ),
        )
    kept = sorted(keys[:20])
    gone = [key for key in keys if key not in kept]
    shuffled.shuffle(gone)
    for start in range(0, len(gone), 58):
        apply(on_disk, cause="forget", erased=tuple(f"m-{key}" for key in gone[start : start + 58]))

    assert on_disk.scrub()

    left = _bytes(path)
    for form in (MARKER, MARKER.lower()):
        found = {key for key in keys if f"{form}-{key}".encode() in left}
        assert sorted(found) == kept


def test_scrubbing_is_put_off_while_another_reads(on_disk: Store, path: Path) -> None:
    """It says so, and succeeds when the reader is done."""
    untell(on_disk, tell(on_disk, text=MARKER))
    reader = sqlite3.connect(path, isolation_level=None)
    reader.execute("BEGIN")
    reader.execute("SELECT count(*) FROM messages").fetchone()
    append(on_disk, message(key="later"))

    assert not on_disk.scrub()
    reader.close()
    assert on_disk.scrub()
    assert MARKER.encode() not in _bytes(path)


def test_erasure_reaches_what_another_process_keeps_in_memory(on_disk: Store, path: Path) -> None:
    """A second opening of the same file finds the vector no more, though it had loaded it."""
    said = tell(on_disk)
    with_cache = open_store(f"sqlite:///{path}")
    assert nearest(with_cache, ADA, ["message"], floats(1, 1), limit=9)["message"] != ()

    untell(on_disk, said)

    assert nearest(with_cache, ADA, ["message"], floats(1, 1), limit=9)["message"] == ()
    assert with_cache.messages(ADA, [said.id]) == ()
    with_cache.close()

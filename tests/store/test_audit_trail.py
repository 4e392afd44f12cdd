"""A trail of uses: it only grows, in one order, and every store seals it alike."""

from __future__ import annotations

import sqlite3
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from pathlib import Path

import pytest

from graphmem import AuditEntry
from graphmem.chain import broken_at, sealed
from graphmem.store import Store
from tests.store.builders import ADA, append, apply, at, message

BOB = "bob"


def used(verb: str = "recall", *ids: str) -> AuditEntry:
    """A use of a memory."""
    return AuditEntry(at(1), "ops", "reader", verb, "ticket \N{NUMERO SIGN} 42", ids, len(ids))


def test_entries_are_numbered_and_sealed_in_the_order_they_come(store: Store) -> None:
    """They come back as they were given, from a number on and no more than asked for."""
    added = [
        store.record(ADA, used("recall", "f1", "m1")),
        store.record(ADA, used("forget")),
        store.record(ADA, used()),
    ]

    assert [one.number for one in added] == [1, 2, 3]
    assert added[0] == sealed(ADA, used("recall", "f1", "m1"), number=1, previous="")
    assert store.trail(ADA) == tuple(added)
    assert store.trail(ADA, after=1, limit=1) == (added[1],)
    assert broken_at(ADA, store.trail(ADA)) is None


def test_a_trail_is_of_one_namespace_and_makes_none(store: Store) -> None:
    """Asking one that was never written to is a use as well."""
    store.record(ADA, used())
    [other] = [store.record(BOB, used())]

    assert other.number == 1
    assert store.trail(BOB) == (other,)
    assert store.namespaces() == ()


def test_forgetting_everything_leaves_the_trail(store: Store) -> None:
    """It holds no text, and somebody has to account for it."""
    append(store, message())
    kept = store.record(ADA, used())
    apply(store, cause="forget", erased=("m-k1",), everything=True)

    assert store.trail(ADA) == (kept,)


def test_writers_at_once_make_one_chain(store: Store) -> None:
    """No number is given twice, and none is left out."""
    with ThreadPoolExecutor(4) as pool:
        list(pool.map(lambda number: store.record(ADA, used("recall", f"f{number}")), range(12)))

    trail = store.trail(ADA)
    assert len(trail) == 12
    assert {one.ids for one in trail} == {(f"f{number}",) for number in range(12)}
    assert broken_at(ADA, trail) is None


def test_a_change_anywhere_in_a_trail_shows(store: Store) -> None:
    """In any field, by another order, by an entry that is left out, and in another namespace."""
    for number in range(4):
        store.record(ADA, used("recall", f"f{number}"))
    first, second, third, fourth = store.trail(ADA)

    assert broken_at(ADA, [first, replace(second, count=9), third, fourth]) == 2
    assert broken_at(ADA, [first, replace(second, ids=()), third, fourth]) == 2
    assert broken_at(ADA, [first, third, second, fourth]) == 2
    assert broken_at(ADA, [first, second, fourth]) == 3
    assert broken_at(ADA, [second, third, fourth]) == 1
    assert broken_at(BOB, [first]) == 1


def test_a_file_refuses_to_change_or_cut_a_trail(on_disk: Store, path: Path) -> None:
    """Also to somebody with the file and a shell, unless they remove the refusal first; the seals tell then."""
    on_disk.record(ADA, used())
    other = sqlite3.connect(path)

    for statement in ("UPDATE audit SET actor = 'nobody'", "DELETE FROM audit"):
        with pytest.raises(sqlite3.IntegrityError, match="an audit trail is not"):
            other.execute(statement)
    other.close()

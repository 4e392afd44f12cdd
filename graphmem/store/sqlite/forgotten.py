"""What is left of what went: tombstones, so that no import brings a message back; and going altogether."""

from __future__ import annotations

import secrets
from collections.abc import Iterable, Mapping

from graphmem.ids import mark
from graphmem.store.sqlite.scope import SALT_BYTES, Scope

#: Every table with rows of a namespace but the namespaces themselves; postings hang on terms.
_TABLES = (
    "messages",
    "summaries",
    "work",
    "extractions",
    "uses",
    "samenesses",
    "statements",
    "spellings",
    "sameness_counts",
    "entity_of",
    "entities",
    "facts",
    "periods",
    "ranked_facts",
    "documents",
    "terms",
    "vectors",
    "journal",
    "journal_messages",
    "tombstones",
    "accesses",
)


def marks(here: Scope) -> tuple[str, ...]:
    """The marks of forgotten messages, sorted."""
    return tuple(one for (one,) in here.rows("SELECT mark FROM tombstones WHERE ns = :ns ORDER BY mark"))


def bury(here: Scope, buried: Iterable[str]) -> None:
    """Keep the marks of forgotten messages."""
    here.insert("tombstones", "mark", ((one,) for one in dict.fromkeys(buried)), replace=True)


def buried(here: Scope, keys: Iterable[str], salt: bytes, *, anyway: bool) -> frozenset[str]:
    """Those of the message keys that were forgotten; with `anyway` none any more."""
    if here.row("SELECT 1 FROM tombstones WHERE ns = :ns LIMIT 1") is None:
        return frozenset()
    by_mark: Mapping[str, str] = {mark(salt, key): key for key in keys}
    if anyway:
        here.run_in("DELETE FROM tombstones WHERE ns = :ns AND mark IN (:values)", by_mark)
        return frozenset()
    found = here.rows_in("SELECT mark FROM tombstones WHERE ns = :ns AND mark IN (:values)", by_mark)
    return frozenset(by_mark[one] for (one,) in found)


def erase_everything(here: Scope) -> None:
    """Remove every row of the namespace but its own, and make its secret anew."""
    here.run("DELETE FROM postings WHERE term IN (SELECT number FROM terms WHERE ns = :ns)")
    for table in _TABLES:
        here.run(f"DELETE FROM {table} WHERE ns = :ns")
    # Who keeps parts of the text index or vectors in memory learns from these numbers that they went.
    here.run("UPDATE text_statistics SET documents = 0, total_length = 0, removals = removals + 1 WHERE ns = :ns")
    here.run("UPDATE vector_marks SET removals = removals + 1 WHERE ns = :ns")
    here.run("UPDATE namespaces SET salt = :salt WHERE id = :ns", salt=secrets.token_bytes(SALT_BYTES))

"""A namespace in numbers."""

from __future__ import annotations

from graphmem.store.protocols import Counts
from graphmem.store.records import moment_or_none
from graphmem.store.sqlite.scope import Scope

#: A current fact is a state with a period that has no end.
_COUNTS = """
    SELECT
        (SELECT count(*) FROM messages WHERE ns = :ns),
        (SELECT count(DISTINCT session) FROM messages WHERE ns = :ns),
        (SELECT count(*) FROM entities WHERE ns = :ns),
        (SELECT count(*) FROM facts WHERE ns = :ns),
        (SELECT count(*) FROM facts WHERE ns = :ns AND nature = 'state' AND EXISTS (
            SELECT 1 FROM periods WHERE periods.ns = facts.ns AND periods.fact = facts.id AND end_at IS NULL)),
        (SELECT count(*) FROM extractions WHERE ns = :ns AND reading = 'unsupported'),
        (SELECT max(at) FROM messages WHERE ns = :ns)
"""


def counts(here: Scope) -> Counts:
    """The namespace in numbers; all zero for one never written to."""
    messages, sessions, entities, facts, current, unsupported, last_at = here.rows(_COUNTS)[0]
    return Counts(messages, sessions, entities, facts, current, unsupported, moment_or_none(last_at))

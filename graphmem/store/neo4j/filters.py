"""A filter as statements take it."""

from __future__ import annotations

from graphmem.store.neo4j.rows import Map
from graphmem.store.records import micros_or_none
from graphmem.types import Filter


def filter_values(only: Filter) -> Map:
    """A filter as parameters."""
    return {
        "filtered": only != Filter(),
        "by_message": only.by_message,
        "by_fact": only.by_fact,
        "kinds": sorted(only.kinds),
        "categories": sorted(only.categories),
        "least": float(only.min_importance),
        "sessions": sorted(only.sessions),
        "voices": sorted({name.casefold() for name in only.speakers}),
        "since": micros_or_none(only.since),
        "until": micros_or_none(only.until),
    }

"""Times as people say them, as intervals that keep how exactly they were said; for messages and for questions alike."""

from graphmem.dates.finding import DateSpan, Relation, find

__all__ = ["DateSpan", "Relation", "find"]

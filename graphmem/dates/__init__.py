"""Times as people say them, as intervals that keep how exactly they were said; for messages and for questions alike."""

from graphmem.dates.finding import DateSpan, find
from graphmem.dates.relations import Relation

__all__ = ["DateSpan", "Relation", "find"]

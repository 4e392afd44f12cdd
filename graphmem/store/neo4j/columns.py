"""Things that come by the dozen: lists of values in an order that is told here, since names would come with each.

Reading the names again for every message and fact is half of what a driver spends on an answer.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from graphmem.store.neo4j.rows import Read, fact_from
from graphmem.store.records import moment
from graphmem.types import Fact, Provenance

MESSAGE = [
    "id",
    "key",
    "session",
    "seq",
    "role",
    "speaker",
    "text",
    "parts",
    "at_micros",
    "recorded_micros",
    "importance",
    "metadata",
    "utc_offset",
]
ENTITY = ["id", "name", "whole_name", "kind", "aliases", "keys", "is_self"]
FACT = [
    "id",
    "slot",
    "subject",
    "subject_name",
    "predicate",
    "object",
    "object_name",
    "value",
    "sentence",
    "nature",
    "positive",
    "certainty",
    "person",
    "confidence",
    "importance",
    "category",
    "said_micros",
    "recorded_micros",
    "retracted_micros",
]
STATEMENT = [
    "message",
    "number",
    "subject",
    "whole_subject",
    "predicate",
    "phrase",
    "object",
    "whole_object",
    "value",
    "nature",
    "stance",
    "positive",
    "certainty",
    "current",
    "person",
    "speaker",
    "confidence",
    "importance",
    "quote_start",
    "quote_end",
    "at_micros",
    "session",
    "seq",
    "recorded_micros",
    "start_from",
    "start_to",
    "start_granularity",
    "end_from",
    "end_to",
    "end_granularity",
]
PERIOD = [
    "number",
    "start_micros",
    "start_granularity",
    "start_stated",
    "end_micros",
    "end_granularity",
    "ended_by",
    "reaches_back",
]


def fact_of_list(read: Sequence[Any]) -> Fact:
    """A stored fact from a list in the order of `FACT`, its periods in that of `PERIOD`, and its sources in order and side by side."""
    *values, periods, sources = read
    told = (
        Provenance(message, start, end, stance, moment(at))
        for message, start, end, stance, at in zip(*sources, strict=True)
    )
    return fact_from(named(FACT, values), [named(PERIOD, each) for each in periods], tuple(told))


def named(names: Sequence[str], values: Sequence[Any]) -> Read:
    """Values that came as a list, by their names."""
    return dict(zip(names, values, strict=True))

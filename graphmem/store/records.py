"""How nouns without columns of their own are written down: moments as whole numbers, the rest as JSON, field by field.

Both stores write these, so that a message, an extraction or a summary reads back equal from either. A field a later
version adds with a default is read from what an earlier one wrote.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from dataclasses import fields
from datetime import UTC, datetime, timedelta
from functools import cache, lru_cache
from typing import TYPE_CHECKING, Any

from graphmem.types import (
    ApartPart,
    Claim,
    Extraction,
    FactPart,
    Granularity,
    ImagePart,
    JsonPart,
    Mention,
    Part,
    SamePart,
    SummaryLine,
    TextPart,
    ToolCallPart,
    ToolResultPart,
    When,
)
from graphmem.types.claims import WITHDRAWN, Reading

if TYPE_CHECKING:
    from _typeshed import DataclassInstance

_EPOCH = datetime(1970, 1, 1, tzinfo=UTC)
_MICROSECOND = timedelta(microseconds=1)

_PARTS: dict[str, type[Part]] = {
    "text": TextPart,
    "json": JsonPart,
    "image": ImagePart,
    "tool_call": ToolCallPart,
    "tool_result": ToolResultPart,
    "fact": FactPart,
    "same": SamePart,
    "apart": ApartPart,
}
_PART_NAMES = {part: name for name, part in _PARTS.items()}


def micros(moment: datetime) -> int:
    """A moment as whole microseconds since 1970, negative before it; exact from the year 1 to 9999."""
    return (moment - _EPOCH) // _MICROSECOND


def micros_or_none(moment: datetime | None) -> int | None:
    """The same, None for None."""
    return None if moment is None else micros(moment)


@lru_cache(maxsize=16384)
def moment(value: int) -> datetime:
    """The moment `micros` came from, aware UTC. Remembered, since a recall reads the same ones again and again."""
    return _EPOCH + value * _MICROSECOND


def moment_or_none(value: int | None) -> datetime | None:
    """The same, None for None."""
    return None if value is None else moment(value)


#: `json.dumps` makes one anew for each call that is not by its defaults.
_encoder = json.JSONEncoder(ensure_ascii=False, separators=(",", ":"))


def write_json(value: object) -> str:
    """Compact JSON with its characters as they are, so that no escape hides a text from a search of the file."""
    return _encoder.encode(value)


def write_parts(parts: Iterable[Part]) -> str:
    """The parts of a message."""
    return write_json([{"part": _PART_NAMES[type(part)], **_named(part)} for part in parts])


def read_parts(text: str) -> tuple[Part, ...]:
    """What `write_parts` wrote."""
    return tuple(_PARTS[entry.pop("part")](**entry) for entry in json.loads(text))


def write_extraction(extraction: Extraction) -> str:
    """Everything read in one message."""
    found = extraction.mentions or extraction.claims or extraction.joined or extraction.parted or extraction.used
    if found or extraction.same:
        return _written(extraction)
    rest = _nothing_found(extraction.extractor, extraction.version, extraction.reading)
    return f'{{"message_id":{write_json(extraction.message_id)},{rest}'


@lru_cache(maxsize=64)
def _nothing_found(extractor: str, version: str, reading: Reading) -> str:
    """What stands after the message's id where nothing was found in it, which is so of most."""
    return _written(Extraction("", extractor, version, reading=reading)).removeprefix('{"message_id":"",')


def _written(extraction: Extraction) -> str:
    written = _named(extraction)
    written["mentions"] = [_named(mention) for mention in extraction.mentions]
    written["claims"] = [_claim(claim) for claim in extraction.claims]
    return write_json(written)


#: What stands in a stored extraction of a message whose word was withdrawn, and in no other: a text in it has no bare quotes.
WITHDRAWN_MARK = f'"extractor":"{WITHDRAWN}"'


def read_extraction(text: str) -> Extraction:
    """What `write_extraction` wrote."""
    entry = json.loads(text)
    return Extraction(
        **{
            **entry,
            "mentions": tuple(Mention(**mention) for mention in entry["mentions"]),
            "claims": tuple(_read_claim(claim) for claim in entry["claims"]),
            "same": tuple((left, right) for left, right in entry["same"]),
            "used": tuple(entry["used"]),
            "joined": _pairs(entry.get("joined", ())),
            "parted": _pairs(entry.get("parted", ())),
        }
    )


def _pairs(entries: Iterable[tuple[str, str]]) -> tuple[tuple[str, str], ...]:
    return tuple((left, right) for left, right in entries)


def write_lines(lines: Iterable[SummaryLine]) -> str:
    """The lines of a summary."""
    return write_json([{**_named(line), "at": micros(line.at)} for line in lines])


def read_lines(text: str) -> tuple[SummaryLine, ...]:
    """What `write_lines` wrote."""
    return tuple(SummaryLine(**{**line, "at": moment(line["at"])}) for line in json.loads(text))


def read_strings(text: str) -> tuple[str, ...]:
    """A tuple of texts written by `write_json`."""
    return tuple(json.loads(text))


def _claim(claim: Claim) -> dict[str, Any]:
    return {**_named(claim), "start": _when(claim.start), "end": _when(claim.end)}


def _read_claim(entry: Mapping[str, Any]) -> Claim:
    start, end = entry["quote"]
    return Claim(
        **{**entry, "quote": (start, end), "start": _read_when(entry["start"]), "end": _read_when(entry["end"])}
    )


def _when(when: When | None) -> list[object] | None:
    return None if when is None else [micros(when.start), micros(when.end), when.granularity.value]


def _read_when(entry: tuple[int, int, str] | None) -> When | None:
    if entry is None:
        return None
    start, end, granularity = entry
    return When(moment(start), moment(end), Granularity(granularity))


def _named(noun: DataclassInstance) -> dict[str, Any]:
    return {name: getattr(noun, name) for name in _names(type(noun))}


@cache
def _names(noun: type[DataclassInstance]) -> tuple[str, ...]:
    return tuple(field.name for field in fields(noun))

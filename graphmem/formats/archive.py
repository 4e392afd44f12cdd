"""graphmem's own export: everything that was said and what was read of it, a JSON object a line.

    {"graphmem": "export", "version": 1, "namespace": "ada", "user_name": "Ada"}
    {"message": {"key": "said:…", "session": "s1", "role": "user", "at": "2024-03-04T18:05:00+00:00",
                 "recorded_at": "…", "text": "My sister Ana moved to Lisbon."},
     "read": {"extractor": "spacy", "version": "3", "reading": "read", "mentions": […], "claims": […], "same": […], "used": […]}}
    {"summary": {"session": "s1", "covers": "said:…", "lines": [{"message": "said:…", "at": "…", "speaker": "Ada", "text": "…"}]}}
    {"end": {"messages": 1, "summaries": 1}}

Each object is one line. The header comes first, then all messages in message order (by time, session and arrival), then the summaries by session,
then the end: a file without it was cut off. What is absent is empty or null. A `message` has the fields of `Memory.remember`, and `parts`
where it is more than a text. `read` is what was understood of it, as `graphmem.types.Extraction` says; it is absent while the message waits to
be understood. Times are ISO 8601 in UTC, and
`utc_offset` is how many minutes the speaker's clock was ahead of it; a stated time is [start, end, granularity]. Messages are named by their key, since ids differ between
memories: `used` are the earlier messages one was read from, `covers` is the last message a summary covers.

The graph itself is not in it, because it follows from what is: entities, facts, periods and history are derived on import, by the
same rules, without asking any model. An export of all that is held has it beside, in the lines that `held` describes and an import passes over. A later
version may add fields, which readers pass over.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import asdict, dataclass
from datetime import datetime
from typing import Any

from pydantic import TypeAdapter, ValidationError

from graphmem.formats.held import KINDS as HELD
from graphmem.formats.times import from_iso
from graphmem.store.records import (
    micros,
    moment,
    read_extraction,
    read_parts,
    write_extraction,
    write_json,
    write_parts,
)
from graphmem.types import Extraction, Message, Summary, TextPart

VERSION = 1

_EXTRACTION = TypeAdapter(Extraction)


@dataclass(frozen=True, slots=True)
class Header:
    """Whose memory it was."""

    namespace: str
    user_name: str | None


@dataclass(frozen=True, slots=True)
class Kept:
    """A message without an id, and what was read of it with keys in place of ids."""

    message: Message
    read: Extraction | None


@dataclass(frozen=True, slots=True)
class FoldedLine:
    """A sentence of a summary, and the key of the message it is from."""

    message: str
    at: datetime
    speaker: str
    text: str


@dataclass(frozen=True, slots=True)
class Folded:
    """The summary of a session up to the message with the key `covers`."""

    session: str
    covers: str
    lines: tuple[FoldedLine, ...]


@dataclass(frozen=True, slots=True)
class End:
    """How many messages and summaries there are, if the file is whole."""

    messages: int
    summaries: int


@dataclass(frozen=True, slots=True)
class Aside:
    """A line of `held`: for people, and passed over by an import."""

    kind: str


Record = Header | Kept | Folded | End | Aside


def header_line(namespace: str, user_name: str | None) -> str:
    """The first line."""
    return write_json(_told({"graphmem": "export", "version": VERSION, "namespace": namespace, "user_name": user_name}))


def message_line(message: Message, read: Extraction | None, keys: Mapping[str, str]) -> str:
    """A message; `keys` are by the ids of the messages it was read from."""
    said = {
        "key": message.key,
        "session": message.session,
        "role": message.role,
        "speaker": message.speaker,
        "at": message.at.isoformat(),
        "recorded_at": message.recorded_at.isoformat(),
        "text": message.text,
        "parts": None if message.parts == (TextPart(message.text),) else json.loads(write_parts(message.parts)),
        "importance": message.importance,
        "metadata": dict(sorted(message.metadata.items())) or None,
        "utc_offset": message.utc_offset,
    }
    return write_json(_told({"message": _told(said), "read": read and _read(read, keys)}))


def summary_line(summary: Summary, covers: str, keys: Mapping[str, str]) -> str:
    """A summary; `keys` are by the ids of the messages it quotes."""
    lines = [
        {"message": keys[one.message_id], "at": one.at.isoformat(), "speaker": one.speaker, "text": one.text}
        for one in summary.lines
    ]
    return write_json({"summary": {"session": summary.session, "covers": covers, "lines": lines}})


def end_line(messages: int, summaries: int) -> str:
    """The last line."""
    return write_json({"end": {"messages": messages, "summaries": summaries}})


def parse(line: bytes) -> Record:
    """What a line holds.

    Raises:
        ValueError: when it is no line of such an export; it says why.
    """
    try:
        return _record(json.loads(line.rstrip()))
    except json.JSONDecodeError as error:
        raise ValueError(f"not JSON: {error.msg} at column {error.colno}") from error
    except KeyError as error:
        raise ValueError(f"has no {error}") from error
    except (AttributeError, TypeError, RecursionError) as error:
        raise ValueError(f"is not shaped as a line of such an export: {error}") from error


def _record(entry: Mapping[str, Any]) -> Record:
    match entry:
        case {"graphmem": "export", "version": int(version)}:
            if version > VERSION:
                raise ValueError(f"is version {version} of this format, and {VERSION} is known here; upgrade graphmem")
            return Header(str(entry["namespace"]), entry.get("user_name"))
        case {"message": said}:
            message = _message(said)
            return Kept(message, _extraction(entry["read"], message) if entry.get("read") else None)
        case {"summary": {"session": str(session), "covers": str(covers), "lines": lines}}:
            return Folded(session, covers, tuple(_line(line) for line in lines))
        case {"end": {"messages": int(messages), "summaries": int(summaries)}}:
            return End(messages, summaries)
    if len(entry) == 1 and (kind := next(iter(entry))) in HELD:
        return Aside(kind)
    raise ValueError("is no line of such an export")


def _message(said: Mapping[str, Any]) -> Message:
    text = _text(said, "text")
    parts = read_parts(json.dumps(said["parts"])) if said.get("parts") is not None else (TextPart(text),)
    importance, speaker = said.get("importance"), said.get("speaker")
    return Message(
        id="",
        key=_text(said, "key"),
        session=_text(said, "session"),
        role=said["role"],
        speaker=None if speaker is None else _text(said, "speaker"),
        parts=parts,
        text=text,
        at=_time(said["at"]),
        recorded_at=_time(said["recorded_at"]),
        importance=None if importance is None else float(importance),
        metadata={str(name): str(value) for name, value in (said.get("metadata") or {}).items()},
        utc_offset=None if said.get("utc_offset") is None else int(said["utc_offset"]),
    )


def _text(said: Mapping[str, Any], name: str) -> str:
    value = said[name]
    if not isinstance(value, str):
        raise ValueError(f"has {name} that is no text")
    value.encode()  # half a surrogate pair is no text either, and a ValueError
    return value


def _time(text: Any) -> datetime:
    if (at := from_iso(text)) is None:
        raise ValueError(f"has {text!r} for a time")
    return at


def _line(line: Mapping[str, Any]) -> FoldedLine:
    return FoldedLine(_text(line, "message"), _time(line["at"]), _text(line, "speaker"), _text(line, "text"))


def _told(entry: Mapping[str, Any]) -> dict[str, Any]:
    return {name: value for name, value in entry.items() if value is not None}


def _read(extraction: Extraction, keys: Mapping[str, str]) -> dict[str, Any]:
    entry = json.loads(write_extraction(extraction))
    del entry["message_id"]
    claims = [{**claim, "start": _stated(claim["start"]), "end": _stated(claim["end"])} for claim in entry["claims"]]
    return {**entry, "claims": claims, "used": [keys[one] for one in extraction.used if one in keys]}


def _stated(when: Any) -> list[Any] | None:
    return None if when is None else [moment(when[0]).isoformat(), moment(when[1]).isoformat(), when[2]]


def _extraction(entry: Mapping[str, Any], message: Message) -> Extraction:
    claims = [
        {**claim, "start": _numbered(claim["start"]), "end": _numbered(claim["end"])} for claim in entry["claims"]
    ]
    read = read_extraction(json.dumps({**entry, "claims": claims, "message_id": ""}))
    try:
        extraction = _EXTRACTION.validate_python(asdict(read))
    except ValidationError as error:
        wrong = error.errors()[0]
        where = ".".join(str(step) for step in wrong["loc"])
        raise ValueError(f"{where} in what was read of it cannot be {wrong['input']!r:.60}") from error
    _check(extraction, len(message.text))
    return extraction


def _numbered(when: Any) -> list[Any] | None:
    return None if when is None else [micros(_time(when[0])), micros(_time(when[1])), when[2]]


def _check(extraction: Extraction, length: int) -> None:
    """Refuse what points outside the message or at a mention that is not there."""
    mentions = range(len(extraction.mentions))
    spans = [(one.start, one.end) for one in extraction.mentions] + [claim.quote for claim in extraction.claims]
    pointed = [index for pair in extraction.same for index in pair]
    pointed += [one.owner for one in extraction.mentions if one.owner is not None]
    for claim in extraction.claims:
        pointed += [index for index in (claim.subject, claim.object, claim.asserted_by) if index is not None]
    if any(not 0 <= start <= end <= length for start, end in spans):
        raise ValueError("quotes words that are not in its message")
    if any(index not in mentions for index in pointed):
        raise ValueError("points at a mention that is not there")

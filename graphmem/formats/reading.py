"""From something a person has to messages: find out what it is, say so, read it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from contextlib import ExitStack
from dataclasses import dataclass, field
from datetime import UTC, tzinfo
from functools import partial
from pathlib import PurePosixPath
from typing import BinaryIO, cast

from graphmem.errors import InvalidInput
from graphmem.formats import chatgpt, claude, jsonl, langchain, lists, llamaindex, mem0, notes, slack, whatsapp
from graphmem.formats.detecting import LOOKED_AT, chosen, detect, is_slack
from graphmem.formats.encoding import as_utf8, buffered, not_utf8
from graphmem.formats.found import Found, Item, Problem, Reader, Told
from graphmem.formats.sources import Part, Source, spooled

READERS: dict[str, tuple[str, Reader]] = {
    "jsonl": ("JSON Lines", jsonl.read),
    "openai": ("OpenAI chat messages", lists.read),
    "chatgpt": ("ChatGPT export", chatgpt.read),
    "claude": ("Claude export", claude.read),
    "langchain": ("LangChain messages", langchain.read),
    "llamaindex": ("LlamaIndex chat store", llamaindex.read),
    "mem0": ("mem0 memories", mem0.read),
    "markdown": ("Markdown notes", notes.read_markdown),
    "text": ("plain text", notes.read_text),
    "whatsapp": ("WhatsApp chat", whatsapp.read),
    "slack": ("Slack export", slack.read),
}
"""What can be read: the name of each format, what people call it, and its reader."""

OWN = "graphmem"
OWN_TITLE = "graphmem export"

_ONCE = frozenset({"jsonl", OWN})
_BINARY = b"SQLite format 3\x00"


@dataclass(frozen=True, slots=True)
class Wishes:
    """How to read it: the format if it is not to be detected, a session for messages without one, encoding and time zone."""

    format: str | None = None
    session: str | None = None
    encoding: str | None = None
    zone: tzinfo = UTC


@dataclass(slots=True)
class Opened:
    """What was found: the titles of the formats, and the messages. `own` is the stream of graphmem's own export."""

    titles: list[str] = field(default_factory=list)
    found: Iterable[Found] = ()
    own: BinaryIO | None = None

    @property
    def title(self) -> str:
        """What it is, in words."""
        return " and ".join(dict.fromkeys(self.titles)) or "nothing that can be read"


def open_messages(source: Source, wishes: Wishes, stack: ExitStack) -> Opened:
    """Find out what the source is; its messages are read one by one later, while the stack is open.

    Raises:
        InvalidInput: when it is nothing that can be read, or an encoding that does not exist.
    """
    by_name = {part.name: part for part in source.parts}
    if source.many and wishes.format in (None, "slack") and is_slack(by_name):
        return _slack(source, by_name, wishes)
    names = chosen(by_name) if source.many else list(by_name)
    if not names:
        raise InvalidInput(f"{source.name} holds no file that can be imported")
    readings = [_reading(source, by_name[name], wishes, stack) for name in names]
    if own := [one for one in readings if one.format == OWN]:
        if len(readings) > 1:
            raise InvalidInput(f"{own[0].part.name} is an export of graphmem; import it on its own")
        return Opened([OWN_TITLE], own=own[0].stream())
    titles = [READERS[one.format][0] for one in readings]
    return Opened(titles, (found for one in readings for found in one.messages()))


@dataclass(frozen=True, slots=True)
class _Reading:
    """One file to be read as one format."""

    part: Part
    format: str
    told: Told
    encoding: str | None

    def stream(self) -> BinaryIO:
        return _utf8(self.part, self.encoding)

    def messages(self) -> Iterator[Found]:
        return _checked(READERS[self.format][1](self.stream, self.told))


def _reading(source: Source, part: Part, wishes: Wishes, stack: ExitStack) -> _Reading:
    """How a file is to be read; of a pipe, what has come by now decides."""
    if source.pipe:
        once = buffered(part.open())
        once.peek(1)
        part = Part(part.name, lambda: cast("BinaryIO", once))
        format_ = wishes.format or detect(_head(once, wishes.encoding), part.name)
        if format_ not in _ONCE:
            part = stack.enter_context(spooled(part))
        return _Reading(part, format_, _told(source, part, wishes), wishes.encoding)
    format_ = wishes.format or detect(_beginning(part, wishes.encoding), part.name)
    return _Reading(part, format_, _told(source, part, wishes), wishes.encoding)


def _head(stream: object, encoding: str | None) -> bytes:
    """What a pipe brought so far, in UTF-8."""
    import io

    peeked = cast("io.BufferedReader", stream).peek(LOOKED_AT)[:LOOKED_AT]
    return as_utf8(io.BufferedReader(cast("io.RawIOBase", io.BytesIO(peeked))), encoding).read(LOOKED_AT)


def _beginning(part: Part, encoding: str | None) -> bytes:
    with part.open() as stream:
        raw = buffered(stream)
        if raw.peek(len(_BINARY)).startswith(_BINARY):
            return _BINARY
        return as_utf8(raw, encoding).read(LOOKED_AT)


def _utf8(part: Part, encoding: str | None) -> BinaryIO:
    raw = buffered(part.open())
    try:
        return cast("BinaryIO", raw) if raw.peek(len(_BINARY)).startswith(_BINARY) else as_utf8(raw, encoding)
    except BaseException:  # what is packed may turn out broken with its first byte
        raw.close()
        raise


def _told(source: Source, part: Part, wishes: Wishes) -> Told:
    """What the reader is told; the chat in a zip is called what the zip is called."""
    inside = PurePosixPath(part.name)
    title = PurePosixPath(source.name).stem if source.many and inside.name == "_chat.txt" else inside.stem
    return Told(part.name, title, wishes.session, wishes.zone, part.modified, part.path)


def _slack(source: Source, by_name: dict[str, Part], wishes: Wishes) -> Opened:
    files: dict[str, Callable[[], BinaryIO]] = {
        name: partial(_utf8, part, wishes.encoding) for name, part in by_name.items()
    }
    read = slack.read_all(files, lambda name: _told(source, by_name[name], wishes))
    return Opened([READERS["slack"][0]], _checked(read))


def _checked(found: Iterator[Found]) -> Iterator[Found]:
    """The same; what holds bytes that are not UTF-8 is a problem."""
    for one in found:
        reason = not_utf8(one.fields) if isinstance(one, Item) else ""
        yield Problem(one.where, reason) if reason else one

"""The last turns verbatim, in pieces that must not be parted.

A tool's result means nothing without the call it answers, and endpoints refuse one without the other. So a call and its
results are one unit: kept together or left out together. A result whose call is no longer in the window is left out,
and so is a call that was never answered; what was said beside it stays.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Iterator, Sequence, Set
from dataclasses import dataclass, field, replace
from typing import Any

from graphmem.context.lines import TAKEN_BACK, neutral, plain, speaker
from graphmem.context.sameness import Saying, words
from graphmem.types import (
    ApartPart,
    ChatMessage,
    FactPart,
    ImagePart,
    JsonPart,
    Message,
    SamePart,
    TextPart,
    ToolCallPart,
    ToolResultPart,
)

_NOT_IN_NAMES = re.compile(r"[^a-zA-Z0-9_-]+")
_LONGEST_NAME = 64


@dataclass(frozen=True, slots=True)
class Unit:
    """What stays together: the stored messages it was made of, as chat messages and as text.

    `who` is the speaker; `shortened` says that a passage stands for what was too long, `taken_back` that its word was undone.
    """

    messages: tuple[Message, ...]
    chat: tuple[ChatMessage, ...]
    who: str
    text: str
    shortened: bool = False
    taken_back: bool = False


@dataclass(frozen=True, slots=True)
class Units:
    """A window in units, oldest first, and the messages of which a call or a result stands alone."""

    units: tuple[Unit, ...]
    alone: tuple[Message, ...]


@dataclass(slots=True)
class _Draft:
    """A unit while its results are being found."""

    message: Message
    calls: tuple[ToolCallPart, ...] = ()
    answers: dict[str, tuple[Message, ToolResultPart]] = field(default_factory=dict)


def units(
    window: Sequence[Message],
    *,
    self_name: str | None,
    waiting_calls: bool = False,
    taken_back: Set[str] = frozenset(),
) -> Units:
    """Arrange a window, oldest first, into units; each result goes to the nearest call before it with its id.

    With `waiting_calls`, a call that nothing but results follows yet stays though it has no answer: it may still get one.
    What was said in the messages `taken_back` (ids) is shown as that.
    """
    drafts: list[_Draft] = []
    waiting: dict[str, _Draft] = {}
    alone: dict[str, Message] = {}
    for message in window:
        results = [part for part in message.parts if isinstance(part, ToolResultPart)]
        matched = [_answer(waiting.pop(result.call_id, None), message, result) for result in results]
        if not all(matched) or (message.role == "tool" and not results):
            alone[message.id] = message
        if message.role != "tool":
            drafts.append(_Draft(message, tuple(part for part in message.parts if isinstance(part, ToolCallPart))))
            waiting |= {call.call_id: drafts[-1] for call in drafts[-1].calls}
    last = drafts[-1] if drafts and waiting_calls else None
    alone |= {
        draft.message.id: draft.message
        for draft in drafts
        if draft is not last and any(c.call_id not in draft.answers for c in draft.calls)
    }
    made = (_unit(draft, self_name, waits=draft is last) for draft in drafts)
    told = (_marked(unit) if unit.messages[0].id in taken_back else unit for unit in made if unit.chat)
    return Units(tuple(told), tuple(alone.values()))


def shorten(unit: Unit, quote: Callable[[str], str]) -> Unit:
    """The unit with `quote` of each text in place of the text; calls stay whole, for half a call is none."""

    def brief(text: str) -> str:
        return quote(text.removesuffix(TAKEN_BACK)) + TAKEN_BACK if unit.taken_back else quote(text)

    chat = tuple({**message, "content": _said_otherwise(message["content"], brief)} for message in unit.chat)
    return replace(unit, chat=chat, text=_text(chat, unit.who), shortened=True)


def _marked(unit: Unit) -> Unit:
    """The unit with every text of its message shown as taken back; what tools answered was nobody's word."""
    first, *answers = unit.chat
    said = {**first, "content": _said_otherwise(first["content"], lambda text: text + TAKEN_BACK)}
    chat = (said, *answers)
    return replace(unit, chat=chat, text=_text(chat, unit.who), taken_back=True)


def sayings(unit: Unit) -> tuple[Saying, ...]:
    """What a unit says, as far as it is shown; what was taken back stands for nobody else's saying the same."""
    who = unit.who + TAKEN_BACK if unit.taken_back else unit.who
    contents = (message["content"] for message in unit.chat if message["role"] != "tool")
    said = (" ".join(_texts(content)) for content in contents if content)
    return tuple(Saying(who, words(plain(text))) for text in said)


def _said_otherwise(content: Any, quote: Callable[[str], str]) -> Any:
    if isinstance(content, list):
        return [{**part, "text": quote(part["text"])} if "text" in part else part for part in content]
    return quote(content) if content else content


def _answer(draft: _Draft | None, message: Message, result: ToolResultPart) -> bool:
    if draft is not None:
        draft.answers[result.call_id] = (message, result)
    return draft is not None


def _unit(draft: _Draft, self_name: str | None, *, waits: bool) -> Unit:
    calls = tuple(call for call in _distinct(draft.calls) if waits or call.call_id in draft.answers)
    answers = [draft.answers[call.call_id] for call in calls if call.call_id in draft.answers]
    chat = [*_said(draft.message, calls), *(_result(result) for _, result in answers)]
    messages = {message.id: message for message in (draft.message, *(message for message, _ in answers))}
    who = plain(speaker(draft.message, self_name))
    return Unit(tuple(messages.values()), tuple(chat), who, _text(chat, who))


def _distinct(calls: Sequence[ToolCallPart]) -> Iterator[ToolCallPart]:
    yield from {call.call_id: call for call in calls}.values()


def _said(message: Message, calls: Sequence[ToolCallPart]) -> Iterator[ChatMessage]:
    """The message itself, unless nothing of it is left."""
    content = _content(message)
    if not content and not calls:
        return
    said: dict[str, Any] = {"role": message.role}
    if name := _name(message):
        said["name"] = name
    said["content"] = content or None
    if calls:
        said["tool_calls"] = [_call(call) for call in calls]
    yield said


def _content(message: Message) -> str | list[dict[str, Any]]:
    """The text as a string; as parts where a user sent an image, which only users may."""
    if message.role == "user" and any(isinstance(part, ImagePart) for part in message.parts):
        return [shown for part in message.parts if (shown := _shown(part))]
    return _readable(message)


def _readable(message: Message) -> str:
    return "\n".join(text for part in message.parts or (TextPart(message.text),) if (text := _part_text(part)))


def _shown(part: object) -> dict[str, Any] | None:
    if isinstance(part, ImagePart):
        return {"type": "image_url", "image_url": {"url": part.url}}
    text = _part_text(part)
    return {"type": "text", "text": text} if text else None


def _part_text(part: object) -> str:
    match part:
        case TextPart(text) | FactPart(text) | SamePart(text) | ApartPart(text):
            return text
        case JsonPart(json):
            return json
        case ImagePart():
            return "[image]"
    return ""


def _name(message: Message) -> str:
    """The speaker in the letters endpoints allow; empty for who needs no name or has none of those letters."""
    letters = unicodedata.normalize("NFKD", message.speaker or "")
    ascii_only = letters.encode("ascii", "ignore").decode("ascii")
    return _NOT_IN_NAMES.sub("_", ascii_only).strip("_")[:_LONGEST_NAME]


def _call(call: ToolCallPart) -> dict[str, Any]:
    return {"id": call.call_id, "type": "function", "function": {"name": call.name, "arguments": call.arguments}}


def _result(result: ToolResultPart) -> ChatMessage:
    return {"role": "tool", "tool_call_id": result.call_id, "content": result.content}


def _text(chat: Sequence[ChatMessage], who: str) -> str:
    """The unit as lines that begin with a speaker; what runs over a line is indented, to pass for nobody else's."""
    entries = [entry for message in chat for entry in _entries(message, who)]
    return "\n".join("\n  ".join(neutral(entry).splitlines()) for entry in entries)


def _entries(message: ChatMessage, who: str) -> Iterator[str]:
    if content := message["content"]:
        yield f"{'Tool' if message['role'] == 'tool' else who}: " + "\n".join(_texts(content))
    for call in message.get("tool_calls", ()):
        yield f"{who} calls {call['function']['name']}({call['function']['arguments']})"


def _texts(content: Any) -> list[str]:
    return [content] if isinstance(content, str) else [part.get("text", "[image]") for part in content]

"""A draft of a context and its two renderings: as a chat, and as one text with the same content.

Everything remembered stands in one block between markers, under prose that says what it is; the system text stands
before it, the window and the turn after it. The turn appears once, at the end.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from graphmem import texts
from graphmem.context import times
from graphmem.context.lines import CLOSE, OPEN, Line
from graphmem.context.window import Unit
from graphmem.tokens import TokenCounter
from graphmem.types import ChatMessage

HEADINGS = {"facts": "Facts:", "summary": "Earlier in this conversation, in short:", "messages": "Said before:"}
UNSURE = "Perhaps nothing remembered answers the turn below."
WINDOW_HEADING = "The conversation so far:"


@dataclass(frozen=True, slots=True)
class Draft:
    """What a context shows, each part in the order in which it reads; `answered` as the recall has it."""

    turn: str
    now: datetime
    system: str | None = None
    facts: tuple[Line, ...] = ()
    summary: tuple[Line, ...] = ()
    messages: tuple[Line, ...] = ()
    window: tuple[Unit, ...] = ()
    answered: bool = True

    @property
    def remembered(self) -> bool:
        """Whether there is a memory block."""
        return bool(self.facts or self.summary or self.messages)


@dataclass(frozen=True, slots=True)
class Measure:
    """The tokens of a draft in both renderings; those of tools count with the chat."""

    chat: int
    text: int

    @property
    def most(self) -> int:
        """What must fit the budget."""
        return max(self.chat, self.text)


def chat(draft: Draft) -> tuple[ChatMessage, ...]:
    """One system message if there is anything for it, the window, the turn."""
    head = _join(draft.system, memory(draft))
    system: list[ChatMessage] = [{"role": "system", "content": head}] if head else []
    return (*system, *(message for unit in draft.window for message in unit.chat), _user(draft.turn))


def text(draft: Draft) -> str:
    """The same as plain text; it ends with the turn."""
    return _join(draft.system, memory(draft), window(draft)) + ("\n\n" if has_head(draft) else "") + draft.turn


def measure(draft: Draft, counter: TokenCounter, tools: Sequence[Mapping[str, Any]] = ()) -> Measure:
    """Both renderings counted as they will be handed over."""
    return Measure(counter.chat(chat(draft)) + counter.tools(tools), counter.text(text(draft)))


def has_head(draft: Draft) -> bool:
    """Whether anything stands before the turn."""
    return bool(draft.system or draft.remembered or draft.window)


def memory(draft: Draft) -> str:
    """The memory block with what introduces it; empty when nothing is remembered."""
    if not draft.remembered:
        return ""
    today = f"Today is {times.day(draft.now)}."
    unsure = () if draft.answered else (UNSURE,)
    return "\n".join((texts.prompt("memory"), OPEN, today, *unsure, *_sections(draft), CLOSE))


def section(name: str, lines: Sequence[Line]) -> str:
    """One section of the memory block; empty without lines."""
    return "\n".join((HEADINGS[name], *_dated(lines))) if lines else ""


def _dated(lines: Sequence[Line]) -> Iterator[str]:
    """The lines, with a day said once for all of it that follow one another."""
    heading = ""
    for line in lines:
        if line.heading and line.heading != heading:
            yield f"{line.heading}:"
        heading = line.heading
        yield line.text


def window(draft: Draft) -> str:
    """The window as text; empty without units."""
    return "\n".join((WINDOW_HEADING, *(unit.text for unit in draft.window))) if draft.window else ""


def _sections(draft: Draft) -> list[str]:
    named = (("facts", draft.facts), ("summary", draft.summary), ("messages", draft.messages))
    return [section(name, lines) for name, lines in named if lines]


def _join(*parts: str | None) -> str:
    return "\n\n".join(part for part in parts if part)


def _user(turn: str) -> ChatMessage:
    return {"role": "user", "content": turn}

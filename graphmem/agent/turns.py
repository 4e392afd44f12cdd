"""A turn of an agent, the tools it may use in it, and where a caller's own functions come in."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, Protocol

from graphmem.tools import Answer
from graphmem.types import Context, Receipt, ToolCallPart


class Toolbox(Protocol):
    """Tools for a model: `Tools` is one, and so is whatever offers schemas and answers calls without raising at the model."""

    def schemas(self) -> list[dict[str, Any]]:
        """As chat endpoints take them."""

    def answer(self, name: str, arguments: str | Mapping[str, Any] | None = None) -> Answer:
        """What a tool answers."""


@dataclass(frozen=True, slots=True)
class Used:
    """A tool that was called, and its answer."""

    call: ToolCallPart
    answer: Answer


@dataclass(frozen=True, slots=True)
class Turn:
    """One turn: the answer, what the model was handed, the tools it used, and the receipts of both messages; None for an answer that redaction refuses to keep."""

    text: str
    context: Context
    used: tuple[Used, ...]
    said: Receipt
    answered: Receipt | None


@dataclass(frozen=True, slots=True)
class Hooks:
    """Functions of the caller's own, each called where its name says. What they raise ends the turn; the user's words are kept.

    `allows` is asked before a tool is called, and a call it says no to is answered so.
    """

    on_context: Callable[[Context], None] = lambda _: None
    allows: Callable[[ToolCallPart], bool] = lambda _: True
    on_tool: Callable[[Used], None] = lambda _: None
    on_turn: Callable[[Turn], None] = lambda _: None


#: Nothing is asked, nothing is told.
NO_HOOKS = Hooks()

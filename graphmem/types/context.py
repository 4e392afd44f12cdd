"""What is handed to the model before a turn: sections in order, inside an exact budget."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Literal

from graphmem.errors import InvalidInput

SectionName = Literal["system", "facts", "summary", "messages", "window", "turn"]

ChatMessage = Mapping[str, Any]
"""A chat message as OpenAI-compatible endpoints take it."""


@dataclass(frozen=True, slots=True)
class TokenBudget:
    """How the limit is shared. `total` and `reserve` are tokens; `reserve` is kept free for the answer.

    The shares are fractions of what system text and turn leave over; what facts and window do not use goes to messages, and
    what those do not use to the summary. Of a small budget facts get more than their share. What is still free then is
    offered to the window, messages, facts and summary again.
    """

    total: int
    reserve: int = 0
    facts: float = 0.10
    window: float = 0.40
    messages: float = 0.40
    summary: float = 0.10

    def __post_init__(self) -> None:
        for name, number in (("a token budget", self.total), ("reserve", self.reserve)):
            if type(number) is not int:
                raise InvalidInput(f"{name} must be a whole number of tokens, not {number!r}")
        if self.total < 1:
            raise InvalidInput(f"a token budget must be at least 1, not {self.total!r}")
        if not 0 <= self.reserve < self.total:
            raise InvalidInput(f"reserve must be at least 0 and below the budget of {self.total}, not {self.reserve!r}")
        shares = (self.facts, self.window, self.messages, self.summary)
        if not (min(shares) >= 0 and sum(shares) <= 1 + 1e-9):
            raise InvalidInput(f"shares must be at least 0 and add up to at most 1, not {shares!r}")


@dataclass(frozen=True, slots=True)
class SinceSummary:
    """A window of all that the running summary does not cover yet, so that each turn stands in one of the two."""


@dataclass(frozen=True, slots=True)
class LastTurns:
    """A window of the last `count` turns: each a user's message with all that follows it until the next."""

    count: int

    def __post_init__(self) -> None:
        _require_whole(self.count, "LastTurns", "turns")


@dataclass(frozen=True, slots=True)
class LastTokens:
    """A window of the last messages that take at most so many tokens together."""

    tokens: int

    def __post_init__(self) -> None:
        _require_whole(self.tokens, "LastTokens", "tokens")


@dataclass(frozen=True, slots=True)
class LastMessages:
    """A window of the last messages, at most `count` of them; a tool's result whose call is further back is none of them."""

    count: int

    def __post_init__(self) -> None:
        _require_whole(self.count, "LastMessages", "messages")


WindowPolicy = SinceSummary | LastTurns | LastMessages | LastTokens
"""What the window is made of; the budget may then still cut it at its old end."""


@dataclass(frozen=True, slots=True)
class ByPriority:
    """What a conversation in memory keeps within `tokens` less `reserved` ones, which are left for everything beside it.

    System text stays, then the last `recent` messages as far as they fit; of the others those of highest priority, a
    sum of how late they came and how much they matter (`Message.importance`, half where it has none), each from 0 to 1.
    """

    tokens: int
    reserved: int = 0
    recent: int = 10
    recency: float = 0.4
    importance: float = 0.6

    def __post_init__(self) -> None:
        for number, what in ((self.tokens, "tokens"), (self.reserved, "reserved tokens"), (self.recent, "messages")):
            _require_whole(number, "ByPriority", what)
        if self.reserved >= self.tokens:
            raise InvalidInput(f"reserved must be below the {self.tokens} tokens of the window, not {self.reserved!r}")
        if min(self.recency, self.importance) < 0:
            raise InvalidInput(f"weights must be at least 0, not {self.recency!r} and {self.importance!r}")


def _require_whole(number: object, policy: str, what: str) -> None:
    if not isinstance(number, int) or isinstance(number, bool) or number < 0:
        raise InvalidInput(f"{policy} takes a whole number of {what} of at least 0, not {number!r}")


@dataclass(frozen=True, slots=True)
class Section:
    """One part of a context. `tokens` is what it adds to the chat rendering; `items` how many entries it shows.

    `ids` are those of the facts or messages shown, in the order shown: of a fact's sources, of what an answer stands on.
    """

    name: SectionName
    text: str
    tokens: int
    items: int
    ids: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Context:
    """A finished context. `tokens` counts the chat rendering, `text_tokens` the text rendering.

    `exact` is False when the model's tokenizer is unknown and the counts are an upper bound.
    """

    chat: tuple[ChatMessage, ...]
    text: str
    tokens: int
    text_tokens: int
    budget: TokenBudget
    sections: tuple[Section, ...]
    notes: tuple[str, ...] = field(default=())
    exact: bool = True

    def to_messages(self) -> list[dict[str, Any]]:
        """The chat rendering, as OpenAI-compatible endpoints take it."""
        return [dict(message) for message in self.chat]

    def explain(self) -> str:
        """Why each part is here and what was left out, a sentence a line."""
        return "\n".join(self.notes)

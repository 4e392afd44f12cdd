"""So many tokens at a time: guessed while there is plenty of room, counted when it matters.

Counting may mean asking a server. So a message is estimated when it comes, and counted truly once the conversation takes more
than `sync_threshold` of the limit, or when `sync` is called; until then `is_dirty` says that the sum is a guess.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import replace
from inspect import isawaitable
from math import ceil
from typing import Any, Self, TypeAlias, TypeVar

from graphmem.conversation.base import Conversation
from graphmem.conversation.dialects import CHAT, Dialect
from graphmem.conversation.held import Held, lone_results, partners
from graphmem.conversation.long_term import LongTerm
from graphmem.conversation.selecting import Selector, removed
from graphmem.conversation.stats import Stats
from graphmem.errors import InvalidInput, ModelError
from graphmem.llm.protocol import ChatModel
from graphmem.memory.border import whole_or_none

T = TypeVar("T")

Tokenize: TypeAlias = Callable[[list[T]], "int | Awaitable[int]"]
"""The tokens of messages, as the model's own tokenizer counts them."""

#: The limit where nobody says one: what most models read.
MOST_TOKENS = 128_000

_PER_TOKEN = 4

_log = logging.getLogger("graphmem")


class TokenBounded(Conversation[T]):
    """A conversation of at most `max_tokens`, by default as many as `model` reads; messages leave above `capacity_threshold` of that.

    `model` is a `ChatModel` or a model's name. `estimate` guesses a message's tokens, by default a quarter of its characters;
    `tokenize` counts them, by default with the model's tokenizer. `removal_selector` chooses who leaves, as in `Sliding`.

    >>> import asyncio
    >>> async def story():
    ...     talk = TokenBounded(100, model="gpt-4o")
    ...     await talk.add({"role": "user", "content": "Hello world!"})
    ...     guessed = talk.is_dirty, talk.tokens_used
    ...     await talk.sync()
    ...     return guessed, (talk.is_dirty, talk.tokens_used)
    >>> asyncio.run(story())
    ((True, 4), (False, 7))
    """

    kind = "token bounded"

    def __init__(
        self,
        max_tokens: int | None = None,
        *,
        model: ChatModel | str | None = None,
        capacity_threshold: float = 0.75,
        sync_threshold: float = 0.25,
        removal_selector: Selector[T] | None = None,
        estimate: Callable[[T], int] | None = None,
        tokenize: Tokenize[T] | None = None,
        behind: LongTerm | None = None,
        dialect: Dialect[Any] = CHAT,
    ) -> None:
        name = model if isinstance(model, str) or model is None else model.name
        super().__init__(dialect, behind=behind, model=name)
        for what, share in (("capacity_threshold", capacity_threshold), ("sync_threshold", sync_threshold)):
            if not 0 <= share <= 1:
                raise InvalidInput(f"{what} must lie in [0, 1], not {share!r}")
        self.max_tokens = whole_or_none(max_tokens, "max_tokens", least=1)
        self._model = model if not isinstance(model, str) else None
        self._capacity, self._sync_from = capacity_threshold, sync_threshold
        self._selector, self._estimate, self._tokenize = removal_selector, estimate, tokenize
        self._sizes: dict[int, tuple[int, bool]] = {}

    @property
    def tokens_used(self) -> int:
        """The tokens of what is held, as far as they are known."""
        return sum(self._sized(one)[0] for one in self._held)

    @property
    def is_dirty(self) -> bool:
        """Whether some of them are only estimated."""
        return any(self._sized(one)[1] for one in self._held)

    async def sync(self) -> None:
        """Count truly what was estimated. What the tokenizer cannot count now stays an estimate."""
        async with self._changing:
            await self._count()

    def stats(self) -> Stats:
        """The conversation in numbers, with its limit."""
        found = replace(super().stats(), is_dirty=self.is_dirty)
        return replace(found, tokens_used=self.tokens_used, most_tokens=self.max_tokens or MOST_TOKENS)

    def copy(self) -> Self:
        """Another conversation that holds the same now, and goes its own way."""
        other = super().copy()
        other._sizes = dict(self._sizes)
        return other

    async def _leaving(self, new: Held[T]) -> list[Held[T]]:
        limit = await self._limit()
        if self.tokens_used > limit * self._sync_from:
            await self._count()
        together = partners(self._held, new)
        if (least := self._tokens(together)) > limit:
            raise InvalidInput(
                f"the message takes {least} tokens with what it belongs to, and the window holds {limit}"
            )
        staying = [one for one in self._held if one not in together]
        left: list[Held[T]] = []
        while staying and least + self._tokens(staying) > limit * self._capacity:
            left += removed(staying, self._selector)
            staying = [one for one in staying if one not in left]
        return left + lone_results([one for one in self._held if one not in left])

    async def _limit(self) -> int:
        if self.max_tokens is None:
            known = await asyncio.to_thread(self._model.context_length, "answer") if self._model else None
            self.max_tokens = known or MOST_TOKENS
        return self.max_tokens

    async def _count(self) -> None:
        for one in self._held:
            if self._sized(one)[1]:
                try:
                    self._sizes[one.number] = (await self._counted(one), False)
                except ModelError as error:
                    _log.warning("a message's tokens stay estimated: %s", error)
                    return

    async def _counted(self, one: Held[T]) -> int:
        if self._tokenize is None:
            return super()._size(one)
        counted = self._tokenize([one.given])
        return await counted if isawaitable(counted) else counted

    def _tokens(self, held: tuple[Held[T], ...] | list[Held[T]]) -> int:
        return sum(self._sized(one)[0] for one in held)

    def _sized(self, one: Held[T]) -> tuple[int, bool]:
        """A message's tokens, and whether they are a guess."""
        if one.number not in self._sizes:
            guess = self._estimate or self._guess
            self._sizes[one.number] = (guess(one.given), True)
        return self._sizes[one.number]

    def _guess(self, message: T) -> int:
        read = self.dialect.read(message)
        written = (
            len(str(read.get("role", "")))
            + len(str(read.get("content") or ""))
            + len(str(read.get("tool_calls") or ""))
        )
        return ceil(written / _PER_TOKEN)

    def _own_state(self) -> Mapping[str, Any]:
        return {"sizes": [[one.number, *self._sized(one)] for one in self._held]}

    def _restore_own(self, state: Mapping[str, Any]) -> None:
        self._sizes = {int(number): (int(tokens), bool(guess)) for number, tokens, guess in state["sizes"]}

"""What models cost: calls and tokens counted, held to a budget an hour, and no more at a time than a server bears.

Counts are of this process. When a budget is spent, asking raises `ModelError` before anything is sent, so that rules take over or
the message waits, and says so.
"""

from __future__ import annotations

import threading
from collections import Counter, deque
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from typing import Any

from graphmem.errors import GraphmemError, ModelError
from graphmem.forking import anew_after_fork
from graphmem.llm.protocol import ChatModel, Form, Piece, Purpose, Reply, Usage
from graphmem.types import ChatMessage, Hour, Spent

HOUR = timedelta(hours=1)


@dataclass(frozen=True, slots=True)
class Budget:
    """The most calls and tokens (prompt and completion together) an hour; None is no limit."""

    calls: int | None = None
    tokens: int | None = None


@dataclass(frozen=True, slots=True)
class Price:
    """What a million tokens cost, in any currency."""

    prompt: float = 0.0
    completion: float = 0.0


class Metered:
    """A chat model that counts what it is asked, keeps to a budget, and lets in only so many at a time."""

    def __init__(
        self,
        model: ChatModel,
        *,
        clock: Callable[[], datetime] = lambda: datetime.now(UTC),
        budget: Budget = Budget(),
        price: Price = Price(),
        at_once: int = 4,
    ) -> None:
        self._model = model
        self._clock = clock
        self._budget = budget
        self._price = price
        self._at_once = at_once
        self.after_fork()
        self._recent: deque[tuple[datetime, int, int]] = deque()  # when, calls, tokens
        self._counts: Counter[str] = Counter()
        anew_after_fork(self)

    def after_fork(self) -> None:
        """Nobody is being answered in a new process."""
        self._places = threading.BoundedSemaphore(self._at_once)
        self._lock = threading.Lock()

    @property
    def name(self) -> str:
        """The model's name."""
        return self._model.name

    def context_length(self, purpose: Purpose) -> int | None:
        """As the model says."""
        return self._model.context_length(purpose)

    def complete(
        self,
        messages: Sequence[ChatMessage],
        *,
        purpose: Purpose,
        form: Form | None = None,
        most_tokens: int | None = None,
        tools: Sequence[Mapping[str, Any]] = (),
    ) -> Reply:
        """The model's reply, counted.

        Raises:
            ModelError: when the budget of this hour is spent, or whatever the model raises that is no error of graphmem's.
            ConfigError, InvalidInput: as the model raises.
        """
        with self._counted() as count:
            reply = self._model.complete(messages, purpose=purpose, form=form, most_tokens=most_tokens, tools=tools)
            count(reply.usage)
            return reply

    def stream(
        self,
        messages: Sequence[ChatMessage],
        *,
        purpose: Purpose,
        most_tokens: int | None = None,
        tools: Sequence[Mapping[str, Any]] = (),
    ) -> Iterator[Piece]:
        """The model's reply piece by piece, counted as a call; its tokens are not, since servers do not say them."""
        with self._counted() as count:
            try:
                yield from self._model.stream(messages, purpose=purpose, most_tokens=most_tokens, tools=tools)
            except GeneratorExit:
                count(Usage())  # it answered, and nobody wanted more
                raise
            count(Usage())

    def spent(self) -> Spent:
        """What was asked so far."""
        with self._lock:
            counts = dict(self._counts)
        prompt, completion = counts.get("prompt", 0), counts.get("completion", 0)
        cost = (prompt * self._price.prompt + completion * self._price.completion) / 1_000_000
        return Spent(counts.get("calls", 0), prompt, completion, counts.get("failed", 0), cost)

    @contextmanager
    def _counted(self) -> Iterator[Callable[[Usage], None]]:
        self._admit()
        answered: list[Usage] = []
        with self._places:
            try:
                yield answered.append
            except GraphmemError:
                raise
            except Exception as error:
                # A model is somebody else's code, and what it raises must lose no message.
                raise ModelError(f"{self.name} raised {type(error).__name__}: {error}") from error
            finally:
                self._count(answered)

    def hour(self) -> Hour:
        """What was asked in the last hour, and the budget it counts against."""
        now = self._clock()
        with self._lock:
            return self._hour(now)

    def _hour(self, now: datetime) -> Hour:
        while self._recent and self._recent[0][0] <= now - HOUR:
            self._recent.popleft()
        calls = sum(called for _, called, _ in self._recent)
        tokens = sum(used for _, _, used in self._recent)
        return Hour(calls, tokens, self._budget.calls, self._budget.tokens)

    def _admit(self) -> None:
        """Take a call out of the budget, or refuse it."""
        now = self._clock()
        with self._lock:
            hour = self._hour(now)
            if hour.spent:
                raise ModelError(
                    f"the budget of this hour is spent: {hour.calls} of {hour.most_calls} calls, {hour.tokens} of "
                    f"{hour.most_tokens} tokens; it is asked again when the hour has passed"
                )
            self._recent.append((now, 1, 0))
            self._counts["calls"] += 1

    def _count(self, answered: Sequence[Usage]) -> None:
        used = answered[0] if answered else Usage()
        with self._lock:
            self._counts.update(prompt=used.prompt, completion=used.completion, failed=int(not answered))
            self._recent.append((self._clock(), 0, used.prompt + used.completion))

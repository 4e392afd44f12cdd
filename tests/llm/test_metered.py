"""What is counted, and what happens when a budget is spent."""

from __future__ import annotations

import threading
from collections.abc import Iterator, Sequence
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest

from graphmem import ModelError
from graphmem.llm.metered import Budget, Metered, Price
from graphmem.llm.protocol import Purpose, Reply, Usage
from graphmem.testing import FixedClock
from graphmem.types import ChatMessage, Spent

NOW = datetime(2026, 11, 30, 12, tzinfo=UTC)
ASKED: list[ChatMessage] = [{"role": "user", "content": "hi"}]


class Scripted:
    """A model that answers with ten tokens for five, or raises."""

    name = "scripted"

    def __init__(self) -> None:
        self.fails = False
        self.inside = self.most_inside = 0
        self._lock = threading.Lock()

    def complete(self, messages: Sequence[ChatMessage], **_: Any) -> Reply:
        """One reply."""
        with self._lock:
            self.inside += 1
            self.most_inside = max(self.most_inside, self.inside)
        threading.Event().wait(0.01)
        with self._lock:
            self.inside -= 1
        if self.fails:
            raise ModelError("down")
        return Reply("ok", usage=Usage(5, 10))

    def stream(self, messages: Sequence[ChatMessage], **_: Any) -> Iterator[str]:
        """Two pieces."""
        yield from ("o", "k")

    def context_length(self, purpose: Purpose) -> int | None:
        """Known."""
        return 100


def test_calls_tokens_failures_and_cost_are_counted() -> None:
    """A stream is a call whose tokens nobody told."""
    scripted = Scripted()
    model = Metered(scripted, clock=FixedClock(NOW), price=Price(prompt=2.0, completion=8.0))

    model.complete(ASKED, purpose="extract")
    assert "".join(map(str, model.stream(ASKED, purpose="answer"))) == "ok"
    scripted.fails = True
    with pytest.raises(ModelError, match="down"):
        model.complete(ASKED, purpose="extract")

    assert model.spent() == Spent(calls=3, prompt=5, completion=10, failed=1, cost=(5 * 2 + 10 * 8) / 1_000_000)


@pytest.mark.parametrize(
    ("budget", "said"), [(Budget(calls=2), "2 of 2 calls"), (Budget(tokens=30), "30 of 30 tokens")]
)
def test_a_spent_budget_refuses_until_the_hour_has_passed(budget: Budget, said: str) -> None:
    """Nothing is sent meanwhile."""
    clock = FixedClock(NOW)
    model = Metered(Scripted(), clock=clock, budget=budget)
    model.complete(ASKED, purpose="extract")
    model.complete(ASKED, purpose="extract")

    with pytest.raises(ModelError, match=said):
        model.complete(ASKED, purpose="extract")
    clock.now = NOW + timedelta(hours=1)

    assert model.complete(ASKED, purpose="extract").text == "ok"
    assert model.spent().calls == 3


def test_no_more_are_asked_at_once_than_allowed() -> None:
    """Twelve threads, three places."""
    scripted = Scripted()
    model = Metered(scripted, clock=FixedClock(NOW), at_once=3)
    threads = [threading.Thread(target=model.complete, args=(ASKED,), kwargs={"purpose": "extract"}) for _ in range(12)]

    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()

    assert scripted.most_inside == 3
    assert model.spent().calls == 12

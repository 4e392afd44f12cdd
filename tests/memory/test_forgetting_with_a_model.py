"""Forgetting where a chat model reads: at once, whether it is there or not, and what it read with the forgotten in view is read again."""

from __future__ import annotations

import json
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest

from graphmem import Memory
from graphmem.llm.openai_compatible import OpenAIChat
from graphmem.testing import FixedClock
from tests.llm.endpoint import Endpoint, refusal, serving
from tests.memory.state import state

NOW = datetime(2026, 11, 30, 12, tzinfo=UTC)


def reads(body: dict[str, Any]) -> str:
    """Whoever says "same" likes what was last said to be liked anywhere in what the call shows."""
    lines = [json.loads(line) for line in body["messages"][-1]["content"].splitlines()]
    liked = [line["text"] for line in lines if line["text"].startswith("I like ")]
    same = liked[-1].removeprefix("I like ").strip(".") if liked else None
    claims = [
        {
            "message": line["message"],
            "quote": line["text"],
            "subject": "me",
            "predicate": "like",
            "object": line["text"][7:-1] if line["text"].startswith("I like ") else same,
        }
        for line in lines
        if "message" in line and (line["text"].startswith("I like ") or same)
    ]
    return json.dumps({"claims": claims})


@pytest.fixture
def endpoint() -> Iterator[Endpoint]:
    """A server whose model reads."""
    with serving() as server:
        server.answer = reads
        yield server


def opened(endpoint: Endpoint, llm: OpenAIChat, **more: Any) -> Memory:
    """Ada's memory."""
    return Memory.open(
        more.pop("url", "sqlite:///:memory:"),
        namespace="ada",
        user_name="Ada",
        extractor="llm",
        llm=llm,
        clock=FixedClock(NOW),
        **more,
    )


@pytest.fixture
def llm(endpoint: Endpoint) -> Iterator[OpenAIChat]:
    """The client."""
    with OpenAIChat("m", base_url=endpoint.url, retries=0, timeout=5) as chat:
        yield chat


def said(*texts: str) -> list[dict[str, Any]]:
    """Messages a minute apart."""
    return [{"content": text, "at": NOW - timedelta(hours=1) + timedelta(minutes=n)} for n, text in enumerate(texts)]


def sentences(memory: Memory) -> list[str]:
    """What is believed."""
    return sorted(fact.sentence for fact in memory.facts())


def test_it_is_forgotten_at_once_though_the_model_is_down(endpoint: Endpoint, llm: OpenAIChat) -> None:
    """What followed says nothing until it can be read again."""
    with opened(endpoint, llm) as memory:
        first, *_ = memory.remember_many(said("I like tea.", "Same here."))
        endpoint.say(refusal(503, "loading"))

        receipt = memory.forget(message=first.message.id)

        assert (receipt.messages, receipt.again) == (1, 1)
        assert sentences(memory) == []
        assert memory.status().backlog.waiting == 1
        assert not any("tea" in text for text in [one.text for one in memory.recall("tea").messages])


def test_once_flushed_it_is_as_if_never_heard(endpoint: Endpoint, llm: OpenAIChat) -> None:
    """Of a batch those before the forgotten one saw it too, and so did those the next call was shown it with."""
    texts = ["Same before.", "I like jazz.", *["Same here."] * 9, "I like tea.", "Same after."]
    with opened(endpoint, llm) as memory, opened(endpoint, llm) as never:
        memory.remember_many(said(*texts))
        never.remember_many([one for one in said(*texts) if one["content"] != "I like jazz."])

        jazz = next(one for one in memory.messages(limit=50) if "jazz" in one.text)
        memory.forget(message=jazz.id)
        memory.flush()

        assert sentences(memory) == sentences(never) == ["Ada likes tea"]
        assert state(memory)["entities"] == state(never)["entities"]
        assert memory.status().backlog.waiting == 0


def test_only_what_was_shown_with_it_is_read_again(endpoint: Endpoint, llm: OpenAIChat) -> None:
    """Nobody pays for reading a whole conversation once more."""
    with opened(endpoint, llm) as memory:
        receipts = memory.remember_many(said(*[f"I like thing{n}." for n in range(40)]))

        receipt = memory.forget(message=receipts[25].message.id)

        assert 10 <= receipt.again <= 20
        assert memory.status().facts == 39 - receipt.again


def test_a_dry_run_asks_nothing_and_names_what_is_forgotten(endpoint: Endpoint, llm: OpenAIChat) -> None:
    """Not what is only read again."""
    with opened(endpoint, llm) as memory:
        first, *_ = memory.remember_many(said("I like tea.", "I like jazz."))
        asked = len(endpoint.requests)

        receipt = memory.forget(message=first.message.id, dry_run=True)

        assert [fact.sentence for fact in receipt.gone] == ["Ada likes tea"]
        assert len(endpoint.requests) == asked
        assert len(memory.facts()) == 2


def test_a_background_worker_reads_again_by_itself(endpoint: Endpoint, llm: OpenAIChat, tmp_path: Path) -> None:
    """Without anybody asking."""
    with opened(endpoint, llm, url=f"sqlite:///{tmp_path}/m.db", background=True) as memory:
        first, *_ = memory.remember_many(said("I like tea.", "I like jazz."))
        memory.flush()

        memory.forget(message=first.message.id)
        memory._engine.background.finish()  # type: ignore[union-attr]

        assert sentences(memory) == ["Ada likes jazz"]

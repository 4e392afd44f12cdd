"""A memory that ends while a model is slow, is forked, or has nothing left that reads: nobody hangs, and nothing is lost."""

from __future__ import annotations

import asyncio
import json
import os
import threading
import time
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import pytest

from graphmem import AsyncMemory, ConfigError, InvalidInput, Memory, ModelError
from graphmem.extraction.hybrid import HybridExtractor
from graphmem.extraction.llm.extractor import LLMExtractor
from graphmem.llm.metered import Budget, Metered
from graphmem.llm.protocol import Purpose, Reply
from graphmem.memory.engine import utc_now
from graphmem.testing import PlainExtractor
from graphmem.types import ChatMessage


class Slow:
    """Answers "I like X." once it is let, or raises what it is told to."""

    name = "slow"

    def __init__(self, *, open: bool = True) -> None:
        self.gate, self.asked, self.calls = threading.Event(), threading.Event(), 0
        self.fails: Exception | None = None
        if open:
            self.gate.set()

    def complete(
        self,
        messages: Sequence[ChatMessage],
        **_: Any,
    ) -> Reply:
        """Once the gate is open."""
        self.calls += 1
        self.asked.set()
        assert self.gate.wait(20)
        if self.fails:
            raise self.fails
        lines = [json.loads(line) for line in str(messages[-1]["content"]).splitlines()]
        claims = [
            {"message": one["message"], "quote": one["text"], "subject": "me", "predicate": "like", "object": one["text"][7:-1]}
            for one in lines
            if "message" in one
        ]  # fmt: skip
        return Reply(json.dumps({"claims": claims}))

    def stream(self, messages: Sequence[ChatMessage], **_: Any) -> Iterator[str]:
        """Not used here."""
        raise NotImplementedError

    def context_length(self, purpose: Purpose) -> int | None:
        """Unknown."""
        return None


@pytest.fixture
def url(tmp_path: Path) -> str:
    """A file."""
    return f"sqlite:///{tmp_path}/m.db"


def test_closing_waits_for_the_call_in_hand_and_begins_no_other(url: str) -> None:
    """What it did not ask any more is found in the queue by the next one."""
    slow = Slow(open=False)
    with Memory.open(url, namespace="ada", extractor="llm", llm=slow, background=True) as memory:
        for number in range(120):
            memory.remember(f"I like thing{number}.", session=f"s{number % 12}")
        assert slow.asked.wait(20)
        closing = threading.Thread(target=memory.close)
        closing.start()
        while not memory._engine.llm._ended:  # type: ignore[union-attr]
            time.sleep(0.001)
        begun = slow.calls
        slow.gate.set()
        closing.join(20)

        assert not closing.is_alive()
        assert slow.calls == begun <= 4
    with Memory.open(url, namespace="ada", extractor="llm", llm=Slow()) as memory:
        assert memory.status().backlog.leased == 0
        memory.flush()

        assert len(memory.facts()) == 120


def test_closing_is_no_reason_to_do_without_the_model(url: str) -> None:
    """A hybrid reads by rules when the model is down, not when the memory is closed."""
    slow = Slow(open=False)
    memory = Memory.open(url, namespace="ada", extractor="llm", llm=slow)
    ending = memory._engine.llm
    assert ending is not None
    hybrid = HybridExtractor(PlainExtractor(), LLMExtractor(ending), share=1.0)
    memory.close()
    with Memory.open(url, namespace="ada", extractor=hybrid) as other:
        receipt = other.remember("Oddly it was tea that won in the end.")

        assert "closed" in receipt.pending
        assert hybrid.counts.fallbacks == 0


@pytest.mark.parametrize(
    "down", [ModelError("down"), ConfigError("wrong key"), InvalidInput("too long"), RuntimeError("a bug in a plug-in")]
)
def test_with_the_model_down_in_any_way_a_hybrid_reads_by_rules(down: Exception) -> None:
    """And with the rules down too, the message waits."""
    slow, rules = Slow(), PlainExtractor()
    slow.fails = down
    metered = Metered(slow, clock=utc_now)
    hybrid = HybridExtractor(rules, LLMExtractor(metered), share=1.0)
    with Memory.open("sqlite:///:memory:", namespace="ada", extractor=hybrid, llm=metered) as memory:
        fine = memory.remember("Ana lives in Lisbon. After all those years it was Porto that won her heart.")
        rules.broken = True
        waits = memory.remember("Tom lives in Porto.")
        rules.broken = False
        memory.flush()

        assert (fine.pending, bool(waits.pending)) == ("", True)
        assert {fact.sentence for fact in memory.facts()} == {"Ana lives in Lisbon", "Tom lives in Porto"}
        assert slow.calls >= 1


def test_a_spent_budget_keeps_messages_waiting_and_says_so() -> None:
    """Nothing is asked beyond it, and an hour later all is read."""
    slow = Slow()
    metered = Metered(slow, clock=utc_now, budget=Budget(calls=1))
    with Memory.open("sqlite:///:memory:", namespace="ada", extractor="llm", llm=metered) as memory:
        memory.remember("I like tea.")
        receipt = memory.remember("I like jazz.")
        status = memory.status()

        assert "budget of this hour is spent: 1 of 1 calls" in receipt.pending
        assert (status.hour.calls, status.hour.most_calls, status.hour.spent) == (1, 1, True)
        assert slow.calls == 1


def test_an_async_memory_with_a_worker_reads_and_closes(url: str) -> None:
    """The loop goes on meanwhile."""
    slow = Slow(open=False)

    async def story() -> tuple[str, int]:
        opened = Memory.open(url, namespace="ada", user_name="Ada", extractor="llm", llm=slow, background=True)
        async with AsyncMemory(opened) as memory:
            receipt = await memory.remember("I like tea.")
            slow.gate.set()
            await memory.flush()
            return receipt.pending, len(await memory.facts())

    pending, facts = asyncio.run(story())

    assert "in the background" in pending
    assert facts == 1


@pytest.mark.skipif(not hasattr(os, "fork"), reason="needs fork")
@pytest.mark.filterwarnings("ignore:.*fork.*:DeprecationWarning")
def test_a_forked_process_has_a_worker_of_its_own(url: str) -> None:
    """The parent's does not exist there, and neither do the calls it has on their way."""
    slow = Slow()
    with Memory.open(url, namespace="ada", extractor="llm", llm=slow, background=True) as memory:
        memory.remember("I like tea.")
        memory.flush()

        child = os.fork()
        if child == 0:
            memory.remember("I like jazz.")
            fine = memory.flush().waiting == 0 and len(memory.facts()) == 2
            os._exit(0 if fine else 1)
        _, status = os.waitpid(child, 0)

        assert os.waitstatus_to_exitcode(status) == 0
        assert len(memory.facts()) == 2

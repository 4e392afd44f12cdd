"""What a type checker makes of ordinary use: run by pytest, and checked by mypy with everything else."""

from __future__ import annotations

import asyncio
from typing import Any, assert_type

from graphmem import (
    AsyncMemory,
    Backlog,
    Context,
    Entity,
    Fact,
    ForgetReceipt,
    Memories,
    Memory,
    Message,
    Recall,
    Receipt,
    Status,
)
from graphmem.testing import FixedClock, PlainExtractor


def _opened() -> Memory:
    clock = FixedClock("2024-06-01T12:00:00+00:00")
    return Memory.open("sqlite:///:memory:", namespace="ada", extractor=PlainExtractor(), clock=clock)


def test_ordinary_use_is_typed() -> None:
    """Each call gives the noun it promises."""
    with _opened() as memory:
        receipt = assert_type(memory.remember("Ana lives in Porto."), Receipt)
        recall = assert_type(memory.recall("Where does Ana live?"), Recall)
        context = assert_type(memory.context("Where does Ana live?", budget=500), Context)

        assert_type(receipt.message, Message)
        assert_type(recall.facts, tuple[Fact, ...])
        assert_type(context.to_messages(), list[dict[str, Any]])
        assert_type(memory.entity("Ana"), Entity)
        assert_type(memory.flush(), Backlog)
        assert_type(memory.forget(message=receipt.message.id), ForgetReceipt)
        assert_type(memory.status(), Status)


def test_awaited_use_is_typed_like_the_other() -> None:
    """The same arguments, the same nouns."""

    async def story() -> Receipt:
        async with AsyncMemory(_opened()) as memory:
            await memory.recall("Ana", limit=3)
            return await memory.remember("Ana lives in Porto.", session="s1")

    assert asyncio.run(story()).new


def test_views_are_memories() -> None:
    """One store, many namespaces."""
    with Memories.open("sqlite:///:memory:", extractor=PlainExtractor()) as memories:
        assert_type(memories.of("ada"), Memory)
        assert memories.namespaces() == ()

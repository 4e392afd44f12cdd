"""The same memory, awaited."""

from __future__ import annotations

import asyncio
from pathlib import Path

from graphmem import AsyncMemory, Memory
from graphmem.testing import FixedClock, PlainExtractor


def _opened(path: Path) -> AsyncMemory:
    clock = FixedClock("2024-06-01T12:00:00+00:00")
    return AsyncMemory(
        Memory.open(f"sqlite:///{path}", namespace="ada", user_name="Ada", extractor=PlainExtractor(), clock=clock)
    )


def test_many_awaited_writes_are_all_kept(tmp_path: Path) -> None:
    """Forty at once on a few threads."""

    async def story() -> int:
        async with _opened(tmp_path / "a.db") as memory:
            await asyncio.gather(*(memory.remember(f"Bob{n} lives in Porto.") for n in range(40)))
            return len(await memory.facts(about="Porto"))

    assert asyncio.run(story()) == 40


def test_a_cancelled_await_does_not_undo_a_started_write(tmp_path: Path) -> None:
    """It stops waiting; the message is there."""

    async def story() -> int:
        async with _opened(tmp_path / "c.db") as memory:
            task = asyncio.create_task(memory.remember("Ana lives in Porto."))
            await asyncio.sleep(0.01)
            task.cancel()
            await asyncio.gather(task, return_exceptions=True)
            return (await memory.status()).messages

    assert asyncio.run(story()) == 1

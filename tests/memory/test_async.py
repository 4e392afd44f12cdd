"""The same memory, awaited."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Sequence
from pathlib import Path

from graphmem import AsyncMemory, Memory
from graphmem.extraction.protocol import Turn
from graphmem.testing import FixedClock, PlainExtractor
from graphmem.types import Extraction


def _opened(path: Path, extractor: PlainExtractor | None = None) -> AsyncMemory:
    return AsyncMemory(
        Memory.open(
            f"sqlite:///{path}",
            namespace="ada",
            user_name="Ada",
            extractor=extractor or PlainExtractor(),
            clock=FixedClock("2024-06-01T12:00:00+00:00"),
        )
    )


class Reading(PlainExtractor):
    """Says when it was asked to read, which is after the message was stored."""

    def __init__(self) -> None:
        super().__init__()
        self.begun, self.go_on = threading.Event(), threading.Event()

    def extract(self, turns: Sequence[Turn]) -> list[Extraction]:
        """Once it may."""
        self.begun.set()
        assert self.go_on.wait(20)
        return super().extract(turns)


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
        reading = Reading()
        async with _opened(tmp_path / "c.db", reading) as memory:
            task = asyncio.create_task(memory.remember("Ana lives in Porto."))
            await asyncio.to_thread(reading.begun.wait, 20)
            task.cancel()
            await asyncio.gather(task, return_exceptions=True)
            reading.go_on.set()
            return (await memory.status()).messages

    assert asyncio.run(story()) == 1

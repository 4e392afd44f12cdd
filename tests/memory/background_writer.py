"""A process whose worker reads with a slow model while it stores: `python -m tests.memory.background_writer URL FIRST COUNT`."""

from __future__ import annotations

import json
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from datetime import datetime
from typing import Any

from graphmem import Memory
from graphmem.extraction.llm.extractor import LLMExtractor
from graphmem.llm.protocol import Purpose, Reply
from graphmem.memory.engine import utc_now
from graphmem.types import ChatMessage


class SlowModel:
    """Reads "I like X." after some milliseconds."""

    name = "slow"

    def __init__(self, seconds: float) -> None:
        self._seconds = seconds

    def complete(
        self,
        messages: Sequence[ChatMessage],
        **_: Any,
    ) -> Reply:
        """What each message says is liked."""
        time.sleep(self._seconds)
        lines = [json.loads(line) for line in str(messages[-1]["content"]).splitlines()]
        said = {"subject": "me", "predicate": "like"}
        claims = [
            {**said, "message": line["message"], "quote": line["text"], "object": line["text"][7:-1]}
            for line in lines
            if "message" in line
        ]
        return Reply(json.dumps({"claims": claims}))

    def stream(self, messages: Sequence[ChatMessage], **_: Any) -> Iterator[str]:
        """Not used here."""
        raise NotImplementedError

    def context_length(self, purpose: Purpose) -> int | None:
        """Unknown."""
        return None


def open_slow(url: str, *, seconds: float, background: bool, clock: Callable[[], datetime] = utc_now) -> Memory:
    """Ada's memory with it."""
    return Memory.open(
        url,
        namespace="ada",
        user_name="Ada",
        extractor=LLMExtractor(SlowModel(seconds)),
        embedder="none",
        background=background,
        clock=clock,
    )


def main(url: str, first: str, count: str) -> None:
    """Store messages one by one, and say of each that it is stored."""
    with open_slow(url, seconds=0.01, background=True) as memory:
        for number in range(int(first), int(first) + int(count)):
            memory.remember(f"I like thing{number}.", key=f"k{number}")
            sys.stdout.write(f"{number}\n")
            sys.stdout.flush()
        memory.flush()


if __name__ == "__main__":
    main(*sys.argv[1:])

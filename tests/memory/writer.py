"""A process that remembers messages one by one and says which are acknowledged:

    python -m tests.memory.writer URL FIRST STEP LAST [background]

It writes messages FIRST, FIRST + STEP, … of one endless conversation about the same few people, prints each number once
`remember` has returned, and at the end how many stale reads it met.
"""

from __future__ import annotations

import sys
from datetime import UTC, datetime, timedelta
from typing import Any

from graphmem import Memory, StaleRead
from graphmem.store.protocols import Store
from graphmem.testing import FixedClock, PlainExtractor

SAYINGS = (
    "Ana lives in Rome.",
    "Ana moved to Lisbon.",
    "I work at Acme.",
    "Bob likes Jazz.",
    "I quit Acme.",
    "Bob no longer likes Jazz.",
    "Ana works at Globex.",
    "I moved to Porto in 2021.",
    "Bob hates Jazz.",
    "Eva{} lives in Oslo.",
)


def message(number: int) -> dict[str, Any]:
    """Message `number` of the conversation; every tenth brings a new person."""
    text = SAYINGS[number % len(SAYINGS)].format(number)
    at = datetime(2024, 1, 1, tzinfo=UTC) + timedelta(minutes=number)
    return {"content": text, "at": at, "session": f"s{number % 3}", "key": str(number)}


def open_memory(url: str, *, background: bool = False, user_name: str | None = "Ada") -> Memory:
    """The memory all writers share."""
    return Memory.open(
        url,
        namespace="ada",
        user_name=user_name,
        extractor=PlainExtractor(),
        background=background,
        clock=FixedClock("2026-06-01T12:00:00+00:00"),
    )


class CountingStale:
    """Counts the stale reads a store reports, and passes everything on."""

    def __init__(self, store: Store) -> None:
        self.store = store
        self.stale = 0

    def __getattr__(self, name: str) -> Any:
        return getattr(self.store, name)

    def apply(self, *args: Any, **kwargs: Any) -> Any:
        """As the store's."""
        try:
            return self.store.apply(*args, **kwargs)
        except StaleRead:
            self.stale += 1
            raise


def main(url: str, first: int, step: int, last: int, *, background: bool = False) -> None:
    """Write until told otherwise."""
    memory = open_memory(url, background=background)
    counting = CountingStale(memory._engine.store)
    object.__setattr__(memory._engine, "store", counting)
    for number in range(first, last, step):
        memory.remember_many([message(number)])
        _say(str(number))
    _say(f"stale {counting.stale}")


def _say(line: str) -> None:
    sys.stdout.write(line + "\n")
    sys.stdout.flush()


if __name__ == "__main__":
    main(sys.argv[1], *map(int, sys.argv[2:5]), background="background" in sys.argv[5:])

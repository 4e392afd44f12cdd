"""What other processes do in the tests: a module of its own, so that a spawned process can import it."""

from __future__ import annotations

import sys
from pathlib import Path

from graphmem.errors import StaleRead
from graphmem.store import Store, open_store
from graphmem.types import Changes
from tests.store.builders import ADA, START, append, learned, message, use


def append_many(path: Path, name: str, count: int) -> None:
    """Store messages one by one, all writers into one session."""
    store = open_store(f"sqlite:///{path}")
    for number in range(count):
        append(store, message(f"said by {name}", key=f"{name}-{number}", minute=number), followers=1)
    store.close()


def count_up(path: Path, name: str, count: int) -> None:
    """Add one use of a name after another, each read from the version before it."""
    store = open_store(f"sqlite:///{path}")
    for number in range(count):
        add_use(store, f"{name}-{number}")
    store.close()


def add_use(store: Store, source: str) -> int:
    """Learn of one use; reads again until nobody wrote between. Returns how often that was needed."""
    stale = 0
    while True:
        version = store.version(ADA)
        seen = store.identities(ADA, ["n:ana"]).spellings
        uses = seen[0].uses if seen else 0
        # What is written depends on what was read, so a lost update would show.
        changes = Changes(
            "learn", START, learned=(learned(source, names=[use()]),), entity_of={"n:ana": f"e{uses + 1}"}
        )
        try:
            store.apply(ADA, changes, expected_version=version)
        except StaleRead:
            stale += 1
        else:
            return stale


def append_until_killed(path: Path, name: str) -> None:
    """Store messages until the end, telling each one on standard output once it is acknowledged."""
    store = open_store(f"sqlite:///{path}")
    number = 0
    while True:
        block = [message("word " * 50, key=f"{name}-{number + each}", minute=number + each) for each in range(3)]
        for told in append(store, *block, followers=1):
            sys.stdout.write(f"{told.message.id}\n")
        sys.stdout.flush()
        number += len(block)


if __name__ == "__main__":
    append_until_killed(Path(sys.argv[1]), sys.argv[2])

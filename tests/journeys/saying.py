"""Conversations through the public API, as short as they can be told."""

from __future__ import annotations

import uuid
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from datetime import UTC, datetime, timedelta
from typing import Any

from graphmem import Memory
from graphmem.extraction.spacy import SpacyExtractor
from graphmem.testing import FixedClock

EXTRACTOR = SpacyExtractor()
START = datetime(2024, 5, 24, 12, tzinfo=UTC)


IN_MEMORY = "sqlite:///:memory:"

_url = [IN_MEMORY]


@contextmanager
def told_to(url: str) -> Iterator[None]:
    """What is heard meanwhile is kept in the store at a URL."""
    _url.append(url)
    yield
    _url.pop()


def heard(*said: str, user_name: str | None = "Ada") -> Memory:
    """A memory that heard these messages of one session, an hour apart; "A:" begins those of the assistant."""
    clock = FixedClock(START)
    # On a server each memory that a test tells is somebody else's.
    namespace = "ada" if _url[-1] == IN_MEMORY else f"ada {uuid.uuid4()}"
    memory = Memory.open(_url[-1], namespace=namespace, user_name=user_name, extractor=EXTRACTOR, clock=clock)
    for message in said:
        memory.remember_many([turn(message)])
        clock.now += timedelta(hours=1)
    return memory


def turn(message: str) -> dict[str, Any]:
    """A message of the user, or after "A:" of the assistant."""
    role = "assistant" if message.startswith("A:") else "user"
    return {"role": role, "content": message.removeprefix("A:").strip(), "session": "s"}


def now(memory: Memory, about: str | None = None) -> set[str]:
    """The sentences that hold now."""
    return {fact.sentence for fact in memory.facts(about)}


def names(memory: Memory) -> list[str]:
    """The display names of all entities."""
    return [entity.name for entity in memory.entities()]


def believed(memory: Memory, words: Iterable[str]) -> set[str]:
    """The current sentences that hold any of these words."""
    return {sentence for sentence in now(memory) if any(word in sentence for word in words)}

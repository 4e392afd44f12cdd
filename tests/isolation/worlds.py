"""Two worlds: in one Ada is alone, in the other Bob shares her store, speaks of the same names, and marks whatever is his."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

from graphmem import Memories, Memory
from graphmem.llm.protocol import Reply
from graphmem.testing import FixedClock, PlainExtractor, counted
from tests.memory.test_reembedding import Letters

NOW = datetime(2024, 6, 3, 12, tzinfo=UTC)

#: In every word that is Bob's alone.
MARK = "Zyx"

#: A name of Bob's as Ada asks for it: it would find what he calls so, and is no mark where an answer repeats it.
BOBS_TOWN = f"{MARK}ville".upper()

#: Said in both worlds by Ada.
ADAS = (
    "Ana lives in Lisbon.",
    "Ana works at Feedzai.",
    "I like Fado.",
    "I like Jazz.",
    "Ann lives in Lisbon.",
    "Ana likes Sushi.",
    "Tom moved to Porto in 2021.",
)

#: Said by Bob, in a session of the same name and with the same keys: the same names, other truths, and so often that it would turn any ranking.
BOBS = (
    f"Ana lives in {MARK}ville.",
    f"Ana works at {MARK}corp.",
    f"I like {MARK}music.",
    f"Tom moved to {MARK}ham in 2022.",
    *(f"Ana likes {MARK}{chr(97 + number)}." for number in range(12)),
    *("Ana likes Fado." for _ in range(12)),
)

#: Namespaces that look like Ada's.
LIKE_ADAS = ("Ada", "ada ", "ad\u0430", "%", "ada\n")


@dataclass
class Scripted:
    """A chat model that answers every question alike, and keeps what it was shown."""

    shown: list[str]
    name: str = "scripted"

    def complete(self, messages: Sequence[Mapping[str, Any]], **_options: Any) -> Reply:
        """The last line of what was shown, so that an answer tells of nothing else."""
        self.shown.append(repr(messages))
        return Reply("Where does Ana live?")

    def stream(self, messages: Sequence[Mapping[str, Any]], **options: Any) -> Iterator[str]:
        """The same in one piece."""
        yield self.complete(messages, **options).text

    def context_length(self, _purpose: str) -> int | None:
        """Not known."""
        return None


@dataclass
class World:
    """Ada's memory, what can be opened beside it, and every prompt of hers."""

    ada: Memory
    memories: Memories
    prompts: list[str]
    bob: Memory | None
    ids_are_new: bool = False

    def theirs(self, kind: str) -> str:
        """The id of a message or fact of Bob's; where he is not, one that nothing has."""
        if self.bob is None:
            return "0" * 20
        found = self.bob.messages(limit=1) if kind == "message" else self.bob.facts(limit=1)
        return found[0].id


@contextmanager
def world(file: Path, *, shared: bool) -> Iterator[World]:
    """A store at a file, with Ada's words in it, and with Bob's where it is shared."""
    prompts: list[str] = []
    with _opened(file, Scripted(prompts)) as memories, _opened(file, Scripted([])) as others:
        memories._engine.store.adopt("ada", b"\x01" * 32)  # the same ids in both worlds
        if shared:
            _tell(others, BOBS[: len(BOBS) // 2])
        memory = memories.of("ada", user_name="Ada")
        memory.remember_many(_said(ADAS))
        if shared:
            _tell(others, BOBS[len(BOBS) // 2 :])
        yield World(memory, memories, prompts, others.of("bob") if shared else None)


def _opened(file: Path, llm: Scripted) -> Memories:
    return Memories.open(
        f"sqlite:///{file}",
        extractor=PlainExtractor(),
        embedder=Letters(),
        llm=llm,
        clock=FixedClock(NOW),
        fresh=counted(),
        audit=True,
    )


def _tell(others: Memories, texts: Sequence[str]) -> None:
    for namespace in ("bob", *LIKE_ADAS):
        others.of(namespace, user_name=f"{MARK}Bob").remember_many(_said(texts))


def _said(texts: Sequence[str]) -> list[dict[str, Any]]:
    return [
        {"content": text, "session": "s1", "key": f"k{number}{len(texts)}", "at": NOW - timedelta(days=40 - number)}
        for number, text in enumerate(texts)
    ]

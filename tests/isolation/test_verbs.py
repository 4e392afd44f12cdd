"""Every public verb, asked in a store that Bob shares, answers as where Ada is alone; and nothing of it reaches Bob."""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path

import pytest

from graphmem import Memory
from tests.isolation.verbs import reading, told, verbs, writing
from tests.isolation.worlds import LIKE_ADAS, MARK, World, world
from tests.memory.state import state


@pytest.fixture
def alone_and_shared(tmp_path: Path) -> Iterator[tuple[World, World]]:
    """Ada alone, and Ada beside Bob."""
    with ExitStack() as stack:
        yield (
            stack.enter_context(world(tmp_path / "alone" / "memory.db", shared=False)),
            stack.enter_context(world(tmp_path / "shared" / "memory.db", shared=True)),
        )


def test_every_verb_is_called(alone_and_shared: tuple[World, World]) -> None:
    """A new one is called here too, or this fails."""
    alone, _ = alone_and_shared

    assert reading(alone).keys() | writing(alone).keys() == verbs()


def test_no_verb_tells_of_another_namespace_nor_changes_it(alone_and_shared: tuple[World, World]) -> None:
    """Answers are equal to the letter, ids, scores, ranks, counts and errors included; so is what a model is shown."""
    alone, shared = alone_and_shared
    others = {name: _seen(shared.memories.of(name)) for name in ("bob", *LIKE_ADAS)}

    for calls in (reading, writing, reading):
        for (verb, theirs), ours in zip(calls(alone).items(), calls(shared).values(), strict=True):
            for number, (one, other) in enumerate(zip(theirs, ours, strict=True)):
                expected, found = _plain(told(one), alone), _plain(told(other), shared)
                assert MARK not in found, (verb, number)
                assert found == expected, (verb, number)
        # The last of what was written forgot everything, the secret that ids are made with among it.
        alone.ids_are_new |= calls is writing
        shared.ids_are_new |= calls is writing

    assert {name: _seen(shared.memories.of(name)) for name in others} == others
    assert shared.prompts == alone.prompts != []
    assert MARK not in "".join(shared.prompts)


def test_a_leak_would_be_seen(alone_and_shared: tuple[World, World]) -> None:
    """A memory that may read Bob's shows his marks, and ranks otherwise."""
    alone, shared = alone_and_shared
    shared.ada = shared.memories.of("ada", reads=("bob",))

    expected, found = (told(reading(each)["recall"][0]) for each in (alone, shared))

    assert MARK in found
    assert _plain(found, shared) != _plain(expected, alone)


def _seen(memory: Memory) -> object:
    return state(memory), memory.status().version, repr(memory.changes(limit=200))


def _plain(answer: str, world: World) -> str:
    """An answer without the folder of its world, and without the ids of Bob's that Ada tried."""
    for tried in ("message", "fact"):
        answer = answer.replace(world.theirs(tried), "an id of Bob's")
    if world.ids_are_new:
        answer = re.sub(r"\b[0-9a-f]{20}\b", "an id", answer)
    return re.sub(r"(alone|shared)/memory\.db", "memory.db", answer)

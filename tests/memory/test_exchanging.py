"""What was asked comes back with what was answered, as one."""

from __future__ import annotations

import pytest

from graphmem import InvalidInput, Memories, Memory, Message
from graphmem.testing import PlainExtractor

WINE = ("Which wine goes with sardines?", "A vinho verde.")
TRAM = ("Which tram goes to Belém?", "Number fifteen.")


def told(memory: Memory, *exchanges: tuple[str, str], session: str = "s1") -> None:
    """A talk of questions and answers."""
    for asked, answered in exchanges:
        memory.remember(asked, session=session)
        memory.remember(answered, role="assistant", session=session)


def opened() -> Memory:
    """Ada's memory."""
    return Memory.open("sqlite:///:memory:", namespace="ada", extractor=PlainExtractor(), embedder="none")


def shown(memory: Memory, query: str, **options: object) -> list[tuple[str | None, str | None]]:
    """What was asked and answered, as text."""
    found = memory.exchanges(query, **options)  # type: ignore[arg-type]  # these are what each test gives
    return [(text(one.asked), text(one.answered)) for one in found]


def text(message: Message | None) -> str | None:
    """What a message says, if it is there."""
    return None if message is None else message.text


def test_either_half_brings_the_whole_once() -> None:
    """A word of the question, a word of the answer, and words of both."""
    memory = opened()
    told(memory, WINE, TRAM)

    assert shown(memory, "sardines") == [WINE]
    assert shown(memory, "vinho")[0] == WINE
    assert shown(memory, "vinho with sardines").count(WINE) == 1
    assert shown(memory, "vinho, fifteen", limit=1) in ([WINE], [TRAM])
    assert {*shown(memory, "vinho, fifteen")} == {WINE, TRAM}


def test_what_the_window_shows_is_not_looked_for() -> None:
    """Nor is half of it; other sessions are not the window."""
    memory = opened()
    told(memory, WINE, TRAM)
    told(memory, ("More sardines?", "No."), session="s2")

    assert shown(memory, "sardines, fifteen", session="s1", skip=2) == [WINE, ("More sardines?", "No.")]
    assert shown(memory, "sardines", session="s1", skip=3) == [("More sardines?", "No.")]


def test_a_question_nobody_answered_stands_alone() -> None:
    """And so does an answer whose question is forgotten."""
    memory = opened()
    asked = memory.remember(WINE[0], session="s1")
    assert shown(memory, "sardines") == [(WINE[0], None)]

    memory.remember(WINE[1], role="assistant", session="s1")
    memory.forget(message=asked.message.id)
    assert shown(memory, "vinho") == [(None, WINE[1])]


def test_exchanges_of_a_namespace_that_is_read_come_whole() -> None:
    """And never with half of another's."""
    memories = Memories.open("sqlite:///:memory:", extractor=PlainExtractor(), embedder="none")
    told(memories.of("org:acme"), WINE)
    told(memories.of("ada"), TRAM)

    assert shown(memories.of("ada", reads=("org:acme",)), "sardines") == [WINE]
    assert shown(memories.of("ada"), "sardines") == []
    memories.close()


def test_numbers_that_cannot_be_are_refused() -> None:
    """By name."""
    with pytest.raises(InvalidInput, match="limit"):
        opened().exchanges("wine", limit=0)
    with pytest.raises(InvalidInput, match="skip"):
        opened().exchanges("wine", skip=-1)

"""Writing while others write: nobody starves, and nobody keeps a turn."""

from __future__ import annotations

import pytest

from graphmem import StaleRead
from graphmem.memory.contention import RACES, contended

NAMESPACE = "ada"


class _Turns:
    """A store that only remembers who has the turn."""

    def __init__(self) -> None:
        self.holder: str | None = None
        self.taken = 0

    def take_turn(self, namespace: str, holder: str, *, seconds: float) -> None:
        """It is the holder's now."""
        self.holder = holder
        self.taken += 1

    def end_turn(self, namespace: str, holder: str) -> None:
        """And nobody's."""
        self.holder = None


def test_a_turn_is_taken_after_a_few_lost_races_and_given_back_unused() -> None:
    """The attempt that has it may find that there is nothing left to write."""
    store, tries = _Turns(), []

    def attempt(turn: str | None) -> str:
        tries.append(turn)
        if turn is None:
            raise StaleRead("overtaken")
        assert store.holder == turn
        return "nothing to do"

    assert contended(store, NAMESPACE, attempt) == "nothing to do"  # type: ignore[arg-type]
    assert (len(tries), store.taken, store.holder) == (RACES + 1, 1, None)


def test_a_turn_is_given_back_when_the_attempt_fails() -> None:
    """Whatever it raised."""
    store = _Turns()

    def attempt(turn: str | None) -> None:
        raise StaleRead("overtaken") if turn is None else ValueError("broken")

    with pytest.raises(ValueError, match="broken"):
        contended(store, NAMESPACE, attempt)  # type: ignore[arg-type]
    assert store.holder is None

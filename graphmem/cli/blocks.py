"""Bringing messages into memory: block after block, each one transaction, so that stopping anywhere is safe.

What a block brings is on disk when the next one begins. Repeating an import passes over what is there, so an
interrupted one is finished by running it again.
"""

from __future__ import annotations

import os
import signal
import sys
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import partial
from types import FrameType

from graphmem.formats.found import Found, Problem
from graphmem.memory.bringing import blocks, stored
from graphmem.memory.memory import Memory
from graphmem.types import Receipt


@dataclass(slots=True)
class Tally:
    """What an import came to so far: messages new and known already, places that are none, facts learned, and whose words came.

    So many were `forgotten` here before, and come only `anyway`.
    """

    anyway: bool = False
    forgotten: int = 0
    new: int = 0
    known: int = 0
    bad: int = 0
    learned: int = 0
    pending: str = ""
    speakers: dict[str, None] = field(default_factory=dict)

    @property
    def read(self) -> int:
        """How many places were looked at."""
        return self.new + self.known + self.bad + self.forgotten


class Interruptible:
    """Lets Ctrl-C wait for the end of a block that is being stored; a second one does not wait."""

    def __init__(self) -> None:
        self._storing = self._asked = False

    def __call__(self, _signal: int, _frame: FrameType | None) -> None:
        """Take the signal."""
        if self._asked or not self._storing:
            raise KeyboardInterrupt
        self._asked = True
        # A signal may come in the middle of a print, where only the bare call is safe.
        os.write(sys.stderr.fileno(), b"\nFinishing what is in hand; Ctrl-C again stops at once.\n")

    @contextmanager
    def installed(self) -> Iterator[None]:
        """Take the place of Python's own handler for a while."""
        before = signal.signal(signal.SIGINT, self)
        try:
            yield
        finally:
            signal.signal(signal.SIGINT, before)

    @contextmanager
    def whole(self) -> Iterator[None]:
        """Not interrupted inside, but right after."""
        self._storing = True
        try:
            yield
        finally:
            self._storing = False
        if self._asked:
            raise KeyboardInterrupt


def bring(
    memory: Memory,
    found: Iterable[Found],
    *,
    pipe: bool,
    tally: Tally,
    report: Callable[[Problem], None],
    moved: Callable[[], None],
) -> None:
    """Remember the messages, count into `tally`, report each problem once, and call `moved` after each block.

    Raises:
        KeyboardInterrupt: on Ctrl-C, when the block in hand is stored.
        StoreUnavailable: when the store cannot take a block; the blocks before it are stored.
    """
    interruptible = Interruptible()
    remember_many = partial(memory.remember_many, anyway=tally.anyway)
    with interruptible.installed():
        for block in blocks(found, pipe=pipe):
            with interruptible.whole():
                for one in stored(remember_many, block):
                    _count(tally, one)
                    if isinstance(one, Problem):
                        report(one)
                moved()


def _count(tally: Tally, one: Receipt | Problem) -> None:
    if isinstance(one, Problem):
        tally.bad += 1
        return
    tally.new += one.new
    tally.known += not (one.new or one.forgotten)
    tally.forgotten += one.forgotten
    tally.learned += len(one.learned)
    tally.pending = one.pending or tally.pending
    if one.message.role == "user":
        tally.speakers[one.message.speaker or ""] = None

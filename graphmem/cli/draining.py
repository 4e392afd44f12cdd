"""The command `work`: a worker for what other processes only store."""

from __future__ import annotations

import signal
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from types import FrameType
from typing import TYPE_CHECKING, Annotated

import typer

from graphmem.cli.chosen import Chosen
from graphmem.cli.screen import counted, say

if TYPE_CHECKING:
    from graphmem.memory.memories import Memories


def work(
    ctx: typer.Context,
    *,
    once: Annotated[bool, typer.Option("--once", help="End when nothing waits.")] = False,
    every: Annotated[float, typer.Option(metavar="SECONDS", min=0.1, help="How often to look for more.")] = 5.0,
) -> None:
    """Understand what waits, until it is told to stop.

    It works in every namespace of a store, for agents that store in the background and leave understanding to another process. Several workers can run at once; none reads
    what another one has. Interrupt or terminate it at any time: it finishes what is in hand, and what it had not begun waits.

    \b
    Examples:
      $ graphmem work --once
      $ graphmem --db memory.db work --once --every 1
    """
    chosen: Chosen = ctx.obj
    with chosen.settings().open_all() as memories, _stopped() as stop:
        while True:
            done = sum(memories.of(name).work(stop=stop.is_set) for name in memories.namespaces())
            if done or once:
                say(f"Read {counted(done, 'message')}. {_failed(memories)}".strip())
            if stop.is_set() or (once and not done) or stop.wait(0 if done else every):
                return


def _failed(memories: Memories) -> str:
    backlogs = [memories.of(name).status().backlog for name in memories.namespaces()]
    failed = sum(backlog.failed for backlog in backlogs)
    reasons = "; ".join(dict.fromkeys(reason for backlog in backlogs for reason in backlog.errors))
    return f"{failed} failed, to be tried again: {reasons}" if failed else ""


@contextmanager
def _stopped() -> Iterator[threading.Event]:
    """An event that is set by the first signal to end; the second ends at once, as it usually does."""
    stop = threading.Event()
    before = {number: signal.getsignal(number) for number in (signal.SIGINT, signal.SIGTERM)}

    def told(number: int, _: FrameType | None) -> None:
        stop.set()
        signal.signal(number, before[signal.Signals(number)])

    for number in before:
        signal.signal(number, told)
    try:
        yield stop
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)

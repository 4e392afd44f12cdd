"""How far a long command has come: a bar with rate and time left on a terminal, silence at a pipe."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Protocol

from graphmem.cli.screen import note, visible


class Progress(Protocol):
    """Shows how far it is; `say` prints a line above."""

    def moved(self, *, done: int, messages: int, total: int | None = None) -> None:
        """So much of the total is done, and so many messages; `total` where only now it is known."""

    def say(self, text: str) -> None:
        """Print a line of its own on stderr."""


class Silent:
    """For pipes: only lines of their own."""

    def moved(self, *, done: int, messages: int, total: int | None = None) -> None:
        """Nothing is drawn."""

    def say(self, text: str) -> None:
        """Print a line on stderr."""
        note(visible(text))


@contextmanager
def progress(*, total: int | None, doing: str = "Importing", counted: str = "messages") -> Iterator[Progress]:
    """Progress through `total` bytes or steps, None where nobody knows how many there are; `counted` is what the rate is of."""
    if not sys.stderr.isatty():
        yield Silent()
        return
    with _bar(total, doing, counted) as bar:
        yield bar


@contextmanager
def _bar(total: int | None, doing: str, counted: str) -> Iterator[Progress]:
    from rich.console import Console
    from rich.progress import BarColumn, TaskProgressColumn, TextColumn, TimeRemainingColumn
    from rich.progress import Progress as RichProgress

    console = Console(stderr=True, markup=False, emoji=False, highlight=False)
    columns = (
        TextColumn(doing),
        BarColumn(bar_width=24),
        TaskProgressColumn(),
        TextColumn(f"{{task.fields[messages]}} {counted}, {{task.fields[rate]:.0f}}/s"),
        TimeRemainingColumn(compact=True),
    )
    with RichProgress(*columns, console=console, transient=True) as shown:
        task = shown.add_task("", total=total, messages=0, rate=0.0)

        class Bar:
            def moved(self, *, done: int, messages: int, total: int | None = None) -> None:
                elapsed = shown.tasks[0].elapsed or 0.0
                rate = messages / elapsed if elapsed else 0.0
                shown.update(task, completed=done, total=total, messages=messages, rate=rate)

            def say(self, text: str) -> None:
                console.print(visible(text), soft_wrap=True)

        yield Bar()

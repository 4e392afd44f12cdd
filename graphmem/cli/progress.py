"""How far an import has come: a bar with rate and time left on a terminal, silence at a pipe."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Protocol

from graphmem.cli.screen import note, visible


class Progress(Protocol):
    """Shows how far it is; `say` prints a line above."""

    def moved(self, *, done: int, messages: int) -> None:
        """So many bytes of the file, and messages, are done."""

    def say(self, text: str) -> None:
        """Print a line of its own on stderr."""


class Silent:
    """For pipes: only lines of their own."""

    def moved(self, *, done: int, messages: int) -> None:
        """Nothing is drawn."""

    def say(self, text: str) -> None:
        """Print a line on stderr."""
        note(visible(text))


@contextmanager
def progress(*, total: int | None) -> Iterator[Progress]:
    """Progress through `total` bytes, None where nobody knows how many there are."""
    if not sys.stderr.isatty():
        yield Silent()
        return
    with _bar(total) as bar:
        yield bar


@contextmanager
def _bar(total: int | None) -> Iterator[Progress]:
    from rich.console import Console
    from rich.progress import BarColumn, TaskProgressColumn, TextColumn, TimeRemainingColumn
    from rich.progress import Progress as RichProgress

    console = Console(stderr=True, markup=False, emoji=False, highlight=False)
    columns = (
        TextColumn("Importing"),
        BarColumn(bar_width=24),
        TaskProgressColumn(),
        TextColumn("{task.fields[messages]} messages, {task.fields[rate]:.0f}/s"),
        TimeRemainingColumn(compact=True),
    )
    with RichProgress(*columns, console=console, transient=True) as shown:
        task = shown.add_task("", total=total, messages=0, rate=0.0)

        class Bar:
            def moved(self, *, done: int, messages: int) -> None:
                elapsed = shown.tasks[0].elapsed or 0.0
                shown.update(task, completed=done, messages=messages, rate=messages / elapsed if elapsed else 0.0)

            def say(self, text: str) -> None:
                console.print(visible(text), soft_wrap=True)

        yield Bar()

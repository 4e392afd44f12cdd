"""The commands of a memory's keeper: `flush` and `rebuild`; and what forgetting does beside the memory."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Annotated

import typer

from graphmem.cli.chosen import AsJson, Chosen
from graphmem.cli.screen import complain, counted, note, say, say_json
from graphmem.types import Backlog, RebuildReceipt

if TYPE_CHECKING:
    from graphmem.settings import Settings

INTERRUPTED = 130


def forget_typed(settings: Settings) -> None:
    """What was typed in chats of this namespace may hold what was forgotten, so it goes too."""
    from graphmem.cli.chat import typed
    from graphmem.settings import history_folder

    typed.forget(typed.history_of(history_folder(), settings.url, settings.namespace))


def flush(ctx: typer.Context, *, as_json: AsJson = False) -> None:
    """Understand what waits or failed.

    It also finishes erasing what was forgotten. Safe to interrupt and to repeat. Exit code 1 says that some could not be understood.

    \b
    Examples:
      $ graphmem flush
      $ graphmem flush --json
    """
    chosen: Chosen = ctx.obj
    with chosen.ask() as memory, shown("Understanding", "messages") as moved:
        before = memory.status().backlog
        after = memory.flush(progress=moved)
    if as_json:
        from graphmem.cli import shapes

        say_json({"understood": _open(before) - _open(after), **shapes.backlog(after)})
    else:
        say(f"Understood: {counted(_open(before) - _open(after), 'message')}; {_open(after)} left.")
        for error in after.errors:
            complain(f"{after.failed} failed: {error}")
    if after.failed:
        raise typer.Exit(1)


def _open(backlog: Backlog) -> int:
    return backlog.waiting + backlog.leased + backlog.failed


def rebuild(
    ctx: typer.Context,
    *,
    index: Annotated[bool, typer.Option("--index", help="Also index anew what is found by its words.")] = False,
    as_json: AsJson = False,
) -> None:
    """Make the graph anew from what was read of the messages.

    It goes by today's vocabulary and rules: a changed vocabulary needs it, and it mends a damaged graph. No model is asked. Memory can be read meanwhile; it is safe to
    interrupt and to repeat.

    \b
    Examples:
      $ graphmem rebuild
      $ graphmem rebuild --index --json
    """
    chosen: Chosen = ctx.obj
    with chosen.ask() as memory, shown("Rebuilding", "steps") as moved:
        done = memory.rebuild(index=index, progress=moved)
    if as_json:
        from graphmem.cli import shapes

        say_json(shapes.rebuilt(done))
    else:
        _say_rebuilt(done)


def _say_rebuilt(done: RebuildReceipt) -> None:
    if done.facts or done.entities or done.changed:
        say(
            f"Rebuilt from {counted(done.messages, 'message')}, {done.changed} of them filed otherwise: "
            f"{counted(done.facts, 'fact')} and {counted(done.entities, 'person or thing', 'people and things')} changed."
        )
    else:
        say(f"Rebuilt from {counted(done.messages, 'message')}: everything is as it should be.")
    if done.waiting:
        note(f"Not understood yet: {counted(done.waiting, 'message')}; `graphmem flush` takes them up.")


@contextmanager
def shown(doing: str, of: str) -> Iterator[Callable[[int, int], None]]:
    """A bar for a long command, which may be interrupted at any time."""
    from graphmem.cli.progress import progress

    try:
        with progress(total=None, doing=doing, counted=of) as bar:
            yield lambda done, total: bar.moved(done=done, messages=done, total=total)
    except KeyboardInterrupt as error:
        complain("interrupted. Nothing is lost; the same command again finishes it")
        raise typer.Exit(INTERRUPTED) from error

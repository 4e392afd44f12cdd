"""The commands of a memory's keeper: `forget`, `flush`, `rebuild`. What cannot be taken back is shown first and asked about."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import datetime
from typing import TYPE_CHECKING, Annotated

import typer

from graphmem.cli.chosen import AsJson, Chosen, moment
from graphmem.cli.reading import message_rows, user_name
from graphmem.cli.screen import complain, counted, note, say, say_json, say_table
from graphmem.types import Backlog, ForgetReceipt, RebuildReceipt

if TYPE_CHECKING:
    from graphmem.settings import Settings

INTERRUPTED = 130

#: How much of what would go is shown.
_SHOWN = 10


def forget(
    ctx: typer.Context,
    *,
    message: Annotated[str | None, typer.Option(metavar="ID", help="This message; recall --json has its id.")] = None,
    session: Annotated[str | None, typer.Option(metavar="NAME", help="A whole conversation.")] = None,
    before: Annotated[
        datetime | None, typer.Option(parser=moment, metavar="DATE", help="All that was said before.")
    ] = None,
    everything: Annotated[bool, typer.Option("--everything", help="All of the namespace.")] = False,
    dry_run: Annotated[bool, typer.Option("--dry-run", help="Only show what would go.")] = False,
    yes: Annotated[bool, typer.Option("--yes", "-y", help="Do not ask.")] = False,
    as_json: AsJson = False,
) -> None:
    """Erase messages and all that only they taught.

    It shows what would go and asks. Memory is then as if they had never been said: what other messages also say stays, and what only
    these had ended holds again.

    \b
    Examples:
      $ graphmem forget --before 2020-01-01 --dry-run
      $ graphmem forget --session default --yes
      $ graphmem forget --everything --yes --json
    """
    if sum((message is not None, session is not None, before is not None, everything)) != 1:
        raise typer.BadParameter("give one of --message, --session, --before and --everything")
    if not (yes or dry_run or sys.stdin.isatty()):
        raise typer.BadParameter(
            "there is nobody to ask whether to forget; add --yes, or --dry-run to see what would go"
        )
    chosen: Chosen = ctx.obj
    with chosen.ask() as memory:

        def forgotten(*, dry_run: bool) -> ForgetReceipt:
            return memory.forget(
                message=message, session=session, before=before, everything=everything, dry_run=dry_run
            )

        planned = forgotten(dry_run=True)
        if not as_json:
            _say_plan(planned, user_name(memory))
        if not (dry_run or yes or (planned.messages and _agreed())):
            say("Nothing was forgotten.")
            raise typer.Exit(1 if planned.messages else 0)
        done = planned if dry_run else forgotten(dry_run=False)
        if not dry_run:
            forget_typed(chosen.settings())
    _say_forgotten(done, as_json=as_json)


def forget_typed(settings: Settings) -> None:
    """What was typed in chats of this namespace may hold what was forgotten, so it goes too."""
    from graphmem.cli.chat import typed
    from graphmem.settings import history_folder

    typed.forget(typed.history_of(history_folder(), settings.url, settings.namespace))


def _agreed() -> bool:
    return typer.confirm("Forget them? This cannot be undone.", default=False, err=True)


def _say_plan(planned: ForgetReceipt, user: str) -> None:
    say_table(("Would go", "When"), message_rows(planned.said[:_SHOWN], user))
    say_table(("No longer known",), [(fact.sentence,) for fact in planned.gone[:_SHOWN]])
    say(f"In all {_counts(planned)}.")


def _say_forgotten(done: ForgetReceipt, *, as_json: bool) -> None:
    if as_json:
        from graphmem.cli import shapes

        say_json(shapes.forgotten(done))
    elif not done.dry_run:
        say(f"Forgotten: {_counts(done)}.")
    if done.scrub_pending:
        note("Another process is reading, so deleted bytes are still in the file; `graphmem flush` removes them later.")


def _counts(receipt: ForgetReceipt) -> str:
    people = counted(receipt.entities, "person or thing", "people and things")
    return f"{counted(receipt.messages, 'message')}, {counted(receipt.facts, 'fact')} and {people}"


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

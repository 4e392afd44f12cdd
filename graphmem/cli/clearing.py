"""The commands that let go: `forget` and `prune`. What cannot be taken back is shown first and asked about."""

from __future__ import annotations

import sys
from collections.abc import Callable, Sequence
from datetime import datetime
from typing import TYPE_CHECKING, Annotated

import typer

from graphmem.cli.chosen import AsJson, Chosen, moment
from graphmem.cli.keeping import forget_typed
from graphmem.cli.reading import message_rows, user_name
from graphmem.cli.screen import counted, note, say, say_json, say_table, visible
from graphmem.types import Fact, ForgetReceipt, Keep

if TYPE_CHECKING:
    from graphmem.memory.memory import Memory

#: How much of what would go is shown.
_SHOWN = 10

DryRun = Annotated[bool, typer.Option("--dry-run", help="Only show what would go.")]
Yes = Annotated[bool, typer.Option("--yes", "-y", help="Do not ask.")]


def forget(
    ctx: typer.Context,
    *,
    message: Annotated[str | None, typer.Option(metavar="ID", help="This message; recall --json has its id.")] = None,
    session: Annotated[str | None, typer.Option(metavar="NAME", help="A whole conversation.")] = None,
    entity: Annotated[
        str | None, typer.Option(metavar="NAME", help="Somebody or something; messages stay and say [forgotten].")
    ] = None,
    before: Annotated[
        datetime | None, typer.Option(parser=moment, metavar="DATE", help="All that was said before.")
    ] = None,
    category: Annotated[
        str | None, typer.Option(metavar="NAME", help="What states facts of a category, such as health.")
    ] = None,
    query: Annotated[
        str | None, typer.Option(metavar="TEXT", help="What recall finds that has all of these words.")
    ] = None,
    everything: Annotated[bool, typer.Option("--everything", help="All of the namespace, its secret too.")] = False,
    messages: Annotated[
        bool, typer.Option("--messages", help="With --entity: the messages that name it go too.")
    ] = False,
    dry_run: DryRun = False,
    yes: Yes = False,
    as_json: AsJson = False,
) -> None:
    """Erase messages and all that only they taught, or somebody.

    It shows what would go and asks. Memory is then as if they had never been said: what other messages also say stays, and what only
    these had ended holds again. An import does not bring them back, unless with --anyway.

    \b
    Examples:
      $ graphmem forget --before 2020-01-01 --dry-run
      $ graphmem forget --entity Ana --dry-run
      $ graphmem forget --category relationship --dry-run
      $ graphmem forget --query "peanuts" --dry-run
      $ graphmem forget --session default --yes
      $ graphmem forget --everything --yes --json
    """
    given = (message, session, entity, before, category, query)
    if sum(one is not None for one in given) + everything != 1:
        raise typer.BadParameter(
            "give one of --message, --session, --entity, --before, --category, --query and --everything"
        )
    if messages and entity is None:
        raise typer.BadParameter("--messages goes with --entity")

    def forgotten(memory: Memory, planned: ForgetReceipt | None) -> ForgetReceipt:
        # Of a question exactly what was shown goes, whatever it would find by now.
        shown = [one.id for one in planned.said] if planned and query is not None else None
        chosen_message = shown if shown and planned and len(shown) == planned.messages else message
        return memory.forget(
            message=chosen_message,
            session=session,
            entity=entity,
            before=before,
            category=category,
            query=None if chosen_message is not None else query,
            everything=everything,
            messages=messages,
            dry_run=planned is None,
        )

    _let_go(ctx.obj, forgotten, dry_run=dry_run, yes=yes, as_json=as_json)


def prune(
    ctx: typer.Context,
    *,
    below: Annotated[
        float | None, typer.Option(metavar="WEIGHT", help="What weighs less by now, from 0 to 1; default 0.3.")
    ] = None,
    days: Annotated[int, typer.Option(metavar="DAYS", help="And was said, and last came up, so long ago.")] = 180,
    keep: Annotated[
        int | None, typer.Option(metavar="DAYS", help="Keep messages for so many days, whatever they weigh.")
    ] = None,
    session: Annotated[str | None, typer.Option(metavar="NAME", help="With --keep: of this conversation.")] = None,
    category: Annotated[
        str | None, typer.Option(metavar="NAME", help="With --keep: those that state facts of it.")
    ] = None,
    dry_run: DryRun = False,
    yes: Yes = False,
    as_json: AsJson = False,
) -> None:
    """Let go of what matters little, is old, and did not come up.

    It shows what would go and asks, and then forgets it. What matters loses half of its weight in a year in which it is neither said again nor
    comes up; what is true now and important stays, and so does what ended something that stays. With --keep, messages older than so many days
    go, whatever they weigh.

    \b
    Examples:
      $ graphmem prune --dry-run
      $ graphmem prune --below 0.2 --days 365 --yes
      $ graphmem prune --keep 3650 --session default --yes --json
    """
    if keep is None and (session is not None or category is not None):
        raise typer.BadParameter("--session and --category go with --keep")
    rules = () if keep is None else (Keep(keep, session, category),)

    def pruned(memory: Memory, planned: ForgetReceipt | None) -> ForgetReceipt:
        return memory.prune(below=below, days=days, keep=rules, dry_run=planned is None)

    _let_go(ctx.obj, pruned, dry_run=dry_run, yes=yes, as_json=as_json)


def _let_go(
    chosen: Chosen,
    forgotten: Callable[[Memory, ForgetReceipt | None], ForgetReceipt],
    *,
    dry_run: bool,
    yes: bool,
    as_json: bool,
) -> None:
    """Show what would go, ask, and do it; `forgotten` is given what was shown when it is to act."""
    if not (yes or dry_run or sys.stdin.isatty()):
        raise typer.BadParameter(
            "there is nobody to ask whether to forget; add --yes, or --dry-run to see what would go"
        )
    with chosen.ask() as memory:
        planned = forgotten(memory, None)
        if not as_json:
            _say_plan(planned, user_name(memory), goes=yes and not dry_run)
        anything = bool(planned.messages or planned.reworded)
        if not (dry_run or yes or (anything and _agreed())):
            say("Nothing was forgotten.")
            raise typer.Exit(1 if anything else 0)
        done = planned if dry_run else forgotten(memory, planned)
        if not dry_run:
            forget_typed(chosen.settings())
    _say_forgotten(done, as_json=as_json)


def _agreed() -> bool:
    return typer.confirm("Forget them? This cannot be undone.", default=False, err=True)


def _say_plan(planned: ForgetReceipt, user: str, *, goes: bool) -> None:
    say_table(("Goes" if goes else "Would go", "When"), message_rows(planned.said[:_SHOWN], user))
    say_table(("No longer known",), [(fact.sentence,) for fact in planned.gone[:_SHOWN]])
    _say_again("Holds again" if goes else "Would hold again", planned.learned)
    say(f"In total: {_counts(planned)}.")
    _say_stays(planned)


def _say_again(heading: str, facts: Sequence[Fact]) -> None:
    for fact in facts[:_SHOWN]:
        say(visible(f"{heading}: {fact.sentence}"))
    if len(facts) > _SHOWN:
        say(f"And {counted(len(facts) - _SHOWN, 'more fact')}.")


def _say_stays(receipt: ForgetReceipt) -> None:
    for one in receipt.stays[:_SHOWN]:
        say(visible(f"Stays: {one}"))


def _say_forgotten(done: ForgetReceipt, *, as_json: bool) -> None:
    if as_json:
        from graphmem.cli import shapes

        say_json(shapes.forgotten(done))
    elif not done.dry_run:
        say(f"Forgotten: {_counts(done)}.")
    if done.remains:
        note(f"What remains on disk: {done.remains}")
    if done.scrub_pending:
        note("Another process is reading, so deleted bytes are still in the file; `graphmem flush` removes them later.")


def _counts(receipt: ForgetReceipt) -> str:
    people = counted(receipt.entities, "person or thing", "people and things")
    reworded = f", and {counted(receipt.reworded, 'message')} reworded" if receipt.reworded else ""
    return f"{counted(receipt.messages, 'message')}, {counted(receipt.facts, 'fact')} and {people}{reworded}"

"""The commands of who knows better: `correct`, `retract`, `merge`, `split`, `undo`, `conflicts`, `reextract`."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict
from typing import TYPE_CHECKING, Annotated

import typer

from graphmem.cli.chosen import AsJson, Chosen
from graphmem.cli.keeping import shown
from graphmem.cli.screen import complain, counted, note, say, say_json, say_table, visible
from graphmem.cli.writing import say_receipt
from graphmem.errors import NotFound
from graphmem.types import Change, Receipt, UndoReceipt, Verdict

if TYPE_CHECKING:
    from graphmem.memory.memory import Memory

WhichFact = Annotated[str, typer.Argument(metavar="FACT", help="The fact as it reads, or its id from facts --json.")]
Why = Annotated[str | None, typer.Option(metavar="TEXT", help="Why; it is kept with it.")]


def correct(
    ctx: typer.Context,
    fact: WhichFact,
    *,
    subject: Annotated[str | None, typer.Option(metavar="NAME", help="Of whom it is so instead.")] = None,
    predicate: Annotated[str | None, typer.Option(metavar="WORDS", help='What is so, e.g. "works at".')] = None,
    object_: Annotated[str | None, typer.Option("--object", metavar="NAME", help="The right name.")] = None,
    value: Annotated[str | None, typer.Option(metavar="TEXT", help="The right value.")] = None,
    start: Annotated[str | None, typer.Option(metavar="DATE", help="Since when: 2024, 2024-03, 2024-03-05.")] = None,
    end: Annotated[str | None, typer.Option(metavar="DATE", help="The last day, month or year of it.")] = None,
    why: Why = None,
    as_json: AsJson = False,
) -> None:
    """Take a fact back and say what is so instead.

    What is not given stays as it was. `graphmem undo` undoes it.

    \b
    Examples:
      $ graphmem correct "Ana lives in Lisbon" --object Porto
      $ graphmem correct "Ana lives in Lisbon" --start 2021-05 --json
    """
    chosen: Chosen = ctx.obj
    with chosen.ask() as memory:
        made = memory.correct(
            fact,
            subject=subject,
            predicate=predicate,
            object=object_,
            value=value,
            start=start,
            end=end,
            why=why,
        )
    _say(made, as_json=as_json)


def retract(ctx: typer.Context, fact: WhichFact, *, why: Why = None, as_json: AsJson = False) -> None:
    """Take a fact back: it was never so.

    What is said of it later counts again. `graphmem undo` undoes it.

    \b
    Examples:
      $ graphmem retract "Ana lives in Lisbon" --why "it was a joke"
      $ graphmem retract "Ana lives in Lisbon" --json
    """
    chosen: Chosen = ctx.obj
    with chosen.ask() as memory:
        made = memory.retract(fact, why=why)
    _say(made, as_json=as_json)


def merge(
    ctx: typer.Context,
    one: Annotated[str, typer.Argument(metavar="NAME", help="A name or alias.")],
    other: Annotated[str, typer.Argument(metavar="NAME", help="Who or what is the same.")],
    *,
    as_json: AsJson = False,
) -> None:
    """Decide that two are one. `graphmem conflicts` lists who may be.

    \b
    Examples:
      $ graphmem merge Ana Annie
    """
    chosen: Chosen = ctx.obj
    with chosen.ask() as memory:
        made = memory.merge(one, other)
    _say(made, as_json=as_json, otherwise=made.message.text)


def split(
    ctx: typer.Context,
    name: Annotated[str, typer.Argument(metavar="NAME", help="Who or what is two.")],
    *,
    alias: Annotated[list[str], typer.Option(metavar="NAME", help="What the other is called; may be repeated.")],
    as_json: AsJson = False,
) -> None:
    """Decide that one is two: what is called so is another.

    \b
    Examples:
      $ graphmem split Ana --alias sister
    """
    chosen: Chosen = ctx.obj
    with chosen.ask() as memory:
        made = memory.split(name, aliases=alias)
    _say(made, as_json=as_json, otherwise=made.message.text)


def _say(made: Receipt, *, as_json: bool, otherwise: str = "") -> None:
    if as_json:
        from graphmem.cli import shapes

        say_json(shapes.receipt(made))
        return
    if otherwise:
        say(visible(f"Decided: {otherwise.partition(chr(10))[0]}."))
    if not otherwise or made.learned or made.ended or made.retracted:
        say_receipt(made)


def undo(
    ctx: typer.Context,
    change: Annotated[
        str | None, typer.Argument(metavar="CHANGE", help="Its number in changes, or an id; default the last.")
    ] = None,
    *,
    as_json: AsJson = False,
) -> None:
    """Undo a change, by default the last one that told something.

    What was decided by hand is erased. What somebody said stays, word for word, and counts for nothing; undoing the undo brings it back.

    \b
    Examples:
      $ graphmem undo
      $ graphmem undo --json
    """
    chosen: Chosen = ctx.obj
    with chosen.ask() as memory:
        done = memory.undo(_change(memory, change))
    if as_json:
        from graphmem.cli import shapes

        say_json(shapes.undone(done))
    else:
        _say_undone(done)


def _change(memory: Memory, wanted: str | None) -> Change | str:
    made = memory.changes(limit=memory.status().version)
    if wanted is None:
        found = next((one for one in made if one.cause == "learn"), None)
        if found is None:
            raise NotFound("there is nothing to undo")
        return found
    return next((one for one in made if str(one.version) == wanted), wanted)


def _say_undone(done: UndoReceipt) -> None:
    erased = counted(done.erased, "told fact or decision", "told facts or decisions")
    kept = counted(done.messages - done.erased, "message")
    if done.erased:
        say(f"Undone: {erased} erased.")
    if done.messages > done.erased or not done.erased:
        say(f"Undone: {kept} no longer learned from, though kept word for word.")
    for heading, facts in (
        ("Believed again", done.learned),
        ("Ended", done.ended),
        ("Taken back", done.retracted),
        ("No longer known", done.gone),
    ):
        for fact in facts:
            say(visible(f"{heading}: {fact.sentence}"))
    if done.scrub_pending:
        note("Another process is reading, so deleted bytes are still in the file; `graphmem flush` removes them later.")


def conflicts(
    ctx: typer.Context,
    *,
    ask: Annotated[
        bool, typer.Option("--ask", help="Ask the chat model who is one: a call for every ten pairs.")
    ] = False,
    join: Annotated[bool, typer.Option("--merge", help="With --ask: merge those it says are the same.")] = False,
    as_json: AsJson = False,
) -> None:
    """What cannot both be so, and who may be one: for you to decide.

    `correct` and `retract` settle a conflict, `merge` says that two are one. Left alone, both sides are kept.

    \b
    Examples:
      $ graphmem conflicts
      $ graphmem conflicts --json
    """
    if join and not ask:
        raise typer.BadParameter("--merge acts on what the model says; give --ask too, or use graphmem merge")
    chosen: Chosen = ctx.obj
    with chosen.ask(advised=ask) as memory:
        if ask:
            _say_verdicts(memory.adjudicate(merge=join), as_json=as_json)
            return
        found, alike = memory.conflicts(), memory.pending()
    if as_json:
        from graphmem.cli import shapes

        say_json(
            {"conflicts": [shapes.conflict(one) for one in found], "alike": [shapes.alike(pair) for pair in alike]}
        )
        return
    say_table(("Conflict",), [(one.why,) for one in found])
    say_table(("Perhaps one", "Why"), [(f"{pair.one.name} and {pair.other.name}", pair.why) for pair in alike])
    if not (found or alike):
        say("Nothing conflicts, and nobody seems to be somebody else.")


def _say_verdicts(made: Sequence[Verdict], *, as_json: bool) -> None:
    if as_json:
        from graphmem.cli import shapes

        say_json([shapes.verdict(one) for one in made])
        return
    rows = [(f"{one.pair.one.name} and {one.pair.other.name}", _ruled(one), one.why) for one in made]
    say_table(("Perhaps one", "The model says", "Why"), rows)
    if not made:
        say("Nobody seems to be somebody else, so nothing was asked.")


def _ruled(one: Verdict) -> str:
    return f"{one.ruling}, merged" if one.merged else one.ruling


def reextract(
    ctx: typer.Context,
    *,
    everything: Annotated[
        bool, typer.Option("--everything", help="Also what this very extractor read already.")
    ] = False,
    as_json: AsJson = False,
) -> None:
    """Read all messages again, after the extractor improved.

    With a chat model as the extractor, it is asked again. Safe to interrupt: run again, it goes on where it was.

    \b
    Examples:
      $ graphmem reextract
      $ graphmem reextract --everything --json
    """
    chosen: Chosen = ctx.obj
    with chosen.ask() as memory, shown("Reading", "messages") as moved:
        done = memory.reextract(everything=everything, progress=moved)
    if as_json:
        say_json(asdict(done))
    else:
        say(f"Read again: {done.read} of {counted(done.messages, 'message')}, {done.changed} of them otherwise.")
        for error in done.errors:
            complain(f"{done.failed} could not be read and stay as they were: {error}")
    if done.failed:
        raise typer.Exit(1)

"""The command that tells memory something: `remember`."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from datetime import datetime
from enum import StrEnum
from typing import Annotated

import typer

from graphmem.cli.chosen import AsJson, Chosen, SessionName, here_and_now, moment
from graphmem.cli.screen import counted, note, say, say_json, visible
from graphmem.errors import InvalidInput
from graphmem.types import Fact, Receipt


class Who(StrEnum):
    """The roles of a message."""

    USER = "user"
    ASSISTANT = "assistant"
    SYSTEM = "system"
    TOOL = "tool"


def remember(
    ctx: typer.Context,
    text: Annotated[str, typer.Argument(metavar="TEXT", help='What was said; "-" reads it from stdin.')],
    *,
    role: Annotated[Who, typer.Option(help="Who said it.")] = Who.USER,
    session: SessionName = "default",
    speaker: Annotated[str | None, typer.Option(metavar="NAME", help="The name of who said it.")] = None,
    at: Annotated[
        datetime | None, typer.Option(parser=moment, metavar="DATE", help="When it was said; default now.")
    ] = None,
    as_json: AsJson = False,
) -> None:
    """Keep a message, learn from it, and say what was learned.

    \b
    Examples:
      $ graphmem remember "My sister Ana moved to Lisbon last week."
      $ graphmem remember "I like jazz." --session s1 --at 2024-03-05
      $ echo "I am allergic to peanuts." | graphmem remember -
    """
    chosen: Chosen = ctx.obj
    said = _stdin_text() if text == "-" else text
    if not said.strip():
        raise InvalidInput("there is nothing to remember: TEXT is empty")
    with chosen.open() as memory:
        receipt = memory.remember(said, role=role.value, session=session, speaker=speaker, at=at or here_and_now())
        memory.flush()
    if as_json:
        from graphmem.cli import shapes

        say_json(shapes.receipt(receipt))
    else:
        say_receipt(receipt)


def _stdin_text() -> str:
    try:
        return sys.stdin.buffer.read().decode("utf-8")
    except UnicodeDecodeError as error:
        raise InvalidInput(f"stdin is not UTF-8 at byte {error.start + 1}") from error


def say_receipt(receipt: Receipt) -> None:
    """Say what was learned, what ended and what was taken back."""
    if receipt.forgotten:
        say("Forgotten before, and not kept again.")
    elif not receipt.new:
        say("Known already; nothing changed.")
    elif receipt.redacted:
        taken = (counted(many, name.replace("_", " ")) for name, many in receipt.redacted.items())
        note(f"Taken out before it was kept: {', '.join(taken)}")
    say_facts("Learned", receipt.learned)
    say_facts("Ended", receipt.ended)
    say_facts("Taken back", receipt.retracted)
    if receipt.unsupported:
        say("Kept as text; it is in a language that cannot be read here.")
    elif receipt.pending:
        note(f"Kept, and understood later: {receipt.pending}")
    elif receipt.new and not (receipt.learned or receipt.ended or receipt.retracted):
        say("Kept; no new fact in it.")


def say_facts(heading: str, facts: Sequence[Fact]) -> None:
    """Say facts under a heading, with their times."""
    from graphmem.periods import words

    for fact in facts:
        when = words(fact, fact.recorded_at)
        say(visible(f"{heading}: {fact.sentence}{f' ({when})' if when else ''}"))

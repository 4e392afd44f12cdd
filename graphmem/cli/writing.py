"""The commands that tell memory something: `remember` and `import`."""

from __future__ import annotations

import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from datetime import datetime
from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, BinaryIO

import typer

from graphmem.cli.chosen import AsJson, Chosen, SessionName, moment
from graphmem.cli.screen import complain, note, say, say_json, visible
from graphmem.errors import InvalidInput
from graphmem.types import Fact, Receipt

if TYPE_CHECKING:
    from graphmem.cli.importing import Tally
    from graphmem.memory.memory import Memory

INTERRUPTED = 130


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
        receipt = memory.remember(said, role=role.value, session=session, speaker=speaker, at=at)
        memory.flush()
    if as_json:
        from graphmem.cli import shapes

        say_json(shapes.receipt(receipt))
    else:
        _say_receipt(receipt)


def import_(
    ctx: typer.Context,
    file: Annotated[str, typer.Argument(metavar="FILE", help='JSON Lines, a message each; "-" reads stdin.')],
    *,
    session: Annotated[
        str | None, typer.Option(metavar="NAME", help="The conversation of lines that name none.")
    ] = None,
    as_json: AsJson = False,
) -> None:
    """Remember a transcript: JSON Lines, one message each.

    A line has "content", and may have "role" (default user), "at", "session", "speaker", "key", "importance" and
    "metadata". Lines that cannot be read are named and passed over; exit code 1 says there were some. It is safe to
    interrupt and to repeat: what is there already is passed over, by "key", else by line.

    \b
    Examples:
      $ graphmem import chat.jsonl
      $ graphmem import chat.jsonl --json
      $ grep -v secret chat.jsonl | graphmem import -
    """
    from graphmem.cli.importing import Tally

    chosen: Chosen = ctx.obj
    tally = Tally()
    with _opened(file) as stream, chosen.open() as memory:
        try:
            _import(memory, stream, tally, name=_name(file), session=session)
        except KeyboardInterrupt as error:
            complain(f"interrupted: {_kept(tally)}. Nothing is lost; the same command again goes on from there")
            raise typer.Exit(INTERRUPTED) from error
        waiting = memory.status().backlog
    if not tally.read:
        raise InvalidInput(f"{file} is empty: there is nothing to import")
    _say_tally(tally, waiting.waiting + waiting.leased, as_json=as_json)
    if tally.bad:
        raise typer.Exit(1)


def _import(memory: Memory, stream: BinaryIO, tally: Tally, *, name: str, session: str | None) -> None:
    from graphmem.cli.importing import bring
    from graphmem.cli.progress import progress
    from graphmem.cli.transcript import read

    with progress(total=_size(stream)) as shown:
        bring(
            memory,
            read(stream, name=name, session=session),
            tally=tally,
            report=lambda problem: shown.say(f"graphmem: {name}:{problem.number}: {problem.reason}"),
            moved=lambda: shown.moved(done=_position(stream), messages=tally.new + tally.known),
        )
        memory.flush()


@contextmanager
def _opened(file: str) -> Iterator[BinaryIO]:
    if file == "-":
        yield sys.stdin.buffer
        return
    try:
        stream = Path(file).open("rb")  # noqa: SIM115  # closed below; only opening it is the user's mistake
    except OSError as error:
        raise InvalidInput(f"{file} cannot be read: {error.strerror}") from error
    with stream:
        yield stream


def _name(file: str) -> str:
    return "stdin" if file == "-" else Path(file).name


def _size(stream: BinaryIO) -> int | None:
    return Path(stream.name).stat().st_size or None if stream is not sys.stdin.buffer else None


def _position(stream: BinaryIO) -> int:
    return stream.tell() if stream.seekable() else 0


def _stdin_text() -> str:
    try:
        return sys.stdin.buffer.read().decode("utf-8")
    except UnicodeDecodeError as error:
        raise InvalidInput(f"stdin is not UTF-8 at byte {error.start + 1}") from error


def _say_receipt(receipt: Receipt) -> None:
    if not receipt.new:
        say("Known already; nothing changed.")
    _say_facts("Learned", receipt.learned)
    _say_facts("Ended", receipt.ended)
    _say_facts("Taken back", receipt.retracted)
    if receipt.unsupported:
        say("Kept as text; it is in a language that cannot be read here.")
    elif receipt.pending:
        note(f"Kept, and understood later: {receipt.pending}")
    elif receipt.new and not (receipt.learned or receipt.ended or receipt.retracted):
        say("Kept; no new fact in it.")


def _say_facts(heading: str, facts: Sequence[Fact]) -> None:
    from graphmem.periods import words

    for fact in facts:
        when = words(fact, fact.recorded_at)
        say(visible(f"{heading}: {fact.sentence}{f' ({when})' if when else ''}"))


def _say_tally(tally: Tally, waiting: int, *, as_json: bool) -> None:
    if as_json:
        say_json(
            {
                "new": tally.new,
                "known": tally.known,
                "bad": tally.bad,
                "learned": tally.learned,
                "waiting": waiting,
            }
        )
    else:
        say(f"Imported: {_kept(tally)}, {tally.bad} bad lines; {tally.learned} facts learned.")
    if waiting:
        reason = f": {tally.pending}" if tally.pending else "; the next import or remember takes them up"
        note(f"{waiting} messages are kept but not understood yet{reason}")


def _kept(tally: Tally) -> str:
    return f"{tally.new} messages new, {tally.known} known already"

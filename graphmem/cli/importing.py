"""The command `import`: from a file that some other program wrote to messages in memory."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from datetime import UTC, tzinfo
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, BinaryIO

import typer

from graphmem.cli.chosen import AsJson, Chosen
from graphmem.cli.screen import complain, counted, note, say, say_json, visible
from graphmem.errors import InvalidInput, NotFound

if TYPE_CHECKING:
    from graphmem.cli.blocks import Tally
    from graphmem.formats.reading import Opened
    from graphmem.formats.sources import Source
    from graphmem.memory.memory import Memory

INTERRUPTED = 130
#: How many names fit in a line.
_SHOWN = 4


def import_(
    ctx: typer.Context,
    file: Annotated[
        str, typer.Argument(metavar="FILE", help='A file, folder, zip, gzip or neo4j://…; "-" reads stdin.')
    ],
    *,
    format_: Annotated[
        str | None, typer.Option("--format", metavar="NAME", help="What wrote it, if that is told wrongly.")
    ] = None,
    group: Annotated[
        str | None, typer.Option(metavar="NAME", help="Whose part of a graph: a group_id or a user.")
    ] = None,
    session: Annotated[
        str | None, typer.Option(metavar="NAME", help="The conversation of messages that name none.")
    ] = None,
    encoding: Annotated[
        str | None, typer.Option(metavar="NAME", help="Of text that is not UTF-8, e.g. latin-1.")
    ] = None,
    timezone: Annotated[str, typer.Option(metavar="ZONE", help="Of times without one, e.g. Europe/Lisbon.")] = "UTC",
    anyway: Annotated[bool, typer.Option("--anyway", help="Bring back what was forgotten too.")] = False,
    as_json: AsJson = False,
) -> None:
    """Remember what another program kept: chats, stores, notes.

    What wrote it is told by its content, and said. These are known: jsonl (a
    message a line, with "content" and perhaps "role", "at", "session", "speaker",
    "key", "importance", "metadata"), openai (message lists, fine-tuning files),
    chatgpt and claude (the zip you can download), whatsapp and slack (exported
    chats; --user-name says who of them you are), langchain, llamaindex, mem0,
    markdown, text, and graphmem's own export. Of a Neo4j database, named by its
    URL, the graph that graphiti or neo4j-agent-memory left there is read, and
    nothing is written to it.

    What cannot be read is named and passed over; exit code 1 says there was some.
    It is safe to interrupt and to repeat: what is there already is passed over,
    and so is what was forgotten, unless with --anyway.

    \b
    Examples:
      $ graphmem import chat.jsonl
      $ graphmem import chatgpt-export.zip
      $ graphmem --user-name Ada import "WhatsApp Chat with Ana.txt"
      $ graphmem import notes/ --format markdown --json
      $ grep -v secret chat.jsonl | graphmem import -
    """
    from graphmem.cli.blocks import Tally
    from graphmem.formats.graphs.opening import GRAPHS, is_graph
    from graphmem.formats.reading import Wishes, open_messages

    chosen: Chosen = ctx.obj
    tally = Tally(anyway=anyway)
    if is_graph(file):
        _import_graph(chosen, file, tally, wanted=(_known(format_), group, session), as_json=as_json)
        return
    if format_ in GRAPHS:
        raise InvalidInput(f"{format_} is read from a server; give its address as neo4j://user:password@host:7687")
    wishes = Wishes(_known(format_), session, encoding, _zone(timezone))
    with _source(file) as source, ExitStack() as stack:
        opened = open_messages(source, wishes, stack)
        if not as_json:
            say(visible(f"Reading {source.name}: {opened.title}."))
        memory = stack.enter_context(chosen.open())
        with _told_when_interrupted(tally):
            if opened.own is None:
                _bring(memory, source, opened, tally)
            else:
                _restore(memory, source, opened.own, tally)
        waiting = memory.status().backlog
        strangers = _strangers(memory, tally)
    if not tally.read and opened.own is None:
        raise InvalidInput(f"{file} holds no messages: there is nothing to import")
    left = waiting.waiting + waiting.leased
    _say_tally(tally, opened.title, left, as_json=as_json, restored=opened.own is not None)
    if strangers:
        note(f"None of {_some(strangers)} is known to be you; if one is, repeat this with --user-name NAME")
    if tally.bad:
        raise typer.Exit(1)


def _strangers(memory: Memory, tally: Tally) -> list[str]:
    """Who spoke in what was imported, when the user did not; empty when they did."""
    try:
        me = memory.entity("me")
    except NotFound:
        known: set[str] = set()
    else:
        known = {name.casefold() for name in (me.name, *me.aliases)}
    theirs = {"", *known} & {speaker.casefold() for speaker in tally.speakers}
    return [] if theirs else list(tally.speakers)


def _some(names: list[str]) -> str:
    shown = names if len(names) <= _SHOWN else [*names[:_SHOWN], f"{len(names) - _SHOWN} more"]
    return " and ".join(filter(None, (", ".join(shown[:-1]), shown[-1])))


def _import_graph(
    chosen: Chosen, url: str, tally: Tally, *, wanted: tuple[str | None, str | None, str | None], as_json: bool
) -> None:
    """Remember what another memory left on a server; `wanted` are its format, whose part, and a session for what names none."""
    from graphmem.cli.graphs import bring_graph
    from graphmem.formats.graphs.opening import open_graph

    format_, group, session = wanted
    address = chosen.settings().model_copy(update={"url": url}).address()
    with ExitStack() as stack:
        graph = open_graph(address, stack, format=format_, group=group, session=session)
        if not as_json:
            say(visible(f"Reading {graph.database.name}: {graph.title}."))
        memory = stack.enter_context(chosen.open())
        with _told_when_interrupted(tally):
            bring_graph(memory, graph, tally)
        waiting = memory.status().backlog
    _say_tally(tally, graph.title, waiting.waiting + waiting.leased, as_json=as_json)
    if tally.bad:
        raise typer.Exit(1)


def _known(name: str | None) -> str | None:
    from graphmem.formats.graphs.opening import GRAPHS
    from graphmem.formats.reading import OWN, READERS

    if name is not None and name not in (*READERS, *GRAPHS, OWN):
        raise typer.BadParameter(f"{name!r} is no format; there are {', '.join((*READERS, *GRAPHS, OWN))}")
    return name


def _zone(name: str) -> tzinfo:
    from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

    try:
        return UTC if name == "UTC" else ZoneInfo(name)
    except (ZoneInfoNotFoundError, ValueError, OSError) as error:
        raise typer.BadParameter(f"{name!r} is no time zone; write it as Europe/Lisbon") from error


@contextmanager
def _source(file: str) -> Iterator[Source]:
    from graphmem.formats.sources import opened, piped

    if file == "-":
        yield piped(sys.stdin.buffer)
    else:
        with opened(Path(file)) as source:
            yield source


@contextmanager
def _told_when_interrupted(tally: Tally) -> Iterator[None]:
    try:
        yield
    except KeyboardInterrupt as error:
        complain(f"interrupted: {_kept(tally)}. Nothing is lost; the same command again goes on from there")
        raise typer.Exit(INTERRUPTED) from error


def _bring(memory: Memory, source: Source, opened: Opened, tally: Tally) -> None:
    from graphmem.cli.blocks import bring
    from graphmem.cli.progress import progress

    with progress(total=source.size or None) as shown:
        bring(
            memory,
            opened.found,
            pipe=source.pipe,
            tally=tally,
            report=lambda problem: shown.say(f"graphmem: {problem.where}: {problem.reason}"),
            moved=lambda: shown.moved(
                done=min(source.done, source.size or source.done), messages=tally.new + tally.known
            ),
        )
        memory.flush()


def _restore(memory: Memory, source: Source, stream: BinaryIO, tally: Tally) -> None:
    """Take in graphmem's own export; what waited there waits here."""
    from graphmem.cli.progress import progress

    with progress(total=source.size or None) as shown:
        receipt = memory.import_(
            stream,
            format="graphmem",
            anyway=tally.anyway,
            report=lambda problem: shown.say(f"graphmem: {source.name}: {problem}"),
            progress=lambda seen: shown.moved(done=min(source.done, source.size or source.done), messages=seen),
        )
    tally.new, tally.known, tally.bad = receipt.new, receipt.known, receipt.bad
    tally.forgotten = receipt.forgotten


def _say_tally(tally: Tally, title: str, waiting: int, *, as_json: bool, restored: bool = False) -> None:
    if as_json:
        say_json(
            {
                "format": title,
                "new": tally.new,
                "known": tally.known,
                "bad": tally.bad,
                "forgotten": tally.forgotten,
                "learned": tally.learned,
                "waiting": waiting,
            }
        )
    else:
        learned = "with what was read of them" if restored else f"{counted(tally.learned, 'fact')} learned"
        say(f"Imported: {_kept(tally)}, {tally.bad} bad; {learned}.")
    if waiting:
        reason = f": {tally.pending}" if tally.pending else "; the next import or remember takes them up"
        kept = "message is kept" if waiting == 1 else "messages are kept"
        note(f"{waiting} {kept} but not understood yet{reason}")


def _kept(tally: Tally) -> str:
    forgotten = f", {tally.forgotten} forgotten before and left out" if tally.forgotten else ""
    return f"{counted(tally.new, 'message')} new, {tally.known} known already{forgotten}"

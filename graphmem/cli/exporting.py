"""The command `export`: everything written down, to be taken in again or to be read."""

from __future__ import annotations

import io
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from enum import StrEnum
from typing import Annotated, TextIO

import typer

from graphmem.cli.chosen import Chosen
from graphmem.cli.screen import counted, say, visible
from graphmem.errors import InvalidInput


class Form(StrEnum):
    """What an export is for: to be taken in again, or to be read."""

    JSONL = "jsonl"
    HTML = "html"
    HELD = "held"


#: As they are named to people, who may have asked for "memory.csv".
_TITLES = {Form.JSONL: "JSON Lines", Form.HTML: "a page to read", Form.HELD: "all that is held"}


def export(
    ctx: typer.Context,
    file: Annotated[str, typer.Argument(metavar="[FILE]", help='Where to; "-" is stdout.')] = "-",
    *,
    form: Annotated[
        Form | None,
        typer.Option(
            "--format", help="jsonl to import again, html to read, held for all that is held; default: by FILE's name."
        ),
    ] = None,
) -> None:
    """Write everything down: all messages and what was read of them.

    As JSON Lines, `graphmem import` makes an equal memory of it, without any
    model, and exports of equal memories are equal. As HTML it is one page to
    read, that loads nothing: the graph, facts, times, people and messages. With
    --format held it is all that is held of somebody who asks: also facts with the
    words that state them, what came up how often, the journal, and what waits.

    \b
    Examples:
      $ graphmem export memory.jsonl
      $ graphmem export report.html
      $ graphmem export held.jsonl --format held
      $ graphmem export | gzip > memory.jsonl.gz
    """
    chosen: Chosen = ctx.obj
    form = form or (Form.HTML if file.lower().endswith((".html", ".htm")) else Form.JSONL)
    with chosen.ask() as memory:
        if file == "-":
            with _stdout() as stream:
                memory.export(stream, format=form.value)
        else:
            receipt = memory.export(file, format=form.value)
            say(visible(f"Exported {counted(receipt.messages, 'message')} to {file}, as {_TITLES[form]}."))


@contextmanager
def _stdout() -> Iterator[TextIO]:
    """Stdout in UTF-8, whatever the terminal speaks; but no terminal, which would act on what people said."""
    if sys.stdout.isatty():
        raise InvalidInput("an export is not for terminals; name a FILE, or send it through a pipe")
    stream = io.TextIOWrapper(sys.stdout.buffer, encoding="utf-8", newline="\n")
    try:
        yield stream
    finally:
        stream.flush()
        stream.detach()

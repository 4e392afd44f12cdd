"""`graphmem doctor`: look at everything a memory stands on, say what is wrong, and how to mend it."""

from __future__ import annotations

import os
import stat
import sys
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING

import typer

from graphmem.cli.chosen import AsJson, Chosen
from graphmem.cli.screen import console, counted, hanging, say, say_json, visible
from graphmem.errors import ConfigError, GraphmemError
from graphmem.types import Finding

if TYPE_CHECKING:
    from graphmem.settings import Settings

_SQLITE = "sqlite:///"


def doctor(ctx: typer.Context, *, as_json: AsJson = False) -> None:
    """Look for what is wrong, and say how to mend it.

    Configuration, models, permissions, disk, database, indexes, queue and clock. Nothing is changed. Exit code 1 says that
    something should be mended.

    \b
    Examples:
      $ graphmem doctor
      $ graphmem doctor --json
    """
    chosen: Chosen = ctx.obj
    found = list(_examined(chosen))
    if as_json:
        say_json([_shape(one) for one in found])
    else:
        for one in found:
            _say(one)
    if not all(one.good for one in found):
        raise typer.Exit(1)


def _examined(chosen: Chosen) -> Iterator[Finding]:
    try:
        settings = chosen.settings()
    except GraphmemError as error:
        yield Finding("configuration", False, str(error), "graphmem config --path says where the file is")
        return
    yield from _configuration(settings)
    path = _file(settings.url)
    if path is not None:
        from graphmem.store.sqlite.checking import check
        from graphmem.store.sqlite.driver import Driver

        try:
            yield from check(path, Driver(settings.key()))
        except ConfigError as error:
            said, _, mend = str(error).partition("; ")
            yield Finding("encryption", False, said, mend)
            return
    else:
        yield from _wire(settings.url)
    if path is None or os.access(path, os.F_OK):  # unlike exists(), no error in a folder that is closed
        yield from _memory(settings)
    else:
        yield Finding("memory", True, f"there is none at {path} yet; remember or import makes one")
        yield from _models(settings)


def _configuration(settings: Settings) -> Iterator[Finding]:
    from graphmem.cli.chat.answering import configured
    from graphmem.settings import SECRET, config_file

    path = config_file()
    if path.exists() and stat.S_IMODE(path.stat().st_mode) & 0o077 and _names_secret(path, SECRET):
        yield Finding("configuration", False, f"{path} holds a key that others can read", f"chmod 600 {path}")
    try:
        with configured(settings):
            pass
    except GraphmemError as error:
        said, _, mend = str(error).partition("; ")
        yield Finding("chat", False, said, mend)


def _names_secret(path: Path, names: frozenset[str]) -> bool:
    text = path.read_text(encoding="utf-8", errors="replace")
    return any(line.partition("=")[0].strip() in names for line in text.splitlines())


def _file(url: str) -> Path | None:
    """The file of an SQLite store; None for one in memory, and for a server."""
    path = url.removeprefix(_SQLITE)
    return None if path in (url, ":memory:") else Path(path).expanduser().absolute()


def _wire(url: str) -> Iterator[Finding]:
    """Whether what is said to a server can be read on the way; between programs of one machine nobody stands."""
    from graphmem.store.neo4j.address import is_open_wire

    if "://" in url and not url.startswith("sqlite://"):
        try:
            bare = is_open_wire(url)
        except GraphmemError:
            return  # opening it says what is wrong with the address
        said = "messages and the log-in go over the network as they are" if bare else "nobody can read the wire"
        yield Finding("wire", not bare, said, "use neo4j+s:// (or neo4j+ssc:// for a certificate of your own)" * bare)


def _memory(settings: Settings) -> Iterator[Finding]:
    """What only an open memory tells."""
    try:
        with settings.model_copy(update={"user_name": None}).open() as memory:
            yield Finding(
                "memory", True, f"{counted(memory.status().messages, 'message')} in namespace {settings.namespace!r}"
            )
            yield from memory.check()
    except GraphmemError as error:
        said, _, mend = str(error).partition(". ")
        yield Finding("memory", False, said, mend or "see above")


def _models(settings: Settings) -> Iterator[Finding]:
    """Whether a first message would be understood."""
    from graphmem.extraction.spacy import SpacyExtractor
    from graphmem.memory.checking import clock, understanding

    now = datetime.now(UTC)
    yield understanding(SpacyExtractor(settings.spacy), now)
    yield clock(now, None)


def _shape(one: Finding) -> dict[str, object]:
    return {"about": one.about, "good": one.good, "said": one.said, "mend": one.mend or None}


def _say(one: Finding) -> None:
    mark = "ok   " if one.good else "wrong"
    text = one.said if not one.mend else f"{one.said}. To mend: {one.mend}"
    if sys.stdout.isatty():
        hanging(console(), f"{mark}  {one.about:<14}", text, style="green" if one.good else "bold red")
    else:
        say(visible(f"{mark} {one.about}: {text}"))

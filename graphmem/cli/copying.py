"""The command `copy`: a memory into another store, or under another name."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import ExitStack
from dataclasses import asdict
from typing import TYPE_CHECKING, Annotated

import typer

from graphmem.cli.chosen import AsJson, Chosen
from graphmem.cli.progress import progress
from graphmem.cli.screen import complain, counted, note, say, say_json, visible
from graphmem.errors import ConfigError

if TYPE_CHECKING:
    from graphmem.memory.memories import Memories
    from graphmem.settings import Settings
    from graphmem.types import CopyReceipt

INTERRUPTED = 130

_STORE = "A store's URL, or an SQLite file."


def copy(
    ctx: typer.Context,
    here: Annotated[str, typer.Argument(metavar="FROM", help=_STORE)],
    there: Annotated[str, typer.Argument(metavar="TO", help=f"{_STORE} It is made.")],
    *,
    from_namespace: Annotated[
        str | None, typer.Option(metavar="NAME", help="Whose memory; default: --namespace.")
    ] = None,
    to_namespace: Annotated[
        str | None, typer.Option(metavar="NAME", help="Whose it becomes; default: the same.")
    ] = None,
    everyone: Annotated[bool, typer.Option("--all", help="Every namespace, each under its own name.")] = False,
    as_json: AsJson = False,
) -> None:
    """Copy a memory into another store or namespace.

    Nothing is lost and no model is asked: messages, what was read of them, facts,
    their times, what was known when, summaries, vectors of the same embedder. In
    a new namespace of another store ids stay what they were; one that has
    messages of its own takes in what is new to it. The journal of changes stays
    behind.

    Safe to interrupt: the same command again goes on from there, and later brings
    what was said since. FROM is only read.

    \b
    Examples:
      $ graphmem copy memory.db backup.db
      $ graphmem copy memory.db memory.db --to-namespace work
      $ graphmem copy memory.db backup.db --all --json
    """
    if everyone and (from_namespace is not None or to_namespace is not None):
        raise typer.BadParameter("--all copies each namespace under its own name; leave the names out")
    chosen: Chosen = ctx.obj
    settings = chosen.settings()
    source = settings.model_copy(update={"url": _url(here), "embedder": "none", "user_name": None})
    _see(source.address(), here)
    with ExitStack() as stack:
        memories = stack.enter_context(source.open_all())
        copies = stack.enter_context(_target(settings, memories, here, there))
        names = memories.namespaces() if everyone else (from_namespace or settings.namespace,)
        receipts = [_copied(memories, name, copies, to_namespace or name) for name in names]
    if as_json:
        say_json([asdict(one) for one in receipts])
    else:
        for one in receipts:
            say(visible(_told(one)))
        _mention_waiting(sum(one.waiting for one in receipts))


def _url(store: str) -> str:
    return store if "://" in store else f"sqlite:///{store}"


def _see(url: str, named: str) -> None:
    """A mistyped place is told, and nothing is made there."""
    from graphmem.store import holds_memory

    if not holds_memory(url):
        shown = named.rpartition("@")[2]
        raise ConfigError(f"there is no memory at {shown}; remember or import makes one")


def _target(settings: Settings, memories: Memories, here: str, there: str) -> Memories:
    """The store to copy into; the same one is not opened twice."""
    if _url(here) == _url(there):
        return memories
    return settings.model_copy(update={"url": _url(there)}).open_all()


def _copied(memories: Memories, name: str, copies: Memories, to: str) -> CopyReceipt:
    try:
        with progress(total=None, doing="Copying") as shown:
            return memories.of(name).copy(copies.of(to), progress=_shown(shown.moved))
    except KeyboardInterrupt as error:
        complain("interrupted; what was copied is kept, and the same command again goes on from there")
        raise typer.Exit(INTERRUPTED) from error


def _shown(moved: Callable[..., None]) -> Callable[[int, int], None]:
    return lambda done, total: moved(done=done, messages=done, total=total)


def _told(one: CopyReceipt) -> str:
    ids = "ids as they were" if one.same_ids else "ids of its own"
    forgotten = f", {one.forgotten} forgotten there and left out" if one.forgotten else ""
    came = f"{counted(one.new, 'message')} new, {one.known} known already{forgotten}"
    return f"Copied {one.namespace} to {one.to_namespace}: {came}; {ids}."


def _mention_waiting(waiting: int) -> None:
    if waiting:
        note(f"{counted(waiting, 'message')} there waiting to be understood; `graphmem flush` on the copy does it")

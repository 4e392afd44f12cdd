"""The program `graphmem`: its commands, the options they share, and how an error ends it.

Options that say which memory is meant stand before or after the command, as people type them. Every error of graphmem's own
becomes one line on stderr and exit code 1; wrong usage is 2, an interrupted command 130.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated, Any

import typer
from typer.core import TyperGroup

from graphmem.cli import (
    auditing,
    clearing,
    configuring,
    copying,
    cypher,
    deciding,
    demo,
    doctor,
    draining,
    editing,
    exporting,
    importing,
    keeping,
    looking,
    reading,
    reembedding,
    rekeying,
    serving,
    writing,
)
from graphmem.cli.chat import command
from graphmem.cli.chosen import Chosen
from graphmem.cli.screen import complain, say
from graphmem.errors import GraphmemError

_SHARED = ("--url", "--db", "--namespace", "--user-name", "--model")


class Doors(TyperGroup):
    """The commands, with shared options taken from anywhere and errors told in a line."""

    def parse_args(self, ctx: Any, args: list[str]) -> list[str]:
        """Move the shared options to the front, where they are declared."""
        return super().parse_args(ctx, _hoisted(args))

    def invoke(self, ctx: Any) -> Any:
        """Run the command."""
        try:
            return super().invoke(ctx)
        except GraphmemError as error:
            complain(str(error))
            raise typer.Exit(1) from error


def _hoisted(arguments: Sequence[str]) -> list[str]:
    """The arguments with shared options first; what follows `--` stays."""
    shared: list[str] = []
    others: list[str] = []
    left = list(arguments)
    while left and left[0] != "--":
        argument = left.pop(0)
        name, given, _ = argument.partition("=")
        group = shared if name in _SHARED else others
        group.append(argument)
        if group is shared and not given and left:
            group.append(left.pop(0))
    return [*shared, *others, *left]


app = typer.Typer(
    name="graphmem",
    cls=Doors,
    rich_markup_mode=None,  # help texts hold [brackets]; plain help reads well everywhere
    pretty_exceptions_enable=False,
    no_args_is_help=True,
    context_settings={"help_option_names": ["--help", "-h"]},
)


def _version(wanted: bool) -> None:
    if wanted:
        say(f"graphmem {_installed_version()}")
        raise typer.Exit


def _installed_version() -> str:
    from importlib.metadata import PackageNotFoundError, version

    try:
        return version("graphmem")
    except PackageNotFoundError:
        return "from a checkout that is not installed"


@app.callback()
def options(
    ctx: typer.Context,
    *,
    url: Annotated[str | None, typer.Option(metavar="URL", help="The store, e.g. sqlite:///memory.db.")] = None,
    db: Annotated[str | None, typer.Option(metavar="FILE", help="The store as an SQLite file, e.g. memory.db.")] = None,
    namespace: Annotated[str | None, typer.Option(metavar="NAME", help="Whose memory; default: default.")] = None,
    user_name: Annotated[str | None, typer.Option(metavar="NAME", help='Who "I" is in messages of the user.')] = None,
    model: Annotated[str | None, typer.Option(metavar="MODEL", help="Whose tokens contexts are counted in.")] = None,
    _version_only: Annotated[
        bool, typer.Option("--version", callback=_version, is_eager=True, help="The version.")
    ] = False,
) -> None:
    """Memory for agents: what was said, who it was about, and what is true now.

    The options below stand before or after a command. What is not given comes from the environment (GRAPHMEM_URL and so
    on), from a configuration file, or is a default; `graphmem config` shows which.

    \b
    Examples:
      $ graphmem demo
      $ graphmem --user-name Ada remember "My sister Ana lives in Lisbon."
      $ graphmem recall "Where does Ana live?"
      $ graphmem --db other.db --namespace work remember "I like jazz."
    """
    if url is not None and db is not None:
        raise typer.BadParameter("give --url or --db, not both")
    ctx.obj = Chosen(
        url=url if db is None else f"sqlite:///{db}", namespace=namespace, user_name=user_name, model=model
    )


app.command("demo")(demo.demo)
app.command("chat")(command.chat)
app.command("import")(importing.import_)
app.command("export")(exporting.export)
app.command("copy")(copying.copy)
app.command("remember")(writing.remember)
app.command("recall")(reading.recall)
app.command("context")(reading.context)
app.command("facts")(reading.facts)
app.command("entities")(looking.entities)
app.command("entity")(looking.entity)
app.command("history")(looking.history)
app.command("changes")(looking.changes)
app.command("correct")(deciding.correct)
app.command("retract")(deciding.retract)
app.command("merge")(deciding.merge)
app.command("split")(deciding.split)
app.command("undo")(deciding.undo)
app.command("edit")(editing.edit)
app.command("conflicts")(deciding.conflicts)
app.command("forget")(clearing.forget)
app.command("prune")(clearing.prune)
app.command("flush")(keeping.flush)
app.command("work")(draining.work)
app.command("rebuild")(keeping.rebuild)
app.command("reextract")(deciding.reextract)
app.command("reembed")(reembedding.reembed)
app.command("rekey")(rekeying.rekey)
app.command("mcp")(serving.mcp)
app.command("status")(reading.status)
app.command("audit")(auditing.audit)
app.command("doctor")(doctor.doctor)
app.command("config")(configuring.config)
app.add_typer(cypher.app, name="cypher")

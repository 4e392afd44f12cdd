"""`graphmem cypher`: a memory read in Cypher, by the explorations that are shipped or in words of one's own. Nothing here writes."""

from __future__ import annotations

import json
import sys
from collections.abc import Sequence
from datetime import datetime
from pathlib import Path
from typing import Annotated, Any

import typer
from typer.core import TyperGroup

from graphmem.cli.chosen import AsJson, Chosen
from graphmem.cli.screen import note, say, say_json, say_table, visible
from graphmem.types import Limits, Table

_TEXT = "text"
_ROWS = Limits().rows
_SECONDS = Limits().seconds

Given = Annotated[list[str] | None, typer.Argument(metavar="[KEY=VALUE]...", help="A value for each $KEY.")]
AsCsv = Annotated[bool, typer.Option("--csv", help="Print CSV, the columns first.")]
AsPage = Annotated[Path | None, typer.Option("--html", metavar="FILE", help="Draw the result into an HTML page.")]
Rows = Annotated[int, typer.Option("--limit", metavar="N", min=1, help="At most so many rows.")]
Seconds = Annotated[float, typer.Option("--seconds", metavar="S", min=0.001, max=3600, help="At most so long.")]


class Statements(TyperGroup):
    """Commands by name; anything else in the place of a command is a statement to run."""

    def resolve_command(self, ctx: Any, args: list[str]) -> Any:
        """The command, or the one that runs statements."""
        if args and args[0] not in self.commands and not args[0].startswith("--"):
            return super().resolve_command(ctx, [_TEXT, *args])
        return super().resolve_command(ctx, args)


app = typer.Typer(
    cls=Statements,
    rich_markup_mode=None,
    no_args_is_help=True,
    context_settings={"help_option_names": ["--help", "-h"]},
)


@app.callback()
def options() -> None:
    """Read memory in Cypher, shipped or your own; nothing is written.

    A statement of your own runs on a copy of this namespace in memory, so it finds nothing of anybody else;
    a shipped exploration runs on the Neo4j server where memory is kept on one.

    \b
    Examples:
      $ graphmem cypher list
      $ graphmem cypher show who_is --params
      $ graphmem cypher run who_is name=Ana
      $ graphmem cypher run true_now --html memory.html
      $ graphmem cypher "MATCH (p:Person)-[:LIVES_IN]->(c) RETURN p.name, c.name"
      $ graphmem cypher 'MATCH (e {name: $name}) RETURN e.kind' name=Lisbon
    """


@app.command("list")
def list_(*, as_json: AsJson = False) -> None:
    """Every exploration: its name, what it takes and what it is for.

    \b
    Examples:
      $ graphmem cypher list
      $ graphmem cypher list --json
    """
    from graphmem.exploration import named

    found = named.explorations()
    if as_json:
        say_json([_shape(each) for each in found])
        return
    say_table(
        ("Name", "Takes", "What it shows"),
        [(named.short(each), " ".join(one.name for one in named.asked_for(each)), each.purpose) for each in found],
    )


@app.command()
def show(
    ctx: typer.Context,
    name: Annotated[str, typer.Argument(metavar="NAME", help="An exploration, as `list` names it.")],
    *,
    params: Annotated[bool, typer.Option("--params", help="With its examples, to paste into Neo4j Browser.")] = False,
) -> None:
    """The Cypher of an exploration, to read or to paste into Neo4j Browser.

    \b
    Examples:
      $ graphmem cypher show who_is
      $ graphmem cypher show path_between --params
    """
    from graphmem.exploration import named

    statement = named.exploration(name)
    chosen: Chosen = ctx.obj
    if params:
        for each in statement.parameters:
            value = chosen.settings().namespace if each.name == named.NAMESPACE else each.example
            say(f":param {each.name} => {_literal(value)};")
    say(f"// {statement.purpose}")
    for each in statement.parameters:
        say(f"// ${each.name} ({each.type}): {each.meaning}")
    say(f"// Returns: {statement.returns}")
    say(f"{statement.text}{';' if params else ''}")


@app.command()
def run(
    ctx: typer.Context,
    name: Annotated[str, typer.Argument(metavar="NAME", help="An exploration, as `list` names it.")],
    given: Given = None,
    *,
    limit: Rows = _ROWS,
    seconds: Seconds = _SECONDS,
    as_json: AsJson = False,
    as_csv: AsCsv = False,
    page: AsPage = None,
) -> None:
    """Run an exploration.

    \b
    Examples:
      $ graphmem cypher run who_is name=Ana
      $ graphmem cypher run as_of moment=2024-04-01 --csv
      $ graphmem cypher run path_between first=Ada second=Lisbon --json
      $ graphmem cypher run around name=Ana --html ana.html
    """
    from graphmem.exploration import named

    statement = named.exploration(name)
    values = named.typed(statement, _pairs(given))
    _ask(ctx, name, values, Limits(limit, seconds), as_json=as_json, as_csv=as_csv, page=page)


@app.command(_TEXT, hidden=True)
def text(
    ctx: typer.Context,
    statement: Annotated[str, typer.Argument(metavar="STATEMENT", help="Cypher; - reads it from standard input.")],
    given: Given = None,
    *,
    limit: Rows = _ROWS,
    seconds: Seconds = _SECONDS,
    as_json: AsJson = False,
    as_csv: AsCsv = False,
    page: AsPage = None,
) -> None:
    """Run a statement of your own. A value is a number, a list or a truth value where it reads as JSON, else text."""
    written = sys.stdin.read() if statement == "-" else statement
    values = {name: _value(value) for name, value in _pairs(given).items()}
    _ask(ctx, written, values, Limits(limit, seconds), as_json=as_json, as_csv=as_csv, page=page)


def _ask(
    ctx: typer.Context,
    query: str,
    values: dict[str, Any],
    limits: Limits,
    *,
    as_json: bool,
    as_csv: bool,
    page: Path | None,
) -> None:
    if as_json + as_csv + (page is not None) > 1:
        raise typer.BadParameter("give one of --json, --csv and --html")
    chosen: Chosen = ctx.obj
    with chosen.ask() as memory:
        found = memory.cypher(query, limits=limits, **values)
    if page is not None:
        _draw(found, query, page)
    elif as_json:
        from graphmem.exploration.rendering import to_json

        say_json(to_json(found))
    elif as_csv:
        from graphmem.exploration.rendering import to_csv

        say(to_csv(found).rstrip("\n"))
    else:
        _say(found)
    if found.truncated:
        note(f"There were more; these are the first {limits.rows} rows. --limit takes another number.")


def _say(found: Table) -> None:
    """A table on a terminal; at a pipe a line for each row, its cells apart by tabs."""
    from graphmem.exploration.rendering import cells

    rows = cells(found)
    if sys.stdout.isatty():
        say_table(found.columns, rows)
    else:
        for row in rows:
            print("\t".join(visible(cell) for cell in row))  # noqa: T201  # a tab is what no cell can hold
    if not rows:
        note("Nothing was found. `graphmem status` says which memory this is.")


def _draw(found: Table, title: str, page: Path) -> None:
    from graphmem.errors import InvalidInput
    from graphmem.exploration import picture

    try:
        page.write_text(picture.page(found, title), encoding="utf-8")
    except OSError as error:
        raise InvalidInput(f"{page} cannot be written: {error.strerror or error}") from error
    say(f"drawn in {page}")


def _pairs(given: Sequence[str] | None) -> dict[str, str]:
    pairs: dict[str, str] = {}
    for one in given or ():
        name, is_pair, value = one.partition("=")
        if not is_pair or not name:
            raise typer.BadParameter(f"{one!r} gives no value to a name; write it as name=Ana")
        if name in pairs:
            raise typer.BadParameter(f"{name} is given twice")
        pairs[name.removeprefix("$")] = value
    return pairs


def _value(written: str) -> Any:
    try:
        return json.loads(written)
    except ValueError:
        return written


def _literal(value: object) -> str:
    """A value as Cypher writes it."""
    if isinstance(value, datetime):
        return f"datetime({json.dumps(value.isoformat())})"
    return json.dumps(value, ensure_ascii=False)


def _shape(statement: Any) -> dict[str, Any]:
    from graphmem.exploration import named
    from graphmem.exploration.rendering import plain

    return {
        "name": named.short(statement),
        "purpose": statement.purpose,
        "parameters": [
            {"name": each.name, "type": each.type, "meaning": each.meaning, "example": plain(each.example)}
            for each in named.asked_for(statement)
        ],
        "returns": statement.returns,
    }

"""`graphmem config`: every setting, its value, and where it came from. What is secret is never printed."""

from __future__ import annotations

import re
from typing import Annotated, Any

import typer

from graphmem.cli.chosen import AsJson, Chosen
from graphmem.cli.screen import note, say, say_json, say_pairs

HIDDEN = "********"
_PASSWORD = re.compile(r"(?<=://)([^/@:]*):[^/@]*@")


def config(
    ctx: typer.Context,
    *,
    path: Annotated[bool, typer.Option("--path", help="Only where the configuration file is, or would be.")] = False,
    as_json: AsJson = False,
) -> None:
    """Every setting, its value, and where it comes from.

    That is a flag, the environment, the file or a default. The file is TOML, a setting a line, such as: user_name = "Ada"

    \b
    Examples:
      $ graphmem config
      $ graphmem config --path
      $ graphmem config --namespace work --json
    """
    from graphmem.settings import config_file

    chosen: Chosen = ctx.obj
    if path:
        say(str(config_file()))
        return
    found = [_shown(name, one.value, one.origin, one.at) for name, one in chosen.found().items()]
    if as_json:
        say_json(found)
        return
    say_pairs([(one["name"], one["value"] or "not set", one["at"] or one["origin"]) for one in found])
    if not config_file().exists():
        note(f"There is no configuration file; it would be {config_file()}")


def _shown(name: str, value: Any, origin: str, at: str) -> dict[str, Any]:
    from graphmem.settings import SECRET

    given = None if value is None else str(value)
    masked = HIDDEN if given and name in SECRET else given and _PASSWORD.sub(rf"\1:{HIDDEN}@", given)
    return {"name": name, "value": masked, "origin": origin, "at": at}

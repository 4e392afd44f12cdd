"""The command `mcp`: this memory for the tools people already use, such as Claude, Cursor and VS Code."""

from __future__ import annotations

import logging
import signal
import sys
from pathlib import Path
from types import FrameType
from typing import TYPE_CHECKING, Annotated, NoReturn

import typer

from graphmem.cli.chosen import Chosen
from graphmem.cli.screen import note, say_table
from graphmem.errors import ConfigError

if TYPE_CHECKING:
    from graphmem.settings import Settings


def mcp(
    ctx: typer.Context,
    *,
    http: Annotated[bool, typer.Option("--http", help="Serve streamable HTTP in place of stdio.")] = False,
    host: Annotated[str, typer.Option(metavar="ADDRESS", help="With --http: where to listen.")] = "127.0.0.1",
    port: Annotated[int, typer.Option(metavar="N", min=0, max=65535, help="With --http; 0 is any.")] = 8765,
    tokens: Annotated[
        str | None, typer.Option(metavar="FILE", help="With --http: whose memory each bearer token opens (TOML).")
    ] = None,
    allow_host: Annotated[
        list[str] | None, typer.Option(metavar="NAME", help="With --http: a name it is reached by.")
    ] = None,
    read_only: Annotated[bool, typer.Option("--read-only", help="Only tools that change nothing.")] = False,
    list_: Annotated[bool, typer.Option("--list", help="Print the tools and end.")] = False,
) -> None:
    """Serve this memory to an MCP host, which starts this itself.

    \b
    Claude Code:
      claude mcp add graphmem -- graphmem --namespace ada mcp
    Claude Desktop (claude_desktop_config.json), Cursor (.cursor/mcp.json),
    Windsurf, Gemini CLI and others:
      {"mcpServers": {"graphmem": {"command": "graphmem",
        "args": ["--namespace", "ada", "mcp"]}}}
    VS Code (.vscode/mcp.json): the same under "servers". Codex (config.toml):
      [mcp_servers.graphmem]
      command = "graphmem"
      args = ["--namespace", "ada", "mcp"]
    Where the host does not find it, give what `which graphmem` prints.

    Many people over HTTP, each with a token: graphmem/mcp/tokens.py says how the
    file reads. A host is given http://127.0.0.1:8765/mcp and the header
    "Authorization: Bearer TOKEN".

    \b
    Examples:
      $ graphmem mcp --list
      $ graphmem mcp --list --read-only
    """
    chosen: Chosen = ctx.obj
    settings = chosen.settings()
    if list_:
        _list(settings, read_only=read_only)
        return
    if sys.stdin is None:
        raise ConfigError("standard input is closed; an MCP host starts this command, or --http serves without one")
    # Standard output is the protocol's, so whatever is logged goes to standard error.
    logging.basicConfig(stream=sys.stderr, level=logging.WARNING, format="graphmem: %(name)s: %(message)s")
    if http:
        _over_http(settings, host, port, tokens or settings.mcp_tokens, tuple(allow_host or ()), read_only=read_only)
        return
    from graphmem.mcp import over_stdio

    over_stdio.serve(settings.open(), read_only=read_only)


def _list(settings: Settings, *, read_only: bool) -> None:
    from graphmem.mcp.offered import Offered

    with settings.open() as memory:
        tools = Offered(memory, read_only=read_only).tools()
    say_table(("Tool", "What for"), [(one.name, one.description.partition("\n")[0]) for one in tools])


def _over_http(  # the options of one command
    settings: Settings, host: str, port: int, tokens: str | None, names: tuple[str, ...], *, read_only: bool
) -> None:
    from graphmem.mcp import over_http
    from graphmem.mcp import tokens as tokens_file

    where = over_http.Where(host, port, names)
    grants = () if tokens is None else tokens_file.read(Path(tokens).expanduser())
    over_http.check(where, grants)
    signal.signal(signal.SIGTERM, _terminated)
    with settings.open_all() as memories:
        over_http.serve(
            memories,
            where,
            namespace=settings.namespace,
            user_name=settings.user_name,
            reads=settings.others(),
            grants=grants,
            read_only=read_only,
            listening=lambda address: note(f"Serving {address}"),
        )


def _terminated(number: int, _: FrameType | None) -> NoReturn:
    raise SystemExit(128 + number)

"""The server as hosts run it: a process of its own, over stdio and over HTTP."""

from __future__ import annotations

import asyncio
import json
import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import httpx2
import pytest
from mcp.client.client import Client
from mcp.client.stdio import StdioServerParameters, stdio_client
from mcp.client.streamable_http import streamable_http_client

from graphmem import Backlog, Memory
from tests.mcp.calls import call_every_tool, said
from tests.mcp.test_tokens import ADAS, BOBS

#: How many messages each of two clients tells one file.
EACH = 5

#: Seconds for a call: the first one loads what reads messages.
PATIENCE = 60

INITIALIZE = {
    "protocolVersion": "2025-06-18",
    "capabilities": {},
    "clientInfo": {"name": "test", "version": "1"},
}


@pytest.fixture
def environment(root: Path, tmp_path: Path) -> dict[str, str]:
    """Variables of a process on an empty memory."""
    inherited = {name: value for name, value in os.environ.items() if not name.startswith("GRAPHMEM_")}
    own = {"GRAPHMEM_URL": f"sqlite:///{tmp_path / 'memory.db'}", "GRAPHMEM_EMBEDDER": "none", "PYTHONPATH": str(root)}
    return {**inherited, **own, "GRAPHMEM_CONFIG": "", "XDG_CONFIG_HOME": str(tmp_path)}


def command(*arguments: str) -> list[str]:
    """The program with its arguments."""
    return [sys.executable, "-m", "graphmem.cli", *arguments]


def started(environment: dict[str, str], *arguments: str) -> Client:
    """A client that starts the server over stdio."""
    program, *rest = command("--namespace", "ada", "--user-name", "Ada", "mcp", *arguments)
    return Client(stdio_client(StdioServerParameters(command=program, args=rest, env=environment)))


def test_every_tool_over_stdio_and_two_clients_on_one_file(environment: dict[str, str]) -> None:
    """Each starts a server of its own; what both tell at once is there, and each finds what the other told."""

    async def tell(client: Client, who: str) -> None:
        for number in range(EACH):
            answer = await client.call_tool("remember", {"text": f"{who} lives in flat {number}."})
            assert not answer.is_error, said(answer)

    async def session() -> None:
        async with started(environment) as one, started(environment) as other:
            await call_every_tool(one)
            await asyncio.gather(tell(one, "Rita"), tell(other, "Tom"))
            for client, name in ((one, "Tom"), (other, "Rita")):
                answer = await client.call_tool("recall", {"question": f"Flat {EACH - 1} of {name}?", "limit": 50})
                assert f"{name} lives in flat {EACH - 1}." in said(answer)

    asyncio.run(session())

    with Memory.open(environment["GRAPHMEM_URL"], namespace="ada", embedder="none") as memory:
        told = {message.text for message in memory.messages(limit=100)}
        assert told >= {f"{who} lives in flat {number}." for who in ("Rita", "Tom") for number in range(EACH)}
        assert memory.status().backlog == Backlog()


def test_an_interrupt_ends_it_and_standard_output_is_the_protocols(environment: dict[str, str]) -> None:
    """What is no message of the protocol is answered as one that cannot be read, and logged beside."""
    with subprocess.Popen(
        command("mcp"),
        env=environment,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    ) as server:
        assert server.stdin is not None
        assert server.stdout is not None
        for message in ("nonsense", _request(1, "initialize", INITIALIZE), _request(2, "tools/list", {})):
            server.stdin.write(f"{message}\n")
        server.stdin.flush()
        lines = [json.loads(server.stdout.readline())]
        while lines[-1].get("id") != 2:
            lines.append(json.loads(server.stdout.readline()))

        server.send_signal(signal.SIGINT)
        rest, errors = server.communicate(timeout=30)

    assert server.returncode == 130
    assert {line["jsonrpc"] for line in lines} == {"2.0"}
    assert rest == ""
    assert "Traceback" not in errors


def _request(number: int, method: str, params: dict[str, Any]) -> str:
    return json.dumps({"jsonrpc": "2.0", "id": number, "method": method, "params": params})


@contextmanager
def listening(environment: dict[str, str], *arguments: str) -> Iterator[tuple[subprocess.Popen[str], str]]:
    """A server over HTTP on a free port, with its address."""
    with subprocess.Popen(
        command("--namespace", "ada", "--user-name", "Ada", "mcp", "--http", "--port", "0", *arguments),
        env=environment,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    ) as server:
        assert server.stderr is not None
        line = server.stderr.readline()
        assert line.startswith("Serving http://127.0.0.1:"), line
        try:
            yield server, line.split()[-1]
        finally:
            server.kill()


def asked(address: str, **headers: str) -> int:
    """The status of a request with these headers."""
    accepts = {"Accept": "application/json, text/event-stream"}
    body = {"jsonrpc": "2.0", "id": 1, "method": "tools/list"}
    return httpx2.post(address, json=body, headers={**accepts, **headers}, timeout=PATIENCE).status_code


def test_over_http_the_token_decides_whose_memory_it_is(environment: dict[str, str], tmp_path: Path) -> None:
    """Every tool by one token; another finds nothing of it; without one there is nothing, and no token is ever printed."""
    file = tmp_path / "tokens.toml"
    file.write_text(f'[ada]\ntoken = "{ADAS}"\nuser_name = "Ada"\n[bob]\ntoken = "{BOBS}"\n', encoding="utf-8")

    async def session(address: str) -> None:
        bearing = {name: {"Authorization": f"Bearer {token}"} for name, token in (("ada", ADAS), ("bob", BOBS))}
        async with (
            httpx2.AsyncClient(headers=bearing["ada"], timeout=PATIENCE) as ada,
            httpx2.AsyncClient(headers=bearing["bob"], timeout=PATIENCE) as bob,
            Client(streamable_http_client(address, http_client=ada)) as adas,
            Client(streamable_http_client(address, http_client=bob), mode="legacy") as bobs,
        ):
            await call_every_tool(adas)
            await adas.call_tool("remember", {"text": "I live in Faro."})
            assert "Ada lives in Faro" in said(await adas.call_tool("entity", {"name": "me"}))
            assert (
                said(await bobs.call_tool("recall", {"question": "Where does Ana live?"}))
                == "Memory holds nothing about this."
            )
            assert (await bobs.list_resources()).resources == []
            assert (await bobs.call_tool("recall", {"question": "Ana", "namespace": "ada"})).is_error

    with listening(environment, "--tokens", str(file)) as (server, address):
        asyncio.run(session(address))
        statuses = [
            asked(address),
            asked(address, Authorization="Bearer wrong"),
            asked(address, Authorization=f"Bearer {ADAS}"),
        ]
        server.send_signal(signal.SIGINT)
        out, errors = server.communicate(timeout=30)

    assert statuses == [401, 401, 200]
    assert (server.returncode, out) == (130, "")
    assert ADAS not in errors
    assert "Traceback" not in errors


def test_no_web_page_reaches_a_server_on_its_readers_machine(environment: dict[str, str]) -> None:
    """A page's origin is refused, and so is a name that only leads there; the machine's own programs need no token."""
    with listening(environment) as (server, address):
        statuses = [
            asked(address),
            asked(address, Origin="http://localhost:3000"),
            asked(address, Origin="https://evil.example"),
            asked(address, Origin="http://127.0.0.1.evil.example"),
            asked(address, Host="evil.example"),
            asked(address, Host="localhost.evil.example:80"),
        ]
        server.terminate()
        _, errors = server.communicate(timeout=30)

    assert statuses == [200, 200, 403, 403, 421, 421]
    assert server.returncode == 128 + signal.SIGTERM
    assert "Traceback" not in errors

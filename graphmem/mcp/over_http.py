"""Many hosts over streamable HTTP: the token of a request decides whose memory it reaches.

Without tokens there is one memory, and only programs of this machine reach it. Requests must name a host that the server knows, and pages
of other origins are refused, so that no web page can reach a server on the reader's own machine by a name that
leads there. Every request stands alone: there are no sessions to take over.
"""

from __future__ import annotations

import socket
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from graphmem.errors import ConfigError, InvalidInput
from graphmem.integrations.needed import needed
from graphmem.mcp.offered import Offered
from graphmem.mcp.server import serving, workers
from graphmem.mcp.tokens import Grant, granted
from graphmem.memory.memories import Memories
from graphmem.types import Actor
from graphmem.types.audit import LONGEST

with needed("mcp", "mcp", "mcp_types", "starlette", "uvicorn"):
    import uvicorn
    from mcp.server.auth.middleware.auth_context import get_access_token
    from mcp.server.auth.provider import AccessToken
    from mcp.server.auth.settings import AuthSettings
    from mcp.server.transport_security import TransportSecuritySettings
    from pydantic import AnyHttpUrl

PATH = "/mcp"

LOOPBACK = ("127.0.0.1", "localhost", "::1")
_ANY = ("0.0.0.0", "::", "")  # named to be refused without hosts

#: Seconds that calls at work get when the server is told to stop.
_GRACE = 5


@dataclass(frozen=True, slots=True)
class Where:
    """Where to listen, and by which names beside its own the server may be asked for; port 0 is any that is free."""

    host: str = "127.0.0.1"
    port: int = 8765
    names: tuple[str, ...] = ()


def check(where: Where, grants: Sequence[Grant]) -> None:
    """Refuse what would open a memory to others.

    Raises:
        ConfigError: when other machines could reach it without a token, or by any name.
    """
    if where.host not in LOOPBACK and not grants:
        raise ConfigError(
            f"{where.host or 'every address'} can be reached from other machines: give --tokens FILE, or listen on 127.0.0.1"
        )
    if where.host in _ANY and not where.names:
        raise ConfigError(
            f"say by which name the server on {where.host or 'every address'} is reached: --allow-host memory.example.org"
        )


def serve(
    memories: Memories,
    where: Where,
    *,
    namespace: str,
    user_name: str | None = None,
    reads: Sequence[str] = (),
    grants: Sequence[Grant] = (),
    read_only: bool = False,
    listening: Callable[[str], None] = lambda _url: None,
) -> None:
    """Serve until a signal comes. With `grants` each token reaches its namespace, else everyone the one named.

    `listening` is told the address when the port is open. The memories stay open.

    Raises:
        ConfigError: when the server may not, or cannot, listen there.
    """
    check(where, grants)
    wanted = grants or (Grant(namespace, b"", user_name, tuple(reads)),)
    offered = {one.namespace: _offered(memories, one, read_only=read_only) for one in wanted}
    threads = workers()
    found = _of_token(offered) if grants else lambda: offered[namespace]
    with _bound(where) as bound:
        port = bound.getsockname()[1]
        address = f"http://{f'[{where.host}]' if ':' in where.host else where.host}:{port}"
        app = serving(found, threads).streamable_http_app(
            streamable_http_path=PATH,
            json_response=True,
            stateless_http=True,
            host=where.host,
            transport_security=_guard(where),
            auth=_auth(address) if grants else None,
            token_verifier=_Verifier(grants) if grants else None,
        )
        config = uvicorn.Config(
            app, log_config=None, access_log=False, server_header=False, timeout_graceful_shutdown=_GRACE
        )
        listening(f"{address}{PATH}")
        try:
            uvicorn.Server(config).run(sockets=[bound])
        finally:
            threads.shutdown(wait=True)


def _offered(memories: Memories, grant: Grant, *, read_only: bool) -> Offered:
    memory = memories.of(grant.namespace, user_name=grant.user_name, reads=grant.reads)
    if grant.role is not None:
        memory = memory.acting(Actor(grant.namespace[:LONGEST], grant.role, why="MCP"))
    return Offered(memory, read_only=read_only)


def _of_token(offered: Mapping[str, Offered]) -> Callable[[], Offered]:
    def found() -> Offered:
        token = get_access_token()
        if token is None:
            raise InvalidInput("this request has no token")
        return offered[token.client_id]

    return found


@dataclass(frozen=True, slots=True)
class _Verifier:
    """What a bearer token opens, as the SDK asks for it; the token is not passed on."""

    grants: Sequence[Grant]

    async def verify_token(self, token: str) -> AccessToken | None:
        grant = granted(self.grants, token)
        return None if grant is None else AccessToken(token="", client_id=grant.namespace, scopes=[])


def _auth(address: str) -> AuthSettings:
    """Bearer tokens that whoever runs the server gives out; there is no authorization server to send anyone to."""
    return AuthSettings(issuer_url=AnyHttpUrl(address), resource_server_url=None)


def _guard(where: Where) -> TransportSecuritySettings:
    own = ("127.0.0.1", "localhost", "[::1]") if where.host in LOOPBACK else (where.host,)
    hosts = [*(name for name in own if name not in _ANY), *where.names]
    return TransportSecuritySettings(
        enable_dns_rebinding_protection=True,
        allowed_hosts=[each for host in hosts for each in (host, f"{host}:*")],
        allowed_origins=[
            f"{scheme}://{host}{port}" for host in hosts for scheme in ("http", "https") for port in ("", ":*")
        ],
    )


def _bound(where: Where) -> socket.socket:
    family = socket.AF_INET6 if ":" in where.host else socket.AF_INET
    try:
        return socket.create_server((where.host, where.port), family=family)
    except OSError as error:
        raise ConfigError(
            f"nothing can listen on {where.host}:{where.port}: {error.strerror or error}; choose another --port or --host"
        ) from error

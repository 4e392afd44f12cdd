"""Where a server is and how to log in, read from one URL."""

from __future__ import annotations

from dataclasses import dataclass
from ipaddress import ip_address
from urllib.parse import parse_qs, quote, unquote, urlsplit

from graphmem.errors import InvalidInput

SCHEMES = ("neo4j", "neo4j+s", "neo4j+ssc", "bolt", "bolt+s", "bolt+ssc")

_FORM = "neo4j://user:password@host:7687?database=name"


@dataclass(frozen=True, slots=True)
class Address:
    """A server, a log-in and a database; `database` None is the user's home database."""

    uri: str
    user: str | None = None
    password: str | None = None
    database: str | None = None

    @property
    def shown(self) -> str:
        """The address without the password."""
        user = f"{self.user}@" if self.user else ""
        database = f"?database={self.database}" if self.database else ""
        scheme, _, rest = self.uri.partition("://")
        return f"{scheme}://{user}{rest}{database}"


def is_address(url: str) -> bool:
    """Whether a URL means a Neo4j server."""
    return url.partition("://")[0].lower() in SCHEMES and "://" in url


def is_open_wire(url: str) -> bool:
    """Whether what goes to the server can be read on the way: it is another machine, and the scheme asks for no TLS.

    >>> is_open_wire("neo4j://graph.example"), is_open_wire("neo4j+s://graph.example"), is_open_wire("bolt://127.0.0.1:7687")
    (True, False, False)
    """
    named = address(url)
    host = urlsplit(named.uri).hostname or ""
    return "+" not in named.uri.partition("://")[0] and not _is_local(host)


def _is_local(host: str) -> bool:
    if host == "localhost" or host.endswith(".localhost"):
        return True
    try:
        return ip_address(host).is_loopback
    except ValueError:
        return False


def with_login(url: str, user: str | None, password: str | None) -> str:
    """The URL with a log-in, if it means a server and names nobody.

    >>> with_login("neo4j://graph.example", "ada", "p@ss")
    'neo4j://ada:p%40ss@graph.example'
    """
    scheme, _, rest = url.partition("://")
    if user is None or not is_address(url) or "@" in rest:
        return url
    return f"{scheme}://{quote(user, safe='')}:{quote(password or '', safe='')}@{rest}"


def address(url: str) -> Address:
    """The address a URL names; user and password are percent-decoded.

    Raises:
        InvalidInput: when it has no host, a path, a port that is none, or a query other than `database`.

    >>> address("neo4j://ada:p%40ss@graph.example?database=memories").shown
    'neo4j://ada@graph.example?database=memories'
    """
    parts = urlsplit(url)
    shown = f"{parts.scheme}://{parts.netloc.rpartition('@')[2]}"
    try:
        host, port = parts.hostname, parts.port
    except ValueError as error:
        raise InvalidInput(f"{shown!r} has a port that is no number; write {_FORM}") from error
    if not host or parts.path.strip("/") or parts.fragment:
        raise InvalidInput(f"{shown!r} must name a host and nothing after it; write {_FORM}")
    asked = parse_qs(parts.query, keep_blank_values=True)
    if unknown := sorted(set(asked) - {"database"}):
        raise InvalidInput(f"{shown!r} may be followed by ?database=name alone, not by {', '.join(unknown)}")
    where = f"[{host}]" if ":" in host else host
    return Address(
        uri=f"{parts.scheme.lower()}://{where}" + (f":{port}" if port is not None else ""),
        user=unquote(parts.username) if parts.username else None,
        password=unquote(parts.password) if parts.password is not None else None,
        database=asked["database"][-1] or None if "database" in asked else None,
    )

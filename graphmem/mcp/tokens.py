"""Who may reach whose memory over HTTP: a file that gives each namespace its bearer token, and is compared without telling how far it fits.

    [ada]
    token = "sha256:9f86d081…"      # or the token itself
    user_name = "Ada"
    reads = ["org:acme"]
    role = "writer"                 # reader, writer or admin; else what the server may do

    ["org:acme"]
    token = "…"

A token is 16 characters at least; `openssl rand -hex 32` makes one, and `printf %s TOKEN | sha256sum` its hash, so that the file need not
hold it.
"""

from __future__ import annotations

import hmac
import tomllib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path
from typing import Any

from graphmem.errors import ConfigError
from graphmem.types import RIGHTS, Right

_HASHED = "sha256:"
_FIELDS = frozenset({"token", "user_name", "reads", "role"})

#: The fewest characters of a token: what is shorter can be guessed.
SHORTEST = 16


@dataclass(frozen=True, slots=True)
class Grant:
    """A namespace that a token opens, what its user is called, which others it reads, and what it may do there. The token itself is not kept."""

    namespace: str
    digest: bytes
    user_name: str | None = None
    reads: tuple[str, ...] = ()
    role: Right | None = None


def granted(grants: Sequence[Grant], token: str) -> Grant | None:
    """What a token opens. Every grant is compared, each in a time that tells nothing."""
    digest = sha256(token.encode()).digest()
    found = [one for one in grants if hmac.compare_digest(one.digest, digest)]
    return found[0] if found else None


def read(path: Path) -> tuple[Grant, ...]:
    """The grants of a file.

    Raises:
        ConfigError: when it cannot be read, or a grant in it is none; no token is ever named.
    """
    try:
        tables = tomllib.loads(path.read_text(encoding="utf-8"))
    except (OSError, UnicodeDecodeError) as error:
        raise ConfigError(f"the tokens {path} cannot be read: {error}") from error
    except tomllib.TOMLDecodeError as error:
        raise ConfigError(f"the tokens {path} are not TOML: a namespace reads [ada], with token = … below") from error
    grants = tuple(_grant(path, namespace, table) for namespace, table in tables.items())
    if not grants:
        raise ConfigError(f"the tokens {path} name no namespace; one reads [ada], with token = … below")
    if len({one.digest for one in grants}) < len(grants):
        raise ConfigError(f"in {path} one token opens two namespaces; give each its own")
    return grants


def _grant(path: Path, namespace: str, table: Any) -> Grant:
    if not isinstance(table, Mapping) or not isinstance(table.get("token"), str):
        raise ConfigError(f"{path}: [{namespace}] needs a token")
    if unknown := sorted(set(table) - _FIELDS):
        raise ConfigError(f"{path}: [{namespace}] has {unknown[0]!r}, and takes {', '.join(sorted(_FIELDS))}")
    user_name, reads = table.get("user_name"), table.get("reads", [])
    if not (user_name is None or isinstance(user_name, str)) or not isinstance(reads, list):
        raise ConfigError(f'{path}: [{namespace}] takes user_name = "Ada" and reads = ["org:acme"]')
    return Grant(
        namespace, _digest(path, namespace, table["token"]), user_name, tuple(reads), _role(path, namespace, table)
    )


def _role(path: Path, namespace: str, table: Mapping[str, Any]) -> Right | None:
    found = [right for right in RIGHTS if right == table.get("role")]
    if "role" in table and not found:
        raise ConfigError(f"{path}: the role of [{namespace}] is one of {', '.join(RIGHTS)}")
    return found[0] if found else None


def _digest(path: Path, namespace: str, token: str) -> bytes:
    if token.startswith(_HASHED):
        try:
            digest = bytes.fromhex(token.removeprefix(_HASHED))
        except ValueError:
            digest = b""
        if len(digest) != sha256().digest_size:
            raise ConfigError(f"{path}: the sha256 of [{namespace}] is not 64 hexadecimal digits")
        return digest
    if len(token) < SHORTEST:
        raise ConfigError(
            f"{path}: the token of [{namespace}] is shorter than {SHORTEST} characters; `openssl rand -hex 32` makes one"
        )
    return sha256(token.encode()).digest()

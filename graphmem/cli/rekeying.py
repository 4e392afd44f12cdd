"""The command `rekey`: another key for an encrypted file."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING

import typer

from graphmem.cli.chosen import Chosen
from graphmem.cli.screen import say
from graphmem.errors import ConfigError, NotAllowed

if TYPE_CHECKING:
    from graphmem.settings import Settings

_SQLITE = "sqlite:///"


def rekey(ctx: typer.Context) -> None:
    """Encrypt an encrypted SQLite file with another key.

    The old key is GRAPHMEM_ENCRYPTION_KEY, the new one GRAPHMEM_NEW_ENCRYPTION_KEY; on a terminal it is asked for where that is not set. All of the
    file is written anew or nothing is; nobody else may have it open meanwhile.

    \b
    Examples:
      $ graphmem rekey
    """
    chosen: Chosen = ctx.obj
    settings = chosen.settings()
    if not settings.who().may("admin"):
        raise NotAllowed(f"rekey takes an admin, and GRAPHMEM_ROLE is {settings.role}")
    old, path = settings.key(), Path(settings.url.removeprefix(_SQLITE)).expanduser()
    if old is None:
        raise ConfigError(
            "there is no key to change: the store is no SQLite file, or GRAPHMEM_ENCRYPTION_KEY is not set"
        )
    if not path.exists():
        raise ConfigError(f"there is no memory at {path}")
    from graphmem.store.sqlite.driver import rekey as encrypt_anew

    encrypt_anew(path, old, _new(settings))
    say(f"{path} is encrypted with the new key; set GRAPHMEM_ENCRYPTION_KEY to it.")


def _new(settings: Settings) -> str:
    if settings.new_encryption_key is not None:
        return settings.new_encryption_key.get_secret_value()
    if not sys.stdin.isatty():
        raise ConfigError("the new key is missing: set GRAPHMEM_NEW_ENCRYPTION_KEY")
    return str(typer.prompt("New key", hide_input=True, confirmation_prompt=True))

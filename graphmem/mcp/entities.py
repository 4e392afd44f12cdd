"""Entities as resources: `graphmem://entity/Ana` is what is true now of Ana, for hosts that let people attach what they choose."""

from __future__ import annotations

from collections.abc import Sequence
from urllib.parse import quote, unquote, urlsplit

from graphmem.errors import InvalidInput, NotFound
from graphmem.memory.memory import Memory
from graphmem.tools import Tools
from graphmem.types import Entity

TEMPLATE = "graphmem://entity/{name}"

#: Entities on one page of the list.
PAGE = 100


def uri(name: str) -> str:
    """The address of whoever or whatever is called so.

    >>> uri("José García")
    'graphmem://entity/Jos%C3%A9%20Garc%C3%ADa'
    """
    return TEMPLATE.replace("{name}", quote(name, safe=""))


def named_by(address: str) -> str:
    """The name in an address.

    Raises:
        NotFound: when it is no address of an entity.
    """
    parts = urlsplit(address)
    if (parts.scheme, parts.netloc) != ("graphmem", "entity") or len(parts.path) < len("/x"):
        raise NotFound(f"{address!r} is nothing here; entities are at {TEMPLATE}")
    return unquote(parts.path[1:])


def page(memory: Memory, cursor: str | None) -> tuple[Sequence[Entity], str | None]:
    """Some entities by name, and the cursor of those after them.

    Raises:
        InvalidInput: when the cursor is none that was given.
    """
    if cursor is not None and not (cursor.isascii() and cursor.isdecimal()):
        raise InvalidInput(f"{cursor!r} is no cursor of this list")
    start = int(cursor or 0)
    found = memory.entities(limit=start + PAGE + 1)[start:]
    return found[:PAGE], str(start + PAGE) if len(found) > PAGE else None


def told(memory: Memory, address: str) -> str:
    """What is true now of the entity at an address.

    Raises:
        NotFound: when nothing here is called so, or it is no address of an entity.
    """
    answer = Tools(memory).answer("entity", {"name": named_by(address)})
    if not answer.ok:
        raise NotFound(answer.text)
    return answer.text

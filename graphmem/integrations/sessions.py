"""What the adapters of chat histories share: the same message told twice is one, and a history never opens with half an exchange."""

from __future__ import annotations

from contextlib import suppress
from hashlib import sha256

from graphmem.errors import NotFound
from graphmem.memory.memory import Memory
from graphmem.types import Message

#: More messages than a session holds.
ALL = 10**9

#: Keys have at most 512 characters; what is longer is known by its hash.
_LONGEST = 200


def key(framework: str, session: str, id: str) -> str:
    """The key of a message that a framework knows by an id of its own within a session."""
    named = f"{framework}/{session}/{id}"
    return named if len(named) <= _LONGEST else f"{framework}/{sha256(named.encode()).hexdigest()}"


def said_in(memory: Memory, session: str, *, last: int | None = None) -> list[Message]:
    """The messages of a session, or the last so many, of which none answers a call that was cut off before it."""
    found = list(memory.messages(session=session, limit=ALL if last is None else last))
    while last is not None and found and found[0].role == "tool":
        found.pop(0)
    return found


def forget_all(memory: Memory, session: str) -> None:
    """Forget a session with all that was learned from it alone; one that is not there is forgotten already."""
    with suppress(NotFound):
        memory.forget(session=session)


def forget_one(memory: Memory, message: Message) -> None:
    """Forget a message with what it alone taught; one that another process was rid of first is forgotten already."""
    with suppress(NotFound):
        memory.forget(message=message.id)

"""What memory says is not what someone said. A model that reads memory and then "remembers" it would make old news the
newest: an old home, recalled and told again, would end the new one. So what memory itself says is left out.
"""

from __future__ import annotations

import re

from graphmem.errors import InvalidInput, NotFound
from graphmem.memory.memory import Memory
from graphmem.tools.wording import message_line

#: Lines that are looked up one by one; what is longer is no note, and is given in pieces.
LINES = 20

#: How many facts and messages are compared with one line.
_NEAR = 5

_BULLET = re.compile(r"^\s*[-*•]\s+")
_ASIDE = re.compile(r"\s*\([^()]*\)\s*$")


def without(memory: Memory, text: str) -> str:
    """The lines of a text that memory does not hold word for word; "" when it holds them all.

    Raises:
        InvalidInput: when there are too many lines to look each of them up.
    """
    lines = [line for line in text.splitlines() if line.strip()]
    if len(lines) > LINES:
        raise InvalidInput(f"a note has at most {LINES} lines, not {len(lines)}; give it in pieces")
    if len(lines) > 1 and _held(memory, text):
        return ""
    return "\n".join(line for line in lines if not _held(memory, line))


def normal(text: str) -> str:
    """Text as it is compared: one line, without bullet, quotes, a last full stop and a time in brackets at its end."""
    line = " ".join(_ASIDE.sub("", _BULLET.sub("", text)).split())
    return line.strip("\"'“”‘’ ").rstrip(".").casefold()


def own_name(memory: Memory) -> str | None:
    """What the user is called, if memory knows a user at all."""
    try:
        return memory.entity("me").name
    except NotFound:
        return None


def _held(memory: Memory, line: str) -> bool:
    found, name = memory.recall(line, limit=_NEAR), own_name(memory)
    said = {normal(fact.sentence) for fact in found.facts}
    for message in found.messages:
        said |= {normal(message.text), normal(message_line(message, self_name=name))}
    return normal(line) in said

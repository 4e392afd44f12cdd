"""mem0's memories: {"results": […]}, a list, or an object a line; each one a sentence with its date.

A memory is what mem0 made of a conversation, about the user it is filed under. It is remembered as something the user said on the day it was
made. A namespace is one person's, so memories filed under another user than the first are named and left out.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any, BinaryIO

from graphmem.formats.documents import entries
from graphmem.formats.found import Found, Item, Problem, Told
from graphmem.formats.keys import digest
from graphmem.formats.times import from_iso

SESSION = "mem0"
_UNDER = ("results", "memories", "data")
_BESIDE = ("user_id", "agent_id", "run_id", "app_id")


def read(open_: Callable[[], BinaryIO], told: Told) -> Iterator[Found]:
    """The memories, in order, as messages of the session "mem0"."""
    owner: str | None = None
    for entry in entries(open_, told, what="memory", under=_UNDER):
        if isinstance(entry, Problem):
            yield entry
            continue
        where = f"{told.name}: memory {entry.number}"
        if not isinstance(entry.value, dict) or not isinstance(sentence := _sentence(entry.value), str):
            yield Problem(where, 'has no "memory", the sentence it is about')
            continue
        whose = str(entry.value.get("user_id") or "")
        owner = whose if owner is None else owner
        if whose and owner and whose != owner:
            yield Problem(
                where, f"is filed under {whose!r}, and the file began with {owner!r}; a namespace is one person's"
            )
            continue
        yield Item(where, _fields(entry.value, sentence, told), entry.size)


def _sentence(memory: Mapping[str, Any]) -> Any:
    return memory.get("memory") or memory.get("text")


def _fields(memory: Mapping[str, Any], sentence: str, told: Told) -> dict[str, Any]:
    made = memory.get("created_at")
    beside = {name: str(memory[name]) for name in _BESIDE if memory.get(name)}
    categories = memory.get("categories") or []
    if categories and isinstance(categories, list):
        beside["categories"] = ", ".join(map(str, categories))
    return {
        "role": "user",
        "content": sentence,
        "session": told.session or SESSION,
        "at": from_iso(made) or told.modified,
        "key": f"mem0:{memory.get('id') or digest(sentence, str(made))}",
        "metadata": beside,
    }

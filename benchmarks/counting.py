"""How many rows a recall reads, counted at the border between recall and the store."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

from graphmem import Memory

if TYPE_CHECKING:
    from graphmem.store import Store


@dataclass(frozen=True, slots=True)
class Rows:
    """What was read: calls, posting rows of one kind, neighbours of one kind, facts of the walk, messages loaded."""

    calls: int = 0
    postings: int = 0
    near: int = 0
    reached: int = 0
    messages: int = 0

    def most(self, other: Rows) -> Rows:
        """The larger of each."""
        return Rows(
            max(self.calls, other.calls),
            max(self.postings, other.postings),
            max(self.near, other.near),
            max(self.reached, other.reached),
            max(self.messages, other.messages),
        )


#: How many rows the answer of a read holds.
_SIZES = {
    "ask": lambda found: Rows(
        postings=max((len(each.rows) for each in found.searched.postings.values()), default=0),
        near=max(map(len, found.searched.near.values()), default=0),
        reached=len(found.reached),
    ),
    "facts_about": lambda found: Rows(reached=len(found)),
    "read": lambda found: Rows(messages=len(found.messages)),
    "messages": lambda found: Rows(messages=len(found)),
    "window": lambda found: Rows(messages=len(found)),
}


class Counting:
    """A store whose reads are counted."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self.rows = Rows()

    def __getattr__(self, name: str) -> Any:
        method = getattr(self._store, name)
        if not callable(method) or name.startswith("_"):
            return method

        def call(*given: Any, **named: Any) -> Any:
            found = method(*given, **named)
            read = _SIZES[name](found) if name in _SIZES else Rows()
            self.rows = replace(self.rows.most(read), calls=self.rows.calls + 1)
            return found

        return call


def counted(memory: Memory, question: str, **how: Any) -> Rows:
    """What one recall of a question reads."""
    store: Any = Counting(memory._engine.store)
    Memory(replace(memory._engine, store=store), memory.namespace).recall(question, **how)
    rows: Rows = store.rows
    return rows

"""graphmem in LangGraph: a store for what agents keep, and nodes that put memory into a graph's state.

    graph = builder.compile(store=GraphmemStore(memory))

    nodes = MemoryNodes(memory, budget=2000, system="You are a helpful assistant.")
    builder.add_node("recall", nodes.recall)        # before the model: state["llm_input_messages"]
    builder.add_node("remember", nodes.remember)    # after it
    create_react_agent(model, tools, pre_model_hook=nodes.recall, post_model_hook=nodes.remember)

LangGraph's namespaces are tuples chosen by programs and models. All of them lie inside the one namespace of the memory that the
store was made of, so no tuple reaches anybody else. What the nodes show a model is no part of `state["messages"]`: it is not told to memory again.
"""

from __future__ import annotations

import asyncio
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from graphmem.errors import InvalidInput
from graphmem.integrations import langgraph_items as items
from graphmem.integrations.langgraph_items import Kept, Place
from graphmem.integrations.langgraph_nodes import MemoryNodes
from graphmem.integrations.needed import needed
from graphmem.integrations.sessions import ALL, forget_one
from graphmem.memory.memory import Memory
from graphmem.types import Message

with needed("langgraph", "langgraph"):
    from langgraph.store.base import (
        BaseStore,
        GetOp,
        Item,
        ListNamespacesOp,
        PutOp,
        SearchItem,
        SearchOp,
        get_text_at_path,
        validate_op_namespace,
    )

__all__ = ["GraphmemStore", "MemoryNodes"]

#: So many items are named to a search one by one; of more it is told which is which afterwards.
LISTED = 5000


class GraphmemStore(BaseStore):
    """Items of a LangGraph program, kept in a memory and found by what they say.

    A value is kept whole. What can be found of it is all its text, or of `index` the fields named, or with `index=False` nothing.
    Putting an item anew forgets its old value. With `learns`, what an item says counts as the user's word: facts are learned from it,
    and withdrawn when it goes. Without, it is found as text. There is no time to live.
    """

    supports_ttl = False

    def __init__(self, memory: Memory, *, learns: bool = False) -> None:
        self._memory = memory
        self._learns = learns

    def batch(self, ops: Iterable[Any]) -> list[Any]:
        """Answer all that is asked, then write; of several writes of one item the last counts."""
        asked = list(ops)
        for op in asked:
            validate_op_namespace(op)
        results = [self._answer(op) for op in asked]
        puts = {Place(op.namespace, op.key): op for op in asked if isinstance(op, PutOp)}
        self._write(puts)
        return results

    async def abatch(self, ops: Iterable[Any]) -> list[Any]:
        """The same in a thread; a cancelled await does not undo a write that has begun."""
        return await asyncio.to_thread(self.batch, list(ops))

    def _answer(self, op: Any) -> Any:
        match op:
            case GetOp():
                found = self._kept(Place(op.namespace, op.key).session)
                return None if found is None else Item(**_fields(found))
            case SearchOp():
                return list(self._search(op))
            case ListNamespacesOp():
                return self._namespaces(op)
            case PutOp():
                return None
        raise InvalidInput(f"a store does not know the operation {op!r}")

    def _write(self, puts: Mapping[Place, Any]) -> None:
        """New values first, all in one go: whoever looks in between finds one of the two."""
        before = {place: self._memory.messages(session=place.session, limit=ALL) for place in puts}
        told = [self._told(place, op, before[place]) for place, op in puts.items() if op.value is not None]
        self._memory.remember_many(told)
        for messages in before.values():
            for message in messages:
                forget_one(self._memory, message)

    def _told(self, place: Place, op: Any, before: Sequence[Message]) -> dict[str, Any]:
        created = next((found.created_at for found in map(items.kept, before) if found), None)
        told = items.told(place, op.value, _text(op), created_at=created)
        return {**told, "role": "user" if self._learns else "system"}

    def _kept(self, session: str) -> Kept | None:
        newest = self._memory.messages(session=session, limit=1)
        return items.kept(newest[0]) if newest else None

    def _places(self) -> Iterator[tuple[str, Place]]:
        """Every item's session and place, the last written first."""
        for session in self._memory.sessions():
            if items.is_item(session.name):
                place = items.place_of(session.name)
                found = None if place else self._kept(session.name)
                if place or found:
                    yield session.name, place or found.place  # type: ignore[union-attr]  # one of the two is there

    def _namespaces(self, op: Any) -> list[tuple[str, ...]]:
        found = {place.namespace for _, place in self._places()}
        wanted = [
            namespace
            for namespace in found
            if all(
                items.matches(namespace, one.path, suffix=one.match_type == "suffix")
                for one in op.match_conditions or ()
            )
        ]
        return sorted({namespace[: op.max_depth] for namespace in wanted})[op.offset : op.offset + op.limit]

    def _search(self, op: Any) -> Iterator[SearchItem]:
        """Items under a prefix that pass the filter: by how well they answer, or without a query the last written first."""
        sessions = [
            name for name, place in self._places() if items.matches(place.namespace, op.namespace_prefix, suffix=False)
        ]
        found = self._ranked(op.query, sessions) if op.query else ((name, None) for name in sessions)
        skipped = shown = 0
        for name, score in found:
            if shown == op.limit:
                return
            item = self._kept(name)
            if item is None or not items.passes(item.value, op.filter or {}):
                continue
            if skipped < op.offset:
                skipped += 1
                continue
            shown += 1
            yield SearchItem(**_fields(item), score=score)

    def _ranked(self, query: str, sessions: Sequence[str]) -> Iterator[tuple[str, float | None]]:
        """Sessions by how well their item answers, best first."""
        if not sessions:
            return
        wanted, few = frozenset(sessions), len(sessions) <= LISTED
        limit = len(sessions) if few else self._memory.status().messages
        found = self._memory.recall(query, limit=limit, sessions=sessions if few else ())
        told: set[str] = set()
        for message in found.messages:
            if message.session in wanted and message.session not in told:
                told.add(message.session)
                yield message.session, found.scores.get(message.id)


def _text(op: Any) -> str:
    """What can be found of an item."""
    if op.index is False:
        return ""
    if op.index is None:
        return "\n".join(items.readable(op.value))
    return "\n".join(text for path in op.index for text in get_text_at_path(dict(op.value), path))


def _fields(found: Kept) -> dict[str, Any]:
    return {
        "value": found.value,
        "key": found.place.key,
        "namespace": found.place.namespace,
        "created_at": found.created_at,
        "updated_at": found.updated_at,
    }

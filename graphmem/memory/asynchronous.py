"""The same memory for async code: each call runs on a small pool of threads of its own.

The core is synchronous, since SQLite and the local models are. A cancelled await stops waiting; it does not undo a write
that has begun, which finishes in its thread.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine
from concurrent.futures import ThreadPoolExecutor
from functools import partial, wraps
from types import TracebackType
from typing import Any, Concatenate, ParamSpec, Self, TypeVar

from graphmem.errors import StoreUnavailable
from graphmem.memory.memory import Memory

#: Threads of one async memory: enough to keep both a reader and a writer going, few enough to bound connections.
THREADS = 4

P = ParamSpec("P")
R = TypeVar("R")


def _awaited(
    method: Callable[Concatenate[Memory, P], R],
) -> Callable[Concatenate[AsyncMemory, P], Coroutine[Any, Any, R]]:
    @wraps(method)
    async def call(self: AsyncMemory, /, *args: P.args, **kwargs: P.kwargs) -> R:
        return await self._run(partial(method, self._memory, *args, **kwargs))

    return call


class AsyncMemory:
    """A `Memory` whose methods are awaited. It takes over the memory it is given and closes it.

    >>> async def story():
    ...     async with AsyncMemory(Memory.open("sqlite:///:memory:", namespace="ada")) as memory:
    ...         await memory.remember("I live in Porto.")
    ...         return (await memory.recall("Where do I live?")).facts[0].sentence
    >>> asyncio.run(story())
    'The user lives in Porto'
    """

    def __init__(self, memory: Memory) -> None:
        self._memory = memory
        self._threads = ThreadPoolExecutor(THREADS, thread_name_prefix="graphmem")
        self._closed = False

    async def _run(self, call: Callable[[], R]) -> R:
        if self._closed:
            raise StoreUnavailable("this memory was closed; open it again")
        return await asyncio.get_running_loop().run_in_executor(self._threads, call)

    remember = _awaited(Memory.remember)
    remember_many = _awaited(Memory.remember_many)
    remember_fact = _awaited(Memory.remember_fact)
    work = _awaited(Memory.work)
    flush = _awaited(Memory.flush)
    export = _awaited(Memory.export)
    import_ = _awaited(Memory.import_)
    copy = _awaited(Memory.copy)
    recall = _awaited(Memory.recall)
    context = _awaited(Memory.context)
    exchanges = _awaited(Memory.exchanges)
    messages = _awaited(Memory.messages)
    sessions = _awaited(Memory.sessions)
    entities = _awaited(Memory.entities)
    entity = _awaited(Memory.entity)
    facts = _awaited(Memory.facts)
    history = _awaited(Memory.history)
    changes = _awaited(Memory.changes)
    neighbourhood = _awaited(Memory.neighbourhood)
    cypher = _awaited(Memory.cypher)
    retract = _awaited(Memory.retract)
    correct = _awaited(Memory.correct)
    merge = _awaited(Memory.merge)
    split = _awaited(Memory.split)
    undo = _awaited(Memory.undo)
    edit_message = _awaited(Memory.edit_message)
    conflicts = _awaited(Memory.conflicts)
    pending = _awaited(Memory.pending)
    standalone = _awaited(Memory.standalone)
    describe = _awaited(Memory.describe)
    adjudicate = _awaited(Memory.adjudicate)
    forget = _awaited(Memory.forget)
    prune = _awaited(Memory.prune)
    repeats = _awaited(Memory.repeats)
    rebuild = _awaited(Memory.rebuild)
    reextract = _awaited(Memory.reextract)
    check = _awaited(Memory.check)
    reembed = _awaited(Memory.reembed)
    status = _awaited(Memory.status)
    audit = _awaited(Memory.audit)
    verify_audit = _awaited(Memory.verify_audit)

    async def close(self) -> None:
        """Wait for what was started, then release the store; closing again does nothing."""
        if not self._closed:
            self._closed = True
            await asyncio.to_thread(self._threads.shutdown, wait=True)
            self._memory.close()

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        await self.close()

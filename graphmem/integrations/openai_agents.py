"""graphmem in the OpenAI Agents SDK: a session that is remembered for good, tools, and what to show before each call.

    session = GraphmemSession(memory, "s1")
    agent = Agent(name="assistant", instructions="Help.", tools=memory_tools(memory))
    config = RunConfig(call_model_input_filter=recalling(memory, budget=1000))
    await Runner.run(agent, "Where does Ana live?", session=session, run_config=config)

The session gives items back as they were added. What `recalling` shows a model stands in the instructions of that one call; it is no item, so it
is not told to the session, and memory never learns it again.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterable, Mapping
from functools import partial
from typing import Any

from graphmem.integrations.needed import needed
from graphmem.integrations.openai_agents_items import said_by_user, shown, told
from graphmem.integrations.remembered import remembered
from graphmem.integrations.sessions import ALL, forget_all, forget_one
from graphmem.memory.memory import Memory
from graphmem.tools import Tools

with needed("openai-agents", "agents"):
    from agents import FunctionTool, SessionSettings, TResponseInputItem
    from agents.run import CallModelData, ModelInputData


class GraphmemSession:
    """The SDK's `Session`: the items of one conversation, kept in a memory.

    Each item is a message: what people and models say teaches memory, calls and their results are kept as such, whatever else the SDK
    adds is kept as it is and not read. An item with an id of the server's is kept once, however often it is added.
    """

    def __init__(self, memory: Memory, session_id: str = "default", *, settings: SessionSettings | None = None) -> None:
        self._memory = memory
        self.session_id = session_id
        self.session_settings: SessionSettings | None = settings or SessionSettings()

    async def get_items(self, limit: int | None = None) -> list[TResponseInputItem]:
        """The items in order, or the newest so many."""
        wanted = limit if limit is not None or self.session_settings is None else self.session_settings.limit
        if wanted is not None and wanted <= 0:
            return []
        # Exactly so many, even if a result comes without its call: the SDK compares what it wrote, and prunes by itself.
        most = ALL if wanted is None else wanted
        found = await asyncio.to_thread(self._memory.messages, session=self.session_id, limit=most)
        return [shown(message) for message in found]

    async def add_items(self, items: list[TResponseInputItem]) -> None:
        """Keep items; they are on disk when this returns."""
        given = [told(item, self.session_id) for item in items]
        # What the SDK took back, to try again, it adds again.
        await asyncio.to_thread(self._memory.remember_many, given, anyway=True)

    async def pop_item(self) -> TResponseInputItem | None:
        """Forget the newest item, with what it alone taught, and give it back; None when there is none."""
        return await asyncio.to_thread(self._pop)

    async def clear_session(self) -> None:
        """Forget the session, with all that was learned from it alone."""
        await asyncio.to_thread(forget_all, self._memory, self.session_id)

    def _pop(self) -> TResponseInputItem | None:
        newest = self._memory.messages(session=self.session_id, limit=1)
        for message in newest:
            forget_one(self._memory, message)
        return shown(newest[0]) if newest else None


def memory_tools(memory: Memory, *, only: Iterable[str] | None = None) -> list[FunctionTool]:
    """Memory in the model's own hands: the tools of `graphmem.Tools`, or `only` some of them."""
    tools = Tools(memory, only=only)
    return [_tool(tools, schema["function"]) for schema in tools.schemas()]


def _tool(tools: Tools, schema: Mapping[str, Any]) -> FunctionTool:
    async def called(name: str, _context: Any, arguments: str) -> str:
        return await asyncio.to_thread(tools.call, name, arguments)

    return FunctionTool(
        name=schema["name"],
        description=schema["description"],
        params_json_schema=schema["parameters"],
        on_invoke_tool=partial(called, schema["name"]),
        strict_json_schema=False,
    )


def recalling(memory: Memory, *, budget: int = 1000, session: str = "default") -> Callable[[CallModelData[Any]], Any]:
    """A `call_model_input_filter` that adds to the instructions what memory holds for the user's turn, in at most `budget` tokens."""

    async def shown_before(data: CallModelData[Any]) -> ModelInputData:
        given = data.model_data
        turn = next((said for item in reversed(given.input) if (said := said_by_user(item))), "")
        found = await asyncio.to_thread(remembered, memory, turn, session=session, budget=budget)
        parts = [part for part in (given.instructions, found) if part]
        return ModelInputData(input=given.input, instructions="\n\n".join(parts) or None)

    return shown_before

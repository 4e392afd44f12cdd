"""graphmem as middleware of LangChain's agents: what is remembered goes before the turn, and what was said is kept.

    agent = create_agent(model, tools=[…], system_prompt="Help.", middleware=[GraphmemMiddleware(memory, budget=2000)])
    agent.invoke({"messages": [("user", "Where does Ana live?")]}, {"configurable": {"thread_id": "s1"}})

What the model is shown is a context of memory's, inside the budget, in place of all that the thread has grown to. The agent's own state stays as it
was; so what was shown is not learned again.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Iterable
from typing import Any

from graphmem.integrations.needed import needed
from graphmem.memory.memory import Memory
from graphmem.types import TokenBudget

with needed("langchain-agents", "langchain", "langchain_core", "langgraph"):
    from langchain.agents.middleware import AgentMiddleware, AgentState, ModelRequest, ModelResponse
    from langchain_core.messages import SystemMessage
    from langgraph.config import get_config
    from langgraph.runtime import Runtime

    from graphmem.integrations.langchain import memory_tools
    from graphmem.integrations.langgraph_nodes import MemoryNodes


class GraphmemMiddleware(AgentMiddleware):
    """Shows the model what memory holds for the user's turn, in at most `budget` tokens with the system text and the last turns.

    What tools were called and answered in this turn comes on top. The session is the config's `thread_id`, unless one is given. `tools` gives
    the model memory's tools too: all of them, or those named.
    """

    def __init__(
        self,
        memory: Memory,
        *,
        budget: int | TokenBudget = 2000,
        session: str | None = None,
        tools: bool | Iterable[str] = False,
    ) -> None:
        super().__init__()
        self._nodes = MemoryNodes(memory, budget=budget, session=session)
        if tools is not False:
            self.tools = memory_tools(memory, only=None if tools is True else tools)

    def wrap_model_call(
        self, request: ModelRequest[Any], handler: Callable[[ModelRequest[Any]], ModelResponse[Any]]
    ) -> ModelResponse[Any]:
        """Keep what was said up to the turn, and show the model a context in its place."""
        return handler(self._with_memory(request, get_config()))

    async def awrap_model_call(
        self, request: ModelRequest[Any], handler: Callable[[ModelRequest[Any]], Awaitable[ModelResponse[Any]]]
    ) -> ModelResponse[Any]:
        """The same, with what memory does in a thread."""
        return await handler(await asyncio.to_thread(self._with_memory, request, get_config()))

    def after_agent(self, state: AgentState[Any], runtime: Runtime[Any]) -> dict[str, Any] | None:
        """Keep what was answered."""
        del runtime
        self._nodes.remember(state, get_config())
        return None

    async def aafter_agent(self, state: AgentState[Any], runtime: Runtime[Any]) -> dict[str, Any] | None:
        """The same, in a thread."""
        del runtime
        await asyncio.to_thread(self._nodes.remember, state, get_config())
        return None

    def _with_memory(self, request: ModelRequest[Any], config: Any) -> ModelRequest[Any]:
        system = request.system_message.text if request.system_message else None
        shown = self._nodes.shown(request.messages, config, system=system)
        if shown and isinstance(shown[0], SystemMessage):
            return request.override(system_message=shown[0], messages=shown[1:])
        return request.override(messages=shown)

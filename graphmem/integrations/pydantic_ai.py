"""graphmem in Pydantic AI: a capability that remembers what is said and shows what is remembered, a toolset, and histories.

    agent = Agent("openai:gpt-4o-mini", capabilities=[GraphmemCapability(memory, budget=1000)])
    agent.run_sync("Where does Ana live?", message_history=messages_of(memory, "s1"))
    agent = Agent("openai:gpt-4o-mini", toolsets=[memory_toolset(memory)])

What is remembered stands before the user's turn in the request only. It is in no message of the run, so it is neither in a history nor told to
memory again.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterable
from dataclasses import replace
from functools import partial
from typing import Any

from graphmem.integrations.needed import needed
from graphmem.integrations.pydantic_ai_messages import messages_of, told, turn_of
from graphmem.integrations.remembered import remembered
from graphmem.memory.memory import Memory
from graphmem.tools import Tools

with needed("pydantic-ai", "pydantic_ai"):
    from pydantic_ai import FunctionToolset, RunContext, Tool
    from pydantic_ai.capabilities import AbstractCapability
    from pydantic_ai.messages import ModelMessage, UserPromptPart
    from pydantic_ai.models import ModelRequestContext

__all__ = ["GraphmemCapability", "memory_toolset", "messages_of"]


class GraphmemCapability(AbstractCapability[Any]):
    """What memory holds for the user's turn goes before it, in at most `budget` tokens, and what a run said is kept.

    The session is the run's conversation, unless one is given. `tools` gives the model memory's tools too: all of them, or those
    named. What a run that failed had said until then is kept as well.
    """

    def __init__(
        self,
        memory: Memory,
        *,
        budget: int = 1000,
        session: str | None = None,
        tools: bool | Iterable[str] = False,
    ) -> None:
        self._memory = memory
        self._budget = budget
        self._session = session
        self._tools = tools if isinstance(tools, bool) else tuple(tools)
        #: Of runs that go on, the messages as the model was last shown them: those of a run that fails are told nowhere else.
        self._running: dict[str | None, list[ModelMessage]] = {}

    def get_toolset(self) -> FunctionToolset[Any] | None:
        """Memory's tools, if the model may have any."""
        if isinstance(self._tools, bool):
            return memory_toolset(self._memory) if self._tools else None
        return memory_toolset(self._memory, only=self._tools)

    async def before_model_request(
        self, ctx: RunContext[Any], request_context: ModelRequestContext
    ) -> ModelRequestContext:
        """Put what is remembered before the turn, for this request only."""
        self._running[ctx.run_id] = list(request_context.messages)
        asked = turn_of(request_context.messages)
        if asked is None:
            return request_context
        at, turn = asked
        session = self._in(ctx)
        found = await asyncio.to_thread(remembered, self._memory, turn, session=session, budget=self._budget)
        if not found:
            return request_context
        request = request_context.messages[at]
        shown: list[ModelMessage] = list(request_context.messages)
        shown[at] = replace(request, parts=[UserPromptPart(found), *request.parts])
        return replace(request_context, messages=shown)

    async def wrap_run(self, ctx: RunContext[Any], *, handler: Callable[[], Any]) -> Any:
        """Run, and keep what was said, however it ended."""
        try:
            result = await handler()
        except BaseException:
            await self._tell([one for one in self._running.pop(ctx.run_id, ()) if one.run_id == ctx.run_id], ctx)
            raise
        self._running.pop(ctx.run_id, None)
        await self._tell(result.new_messages(), ctx)
        return result

    async def _tell(self, messages: list[ModelMessage], ctx: RunContext[Any]) -> None:
        given = told(messages, session=self._in(ctx), run=ctx.run_id or "")
        await asyncio.to_thread(self._memory.remember_many, list(given))

    def _in(self, ctx: RunContext[Any]) -> str:
        return self._session or ctx.conversation_id or "default"


def memory_toolset(memory: Memory, *, only: Iterable[str] | None = None) -> FunctionToolset[Any]:
    """Memory in the model's own hands: the tools of `graphmem.Tools`, or `only` some of them."""
    tools = Tools(memory, only=only)
    return FunctionToolset([_tool(tools, schema["function"]) for schema in tools.schemas()])


def _tool(tools: Tools, schema: dict[str, Any]) -> Tool[Any]:
    def called(name: str, /, **arguments: Any) -> str:
        return tools.call(name, arguments)

    return Tool.from_schema(
        partial(called, schema["name"]), schema["name"], schema["description"], schema["parameters"]
    )

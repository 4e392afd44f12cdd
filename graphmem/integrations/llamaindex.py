"""graphmem in LlamaIndex: a memory block, the long-term part behind the short-term queue of its `Memory`.

    block = GraphmemBlock(memory=memory, budget=1000)
    chat = llama_index.core.memory.Memory.from_defaults(session_id="s1", token_limit=8000, memory_blocks=[block])
    agent.run("Where does Ana live?", memory=chat)

What leaves LlamaIndex's queue comes to the block, which keeps it as a message of its session and learns from it. Before each turn the block
gives the facts and old turns that matter to it. They stand in the prompt only and are not put into the queue, so they do not come back as something said.
LlamaIndex does not say when a message was said; it counts as said when it comes, unless `additional_kwargs["at"]` tells.
"""

from __future__ import annotations

import asyncio
import json
from collections.abc import Iterator, Mapping, Sequence
from datetime import datetime
from typing import Any

from graphmem.context.lines import CLOSE, OPEN
from graphmem.integrations.needed import needed
from graphmem.integrations.remembered import remembered, tokens

with needed("llamaindex", "llama_index"):
    from llama_index.core.base.llms.types import (
        ChatMessage,
        ContentBlock,
        ImageBlock,
        MessageRole,
        TextBlock,
        ToolCallBlock,
    )
    from llama_index.core.memory import BaseMemoryBlock

_ROLE_OF = {
    "developer": "system",
    "system": "system",
    "user": "user",
    "tool": "tool",
    "function": "tool",
}


class GraphmemBlock(BaseMemoryBlock[str]):
    """What a memory holds for the turn, as text of at most `budget` tokens; old messages go into it.

    `session` is for messages that come without LlamaIndex's own session. Text, images, tool calls and results are kept; sound, video and files
    stay with LlamaIndex.
    """

    name: str = "graphmem"
    priority: int = 1
    memory: Any
    budget: int = 1000
    session: str = "default"

    async def _aget(self, messages: list[ChatMessage] | None = None, **block_kwargs: Any) -> str:
        turn = _last_said(messages or [])
        session = block_kwargs.get("session_id") or self.session
        return await asyncio.to_thread(remembered, self.memory, turn, session=session, budget=self.budget)

    async def _aput(self, messages: list[ChatMessage]) -> None:
        given = [_told(message, self.session) for message in messages]
        await asyncio.to_thread(self.memory.remember_many, given)

    async def atruncate(self, content: str, tokens_to_truncate: int) -> str | None:
        """The text without its last lines, which matter least; None when nothing is left."""
        lines, cut = content.removesuffix(CLOSE).splitlines(), 0
        while lines and (cut < tokens_to_truncate or lines[-1].endswith(":")):
            cut += tokens(self.memory, f"{lines.pop()}\n")
        return "\n".join([*lines, CLOSE]) if OPEN in lines[:-2] else None


def _last_said(messages: Sequence[ChatMessage]) -> str:
    """The user's turn, in words."""
    said = (message.content for message in reversed(messages) if message.role == MessageRole.USER)
    return next((text for text in said if text), "")


def _told(message: ChatMessage, session: str) -> dict[str, Any]:
    """The message as `remember_many` takes it."""
    beside = message.additional_kwargs
    at = beside.get("at")
    role = _ROLE_OF.get(message.role.value, "assistant")
    return {
        "role": role,
        "content": list(_parts(message.blocks)),
        "tool_calls": [*_calls(message.blocks), *map(_call, beside.get("tool_calls") or ())],
        "tool_call_id": beside.get("tool_call_id") if role == "tool" else None,
        "session": beside.get("session_id") or session,
        "at": datetime.fromisoformat(at) if isinstance(at, str) else at,
    }


def _parts(blocks: Sequence[ContentBlock]) -> Iterator[dict[str, Any]]:
    for block in blocks:
        match block:
            case TextBlock():
                yield {"type": "text", "text": block.text}
            case ImageBlock() if block.url:
                yield {"type": "image_url", "image_url": {"url": str(block.url)}}


def _calls(blocks: Sequence[ContentBlock]) -> Iterator[dict[str, Any]]:
    for block in blocks:
        if isinstance(block, ToolCallBlock):
            written = block.tool_kwargs if isinstance(block.tool_kwargs, str) else json.dumps(block.tool_kwargs)
            yield {"id": block.tool_call_id or "", "function": {"name": block.tool_name, "arguments": written}}


def _call(call: Any) -> dict[str, Any]:
    """A call as OpenAI's client has it, an object or a mapping."""
    given = call if isinstance(call, Mapping) else call.model_dump()
    function = given["function"]
    return {"id": given.get("id") or "", "function": {"name": function["name"], "arguments": function["arguments"]}}

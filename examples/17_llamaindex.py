"""LlamaIndex: a memory block, the long-term part behind its short-term queue. Offline, in seconds.

pip install 'graphmem[llamaindex,local]'
python examples/17_llamaindex.py
"""

from __future__ import annotations

import asyncio

from llama_index.core.base.llms.types import ChatMessage
from llama_index.core.memory import Memory as LlamaMemory
from sqlalchemy.ext.asyncio import create_async_engine

from graphmem import Memory
from graphmem.integrations.llamaindex import GraphmemBlock


async def talk(memory: Memory) -> None:
    """More than the queue holds, then a question. An agent gets this memory as `agent.run(…, memory=chat)`."""
    engine = create_async_engine("sqlite+aiosqlite://")  # LlamaIndex's own queue
    block = GraphmemBlock(memory=memory, budget=500)
    chat = LlamaMemory.from_defaults(
        session_id="monday",
        token_limit=1000,
        chat_history_token_ratio=0.03,  # so small a queue that old turns leave it at once
        token_flush_size=20,
        memory_blocks=[block],
        async_engine=engine,
    )
    for said in ("My sister Ana lives in Porto.", "Ana moved to Lisbon last week.", "The weather is fine today."):
        await chat.aput(ChatMessage(said))
        await chat.aput(ChatMessage("Good to know, thank you for telling me about all of that.", role="assistant"))
    await chat.aput(ChatMessage("Where does Ana live?"))

    system, *queue = await chat.aget()
    print("queue: ", [message.content for message in queue])
    print("memory:", [line for line in str(system.content).splitlines() if line.startswith("- Ana lives")])
    await engine.dispose()


def main() -> None:
    """What left the queue became facts, and comes back for the question."""
    with Memory.open("sqlite:///:memory:", namespace="ada", user_name="Ada") as memory:
        asyncio.run(talk(memory))
        print("facts: ", sorted(fact.sentence for fact in memory.facts("Ana")))


if __name__ == "__main__":
    main()

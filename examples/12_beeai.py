"""BeeAI: the framework's memories by their own names, with a memory behind them. Offline, in seconds.

pip install 'graphmem[beeai,local]'
python examples/12_beeai.py
"""

from __future__ import annotations

import asyncio

from beeai_framework.backend import AssistantMessage, SystemMessage, UserMessage

from graphmem import Memory
from graphmem.integrations.beeai import (
    LongTerm,
    SlidingMemory,
    SlidingMemoryConfig,
    SummarizeMemory,
    TokenMemory,
    UnconstrainedMemory,
)

FRANCE = [
    SystemMessage("You are a guide through France."),
    UserMessage("What is the capital?"),
    AssistantMessage("The capital is Paris."),
    UserMessage("What language is spoken there?"),
]


async def kinds() -> None:
    """Each of them, as in BeeAI's own examples."""
    memories = (
        UnconstrainedMemory(),
        SlidingMemory(SlidingMemoryConfig(size=3)),
        TokenMemory(max_tokens=60),
        SummarizeMemory(),
    )
    for memory in memories:
        await memory.add_many(FRANCE)
        print(f"{type(memory).__name__}: {[message.text for message in memory.messages]}")


async def behind(memory: Memory) -> None:
    """An agent takes it as `memory=window`; `agent.run(…).middleware(window.middleware())` has it asked when a run begins."""
    window = SlidingMemory(SlidingMemoryConfig(size=2), behind=LongTerm(memory, session="s1"))
    await window.add_many([UserMessage("My sister Ana moved to Lisbon."), AssistantMessage("How nice.")])
    await window.add(UserMessage("It rains today."))
    await window.add(UserMessage("Where does Ana live?"))

    block, *held = window.messages
    print("shown:", [line for line in block.text.splitlines() if line.startswith("- Ana lives")])
    print("held:", [message.text for message in held])
    await window.end()
    print("remembered:", len(memory.messages(session="s1")))


def main() -> None:
    """The kinds alone, then one with a memory behind it."""
    asyncio.run(kinds())
    with Memory.open("sqlite:///:memory:", namespace="ada", user_name="Ada") as memory:
        asyncio.run(behind(memory))


if __name__ == "__main__":
    main()

"""Conversations in process: what stays in the window, what leaves it, and a memory that brings it back. Offline, in seconds.

python examples/10_conversations.py
"""

from __future__ import annotations

import asyncio

from graphmem import Memory
from graphmem.conversation import (
    ByPriority,
    LastMessages,
    LongTerm,
    Sliding,
    Summarising,
    TokenBounded,
    Unbounded,
    Windowed,
)

TALK = [
    {"role": "system", "content": "Be brief."},
    {"role": "user", "content": "I'm allergic to peanuts.", "importance": 0.9},
    {"role": "assistant", "content": "Noted."},
    {"role": "user", "content": "My sister Ana moved to Lisbon."},
    {"role": "assistant", "content": "How nice."},
    {"role": "user", "content": "What is the weather like today?"},
    {"role": "assistant", "content": "Sunny."},
]


async def windows() -> None:
    """The same talk in each of them."""
    talks = {
        "everything": Unbounded(),
        "last 3 messages": Windowed(LastMessages(3)),
        "by priority": Windowed(ByPriority(40, recent=1)),
        "sliding": Sliding(3, removal_selector=lambda messages: messages[1]),
        "tokens": TokenBounded(50, model="gpt-4o", sync_threshold=0),
        "summary": Summarising(keep=1, block=2),
    }
    for name, talk in talks.items():
        await talk.add_many(TALK)
        stats = talk.stats()
        print(f"{name}: {stats.messages} messages, {stats.tokens_used} tokens, {stats.left} left")
        print("   ", [message["content"] for message in talk])


async def with_a_memory(memory: Memory) -> None:
    """Two messages are held. What left them is remembered, and comes back when it matters."""
    talk = Windowed(LastMessages(2), behind=LongTerm(memory, session="s1"))
    await talk.add_many(TALK)
    await talk.add({"role": "user", "content": "What can I cook for Ana?"})

    context = await talk.context(budget=400)
    print(context.tokens <= context.budget.total, [message["role"] for message in context.to_messages()])
    print([line for line in context.text.splitlines() if "allergic" in line or "Lisbon" in line])

    # A conversation goes on elsewhere from a snapshot; at its end, what is still held is remembered too.
    later = Windowed(LastMessages(2), behind=LongTerm(memory, session="s1"))
    later.restore(talk.snapshot())
    await later.end()
    print(len(memory.messages(session="s1")), "messages remembered,", len(later), "held")


def main() -> None:
    """Windows alone, then one with a memory behind it."""
    asyncio.run(windows())
    with Memory.open("sqlite:///:memory:", namespace="ada", user_name="Ada") as memory:
        asyncio.run(with_a_memory(memory))


if __name__ == "__main__":
    main()

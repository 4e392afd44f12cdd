"""agnext's chat memory: a buffer of the last messages, with a memory for the rest. No package is needed. Offline, in seconds.

python examples/14_agnext.py
"""

from __future__ import annotations

import asyncio

from graphmem import Memory
from graphmem.conversation import LongTerm
from graphmem.integrations.agnext import BufferedChatMemory


async def talk(memory: Memory) -> None:
    """Messages may be agnext's, AutoGen's, or mappings as here."""
    buffer = BufferedChatMemory(buffer_size=2, behind=LongTerm(memory, session="s1"))
    for text in ("My sister Ana moved to Lisbon.", "It rains today.", "It is late.", "Where does Ana live?"):
        await buffer.add_message({"role": "user", "content": text})

    block, *held = await buffer.get_messages()
    print("shown:", [line for line in block.content.splitlines() if line.startswith("- Ana lives")])
    print("held:", [message["content"] for message in held])

    again = BufferedChatMemory(buffer_size=1, behind=LongTerm(memory, session="s1"))
    again.load_state(buffer.save_state())
    await again.clear()
    print("cleared:", await again.get_messages())


def main() -> None:
    """A talk over a memory."""
    with Memory.open("sqlite:///:memory:", namespace="ada", user_name="Ada") as memory:
        asyncio.run(talk(memory))


if __name__ == "__main__":
    main()

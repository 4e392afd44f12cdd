"""AutoGen: a memory that an agent asks before it answers, and a context whose past is not lost. Offline, in seconds.

pip install 'graphmem[autogen,local]'
python examples/11_autogen.py
"""

from __future__ import annotations

import asyncio

from autogen_core.memory import MemoryContent
from autogen_core.model_context import UnboundedChatCompletionContext
from autogen_core.models import AssistantMessage, UserMessage

from graphmem import LastMessages, Memory
from graphmem.integrations.autogen import GraphmemContext, GraphmemMemory


async def preferences(memory: Memory) -> None:
    """What was noted once is shown to a new conversation. An agent takes it as `memory=[notes]`."""
    notes = GraphmemMemory(memory, name="user_preferences")
    formal = "User prefers all communication to be written in a formal style."
    await notes.add(MemoryContent(content=formal, mime_type="text/plain", metadata={"source": "conversation 1"}))
    await notes.add(MemoryContent(content={"city": "Lisbon"}, mime_type="application/json"))

    context = UnboundedChatCompletionContext()
    injected = await notes.update_context(context)
    await context.add_message(UserMessage(content="Draft an email to the team.", source="user"))
    print("injected:", [entry.content for entry in injected.memories.results])
    print("messages:", [message.type for message in await context.get_messages()])

    found = await notes.query("formal style", limit=1)
    print("query:   ", found.results[0].content)
    print("dumped:  ", notes.dump_component().provider)


async def window(memory: Memory) -> None:
    """Two messages are held; what left comes back for the question. An agent takes it as `model_context=context`."""
    context = GraphmemContext(LastMessages(2), memory=memory, session="s1")
    for asked, answered in (("My sister Ana moved to Lisbon.", "How nice."), ("It rains today.", "Take an umbrella.")):
        await context.add_message(UserMessage(content=asked, source="user"))
        await context.add_message(AssistantMessage(content=answered, source="assistant"))
    await context.add_message(UserMessage(content="Where does Ana live?", source="user"))

    block, *held = await context.get_messages()
    print("shown:   ", [line for line in str(block.content).splitlines() if line.startswith("- Ana lives")])
    print("held:    ", [message.content for message in held])


def main() -> None:
    """Both over one memory."""
    with Memory.open("sqlite:///:memory:", namespace="ada", user_name="Ada") as memory:
        asyncio.run(preferences(memory))
        asyncio.run(window(memory))


if __name__ == "__main__":
    main()

"""A LlamaIndex agent whose long-term memory is a graphmem block behind LlamaIndex's own queue."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterator, Sequence
from datetime import UTC, datetime
from typing import Any

import pytest

from graphmem import Memory

pytest.importorskip("llama_index.core", reason="llama-index-core is not installed")

from llama_index.core.agent.workflow import FunctionAgent
from llama_index.core.base.llms.types import (
    ChatMessage,
    ImageBlock,
    MessageRole,
    TextBlock,
    ThinkingBlock,
    ToolCallBlock,
)
from llama_index.core.chat_engine import SimpleChatEngine
from llama_index.core.llms.mock import MockFunctionCallingLLM
from llama_index.core.memory import InsertMethod
from llama_index.core.memory import Memory as LlamaMemory
from sqlalchemy.ext.asyncio import AsyncEngine, create_async_engine
from sqlalchemy.pool import StaticPool

from graphmem.integrations.llamaindex import GraphmemBlock


class Scripted:
    """Answers by a script, and keeps what it was shown."""

    def __init__(self, *answers: ChatMessage | str) -> None:
        self.answers = list(answers)
        self.seen: list[list[ChatMessage]] = []

    def __call__(self, messages: Sequence[ChatMessage], **_options: Any) -> ChatMessage:
        """The next answer."""
        self.seen.append([message.model_copy(deep=True) for message in messages])
        answer = self.answers.pop(0)
        return ChatMessage(answer, role=MessageRole.ASSISTANT) if isinstance(answer, str) else answer

    def model(self) -> MockFunctionCallingLLM:
        """LlamaIndex's own model for tests, which answers so."""
        return MockFunctionCallingLLM(response_generator=self, is_chat_model=True)


def sentences(memory: Memory) -> list[str]:
    """What memory believes."""
    return sorted(fact.sentence for fact in memory.facts())


Queue = Callable[..., LlamaMemory]


@pytest.fixture
def queue() -> Iterator[Queue]:
    """Makes LlamaIndex's memory with a block behind it, and closes its database, which LlamaIndex leaves to its end."""
    engines: list[AsyncEngine] = []

    def made(block: GraphmemBlock, *, tokens: int = 4000, **options: Any) -> LlamaMemory:
        engines.append(create_async_engine("sqlite+aiosqlite://", poolclass=StaticPool))
        return LlamaMemory.from_defaults(
            session_id="s1", token_limit=tokens, memory_blocks=[block], async_engine=engines[-1], **options
        )

    yield made
    for engine in engines:
        asyncio.run(engine.dispose())


def test_a_chat_knows_what_left_its_queue(memory: Memory, queue: Queue) -> None:
    """Old turns become messages and facts, which come back before the turn they matter to; what was shown is not learned again."""
    llm = Scripted(*["Noted."] * 6, "In Lisbon.")
    kept = queue(GraphmemBlock(memory=memory), tokens=1000, chat_history_token_ratio=0.1, token_flush_size=20)
    chat = SimpleChatEngine.from_defaults(llm=llm.model(), memory=kept)

    async def story() -> str:
        await chat.achat("Ana moved to Lisbon.")
        for number in range(5):
            await chat.achat(f"The {number}. thing today is that the weather is rather fine for once, is it not?")
        return str(await chat.achat("Where does Ana live?"))

    assert asyncio.run(story()) == "In Lisbon."
    shown = llm.seen[-1]
    assert shown[0].role == MessageRole.SYSTEM
    assert "- Ana lives in Lisbon" in str(shown[0].content)
    assert "Ana moved to Lisbon." not in [message.content for message in shown[1:]]
    assert memory.messages(session="s1")[0].text == "Ana moved to Lisbon."
    assert not [message for message in memory.messages() if "<memory>" in message.text]
    assert [len(fact.sources) for fact in memory.facts()] == [1]


def weather(city: str) -> str:
    """The weather there."""
    return f"Sunny in {city}"


@pytest.mark.filterwarnings("ignore::DeprecationWarning")  # LlamaIndex asks pydantic as of old
@pytest.mark.parametrize("method", list(InsertMethod))
def test_an_agent_is_shown_what_memory_holds(memory: Memory, queue: Queue, method: InsertMethod) -> None:
    """In the system text or in the turn; calls and results reach memory as such, and what was shown does not."""
    memory.remember("Ana moved to Lisbon.", session="before")
    call = ToolCallBlock(tool_call_id="c1", tool_name="weather", tool_kwargs={"city": "Lisbon"})
    llm = Scripted(ChatMessage(role=MessageRole.ASSISTANT, blocks=[call]), "Sunny, where she lives.")
    block = GraphmemBlock(memory=memory, budget=300)
    kept = queue(block, insert_method=method)

    async def turn() -> str:
        agent = FunctionAgent(llm=llm.model(), tools=[weather], system_prompt="Help.", streaming=False)
        answer = await agent.run("How is the weather where Ana lives?", memory=kept)
        await block.aput(await kept.aget_all(), session_id="s1")
        return str(answer)

    answer = asyncio.run(turn())

    assert answer == "Sunny, where she lives."
    assert "- Ana lives in Lisbon" in "\n".join(str(message.content) for message in llm.seen[0])
    told = memory.messages(session="s1")
    assert [message.role for message in told] == ["user", "assistant", "tool", "assistant"]
    assert [type(part).__name__ for message in told for part in message.parts] == [
        "TextPart",
        "ToolCallPart",
        "ToolResultPart",
        "TextPart",
    ]
    assert told[0].text == "How is the weather where Ana lives?"
    assert [len(fact.sources) for fact in memory.facts()] == [1]


def test_a_message_keeps_its_parts_and_its_time(memory: Memory) -> None:
    """Text, images, calls of OpenAI's client; a model's thoughts are nobody's words."""
    block = GraphmemBlock(memory=memory, session="own")
    openai_call = {"id": "c1", "type": "function", "function": {"name": "weather", "arguments": "{}"}}
    messages = [
        ChatMessage(
            role=MessageRole.USER,
            blocks=[TextBlock(text="Who is this?"), ImageBlock(url="https://example.com/ana.png")],
            additional_kwargs={"at": "2024-05-01T12:00:00+00:00"},
        ),
        ChatMessage("Wait.", role=MessageRole.ASSISTANT, additional_kwargs={"tool_calls": [openai_call]}),
        ChatMessage("Sunny", role=MessageRole.TOOL, additional_kwargs={"tool_call_id": "c1"}),
        ChatMessage(role=MessageRole.MODEL, blocks=[ThinkingBlock(content="hm"), TextBlock(text="Ana.")]),
        ChatMessage("Be brief.", role=MessageRole.DEVELOPER),
    ]

    asyncio.run(block.aput(messages))

    told = memory.messages(session="own")
    assert [message.role for message in told] == ["user", "assistant", "tool", "assistant", "system"]
    assert [[type(part).__name__ for part in message.parts] for message in told] == [
        ["TextPart", "ImagePart"],
        ["TextPart", "ToolCallPart"],
        ["ToolResultPart"],
        ["TextPart"],
        ["TextPart"],
    ]
    assert told[0].at == datetime(2024, 5, 1, 12, tzinfo=UTC)
    assert told[3].text == "Ana."


def test_a_block_without_a_turn_or_a_memory_is_empty(memory: Memory) -> None:
    """LlamaIndex leaves it out then."""
    block = GraphmemBlock(memory=memory)

    assert asyncio.run(block.aget()) == ""
    assert asyncio.run(block.aget([ChatMessage("Where does Ana live?")])) == ""


def test_a_block_keeps_to_its_budget_and_can_be_cut(memory: Memory) -> None:
    """By lines from its end, which matter least, until so many tokens are saved; or it goes altogether."""
    memory.remember_many({"content": f"Person{number} lives in Lisbon."} for number in range(60))
    block = GraphmemBlock(memory=memory, budget=300)
    tokens = memory._engine.counter.text

    whole = asyncio.run(block.aget([ChatMessage("Who lives in Lisbon?")]))
    cut = asyncio.run(block.atruncate(whole, 50))

    assert 200 < tokens(whole) <= 300
    assert cut is not None
    assert tokens(whole) - 100 < tokens(cut) <= tokens(whole) - 50
    assert whole.startswith(cut.removesuffix("</memory>"))
    assert cut.endswith("\n</memory>")
    assert asyncio.run(block.atruncate(whole, 10_000)) is None

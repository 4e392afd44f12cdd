"""Pydantic AI agents, run with its own models for tests, that remember with graphmem."""

from __future__ import annotations

import asyncio
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest

from graphmem import Memory

pytest.importorskip("pydantic_ai", reason="pydantic-ai is not installed")

from pydantic_ai import Agent
from pydantic_ai.messages import (
    ImageUrl,
    ModelMessage,
    ModelRequest,
    ModelResponse,
    SystemPromptPart,
    TextPart,
    ToolCallPart,
    ToolReturnPart,
    UserPromptPart,
)
from pydantic_ai.models.function import AgentInfo, FunctionModel
from pydantic_ai.models.test import TestModel

from graphmem.integrations.pydantic_ai import GraphmemCapability, memory_toolset, messages_of
from graphmem.types import ToolResultPart


class Scripted:
    """A model that answers by a script, and what it was shown each time."""

    def __init__(self, *answers: str | ToolCallPart | Exception) -> None:
        self.answers = list(answers)
        self.seen: list[list[ModelMessage]] = []

    def model(self) -> FunctionModel:
        """As Pydantic AI takes it."""

        def answer(messages: list[ModelMessage], _info: AgentInfo) -> ModelResponse:
            self.seen.append(messages)
            said = self.answers.pop(0)
            if isinstance(said, Exception):
                raise said
            return ModelResponse([TextPart(said) if isinstance(said, str) else said])

        return FunctionModel(answer)

    def shown(self, call: int = -1) -> list[str]:
        """The user's side of what it was shown."""
        parts = [part for message in self.seen[call] for part in message.parts]
        return [str(part.content) for part in parts if isinstance(part, UserPromptPart)]


def sentences(memory: Memory) -> list[str]:
    """What memory believes."""
    return sorted(fact.sentence for fact in memory.facts())


def test_an_agent_knows_what_was_said_in_another_conversation(memory: Memory) -> None:
    """It stands before the turn, is in no history, and is not learned again."""
    script = Scripted("Noted.", "In Lisbon.")
    agent = Agent(script.model(), capabilities=[GraphmemCapability(memory, budget=300)])
    asyncio.run(agent.run("Ana moved to Lisbon."))

    result = asyncio.run(agent.run("Where does Ana live?"))

    assert result.output == "In Lisbon."
    remembered, turn = script.shown()
    assert "- Ana lives in Lisbon" in remembered
    assert turn == "Where does Ana live?"
    assert "<memory>" not in str(result.all_messages())
    assert [message.text for message in memory.messages()] == [
        "Ana moved to Lisbon.",
        "Noted.",
        "Where does Ana live?",
        "In Lisbon.",
    ]
    assert len({message.session for message in memory.messages()}) == 2
    assert [len(fact.sources) for fact in memory.facts()] == [1]


def test_a_conversation_goes_on_in_the_next_process(opened: Any, tmp_path: Path) -> None:
    """With its history from memory, in the same session."""
    url = f"sqlite:///{tmp_path}/agent.db"
    with opened(url) as memory:
        agent = Agent(Scripted("Noted.").model(), capabilities=[GraphmemCapability(memory, session="s1")])
        asyncio.run(agent.run("Ana moved to Lisbon."))
    with opened(url) as memory:
        script = Scripted("In Lisbon.")
        agent = Agent(script.model(), capabilities=[GraphmemCapability(memory, budget=300)])

        asyncio.run(agent.run("Where is she?", message_history=messages_of(memory, "s1")))

        assert script.shown()[0] == "Ana moved to Lisbon."
        assert script.shown()[-1] == "Where is she?"
        assert [message.text for message in memory.messages(session="s1")] == [
            "Ana moved to Lisbon.",
            "Noted.",
            "Where is she?",
            "In Lisbon.",
        ]


def test_a_model_uses_memory_by_its_tools(memory: Memory) -> None:
    """A wrong call is answered with what was wrong; calls and results are kept as such."""
    script = Scripted(
        ToolCallPart("remember", {"text": "Ana moved to Lisbon.", "namespace": "bob"}),
        ToolCallPart("remember", {"text": "Ana moved to Lisbon."}),
        "Done.",
    )
    agent = Agent(script.model(), capabilities=[GraphmemCapability(memory, session="s1", tools=["remember"])])

    asyncio.run(agent.run("Remember where Ana is."))

    told = memory.messages(session="s1")
    results = [part.content for message in told for part in message.parts if isinstance(part, ToolResultPart)]
    assert results == [
        "there is no argument 'namespace'; remember takes text",
        "Remembered. New: Ana lives in Lisbon.",
    ]
    assert [message.role for message in told] == ["user", "assistant", "tool", "assistant", "tool", "assistant"]
    assert sentences(memory) == ["Ana lives in Lisbon"]


def test_every_tool_can_be_called_by_what_its_schema_says(memory: Memory) -> None:
    """Pydantic AI's own test model calls each with arguments made from its schema."""
    agent = Agent(TestModel(), toolsets=[memory_toolset(memory)])

    result = asyncio.run(agent.run("Try everything."))

    parts = [part for message in result.all_messages() for part in message.parts]
    returned = {part.tool_name for part in parts if isinstance(part, ToolReturnPart)}
    assert returned == {"remember", "recall", "entity", "history", "correct", "forget"}


def test_what_was_said_before_a_failure_is_kept(memory: Memory) -> None:
    """The user need not say it again."""
    agent = Agent(Scripted(RuntimeError("no model")).model(), capabilities=[GraphmemCapability(memory, session="s1")])

    with pytest.raises(RuntimeError, match="no model"):
        asyncio.run(agent.run("Ana moved to Lisbon."))

    assert [message.text for message in memory.messages(session="s1")] == ["Ana moved to Lisbon."]


def test_a_history_comes_back_in_words_calls_and_results(memory: Memory) -> None:
    """And images; with the names of the tools that answered."""
    messages: list[dict[str, Any]] = [
        {"role": "system", "content": "Help."},
        {
            "role": "user",
            "content": [
                {"type": "text", "text": "Who is this?"},
                {"type": "image_url", "image_url": {"url": "https://example.com/a.png"}},
            ],
        },
        {
            "role": "assistant",
            "content": "Let me see.",
            "tool_calls": [{"id": "c1", "function": {"name": "look", "arguments": '{"at":1}'}}],
        },
        {"role": "tool", "tool_call_id": "c1", "content": "Ana"},
    ]
    memory.remember_many(
        {**message, "session": "s1", "at": datetime(2024, 5, 1, 12, number, tzinfo=UTC)}
        for number, message in enumerate(messages)
    )

    system, user, answer, result = messages_of(memory, "s1")

    assert isinstance(system.parts[0], SystemPromptPart)
    assert user.parts[0].content == ["Who is this?", ImageUrl("https://example.com/a.png")]
    assert [type(part) for part in answer.parts] == [TextPart, ToolCallPart]
    assert (result.parts[0].tool_name, result.parts[0].content) == ("look", "Ana")
    assert isinstance(result, ModelRequest)
    assert {message.conversation_id for message in (system, user, answer, result)} == {"s1"}
    assert messages_of(memory, "s1", last=1) == []


def test_a_run_without_words_asks_nothing(memory: Memory) -> None:
    """An image alone is no question."""
    memory.remember("Ana moved to Lisbon.", session="before")
    script = Scripted("A cat.")
    agent = Agent(script.model(), capabilities=[GraphmemCapability(memory)])

    asyncio.run(agent.run([ImageUrl("https://example.com/cat.png")]))

    assert len(script.shown()) == 1


def test_a_streamed_answer_is_kept_whole(memory: Memory) -> None:
    """When it has come."""
    agent = Agent(TestModel(custom_output_text="In Lisbon."), capabilities=[GraphmemCapability(memory, session="s1")])

    async def streamed() -> list[str]:
        async with agent.run_stream("Where is Ana?") as result:
            return [piece async for piece in result.stream_text(delta=True)]

    assert "".join(asyncio.run(streamed())) == "In Lisbon."
    assert [message.text for message in memory.messages(session="s1")] == ["Where is Ana?", "In Lisbon."]

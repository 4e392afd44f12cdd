"""LangChain's agents with memory as their middleware."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest

from graphmem import Memory

pytest.importorskip("langchain.agents", reason="langchain is not installed")

from langchain.agents import create_agent
from langchain_core.language_models import GenericFakeChatModel
from langchain_core.messages import AIMessage, BaseMessage
from langgraph.checkpoint.memory import InMemorySaver

from graphmem.integrations.langchain_agents import GraphmemMiddleware


class Scripted(GenericFakeChatModel):
    """Answers by a script, and keeps what it was shown and which tools it was given."""

    seen: list[list[BaseMessage]] = []  # noqa: RUF012  # pydantic copies it for each model
    given: list[str] = []  # noqa: RUF012

    def bind_tools(self, tools: Any, **_options: Any) -> Any:
        """Whatever they are."""
        self.given[:] = [tool.name for tool in tools]
        return self

    def _generate(self, messages: list[BaseMessage], *given: Any, **options: Any) -> Any:
        self.seen.append(messages)
        return super()._generate(messages, *given, **options)


def scripted(*answers: AIMessage | str) -> Scripted:
    """A model that gives these answers."""
    return Scripted(messages=iter(answers), seen=[], given=[])


def thread(name: str) -> Any:
    """The config of a thread."""
    return {"configurable": {"thread_id": name}}


def test_an_agent_knows_in_one_thread_what_was_said_in_another(memory: Memory) -> None:
    """Beside its own system text; the turn comes last and once, and what was shown is not learned again."""
    model = scripted("Noted.", "In Lisbon.")
    agent = create_agent(
        model,
        system_prompt="Help Ada.",
        middleware=[GraphmemMiddleware(memory, budget=600)],
        checkpointer=InMemorySaver(),
    )
    agent.invoke({"messages": [("user", "Ana moved to Lisbon.")]}, thread("monday"))

    done = asyncio.run(agent.ainvoke({"messages": [("user", "Where does Ana live?")]}, thread("tuesday")))

    system, turn = model.seen[-1]
    assert system.text.startswith("Help Ada.")
    assert "- Ana lives in Lisbon" in system.text
    assert turn.text == "Where does Ana live?"
    assert [message.text for message in done["messages"]] == ["Where does Ana live?", "In Lisbon."]
    assert [(message.session, message.text) for message in memory.messages()] == [
        ("monday", "Ana moved to Lisbon."),
        ("monday", "Noted."),
        ("tuesday", "Where does Ana live?"),
        ("tuesday", "In Lisbon."),
    ]
    assert [len(fact.sources) for fact in memory.facts()] == [1]


def test_an_agent_uses_memory_by_its_tools(memory: Memory) -> None:
    """Those it may have; a wrong call is answered with what was wrong."""
    calls = [
        {"name": "remember", "args": arguments, "id": f"c{number}", "type": "tool_call"}
        for number, arguments in enumerate([{"txt": "Ana moved to Lisbon."}, {"text": "Ana moved to Lisbon."}])
    ]
    model = scripted(*[AIMessage("", tool_calls=[call]) for call in calls], "Done.")
    agent = create_agent(model, middleware=[GraphmemMiddleware(memory, session="s1", tools=["remember"])])

    done = agent.invoke({"messages": [("user", "Remember where Ana is.")]})

    assert model.given == ["remember"]
    assert [message.content for message in done["messages"] if message.type == "tool"] == [
        "text is missing; remember takes text",
        "Remembered. New: Ana lives in Lisbon.",
    ]
    assert [message.role for message in memory.messages(session="s1")] == [
        "user",
        "assistant",
        "tool",
        "assistant",
        "tool",
        "assistant",
    ]


def test_an_agent_without_memory_of_anything_is_shown_what_it_was_given(memory: Memory) -> None:
    """No system text comes from nowhere."""
    model = scripted("Hello.")

    create_agent(model, middleware=[GraphmemMiddleware(memory, tools=True)]).invoke({"messages": [("user", "Hello!")]})

    assert [message.text for message in model.seen[0]] == ["Hello!"]
    assert model.given == ["remember", "recall", "entity", "history", "correct", "forget"]

"""Agents of the OpenAI Agents SDK, run with a scripted model, whose session and tools are graphmem."""

from __future__ import annotations

import asyncio
import json
from pathlib import Path
from typing import Any

import pytest

from graphmem import Memory

pytest.importorskip("agents", reason="openai-agents is not installed")

from agents import Agent, RunConfig, Runner, Session, SessionSettings, set_tracing_disabled
from agents.testing import ScriptedModel, assistant_message, function_call
from hypothesis import given, settings
from hypothesis import strategies as st

from graphmem.integrations.openai_agents import GraphmemSession, memory_tools, recalling
from graphmem.testing import PlainExtractor

CONFIG = RunConfig(tracing_disabled=True)
set_tracing_disabled(True)


def sentences(memory: Memory) -> list[str]:
    """What memory believes."""
    return sorted(fact.sentence for fact in memory.facts())


def run(agent: Agent[None], said: str, session: GraphmemSession, config: RunConfig = CONFIG) -> str:
    """One turn, as a program runs it."""
    return str(asyncio.run(Runner.run(agent, said, session=session, run_config=config)).final_output)


def test_an_agent_goes_on_in_the_next_process(opened: Any, tmp_path: Path) -> None:
    """Its session is where it was, item for item, and what the user said is known as facts."""
    url = f"sqlite:///{tmp_path}/agent.db"
    with opened(url) as memory:
        model = ScriptedModel([[assistant_message("Noted.", item_id="m1")]])
        run(Agent(name="helper", model=model), "Ana moved to Lisbon.", GraphmemSession(memory, "s1"))
    with opened(url) as memory:
        model = ScriptedModel([[assistant_message("In Lisbon.", item_id="m2")]])
        answer = run(Agent(name="helper", model=model), "Where is she?", GraphmemSession(memory, "s1"))

        assert answer == "In Lisbon."
        [call] = model.calls
        assert [(item["role"], item["content"]) for item in (call.input[0], call.input[2])] == [
            ("user", "Ana moved to Lisbon."),
            ("user", "Where is she?"),
        ]
        assert call.input[1]["content"][0]["text"] == "Noted."
        assert [message.text for message in memory.messages(session="s1")] == [
            "Ana moved to Lisbon.",
            "Noted.",
            "Where is she?",
            "In Lisbon.",
        ]
        assert sentences(memory) == ["Ana lives in Lisbon"]


def test_a_model_uses_memory_by_its_tools(memory: Memory) -> None:
    """What it asks for comes back as text, a wrong call as what was wrong, and all of it is kept as calls and results."""
    memory.remember("Ana lives in Porto.", session="before")
    model = ScriptedModel(
        [
            [function_call("recall", {"question": "Where does Ana live?", "namespace": "bob"}, call_id="c1")],
            [function_call("recall", {"question": "Where does Ana live?"}, call_id="c2")],
            [function_call("remember", {"text": "Ana moved to Lisbon."}, call_id="c3")],
            [assistant_message("Done.")],
        ]
    )
    session = GraphmemSession(memory, "s1")

    run(Agent(name="helper", model=model, tools=list(memory_tools(memory))), "Where is Ana? She moved.", session)

    items = asyncio.run(session.get_items())
    outputs = [item["output"] for item in items if item.get("type") == "function_call_output"]
    assert outputs[0].startswith("there is no argument 'namespace'")
    assert "- Ana lives in Porto" in outputs[1]
    assert [type(part).__name__ for message in memory.messages(session="s1") for part in message.parts] == [
        "TextPart",
        *["ToolCallPart", "ToolResultPart"] * 3,
        "TextPart",
    ]
    assert sentences(memory) == ["Ana lives in Lisbon"]


def test_a_streamed_answer_is_kept_whole(memory: Memory) -> None:
    """When it has come."""
    agent = Agent(name="helper", model=ScriptedModel([[assistant_message("In Lisbon.")]]))

    async def streamed() -> None:
        result = Runner.run_streamed(agent, "Where is Ana?", session=GraphmemSession(memory, "s1"), run_config=CONFIG)
        async for _ in result.stream_events():
            pass

    asyncio.run(streamed())

    assert [message.text for message in memory.messages(session="s1")] == ["Where is Ana?", "In Lisbon."]


def test_a_model_may_have_some_tools_only(memory: Memory) -> None:
    """With the schemas that everybody else gets."""
    [recall] = memory_tools(memory, only=["recall"])

    assert recall.name == "recall"
    assert recall.params_json_schema["required"] == ["question"]


def test_what_memory_holds_stands_before_the_turn_and_is_not_learned_again(memory: Memory) -> None:
    """In the instructions of the call, inside its budget, and in no item of the session."""
    memory.remember("Ana moved to Lisbon.", session="before")
    model = ScriptedModel([[assistant_message("In Lisbon.")]])
    session = GraphmemSession(memory, "s1")
    config = RunConfig(tracing_disabled=True, call_model_input_filter=recalling(memory, budget=300, session="s1"))

    run(Agent(name="helper", instructions="Help.", model=model), "Where does Ana live?", session, config)

    [call] = model.calls
    assert call.system_instructions.startswith("Help.\n\n")
    assert "- Ana lives in Lisbon" in call.system_instructions
    assert [message.text for message in memory.messages(session="s1")] == ["Where does Ana live?", "In Lisbon."]
    assert [len(fact.sources) for fact in memory.facts()] == [1]


def test_a_call_without_a_turn_or_a_memory_is_left_as_it_is(memory: Memory) -> None:
    """Nothing known is nothing shown."""
    model = ScriptedModel([[assistant_message("Hello.")]])
    config = RunConfig(tracing_disabled=True, call_model_input_filter=recalling(memory))

    run(Agent(name="helper", instructions="Help.", model=model), "Hello!", GraphmemSession(memory), config)

    assert model.calls[0].system_instructions == "Help."


ITEMS: list[dict[str, Any]] = [
    {"role": "user", "content": "Ana moved to Lisbon."},
    {"type": "message", "role": "developer", "content": "Be brief."},
    {
        "role": "user",
        "content": [
            {"type": "input_text", "text": "Who is this?"},
            {"type": "input_image", "image_url": "data:image/png;base64,AA", "detail": "low"},
            {"type": "input_text", "text": "And this?"},
            {"type": "input_file", "file_id": "f1"},
        ],
    },
    {
        "id": "msg_1",
        "type": "message",
        "role": "assistant",
        "status": "completed",
        "content": [{"type": "output_text", "text": "Ana.", "annotations": [], "logprobs": []}],
    },
    {"type": "function_call", "call_id": "c1", "name": "weather", "arguments": '{"city":"Lisbon"}', "id": "fc_1"},
    {"type": "function_call_output", "call_id": "c1", "output": "Sunny"},
    {"type": "function_call_output", "call_id": "c2", "output": [{"type": "input_text", "text": "Sunny"}]},
    {"type": "reasoning", "id": "rs_1", "summary": [], "encrypted_content": "x"},
    {"type": "item_reference", "id": "x"},
]


@pytest.mark.parametrize("item", ITEMS, ids=lambda item: item.get("type") or item["role"])
def test_an_item_comes_back_as_it_was(memory: Memory, item: dict[str, Any]) -> None:
    """Whatever it holds."""
    session = GraphmemSession(memory)

    asyncio.run(session.add_items([item]))

    assert asyncio.run(session.get_items()) == [item]
    assert isinstance(session, Session)


def test_words_stand_in_one_place(memory: Memory) -> None:
    """What the SDK writes around them is kept without them, so a message that is reworded comes back reworded."""
    asyncio.run(GraphmemSession(memory).add_items([ITEMS[2], ITEMS[3]]))

    kept = json.dumps([dict(message.metadata) for message in memory.messages()])

    assert "Ana" not in kept
    assert "Who is this" not in kept


def test_the_newest_items_come_when_fewer_are_asked_for(memory: Memory) -> None:
    """By the call, else by the session's settings."""
    session = GraphmemSession(memory, settings=SessionSettings(limit=3))
    items: list[Any] = [{"role": "user", "content": str(number)} for number in range(5)]
    asyncio.run(session.add_items(items))

    assert asyncio.run(session.get_items(2)) == items[-2:]
    assert asyncio.run(session.get_items()) == items[-3:]
    assert asyncio.run(session.get_items(0)) == []


def test_the_newest_item_can_be_taken_back(memory: Memory) -> None:
    """With what it taught; of nothing, nothing."""
    session = GraphmemSession(memory)
    asyncio.run(
        session.add_items(
            [{"role": "user", "content": "Ana lives in Lisbon."}, {"role": "user", "content": "Ana works at Feedzai."}]
        )
    )

    popped = [asyncio.run(session.pop_item()) for _ in range(3)]

    assert popped == [
        {"role": "user", "content": "Ana works at Feedzai."},
        {"role": "user", "content": "Ana lives in Lisbon."},
        None,
    ]
    assert sentences(memory) == []


def test_what_was_taken_back_can_be_added_again(memory: Memory) -> None:
    """As the SDK does when it tries a turn again."""
    session = GraphmemSession(memory)
    for _ in range(2):
        asyncio.run(session.add_items([ITEMS[3]]))
        assert asyncio.run(session.pop_item()) == ITEMS[3]


def test_clearing_forgets_this_session_only(memory: Memory) -> None:
    """And clearing again does nothing."""
    here, there = GraphmemSession(memory, "here"), GraphmemSession(memory, "there")
    for session in (here, there):
        asyncio.run(session.add_items([{"role": "user", "content": "I live in Porto."}]))

    for _ in range(2):
        asyncio.run(here.clear_session())

    assert [len(asyncio.run(session.get_items())) for session in (here, there)] == [0, 1]


def test_an_item_saved_twice_is_one(memory: Memory) -> None:
    """By the server's id; words without one may well be said twice."""
    session = GraphmemSession(memory)

    for _ in range(2):
        asyncio.run(session.add_items([ITEMS[3], {"role": "user", "content": "Yes."}]))

    assert [message.text for message in memory.messages()] == ["Ana.", "Yes.", "Yes."]


def test_what_others_told_the_session_is_shown_as_items(memory: Memory) -> None:
    """As the SDK writes them."""
    memory.remember("Hello.")
    memory.remember_many(
        [
            {
                "role": "user",
                "content": [{"type": "text", "text": "Look."}, {"type": "image_url", "image_url": {"url": "u:"}}],
            }
        ]
    )

    assert asyncio.run(GraphmemSession(memory).get_items()) == [
        {"role": "user", "content": "Hello."},
        {
            "role": "user",
            "content": [
                {"type": "input_text", "text": "Look."},
                {"type": "input_image", "image_url": "u:", "detail": "auto"},
            ],
        },
    ]


@settings(max_examples=25)
@given(st.lists(st.text(), max_size=3), st.text(min_size=1))
def test_any_words_come_back(texts: list[str], output: str) -> None:
    """In blocks and in results."""
    blocks = [{"type": "output_text", "text": text, "annotations": []} for text in texts]
    items: list[Any] = [
        {"type": "message", "role": "assistant", "content": blocks},
        {"type": "function_call_output", "call_id": "c", "output": output},
    ]
    with Memory.open("sqlite:///:memory:", namespace="ada", extractor=PlainExtractor(), embedder="none") as memory:
        session = GraphmemSession(memory)
        asyncio.run(session.add_items(items))

        assert asyncio.run(session.get_items()) == items

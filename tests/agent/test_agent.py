"""An agent turn by turn, its model on the wire: what the model is handed, what tools do, and what is kept."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Any

import pytest

from graphmem import BadReply, InvalidInput, Memory, ModelError
from graphmem.agent import Checkpoint, Hooks, MemoryAgent, Scratchpad, Turn, Used
from graphmem.agent.agent import RECENT, ROUNDS, TOGETHER
from graphmem.llm.openai_compatible import OpenAIChat
from graphmem.types import ToolCallPart
from tests.llm.endpoint import Endpoint, calling, refusal

NOW = datetime(2026, 11, 30, 12, tzinfo=UTC)


def call(name: str, arguments: str, *, call_id: str = "c1") -> dict[str, Any]:
    """A reply that wants one tool called."""
    return calling(ToolCallPart(call_id, name, arguments))


def said(memory: Memory, session: str | None = None) -> list[tuple[str, str]]:
    """All that is kept, in order."""
    return [(one.role, one.text) for one in memory.messages(session=session, limit=100)]


def test_a_turn_is_kept_answered_from_memory_and_learned_from(
    endpoint: Endpoint, model: OpenAIChat, memory: Memory
) -> None:
    """What an earlier session taught is in the prompt; the turn stands there once, last; both messages are kept."""
    memory.remember("Ana lives in Lisbon.", session="spring")
    agent = MemoryAgent(memory, model)
    endpoint.say("She lives in Lisbon.")

    turn = agent.answer("Where does Ana live? I live in Porto.")

    prompt = endpoint.requests[0]["messages"]
    assert turn.text == "She lives in Lisbon."
    assert "Ana lives in Lisbon" in prompt[0]["content"]
    assert [one for one in prompt if "I live in Porto" in one["content"]] == [prompt[-1]]
    assert [fact.sentence for fact in turn.said.learned] == ["Ada lives in Porto"]
    assert said(memory, "default") == [
        ("user", "Where does Ana live? I live in Porto."),
        ("assistant", "She lives in Lisbon."),
    ]


def test_an_answer_streams_and_is_kept_when_it_is_whole(endpoint: Endpoint, model: OpenAIChat, memory: Memory) -> None:
    """One that is broken off is not."""
    agent = MemoryAgent(memory, model)
    endpoint.say("In Lisbon, she says.")

    whole = "".join(agent.stream("Where does Ana live?"))
    broken = agent.stream("And Tom?")
    next(broken)
    broken.close()  # type: ignore[attr-defined]

    assert whole.strip() == "In Lisbon, she says."
    assert said(memory) == [
        ("user", "Where does Ana live?"),
        ("assistant", "In Lisbon, she says."),
        ("user", "And Tom?"),
    ]


def test_a_model_uses_memory_by_tools_and_what_they_tell_is_not_kept(
    endpoint: Endpoint, model: OpenAIChat, memory: Memory
) -> None:
    """It asks, is told, and answers; only its answer stays."""
    memory.remember("Ana lives in Lisbon.", session="spring")
    agent = MemoryAgent(memory, model)
    endpoint.say(call("recall", '{"question": "Where does Ana live?"}'), "Lisbon.")
    before = memory.status()

    turn = agent.answer("Is she far away?")

    first, second = endpoint.requests
    assert {tool["function"]["name"] for tool in first["tools"]} == {"remember", "recall", "correct", "forget"}
    assert [one["role"] for one in second["messages"][-2:]] == ["assistant", "tool"]
    assert "Ana lives in Lisbon" in second["messages"][-1]["content"]
    assert [(one.call.name, one.answer.ok) for one in turn.used] == [("recall", True)]
    assert (memory.status().messages, memory.status().facts) == (before.messages + 2, before.facts)


def test_an_answer_that_repeats_memory_teaches_nothing_new(
    endpoint: Endpoint, model: OpenAIChat, memory: Memory
) -> None:
    """An old home that is told again does not end the new one."""
    memory.remember("Ana lives in Porto.", at=datetime(2020, 1, 1, tzinfo=UTC))
    memory.remember("Ana lives in Lisbon.", at=datetime(2024, 1, 1, tzinfo=UTC))
    agent = MemoryAgent(memory, model)
    endpoint.say(call("remember", '{"text": "Ana lives in Porto."}'), "Ana lives in Porto.")

    agent.answer("Where was that?")

    assert [fact.sentence for fact in memory.facts("Ana")] == ["Ana lives in Lisbon"]


def test_a_tool_called_wrongly_is_answered_and_the_turn_goes_on(
    endpoint: Endpoint, model: OpenAIChat, memory: Memory
) -> None:
    """The model is told what was wrong."""
    agent = MemoryAgent(memory, model)
    endpoint.say(call("recall", "{"), call("fly", "{}"), "I do not know.")

    turn = agent.answer("Where does Ana live?")

    assert turn.text == "I do not know."
    assert [one.answer.ok for one in turn.used] == [False, False]
    assert "no tool 'fly'; there are remember, recall" in turn.used[1].answer.text


def test_a_model_that_never_stops_calling_is_stopped(endpoint: Endpoint, model: OpenAIChat, memory: Memory) -> None:
    """After some rounds; the user's words are kept."""
    agent = MemoryAgent(memory, model)
    endpoint.say(call("recall", '{"question": "Ana"}'))

    with pytest.raises(BadReply, match="said nothing"):
        agent.answer("Where does Ana live?")

    assert len(endpoint.requests) == ROUNDS + 1
    assert said(memory) == [("user", "Where does Ana live?")]


def test_a_model_that_is_down_costs_no_word(endpoint: Endpoint, model: OpenAIChat, memory: Memory) -> None:
    """What the user said is kept, and the next turn goes on."""
    agent = MemoryAgent(memory, model)
    endpoint.say(refusal(500, "out of memory"), "Yes.")

    with pytest.raises(ModelError):
        agent.answer("I live in Porto.")
    again = agent.answer("Did you hear me?")

    assert again.text == "Yes."
    assert said(memory)[0] == ("user", "I live in Porto.")


def test_hooks_see_the_turn_and_may_forbid_a_tool(endpoint: Endpoint, model: OpenAIChat, memory: Memory) -> None:
    """In order; what is forbidden does not happen, and the model is told so."""
    seen: list[object] = []
    hooks = Hooks(
        on_context=seen.append, allows=lambda one: one.name != "remember", on_tool=seen.append, on_turn=seen.append
    )
    agent = MemoryAgent(memory, model, hooks=hooks)
    endpoint.say(call("remember", '{"text": "I live in Rome."}'), "Fine.")

    turn = agent.answer("Hello there.")

    assert seen == [turn.context, turn.used[0], turn]
    assert isinstance(seen[1], Used)
    assert isinstance(seen[2], Turn)
    assert endpoint.requests[1]["messages"][-1]["content"] == "The user does not allow this."
    assert memory.status().facts == 0


def test_a_prompt_keeps_to_the_budget_with_tools_and_notes_counted_in(
    endpoint: Endpoint, model: OpenAIChat, memory: Memory
) -> None:
    """However much is remembered."""
    for number in range(40):
        memory.remember(f"Ana lives in Lisbon street number {number}, she said to me again today.", session="spring")
    agent = MemoryAgent(memory, model, budget=1500, pad=Scratchpad(goal="Find Ana."))
    endpoint.say("There.")

    turn = agent.answer("Where does Ana live?")

    assert turn.context.tokens <= 1500
    assert "Goal: Find Ana." in endpoint.requests[0]["messages"][0]["content"]


def test_a_model_keeps_its_scratchpad_and_sees_it_in_the_next_prompt(
    endpoint: Endpoint, model: OpenAIChat, memory: Memory
) -> None:
    """By a tool; a wrong note is answered."""
    agent = MemoryAgent(memory, model, pad=Scratchpad(goal="Book the trip"))
    endpoint.say(
        call("scratchpad", '{"kind": "finding", "note": "Trams run\\nall night"}'),
        call("scratchpad", '{"kind": "wish", "note": "x"}'),
        "Noted.",
    )

    turn = agent.answer("Find out about trams.")
    agent.answer("What now?")

    prompt = endpoint.requests[-1]["messages"][0]["content"]
    assert [one.answer.ok for one in turn.used] == [True, False]
    assert "Your scratchpad:\nGoal: Book the trip\nFindings:\n- Trams run all night" in prompt


def test_a_reset_empties_the_window_and_keeps_notes_and_memory(
    endpoint: Endpoint, model: OpenAIChat, memory: Memory
) -> None:
    """What was said is recalled, no longer quoted as the conversation; findings are remembered, once."""
    agent = MemoryAgent(memory, model, session="trip", pad=Scratchpad(goal="Book the trip"))
    endpoint.say("Ok.")
    agent.answer("Ana lives in Lisbon. Hum dee dum.")
    agent.pad.note("finding", "Trams run all night")

    before = agent.reset()
    agent.consolidate()
    agent.answer("Where does Ana live?")

    prompt = endpoint.requests[-1]["messages"]
    assert (before.part, agent.session) == (1, "trip #2")
    assert [one["role"] for one in prompt] == ["system", "user"]
    assert "Ana lives in Lisbon" in prompt[0]["content"]
    assert "Goal: Book the trip" in prompt[0]["content"]
    assert [text for _, text in said(memory)].count("Trams run all night") == 1


def test_an_agent_goes_on_from_a_checkpoint_in_another_process(
    endpoint: Endpoint, model: OpenAIChat, memory: Memory
) -> None:
    """By text that says all."""
    endpoint.say("Ok.")
    first = MemoryAgent(memory, model, session="trip", pad=Scratchpad(goal="Book the trip", pending=["Ask Ana"]))
    first.reset()
    first.answer("Hello.")
    kept = first.checkpoint().to_json()

    second = MemoryAgent(memory, model, pad=Scratchpad())
    second.resume(Checkpoint.from_json(kept))

    assert second.session == "trip #2"
    assert (second.pad.goal, second.pad.pending) == ("Book the trip", ["Ask Ana"])
    assert second.checkpoint().to_json() == kept


@pytest.mark.parametrize("text", ["", "{}", "[]", '{"session": "s", "part": "x", "pad": {}}'])
def test_what_is_no_checkpoint_is_refused(text: str) -> None:
    """Naming it."""
    with pytest.raises(InvalidInput, match="this is no checkpoint"):
        Checkpoint.from_json(text)


def test_important_only_lets_go_of_what_taught_nothing_and_is_long_past(
    endpoint: Endpoint, model: OpenAIChat, memory: Memory
) -> None:
    """What taught something stays, and so do the last passing words."""
    agent = MemoryAgent(memory, model, keep="important")
    endpoint.say("Hm.")
    agent.answer("I live in Porto.")
    for number in range(RECENT + TOGETHER):
        agent.answer(f"Hum dee dum, {number}.")
    agent.consolidate()

    left = said(memory)
    assert left[0] == ("user", "I live in Porto.")
    assert len(left) == 1 + RECENT
    assert left[-2:] == [("user", f"Hum dee dum, {RECENT + TOGETHER - 1}."), ("assistant", "Hm.")]


def test_what_somebody_else_forgot_meanwhile_stops_nothing(
    endpoint: Endpoint, model: OpenAIChat, memory: Memory
) -> None:
    """The others are let go of."""
    agent = MemoryAgent(memory, model, keep="important")
    endpoint.say("Hm.")
    first = agent.answer("Hum dee dum.")
    for number in range(RECENT // 2 + 2):
        agent.answer(f"Hum dee dum, {number}.")
    memory.forget(message=first.said.message.id)
    agent.consolidate()

    assert len(said(memory)) == RECENT


def test_what_an_agent_is_told_aside_is_the_users_word(model: OpenAIChat, memory: Memory) -> None:
    """In a session of its own."""
    agent = MemoryAgent(memory, model, session="trip")

    receipt = agent.remember("I live in Porto.")

    assert [fact.sentence for fact in receipt.learned] == ["Ada lives in Porto"]
    assert receipt.message.session == "trip notes"


def test_a_setting_that_is_none_is_refused(model: OpenAIChat, memory: Memory) -> None:
    """Naming the value."""
    with pytest.raises(InvalidInput, match="'all' or 'important', not 'some'"):
        MemoryAgent(memory, model, keep="some")  # type: ignore[arg-type]

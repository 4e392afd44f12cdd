"""An agent whose model, tools, budget or session are not what they should be: what is kept, what the model is told, what is refused."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import replace
from datetime import UTC, datetime
from typing import Any

import pytest

from graphmem import Actor, InvalidInput, Memory, NotAllowed
from graphmem.agent import Checkpoint, MemoryAgent, Scratchpad
from graphmem.agent.agent import ROUNDS
from graphmem.agent.telling import ANSWER, ANSWERS, MOST_AT_ONCE, NO_MORE
from graphmem.llm.openai_compatible import OpenAIChat
from graphmem.testing import PlainExtractor
from graphmem.tools import Answer
from graphmem.types import ToolCallPart
from tests.llm.endpoint import Endpoint, calling

NOW = datetime(2026, 11, 30, 12, tzinfo=UTC)


class Library:
    """A toolbox of one tool, which answers at length."""

    def __init__(self, characters: int) -> None:
        self.characters = characters
        self.asked = 0

    def schemas(self) -> list[dict[str, Any]]:
        """As chat endpoints take them."""
        function = {"name": "look_up", "description": "Look up.", "parameters": {"type": "object", "properties": {}}}
        return [{"type": "function", "function": function}]

    def answer(self, name: str, arguments: str | Mapping[str, Any] | None = None) -> Answer:
        """Many words."""
        self.asked += 1
        return Answer("x" * self.characters, ok=True)


def look_up(number: int = 1) -> ToolCallPart:
    """A call of it."""
    return ToolCallPart(f"c{number}", "look_up", "{}")


def answers(prompt: list[dict[str, Any]]) -> list[str]:
    """What tools answered, as a prompt has it."""
    return [one["content"] for one in prompt if one["role"] == "tool"]


def test_where_the_budget_is_too_small_nothing_is_kept(endpoint: Endpoint, model: OpenAIChat, memory: Memory) -> None:
    """And nobody is asked."""
    agent = MemoryAgent(memory, model, budget=20)

    with pytest.raises(InvalidInput):
        agent.answer("I live in Porto.")

    assert memory.status().messages == 0
    assert endpoint.requests == []


def test_what_a_turn_ends_is_ended_in_its_own_context(endpoint: Endpoint, model: OpenAIChat, memory: Memory) -> None:
    """The model does not read the old home beside the new one."""
    memory.remember("Ana lives in Porto.", at=datetime(2020, 1, 1, tzinfo=UTC), session="spring")
    agent = MemoryAgent(memory, model)
    endpoint.say("Noted.")

    agent.answer("Ana lives in Lisbon.")

    system = endpoint.requests[0]["messages"][0]["content"]
    assert "- Ana lives in Porto" not in system


def test_notes_that_the_budget_has_no_room_for_are_left_out(
    endpoint: Endpoint, model: OpenAIChat, memory: Memory
) -> None:
    """A model that notes too much does not talk itself out of the conversation."""
    notes = [f"{number}: {'long words ' * 45}" for number in range(30)]
    pad = Scratchpad(findings=notes, errors=[*notes])
    agent = MemoryAgent(memory, model, pad=pad, budget=2000)
    endpoint.say("Here.")

    turn = agent.answer("Are you there?")

    system = endpoint.requests[0]["messages"][0]["content"]
    assert turn.context.tokens <= 2000
    assert "29: long words" in system
    assert "20: long words" not in system


def test_a_long_answer_of_a_tool_is_cut_and_the_model_told_so(
    endpoint: Endpoint, model: OpenAIChat, memory: Memory
) -> None:
    """Who calls the agent gets it whole; all answers of a turn together are bounded too."""
    agent = MemoryAgent(memory, model, tools=[Library(100_000)])
    endpoint.say(*[calling(look_up()) for _ in range(ROUNDS)], "Read.")

    turn = agent.answer("What does it say?")

    told = answers(endpoint.requests[-1]["messages"])
    assert len(turn.used[0].answer.text) == 100_000
    assert told[0] == f"{'x' * ANSWER}\n[{100_000 - ANSWER} more characters were left out]"
    assert [one.count("x" * 100) * 100 for one in told] == [ANSWER] * (ANSWERS // ANSWER) + [0] * (
        ROUNDS - ANSWERS // ANSWER
    )


def test_a_reply_of_many_calls_has_the_first_of_them_made(
    endpoint: Endpoint, model: OpenAIChat, memory: Memory
) -> None:
    """Each call is answered all the same, since an endpoint wants it so."""
    library = Library(3)
    agent = MemoryAgent(memory, model, tools=[library])
    endpoint.say(calling(*[look_up(number) for number in range(MOST_AT_ONCE + 30)]), "Read.")

    agent.answer("What does it say?")

    told = answers(endpoint.requests[-1]["messages"])
    assert library.asked == MOST_AT_ONCE
    assert len(told) == MOST_AT_ONCE + 30
    assert "Not called" in told[-1]


def test_a_model_is_told_before_its_last_reply_and_what_it_calls_then_does_not_happen(
    endpoint: Endpoint, model: OpenAIChat, memory: Memory
) -> None:
    """An answer that comes with calls is an answer."""
    library = Library(3)
    agent = MemoryAgent(memory, model, tools=[library])
    last = calling(look_up(), text="It says x.")
    endpoint.say(*[calling(look_up()) for _ in range(ROUNDS)], last)

    turn = agent.answer("What does it say?")

    assert turn.text == "It says x."
    assert library.asked == ROUNDS
    assert [NO_MORE in one for one in answers(endpoint.requests[-1]["messages"])] == [False] * (ROUNDS - 1) + [True]


@pytest.mark.parametrize("arguments", ["{", "", "[1]", "[" * 5000, "nonsense"])
def test_a_call_that_an_endpoint_would_refuse_is_told_in_a_form_it_takes(
    endpoint: Endpoint, model: OpenAIChat, memory: Memory, arguments: str
) -> None:
    """The prompt goes on, with what was wrong as the answer."""
    agent = MemoryAgent(memory, model)
    endpoint.say(calling(ToolCallPart("c1", "fly to\nthe moon!" * 9, arguments)), "Sorry.")

    turn = agent.answer("Fly!")

    [sent] = next(one["tool_calls"] for one in endpoint.requests[-1]["messages"] if "tool_calls" in one)
    assert turn.text == "Sorry."
    assert sent["function"]["name"].startswith("fly_to_the_moon_")
    assert len(sent["function"]["name"]) == 64
    assert json.loads(sent["function"]["arguments"]) == {}


def test_words_before_a_call_and_after_it_stand_apart(endpoint: Endpoint, model: OpenAIChat, memory: Memory) -> None:
    """In the stream as in what is kept."""
    agent = MemoryAgent(memory, model, tools=[Library(3)])
    endpoint.say(calling(look_up(), text="Let me look."), "She lives in Lisbon.")

    streamed = "".join(agent.stream("Where does Ana live?"))

    assert [line.strip() for line in streamed.strip().splitlines()] == ["Let me look.", "She lives in Lisbon."]
    assert memory.messages(limit=1)[0].text == streamed.strip()


def test_two_tools_of_one_name_are_refused(model: OpenAIChat, memory: Memory) -> None:
    """An endpoint would refuse them at every turn."""
    with pytest.raises(InvalidInput, match="two tools are called 'look_up'"):
        MemoryAgent(memory, model, tools=[Library(1), Library(2)])


def test_who_may_not_forget_keeps_all(model: OpenAIChat, memory: Memory) -> None:
    """It is said at once, not after eleven turns."""
    with pytest.raises(NotAllowed, match="takes an admin, not a writer"):
        MemoryAgent(memory.acting(Actor("bot", "writer")), model, keep="important")


def test_a_reader_keeps_nothing_and_asks_nobody(endpoint: Endpoint, model: OpenAIChat, memory: Memory) -> None:
    """The turn is refused as a whole."""
    agent = MemoryAgent(memory.acting(Actor("support", "reader")), model)

    with pytest.raises(NotAllowed):
        agent.answer("I live in Porto.")

    assert (memory.status().messages, endpoint.requests) == (0, [])


@pytest.mark.parametrize("session", ["trip", "trip #2"])
def test_a_new_agent_goes_on_where_the_last_one_stood(
    endpoint: Endpoint, model: OpenAIChat, memory: Memory, session: str
) -> None:
    """After a restart without a checkpoint, by either name of the session."""
    endpoint.say("Ok.")
    first = MemoryAgent(memory, model, session="trip")
    first.answer("Hello.")
    first.reset()
    first.answer("Ana is here.")

    second = MemoryAgent(memory, model, session=session)
    second.answer("And?")

    assert second.session == "trip #2"
    assert [one["content"] for one in endpoint.requests[-1]["messages"][1:]] == ["Ana is here.", "Ok.", "And?"]
    second.reset()
    assert second.session == "trip #3"


def test_a_checkpoint_of_another_memory_is_refused(model: OpenAIChat, memory: Memory) -> None:
    """What it counts and names is not there."""
    of_ada = MemoryAgent(memory, model).checkpoint()
    agent = MemoryAgent(memory, model)

    with pytest.raises(InvalidInput, match="is of 'bob', and the memory is of 'ada'"):
        agent.resume(replace(of_ada, namespace="bob"))


@pytest.mark.parametrize("wrong", [{"part": 0}, {"part": -3}, {"remembered": -1}])
def test_a_checkpoint_that_counts_wrongly_is_none(model: OpenAIChat, memory: Memory, wrong: dict[str, int]) -> None:
    """It comes from wherever a caller keeps it."""
    kept = json.loads(MemoryAgent(memory, model).checkpoint().to_json())

    with pytest.raises(InvalidInput, match="this is no checkpoint"):
        Checkpoint.from_json(json.dumps({**kept, **wrong}))


def test_an_answer_that_may_not_be_kept_is_given_all_the_same(endpoint: Endpoint, model: OpenAIChat) -> None:
    """And a turn that may not be kept goes to no model."""
    with Memory.open(
        "sqlite:///:memory:", namespace="ada", extractor=PlainExtractor(), redaction="email=refuse"
    ) as strict:
        agent = MemoryAgent(strict, model)
        endpoint.say("Write to ana@example.org.")

        turn = agent.answer("How do I reach Ana?")
        with pytest.raises(InvalidInput):
            agent.answer("My address is ada@example.org.")

        assert (turn.text, turn.answered) == ("Write to ana@example.org.", None)
        assert [one.text for one in strict.messages(limit=9)] == ["How do I reach Ana?"]
        assert len(endpoint.requests) == 1


def test_a_finding_that_is_refused_stops_no_other(model: OpenAIChat) -> None:
    """It stays a note."""
    with Memory.open(
        "sqlite:///:memory:", namespace="ada", extractor=PlainExtractor(), redaction="email=refuse"
    ) as strict:
        pad = Scratchpad(findings=["Ana reads ana@example.org", "Trams run all night"])
        agent = MemoryAgent(strict, model, pad=pad)

        agent.consolidate()

        assert [one.text for one in strict.messages(limit=9)] == ["Trams run all night"]

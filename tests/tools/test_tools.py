"""What a model can do with memory, and what it is told when it does it wrongly."""

from __future__ import annotations

import json
import re
from inspect import signature
from typing import get_type_hints

import pytest
from hypothesis import given
from hypothesis import strategies as st

from graphmem import ConfigError, InvalidInput, Memory, StoreUnavailable
from graphmem.testing import PlainExtractor
from graphmem.tools import Tools


def sentences(memory: Memory) -> list[str]:
    """What memory believes."""
    return sorted(fact.sentence for fact in memory.facts())


def test_what_a_model_passes_on_counts_as_the_users_word(memory: Memory, tools: Tools) -> None:
    """A newer home, told through the tool, ends the older one."""
    tools.call("remember", {"text": "Ana lives in Porto."})

    told = tools.call("remember", '{"text": "Ana moved to Lisbon."}')

    assert told == "Remembered. New: Ana lives in Lisbon. Over now: Ana lived in Porto."
    assert sentences(memory) == ["Ana lives in Lisbon"]


@pytest.mark.parametrize(
    "echo",
    [
        "Ana lives in Porto.",
        "- Ana lives in Porto (as of 3 June 2024)",
        '"ana lives in porto"',
        "- 3 June 2024, Ada: Ana lives in Porto.",
    ],
)
def test_old_news_that_memory_told_is_not_news(memory: Memory, tools: Tools, echo: str) -> None:
    """Else an old home, recalled and told again, would end the new one."""
    memory.remember("Ana lives in Porto.")
    memory.remember("Ana moved to Lisbon.")

    answer = tools.call("remember", {"text": echo})

    assert answer.startswith("Memory knows that already")
    assert memory.status().messages == 2
    assert sentences(memory) == ["Ana lives in Lisbon"]


def test_news_beside_what_memory_told_is_kept_without_it(memory: Memory, tools: Tools) -> None:
    """Line by line."""
    memory.remember("Ana lives in Porto.")

    tools.call("remember", {"text": "- Ana lives in Porto\n- Ana works at Feedzai."})

    assert [message.text for message in memory.messages(session="notes")] == ["- Ana works at Feedzai."]


def test_what_is_passed_on_is_no_turn_of_the_conversation(memory: Memory, tools: Tools) -> None:
    """So a window never shows the user saying a thing twice."""
    tools.call("remember", {"text": "Ana lives in Porto."})

    assert memory.messages(session="default") == ()


def test_recall_answers_in_lines_that_can_be_handed_back(memory: Memory, tools: Tools) -> None:
    """Facts first, then what was said, each with its day."""
    memory.remember("Ana lives in Lisbon.")

    answer = tools.call("recall", {"question": "Where does Ana live?", "limit": 3})

    assert answer == (
        "Facts:\n- Ana lives in Lisbon (as of 3 June 2024)\nWhat was said:\n- 3 June 2024, Ada: Ana lives in Lisbon."
    )


def test_recall_can_be_asked_about_a_day(memory: Memory, tools: Tools) -> None:
    """By its date."""
    memory.remember("Ana moved to Porto in 2019.")
    memory.remember("Ana moved to Lisbon in 2022.")

    answer = tools.call("recall", {"question": "Where does Ana live?", "as_of": "2020-05-01"})

    assert "Ana lived in Porto" in answer
    assert "Ana lives in Lisbon (" not in answer


def test_nothing_known_is_said_in_words(tools: Tools) -> None:
    """An empty answer would read as a fault."""
    assert tools.call("recall", {"question": "Where does Ana live?"}) == "Memory holds nothing about this."


def test_entity_and_history_tell_what_is_and_what_was(memory: Memory, tools: Tools) -> None:
    """By name; history with when it was said and what was taken back."""
    memory.remember("Ana lives in Porto.")
    memory.remember("Ana moved to Lisbon.")
    memory.retract("Ana lived in Porto")

    assert tools.call("entity", {"name": "ana"}).splitlines()[1:] == ["- Ana lives in Lisbon (as of 3 June 2024)"]
    assert "taken back on 3 June 2024" in tools.call("history", {"name": "Ana"})


def test_a_wrong_fact_is_put_right_in_one_place(memory: Memory, tools: Tools) -> None:
    """What is not given stays."""
    memory.remember("Ana lives in Lisbon. Ana works at Feedzai.")

    answer = tools.call("correct", {"fact": "Ana lives in Lisbon", "instead": "Porto"})

    assert answer == "Remembered. New: Ana lives in Porto. No longer believed: Ana lives in Lisbon."
    assert sentences(memory) == ["Ana lives in Porto", "Ana works at Feedzai"]


def test_a_fact_is_taken_back_only_when_that_is_said(memory: Memory, tools: Tools) -> None:
    """A correction without what is so instead changes nothing."""
    memory.remember("Ana lives in Lisbon.")

    refused = tools.call("correct", {"fact": "Ana lives in Lisbon"})
    taken = tools.call("correct", {"fact": "Ana lives in Lisbon", "never_so": True})

    assert refused == "say either what is so instead (instead, since, until), or never_so=true"
    assert taken == "Remembered. No longer believed: Ana lives in Lisbon."
    assert sentences(memory) == []


def test_what_was_undone_is_recalled_as_taken_back(memory: Memory, tools: Tools) -> None:
    """And can be handed back as it is told."""
    memory.undo(memory.remember("Ana lives in Porto."))

    told = tools.call("recall", {"question": "Where does Ana live?"}).splitlines()[-1]

    assert told == "- 3 June 2024, Ada: Ana lives in Porto. (taken back)"
    assert "Nothing is forgotten yet" in tools.call("forget", {"what": told})


def test_forgetting_shows_first_what_would_go(memory: Memory, tools: Tools) -> None:
    """Whatever else the messages state goes too, so the user is asked; the code stands for what was shown."""
    memory.remember("I like Tea. Ana lives in Lisbon.")

    plan = tools.call("forget", {"what": "Ana lives in Lisbon"})
    eager = tools.call("forget", {"what": "Ana lives in Lisbon", "confirm": "yes"})

    assert "- Ada likes Tea" in plan
    assert eager == plan
    assert memory.status().messages == 1
    done = tools.call("forget", {"what": "Ana lives in Lisbon", "confirm": re.findall(r"confirm=(\w+)", plan)[0]})
    assert done == "Forgotten: 1 message and 2 facts."
    assert (memory.status().messages, sentences(memory)) == (0, [])


def test_forgetting_says_what_would_hold_again(memory: Memory, tools: Tools) -> None:
    """In the plan, and when it is done."""
    memory.remember("Ana lives in Porto.")
    memory.remember("Ana moved to Lisbon.")

    plan = tools.call("forget", {"what": "Ana moved to Lisbon."})
    done = tools.call("forget", {"what": "Ana moved to Lisbon.", "confirm": re.findall(r"confirm=(\w+)", plan)[0]})

    assert "These would hold again:\n- Ana lives in Porto\n" in plan
    assert done.endswith("Holds again: Ana lives in Porto.")


def test_a_message_is_forgotten_by_its_words(memory: Memory, tools: Tools) -> None:
    """It need not state a fact."""
    memory.remember("My locker opens with 4711.")
    plan = tools.call("forget", {"what": "My locker opens with 4711."})

    tools.call("forget", {"what": "my locker opens with 4711", "confirm": re.findall(r"confirm=(\w+)", plan)[0]})

    assert memory.messages() == ()


def test_what_was_known_before_is_forgotten_by_its_words_too(memory: Memory, tools: Tools) -> None:
    """What ended does not come by itself, and is still there to be erased."""
    memory.remember("Ana lives in Porto.")
    memory.remember("Ana moved to Lisbon.")

    assert "- 3 June 2024, Ada: Ana lives in Porto." in tools.call("forget", {"what": "Ana lived in Porto"})


@pytest.mark.parametrize(
    ("name", "arguments", "answer"),
    [
        ("recal", {}, "there is no tool 'recal'; there are remember, recall, entity, history, correct, forget"),
        ("entity", {}, "name is missing; entity takes name"),
        ("entity", None, "name is missing; entity takes name"),
        ("entity", {"name": None}, "name is missing; entity takes name"),
        ("entity", "[]", "the arguments must be a JSON object, not []; entity takes name"),
        ("entity", {"name": "Ana", "namespace": "bob"}, "there is no argument 'namespace'; entity takes name"),
        ("entity", {"name": "Bob"}, "nothing here is called 'Bob'; ask for a name as it was said"),
        ("entity", {"name": 7}, "name: Input should be a valid string; got 7; entity takes name"),
        ("forget", {"what": "nothing"}, "memory holds nothing in the words 'nothing'"),
        (
            "recall",
            {"question": "x", "as_of": "May"},
            "as_of must be a date such as 2024-05-01, not 'May'",
        ),
        (
            "recall",
            {"question": "x", "limit": 99},
            "limit: Input should be less than or equal to 50; got 99; recall takes question, limit (optional), as_of (optional)",
        ),
    ],
)
def test_a_wrong_call_is_answered_with_what_was_wrong(
    tools: Tools, name: str, arguments: dict[str, object] | str | None, answer: str
) -> None:
    """The model reads it and calls again; no exception ends the turn."""
    assert tools.call(name, arguments) == answer
    assert not tools.answer(name, arguments).ok


@given(
    st.sampled_from(["remember", "recall", "entity", "history", "correct", "forget", "?"]),
    st.text() | st.dictionaries(st.text() | st.sampled_from(["text", "name", "what"]), st.text() | st.integers()),
)
def test_whatever_a_model_writes_is_answered_in_words(name: str, arguments: str | dict[str, object]) -> None:
    """Never an exception."""
    with Memory.open("sqlite:///:memory:", namespace="ada", extractor=PlainExtractor(), embedder="none") as memory:
        assert isinstance(Tools(memory).call(name, arguments), str)


def test_a_memory_that_cannot_be_reached_is_told_in_words_too(memory: Memory, tools: Tools) -> None:
    """The conversation goes on without it."""
    memory.close()

    answer = tools.answer("entity", {"name": "Ana"})

    assert not answer.ok
    with pytest.raises(StoreUnavailable, match=re.escape(answer.text)):
        memory.entity("Ana")


def test_a_memory_that_is_not_set_up_is_no_matter_for_a_model(
    memory: Memory, tools: Tools, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whoever runs the program has to mend it."""

    def unset(_name: str) -> None:
        raise ConfigError("install it")

    monkeypatch.setattr(memory, "entity", unset)

    with pytest.raises(ConfigError, match="install it"):
        tools.call("entity", {"name": "Ana"})


def test_a_schema_tells_all_and_allows_nothing_else(tools: Tools) -> None:
    """As chat endpoints take it: each argument described, none of them a namespace."""
    for schema in json.loads(json.dumps(tools.schemas())):
        function = schema["function"]
        parameters = function["parameters"]
        assert schema["type"] == "function"
        assert function["description"]
        assert parameters["additionalProperties"] is False
        assert all(field["description"] for field in parameters["properties"].values())
        assert "namespace" not in parameters["properties"]


def test_a_model_may_be_given_some_of_them(memory: Memory) -> None:
    """One that may only read cannot write, whatever it asks for."""
    reading = Tools(memory, only=("recall", "entity"))

    assert reading.names() == ("recall", "entity")
    assert [schema["function"]["name"] for schema in reading.schemas()] == ["recall", "entity"]
    assert reading.call("remember", {"text": "x"}) == "there is no tool 'remember'; there are recall, entity"
    with pytest.raises(InvalidInput, match="there is no tool 'erase'"):
        Tools(memory, only=("erase",))


def test_a_function_is_what_its_schema_says(tools: Tools) -> None:
    """Frameworks read signature, hints and docstring; it is called with or without names."""
    functions = {function.__name__: function for function in tools.functions()}

    for schema in tools.schemas():
        told = schema["function"]
        function = functions[told["name"]]
        assert function.__doc__ == told["description"]
        assert list(signature(function).parameters) == list(told["parameters"]["properties"])
        assert set(get_type_hints(function)) == {*told["parameters"]["properties"], "return"}
    assert functions["remember"]("Ana lives in Lisbon.") == "Remembered. New: Ana lives in Lisbon."
    assert functions["entity"](name="Bob") == "nothing here is called 'Bob'; ask for a name as it was said"


def test_a_text_of_many_lines_is_asked_for_in_pieces(tools: Tools) -> None:
    """Each line is looked up, so that none of them is an echo."""
    assert tools.call("remember", {"text": "a\n" * 21}) == "a note has at most 20 lines, not 21; give it in pieces"

"""Asking for values: sound items are kept, unsound ones counted, and a failure never looks like an empty answer."""

from __future__ import annotations

import json
from typing import Annotated, Any

import pytest
from pydantic import BaseModel, Field

from graphmem import BadReply
from graphmem.llm.openai_compatible import OpenAIChat
from graphmem.llm.structured import Answer, ask
from graphmem.types import ChatMessage
from tests.llm.endpoint import Endpoint, completion

ASKED: list[ChatMessage] = [{"role": "user", "content": "Name them."}]


class Person(BaseModel):
    """One item."""

    name: Annotated[str, Field(min_length=1, max_length=20)]


class People(BaseModel):
    """The form."""

    people: Annotated[list[Person], Field(max_length=3)]


def names(answer: Answer[People]) -> list[str]:
    """Who was named."""
    return [person.name for person in answer.value.people]


def asked(model: OpenAIChat) -> Answer[People]:
    """The question as a caller asks it."""
    return ask(model, ASKED, People, purpose="extract", items="people", also_called={"entity_name": "name"})


@pytest.mark.parametrize(
    ("reply", "told"),
    [
        ('{"people": [{"name": "Ana"}]}', (["Ana"], (), 0)),
        ('{"people": []}', ([], (), 0)),
        ('[{"name": "Ana"}]', (["Ana"], ("bare list",), 0)),
        ('{"name": "Ana"}', (["Ana"], ("one item",), 0)),
        ('{"result": [{"name": "Ana"}]}', (["Ana"], ("renamed list",), 0)),
        ('{"people": [{"entity_name": "Ana"}]}', (["Ana"], ("renamed",), 0)),
        ('{"people": [{"name": "Ana"}, {"name": 3}, {}]}', (["Ana"], (), 2)),
        (json.dumps({"people": [{"name": f"n{n}"} for n in range(200)]}), ([f"n{n}" for n in range(200)], (), 0)),
        ('{"people": null}', ([], ("null list",), 0)),
        ('{"people": {"name": "Ana"}}', (["Ana"], ("one item",), 0)),
        ('{"people": "[{\\"name\\": \\"Ana\\"}]"}', (["Ana"], ("list as text",), 0)),
        ('{"people": [{"name": "Ana"}], "people": []}', (["Ana"], (), 0)),
        ('Of [1] I found [] at first. {"people": [{"name": "Ana"}]}', (["Ana"], ("prose",), 0)),
        ('{"people": [{"name": "<think>"}, {"name": "```[Ana]```"}]}', (["<think>", "```[Ana]```"], (), 0)),
        ('<think>…</think>```json\n{"people": [{"name": "Ana"}]}```', (["Ana"], ("thinking", "fence"), 0)),
    ],
)
def test_what_is_sound_is_kept(endpoint: Endpoint, model: OpenAIChat, reply: str, told: tuple[Any, ...]) -> None:
    """And what was mended or left out is told."""
    endpoint.say(reply)

    answer = asked(model)

    assert (names(answer), answer.repairs, len(answer.unsound)) == told
    assert not answer.cut


@pytest.mark.parametrize(
    "reply",
    [
        '{"people": [{"name": "Ana"}, {"name": "To',
        completion('{"people": [{"name": "Ana"}, {"name": "Tom"}', finish="length"),
    ],
)
def test_of_a_reply_that_was_cut_the_last_item_is_left_out(endpoint: Endpoint, model: OpenAIChat, reply: Any) -> None:
    """It may be half of what was meant."""
    endpoint.say(reply)

    answer = asked(model)

    assert names(answer) == ["Ana"]
    assert answer.cut


@pytest.mark.parametrize(
    ("reply", "said"),
    [
        ("", "answered no JSON but nothing"),
        ("Sorry, I can't help with that.", "answered no JSON but \"Sorry"),
        (json.dumps(People.model_json_schema()), "answered the schema"),
        ('{"people": [{"age": 3}]}', "in no form"),
        ('{"people": "none that I saw"}', "in no form"),
        ('{"people": NaN}', "in no form"),
        ('{"people": [{"name": "half \\ud800"}]}', "in no form"),
        ("Nobody: []", "answered no JSON"),
        ('{"people": ' + "[" * 5000, "answered no JSON|in no form"),
        ('{"people": ' + "[" * 500 + "]" * 500 + "}", "in no form"),
        (completion("", finish="content_filter"), "refused: nothing"),
    ],
)  # fmt: skip
def test_a_failure_is_no_empty_answer(endpoint: Endpoint, model: OpenAIChat, reply: Any, said: str) -> None:
    """The caller can ask again, or queue."""
    endpoint.say(reply)

    with pytest.raises(BadReply, match=said):
        asked(model)

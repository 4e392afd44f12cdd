"""Tools a model may want called, on the wire: how they are offered, and what becomes of the calls that come back."""

from __future__ import annotations

import json
from typing import Any

import pytest

from graphmem.llm.openai_compatible import OpenAIChat
from graphmem.types import ChatMessage, ToolCallPart
from tests.llm.endpoint import Endpoint, Raw, calling, refusal

ASKED: list[ChatMessage] = [{"role": "user", "content": "Where does Ana live?"}]
TOOLS = [{"type": "function", "function": {"name": "recall", "parameters": {"type": "object"}}}]
CALL = ToolCallPart("c1", "recall", '{"question": "Where does Ana live?"}')


def event(*calls: Any, content: str | None = None) -> bytes:
    """One event of a stream."""
    delta = {"content": content, "tool_calls": list(calls)}
    return f"data: {json.dumps({'choices': [{'index': 0, 'delta': delta}]})}\n\n".encode()


def test_a_call_comes_whole_in_a_reply(endpoint: Endpoint, model: OpenAIChat) -> None:
    """The tools go along as they are, and nothing does where there are none."""
    endpoint.say(calling(CALL), "Lisbon.")

    first = model.complete(ASKED, purpose="answer", tools=TOOLS)
    second = model.complete(ASKED, purpose="answer")

    assert (first.text, first.calls) == ("", (CALL,))
    assert (second.text, second.calls) == ("Lisbon.", ())
    assert endpoint.requests[0]["tools"] == TOOLS
    assert "tools" not in endpoint.requests[1]


def test_a_call_in_pieces_is_put_together_after_the_text(endpoint: Endpoint, model: OpenAIChat) -> None:
    """Two calls are told apart by their number, however their pieces come."""
    endpoint.say(
        Raw(
            event(content="Let me see. ")
            + event({"index": 0, "id": "c1", "function": {"name": "recall", "arguments": '{"question"'}})
            + event({"index": 1, "id": "c2", "function": {"name": "entity", "arguments": ""}})
            + event({"index": 0, "function": {"arguments": ': "Where does Ana live?"}'}})
            + event({"index": 1, "function": {"arguments": '{"name": "Ana"}'}})
            + b"data: [DONE]\n\n",
            "text/event-stream",
        )
    )

    pieces = list(model.stream(ASKED, purpose="answer", tools=TOOLS))

    assert pieces == ["Let me see. ", CALL, ToolCallPart("c2", "entity", '{"name": "Ana"}')]


def test_a_server_that_takes_no_tools_is_asked_without_from_then_on(endpoint: Endpoint, model: OpenAIChat) -> None:
    """It costs one refusal."""
    endpoint.answer = lambda body: refusal(400, "m does not support tools") if "tools" in body else "I do not know."

    replies = [model.complete(ASKED, purpose="answer", tools=TOOLS).text for _ in range(2)]

    assert replies == ["I do not know."] * 2
    assert ["tools" in request for request in endpoint.requests] == [True, False, False]


@pytest.mark.parametrize(
    ("sent", "taken"),
    [
        (None, ()),
        ("recall", ()),
        ([None, 3, {}], ()),
        ([{"id": "c1", "function": None}], ()),
        ([{"id": "c1", "function": {"name": "", "arguments": "{}"}}], ()),
        ([{"id": None, "function": {"name": "recall", "arguments": None}}], (ToolCallPart("call_0", "recall", ""),)),
        ([{"function": {"name": "recall", "arguments": {"limit": 3}}}], (ToolCallPart("call_0", "recall", '{"limit": 3}'),)),
        ([{"index": "x", "function": {"name": "re\ud800call", "arguments": "{}"}}], (ToolCallPart("call_0", "recall", "{}"),)),
    ],
)  # fmt: skip
def test_odd_calls_are_taken_for_what_they_are(
    endpoint: Endpoint, model: OpenAIChat, sent: Any, taken: tuple[ToolCallPart, ...]
) -> None:
    """What names no tool is none; what has no id gets one; arguments may come as an object."""
    message = {"role": "assistant", "content": "Hm.", "tool_calls": sent}
    endpoint.say(Raw(json.dumps({"choices": [{"index": 0, "message": message}]}).encode()))

    reply = model.complete(ASKED, purpose="answer", tools=TOOLS)

    assert (reply.text, reply.calls) == ("Hm.", taken)

"""A server that answers anything at all: what comes back is text that can be written down, or an error by what to do next. And no key is told."""

from __future__ import annotations

import json
import logging
import os
import threading
from typing import Any

import pytest

from graphmem import ConfigError, GraphmemError, Memory, ModelError
from graphmem.llm.openai_compatible import OpenAIChat
from graphmem.llm.protocol import Form, Piece
from graphmem.types import ChatMessage
from tests.llm.endpoint import Answer, Endpoint, Raw, completion, refusal

ASKED: list[ChatMessage] = [{"role": "user", "content": "Who is Ana?"}]
KEY = "sk-a-secret-of-Ada"


def answered(content: Any, **more: Any) -> Raw:
    """A completion with whatever in it."""
    choice = {"index": 0, "finish_reason": "stop", "message": {"role": "assistant", "content": content}}
    return Raw(json.dumps({"choices": [choice], **more}).encode())


NO_REPLY = {
    "a page": Raw(b"<html>Bad gateway</html>", "text/html"),
    "a page as JSON": Raw(b"<html>Bad gateway</html>"),
    "nothing": Raw(b""),
    "a list": Raw(b"[1, 2]"),
    "null": Raw(b"null"),
    "no choices": Raw(b'{"choices": null}'),
    "a word for choices": Raw(b'{"choices": "x"}'),
    "no message": Raw(b'{"choices": [{"message": null}]}'),
    "choices of choices": Raw(b'{"choices": [[{"message": {"content": "x"}}]]}'),
    "an error with status 200": Raw(b'{"error": {"message": "overloaded"}}'),
    "half": Raw(json.dumps(completion("yes")).encode()[:60], promised=900),
    "another encoding": Raw(b'{"choices": [{"message": {"content": "\xff\xfe"}}'),
    "a deep body": Raw(b"[" * 200_000),
    "a huge body": Raw(b'{"a": "' + b"x" * 5_000_000 + b'"}'),
}


@pytest.mark.parametrize("raw", NO_REPLY.values(), ids=NO_REPLY)
def test_what_is_no_reply_is_a_model_error(endpoint: Endpoint, model: OpenAIChat, raw: Raw) -> None:
    """Later it may be one."""
    endpoint.say(raw)

    with pytest.raises(ModelError):
        model.complete(ASKED, purpose="answer")


@pytest.mark.parametrize(
    ("raw", "text"),
    [
        (answered("half \ud800 and\x00 \x1b[31mred"), "half  and [31mred"),
        (answered([{"type": "text", "text": "Your "}, {"type": "text", "text": "sister."}, {"image": 1}]), "Your sister."),
        (answered(None), ""),
        (answered(42), ""),
        (answered("ok", usage={"prompt_tokens": "11", "completion_tokens": -3}), "ok"),
        (answered("ok", usage=[1]), "ok"),
        (Raw(json.dumps(completion("ok")).encode(), "text/plain"), "ok"),
    ],
)  # fmt: skip
def test_whatever_has_a_wrong_type_counts_as_absent(endpoint: Endpoint, model: OpenAIChat, raw: Raw, text: str) -> None:
    """And text can be written down."""
    endpoint.say(raw)

    reply = model.complete(ASKED, purpose="answer")

    assert reply.text == text
    assert reply.usage.prompt >= 0


def event(delta: Any) -> bytes:
    """One event of a stream."""
    return f"data: {json.dumps({'choices': [{'index': 0, 'delta': delta}]})}\n\n".encode()


@pytest.mark.parametrize(
    "odd",
    [b'data: {"choices": null}\n\n', b'data: {"choices": [null]}\n\n', b": ping\n\n", b'data: {"choices": [{}]}\n\n', event({"content": 3})],
)  # fmt: skip
def test_odd_pieces_of_a_stream_are_passed_over(endpoint: Endpoint, model: OpenAIChat, odd: bytes) -> None:
    """The others come through."""
    endpoint.say(
        Raw(event({"content": "An"}) + odd + event({"content": "a\ud800"}) + b"data: [DONE]\n\n", "text/event-stream")
    )

    assert "".join(map(str, model.stream(ASKED, purpose="answer"))) == "Ana"


@pytest.mark.parametrize(
    "broken",
    [
        Raw(event({"content": "An"}) + b"data: {broken\n\n", "text/event-stream"),
        Raw(event({"content": "An"}) + b"data: \xff\xfe\n\n", "text/event-stream"),
        Raw(event({"content": "An"}) + b'data: {"error": {"message": "out of memory"}}\n\n', "text/event-stream"),
        Raw(event({"content": "An"}), "text/event-stream", promised=5000),
    ],
)
def test_a_stream_that_breaks_is_a_model_error(endpoint: Endpoint, model: OpenAIChat, broken: Raw) -> None:
    """After the pieces that came."""
    endpoint.say(broken)
    pieces: list[Piece] = []

    with pytest.raises(ModelError):
        pieces.extend(model.stream(ASKED, purpose="answer"))


@pytest.mark.parametrize(
    "models", [Raw(b"<html>", "text/html"), Raw(b'{"data": null}'), Raw(b'{"data": ["m", 3]}'), Raw(b"[]")]
)
def test_a_list_of_models_that_is_none_tells_no_length(endpoint: Endpoint, model: OpenAIChat, models: Raw) -> None:
    """Nobody says, then."""
    endpoint.models = models

    assert model.context_length("extract") is None


@pytest.mark.parametrize(
    "told",
    [
        refusal(401, f"Incorrect API key provided: {KEY}."),
        refusal(400, f"nonsense for {KEY}"),
        refusal(500, f"upstream said {KEY}"),
        Raw(f"exploded with {KEY}".encode(), "text/plain", 502),
    ],
)
def test_a_key_that_a_server_repeats_is_told_nobody(
    endpoint: Endpoint, told: Answer, caplog: pytest.LogCaptureFixture
) -> None:
    """Not in errors, not in the queue, not in the log."""
    endpoint.say(told)
    with (
        caplog.at_level(logging.INFO),
        OpenAIChat("m", base_url=endpoint.url, api_key=KEY, retries=0) as llm,
        Memory.open("sqlite:///:memory:", namespace="ada", extractor="llm", llm=llm) as memory,
    ):
        receipt = memory.remember("I like tea.")

        assert receipt.pending
        assert KEY not in repr((receipt, memory.status()))
        assert KEY not in caplog.text


@pytest.mark.parametrize("key", ["sk-with\nline", "ключ", "two words"])
def test_what_cannot_be_a_key_is_refused_without_telling_it(key: str) -> None:
    """A header could not carry it, and its error would show it."""
    with OpenAIChat("m", base_url="http://127.0.0.1:9/v1", api_key=key) as model, pytest.raises(ConfigError) as caught:
        model.complete(ASKED, purpose="answer")

    assert key not in str(caught.value)


@pytest.mark.parametrize("url", ["nowhere", "http://[half/v1", "http://ada:secret-word@127.0.0.1:9/v1"])
def test_an_address_that_is_none_is_no_crash_and_its_password_is_not_told(url: str) -> None:
    """Whatever is wrong with it."""
    with OpenAIChat("m", base_url=url, retries=0) as model, pytest.raises(GraphmemError) as caught:
        model.complete(ASKED, purpose="answer")

    assert "secret-word" not in str(caught.value)


def test_a_closed_client_opens_again(endpoint: Endpoint, model: OpenAIChat) -> None:
    """With new connections."""
    model.complete(ASKED, purpose="answer")
    model.close()

    assert model.complete(ASKED, purpose="answer").text == "ok"


def test_threads_that_are_refused_the_same_at_once_all_get_their_reply(endpoint: Endpoint, model: OpenAIChat) -> None:
    """The second to be refused a schema asks again too, though the first has learned it."""
    together = threading.Barrier(4, timeout=20)

    def answer(body: dict[str, Any]) -> Answer:
        if "response_format" not in body:
            return "{}"
        if body["response_format"]["type"] == "json_schema":
            together.wait()
        return refusal(400, "response_format is not supported")

    endpoint.answer = answer
    replies: list[str] = []
    form = Form("Names", {"type": "object", "properties": {}})
    threads = [
        threading.Thread(target=lambda: replies.append(model.complete(ASKED, purpose="extract", form=form).text))
        for _ in range(4)
    ]

    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()

    assert replies == ["{}"] * 4


@pytest.mark.skipif(not hasattr(os, "fork"), reason="needs fork")
@pytest.mark.filterwarnings("ignore:.*fork.*:DeprecationWarning")
def test_a_forked_process_asks_over_connections_of_its_own(endpoint: Endpoint, model: OpenAIChat) -> None:
    """Two processes on one connection would read each other's replies."""
    model.complete(ASKED, purpose="answer")
    opened = model._opened

    child = os.fork()
    if child == 0:
        fine = model._opened is None and model.complete(ASKED, purpose="answer").text == "ok"
        os._exit(0 if fine else 1)
    _, status = os.waitpid(child, 0)

    assert os.waitstatus_to_exitcode(status) == 0
    assert model._opened is opened

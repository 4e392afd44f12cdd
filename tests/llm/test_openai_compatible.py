"""The client on the wire: what is asked, what comes back, and what goes wrong, by what the caller does next."""

from __future__ import annotations

import json
import subprocess
import sys
import time
from typing import Any

import pytest

from graphmem import ConfigError, InvalidInput, ModelError
from graphmem.llm.openai_compatible import OpenAIChat
from graphmem.llm.protocol import Form, Reply, Usage
from graphmem.types import ChatMessage, ToolCallPart
from tests.llm.endpoint import Answer, Endpoint, Raw, calling, completion, refusal

ASKED: list[ChatMessage] = [{"role": "user", "content": "Who is Ana?"}]
CALL = ToolCallPart("c1", "recall", "{}")
FORM = Form("Names", {"type": "object", "properties": {"names": {"type": "array", "items": {"type": "string"}}}})


def test_a_reply_comes_with_its_tokens(endpoint: Endpoint, model: OpenAIChat) -> None:
    """What the server counted is passed on."""
    endpoint.say("Your sister.")

    reply = model.complete(ASKED, purpose="answer")

    assert reply == Reply("Your sister.", "stop", Usage(11, 7))
    assert endpoint.requests[0]["messages"] == ASKED


def test_each_purpose_may_have_its_model(endpoint: Endpoint) -> None:
    """A cheap one extracts, a better one answers."""
    with OpenAIChat("small", base_url=endpoint.url, models={"answer": "large"}) as model:
        model.complete(ASKED, purpose="extract")
        model.complete(ASKED, purpose="answer")

    assert [request["model"] for request in endpoint.requests] == ["small", "large"]


def test_a_form_is_asked_for_strictly(endpoint: Endpoint, model: OpenAIChat) -> None:
    """Every field required, none besides, as strict servers want it."""
    model.complete(ASKED, purpose="extract", form=FORM)

    asked = endpoint.requests[0]["response_format"]["json_schema"]
    assert asked["strict"] is True
    assert asked["schema"]["required"] == ["names"]
    assert asked["schema"]["additionalProperties"] is False


@pytest.mark.parametrize(
    ("taken", "formats"),
    [("json_object", ["json_schema", "json_object", "json_object"]), ("", ["json_schema", "json_object", None, None])],
)
def test_what_a_server_refuses_is_left_out_and_stays_out(
    endpoint: Endpoint, model: OpenAIChat, taken: str, formats: list[str | None]
) -> None:
    """It costs one refusal each in all, not one a call."""

    def answer(body: dict[str, Any]) -> Any:
        form = body.get("response_format", {}).get("type", "")
        return "{}" if form == taken else refusal(400, f"response_format.type {form} is not supported")

    endpoint.answer = answer
    model.complete(ASKED, purpose="extract", form=FORM)

    model.complete(ASKED, purpose="extract", form=FORM)

    assert [request.get("response_format", {}).get("type") for request in endpoint.requests] == formats


def test_a_model_without_temperature_and_with_another_limit_is_served(endpoint: Endpoint, model: OpenAIChat) -> None:
    """Newer models refuse both, one after the other."""

    def answer(body: dict[str, Any]) -> Any:
        if "max_tokens" in body:
            return refusal(400, "Unsupported parameter: 'max_tokens'. Use 'max_completion_tokens' instead.")
        return refusal(400, "'temperature' does not support 0.0") if "temperature" in body else "fine"

    endpoint.answer = answer

    reply = model.complete(ASKED, purpose="answer", most_tokens=50)

    assert reply.text == "fine"
    assert endpoint.requests[-1]["max_completion_tokens"] == 50


def test_a_reply_streams_piece_by_piece(endpoint: Endpoint, model: OpenAIChat) -> None:
    """As the server sends it."""
    endpoint.say("Ana is your sister.")

    pieces = list(model.stream(ASKED, purpose="answer"))

    assert pieces == ["Ana ", "is ", "your ", "sister. "]


@pytest.mark.parametrize(
    "streamed",
    [Raw(json.dumps(completion("Your sister.")).encode()), refusal(400, "'stream' is not supported")],
    ids=["ignored", "refused"],
)
def test_a_reply_comes_in_one_from_a_server_that_does_not_stream(
    endpoint: Endpoint, model: OpenAIChat, streamed: Answer
) -> None:
    """Whether it ignores the wish or refuses it; it is asked to stream once."""
    endpoint.answer = lambda body: streamed if body.get("stream") else calling(CALL, text="Your sister.")

    first = list(model.stream(ASKED, purpose="answer"))
    second = list(model.stream(ASKED, purpose="answer"))

    assert first == second == ["Your sister.", CALL]
    assert [request.get("stream", False) for request in endpoint.requests] == [True, False, False]


@pytest.mark.parametrize(
    ("body", "finish", "text"),
    [
        (completion("cut of", finish="length"), "length", "cut of"),
        (completion("", finish="content_filter"), "refusal", ""),
        (
            {**completion(""), "choices": [{"index": 0, "finish_reason": "stop", "message": {"role": "assistant", "content": None, "refusal": "I cannot."}}]},
            "refusal",
            "I cannot.",
        ),
    ],
)  # fmt: skip
def test_how_a_reply_ended_is_told(
    endpoint: Endpoint, model: OpenAIChat, body: dict[str, Any], finish: str, text: str
) -> None:
    """At the limit, or refused."""
    endpoint.say(body)

    reply = model.complete(ASKED, purpose="answer")

    assert (reply.finish, reply.text) == (finish, text)


@pytest.mark.parametrize(
    ("refused", "error", "said"),
    [
        (refusal(401, "Incorrect API key"), ConfigError, "refused the key"),
        (refusal(403, "no access"), ConfigError, "refused the key"),
        (refusal(404, "The model `m` does not exist"), ConfigError, "check the model's name"),
        (refusal(400, "This model's maximum context length is 4096 tokens"), InvalidInput, "too long"),
        (refusal(400, "the request exceeds the available context size"), InvalidInput, "too long"),
        (refusal(400, "nonsense"), ModelError, "refused the request"),
        (refusal(429, "slow down"), ModelError, "slow down"),
        (refusal(500, "oops"), ModelError, "oops"),
        (refusal(503, "loading model"), ModelError, "loading model"),
    ],
)
def test_an_error_says_what_to_do_next(
    endpoint: Endpoint, model: OpenAIChat, refused: Answer, error: type[Exception], said: str
) -> None:
    """Set-up, input, or try again later."""
    endpoint.say(refused)

    with pytest.raises(error, match=said):
        model.complete(ASKED, purpose="answer")


def test_retry_after_is_kept_to(endpoint: Endpoint) -> None:
    """A server that asks for patience gets it, and then answers."""
    endpoint.say(refusal(429, "wait", {"Retry-After": "1"}), "thanks")
    begun = time.monotonic()

    with OpenAIChat("m", base_url=endpoint.url, retries=1) as model:
        reply = model.complete(ASKED, purpose="answer")

    assert reply.text == "thanks"
    assert time.monotonic() - begun >= 1


def test_no_server_and_a_slow_one_are_model_errors(endpoint: Endpoint) -> None:
    """Both may be there later."""

    def slowly(_: object) -> str:
        time.sleep(0.5)
        return "late"

    endpoint.answer = slowly
    with (
        OpenAIChat("m", base_url=endpoint.url, retries=0, timeout=0.1) as slow,
        pytest.raises(ModelError, match="0.1 s"),
    ):
        slow.complete(ASKED, purpose="answer")
    with (
        OpenAIChat("m", base_url="http://127.0.0.1:9/v1", retries=0) as gone,
        pytest.raises(ModelError, match="reached"),
    ):
        gone.complete(ASKED, purpose="answer")


@pytest.mark.parametrize(
    ("served", "length"),
    [
        ([{"id": "m", "object": "model", "max_model_len": 8192}, {"id": "n", "object": "model", "max_model_len": 1}], 8192),
        ([{"id": "other-name", "object": "model", "meta": {"n_ctx_train": 2048}}], 2048),
        ([{"id": "m", "object": "model"}], None),
        ([], None),
    ],
)  # fmt: skip
def test_the_context_length_is_asked_once(
    endpoint: Endpoint, model: OpenAIChat, served: list[dict[str, Any]], length: int | None
) -> None:
    """Where servers write it; None where they do not."""
    endpoint.models = served

    assert model.context_length("extract") == length
    endpoint.models = [{"id": "m", "object": "model", "max_model_len": 3}]
    assert model.context_length("extract") == length


def test_a_missing_key_is_told_when_it_is_needed(monkeypatch: pytest.MonkeyPatch) -> None:
    """OpenAI wants one; a server of one's own may not."""
    monkeypatch.delenv("OPENAI_API_KEY", raising=False)

    with pytest.raises(ConfigError, match="OPENAI_API_KEY"):
        OpenAIChat("gpt-4o-mini").complete(ASKED, purpose="answer")


def test_naming_a_model_loads_no_client() -> None:
    """The package of OpenAI is loaded at the first call."""
    code = "import sys, graphmem.llm.openai_compatible as m; m.OpenAIChat('x'); sys.exit('openai' in sys.modules)"

    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0

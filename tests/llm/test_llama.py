"""A real server on the wire: llama.cpp with a very small model. Only form is asserted; what this model says is worthless."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from graphmem import InvalidInput, Memory, ModelError
from graphmem.extraction.llm.reply import Statements
from graphmem.llm.openai_compatible import OpenAIChat
from graphmem.llm.protocol import Form
from graphmem.llm.repairs import salvage
from tests.llm import llama

pytestmark = pytest.mark.llm


@pytest.fixture
def model(server: llama.Llama) -> Iterator[OpenAIChat]:
    """The real client on it."""
    with OpenAIChat("smollm2", base_url=server.url, timeout=120, retries=0) as chat:
        yield chat


def test_a_reply_is_counted_and_cut_at_its_limit(model: OpenAIChat) -> None:
    """As the server says."""
    reply = model.complete([{"role": "user", "content": "Tell me about Lisbon."}], purpose="answer", most_tokens=12)

    assert reply.finish == "length"
    assert reply.usage.completion == 12
    assert reply.usage.prompt > 5


def test_a_reply_streams(model: OpenAIChat) -> None:
    """In pieces that make a text."""
    pieces = list(
        model.stream([{"role": "user", "content": "Tell me about Lisbon."}], purpose="answer", most_tokens=12)
    )

    assert len(pieces) > 3
    assert "".join(map(str, pieces)).strip()


def test_a_form_is_kept_to(model: OpenAIChat) -> None:
    """A schema guarantees form, whatever it holds."""
    form = Form("Statements", Statements.model_json_schema())

    reply = model.complete(
        [{"role": "user", "content": "Ana likes tea."}], purpose="extract", form=form, most_tokens=400
    )

    found = salvage(reply.text)
    assert found is not None
    assert "claims" in found.value


def test_its_context_length_is_known_and_more_is_refused(model: OpenAIChat) -> None:
    """With an error that says so, which no retry can help."""
    assert model.context_length("answer") == llama.CONTEXT

    with pytest.raises(InvalidInput, match="too long"):
        model.complete([{"role": "user", "content": "word " * 5000}], purpose="answer", most_tokens=5)


def test_messages_wait_while_the_server_is_killed_and_are_taken_up_when_it_is_back(tmp_path: Path) -> None:
    """Nothing is lost, nothing is read while it is away, and after it is back each message was asked about."""
    if reason := llama.missing():
        pytest.skip(reason)
    server = llama.Llama()
    server.start()
    try:
        with (
            OpenAIChat("smollm2", base_url=server.url, timeout=120, retries=0) as chat,
            Memory.open(
                f"sqlite:///{tmp_path}/m.db", namespace="ada", user_name="Ada", extractor="llm", llm=chat
            ) as memory,
        ):
            server.kill()
            receipts = [memory.remember(text) for text in ("Ana lives in Lisbon.", "I like tea.")]
            away = memory.status()
            server.start()
            memory.flush()
            back = memory.status()
    finally:
        server.kill()

    assert all("cannot be reached" in receipt.pending for receipt in receipts)
    assert (away.messages, away.backlog.failed, away.spent.failed) == (2, 2, 2)
    assert back.messages == 2
    assert back.spent.calls > away.spent.calls
    assert back.spent.completion > 0
    assert not any("cannot be reached" in error for error in back.backlog.errors)


def test_a_server_that_is_away_is_a_model_error() -> None:
    """To be tried again."""
    with (
        OpenAIChat("smollm2", base_url=llama.Llama().url, retries=0) as chat,
        pytest.raises(ModelError, match="reached"),
    ):
        chat.complete([{"role": "user", "content": "hi"}], purpose="answer")

"""Redaction where a memory is entered: nothing of a secret is stored, embedded, sent, logged or told."""

from __future__ import annotations

import json
import logging
from collections.abc import Iterator
from io import BytesIO
from pathlib import Path
from typing import Any

import pytest

from graphmem import ConfigError, InvalidInput, Memory
from graphmem.embedding.endpoint import EndpointEmbedder
from graphmem.llm.openai_compatible import OpenAIChat
from graphmem.privacy.redaction import Redaction
from graphmem.testing import PlainExtractor
from tests.llm.endpoint import Endpoint, refusal, serving

CARD, PASSWORD = "4111 1111 1111 1111", "hunter2x"
SAID = f"Ana lives in Lisbon. My card is {CARD} and my password is {PASSWORD}."
KEY = "k3y" + "9f8e7d6c5b4a" * 3
CLEAN = "Ana lives in Lisbon. My card is [card] and my password is [password]."


@pytest.fixture
def memory() -> Memory:
    """Ada's memory, without a model."""
    return _opened()


def _opened(**options: Any) -> Memory:
    given = {"namespace": "ada", "user_name": "Ada", "extractor": PlainExtractor(), "embedder": "none", **options}
    return Memory.open(given.pop("url", "sqlite:///:memory:"), **given)


def _holds(text: object) -> bool:
    written = str(text)
    return any(piece in written for piece in (CARD, CARD.replace(" ", ""), "1111 1111", PASSWORD))


@pytest.fixture
def endpoint() -> Iterator[Endpoint]:
    """A server that reads, embeds and answers nothing of use."""
    with serving() as server:
        server.answer = _answer
        yield server


def _answer(body: dict[str, Any]) -> Any:
    if "input" in body:
        data = [{"object": "embedding", "index": at, "embedding": [1.0, 0.0]} for at, _ in enumerate(body["input"])]
        return {"object": "list", "model": "m", "data": data, "usage": {"prompt_tokens": 1, "total_tokens": 1}}
    return json.dumps({"claims": []})


def test_secret_is_gone_from_the_message_and_its_receipt(memory: Memory) -> None:
    """What is kept says where something was, and the receipt what it was; the rest is read as always."""
    receipt = memory.remember(SAID)

    assert receipt.message.text == CLEAN
    assert receipt.redacted == {"card": 1, "password": 1}
    assert memory.status().redacted == {"card": 1, "password": 1}
    assert [fact.sentence for fact in receipt.learned] == ["Ana lives in Lisbon"]


def test_file_holds_no_byte_of_a_secret(tmp_path: Path) -> None:
    """By every door: text, parts, calls, results, metadata, names, told facts, corrections and edits."""
    call = {"id": "c1", "type": "function", "function": {"name": "pay", "arguments": json.dumps({"pan": CARD})}}
    with _opened(url=f"sqlite:///{tmp_path}/m.db") as memory:
        memory.remember(SAID, session=CARD, speaker=f"Tom {CARD}", key=CARD, metadata={"password": PASSWORD, CARD: "x"})
        memory.remember({"card": CARD, "login": {"password": PASSWORD}})
        memory.remember_many(
            [
                {"role": "assistant", "content": None, "tool_calls": [call]},
                {"role": "tool", "content": f"paid with {CARD}", "tool_call_id": "c1"},
            ]
        )
        memory.remember_fact("Ada", "has password", value=PASSWORD)
        memory.remember_fact("Ana", "lives_in", "Porto")
        memory.correct("Ana lives in Porto", object=f"Lisbon {CARD}", why=f"she paid with {CARD}")
        memory.edit_message(memory.remember("Hello."), SAID)
        memory.import_(BytesIO(json.dumps({"content": SAID, "key": "k9"}).encode()), format="jsonl")
        shown = [message.text for message in memory.messages(session=CARD)]

    kept = b"".join(file.read_bytes() for file in tmp_path.iterdir())

    assert shown == [CLEAN]
    assert b"1111 1111" not in kept
    assert b"4111111111111111" not in kept
    assert PASSWORD.encode() not in kept


def test_nothing_redacted_reaches_a_model_server(endpoint: Endpoint) -> None:
    """On the wire: what is read by a chat model, embedded, asked and handed over as a context."""
    with (
        OpenAIChat("m", base_url=endpoint.url, retries=0, timeout=5) as llm,
        _opened(
            extractor="llm", llm=llm, embedder=EndpointEmbedder("e", base_url=endpoint.url, api_key="none")
        ) as memory,
    ):
        memory.remember(SAID)
        memory.remember(f"And the other is {CARD}.", role="assistant")
        memory.recall(f"whose card is {CARD}?")
        context = memory.context(f"Pay with {CARD}; the password is {PASSWORD}.", budget=400)
        memory.standalone(f"And {CARD}?")

    asked = [body for body in endpoint.requests if "messages" in body]
    embedded = [body for body in endpoint.requests if "input" in body]

    assert len(asked) >= 3
    assert len(embedded) >= 3
    assert not _holds(json.dumps(endpoint.requests))
    assert not _holds(context.to_messages())


def test_same_message_is_the_same_after_redaction(memory: Memory) -> None:
    """What is taken out is taken out the same way, so a message that is told twice is kept once."""
    at = memory._engine.clock()

    first, second = memory.remember(SAID, at=at), memory.remember(SAID, at=at)

    assert (first.new, second.new) == (True, False)
    assert memory.status().redacted == {"card": 1, "password": 1}


def test_refused_message_is_not_kept_and_not_repeated() -> None:
    """The error says what kind of thing it was; a question that holds one is still answered."""
    memory = _opened(redaction="card=refuse")

    with pytest.raises(InvalidInput) as refused:
        memory.remember(SAID)

    assert "message 0: the message holds what must not be kept here: card" in str(refused.value)
    assert not _holds(refused.value)
    assert memory.status().messages == 0
    assert memory.recall(f"whose is {CARD}?").query.text == "whose is [card]?"


def test_error_about_an_argument_shows_no_secret(memory: Memory) -> None:
    """What cannot be used is named without what must not be read."""
    with pytest.raises(InvalidInput) as wrong:
        memory.remember_many([{"content": "Hi.", "role": f"my password is {PASSWORD}"}])

    assert "role" in str(wrong.value)
    assert not _holds(wrong.value)


def test_log_and_queue_hold_no_secret_that_a_server_repeats(
    endpoint: Endpoint, caplog: pytest.LogCaptureFixture
) -> None:
    """A server's error may repeat a key; neither the log nor the reason in the queue does."""
    endpoint.say(refusal(401, f"no such key: api_key={KEY}, password={PASSWORD}"))

    with (
        caplog.at_level(logging.WARNING, "graphmem"),
        OpenAIChat("m", base_url=endpoint.url, retries=0, timeout=5) as llm,
        _opened(extractor="llm", llm=llm) as memory,
    ):
        memory.remember("Ana lives in Lisbon.")
        errors = memory.status().backlog.errors

    assert caplog.records
    assert errors
    assert KEY not in f"{caplog.text} {errors}"
    assert not _holds(f"{caplog.text} {errors}")


def test_import_of_what_was_kept_whole_elsewhere_is_redacted(memory: Memory, tmp_path: Path) -> None:
    """An export of a memory that keeps everything brings no secret in; what was read of those words is read anew."""
    with _opened(redaction="off") as whole:
        whole.remember(SAID, key="k1", at=whole._engine.clock())
        whole.remember("Ana works at Feedzai.", key="k2")
        whole.export(tmp_path / "export.jsonl")

    memory.import_(tmp_path / "export.jsonl")
    memory.flush()

    assert [message.text for message in memory.messages()] == [CLEAN, "Ana works at Feedzai."]
    assert sorted(fact.sentence for fact in memory.facts("Ana")) == ["Ana lives in Lisbon", "Ana works at Feedzai"]
    assert memory.import_(tmp_path / "export.jsonl").new == 0


def test_copy_carries_what_was_kept_as_it_is() -> None:
    """It is no entrance: a memory that would refuse a message takes over one that another kept, also beside its own."""
    with _opened(redaction="off") as whole, _opened(redaction="card=refuse", namespace="bob") as strict:
        whole.remember(SAID)
        strict.remember("Ana works at Feedzai.")

        whole.copy(strict)

        assert {message.text for message in strict.messages()} == {SAID, "Ana works at Feedzai."}


def test_whoever_wants_everything_kept_says_so() -> None:
    """Off is off."""
    memory = _opened(redaction="off")

    assert memory.remember(SAID).message.text == SAID


def test_equal_values_can_be_told_to_be_equal() -> None:
    """With the policy hash, one number is one in all messages of a namespace, and another in the next."""
    redaction = Redaction(policies={"card": "hash"})
    memory, other = _opened(redaction=redaction), _opened(redaction=redaction, namespace="bob")

    first, again = (memory.remember(f"card {CARD}").message.text for _ in range(2))

    assert first == again != other.remember(f"card {CARD}").message.text


def test_special_category_is_kept_out_of_facts_and_its_message_kept() -> None:
    """What was said stays readable; what is filed about people leaves it out, also when everything is filed anew."""
    memory = _opened(redaction="health=no_facts")

    receipt = memory.remember("Ana likes Insulin. Ana lives in Lisbon.")
    memory.rebuild()

    assert receipt.message.text == "Ana likes Insulin. Ana lives in Lisbon."
    assert [fact.sentence for fact in memory.facts("Ana")] == ["Ana lives in Lisbon"]


def test_rebuilding_leaves_out_what_was_filed_before_the_setting(tmp_path: Path) -> None:
    """Whoever decides later to keep no such facts rebuilds, and they are gone."""
    url = f"sqlite:///{tmp_path}/m.db"
    with _opened(url=url) as before:
        before.remember("Ana likes Insulin. Ana lives in Lisbon.")

    with _opened(url=url, redaction="health=no_facts") as memory:
        memory.rebuild()

        assert [fact.sentence for fact in memory.facts("Ana")] == ["Ana lives in Lisbon"]


def test_special_category_can_be_refused() -> None:
    """Where nothing of the kind may even be kept, the message is refused by the name of the category."""
    memory = _opened(redaction="health=refuse")

    with pytest.raises(InvalidInput, match="health"):
        memory.remember("Ana has diabetes.")


@pytest.mark.parametrize(
    ("given", "error"),
    [(7, InvalidInput), ("card=burn", InvalidInput), ("nowhere.toml", ConfigError)],
)
def test_redaction_that_is_none_is_refused_before_a_file_is_made(
    tmp_path: Path, given: Any, error: type[Exception]
) -> None:
    """A typing error must not leave a memory unprotected in silence."""
    with pytest.raises(error):
        _opened(url=f"sqlite:///{tmp_path}/m.db", redaction=given)

    assert list(tmp_path.iterdir()) == []

"""Replies that are cut, flipped, doubled and wrapped at random: what is sound in them is learned, the rest waits, and nothing is half done."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from functools import cache
from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

from graphmem import Memory
from graphmem.extraction.llm.extractor import LLMExtractor
from graphmem.llm.protocol import Purpose, Reply
from graphmem.testing import FixedClock
from graphmem.types import ChatMessage, Extraction
from tests.conftest import LONG
from tests.extraction.llm.scripted import claim
from tests.memory.state import state

NOW = datetime(2026, 11, 30, 12, tzinfo=UTC)

#: Each message with what is to be noted of it.
SAID: dict[str, list[dict[str, Any]]] = {
    "My sister Ana moved to Lisbon last week.": [
        claim(1, "My sister Ana", "my sister", "be called", "Ana"),
        claim(1, "Ana moved to Lisbon last week", "Ana", "move to", "Lisbon", time="last week", standing="began"),
    ],
    "I work at Feedzai.": [claim(1, "I work at Feedzai.", "me", "work at", "Feedzai", object_kind="Organization")],
    "Hello there, how are you?": [],
    "Ana is allergic to peanuts.": [claim(1, "Ana is allergic to peanuts", "Ana", "be allergic to", "peanuts", importance="high")],
    "I don't like green tea any more.": [claim(1, "I don't like green tea", "me", "like", "green tea", standing="ended")],
}  # fmt: skip


class Model:
    """Reads soundly, but for its first replies, which are given."""

    name = "mutated"

    def __init__(self, *replies: str) -> None:
        self._replies = list(replies)

    def complete(
        self,
        messages: Sequence[ChatMessage],
        **_: Any,
    ) -> Reply:
        """The next given reply, then sound ones."""
        if self._replies:
            return Reply(self._replies.pop(0))
        lines = [json.loads(line) for line in str(messages[-1]["content"]).splitlines()]
        return Reply(sound([line["text"] for line in lines if "message" in line]))

    def stream(self, messages: Sequence[ChatMessage], **_: Any) -> Iterator[str]:
        """Not used here."""
        raise NotImplementedError

    def context_length(self, purpose: Purpose) -> int | None:
        """Unknown."""
        return None


def sound(texts: Sequence[str]) -> str:
    """What a good model answers."""
    return json.dumps({"claims": [{**one, "message": n} for n, text in enumerate(texts, 1) for one in SAID[text]]})


@contextmanager
def remembering(*replies: str) -> Iterator[Memory]:
    """A memory whose model gives these replies first."""
    with Memory.open(
        "sqlite:///:memory:",
        namespace="ada",
        user_name="Ada",
        extractor=LLMExtractor(Model(*replies)),
        embedder="none",
        clock=FixedClock(NOW),
    ) as memory:
        yield memory


def told() -> list[dict[str, Any]]:
    """The messages, a minute apart."""
    return [{"content": text, "at": NOW - timedelta(minutes=60 - n)} for n, text in enumerate(SAID)]


@cache
def undisturbed() -> tuple[dict[str, Any], dict[str, Extraction]]:
    """All that a memory holds whose model was sound from the first, and what it read, by text."""
    with remembering() as memory:
        memory.remember_many(told())
        return state(memory), read(memory)


def read(memory: Memory) -> dict[str, Extraction]:
    """What was read of each message, whatever else was shown with it."""
    store = memory._engine.store
    texts = {one.id: one.text for one in memory.messages(limit=50)}
    return {
        texts[one.message_id]: replace(one, message_id="", used=()) for one in store.extractions("ada", list(texts))
    }


WHOLE = sound(list(SAID))
place = st.integers(min_value=0, max_value=len(WHOLE))
junk = st.one_of(
    st.text(max_size=6),
    st.sampled_from(["\\ud800", "\\u0000", "null", "NaN", "1e999", "[]", "{}", "]", "}", '"', ",", "[[[[", '"claims": [], ', "<think>", "```", "\\"]),
)  # fmt: skip
wrapped = st.sampled_from(["{}", "```json\n{}\n```", "<think>Hm [1].</think>{}", "Sure! {} Anything else?", "[{}]", '{{"result": {}}}', "{0}{0}", "{0}\n{0}"])  # fmt: skip
mutation = st.one_of(
    st.builds(lambda at: lambda text: text[:at], place),
    st.builds(lambda at: lambda text: text[at:], place),
    st.builds(lambda at, new: lambda text: text[:at] + new + text[at + 1 :], place, junk),
    st.builds(lambda at, new: lambda text: text[:at] + new + text[at:], place, junk),
    st.builds(lambda at, to: lambda text: text[:at] + text[to:], place, place),
    st.builds(lambda shape: shape.format, wrapped),
)


@settings(max_examples=10_000 if LONG else 300)
@given(st.lists(mutation, min_size=1, max_size=3))
def test_a_mutated_reply_teaches_what_is_sound_and_leaves_the_rest_waiting(mutations: list[Any]) -> None:
    """Never a crash, never a message half learned; and once the model is sound, what waited is read as if nothing had been."""
    reply = WHOLE
    for mutate in mutations:
        reply = mutate(reply)
    whole, expected = undisturbed()

    with remembering(reply) as memory:
        receipts = memory.remember_many(told())
        waiting = {receipt.message.text for receipt in receipts if receipt.pending}
        learned = read(memory)

        assert learned.keys() == SAID.keys() - waiting
        assert not waiting & {source_text(memory, one) for fact in memory.facts() for one in fact.sources}
        for text, extraction in learned.items():
            assert all(text[start:end].strip() for start, end in (one.quote for one in extraction.claims))
        rebuilt = memory.rebuild()
        assert (rebuilt.changed, rebuilt.facts, rebuilt.entities) == (0, 0, 0)

        left = memory.flush()

        assert (left.waiting, left.leased, left.failed) == (0, 0, 0)
        after = read(memory)
        assert {text: after[text] for text in waiting} == {text: expected[text] for text in waiting}
        if waiting == SAID.keys() or learned == expected:
            assert state(memory) == whole


def source_text(memory: Memory, source: Any) -> str:
    """The text of the message that a fact stands on."""
    [message] = memory._engine.store.messages("ada", [source.message_id])
    return message.text

"""Editing a message leaves a memory as if it had said the new words in the first place."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from numpy.typing import NDArray

from graphmem import InvalidInput, Memory, NotFound
from graphmem.extraction.protocol import Turn
from graphmem.testing import PlainExtractor
from graphmem.types import Extraction
from tests.memory.state import state
from tests.memory.test_order import CONVERSATIONS, SAID, fresh, told
from tests.store.builders import nearest


@given(CONVERSATIONS.filter(bool), SAID, st.data())
def test_editing_equals_having_said_the_new_words_in_the_first_place(
    talk: list[dict[str, Any]], words: str, data: st.DataObject
) -> None:
    """Entities, facts, periods, sources, summaries, text statistics."""
    number = data.draw(st.integers(0, len(talk) - 1))
    with fresh() as one, fresh() as other:
        receipts = one.remember_many(talk)
        one.edit_message(receipts[number], words)
        other.remember_many([*talk[:number], {**talk[number], "content": words}, *talk[number + 1 :]])

        assert state(one) == state(other)


@given(CONVERSATIONS.filter(bool), SAID, st.data())
def test_editing_back_restores_the_memory(talk: list[dict[str, Any]], words: str, data: st.DataObject) -> None:
    """And the message has the id, key, session and number it had."""
    number = data.draw(st.integers(0, len(talk) - 1))
    with fresh() as memory:
        receipt = memory.remember_many(talk)[number]
        before = state(memory)

        memory.edit_message(receipt, words)
        edited = memory.edit_message(receipt.message.id, receipt.message.text)

        assert state(memory) == before
        assert edited.message == receipt.message


def test_the_receipt_says_what_it_changed() -> None:
    """What is known now, and what nothing says any more."""
    with fresh() as memory:
        [receipt] = memory.remember_many(told("Ana lives in Rome."))

        done = memory.edit_message(receipt, "Ana lives in Porto.")
        again = memory.edit_message(receipt, "Ana lives in Porto.")

        assert done.changed
        assert [fact.sentence for fact in done.learned] == ["Ana lives in Porto"]
        assert [fact.sentence for fact in done.gone] == ["Ana lives in Rome"]
        assert (again.changed, again.learned, again.gone) == (False, (), ())
        assert [change.cause for change in memory.changes(limit=1)] == ["edit"]


def test_an_edit_is_not_undone_but_edited_again() -> None:
    """Its old words are gone."""
    with fresh() as memory:
        [receipt] = memory.remember_many(told("Ana lives in Rome."))
        memory.edit_message(receipt, "Ana lives in Porto.")

        with pytest.raises(InvalidInput, match="edit the message again"):
            memory.undo(memory.changes(limit=1)[0])


def test_a_message_whose_word_was_undone_counts_with_its_new_words() -> None:
    """What was withdrawn is what it said before."""
    with fresh() as memory:
        [receipt] = memory.remember_many(told("Ana lives in Rome."))
        memory.undo(receipt)

        memory.edit_message(receipt, "Ana lives in Porto.")

        assert [fact.sentence for fact in memory.facts()] == ["Ana lives in Porto"]


def test_what_is_no_message_cannot_be_edited() -> None:
    """An unknown id, a told fact, no content."""
    with fresh() as memory:
        told_fact = memory.remember_fact("Ana", "lives_in", "Lisbon")
        [receipt] = memory.remember_many(told("Ana lives in Rome."))

        with pytest.raises(NotFound, match="no message 'nobody'"):
            memory.edit_message("nobody", "Ana lives in Porto.")
        with pytest.raises(InvalidInput, match="told fact"):
            memory.edit_message(told_fact, "Ana lives in Porto.")
        with pytest.raises(InvalidInput, match="content"):
            memory.edit_message(receipt, None)  # type: ignore[arg-type]


def test_a_call_stays_beside_new_words_and_a_result_with_its_call() -> None:
    """A model is refused half of the pair."""
    call = {"id": "c1", "function": {"name": "weather", "arguments": "{}"}}
    with fresh() as memory:
        asked, answered = memory.remember_many(
            [
                {"role": "assistant", "content": "I look.", "tool_calls": [call]},
                {"role": "tool", "tool_call_id": "c1", "content": "Sun"},
            ]
        )

        memory.edit_message(asked, "Let me see.")
        memory.edit_message(answered, "Rain")

        chat = memory.context("And tomorrow?", budget=1000).to_messages()
        assert [each.get("content") for each in chat if each["role"] in ("assistant", "tool")] == [
            "Let me see.",
            "Rain",
        ]
        assert chat[0]["tool_calls"][0]["id"] == chat[1]["tool_call_id"] == "c1"


class _Away(PlainExtractor):
    """A reader that is away until it is there."""

    away = False

    def extract(self, turns: Sequence[Turn]) -> list[Extraction]:
        """What the plain one reads."""
        if self.away:
            raise RuntimeError("away")
        return super().extract(turns)


def test_new_words_that_cannot_be_read_wait_and_the_old_ones_teach_nothing() -> None:
    """The receipt says why; `flush` reads them."""
    reader = _Away()
    with fresh(reader) as memory:
        [receipt] = memory.remember_many(told("Ana lives in Rome."))

        reader.away = True
        done = memory.edit_message(receipt, "Ana lives in Porto.")
        meanwhile = memory.facts()
        reader.away = False
        memory.flush()

        assert "away" in done.pending
        assert meanwhile == ()
        assert [fact.sentence for fact in memory.facts()] == ["Ana lives in Porto"]


class _Letters:
    """A vector of two numbers: how many letters a text has, and one."""

    model, dimension = "letters", 2

    def embed(self, texts: Sequence[str]) -> NDArray[np.float32]:
        """One row a text."""
        return np.array([[len(text), 1] for text in texts], dtype=np.float32)


def test_the_vector_is_of_the_new_words() -> None:
    """It is found by what it says now."""
    with Memory.open("sqlite:///:memory:", namespace="ada", extractor=PlainExtractor(), embedder=_Letters()) as memory:
        receipt = memory.remember("Hi", at=datetime(2024, 1, 1, tzinfo=UTC))
        memory.edit_message(receipt, "Good morning to you")

        store, wanted = memory._engine.store, np.array([19, 1], dtype=np.float32)
        [near] = nearest(store, "ada", ["message"], wanted, limit=1)["message"]

        assert near.score == pytest.approx(1.0, abs=1e-6)


def test_no_byte_of_the_old_words_is_left(tmp_path: Path) -> None:
    """Neither in the file nor beside it, the summary of its session included."""
    path = tmp_path / "a.db"
    with Memory.open(f"sqlite:///{path}", namespace="ada", extractor=PlainExtractor(), embedder="none") as memory:
        receipts = memory.remember_many(told("Ana lives in Xyzzyplugh.", *(f"Turn {n}." for n in range(40))))
        assert b"yzzyplugh" in _bytes(path)

        done = memory.edit_message(receipts[0], "Ana lives in Rome.")

        assert not done.scrub_pending
        assert b"yzzyplugh" not in _bytes(path)


def _bytes(path: Path) -> bytes:
    return b"".join(file.read_bytes() for file in sorted(path.parent.glob(f"{path.name}*")))

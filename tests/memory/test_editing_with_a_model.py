"""Editing where a chat model reads: the new words are read by it, and so is what it had read with the old ones in view."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from typing import Any

from graphmem import Memory
from graphmem.errors import ModelError
from graphmem.testing import FixedClock
from tests.extraction.llm.scripted import Scripted

NOW = datetime(2026, 11, 30, 12, tzinfo=UTC)


def reads(lines: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """What each message says to like; "same" likes what was last said to be liked before it; and what a word is to mean."""
    claims, liked = [], ""
    for line in lines:
        text = line["text"]
        liked = text.removeprefix("I like ").strip(".") if text.startswith("I like ") else liked
        predicate, what = ("meaning deploy", "push") if "deploy" in text else ("like", liked)
        if "message" in line and what:
            quoted = {"message": line["message"], "quote": text, "subject": "me"}
            claims.append({**quoted, "predicate": predicate, "object": what})
    return claims


def heard(model: Scripted, *said: str) -> Memory:
    """Ada's memory, which heard this a minute apart."""
    memory = Memory.open(
        "sqlite:///:memory:",
        namespace="ada",
        user_name="Ada",
        extractor="llm",
        llm=model,
        embedder="none",
        clock=FixedClock(NOW),
    )
    memory.remember_many(
        {"content": text, "at": NOW - timedelta(hours=1) + timedelta(minutes=n)} for n, text in enumerate(said)
    )
    return memory


def now(memory: Memory) -> set[str]:
    """What holds."""
    return {fact.sentence for fact in memory.facts()}


def test_new_words_are_read_by_the_model_and_what_leant_on_the_old_ones_again() -> None:
    """As if they had been said in the first place."""
    memory = heard(Scripted(by=reads), "I like jazz.", "Same here.")
    assert now(memory) == {"Ada likes jazz"}

    done = memory.edit_message(memory.messages()[0], "I like fado.")

    assert now(memory) == {"Ada likes fado"}
    assert (done.pending, done.again, [fact.sentence for fact in done.gone]) == ("", 0, ["Ada likes jazz"])


def test_while_the_model_is_away_old_words_teach_nothing() -> None:
    """`flush` reads the new ones."""
    away = [False]

    def read(lines: list[dict[str, Any]]) -> object:
        return ModelError("away") if away[0] else reads(lines)

    memory = heard(Scripted(by=read), "I like jazz.", "Same here.")

    away[0] = True
    done = memory.edit_message(memory.messages()[0], "I like fado.")
    meanwhile = now(memory)
    away[0] = False
    memory.flush()

    assert (done.pending, done.again) == ("away", 1)
    assert meanwhile == set()
    assert now(memory) == {"Ada likes fado"}


def test_a_model_tells_procedures_by_their_predicate() -> None:
    """What it answers is filed as what rules read is."""
    memory = heard(Scripted(by=reads), "When I say deploy, I mean push.")

    [fact] = memory.facts(memories=["procedural"])

    assert (fact.sentence, fact.category) == ('By "deploy" Ada means: push', "procedure")

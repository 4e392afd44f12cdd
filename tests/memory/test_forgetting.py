"""Choosing what is forgotten, what the receipt says of it, and that it does not come back."""

from __future__ import annotations

import io
import json
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest

from graphmem import InvalidInput, Memories, Memory, NotFound
from graphmem.testing import FixedClock, PlainExtractor
from tests.memory.state import state

NOW = datetime(2026, 6, 1, 12, tzinfo=UTC)


def opened(**more: Any) -> Memory:
    """Ada's memory, read by one regular expression."""
    given: dict[str, Any] = {
        "namespace": "ada",
        "user_name": "Ada",
        "extractor": PlainExtractor(),
        "clock": FixedClock(NOW),
    }
    return Memory.open(more.pop("url", "sqlite:///:memory:"), **{**given, **more})


@pytest.fixture
def memory() -> Iterator[Memory]:
    """A memory of four messages in two sessions."""
    with opened() as ada:
        texts = ("Ana lives in Rome.", "Bob likes Jazz.", "Ana lives in Rome.", "I like Tea.")
        for day, text in enumerate(texts):
            ada.remember(text, at=NOW - timedelta(days=40 - day), key=f"k{day}", session="a" if day < 2 else "b")
        yield ada


def texts(memory: Memory) -> list[str]:
    """What is left of what was said."""
    return [message.text for message in memory.messages(limit=50)]


def exported(memory: Memory) -> bytes:
    """Everything, written down."""
    written = io.StringIO()
    memory.export(written)
    return written.getvalue().encode()


@pytest.mark.parametrize(
    ("selector", "left"),
    [
        ({"session": "a"}, ["Ana lives in Rome.", "I like Tea."]),
        ({"before": NOW - timedelta(days=38)}, ["Ana lives in Rome.", "I like Tea."]),
        ({"category": "preference"}, ["Ana lives in Rome.", "Ana lives in Rome."]),
        ({"entity": "Ana", "messages": True}, ["Bob likes Jazz.", "I like Tea."]),
        ({"query": "Jazz", "dry_run": False}, ["Ana lives in Rome.", "Ana lives in Rome.", "I like Tea."]),
        ({"everything": True}, []),
    ],
)
def test_each_selector_means_what_it_says(memory: Memory, selector: dict[str, Any], left: list[str]) -> None:
    """A dry run says beforehand how many go."""
    planned = memory.forget(**{**selector, "dry_run": True})
    assert len(texts(memory)) == 4

    receipt = memory.forget(**selector)

    assert texts(memory) == left
    assert receipt.messages == planned.messages == 4 - len(left)
    assert (receipt.facts, receipt.entities, receipt.mentions) == (planned.facts, planned.entities, planned.mentions)


def test_several_messages_go_at_once(memory: Memory) -> None:
    """Those that a dry run showed, or some of them."""
    planned = memory.forget(query="Ana", dry_run=True)
    assert len(planned.said) >= 2

    memory.forget(message=[one.id for one in planned.said if "Ana" in one.text])

    assert texts(memory) == ["Bob likes Jazz.", "I like Tea."]


def test_what_a_question_finds_is_only_shown_unless_one_says_so(memory: Memory) -> None:
    """Nobody erases by asking."""
    shown = memory.forget(query="What does Bob like?")

    assert shown.dry_run
    assert "Bob likes Jazz." in [message.text for message in shown.said]
    assert len(texts(memory)) == 4


@pytest.mark.parametrize(
    ("selector", "error", "said"),
    [
        (
            {},
            InvalidInput,
            "forget takes one of message, session, entity, before, category, query and everything=True, not none",
        ),
        ({"session": "a", "entity": "Ana"}, InvalidInput, "not session and entity"),
        ({"everything": True, "query": "x"}, InvalidInput, "not query and everything=True"),
        ({"category": "hobby"}, NotFound, "no fact of the category 'hobby'; there are 'personal', 'preference'"),
        ({"message": ["nothing"]}, NotFound, "no message 'nothing'"),
        ({"message": []}, InvalidInput, "message names no message"),
        ({"session": "a", "messages": True}, InvalidInput, "messages=True goes with entity"),
    ],
)
def test_nothing_goes_by_mistake(memory: Memory, selector: dict[str, Any], error: type[Exception], said: str) -> None:
    """Without a selector, with two, or with one that means nothing, everything stays."""
    before = state(memory)

    with pytest.raises(error, match=said):
        memory.forget(**selector)

    assert state(memory) == before


def test_the_receipt_says_what_stays_and_why(memory: Memory) -> None:
    """A fact that another message states too."""
    receipt = memory.forget(session="a")

    assert receipt.stays == ("“Ana lives in Rome” is also said in another message",)
    assert [fact.sentence for fact in memory.facts("Ana")] == ["Ana lives in Rome"]


def test_what_was_forgotten_is_not_told_again(memory: Memory) -> None:
    """Neither by its key, nor by who said what when; the receipt says so."""
    memory.remember("Bob lives in Oslo.", at=NOW)
    told = memory.messages()[-1]
    memory.forget(message=[memory.messages()[0].id, told.id])

    again = [
        memory.remember("Ana lives in Rome.", key="k0"),
        memory.remember("Bob lives in Oslo.", at=NOW),
    ]

    assert [(one.new, one.forgotten) for one in again] == [(False, True), (False, True)]
    assert len(texts(memory)) == 3
    assert memory.remember("Bob lives in Oslo.").new  # said anew, it is another message


def test_it_comes_back_when_somebody_says_anyway(memory: Memory) -> None:
    """And can be forgotten once more."""
    memory.forget(session="a")

    receipt = memory.remember("Ana lives in Rome.", key="k0", anyway=True)

    assert (receipt.new, receipt.forgotten) == (True, False)
    assert memory.forget(message=receipt.message.id).messages == 1
    assert memory.remember("Ana lives in Rome.", key="k0").forgotten


def test_an_export_does_not_bring_it_back(memory: Memory) -> None:
    """Of itself, nor into a copy that forgot; others of the session are read without it, and the receipt counts it."""
    kept = exported(memory)
    memory.forget(message=memory.messages()[0].id)
    left = state(memory)

    receipt = memory.import_(io.BytesIO(kept))

    assert (receipt.new, receipt.known, receipt.forgotten) == (0, 3, 1)
    assert state(memory) == left


def test_an_export_brings_it_back_anyway(memory: Memory) -> None:
    """Whole, as it was."""
    before, kept = state(memory), exported(memory)
    memory.forget(session="a")

    receipt = memory.import_(io.BytesIO(kept), anyway=True)

    assert (receipt.new, receipt.known, receipt.forgotten) == (2, 2, 0)
    assert state(memory) == before


def test_another_programs_file_does_not_bring_it_back(memory: Memory, tmp_path: Path) -> None:
    """Its messages have their source's keys."""
    file = tmp_path / "chat.jsonl"
    lines = [{"content": f"Eva likes Opera{n}.", "key": f"e{n}"} for n in range(3)]
    file.write_text("\n".join(json.dumps(line) for line in lines), encoding="utf-8")
    memory.import_(file)
    memory.forget(message=[one.id for one in memory.messages() if "Opera1" in one.text])

    again, anyway = memory.import_(file), memory.import_(file, anyway=True)

    assert (again.new, again.known, again.forgotten) == (0, 2, 1)
    assert (anyway.new, anyway.known, anyway.forgotten) == (1, 2, 0)


def test_a_replay_of_everything_brings_back_everything_once_it_was_all_forgotten(memory: Memory) -> None:
    """Forgetting everything keeps no marks: that is told, and nothing of it is."""
    before, kept, secret = state(memory), exported(memory), memory._engine.store.salt("ada")

    receipt = memory.forget(everything=True)
    assert memory._engine.store.salt("ada") != secret
    assert receipt.stays == ("the name of the namespace, 'ada', and the number of its changes",)

    assert memory.import_(io.BytesIO(kept)).new == 4
    assert state(memory) == before


def test_a_copy_does_not_bring_it_back(memory: Memory) -> None:
    """What was forgotten in the copy stays so, and what was forgotten before copying leaves its mark there."""
    with opened(user_name=None) as there:
        memory.forget(message=memory.messages()[1].id)  # Bob
        kept = exported(memory)
        memory.copy(there)
        assert there._engine.store.tombstones("ada") == memory._engine.store.tombstones("ada")

        there.forget(session="b")
        receipt = memory.copy(there)

        assert (receipt.new, receipt.known, receipt.forgotten) == (0, 1, 2)
        assert texts(there) == ["Ana lives in Rome."]
        assert there.remember("Bob likes Jazz.", key="k1").forgotten
        assert there.import_(io.BytesIO(kept)).forgotten == 2


def test_an_old_export_does_not_undo_blots(memory: Memory) -> None:
    """A message that was reworded is known, and stays as it is."""
    kept = exported(memory)
    memory.forget(entity="Ana")
    left = state(memory)

    memory.import_(io.BytesIO(kept))

    assert state(memory) == left


def test_other_namespaces_are_untouched() -> None:
    """They know the same people, and may be told what was forgotten elsewhere."""
    with Memories.open("sqlite:///:memory:", extractor=PlainExtractor()) as memories:
        ada, bob = memories.of("ada", user_name="Ada"), memories.of("bob", user_name="Bob")
        for each in (ada, bob):
            each.remember("Ana lives in Rome.", key="k0")
        before = state(bob)

        ada.forget(entity="Ana")
        ada.forget(message=ada.messages()[0].id)
        ada.forget(everything=True)

        assert state(bob) == before
        assert not bob.remember("Ana lives in Rome.", key="k0").forgotten


@pytest.mark.parametrize("dry_run", [True, False])
def test_the_receipt_says_what_holds_again(memory: Memory, dry_run: bool) -> None:
    """What had ended it, or taken it back, is gone; what holds anyway is not named."""
    memory.remember("Eva lives in Oslo. Eva likes Tea.", session="first")
    memory.remember("Eva lives in Rome. Eva likes Tea.", session="second")

    receipt = memory.forget(session="second", dry_run=dry_run)

    assert [fact.sentence for fact in receipt.learned] == ["Eva lives in Oslo"]
    assert memory.forget(session="first", dry_run=True).learned == ()

"""The export for the person concerned: everything that is held, with where it is from and when it was so."""

from __future__ import annotations

import io
import json
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest

from graphmem import InvalidInput, Memory
from graphmem.testing import FixedClock, PlainExtractor
from tests.memory.state import state

NOW = datetime(2026, 6, 1, 12, tzinfo=UTC)


def opened(**more: Any) -> Memory:
    """A memory read by one regular expression."""
    given: dict[str, Any] = {"namespace": "ada", "extractor": PlainExtractor(), "clock": FixedClock(NOW)}
    return Memory.open("sqlite:///:memory:", **{**given, **more})


@pytest.fixture
def memory() -> Iterator[Memory]:
    """A memory with something of everything: said, decided, summarised, recalled, forgotten, waiting."""
    with opened(user_name="Ada") as ada:
        ada.remember("Ana lives in Rome.", key="k0", at=NOW - timedelta(days=30))
        ada.remember_many(
            {"content": f"Bob likes Jazz{n}.", "key": f"b{n}", "at": NOW - timedelta(days=20, minutes=-n)}
            for n in range(40)
        )
        ada.correct("Ana lives in Rome", object="Oslo", why="she moved")
        ada.forget(message=ada.remember("Eva lives in Paris.", key="k1").message.id)
        ada.recall("Where does Ana live?")
        ada._engine.extractor.broken = True  # type: ignore[attr-defined]
        ada.remember("Bob lives in Bonn.", key="k2")
        yield ada


def written(memory: Memory, form: Any) -> str:
    """An export as text."""
    stream = io.StringIO()
    memory.export(stream, format=form)
    return stream.getvalue()


def by_kind(text: str) -> dict[str, list[Any]]:
    """The lines of an export, by what they hold."""
    lines = [json.loads(line) for line in text.splitlines()]
    kinds = dict.fromkeys(next(iter(line)) for line in lines)
    return {kind: [line[kind] for line in lines if next(iter(line)) == kind] for kind in kinds}


def test_it_holds_all_that_is_held(memory: Memory) -> None:
    """Messages, decisions, summaries, people, facts with the words that state them, what came up, the journal, the queue."""
    held = by_kind(written(memory, "held"))

    assert [len(held[kind]) for kind in ("message", "summary", "held", "end")] == [43, 1, 1, 1]
    oslo = next(fact for fact in held["fact"] if fact["sentence"] == "Ana lives in Oslo")
    rome = next(fact for fact in held["fact"] if fact["sentence"] == "Ana lives in Rome")
    assert (rome["retracted_at"] is not None, rome["sources"][0]["words"]) == (True, "Ana lives in Rome.")
    assert rome["sources"][1]["words"] == "It is not so that Ana lives in Rome (she moved)\nAna lives in Oslo"
    assert oslo["recalled"]["times"] == 1
    assert {entity["name"] for entity in held["entity"]} >= {"Ada", "Ana", "Bob", "Oslo"}
    assert len(held["recalled"]) >= 1
    assert [change["version"] for change in held["change"]] == sorted(change["version"] for change in held["change"])
    assert held["held"][0] == {
        "waiting": 0,
        "in_work": 0,
        "failed": 1,
        "errors": ["the plain extractor is broken on purpose"],
        "tombstones": 1,
        "changes": len(held["change"]),
        "vectors_of": memory.status().embedder,
    }
    assert "Eva" not in json.dumps(held)


def test_an_import_takes_of_it_what_it_takes_of_an_export(memory: Memory) -> None:
    """The rest follows, and is passed over."""
    with opened() as copy, opened() as other:
        receipt = copy.import_(io.BytesIO(written(memory, "held").encode()))
        other.import_(io.BytesIO(written(memory, "jsonl").encode()))

        assert (receipt.new, receipt.bad) == (43, 0)
        assert state(copy) == state(other)


def test_the_page_says_what_else_is_held(memory: Memory) -> None:
    """In numbers."""
    page = written(memory, "html").partition('<h2 id="beside">')[2]

    assert "<td>Messages that wait to be understood</td><td>1</td>" in page
    assert "<td>Marks of forgotten messages, which say nothing of them</td><td>1</td>" in page


def test_another_form_is_refused(memory: Memory) -> None:
    """By name."""
    with pytest.raises(InvalidInput, match="format must be 'jsonl', 'html' or 'held', not 'csv'"):
        written(memory, "csv")

"""Carrying a memory out and in: everything is equal, to the byte on a second export, and no model is asked."""

from __future__ import annotations

import io
import json
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from graphmem import InvalidInput, Memories, Memory
from graphmem.testing import FixedClock, PlainExtractor, story
from graphmem.types import Fact
from tests.memory.state import state
from tests.memory.writer import message

START = datetime(2024, 1, 1, tzinfo=UTC)

#: Messages of the whole memory, and its summaries.
TOTAL, SUMMARIES = 107, 3


def opened(*, user_name: str | None = "Ada", extractor: Any = None, namespace: str = "ada") -> Memory:
    """An empty memory with a clock that moves on."""
    return Memory.open(
        "sqlite:///:memory:",
        namespace=namespace,
        user_name=user_name,
        extractor=extractor or PlainExtractor(),
        clock=FixedClock("2026-06-01T12:00:00+00:00", step=timedelta(seconds=1)),
    )


class Deaf(PlainExtractor):
    """An extractor that must not be asked."""

    def extract(self, turns: Any) -> Any:
        raise AssertionError("an import must not read messages anew")


def exported(memory: Memory) -> str:
    """The export as text."""
    written = io.StringIO()
    memory.export(written)
    return written.getvalue()


def imported(memory: Memory, text: str, **options: Any) -> tuple[int, int, int]:
    """What importing it came to."""
    receipt = memory.import_(io.BytesIO(text.encode()), **options)
    return receipt.new, receipt.known, receipt.bad


def everything(memory: Memory) -> dict[str, Any]:
    """What two memories are compared by: their state, and when each fact was learned and taken back."""
    facts = [fact for entity in memory.entities() for fact in memory.history(entity)]
    learned = sorted({(fact.sentence, fact.recorded_at, fact.retracted_at) for fact in facts}, key=repr)
    return state(memory) | {"learned": learned}


def summarised(memory: Memory, count: int = 100) -> None:
    """A conversation long enough to have summaries, with late messages."""
    numbers = [*range(0, count, 2), *range(1, count, 2)]
    memory.remember_many(message(number) for number in numbers)


@pytest.fixture
def whole() -> Iterator[Memory]:
    """A memory with everything in it: summaries, parts, late messages, a forgotten one, one that waits, equal times."""
    extractor = PlainExtractor()
    with opened(extractor=extractor) as memory:
        summarised(memory)
        call = {"id": "c1", "type": "function", "function": {"name": "weather", "arguments": "{}"}}
        at = datetime(2024, 1, 2, tzinfo=UTC)
        memory.remember_many(
            [
                {"role": "assistant", "content": None, "tool_calls": [call], "session": "tools", "at": at},
                {"role": "tool", "content": "Sunny", "tool_call_id": "c1", "session": "tools", "at": at},
                {
                    "content": {"a": ["\u2028", "é"]},
                    "session": "tools",
                    "at": at,
                    "importance": 0.5,
                    "metadata": {"b": "c"},
                },
            ]
        )
        memory.remember("Tom lives in Oslo.", speaker="Eva", session="equal", at=at, key="first")
        memory.remember("Tom moved to Bergen.", speaker="Eva", session="equal", at=at, key="second")
        gone = memory.remember("Tom moved to Porto.", session="equal", at=at + timedelta(days=1))
        memory.forget(message=gone.message.id)
        memory.remember_fact("Ana", "lives_in", "Faro", start="2025-05")
        extractor.broken = True
        memory.remember("Ana moved to Paris.", at=at + timedelta(days=40))
        yield memory


def test_an_export_makes_an_equal_memory(whole: Memory) -> None:
    """Messages, entities, facts, periods, history and summaries, without reading anything anew; and an equal export."""
    text = exported(whole)

    with opened(user_name=None, extractor=Deaf()) as copy:
        result = imported(copy, text)

        assert result == (TOTAL, 0, 0)
        assert everything(copy) == everything(whole)
        assert exported(copy) == text
        assert copy.status().backlog.waiting == 1
        assert len([one for one in state(copy)["summaries"] if one]) == SUMMARIES
    assert '"Tom moved to Porto' not in text


def test_what_waited_is_understood_later(whole: Memory) -> None:
    """In both memories alike."""
    text = exported(whole)
    whole._engine.extractor.broken = False  # type: ignore[attr-defined]

    with opened(user_name=None) as copy:
        imported(copy, text)
        for memory in (copy, whole):
            memory.flush()

        assert everything(copy) == everything(whole)
        assert exported(copy) == exported(whole)


def test_the_story_survives_the_journey(tmp_path: Path) -> None:
    """As the spaCy extractor reads it: what is true, what was, and what is asked."""
    with Memory.open("sqlite:///:memory:", namespace="ada", user_name="Ada") as memory:
        memory.remember_many(story())
        memory.export(tmp_path / "ada.jsonl")
        with opened(user_name=None, extractor=Deaf()) as copy:
            copy.import_(tmp_path / "ada.jsonl")

            assert everything(copy) == everything(memory)
            assert facts(copy) == facts(memory) != []
            assert exported(copy) == (tmp_path / "ada.jsonl").read_text(encoding="utf-8")


def facts(memory: Memory) -> list[tuple[str, int]]:
    """What is so of Ana, and how many messages say it."""
    found: tuple[Fact, ...] = memory.facts("Ana")
    return [(fact.sentence, len(fact.sources)) for fact in found]


def test_importing_twice_changes_nothing(whole: Memory) -> None:
    """Neither in a copy nor in the memory it came from."""
    text, before = exported(whole), everything(whole)

    with opened(extractor=Deaf()) as copy:
        imported(copy, text)
        version = copy.status().version

        assert imported(copy, text) == (0, TOTAL, 0)
        assert copy.status().version == version
    assert imported(whole, text) == (0, TOTAL, 0)
    assert everything(whole) == before


@pytest.mark.parametrize("count", [0, 1, 40, 90, TOTAL, TOTAL + SUMMARIES])
def test_an_import_that_stopped_is_finished_by_repeating_it(whole: Memory, count: int) -> None:
    """Wherever it stopped; the file that is cut off is said to be."""
    text = exported(whole)
    lines = text.split("\n")

    with opened(user_name=None, extractor=PlainExtractor()) as copy:
        cut = imported(copy, "\n".join(lines[: count + 1]))
        imported(copy, text)
        summaries = state(copy)["summaries"]

        assert cut == (min(count, TOTAL), 0, 1)
        assert everything(copy) == everything(whole)
        assert summaries == state(whole)["summaries"]


def test_two_memories_become_one() -> None:
    """As if the second had been told everything the first was, sessions they share included."""
    with opened() as first, opened() as second, opened() as both:
        first.remember_many(message(number) for number in range(0, 90, 2))
        second.remember_many(message(number) for number in range(1, 90, 2))
        both.remember_many(message(number) for number in range(90))
        imported(second, exported(first))

        assert state(second) == state(both)


@pytest.mark.parametrize("form", ["jsonl", "html"])
def test_an_export_holds_one_namespace(form: Any) -> None:
    """Of two people in one store, each export is about one, though both know an Ana."""
    with Memories.open("sqlite:///:memory:", extractor=PlainExtractor()) as memories:
        memories.of("alice").remember("Ana lives in Rome.", session="secret")
        memories.of("bob").remember("Ana lives in Oslo.")
        written = io.StringIO()
        memories.of("bob").export(written, format=form)

        assert "Oslo" in written.getvalue()
        assert {word for word in ("Rome", "alice", "secret") if word in written.getvalue()} == set()


def test_a_name_that_is_known_stays(whole: Memory) -> None:
    """The user of the memory that imports is called as before; without a name, as in the export."""
    with opened(user_name="Eva") as named, opened(user_name=None) as unnamed:
        for memory in (named, unnamed):
            imported(memory, exported(whole))

        assert (named.entity("me").name, unnamed.entity("me").name) == ("Eva", "Ada")


def test_a_broken_line_is_named_and_the_others_kept(whole: Memory) -> None:
    """What an export cannot say is told apart from what it says."""
    lines = exported(whole).split("\n")
    read = json.loads(lines[1])
    read["read"]["claims"][0]["subject"] = 99
    quoted = json.loads(lines[2])
    quoted["read"]["mentions"][0]["end"] = 999
    lines[1:4] = [json.dumps(read), json.dumps(quoted), "{", '{"message": {"key": "k"}}', '{"other": 1}', "[]"]
    told: list[str] = []

    with opened() as copy:
        result = imported(copy, "\n".join(lines), report=told.append)

    assert result == (TOTAL - 3, 0, 6)
    assert [line.partition(": ")[0] for line in told] == [f"line {number}" for number in range(2, 8)]
    assert "points at a mention that is not there" in told[0]
    assert "quotes words that are not in its message" in told[1]
    assert "has no 'session'" in told[3] or "has no 'text'" in told[3]


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("", "it is empty"),
        ("\n", "it is empty"),
        ('{"message": {}}\n', "line 1 has no"),
        ('{"end": {"messages": 0, "summaries": 0}}\n', "does not begin with a header"),
        ('{"graphmem": "export", "version": 9, "namespace": "a"}\n', "is version 9 of this format"),
    ],
)
def test_what_is_no_export_is_refused(text: str, said: str) -> None:
    """When somebody says that it is one."""
    with opened() as memory, pytest.raises(InvalidInput, match=said):
        imported(memory, text, format="graphmem")


def test_a_file_is_whole_or_not_there(tmp_path: Path, whole: Memory, monkeypatch: pytest.MonkeyPatch) -> None:
    """What stood there stays until it is."""
    path = tmp_path / "ada.jsonl"
    path.write_text("before", encoding="utf-8")
    monkeypatch.setattr(whole._engine.store, "extractions", lambda *_: 1 / 0)

    with pytest.raises(ZeroDivisionError):
        whole.export(path)

    assert [(one.name, one.read_text(encoding="utf-8")) for one in tmp_path.iterdir()] == [("ada.jsonl", "before")]


def test_a_file_that_cannot_be_written_is_told(whole: Memory, tmp_path: Path) -> None:
    """With the reason."""
    with pytest.raises(InvalidInput, match="cannot be written: No such file or directory"):
        whole.export(tmp_path / "none" / "ada.jsonl")


def test_other_formats_are_taken_in_too(tmp_path: Path) -> None:
    """What cannot be remembered is in the receipt."""
    (tmp_path / "chat.jsonl").write_text(
        '{"content": "Ana lives in Rome."}\n{"content": "x", "importance": 7}\n', encoding="utf-8"
    )

    with opened() as memory:
        receipt = memory.import_(tmp_path / "chat.jsonl")

        assert (receipt.new, receipt.bad) == (1, 1)
        assert receipt.problems[0].startswith("chat.jsonl:2: importance: ")
        with pytest.raises(InvalidInput, match="'morse' is no format"):
            memory.import_(tmp_path / "chat.jsonl", format="morse")


SAID = st.fixed_dictionaries(
    {
        "content": st.sampled_from(
            ["Ana lives in Rome.", "Ana moved to Lisbon.", "I like Jazz.", "I no longer like Jazz."]
        )
        | st.text(max_size=30).filter(lambda text: text.encode("utf-8", "replace").decode() == text),
        "at": st.integers(0, 5).map(lambda day: START + timedelta(days=day)),
        "session": st.sampled_from(["a", "b"]),
        "role": st.sampled_from(["user", "assistant", "system"]),
        "speaker": st.sampled_from([None, "Ana", "Ada"]),
    }
)


@given(st.lists(SAID, max_size=12))
def test_any_memory_survives(said: list[dict[str, Any]]) -> None:
    """In whatever order it was told, whatever was said."""
    with opened() as memory, opened(user_name=None, extractor=Deaf()) as copy:
        memory.remember_many(said)
        text = exported(memory)
        imported(copy, text)

        assert everything(copy) == everything(memory)
        assert exported(copy) == text

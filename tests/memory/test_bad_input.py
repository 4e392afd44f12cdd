"""What cannot be used is refused by name, and nothing of it is stored."""

from __future__ import annotations

import asyncio
import os
from collections.abc import Callable, Iterator, Sequence
from datetime import UTC, datetime, timedelta, timezone
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

from graphmem import AsyncMemory, ConfigError, InvalidInput, Memory, StoreUnavailable, TokenBudget
from graphmem.extraction.protocol import Turn
from graphmem.memory.accesses import Accesses
from graphmem.store.sqlite.store import SQLiteStore
from graphmem.testing import FixedClock, PlainExtractor
from graphmem.types import Extraction

NOW = "2024-06-01T12:00:00+00:00"


def opened(url: str = "sqlite:///:memory:", **kwargs: Any) -> Memory:
    """A memory that needs no model."""
    arguments: dict[str, Any] = {"extractor": PlainExtractor(), "clock": FixedClock(NOW), **kwargs}
    return Memory.open(url, namespace="ada", **arguments)


@pytest.fixture
def memory() -> Iterator[Memory]:
    """An empty one."""
    with opened() as memory:
        yield memory


Use = Callable[[Any], Any]


@pytest.mark.parametrize(
    ("named", "use"),
    [
        ("query", lambda m: m.recall(None)),
        ("query", lambda m: m.recall("half \ud800")),
        ("limit", lambda m: m.recall("x", limit="many")),
        ("limit", lambda m: m.recall("x", limit=float("nan"))),
        ("limit", lambda m: m.recall("x", limit=True)),
        ("limit", lambda m: m.facts(limit=-1)),
        ("limit", lambda m: m.entities(limit=1.5)),
        ("limit", lambda m: m.changes(limit="x")),
        ("as_of", lambda m: m.recall("x", as_of="2024")),
        ("known_at", lambda m: m.facts(known_at=7)),
        ("name", lambda m: m.entity(5)),
        ("name", lambda m: m.history(None)),
        ("turn", lambda m: m.context(None)),
        ("session", lambda m: m.context("x", session=[1])),
        ("system", lambda m: m.context("x", system=5)),
        ("system", lambda m: m.context("x", system="half \udc00")),
        ("budget", lambda m: m.context("x", budget="2000")),
        ("budget", lambda m: m.context("x", budget=0)),
        ("reserve", lambda m: m.context("x", reserve=None)),
        ("reserve", lambda m: m.context("x", budget=TokenBudget(300), reserve=200)),
        ("tool", lambda m: m.context("x", tools=[None])),
        ("tools", lambda m: m.context("x", tools="weather")),
        ("remembered", lambda m: m.context("x", remembered=5)),
        ("now", lambda m: m.context("x", now="today")),
        ("metadata", lambda m: m.remember("x", metadata="x")),
        ("remember_many", lambda m: m.remember({"role": "assistant", "content": None, "tool_calls": []})),
        ("message 0", lambda m: m.remember_many([None])),
        ("remember_many", lambda m: m.remember_many("text")),
        ("remember_many", lambda m: m.remember_many(None)),
        ("session", lambda m: m.forget(session=[1])),
        ("everything", lambda m: m.forget(everything="no")),
        ("dry_run", lambda m: m.forget(everything=True, dry_run="no")),
        ("content", lambda m: m.remember({"when": datetime(2024, 1, 1)})),
        ("content", lambda m: m.remember({"bytes": b"x"})),
        ("content", lambda m: m.remember([{"type": "odd", "set": {1}}])),
        ("at", lambda m: m.remember("x", at=datetime(1, 1, 1, tzinfo=timezone(timedelta(hours=14))))),
        ("at", lambda m: m.remember("x", at=datetime(9999, 12, 31, 23, 59, tzinfo=timezone(timedelta(hours=-12))))),
        ("namespace", lambda m: Memory.open("sqlite:///:memory:", namespace=b"x")),  # type: ignore[arg-type]
        ("user_name", lambda m: opened(user_name=5)),
        ("url", lambda m: Memory.open(None, namespace="x")),  # type: ignore[arg-type]
        ("model", lambda m: opened(model=5)),
        ("token budget", lambda m: TokenBudget(100.5)),  # type: ignore[arg-type]
        ("shares", lambda m: TokenBudget(100, facts=float("nan"))),
    ],
)
def test_an_argument_of_the_wrong_kind_is_refused_by_name(memory: Memory, named: str, use: Use) -> None:
    """InvalidInput, whatever the argument and the call; never an error from deeper down."""
    with pytest.raises(InvalidInput, match=named):
        use(memory)

    assert memory.status().messages == 0


def test_a_document_that_holds_itself_is_refused(memory: Memory) -> None:
    """So is one nested deeper than any reader goes."""
    circle: dict[str, Any] = {}
    circle["again"] = circle
    deep: Any = {}
    for _ in range(200_000):
        deep = {"in": deep}

    for document in (circle, deep):
        with pytest.raises(InvalidInput, match="JSON"):
            memory.remember(document)


def test_messages_as_chat_endpoints_write_them_are_taken(memory: Memory) -> None:
    """With their nulls, names, refusals and developer role."""
    receipts = memory.remember_many(
        [
            {"role": "developer", "content": "Be brief."},
            {"role": "user", "content": "Ana lives in Porto.", "name": "Tom", "tool_calls": None},
            {"role": "assistant", "content": "Noted.", "refusal": None, "annotations": [], "function_call": None},
        ]
    )

    assert [r.message.role for r in receipts] == ["system", "user", "assistant"]
    assert receipts[1].message.speaker == "Tom"


def test_tool_parts_of_either_kind_are_calls_and_results(memory: Memory) -> None:
    """As parts of a message's content, too."""
    memory.remember(
        [
            {"type": "text", "text": "Let me see."},
            {"type": "tool_use", "id": "c1", "name": "weather", "input": {"city": "Porto"}},
        ],
        role="assistant",
    )
    memory.remember([{"type": "tool_result", "tool_use_id": "c1", "content": "Sunny"}])

    chat = memory.context("And tomorrow?", budget=500).to_messages()

    assert [(m["role"], m.get("tool_call_id")) for m in chat] == [("assistant", None), ("tool", "c1"), ("user", None)]


def test_tools_given_once_are_counted_always(memory: Memory) -> None:
    """A generator of tools costs what a list costs."""
    tool = {"type": "function", "function": {"name": "weather", "description": "The weather of a city."}}

    listed = memory.context("x", tools=[tool], budget=500)
    streamed = memory.context("x", tools=(one for one in [tool]), budget=500)

    assert streamed.tokens == listed.tokens > memory.context("x", budget=500).tokens


class _Poisoned(PlainExtractor):
    """Raises what no extractor should at one message, or answers too few."""

    short = False

    def extract(self, turns: Sequence[Turn]) -> list[Extraction]:
        """What the others say."""
        if any("poison" in turn.message.text for turn in turns):
            raise OverflowError("date value out of range")
        return super().extract(turns)[: -1 if self.short else None]


def test_a_message_that_no_extractor_can_bear_waits_alone() -> None:
    """It is named with its reason; its block, its session and flush go on."""
    with opened(extractor=_Poisoned()) as memory:
        receipts = memory.remember_many(
            [{"content": "Ana lives in Porto."}, {"content": "poison"}, {"content": "Bob lives in Rome."}]
        )
        later = memory.remember("Eva lives in Oslo.")
        left = memory.flush()

    assert [bool(receipt.learned) for receipt in receipts] == [True, False, True]
    assert "OverflowError: date value out of range" in receipts[1].pending
    assert later.learned
    assert (left.failed, left.leased) == (1, 0)


def test_an_extractor_that_answers_too_little_is_not_believed() -> None:
    """Nothing is taken from a reply that does not match its messages."""
    extractor = _Poisoned()
    extractor.short = True
    with opened(extractor=extractor) as memory:
        receipt = memory.remember("Ana lives in Porto.")

    assert "answered 0 extractions to 1 messages" in receipt.pending


class _BrokenEmbedder:
    """An embedder whose model is gone."""

    model = "broken"
    dimension = 2

    def embed(self, texts: Sequence[str]) -> NDArray[np.float32]:
        """Never."""
        raise RuntimeError("no model")


def test_an_embedder_that_breaks_loses_nothing() -> None:
    """The message waits; recall goes on by words."""
    with opened(embedder=_BrokenEmbedder()) as memory:
        receipt = memory.remember("Ana lives in Porto.")

        assert "RuntimeError: no model" in receipt.pending
        assert memory.status().backlog.failed == 1
        assert [message.text for message in memory.recall("Porto").messages] == ["Ana lives in Porto."]


class _TwoNumbers(_BrokenEmbedder):
    """An embedder of another model, with another dimension."""

    model = "two numbers"

    def embed(self, texts: Sequence[str]) -> NDArray[np.float32]:
        """The same for all."""
        return np.tile(np.array([[0.6, 0.8]], dtype=np.float32), (len(texts), 1))


def test_another_embedder_leaves_what_there_is_findable(tmp_path: Path) -> None:
    """Dimensions are never mixed: what was learned before and after is found by words and by the graph."""
    url = f"sqlite:///{tmp_path / 'a.db'}"
    with opened(url, embedder=_TwoNumbers()) as memory:
        memory.remember("Ana lives in Porto.")
    other = _TwoNumbers()
    other.model = "three numbers"

    with opened(url, embedder=other) as memory:
        receipt = memory.remember("Bob lives in Porto.")
        found = memory.recall("Who lives in Porto?")

    assert not receipt.pending
    assert {fact.sentence for fact in found.facts} == {"Ana lives in Porto", "Bob lives in Porto"}


@pytest.mark.parametrize("replaced", [False, True])
def test_a_database_that_was_removed_acknowledges_nothing(tmp_path: Path, replaced: bool) -> None:
    """What is written to a file without a name is gone, so nothing is said to be kept."""
    path, other = tmp_path / "a.db", tmp_path / "b.db"
    with opened(f"sqlite:///{path}") as memory:
        memory.remember("Ana lives in Porto.")
        if replaced:
            opened(f"sqlite:///{other}").close()
            os.replace(other, path)  # noqa: PTH105  # what a deployment script does
        else:
            path.unlink()

        with pytest.raises(StoreUnavailable, match="removed or replaced"):
            memory.remember("Bob lives in Oslo.")


def test_closing_an_async_memory_again_does_nothing_and_using_it_says_so() -> None:
    """As the other memory does."""

    async def story() -> None:
        memory = AsyncMemory(opened())
        await memory.close()
        await memory.close()
        with pytest.raises(StoreUnavailable, match="closed"):
            await memory.recall("x")

    asyncio.run(story())


def test_the_very_edges_of_time_are_kept(memory: Memory) -> None:
    """Year 1 and year 9999 are moments like others."""
    first = memory.remember("a", at=datetime(1, 1, 1, tzinfo=UTC))
    last = memory.remember("b", at=datetime(9999, 12, 31, tzinfo=UTC))

    assert [m.at.year for m in (first.message, last.message)] == [1, 9999]
    assert memory.context("x", budget=300, now=datetime(9999, 12, 31, tzinfo=UTC)).tokens <= 300


@pytest.mark.parametrize("part", ["extractor", "embedder", "llm", "reranker", "clock", "fresh", "background", "audit"])
@pytest.mark.parametrize("value", [object(), "no such thing"])
def test_a_part_that_is_none_is_refused_before_a_file_is_made(tmp_path: Path, part: str, value: object) -> None:
    """Not with the first message, which would wait for a reader that never comes; and nothing is left open."""
    wrong: dict[str, Any] = {part: value}

    with pytest.raises((InvalidInput, ConfigError), match=part):
        Memory.open(f"sqlite:///{tmp_path / 'memory.db'}", namespace="ada", **wrong)

    assert list(tmp_path.iterdir()) == []


def test_a_memory_that_cannot_be_opened_or_closed_whole_leaves_no_store_open(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whatever goes wrong beside it."""
    url, closed = f"sqlite:///{tmp_path / 'memory.db'}", []
    close = SQLiteStore.close

    def noted(store: SQLiteStore) -> None:
        closed.append(store)
        close(store)

    monkeypatch.setattr(SQLiteStore, "close", noted)

    with monkeypatch.context() as broken:
        broken.setattr(SQLiteStore, "embedder", mishap)
        with pytest.raises(RuntimeError, match="mishap"):
            opened(url)
    assert len(closed) == 1

    with monkeypatch.context() as broken:
        broken.setattr(Accesses, "write_all", mishap)
        with pytest.raises(RuntimeError, match="mishap"):
            opened(url).close()
    assert len(closed) == 2


def mishap(*_: object) -> None:
    """What nobody foresaw."""
    raise RuntimeError("mishap")


def test_a_memory_is_copied_into_a_memory_and_imports_a_path_or_stream() -> None:
    """Anything else is named, with what it should be."""
    wrong: Any = 3

    with Memory.open("sqlite:///:memory:", namespace="ada", extractor=PlainExtractor(), embedder="none") as memory:
        with pytest.raises(InvalidInput, match="the memory to copy into"):
            memory.copy(wrong)
        with pytest.raises(InvalidInput, match="3 has no read"):
            memory.import_(wrong)

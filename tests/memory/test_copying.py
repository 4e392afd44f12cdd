"""Copying a memory into another store: everything is equal, ids and vectors included, and no model is asked."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import ExitStack
from datetime import UTC, datetime, timedelta
from itertools import count
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from graphmem import InvalidInput, Memories, Memory, NotFound
from graphmem.testing import FixedClock, PlainExtractor
from graphmem.types import Indexed
from tests.memory.state import state
from tests.memory.test_export import SAID, Deaf, exported
from tests.memory.test_reembedding import Letters
from tests.memory.writer import message

KINDS: tuple[Indexed, ...] = ("message", "fact", "entity")

#: Messages of the whole memory.
TOTAL = 108


def opened(
    url: str = "sqlite:///:memory:", *, extractor: Any = None, embedder: Any = "none", year: int = 2026
) -> Memories:
    """A store with a clock that moves on, of its own by default."""
    return Memories.open(
        url,
        extractor=extractor or Deaf(),
        embedder=embedder,
        clock=FixedClock(f"{year}-06-01T12:00:00+00:00", step=timedelta(seconds=1)),
    )


def replica(memory: Memory) -> dict[str, Any]:
    """Everything two memories of equal ids are compared by; the journal and the version aside."""
    store, namespace = memory._engine.store, memory.namespace
    ids = store.message_ids(namespace)
    entities, facts = store.entities(namespace), store.facts_about(namespace, None, as_of=None)
    of_kind = {"message": ids, "fact": [one.id for one in facts], "entity": [one.id for one in entities]}
    return {
        "messages": store.messages(namespace, ids),
        "extractions": store.extractions(namespace, ids),
        "evidence": store.evidence(namespace, [*ids, "user_name"]),
        "entities": entities,
        "facts": facts,
        "summaries": [store.summary(namespace, one.name) for one in store.sessions(namespace)],
        "vectors": [
            [(one.id, one.model, vector_of(one.vector)) for one in store.embedded(namespace, kind, of_kind[kind])]
            for kind in KINDS
        ],
        "waiting": [one.message_id for one in store.work(namespace, ids)],
        "export": exported(memory),
        "state": state(memory),
    }


def vector_of(vector: Any) -> list[float]:
    """Its numbers."""
    assert vector.dtype == np.float32
    return [float(number) for number in vector]


def tell(memory: Memory, extractor: PlainExtractor, last: int = 100) -> None:
    """Everything there can be: summaries, parts, late messages, equal times, told facts, one that waits."""
    at = datetime(2024, 1, 2, tzinfo=UTC)
    memory.remember_many(message(number) for number in [*range(0, last, 2), *range(1, last, 2)])
    call = {"id": "c1", "type": "function", "function": {"name": "weather", "arguments": "{}"}}
    memory.remember_many(
        [
            {"role": "assistant", "content": None, "tool_calls": [call], "session": "tools", "at": at},
            {"role": "tool", "content": "Sunny", "tool_call_id": "c1", "session": "tools", "at": at},
            {"content": {"a": ["é"]}, "session": "tools", "at": at, "importance": 0.5, "metadata": {"b": "c"}},
        ]
    )
    memory.remember("Tom lives in Oslo.", speaker="Eva", session="equal", at=at, key="first")
    memory.remember("Tom moved to Bergen.", speaker="Eva", session="equal", at=at, key="second")
    gone = memory.remember("Tom moved to Porto.", session="last", at=at + timedelta(days=1))
    memory.forget(message=gone.message.id)
    memory.remember_fact("Ana", "lives_in", "Faro", start="2025-05")
    memory.remember(" ", session="last", at=at)
    extractor.broken = True
    memory.remember("Ana moved to Paris.", at=at + timedelta(days=40))
    extractor.broken = False


@pytest.fixture
def whole() -> Iterator[Memory]:
    """A memory with everything in it."""
    extractor = PlainExtractor()
    with opened(extractor=extractor, embedder=Letters(), year=2025) as memories:
        memory = memories.of("ada", user_name="Ada")
        tell(memory, extractor)
        yield memory


def test_a_copy_is_equal_to_the_original(whole: Memory) -> None:
    """Messages, what was read, graph, ids, vectors, summaries, what waits, and the export; at another time, without asking a model."""
    with opened() as there:
        receipt = whole.copy(there.of("ada"))

        assert (receipt.new, receipt.known, receipt.waiting, receipt.same_ids) == (TOTAL, 0, 1, True)
        assert replica(there.of("ada")) == replica(whole)


def test_what_was_known_when_is_known_of_the_copy(whole: Memory) -> None:
    """`known_at` answers by when the original learned it, not by when it was copied."""
    learned = sorted({fact.recorded_at for fact in whole.facts()})

    with opened() as there:
        whole.copy(there.of("ada"))
        moments = [learned[0] - timedelta(seconds=1), *learned]

        for moment in moments:
            assert there.of("ada").facts("Ana", known_at=moment) == whole.facts("Ana", known_at=moment)


def test_the_copy_finds_what_the_original_finds(whole: Memory) -> None:
    """In the same order, with the same scores."""
    with opened(embedder=Letters()) as there:
        copy = there.of("ada")
        whole.copy(copy)
        now = whole._engine.clock()

        for query in ("Where does Ana live?", "What does Bob like?", "Who is in Oslo?"):
            here, found = whole.recall(query, as_of=now), copy.recall(query, as_of=now)
            assert (found.facts, found.messages, found.entities) == (here.facts, here.messages, here.entities)
            assert found.scores == here.scores


def test_copying_back_gives_the_original(whole: Memory) -> None:
    """There and back to a third store."""
    with opened() as there, opened() as back:
        whole.copy(there.of("ada"))
        there.of("ada").copy(back.of("ada"))

        assert replica(back.of("ada")) == replica(whole)


def test_copying_again_changes_nothing(whole: Memory) -> None:
    """Neither there nor here."""
    with opened() as there:
        whole.copy(there.of("ada"))
        before, version = replica(whole), there.of("ada").status().version
        receipt = whole.copy(there.of("ada"))

        assert (receipt.new, receipt.known) == (0, TOTAL)
        assert there.of("ada").status().version == version
        assert replica(whole) == before == replica(there.of("ada"))


def test_copying_again_brings_what_was_said_since(whole: Memory) -> None:
    """Late messages, what is understood by now, and what is read differently since."""
    with opened() as there:
        whole.copy(there.of("ada"))
        whole._engine.clock.now += timedelta(days=1)  # type: ignore[attr-defined]
        whole.flush()
        whole.remember("Eva moved to Rome.", session="s1", at=datetime(2024, 1, 1, 0, 30, tzinfo=UTC), key="late")
        receipt = whole.copy(there.of("ada"))

        assert (receipt.new, receipt.waiting) == (1, 0)
        assert replica(there.of("ada")) == replica(whole)


@pytest.mark.parametrize("method", ["append", "apply"])
def test_a_copy_that_stopped_is_finished_by_copying_again(
    whole: Memory, monkeypatch: pytest.MonkeyPatch, method: str
) -> None:
    """Before whichever transaction it stopped."""
    monkeypatch.setattr("graphmem.memory.replicating.BLOCK", 30)
    original, stopped = replica(whole), True
    for after in count(1):
        with opened() as there:
            store = there._engine.store
            with monkeypatch.context() as patch:
                patch.setattr(store, method, failing(getattr(store, method), after))
                try:
                    whole.copy(there.of("ada"))
                    stopped = False
                except ZeroDivisionError:
                    pass
            whole.copy(there.of("ada"))

            assert replica(there.of("ada")) == original
        if not stopped:
            break

    assert after > 5


def failing(method: Callable[..., Any], after: int) -> Callable[..., Any]:
    """The method, until it was called so many times; then it is as if the process had been killed before it."""
    calls = iter(range(after - 1))

    def call(*args: Any, **kwargs: Any) -> Any:
        if next(calls, None) is None:
            raise ZeroDivisionError
        return method(*args, **kwargs)

    return call


def test_vectors_are_made_anew_for_another_embedder(whole: Memory) -> None:
    """The copy has those that its own embedder makes; everything else is the same."""
    with opened(embedder=Letters("other", letters="aeiou")) as there:
        copy = there.of("ada")
        whole.copy(copy)
        here, found = replica(whole), replica(copy)

        assert [{model for _, model, _ in kind} for kind in found["vectors"]] == [{"other"}, {"other"}, set()]
        assert [len(kind) for kind in found["vectors"]] == [len(kind) for kind in here["vectors"]]
        assert found | {"vectors": here["vectors"]} == here


def test_a_namespace_with_messages_of_its_own_takes_in_what_is_new(whole: Memory) -> None:
    """As if it had been told; under ids of its own, and each message once."""
    with opened(extractor=PlainExtractor()) as there, opened(extractor=PlainExtractor()) as told:
        copy = there.of("eva", user_name="Eva")
        for memory in (copy, told.of("eva", user_name="Eva")):
            memory.remember("Ana lives in Rome.", session="s0", at=datetime(2023, 1, 1, tzinfo=UTC))
        told.of("eva").import_(exporting(whole))
        receipt = whole.copy(copy)
        again = whole.copy(copy)

        assert (receipt.new, receipt.same_ids, again.new, again.known) == (TOTAL, False, 0, TOTAL)
        assert copy.entity("me").name == "Eva"
        assert state(copy) == state(told.of("eva"))
        assert not {one.id for one in copy.entities()} & {one.id for one in whole.entities()}


def exporting(memory: Memory) -> Any:
    """An export as a stream."""
    import io

    return io.BytesIO(exported(memory).encode())


def test_two_namespaces_of_one_store_never_share_an_id(whole: Memory) -> None:
    """Copied beside itself, a memory says the same under other ids."""
    memories = Memories(whole._engine)
    copy = memories.of("backup")

    receipt = whole.copy(copy)

    assert not receipt.same_ids
    assert state(copy) == state(whole)
    assert not {one.id for one in copy.entities()} & {one.id for one in whole.entities()}


def test_a_replica_is_copied_beside_itself_under_other_ids(whole: Memory) -> None:
    """The store it stands in has these ids already."""
    with opened() as there:
        whole.copy(there.of("ada"))
        receipt = whole.copy(there.of("again"))

        assert not receipt.same_ids
        assert state(there.of("again")) == state(whole)


def test_the_source_is_left_as_it_is_and_others_are_not_touched(whole: Memory) -> None:
    """Reading makes no namespace, and what stands beside the copy stays."""
    with opened(extractor=PlainExtractor()) as there:
        there.of("bob").remember("I live in Oslo.")
        before, beside = replica(whole), replica(there.of("bob"))
        whole.copy(there.of("ada"))

        assert replica(whole) == before
        assert replica(there.of("bob")) == beside
        assert Memories(whole._engine).namespaces() == ("ada",)
        assert there.namespaces() == ("ada", "bob")


def test_a_memory_that_was_never_told_anything_cannot_be_copied(whole: Memory) -> None:
    """A mistyped name makes nothing, neither here nor there."""
    memories = Memories(whole._engine)

    with opened() as there:
        with pytest.raises(NotFound, match="no namespace 'ad' in .*; there are 'ada'"):
            memories.of("ad").copy(there.of("ad"))
        with pytest.raises(InvalidInput, match="cannot be copied to itself"):
            whole.copy(whole)

        assert (memories.namespaces(), there.namespaces()) == (("ada",), ())


def test_progress_is_told(whole: Memory, monkeypatch: pytest.MonkeyPatch) -> None:
    """After each block, up to the end, of a replica and of another copy."""
    monkeypatch.setattr("graphmem.memory.replicating.BLOCK", 50)
    told: list[tuple[int, int]] = []

    with opened() as there:
        whole.copy(there.of("ada"), progress=lambda done, total: told.append((done, total)))
        whole.copy(Memories(whole._engine).of("again"), progress=lambda done, total: told.append((done, total)))

    assert [done for done, _ in told] == [25, 50, 54, 79, 104, TOTAL, TOTAL]
    assert {total for _, total in told} == {TOTAL}


@given(st.lists(SAID, max_size=12), st.lists(st.integers(0, 11), max_size=3, unique=True))
def test_any_memory_survives(said: list[dict[str, Any]], forgotten: list[int]) -> None:
    """In whatever order it was told, whatever was said and forgotten."""
    with ExitStack() as stack:
        here = stack.enter_context(opened(extractor=PlainExtractor(), embedder=Letters())).of("ada", user_name="Ada")
        copy = stack.enter_context(opened()).of("ada")
        receipts = here.remember_many(said)
        for number in forgotten:
            ids = here._engine.store.message_ids("ada")
            if number < len(receipts) and receipts[number].message.id in ids:
                here.forget(message=receipts[number].message.id)
        here.copy(copy)

        assert unnumbered(replica(copy)) == unnumbered(replica(here))


def unnumbered(found: dict[str, Any]) -> dict[str, Any]:
    """What is equal where messages were forgotten: the numbers in a session close up."""
    from dataclasses import replace

    messages = tuple(replace(one, seq=0) for one in found["messages"])
    evidence = tuple(
        replace(one, statements=tuple(replace(each, seq=0) for each in one.statements)) for one in found["evidence"]
    )
    summaries = [one and replace(one, covers_until=(one.covers_until[0], 0)) for one in found["summaries"]]
    return found | {"messages": messages, "evidence": evidence, "summaries": summaries}

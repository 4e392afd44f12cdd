"""What a process keeps of facts and messages never shows: a recall reads what one would that kept nothing."""

from __future__ import annotations

import os
from collections.abc import Iterable, Sequence
from dataclasses import replace
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from graphmem import Memory
from graphmem.store.protocols import EmbedderMark
from graphmem.store.sqlite import facts as stored_facts
from graphmem.store.sqlite import messages as stored_messages
from graphmem.store.sqlite.scope import Scope, scope
from graphmem.store.sqlite.store import SQLiteStore
from graphmem.store.touching import LATEST
from graphmem.testing import PlainExtractor
from graphmem.types import Document, Fact, Loaded, Message, Reached, Walk
from tests.store.builders import (
    ADA,
    append,
    apply,
    entity,
    fact,
    floats,
    learned,
    message,
    nearest,
    period,
    placed,
    statement,
    tell,
    use,
)

KEYS = ("k1", "k2", "k3")
FACTS = ("f1", "f2")
STEPS = st.lists(
    st.tuples(
        st.booleans(), st.sampled_from(["say", "learn", "state", "name", "reword", "erase", "all"]), st.integers(0, 2)
    ),
    min_size=1,
    max_size=8,
)


def _read(store: SQLiteStore, namespace: str = ADA) -> Loaded:
    ids = [f"m-{key}" for key in KEYS]
    return store.read(namespace, messages=ids, facts=FACTS, places=[("s1", 2), ("s1", 9)], kinds=["Person", "Place"])


def _around(store: SQLiteStore) -> tuple[Reached, ...]:
    return store.neighbourhood(ADA, Walk(("e-ana",), hops=1, as_of=None, each=9, limit=9))


def _done(store: SQLiteStore, step: str, number: int) -> None:
    key, name = KEYS[number], FACTS[number % 2]
    said = store.messages(ADA, [f"m-{key}"])
    match step:
        case "say":
            append(store, message(key=key, minute=number))
        case "state":
            apply(store, facts=(fact(name, sentence=f"number {number}", periods=(period(name),)),))
        case "learn" if said:
            told = statement(said[0])
            generation = max((each.generation for each in store.work(ADA, [said[0].id])), default=0)
            read = learned(said[0].id, generation=generation, names=[use()], statements=[told])
            apply(store, learned=(read,), placed=(placed(told, name),), **_named("e-ana", number))
        case "name":
            apply(store, **_named(("e-ana", "e-ben")[number % 2], number))
        case "reword" if said:
            apply(store, reworded=(replace(said[0], text=f"other {number}", parts=()),))
        case "erase" if said:
            apply(store, cause="forget", erased=(said[0].id,), facts_gone=(name,))
        case "all":
            apply(store, cause="forget", everything=True)


def _named(who: str, number: int) -> dict[str, Any]:
    """One is called Ana, and whoever was before is not any more."""
    other = "e-ben" if who == "e-ana" else "e-ana"
    entities = (entity(who, f"number {number}"), entity(other, "another", keys=[]))
    return {"entities": entities, "entity_of": {"n:ana": who}}


@settings(max_examples=25, deadline=None)
@given(STEPS)
def test_recall_reads_what_one_without_memory_would(steps: Sequence[tuple[bool, str, int]]) -> None:
    """Whichever of two processes wrote, reworded or erased, after each read of both."""
    with TemporaryDirectory() as folder:
        path = Path(folder) / "memory.db"
        stores = SQLiteStore(path), SQLiteStore(path)
        append(stores[0], *(message(key=key, minute=minute) for minute, key in enumerate(KEYS)))
        apply(stores[0], facts=tuple(fact(name, periods=(period(name),)) for name in FACTS))
        for first, step, number in steps:
            _done(stores[first], step, number)
            fresh = SQLiteStore(path)
            expected = _read(fresh), _around(fresh)
            fresh.close()

            assert [(_read(store), _around(store)) for store in stores] == [expected, expected]
        for store in stores:
            store.close()


def test_erased_text_is_kept_no_longer_than_until_the_next_read(two: tuple[SQLiteStore, SQLiteStore]) -> None:
    """Where another process erased it; in one that erases it itself it is gone at once."""
    reader, writer = two
    append(writer, message("my secret"), message("my other secret", key="k2", minute=1))
    for store in two:
        _read(store)
    held = _held(reader)

    apply(writer, cause="forget", erased=("m-k1", "m-k2"))
    at_once = _held(writer)
    _read(reader)

    assert sorted(held) == ["my other secret", "my secret"]
    assert (at_once, _held(reader)) == ([], [])


def test_what_a_change_did_not_touch_is_not_read_again(
    two: tuple[SQLiteStore, SQLiteStore], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Of what another process wrote, only the fact that changed is read; of one that reads anew what was read before, all facts."""
    reader, writer = two
    append(writer, *(message(key=key, minute=minute) for minute, key in enumerate(KEYS)))
    apply(writer, learned=(learned("m-k1", generation=1),), facts=(fact("f1"), fact("f2")))
    _read(reader)
    facts, messages = _reads(monkeypatch)

    apply(writer, facts=(fact("f1", sentence="Ana lives in Porto"),))
    changed = _read(reader).facts["f1"].sentence
    after_one = [*facts]
    apply(writer, learned=(learned("m-k1"),))
    _read(reader)

    assert changed == "Ana lives in Porto"
    assert (after_one, facts, messages) == ([["f1"]], [["f1"], ["f1", "f2"]], [])


def test_what_was_kept_long_ago_is_read_again(
    two: tuple[SQLiteStore, SQLiteStore], monkeypatch: pytest.MonkeyPatch
) -> None:
    """After more changes than are looked through."""
    reader, writer = two
    apply(writer, facts=(fact("f1"), fact("f2")))
    _read(reader)
    facts, _ = _reads(monkeypatch)

    for number in range(LATEST + 1):
        apply(writer, facts=(fact("f1", sentence=f"number {number}"),))
    _read(reader)

    assert facts == [["f1", "f2"]]


def _reads(monkeypatch: pytest.MonkeyPatch) -> tuple[list[list[str]], list[list[str]]]:
    """The ids of the facts and of the messages that are read from now on, a list each time."""
    facts: list[list[str]] = []
    messages: list[list[str]] = []
    read_facts, read_messages = stored_facts.read, stored_messages.by_id

    def reading_facts(here: Scope, ids: Iterable[str]) -> tuple[Fact, ...]:
        facts.append([*ids])
        return read_facts(here, facts[-1])

    def reading_messages(here: Scope, ids: Iterable[str]) -> tuple[Message, ...]:
        messages.append([*ids])
        return read_messages(here, messages[-1])

    monkeypatch.setattr(stored_facts, "read", reading_facts)
    monkeypatch.setattr(stored_messages, "by_id", reading_messages)
    return facts, messages


def test_read_that_began_before_a_change_sees_what_it_began_with(two: tuple[SQLiteStore, SQLiteStore]) -> None:
    """And keeps nothing of it for those that begin later."""
    reader, writer = two
    said = tell(writer)
    with reader._connections.reading() as old:
        before = scope(old, ADA)
        apply(writer, reworded=(replace(said, text="other words", parts=()),))
        later = _texts(_read(reader))
        [as_begun] = reader._nouns.of(before).said.read(before, [said.id], [])

    assert (later, as_begun.text, _texts(_read(reader))) == (["other words"], said.text, ["other words"])


def test_what_is_kept_of_nouns_is_bounded(
    two: tuple[SQLiteStore, SQLiteStore], monkeypatch: pytest.MonkeyPatch
) -> None:
    """The namespace not asked for longest goes; a very long text is not kept at all."""
    reader, writer = two
    monkeypatch.setattr(reader._nouns.keeping, "most", 3000)
    names = ("ada", "bob", "carol", "dora")
    for name in names:
        append(writer, message(f"of {name}"), message("x" * 9000, key="k2", minute=1), namespace=name)

    found = [_texts(_read(reader, name))[0] for name in (*names, *names)]

    assert found == [f"of {name}" for name in (*names, *names)]
    assert 0 < len(_held(reader)) < len(names)


def test_nothing_is_kept_of_nouns_once_the_store_is_closed(path: Path) -> None:
    """Whoever holds on to a closed store holds no words of a memory."""
    store = SQLiteStore(path)
    append(store, message("my secret"))
    store.mark_embedder(EmbedderMark("m", 2))
    apply(store, documents=(Document("message", "m-1", vector=floats(1, 0)),))
    _read(store)
    nearest(store, ADA, ["message"], floats(1, 0), limit=1)

    store.close()

    assert _held(store) == []
    assert not store._vectors._kept


@pytest.mark.filterwarnings("ignore:.*multi-threaded.*fork:DeprecationWarning")
@pytest.mark.skipif(not hasattr(os, "fork"), reason="this system cannot fork")
def test_forked_child_waits_for_no_thread_of_its_parent(path: Path) -> None:
    """One that was changing what is kept is not there to finish."""
    store = SQLiteStore(path)
    append(store, message("lisbon"))
    with store._nouns.keeping._lock, store._vectors._lock:
        child = os.fork()
        if not child:
            nearest(store, ADA, ["message"], floats(1, 0), limit=1)
            os._exit(7 if _texts(_read(store)) == ["lisbon"] else 1)
    status = os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])
    store.close()

    assert status == 7


def test_what_a_caller_does_to_a_recall_does_not_come_back() -> None:
    """Metadata can be changed by whoever is given it."""
    with Memory.open("sqlite:///:memory:", namespace=ADA, extractor=PlainExtractor(), embedder=None) as memory:
        memory.remember("Ana moved to Lisbon.", session="s1", metadata={"from": "chat"})
        first: Message = memory.recall("Lisbon").messages[0]
        assert isinstance(first.metadata, dict)

        first.metadata["from"] = "elsewhere"

        assert memory.recall("Lisbon").messages[0].metadata == {"from": "chat"}


def _texts(loaded: Loaded) -> list[str]:
    return [each.text for each in loaded.messages.values()]


def _held(store: SQLiteStore) -> list[str]:
    """Every text that is kept."""
    return [each.text for kept in store._nouns.keeping.all() for each in kept.said._by_id.values()]

"""What a process keeps of messages, facts and entities of a server never shows: a recall reads what one would that kept nothing."""

from __future__ import annotations

import os
import random
from dataclasses import replace

import pytest

from graphmem.store.neo4j import loading, noun_cache
from graphmem.store.neo4j.noun_cache import Asked, NounCache, Told
from graphmem.store.neo4j.server import Row
from graphmem.store.neo4j.server import Server as Connection
from graphmem.store.neo4j.store import Neo4jStore
from graphmem.store.neo4j.text_cache import TextCache
from graphmem.types import Loaded, Message, Sought
from tests.store.builders import (
    ADA,
    append,
    apply,
    entity,
    fact,
    learned,
    message,
    period,
    placed,
    rich_extraction,
    statement,
    tell,
    untell,
    use,
)

KEYS = ("k1", "k2", "k3")
FACTS = ("f1", "f2")
ENTITIES = ("e-ana", "e-lisbon")
STEPS = ("say", "learn", "state", "name", "gone", "move", "reword", "erase", "all")


def _read(store: Neo4jStore, namespace: str = ADA, kept: NounCache | None = None) -> Loaded:
    """What a recall reads with what is kept, or that kept `kept`."""
    return loading.read(
        store.server,
        store.nouns if kept is None else kept,
        namespace,
        messages=[f"m-{key}" for key in KEYS],
        facts=FACTS,
        entities=ENTITIES,
        places=[("s1", 2), ("s1", 9)],
        kinds=["Person", "Place"],
    )


def _done(store: Neo4jStore, step: str, number: int) -> None:
    key, name = KEYS[number % 3], FACTS[number % 2]
    said = store.messages(ADA, [f"m-{key}"])
    match step:
        case "say":
            append(store, message(key=key, minute=number))
        case "state":
            apply(store, facts=(fact(name, sentence=f"number {number}", periods=(period(name),)),))
        case "name":
            changed = entity(ENTITIES[number % 2], f"number {number}")
            other = entity(ENTITIES[1 - number % 2], "another", keys=[])
            apply(store, entities=(changed, other), entity_of={"n:ana": changed.id})
        case "gone":
            apply(store, facts_gone=(name,))
        case "learn" if said:
            told = statement(said[0])
            generation = max((each.generation for each in store.work(ADA, [said[0].id])), default=0)
            extraction = replace(rich_extraction(said[0].id), extractor="withdrawn" if number % 2 else "by hand")
            read = learned(said[0].id, generation=generation, names=[use()], statements=[told], extraction=extraction)
            apply(store, learned=(read,), placed=(placed(told, name),))
        case "move" if said and store.placed(ADA, [said[0].id]):
            apply(store, placed=(placed(statement(said[0]), name),))
        case "reword" if said:
            apply(store, reworded=(replace(said[0], text=f"other {number}", parts=()),))
        case "erase" if said:
            apply(store, cause="forget", erased=(said[0].id,), facts_gone=(name,))
        case "all":
            apply(store, cause="forget", everything=True)


@pytest.mark.neo4j
@pytest.mark.parametrize("seed", range(2))
def test_recall_reads_what_one_without_memory_would(two: tuple[Neo4jStore, Neo4jStore], seed: int) -> None:
    """Whichever of two processes wrote, moved, reworded or erased, after each read of both."""
    drawn = random.Random(seed)
    append(two[0], *(message(key=key, minute=minute) for minute, key in enumerate(KEYS)))
    apply(two[0], facts=tuple(fact(name, periods=(period(name),)) for name in FACTS), entities=(entity(),))
    for _ in range(20):
        _done(drawn.choice(two), drawn.choice([*STEPS[:6] * 3, *STEPS]), drawn.randrange(6))
        expected = _read(two[0], kept=NounCache())

        assert [_read(store) for store in two] == [expected, expected]


@pytest.mark.neo4j
def test_what_is_kept_is_not_sent_again(two: tuple[Neo4jStore, Neo4jStore], monkeypatch: pytest.MonkeyPatch) -> None:
    """While others write of other things, nothing is; what they touched is, once it is surely written."""
    reader, writer = two
    told = tell(writer)
    for name in ("f8", "f9"):
        apply(writer, facts=(fact(name),))
    before = _read(reader)
    sent = _sent(monkeypatch)

    append(writer, message(key="k9", session="s2", minute=9))
    apply(writer, facts=(fact("f9"),))
    again = _read(reader)
    apply(writer, facts=(replace(again.facts["f1"], sentence="other words"),))
    _read(reader)

    assert again == before
    assert [*again.messages, *again.facts, *again.entities] == [told.id, "f1", *ENTITIES]
    assert sent == [[], ["f1"]]


@pytest.mark.neo4j
def test_forgotten_text_is_kept_no_longer_than_until_the_next_read(two: tuple[Neo4jStore, Neo4jStore]) -> None:
    """Where another process forgot it; in one that forgets it itself it is gone at once, as after closing."""
    reader, writer = two
    said = tell(writer, text="my secret")
    for store in two:
        _read(store)
    held = _held(reader)

    untell(writer, said)
    at_once = _held(writer)
    _read(reader)
    after = _held(reader)
    tell(writer, text="my other secret")
    _read(reader)
    reader.close()

    assert set(held) == {"my secret"}
    assert (at_once, after, _held(reader)) == ([], [], [])


@pytest.mark.neo4j
def test_a_forgotten_name_is_kept_no_longer_than_until_the_next_read(two: tuple[Neo4jStore, Neo4jStore]) -> None:
    """Neither as one that a message mentions nor as one that was asked about."""
    reader, writer = two
    said = tell(writer)
    for store in two:
        _read(store)
        store.ask(ADA, ["n:ana"], lambda _: Sought())
    held = _names(reader)

    untell(writer, said)
    at_once = _names(writer)
    _read(reader)

    assert "Ana" in held
    assert (at_once, _names(reader)) == (set(), set())


def test_whom_keys_named_is_expected_until_it_is_let_go() -> None:
    """Each once and by name; what is told to one who asked before all was let go is not kept."""
    cache = NounCache()
    ana, ben = entity(keys=["n:ana", "n:a"]), entity("e-ben", "Ben", keys=["n:a"])

    nobody = cache.expected(ADA, ["n:ana", "n:a"])
    cache.expect(ADA, ["n:ana", "n:a"], nobody, [ana, ben])
    both = cache.expected(ADA, ["n:a", "n:ana"])
    cache.expect(ADA, ["n:a"], both, [ben])
    later, elsewhere = cache.expected(ADA, ["n:a"]), cache.expected("bob", ["n:a"])
    cache.drop()
    cache.expect(ADA, ["n:a"], later, [ben])

    assert [each.entities for each in (nobody, both, later, elsewhere)] == [(), (ana, ben), (ben,), ()]
    assert cache.expected(ADA, ["n:a"]).entities == ()


def test_whom_keys_named_is_bounded(monkeypatch: pytest.MonkeyPatch) -> None:
    """What is asked about now is expected, whatever went for it."""
    monkeypatch.setattr(noun_cache, "KEYS", 2)
    cache = NounCache()

    for name in ("a", "b", "c", "d"):
        cache.expect(name, ["n:ana"], cache.expected(name, ["n:ana"]), [entity()])

    assert [len(cache.expected(name, ["n:ana"]).entities) for name in ("a", "b", "c", "d")] == [0, 0, 0, 1]


@pytest.mark.neo4j
def test_what_is_kept_of_one_namespace_is_told_of_no_other(two: tuple[Neo4jStore, Neo4jStore]) -> None:
    """Though ids are the same in both, and in one that another process made where there was none."""
    reader, writer = two
    tell(writer, text="of ada")
    ada, nobody = _read(reader), _read(reader, "bob")
    tell(writer, namespace="bob", text="of bob")

    bob = _read(reader, "bob")

    assert nobody == Loaded()
    assert [each.text for each in (*ada.messages.values(), *bob.messages.values())] == ["of ada", "of bob"]
    assert [each.sentence for each in (*ada.facts.values(), *bob.facts.values())] == ["of ada", "of bob"]
    assert _read(reader) == ada


def test_what_is_being_read_while_it_is_forgotten_is_not_kept() -> None:
    """The answer was under way; what was let go meanwhile stays so."""
    cache = NounCache()
    known = cache.known(ADA, _asked("m-k1"))

    cache.drop()
    cache.learn(ADA, known, _told(3, message("my secret")))

    assert cache.known(ADA, _asked("m-k1")).messages == {}


def test_what_is_read_late_is_not_kept_beside_what_is_newer() -> None:
    """Of two threads that read at once, the one that began before a change adds nothing to what the other keeps."""
    cache = NounCache()
    cache.learn(ADA, cache.known(ADA, _asked()), _told(3))
    slow, quick = cache.known(ADA, _asked("m-k1")), cache.known(ADA, _asked())

    cache.learn(ADA, quick, replace(_told(5), fresh=True))
    cache.learn(ADA, slow, replace(_told(4, message()), fresh=True))

    assert cache.known(ADA, _asked("m-k1")).messages == {}
    assert cache.known(ADA, _asked()).since == 4


def test_what_is_kept_of_nouns_of_a_server_is_bounded() -> None:
    """The namespace not asked for longest goes; a very long text is not kept at all, and what was let go takes nothing."""
    cache = NounCache(most=6000)
    for name in ("ada", "bob", "carol"):
        told = _told(3, message(f"of {name}"), message("x" * 9000, key="k2"))
        cache.learn(name, cache.known(name, _asked("m-k1")), replace(told, facts={"f1": fact()}))

    kept = {name: cache.known(name, _asked("m-k1", "m-k2")) for name in ("ada", "bob", "carol")}
    cache.learn("carol", kept["carol"], replace(_told(4), fresh=True, learned=frozenset(["m-k1"]), moved=True))

    assert {name: list(each.messages) for name, each in kept.items()} == {"ada": [], "bob": [], "carol": ["m-k1"]}
    assert [each.size for each in cache._kept.values()] == [0]


@pytest.mark.filterwarnings("ignore:.*multi-threaded.*fork:DeprecationWarning")
@pytest.mark.skipif(not hasattr(os, "fork"), reason="this system cannot fork")
def test_forked_child_keeps_nothing_of_its_parent() -> None:
    """Nor waits for a thread that was changing what is kept, and is not there to finish."""
    nouns, texts = NounCache(), TextCache()
    nouns.learn(ADA, nouns.known(ADA, _asked("m-k1")), _told(3, message()))
    texts.of(ADA, "message", "00ff/0")
    with nouns._lock, texts._lock:
        child = os.fork()
        if not child:
            kept = [*nouns.known(ADA, _asked("m-k1")).messages, *texts.known(ADA, ["message"], [])]
            os._exit(1 if kept else 7)
    status = os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])

    assert list(nouns.known(ADA, _asked("m-k1")).messages) == ["m-k1"]
    assert status == 7


def _asked(*messages: str) -> Asked:
    return Asked(messages, (), (), ())


def _told(version: int, *messages: Message) -> Told:
    """What a server tells who keeps nothing."""
    nothing = frozenset[str]()
    return Told("00ff", version, False, nothing, nothing, False, messages, {}, {}, {}, nothing)


def _held(store: Neo4jStore) -> list[str]:
    """Every text that is kept."""
    kept = store.nouns._kept.values()
    return [
        *(each.text for one in kept for each in one._messages.values()),
        *(each.sentence for one in kept for each in one._facts.values()),
    ]


def _names(store: Neo4jStore) -> set[str]:
    """Every name that is kept beside entities."""
    mentioned = {
        whom.name for one in store.nouns._kept.values() for each in one._mentions._of.values() for whom in each
    }
    return mentioned | {one.name for named in store.nouns._named.values() for each in named.values() for one in each}


def _sent(monkeypatch: pytest.MonkeyPatch) -> list[list[str]]:
    """The ids of what each read is sent from now on."""
    sent: list[list[str]] = []
    read = Connection.read

    def told(self: Connection, name: str, /, **values: object) -> list[Row]:
        rows = read(self, name, **values)
        if name == "read/recalled":
            sent.append([each[0] for row in rows for kind in ("messages", "facts", "entities") for each in row[kind]])
        return rows

    monkeypatch.setattr(Connection, "read", told)
    return sent

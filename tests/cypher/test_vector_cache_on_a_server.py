"""What a process keeps of the vectors on a server never shows: a search finds what the embedded store does."""

from __future__ import annotations

import os
import random
from collections.abc import Iterator, Sequence
from dataclasses import replace

import pytest
from neo4j import Driver

from graphmem.store import EmbedderMark, Store, open_store
from graphmem.store.matrices import STORED, unit
from graphmem.store.neo4j import schema, searching
from graphmem.store.neo4j.server import Row
from graphmem.store.neo4j.server import Server as Connection
from graphmem.store.neo4j.store import Neo4jStore
from graphmem.store.neo4j.vector_cache import Told, VectorCache
from graphmem.types import Document, Indexed
from tests.cypher.neo4j_server import Server, empty
from tests.store.builders import (
    ADA,
    append,
    apply,
    document,
    fact,
    floats,
    message,
    nearest,
)

KINDS: tuple[Indexed, ...] = ("message", "fact")
OLD, NEW = EmbedderMark("old", 2), EmbedderMark("new", 3)
STEPS = ("say", "state", "state", "embed", "list", "zero", "gone", "reword", "erase", "prepare", "anew", "use", "all")


@pytest.fixture
def embedded() -> Iterator[Store]:
    """The embedded store, in memory."""
    store = open_store("sqlite:///:memory:")
    yield store
    store.close()


def _near(store: Store, limit: int = 9) -> list[list[tuple[object, ...]]]:
    """Id, place and cosine of the nearest, in as many decimals as a server counts exactly."""
    mark = store.embedder()
    question = floats(3, 4) if mark is None or mark.dimension == 2 else floats(3, 4, 0)
    found = nearest(store, ADA, KINDS, question, limit=limit)
    return [[(each.id, each.session, each.seq, round(each.score, 3)) for each in found[kind]] for kind in KINDS]


def _done(store: Store, step: str, number: int) -> None:
    used = store.embedder()
    assert used is not None
    vector = (number % 7 + 1, 1 + number % 3, *([2] * (used.dimension - 2)))
    _of_facts(store, step, f"f{number % 5}", vector)
    _of_messages(store, step, f"k{number % 4}", vector)
    _of_models(store, step, used, store.next_embedder())


def _of_facts(store: Store, step: str, name: str, vector: Sequence[float]) -> None:
    match step:
        case "state":
            apply(store, documents=(document(name, f"of {vector}", kind="fact", vector=vector),), facts=(fact(name),))
        case "list":
            apply(store, documents=(document(name, "other words", kind="fact"),), facts=(fact(name),))
        case "embed":
            _embed(store, Document("fact", name, vector=floats(*vector)))
        case "zero":
            _embed(store, Document("fact", name, vector=floats(*([0] * len(vector)))))
        case "gone":
            apply(store, facts_gone=(name,))


def _of_messages(store: Store, step: str, key: str, vector: Sequence[float]) -> None:
    said = message(key=key)
    match step, store.messages(ADA, [said.id]):
        case "say", ():
            entry = said, document(said.id, said.text, vector=vector)
            store.append(ADA, [entry], followers=0, lease_until=None)
        case "reword", [there]:
            new = document(said.id, f"of {vector}", vector=vector if vector[0] > 3 else None)
            apply(store, reworded=(replace(there, text=f"of {vector}", parts=()),), documents=(new,))
        case "erase", [there]:
            apply(store, cause="forget", erased=(there.id,))
        case "all", _:
            apply(store, cause="forget", everything=True)


def _of_models(store: Store, step: str, used: EmbedderMark, coming: EmbedderMark | None) -> None:
    match step:
        case "prepare":
            store.prepare_embedder(NEW if used == OLD else OLD)
        case "anew" if coming:
            for kind in KINDS:
                lacking = store.unembedded(ADA, kind, coming.model)
                numbers = floats(*range(1, coming.dimension + 1))
                _embed(store, *(Document(kind, id, vector=numbers, model=coming.model) for id in lacking))
        case "use" if coming:
            store.use_embedder(coming)


def _embed(store: Store, *documents: Document) -> None:
    store.embed(ADA, documents, expected_version=store.version(ADA))


@pytest.mark.neo4j
@pytest.mark.parametrize(("seed", "block"), [(0, 2000), (2, 2)])
def test_search_finds_what_the_embedded_store_does(
    two: tuple[Neo4jStore, Neo4jStore], embedded: Store, monkeypatch: pytest.MonkeyPatch, seed: int, block: int
) -> None:
    """Whichever of two processes wrote, replaced, removed or embedded anew, after each search of both; also while some are lacking."""
    monkeypatch.setattr(searching, "BLOCK", block)
    drawn = random.Random(seed)
    for store in (two[0], embedded):
        store.mark_embedder(OLD)
    for _ in range(20):
        step, number, writer = drawn.choice(STEPS), drawn.randrange(20), drawn.choice(two)
        for store in (writer, embedded):
            _done(store, step, number)
        for store in two:
            store.embedders.read()
        expected = _near(embedded)

        assert [_near(store) for store in two] == [expected, expected], step


@pytest.mark.neo4j
def test_what_came_since_is_read_alone(two: tuple[Neo4jStore, Neo4jStore], monkeypatch: pytest.MonkeyPatch) -> None:
    """New ones once, one that was replaced again, and nothing while nothing came; what went is not sent."""
    reader, writer = two
    writer.mark_embedder(OLD)
    told = _told_ids(monkeypatch)

    for name, text in (("f1", "ana"), ("f2", "ana"), ("f1", "lisbon")):
        apply(writer, documents=(document(name, text, kind="fact", vector=(1, 0)),))
        _near(reader)
        _near(reader)
    apply(writer, facts_gone=("f2",))
    near = _near(reader)

    assert told == [[], ["f1"], [], [], [], ["f2"], [], [], [], ["f1"], [], [], [], []]
    assert [each[0] for each in near[1]] == ["f1"]


@pytest.mark.neo4j
def test_many_vectors_are_read_a_block_with_each_search(
    two: tuple[Neo4jStore, Neo4jStore], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Until all are here the server is asked for the nearest too, so that one search never waits for all."""
    reader, writer = two
    writer.mark_embedder(OLD)
    apply(writer, documents=tuple(document(f"f{each}", "ana", kind="fact", vector=(1, each)) for each in range(5)))
    monkeypatch.setattr(searching, "BLOCK", 2)
    sent: list[str] = []
    reader.server.sent = sent.append

    found = [_near(reader) for _ in range(4)]

    assert sent.count("read/asked") == 4
    assert sent.count("read/nearest") == 2
    assert found == [found[0]] * 4
    assert len(found[0][1]) == 5


@pytest.mark.neo4j
def test_more_vectors_than_may_be_kept_are_left_to_the_server(
    two: tuple[Neo4jStore, Neo4jStore], monkeypatch: pytest.MonkeyPatch
) -> None:
    """None of them is sent."""
    reader, writer = two
    writer.mark_embedder(OLD)
    apply(writer, documents=tuple(document(f"f{each}", "ana", kind="fact", vector=(1, each)) for each in range(5)))
    monkeypatch.setattr(searching, "KEPT_BYTES", 5 * 2 * 4 - 1)
    told = _told_ids(monkeypatch)

    found = [_near(reader) for _ in range(2)]

    assert [len(near[1]) for near in found] == [5, 5]
    assert told == [[], [], [], []]


@pytest.mark.neo4j
@pytest.mark.parametrize("unpacked", [2, 100])
def test_vectors_of_an_older_graphmem_are_found(
    server: Server, driver: Driver, embedded: Store, monkeypatch: pytest.MonkeyPatch, unpacked: int
) -> None:
    """Opening the database numbers them; they are sent a number at a time, few with each search, beside those that came since."""
    monkeypatch.setattr(searching, "UNPACKED", unpacked)
    empty(server)
    before = open_store(server.url)
    for store in (before, embedded):
        store.mark_embedder(OLD)
        append(store, message())
        vectors = ((1, 2), (0, 0), (2, 1), (3, 3))
        apply(
            store,
            documents=tuple(document(f"f{at}", "ana", kind="fact", vector=vector) for at, vector in enumerate(vectors)),
        )
    before.close()
    driver.execute_query(
        "MATCH (n:Namespace) MATCH (d:Document) MATCH (g:Graphmem) REMOVE n.fact_vectored, n.fact_before, d.vectored, d.packed_a "
        "SET g.schema = 4"
    )

    after = open_store(server.url)
    found = [_near(after) for _ in range(5)]
    for store in (after, embedded):
        apply(
            store,
            documents=(
                document("f9", "ana", kind="fact", vector=(1, 1)),
                document("f2", "bo", kind="fact", vector=(5, 0)),
            ),
        )
    found_then, expected_then = _near(after), _near(embedded)
    after.close()

    assert schema.SCHEMA > 4
    assert found == [found[0]] * 5
    assert [each[0] for each in found[0][1]] == ["f3", "f0", "f2", "f1"]
    assert found_then == expected_then


def test_newest_write_that_is_seen_in_part_is_read_again() -> None:
    """A server shows its changes piece by piece; what was written before is surely there."""
    cache = VectorCache()

    in_part = _found(cache, _told((1, "a"), (3, "c"), last=4, before=2))
    lasting = cache.known(ADA, ["fact"])["fact"]
    whole = _found(cache, _told((3, "c"), (4, "d"), last=4, before=2, since=2))
    known = cache.known(ADA, ["fact"])["fact"]

    assert (in_part, whole) == (["a", "c"], ["a", "c", "d"])
    assert lasting == {"mark": "00ff/a/old", "last": 2, "removed": 0}
    assert known == {"mark": "00ff/a/old", "last": 4, "removed": 0}


def test_what_is_told_late_does_not_undo_what_is_newer() -> None:
    """Of two threads that asked at once, the one whose answer is older brings back neither what went nor what was replaced."""
    cache = VectorCache()
    _found(cache, _told((1, "a"), (2, "b"), last=2, before=0))

    newer = _found(cache, _told((4, "a"), last=4, before=3, since=2, removed=1, gone=[3, 2]))
    late = _found(cache, _told((3, "c"), last=3, before=2, since=2))

    assert (newer, late) == (["a"], ["a"])


def test_more_removals_than_are_told_let_all_be_read_again() -> None:
    """Which went is not known any more."""
    cache = VectorCache()
    _found(cache, _told((1, "a"), (2, "b"), (3, "c"), last=3, before=0))

    lacking = _found(cache, _told(last=3, before=0, since=3, removed=5, gone=[2, 3]))
    nothing = cache.known(ADA, ["fact"])
    again = _found(cache, _told((1, "a"), last=3, before=0, removed=5, gone=[2, 3]))

    assert (lacking, nothing, again) == (None, {}, ["a"])


def test_rows_of_what_went_are_moved_together() -> None:
    """A document has its row, whoever went and came before it."""
    cache = VectorCache()
    _found(cache, _told(*[(number, f"x{number:03}") for number in range(300)], last=299, before=-1))

    for first in range(0, 280, 40):
        gone = list(range(first, first + 40))
        found = _found(cache, _told(last=299, before=-1, since=299, removed=first + 40, gone=gone), limit=999)
        assert found == [f"x{number:03}" for number in range(first + 40, 300)]
    found = _found(cache, _told((300, "x299"), (301, "new"), last=301, before=299, since=299, removed=280), limit=999)

    assert found == ["new", *(f"x{number:03}" for number in range(280, 300))]
    assert cache._kept[ADA, "fact"].size < 300 * 2 * 4


def test_vectors_that_are_kept_are_bounded() -> None:
    """What was not asked for longest goes first."""
    cache = VectorCache(most=0)
    for namespace in ("ada", "bob"):
        cache.nearest(namespace, "fact", _told((1, "a"), last=1, before=0), unit(floats(1, 0)), 9)

    assert cache.known("ada", ["fact"]) == {}
    assert cache.known("bob", ["fact"]) != {}


@pytest.mark.filterwarnings("ignore:.*multi-threaded.*fork:DeprecationWarning")
@pytest.mark.skipif(not hasattr(os, "fork"), reason="this system cannot fork")
def test_forked_child_keeps_no_vectors_of_its_parent() -> None:
    """Nor waits for a thread that was changing what is kept, and is not there to finish."""
    cache = VectorCache()
    _found(cache, _told((1, "a"), last=1, before=0))
    with cache._lock:
        child = os.fork()
        if not child:
            os._exit(1 if cache.known(ADA, ["fact"]) else 7)
    status = os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])

    assert cache.known(ADA, ["fact"]) != {}
    assert status == 7


def _told(
    *came: tuple[int, str], last: int, before: int, since: int = -1, removed: int = 0, gone: list[int] | None = None
) -> Told:
    """All that a server tells after a number, each pointing east."""
    vector = floats(1, 0).astype(STORED).tobytes()
    told = None if gone is None and since >= 0 else frozenset(gone or [])
    rows = [(number, id, vector, "", 0) for number, id in came]
    return Told("00ff/a/old", 2, since, last, last, before, removed, told, rows)


def _found(cache: VectorCache, told: Told, limit: int = 9) -> list[str] | None:
    near = cache.nearest(ADA, "fact", told, unit(floats(1, 0)), limit)
    return None if near is None else list(near.ids)


def _told_ids(monkeypatch: pytest.MonkeyPatch) -> list[list[str]]:
    """The ids of the vectors that are sent, a list for each kind and search."""
    told: list[list[str]] = []
    read = Connection.read

    def telling(self: Connection, name: str, /, **values: object) -> list[Row]:
        rows = read(self, name, **values)
        if name == "read/asked":
            told.extend(each["vectors"][9] for row in rows for each in row["searched"])
        return rows

    monkeypatch.setattr(Connection, "read", telling)
    return told

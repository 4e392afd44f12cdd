"""Vectors: nearest by cosine, exactly, of one model."""

from __future__ import annotations

import numpy as np
import pytest

from graphmem.errors import ConfigError, InvalidInput
from graphmem.store import EmbedderMark, Store
from graphmem.store.sqlite import vectors
from graphmem.store.sqlite.store import SQLiteStore
from graphmem.types import Document, Indexed, Near
from tests.store.builders import (
    ADA,
    append,
    apply,
    document,
    floats,
    message,
    nearest,
)

TWO = EmbedderMark("by-hand", 2)


def _add(store: Store, namespace: str = ADA, **vectors: tuple[float, ...]) -> None:
    apply(
        store,
        namespace=namespace,
        documents=tuple(Document("fact", id, vector=floats(*vector)) for id, vector in vectors.items()),
    )


def _near(store: Store, *vector: float, limit: int = 9, namespace: str = ADA) -> list[str]:
    return [near.id for near in nearest(store, namespace, ["fact"], floats(*vector), limit=limit)["fact"]]


def test_nearest_are_ordered_by_cosine(store: Store) -> None:
    """The angle counts, not the length; opposite is -1."""
    store.mark_embedder(TWO)
    _add(store, east=(9, 0), north=(0, 0.1), west=(-1, 0), northeast=(1, 1))

    found = nearest(store, ADA, ["fact"], floats(2, 0), limit=9)["fact"]

    assert [near.id for near in found] == ["east", "northeast", "north", "west"]
    assert [near.score for near in found] == pytest.approx([1, 0.5**0.5, 0, -1], abs=1e-6)
    assert _near(store, 1, 0, limit=2) == ["east", "northeast"]
    assert _near(store, 1, 0, limit=0) == []


def test_equal_vectors_come_by_id(store: Store) -> None:
    """Also where the limit cuts between them."""
    _equal_vectors_come_by_id(store, 33, TWO.dimension)


@pytest.mark.parametrize(("count", "dimension"), [(7, 8), (33, 100), (101, 256), (1001, 384)])
def test_equal_vectors_in_a_matrix_come_by_id(on_disk: Store, count: int, dimension: int) -> None:
    """Though float32 sums differ by the place in the matrix that the embedded store keeps."""
    _equal_vectors_come_by_id(on_disk, count, dimension)


def _equal_vectors_come_by_id(store: Store, count: int, dimension: int) -> None:
    store.mark_embedder(EmbedderMark("by-hand", dimension))
    random = np.random.default_rng(1)
    vector, question = random.normal(size=(2, dimension)).astype(np.float32)
    ids = [f"d{number:04}" for number in range(count)]
    apply(store, documents=tuple(Document("fact", id, vector=vector) for id in reversed(ids)))

    found = nearest(store, ADA, ["fact"], question, limit=5)["fact"]

    assert [near.id for near in found] == ids[:5]
    assert len({near.score for near in found}) == 1


def test_vector_of_zeros_is_near_to_nothing(store: Store) -> None:
    """An empty text has no direction; it divides nothing by zero."""
    store.mark_embedder(TWO)
    _add(store, nothing=(0, 0), east=(1, 0))

    assert nearest(store, ADA, ["fact"], floats(1, 0), limit=9)["fact"] == (Near("east", 1.0), Near("nothing", 0.0))
    assert {near.score for near in nearest(store, ADA, ["fact"], floats(0, 0), limit=9)["fact"]} == {0.0}


def test_each_write_is_seen_by_the_next_search(store: Store) -> None:
    """Added, replaced and removed vectors, one by one, and a vector left alone."""
    store.mark_embedder(TWO)
    _add(store, a=(1, 0))
    assert _near(store, 1, 0) == ["a"]

    _add(store, b=(0, 1), c=(1, 1))
    assert _near(store, 1, 0) == ["a", "c", "b"]

    _add(store, a=(-1, 0))
    assert _near(store, 1, 0) == ["c", "b", "a"]

    apply(store, facts_gone=("c",), documents=(document("b", "lisbon", kind="fact"),))
    assert _near(store, 1, 0) == ["b", "a"]

    apply(store, facts_gone=("a", "b"))
    assert _near(store, 1, 0) == []


def test_many_searches_between_writes_agree_with_numpy(store: Store) -> None:
    """The kept matrix, brought up to date after random writes, equals one built anew."""
    random = np.random.default_rng(7)
    store.mark_embedder(EmbedderMark("by-hand", 8))
    model: dict[str, np.ndarray[tuple[int], np.dtype[np.float32]]] = {}
    for _ in range(30):
        added = {f"d{random.integers(60):02}": random.normal(size=8).astype(np.float32) for _ in range(7)}
        gone = [id for id in model if random.random() < 0.1 and id not in added]
        apply(store, facts_gone=tuple(gone), documents=tuple(Document("fact", id, vector=v) for id, v in added.items()))
        model = {id: vector for id, vector in (model | added).items() if id not in gone}
        question = random.normal(size=8).astype(np.float32)

        found = nearest(store, ADA, ["fact"], question, limit=10)["fact"]

        cosines = {id: v @ question / np.linalg.norm(v) / np.linalg.norm(question) for id, v in model.items()}
        best = sorted(cosines, key=cosines.__getitem__, reverse=True)[:10]
        assert [near.id for near in found] == best
        assert [near.score for near in found] == pytest.approx([cosines[id] for id in best], abs=1e-5)


def test_kinds_are_searched_apart(store: Store) -> None:
    """A message's vector is not a fact's."""
    store.mark_embedder(TWO)
    said = message()
    store.append(ADA, [(said, document(said.id, said.text, vector=(1, 0)))], followers=0, lease_until=None)

    assert nearest(store, ADA, ["message"], floats(1, 0), limit=9)["message"] == (Near(said.id, 1.0, "s1", 1),)
    assert nearest(store, ADA, ["fact"], floats(1, 0), limit=9)["fact"] == ()


def test_each_kind_may_have_a_limit_of_its_own(store: Store) -> None:
    """None of a kind whose limit is 0."""
    store.mark_embedder(TWO)
    kinds: tuple[Indexed, ...] = ("message", "fact", "entity")
    for kind in kinds:
        apply(store, documents=tuple(Document(kind, f"{kind}-{n}", vector=floats(1, n)) for n in range(4)))

    found = nearest(store, ADA, kinds, floats(1, 0), limit={"message": 3, "fact": 1, "entity": 0})

    assert {kind: [near.id for near in found[kind]] for kind in kinds} == {
        "message": ["message-0", "message-1", "message-2"],
        "fact": ["fact-0"],
        "entity": [],
    }


def test_embedder_is_marked_once(store: Store) -> None:
    """The same model again changes nothing; another is refused while there are vectors, and named."""
    assert store.embedder() is None
    store.mark_embedder(EmbedderMark("first", 3))
    store.mark_embedder(TWO)
    _add(store, a=(1, 0))
    store.mark_embedder(TWO)

    for other in (EmbedderMark("other", 2), EmbedderMark("by-hand", 3)):
        with pytest.raises(ConfigError, match="by-hand"):
            store.mark_embedder(other)

    assert store.embedder() == TWO


def test_model_may_change_when_no_vector_is_left(store: Store) -> None:
    """The matrix kept for the old model is not used for the new."""
    store.mark_embedder(TWO)
    _add(store, a=(1, 0))
    assert _near(store, 1, 0) == ["a"]
    apply(store, facts_gone=("a",))

    store.mark_embedder(EmbedderMark("longer", 3))
    _add(store, b=(0, 0, 1))

    assert _near(store, 0, 0, 1) == ["b"]


@pytest.mark.parametrize("vector", [(1.0,), (1.0, 2.0, 3.0), (1.0, float("nan")), (float("inf"), 0.0)])
def test_vector_that_does_not_fit_is_refused(store: Store, vector: tuple[float, ...]) -> None:
    """Of another length or not finite: neither stored nor searched with."""
    store.mark_embedder(TWO)
    _add(store, a=(1, 0))

    with pytest.raises(InvalidInput):
        _add(store, b=vector)
    with pytest.raises(InvalidInput):
        _near(store, *vector)

    assert _near(store, 1, 0) == ["a"]


def test_vector_before_its_model_is_refused(store: Store) -> None:
    """The message says what to call; the write it came in is not half done."""
    with pytest.raises(InvalidInput, match="mark_embedder"):
        _add(store, a=(1, 0))

    assert store.version(ADA) == 0


def test_search_without_vectors_finds_nothing(store: Store) -> None:
    """A store without an embedder works."""
    append(store, message())

    assert nearest(store, ADA, ["message"], floats(1, 0), limit=9)["message"] == ()


def test_matrices_kept_in_memory_are_bounded(on_disk: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    """The one not used for longest goes, and is read again when it is asked for."""
    monkeypatch.setattr(vectors, "_KEPT_BYTES", 20)
    on_disk.mark_embedder(EmbedderMark("by-hand", 2))
    names = ("ada", "bob", "carol")
    for name in names:
        apply(on_disk, namespace=name, documents=(Document("fact", name, vector=floats(1, 0)),))

    found = [nearest(on_disk, name, ["fact"], floats(1, 0), limit=9)["fact"] for name in (*names, *names)]

    assert found == [(Near(name, 1.0),) for name in (*names, *names)]
    assert isinstance(on_disk, SQLiteStore)
    assert len(on_disk._vectors._kept) == 2

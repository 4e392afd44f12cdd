"""Vectors of two models: the next one's are made beside those in use, and the two never meet."""

from __future__ import annotations

from pathlib import Path

import pytest

from graphmem.errors import ConfigError, InvalidInput, StaleRead
from graphmem.store import EmbedderMark, Store, open_store
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

OLD = EmbedderMark("old", 2)
NEW = EmbedderMark("new", 3)
THIRD = EmbedderMark("third", 2)


def _vector(id: str, *numbers: float, model: str | None = None, kind: Indexed = "fact") -> Document:
    return Document(kind, id, vector=floats(*numbers), model=model)


def _told(store: Store, *ids: str, namespace: str = ADA) -> None:
    """Facts with vectors of the old model."""
    store.mark_embedder(OLD)
    entries = [document(id, "lisbon", kind="fact", vector=(1, place)) for place, id in enumerate(ids)]
    apply(store, namespace=namespace, documents=tuple(entries))


def _embed(store: Store, *documents: Document, namespace: str = ADA) -> None:
    store.embed(namespace, documents, expected_version=store.version(namespace))


def _near(store: Store, *vector: float, model: str | None = None, namespace: str = ADA) -> list[str]:
    return [near.id for near in nearest(store, namespace, ["fact"], floats(*vector), limit=9, model=model)["fact"]]


def test_next_model_is_prepared_beside_the_one_in_use(store: Store) -> None:
    """Which goes on to serve; preparing again changes nothing."""
    _told(store, "a")

    store.prepare_embedder(NEW)
    store.prepare_embedder(NEW)

    assert (store.embedder(), store.next_embedder()) == (OLD, NEW)
    assert _near(store, 1, 0) == ["a"]


def test_first_model_is_used_at_once(store: Store) -> None:
    """There is nothing to compare with."""
    store.prepare_embedder(OLD)

    assert (store.embedder(), store.next_embedder()) == (OLD, None)
    assert store.use_embedder(OLD)


def test_preparing_the_model_in_use_changes_nothing(store: Store) -> None:
    """Another that is being made stays."""
    _told(store, "a")
    store.prepare_embedder(NEW)

    store.prepare_embedder(OLD)

    assert (store.embedder(), store.next_embedder()) == (OLD, NEW)


def test_documents_without_a_vector_are_told(store: Store) -> None:
    """Of one kind and model, by id; of a model never seen, all of them."""
    _told(store, "b", "a")
    apply(store, documents=(document("c", "porto", kind="fact"),))
    append(store, message("lisbon"))
    store.prepare_embedder(NEW)
    _embed(store, _vector("a", 1, 0, 0, model="new"))

    assert store.unembedded(ADA, "fact", "old") == ("c",)
    assert store.unembedded(ADA, "fact", "new") == ("b", "c")
    assert store.unembedded(ADA, "fact", "third") == ("a", "b", "c")
    assert store.unembedded(ADA, "message", "old") == ("m-k1",)
    assert store.unembedded("never", "fact", "old") == ()


def test_made_vectors_serve_from_the_change_on(store: Store) -> None:
    """Before it the old ones do; after it the old ones are gone, and a vector of theirs is near to nothing."""
    _told(store, "a", "b")
    store.prepare_embedder(NEW)
    _embed(store, _vector("a", 0, 1, 0, model="new"), _vector("b", 0, 0, 1, model="new"))
    assert _near(store, 1, 0, model="old") == ["a", "b"]
    assert _near(store, 1, 0, 0, model="new") == []

    assert store.use_embedder(NEW)

    assert (store.embedder(), store.next_embedder()) == (NEW, None)
    assert nearest(store, ADA, ["fact"], floats(0, 0, 1), limit=1, model="new")["fact"] == (Near("b", 1.0),)
    assert _near(store, 1, 0, model="old") == []
    assert store.unembedded(ADA, "fact", "old") == ("a", "b")


def test_change_waits_until_nothing_is_missing(store: Store) -> None:
    """In any namespace; what had no vector before needs none."""
    _told(store, "a")
    _told(store, "b", namespace="bob")
    apply(store, documents=(document("c", "porto", kind="fact"),))
    store.prepare_embedder(NEW)
    _embed(store, _vector("a", 0, 1, 0, model="new"))
    assert not store.use_embedder(NEW)
    assert store.embedder() == OLD

    _embed(store, _vector("b", 0, 1, 0, model="new"), namespace="bob")

    assert store.use_embedder(NEW)
    assert _near(store, 0, 1, 0) == ["a"]
    assert _near(store, 0, 1, 0, namespace="bob") == ["b"]


def test_model_that_was_not_prepared_cannot_be_used(store: Store) -> None:
    """It would be a store without vectors."""
    _told(store, "a")

    with pytest.raises(ConfigError, match="reembed"):
        store.use_embedder(NEW)


def test_third_model_takes_the_place_of_the_second(store: Store) -> None:
    """Whose vectors go, and do not come back; those in use stay."""
    _told(store, "a")
    store.prepare_embedder(NEW)
    _embed(store, _vector("a", 1, 0, 0, model="new"))

    store.prepare_embedder(THIRD)

    assert (store.embedder(), store.next_embedder()) == (OLD, THIRD)
    assert store.unembedded(ADA, "fact", "third") == ("a",)
    _embed(store, _vector("a", 0, 1, model="third"))
    assert store.use_embedder(THIRD)
    assert _near(store, 0, 1, model="third") == ["a"]
    store.prepare_embedder(NEW)
    assert store.unembedded(ADA, "fact", "new") == ("a",)


def test_models_follow_one_another(store: Store) -> None:
    """Back and forth, also with equal dimensions: a kept matrix is never of another model."""
    _told(store, "a", "b")

    for number, mark in enumerate([THIRD, OLD, THIRD, NEW, OLD]):
        store.prepare_embedder(mark)
        rest = [0.0] * (mark.dimension - 2)
        first, second = ((1, 0), (0, 1)) if number % 2 else ((0, 1), (1, 0))
        _embed(store, _vector("a", *first, *rest, model=mark.model), _vector("b", *second, *rest, model=mark.model))
        assert store.use_embedder(mark)

        assert _near(store, 1, 0, *rest, model=mark.model) == (["a", "b"] if number % 2 else ["b", "a"])


def test_vector_goes_where_its_model_is(store: Store) -> None:
    """A process that has the next model already writes with it; one of an old model, changed meanwhile, writes none."""
    _told(store, "a")
    store.prepare_embedder(NEW)

    apply(
        store,
        documents=(
            _vector("a", 0, 1, 0, model="new"),
            document("b", "porto", kind="fact"),
            _vector("b", 5, 5, 5, 5, model="somebody's"),
        ),
    )

    assert _near(store, 1, 0) == ["a"]
    assert store.use_embedder(NEW)
    assert _near(store, 0, 1, 0) == ["a"]


def test_new_text_takes_away_what_another_model_made_of_the_old(store: Store) -> None:
    """Its vector would be of a text that is gone."""
    _told(store, "a")
    store.prepare_embedder(NEW)
    _embed(store, _vector("a", 1, 0, 0, model="new"))

    apply(store, documents=(document("a", "porto", kind="fact", vector=(0, 1)),))

    assert store.unembedded(ADA, "fact", "new") == ("a",)
    assert store.unembedded(ADA, "fact", "old") == ()


def test_what_is_gone_is_not_embedded(store: Store) -> None:
    """What was erased meanwhile does not come back as a vector, and what was made of it goes."""
    _told(store, "a", "b")
    store.prepare_embedder(NEW)
    _embed(store, _vector("b", 1, 0, 0, model="new"))
    apply(store, facts_gone=("a", "b"))

    _embed(store, _vector("a", 1, 0, 0, model="new"))

    assert store.use_embedder(NEW)
    assert _near(store, 1, 0, 0) == []


def test_vectors_of_texts_that_may_have_changed_are_refused(store: Store) -> None:
    """The version moved since they were read; embedding itself moves nothing."""
    _told(store, "a")
    store.prepare_embedder(NEW)
    version = store.version(ADA)
    store.embed(ADA, [_vector("a", 1, 0, 0, model="new")], expected_version=version)
    apply(store, documents=(document("b", "porto", kind="fact"),))

    with pytest.raises(StaleRead):
        store.embed(ADA, [_vector("a", 0, 0, 1, model="new")], expected_version=version)

    assert store.version(ADA) == version + 1
    assert len(store.journal(ADA, limit=9)) == version + 1


@pytest.mark.parametrize("vector", [(1.0, 0.0), (1.0, 0.0, 0.0, 0.0), (1.0, float("nan"), 0.0)])
def test_vector_that_does_not_fit_its_model_is_refused(store: Store, vector: tuple[float, ...]) -> None:
    """Dimensions are never mixed."""
    _told(store, "a")
    store.prepare_embedder(NEW)

    with pytest.raises(InvalidInput):
        _embed(store, _vector("a", *vector, model="new"))

    assert store.unembedded(ADA, "fact", "new") == ("a",)


def test_other_processes_notice_the_change(path: Path) -> None:
    """Another store over the same file searches the new vectors, and offers nothing to the old model."""
    first, second = open_store(f"sqlite:///{path}"), open_store(f"sqlite:///{path}")
    _told(first, "a", "b")
    assert _near(second, 1, 0, model="old") == ["a", "b"]

    first.prepare_embedder(THIRD)
    _embed(first, _vector("a", 0, 1, model="third"), _vector("b", 1, 0, model="third"))
    first.use_embedder(THIRD)

    assert _near(second, 1, 0, model="third") == ["b", "a"]
    assert _near(second, 1, 0, model="old") == []
    first.close()
    second.close()

"""What carries a memory to another store: its secret, where statements belong, and vectors as they are."""

from __future__ import annotations

import numpy as np

from graphmem.store import EmbedderMark, Store
from graphmem.types import Document
from tests.store.builders import ADA, append, apply, document, fact, floats, learned, message, placed, statement

SECRET = bytes(range(32))


def test_a_new_namespace_takes_over_a_secret(store: Store) -> None:
    """So that it makes the ids of another store."""
    assert store.adopt(ADA, SECRET)
    assert store.salt(ADA) == SECRET
    assert store.namespaces() == (ADA,)


def test_a_namespace_that_was_only_asked_about_is_new(store: Store) -> None:
    """Nothing was made with its secret."""
    store.salt(ADA)

    assert store.adopt(ADA, SECRET)
    assert store.salt(ADA) == SECRET


def test_a_namespace_keeps_the_secret_it_has_used(store: Store) -> None:
    """By a message or by a change; and what is its own already is no change."""
    append(store, message())
    apply(store, namespace="bob")
    secrets = store.salt(ADA), store.salt("bob")

    assert not store.adopt(ADA, SECRET)
    assert not store.adopt("bob", SECRET)
    assert (store.salt(ADA), store.salt("bob")) == secrets
    assert store.adopt(ADA, secrets[0])


def test_where_statements_belong_is_told_by_message_and_number(store: Store) -> None:
    """Of the messages asked for, in their own namespace; what belongs nowhere yet is left out."""
    first, second = (one.message for one in append(store, message(key="a"), message(key="b")))
    said = [statement(second, 1), statement(second, 0), statement(first), statement(first, 1)]
    places = [placed(each, "f1", "slot") for each in said[:3]]
    apply(
        store,
        learned=[
            learned("m-a", generation=1, statements=said[2:]),
            learned("m-b", generation=1, statements=said[:2]),
        ],
        facts=[fact("f1", slot="slot")],
        placed=places,
    )

    assert store.placed(ADA, ["m-b", "m-a", "m-b", "m-none"]) == (places[2], places[1], places[0])
    assert store.placed(ADA, ["m-b"]) == (places[1], places[0])
    assert store.placed("bob", ["m-a"]) == store.placed(ADA, []) == ()


def test_vectors_are_told_as_they_are(store: Store) -> None:
    """With their model, to the last bit, zeros too; those of other kinds, namespaces and models are not."""
    store.mark_embedder(EmbedderMark("first", 3))
    third = float(np.float32(1) / np.float32(3))
    append(store, message(key="a"), message(key="b"), message(key="c"))
    facts = [document("m-a", "ana", kind="fact", vector=[0, 1, 0])]
    vectors = [
        Document("message", "m-b", vector=floats(0, 0, 0)),
        Document("message", "m-a", vector=floats(third, 0.1, -2.5)),
    ]
    version = apply(store, facts=[fact("m-a")], documents=facts).version
    store.embed(ADA, vectors, expected_version=version)

    found = store.embedded(ADA, "message", ["m-c", "m-b", "m-a", "m-b"])

    assert [(one.kind, one.id, one.model, one.terms) for one in found] == [
        ("message", "m-a", "first", None),
        ("message", "m-b", "first", None),
    ]
    assert [one.vector.tolist() for one in found if one.vector is not None] == [
        [third, float(np.float32(0.1)), -2.5],
        [0, 0, 0],
    ]
    assert all(one.vector is not None and one.vector.dtype == np.float32 for one in found)
    assert store.embedded("bob", "message", ["m-a"]) == store.embedded(ADA, "entity", ["m-a"]) == ()


def test_vectors_of_the_next_model_are_not_told(store: Store) -> None:
    """They come with the model that is in use."""
    append(store, message(key="a"))
    assert store.embedded(ADA, "message", ["m-a"]) == ()
    store.mark_embedder(EmbedderMark("first", 2))
    store.prepare_embedder(EmbedderMark("second", 2))
    store.embed(ADA, [Document("message", "m-a", vector=floats(1, 0), model="second")], expected_version=0)

    assert store.embedded(ADA, "message", ["m-a"]) == ()

"""Other words in the place of a message's: it stands where it stood, and nothing of the old ones is found."""

from __future__ import annotations

from dataclasses import replace

import pytest

from graphmem.errors import StaleRead
from graphmem.store import EmbedderMark, Store
from graphmem.types import Document, Filter, JsonPart, Message, TextPart, Work
from tests.store.builders import (
    ADA,
    append,
    apply,
    at,
    document,
    floats,
    learned,
    message,
    nearest,
    postings,
    tell,
)


def _saying(said: Message, text: str) -> Message:
    return replace(said, text=text, parts=(TextPart(text),))


def test_who_said_it_and_what_stands_beside_it_are_reworded_too(store: Store) -> None:
    """Also where messages are narrowed by who speaks in them."""
    [stored] = append(store, message("Ana moved.", speaker="Ana", metadata={"by": "Ana"}))

    after = replace(stored.message, speaker="[forgotten]", metadata={"by": "[forgotten]"})
    apply(store, cause="forget", reworded=(after,))

    assert store.messages(ADA, [after.id]) == (after,)
    for voice, found in (("ana", 0), ("[forgotten]", 1)):
        only = Filter(speakers=frozenset([voice]))
        assert len(postings(store, ADA, ["message"], ["moved."], cap=9, only=only)["message"].rows) == found


def test_a_reworded_message_is_the_same_message(store: Store) -> None:
    """Everything but its words and parts stays, whatever the parts are."""
    said = append(store, message(minute=1, speaker="Bo", metadata={"a": "b"}), message(key="k2", minute=1))[0].message
    told = replace(said, text='{"a": 1}', parts=(JsonPart('{"a": 1}'),))

    apply(store, cause="edit", reworded=(told,))

    assert store.messages(ADA, [said.id]) == (told,)
    assert store.message_ids(ADA) == ("m-k1", "m-k2")
    apply(store, cause="edit", reworded=(said,))
    assert store.messages(ADA, [said.id]) == (said,)


def test_a_reworded_message_is_found_by_its_new_words_only(store: Store) -> None:
    """The statistics are those of what is said now."""
    said = append(store, message("Ana moved"))[0].message

    apply(
        store, cause="edit", reworded=(_saying(said, "Bo stays here"),), documents=(document(said.id, "Bo stays here"),)
    )

    found = postings(store, ADA, ["message"], ["ana", "bo"], cap=9)["message"]
    assert (found.documents, found.total_length, dict(found.frequencies).get("ana", 0)) == (1, 3, 0)
    assert [(row.id, row.session, row.seq) for row in found.rows] == [(said.id, "s1", 1)]


@pytest.mark.parametrize("embedded", [True, False])
def test_the_vector_of_the_old_words_goes(store: Store, embedded: bool) -> None:
    """That of the new ones takes its place where there is one."""
    said = tell(store)
    entry = document(said.id, "Bo", vector=(1, 0)) if embedded else document(said.id, "Bo")

    apply(store, cause="edit", reworded=(_saying(said, "Bo"),), documents=(entry,))

    near = nearest(store, ADA, ["message"], floats(1, 0), limit=9)["message"]
    assert [(one.id, round(one.score, 6)) for one in near] == ([(said.id, 1.0)] if embedded else [])


def test_the_vector_of_the_old_words_goes_from_both_models(store: Store) -> None:
    """What a model that is prepared made of them is of no use either."""
    said = tell(store)
    store.prepare_embedder(EmbedderMark("next", 2))
    store.embed(
        ADA, [Document("message", said.id, vector=floats(1, 0), model="next")], expected_version=store.version(ADA)
    )

    apply(store, cause="edit", reworded=(_saying(said, "Bo"),), documents=(document(said.id, "Bo", vector=(1, 0)),))

    assert store.unembedded(ADA, "message", "next") == (said.id,)
    assert store.unembedded(ADA, "message", "by-hand") == ()


def test_who_is_reading_in_its_session_reads_in_vain(store: Store) -> None:
    """The work rises in generation; that of other sessions does not."""
    append(store, message(), message(key="k2", minute=1), message(key="k3", session="s2", minute=2), lease_until=at(9))
    [said] = store.messages(ADA, ["m-k1"])
    apply(store, learned=(learned("m-k1", generation=1),))

    apply(store, cause="edit", reworded=(_saying(said, "Bo"),), learned=(learned("m-k1"),))

    assert store.work(ADA, ["m-k1", "m-k2", "m-k3"]) == (Work("m-k2", 2, 1), Work("m-k3", 1, 1))
    with pytest.raises(StaleRead):
        apply(store, learned=(learned("m-k2", generation=1),))


def test_rewording_the_unknown_changes_nothing_but_the_version(store: Store) -> None:
    """It was forgotten meanwhile."""
    said = append(store, message())[0].message

    apply(store, cause="edit", reworded=(replace(_saying(said, "Bo"), id="unknown"),))

    assert store.messages(ADA, [said.id, "unknown"]) == (said,)
    assert [change.cause for change in store.journal(ADA, limit=1)] == ["edit"]

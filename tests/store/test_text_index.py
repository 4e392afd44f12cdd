"""The text index: exact statistics for each namespace and kind, and candidates within a cap, rarest term first."""

from __future__ import annotations

from graphmem.store import Store
from graphmem.types import Document, PostingRow, Postings
from tests.store.builders import (
    ADA,
    append,
    apply,
    document,
    message,
    postings,
)

EMPTY = Postings(0, 0, {"lisbon": 0}, ())


def _index(store: Store, **texts: str) -> None:
    for id, text in texts.items():
        apply(store, documents=(document(id, text, kind="fact"),))


def _ids(store: Store, *terms: str, cap: int = 99) -> list[str]:
    return [row.id for row in postings(store, ADA, ["fact"], terms, cap=cap)["fact"].rows]


def test_postings_hold_all_that_bm25_needs(store: Store) -> None:
    """Counts, lengths and the documents holding each term, also of terms nobody used; rows by id."""
    _index(store, b="ana ana lisbon", a="lisbon is big", c="porto")

    found = postings(store, ADA, ["fact"], ["ana", "lisbon", "rome", "ana"], cap=99)["fact"]

    assert found == Postings(
        documents=3,
        total_length=7,
        frequencies={"ana": 1, "lisbon": 2, "rome": 0},
        rows=(PostingRow("a", 3, {"lisbon": 1}), PostingRow("b", 3, {"ana": 2, "lisbon": 1})),
    )


def test_appended_message_is_found_at_once(store: Store) -> None:
    """By its text, before anything is understood of it."""
    append(store, message("Ana moved to Lisbon"))

    assert [row.id for row in postings(store, ADA, ["message"], ["lisbon"], cap=9)["message"].rows] == ["m-k1"]


def test_kinds_have_their_own_statistics(store: Store) -> None:
    """A fact and a message of the same id are two documents."""
    apply(store, documents=(document("x", "lisbon", kind="fact"), document("x", "lisbon lisbon", kind="message")))

    assert postings(store, ADA, ["fact"], ["lisbon"], cap=9)["fact"] == Postings(
        1, 1, {"lisbon": 1}, (PostingRow("x", 1, {"lisbon": 1}),)
    )
    assert postings(store, ADA, ["message"], ["lisbon"], cap=9)["message"].rows == (PostingRow("x", 2, {"lisbon": 2}),)
    assert postings(store, ADA, ["entity"], ["lisbon"], cap=9)["entity"] == EMPTY


def test_document_is_replaced(store: Store) -> None:
    """Terms it lost are not found, those it kept are counted once."""
    _index(store, a="lisbon ana", b="ana")

    _index(store, a="porto ana ana")

    found = postings(store, ADA, ["fact"], ["lisbon", "ana", "porto"], cap=9)["fact"]
    assert (found.documents, found.total_length) == (2, 4)
    assert found.frequencies == {"lisbon": 0, "ana": 2, "porto": 1}
    assert found.rows == (PostingRow("a", 3, {"ana": 2, "porto": 1}), PostingRow("b", 1, {"ana": 1}))


def test_a_new_document_beside_a_replaced_one_has_a_place_of_its_own(store: Store) -> None:
    """Whichever of them comes first in the write."""
    _index(store, b="ana", a="lisbon")

    apply(store, documents=(document("c", "rome", kind="fact"), document("a", "porto", kind="fact")))

    assert (_ids(store, "porto"), _ids(store, "rome"), _ids(store, "ana")) == (["a"], ["c"], ["b"])


def test_document_without_terms_leaves_them(store: Store) -> None:
    """No terms given is not no terms."""
    _index(store, a="lisbon")

    apply(store, documents=(Document("fact", "a"), Document("fact", "b")))
    assert postings(store, ADA, ["fact"], ["lisbon"], cap=9)["fact"].documents == 1
    apply(store, documents=(Document("fact", "a", terms={}),))

    assert postings(store, ADA, ["fact"], ["lisbon"], cap=9)["fact"] == Postings(1, 0, {"lisbon": 0}, ())


def test_same_document_twice_in_one_write_counts_once(store: Store) -> None:
    """The later of the two stands."""
    apply(store, documents=(document("a", "lisbon", kind="fact"), document("a", "porto", kind="fact")))

    found = postings(store, ADA, ["fact"], ["lisbon", "porto"], cap=9)["fact"]
    assert (found.documents, found.frequencies) == (1, {"lisbon": 0, "porto": 1})


def test_statistics_go_back_to_nothing(store: Store) -> None:
    """What left the index is counted nowhere."""
    _index(store, a="lisbon", b="lisbon ana")

    apply(store, facts_gone=("a", "b", "unknown"))

    assert postings(store, ADA, ["fact"], ["lisbon"], cap=9)["fact"] == EMPTY


def test_rarest_terms_are_taken_within_the_cap(store: Store) -> None:
    """A term that no longer fits finds nothing more, but is counted in what was found."""
    _index(store, a="rare common", b="middle common", c="middle common", d="common", e="common")

    assert _ids(store, "common", "middle", "rare", cap=8) == ["a", "b", "c", "d", "e"]
    found = postings(store, ADA, ["fact"], ["common", "middle", "rare"], cap=7)["fact"]
    assert found.rows == (
        PostingRow("a", 2, {"rare": 1, "common": 1}),
        PostingRow("b", 2, {"middle": 1, "common": 1}),
        PostingRow("c", 2, {"middle": 1, "common": 1}),
    )
    assert found.frequencies == {"common": 5, "middle": 2, "rare": 1}
    assert _ids(store, "common", "middle", "rare", cap=2) == ["a"]


def test_equally_rare_terms_are_taken_by_their_letters(store: Store) -> None:
    """Which of two fits under the cap does not depend on the order asked."""
    _index(store, x="beta", y="alpha")

    assert _ids(store, "alpha", "beta", cap=1) == _ids(store, "beta", "alpha", cap=1) == ["y"]


def test_newest_documents_are_taken_of_a_term_too_common(store: Store) -> None:
    """When even the rarest term has more than the cap; a replaced document keeps its place."""
    _index(store, d="lisbon", c="lisbon", b="lisbon", a="lisbon")
    _index(store, d="lisbon again")

    assert _ids(store, "lisbon", cap=2) == ["a", "b"]
    assert _ids(store, "lisbon", cap=4) == ["a", "b", "c", "d"]
    assert _ids(store, "lisbon", cap=0) == []


def test_newest_of_a_term_too_common_are_counted_for_the_others(store: Store) -> None:
    """The cap is used up by the rarest, and the rest still counts."""
    _index(store, a="lisbon city", b="lisbon city", c="lisbon city city", d="city")

    found = postings(store, ADA, ["fact"], ["city", "lisbon"], cap=1)["fact"]
    assert found.rows == (PostingRow("c", 3, {"lisbon": 1, "city": 2}),)


def test_terms_are_data(store: Store) -> None:
    """Whatever a term holds, it is found as it is and nothing else."""
    terms = ["'", '"', "*", "or", "foo:bar*", "\x00", "a\x00b", "Лиссабон", "👋", "e\u0301", "\u00e9", ""]
    for number, term in enumerate(terms):
        apply(store, documents=(Document("fact", f"d{number:02}", {term: 1}, 1),))

    for number, term in enumerate(terms):
        assert _ids(store, term) == [f"d{number:02}"]


def test_many_terms_are_asked_at_once(store: Store) -> None:
    """A pasted log of words is a query like any other."""
    words = [f"w{number}" for number in range(2000)]
    _index(store, a=" ".join(words))

    assert postings(store, ADA, ["fact"], [*words, "x"], cap=3000)["fact"].rows[0].counts == dict.fromkeys(words, 1)
    assert postings(store, ADA, ["fact"], [], cap=9)["fact"] == Postings(1, 2000, {}, ())

"""BM25 ranks by how telling and how frequent the asked terms are, in documents of like length."""

from __future__ import annotations

from math import isclose, log

from hypothesis import given
from hypothesis import strategies as st

from graphmem.retrieval.bm25 import idf, rank
from graphmem.types import PostingRow, Postings

COUNTS = st.integers(1, 50)


def postings(*rows: PostingRow, documents: int = 100, length: int = 1000, **holding: int) -> Postings:
    return Postings(documents, length, holding or {"lisbon": 10, "ana": 40}, rows)


def row(name: str, length: int = 10, **counts: int) -> PostingRow:
    return PostingRow(name, length, counts)


def test_a_known_score() -> None:
    """One document of average length with one use of a term in ten of a hundred documents scores its idf."""
    [(_, score)] = rank(postings(row("a", lisbon=1)))

    assert isclose(score, log(1 + 90.5 / 10.5))


def test_a_rarer_term_tells_more() -> None:
    """Who mentions Lisbon is nearer to "Ana in Lisbon" than who mentions Ana."""
    ranked = rank(postings(row("of ana", ana=1), row("of lisbon", lisbon=1)))

    assert [name for name, _ in ranked] == ["of lisbon", "of ana"]


def test_ties_are_broken_by_id() -> None:
    """Equal documents come in one order."""
    assert [name for name, _ in rank(postings(row("b", ana=1), row("a", ana=1)))] == ["a", "b"]


def test_a_document_without_asked_terms_is_no_hit() -> None:
    """Candidates that hold nothing asked are left out, and an empty namespace has none."""
    assert rank(postings(row("a"), row("b", other=3))) == []
    assert rank(Postings(0, 0, {}, ())) == []


@given(COUNTS, COUNTS, st.integers(1, 500))
def test_more_uses_of_a_term_never_score_less(few: int, more: int, length: int) -> None:
    """At one length, the score rises with the count."""
    low, high = sorted((few, few + more))
    scores = dict(rank(postings(row("low", length, ana=low), row("high", length, ana=high))))

    assert scores["low"] < scores["high"]


@given(COUNTS, st.integers(1, 500), st.integers(1, 500))
def test_a_longer_document_never_scores_more(uses: int, short: int, more: int) -> None:
    """The same use among more words counts less; with b = 0 length does not matter."""
    found = postings(row("short", short, ana=uses), row("long", short + more, ana=uses))
    scores, flat = dict(rank(found)), dict(rank(found, b=0))

    assert scores["long"] < scores["short"]
    assert flat["long"] == flat["short"]


@given(st.permutations([row("a", ana=1), row("b", ana=2), row("c", lisbon=1), row("d", 30, ana=1, lisbon=2)]))
def test_the_order_of_candidates_does_not_matter(rows: list[PostingRow]) -> None:
    """A store may hand them over as it likes."""
    assert rank(postings(*rows)) == rank(postings(*sorted(rows, key=lambda one: one.id)))


@given(st.integers(0, 1000), st.integers(0, 1000))
def test_every_term_tells_something(documents: int, holding: int) -> None:
    """A term that all documents hold still counts above nothing."""
    assert idf(documents, holding) > 0

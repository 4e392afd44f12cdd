"""What recall reads: candidates, neighbours and neighbourhoods, each filtered before anything is cut off, loaded at once."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from datetime import UTC, datetime

import pytest

from graphmem.errors import InvalidInput
from graphmem.store import EmbedderMark, Store
from graphmem.types import (
    EVERYTHING,
    Brought,
    Entity,
    Evidence,
    Extraction,
    Filter,
    Indexed,
    Learned,
    Likeness,
    Loaded,
    Mention,
    Message,
    Near,
    Reached,
    Sought,
    Walk,
    Worded,
)
from tests.store.builders import (
    ADA,
    append,
    apply,
    at,
    document,
    entity,
    fact,
    floats,
    learned,
    message,
    nearest,
    period,
    placed,
    postings,
    statement,
    use,
)

LIKE = tuple(Likeness(floats(1, place), {"message": 3, "fact": 1}, "by-hand") for place in range(2))
TWO = EmbedderMark("by-hand", 2)
KINDS: tuple[Indexed, ...] = ("message", "fact", "entity")


def _told(store: Store) -> None:
    """The story, so that each filter lets some of it pass: four messages, three facts, three entities.

    In s1 the user says that Ana moved to Lisbon and that she likes jazz, the assistant repeats it; in s2 Ben says
    that Ana works at Feedzai.
    """
    store.mark_embedder(TWO)
    moved, jazz, repeated, works = (
        each.message
        for each in append(
            store,
            message("ana moved to lisbon", key="moved"),
            message("ana likes jazz", key="jazz", minute=1),
            message("ana moved to lisbon then", key="repeated", minute=2, role="assistant"),
            message("ana works at feedzai", key="works", minute=3, session="s2", speaker="BEN ẞ"),
        )
    )
    lives = [statement(moved), statement(repeated, person=False)]
    likes = [statement(jazz, predicate="likes", object=None, value="jazz")]
    job = [statement(works, predicate="works_at", object="n:feedzai")]
    ana, lisbon, feedzai = use(), use("n:lisbon", "Lisbon", "Place"), use("n:feedzai", "Feedzai", "Organization")
    apply(
        store,
        learned=(
            learned(moved.id, generation=1, names=[ana, lisbon], statements=lives[:1]),
            learned(jazz.id, generation=1, names=[ana], statements=likes),
            learned(repeated.id, generation=1, names=[ana, lisbon], statements=lives[1:]),
            learned(works.id, generation=1, names=[ana, feedzai], statements=job),
        ),
        placed=(
            *(placed(each, "f-lives") for each in lives),
            placed(likes[0], "f-likes", "slot-likes"),
            placed(job[0], "f-job", "slot-job"),
        ),
        entity_of={"n:ana": "e-ana", "n:lisbon": "e-lisbon", "n:feedzai": "e-feedzai"},
        entities=(
            entity(),
            entity("e-lisbon", "Lisbon", "Place", keys=["n:lisbon"]),
            entity("e-feedzai", "Feedzai", "Organization", keys=["n:feedzai"]),
        ),
        facts=(
            fact("f-lives", periods=(period("f-lives"),), importance=0.8),
            fact("f-likes", object=None, value="jazz", category="preference", importance=0.3, periods=(period("f-likes"),)),
            fact("f-job", object="e-feedzai", category="work", importance=0.6, periods=(period("f-job"),)),
        ),
        documents=(
            *(document(each.id, each.text, vector=(1, place)) for place, each in enumerate((moved, jazz, repeated, works))),
            document("f-lives", "ana lives in lisbon", kind="fact", vector=(1, 0)),
            document("f-likes", "ana likes jazz", kind="fact", vector=(1, 1)),
            document("f-job", "ana works at feedzai", kind="fact", vector=(1, 2)),
            document("e-ana", "ana", kind="entity", vector=(1, 0)),
            document("e-lisbon", "ana lisbon", kind="entity", vector=(1, 1)),
            document("e-feedzai", "ana feedzai", kind="entity", vector=(1, 2)),
        ),
    )  # fmt: skip


FILTERS = [
    pytest.param(Filter(), "moved jazz repeated works", "lives likes job", "ana lisbon feedzai", id="nothing"),
    pytest.param(Filter(sessions=frozenset({"s2", "s9"})), "works", "job", "ana lisbon feedzai", id="sessions"),
    pytest.param(Filter(speakers=frozenset({"ben SS"})), "works", "job", "ana lisbon feedzai", id="a speaker"),
    pytest.param(
        Filter(speakers=frozenset({"User"})), "moved jazz", "lives likes", "ana lisbon feedzai", id="a role speaks"
    ),
    pytest.param(Filter(since=at(1)), "jazz repeated works", "lives likes job", "ana lisbon feedzai", id="since"),
    pytest.param(Filter(until=at(1)), "moved", "lives", "ana lisbon feedzai", id="until, half-open"),
    pytest.param(Filter(since=at(1), until=at(2)), "jazz", "likes", "ana lisbon feedzai", id="between"),
    pytest.param(Filter(kinds=frozenset({"Place"})), "moved repeated", "lives", "lisbon", id="a kind"),
    pytest.param(
        Filter(kinds=frozenset({"Place", "Organization"})),
        "moved repeated works",
        "lives job",
        "lisbon feedzai",
        id="one of the kinds",
    ),
    pytest.param(
        Filter(categories=frozenset({"work", "preference"})),
        "jazz works",
        "likes job",
        "ana lisbon feedzai",
        id="categories",
    ),
    pytest.param(
        Filter(min_importance=0.6), "moved repeated works", "lives job", "ana lisbon feedzai", id="importance"
    ),
    pytest.param(
        Filter(sessions=frozenset({"s1"}), speakers=frozenset({"assistant"})),
        "repeated",
        "lives",
        "ana lisbon feedzai",
        id="one message must pass both",
    ),
    pytest.param(
        Filter(kinds=frozenset({"Place"}), min_importance=0.5, until=at(1)), "moved", "lives", "lisbon", id="all three"
    ),
    pytest.param(Filter(sessions=frozenset({"s9"})), "", "", "ana lisbon feedzai", id="none"),
    pytest.param(
        Filter(categories=frozenset({"work"}), min_importance=0.7), "", "", "ana lisbon feedzai", id="not one fact"
    ),
]


@pytest.mark.parametrize(("only", "messages", "facts", "entities"), FILTERS)
@pytest.mark.parametrize("few", [True, False])
def test_only_what_passes_is_found(
    store: Store, monkeypatch: pytest.MonkeyPatch, *, only: Filter, messages: str, facts: str, entities: str, few: bool
) -> None:
    """By words, by vectors and over facts alike, whether what passes is listed or each candidate asked."""
    if not few:
        monkeypatch.setattr("graphmem.store.sqlite.filters.FEW", -1)
    _told(store)
    expected = {
        "message": {f"m-{each}" for each in messages.split()},
        "fact": {f"f-{each}" for each in facts.split()},
        "entity": {f"e-{each}" for each in entities.split()},
    }

    by_words = postings(store, ADA, KINDS, ["ana"], cap=99, only=only)
    by_vectors = nearest(store, ADA, KINDS, floats(1, 0), limit=99, only=only)
    reached = store.neighbourhood(ADA, Walk(("e-ana",), hops=1, as_of=None, each=99, limit=99), only=only)

    assert {kind: {row.id for row in found.rows} for kind, found in by_words.items()} == expected
    assert {kind: {near.id for near in found} for kind, found in by_vectors.items()} == expected
    assert {each.fact.id for each in reached} == expected["fact"]


@pytest.mark.parametrize("few", [True, False])
def test_what_does_not_pass_takes_no_place(store: Store, monkeypatch: pytest.MonkeyPatch, few: bool) -> None:
    """The cap, the limit and the facts of an entity are counted after the filter; statistics are the namespace's."""
    if not few:
        monkeypatch.setattr("graphmem.store.sqlite.filters.FEW", -1)
    _told(store)
    only = Filter(until=at(1))

    words = postings(store, ADA, ["message"], ["ana", "moved"], cap=2, only=only)["message"]
    newest = postings(store, ADA, ["message"], ["ana"], cap=1, only=only)["message"]
    near = nearest(store, ADA, ["message"], floats(0, 1), limit=1, only=only)["message"]
    walked = store.neighbourhood(
        ADA, Walk(("e-ana",), hops=1, as_of=None, each=1, limit=1), only=Filter(sessions=frozenset({"s2"}))
    )

    assert [(row.id, row.counts) for row in words.rows] == [("m-moved", {"moved": 1, "ana": 1})]
    assert (words.documents, words.frequencies) == (4, {"ana": 4, "moved": 2})
    assert [row.id for row in newest.rows] == ["m-moved"]
    assert [each.id for each in near] == ["m-moved"]
    assert [each.fact.id for each in walked] == ["f-job"]


@pytest.mark.parametrize("few", [True, False])
def test_filter_holds_for_long_lists(store: Store, monkeypatch: pytest.MonkeyPatch, few: bool) -> None:
    """The nearest that pass come although a thousand that do not are nearer, in the order they would have without them."""
    if not few:
        monkeypatch.setattr("graphmem.store.sqlite.filters.FEW", 5)
    store.mark_embedder(TWO)
    many = [message(f"word w{number}", key=f"{number:04}", session=f"s{number % 100}") for number in range(1000)]
    entries = [(each, document(each.id, each.text, vector=(1, place))) for place, each in enumerate(many)]
    store.append(ADA, entries, followers=0, lease_until=None)
    only = Filter(sessions=frozenset({"s98", "s99"}))

    found = nearest(store, ADA, ["message"], floats(1, 0), limit=3, only=only)["message"]
    words = postings(store, ADA, ["message"], ["word"], cap=3, only=only)["message"]

    assert [(near.id, near.session, near.seq) for near in found] == [
        ("m-0098", "s98", 1),
        ("m-0099", "s99", 1),
        ("m-0198", "s98", 2),
    ]
    assert [row.id for row in words.rows] == ["m-0899", "m-0998", "m-0999"]


def test_messages_are_told_with_their_place(store: Store) -> None:
    """So that the turns around them are found without reading them; facts and entities have none."""
    _told(store)

    rows = {
        row.id: (row.session, row.seq)
        for found in postings(store, ADA, KINDS, ["ana"], cap=99).values()
        for row in found.rows
    }
    near = nearest(store, ADA, ["message"], floats(1, 0), limit=1)["message"]

    assert rows["m-jazz"] == ("s1", 2)
    assert rows["m-works"] == ("s2", 1)
    assert rows["f-job"] == rows["e-ana"] == ("", 0)
    assert near == (Near("m-moved", 1.0, "s1", 1),)


def test_each_kind_asked_for_is_answered(store: Store) -> None:
    """In one read, also where there is nothing; a kind asked twice is one."""
    append(store, message("lisbon"))

    words = postings(store, ADA, [*KINDS, "message"], ["lisbon"], cap=9)

    assert {kind: found.documents for kind, found in words.items()} == {"message": 1, "fact": 0, "entity": 0}
    assert nearest(store, ADA, KINDS, floats(1, 0), limit=9) == {"message": (), "fact": (), "entity": ()}
    assert postings(store, ADA, [], ["lisbon"], cap=9) == {}
    assert nearest(store, ADA, [], floats(1, 0), limit=9) == {}


def test_filter_that_is_none_is_refused() -> None:
    """A naive time or an importance that cannot be."""
    with pytest.raises(InvalidInput, match=r"Filter\.since"):
        Filter(since=datetime(2025, 3, 1))
    with pytest.raises(InvalidInput, match="min_importance"):
        Filter(min_importance=1.5)


def test_neighbourhood_brings_facts_whole(store: Store) -> None:
    """With periods and sources, so that nothing is read again."""
    _told(store)

    (found,) = store.neighbourhood(ADA, Walk(("e-lisbon",), hops=1, as_of=None, each=9, limit=9))

    assert found == Reached(store.facts(ADA, ["f-lives"])[0], 1)
    assert [source.message_id for source in found.fact.sources] == ["m-moved", "m-repeated"]


def test_everything_shown_is_read_at_once(store: Store) -> None:
    """By id and by place, each once; messages in order, the rest as asked; what is unknown is left out."""
    _told(store)

    loaded = store.read(
        ADA,
        messages=["m-works", "m-jazz", "m-unknown"],
        facts=["f-job", "f-unknown", "f-lives"],
        entities=["e-lisbon", "e-ana", "e-unknown"],
        places=[("s1", 1), ("s1", 2), ("s1", 99), ("s9", 1)],
    )

    assert loaded == Loaded(
        messages={each.id: each for each in store.messages(ADA, ["m-moved", "m-jazz", "m-works"])},
        facts={each.id: each for each in store.facts(ADA, ["f-job", "f-lives"])},
        entities={each.id: each for each in store.entities(ADA, ids=["e-lisbon", "e-ana"])},
    )
    assert list(loaded.messages) == ["m-moved", "m-jazz", "m-works"]
    assert list(loaded.facts) == ["f-job", "f-lives"]
    assert list(loaded.entities) == ["e-lisbon", "e-ana"]
    assert store.read(ADA) == store.read("never", messages=["m-jazz"], places=[("s1", 1)]) == Loaded()


def test_a_message_whose_word_was_withdrawn_is_known_as_such(store: Store) -> None:
    """By what was read of it; one that only speaks of it is no such message."""
    _told(store)
    nothing = Extraction("m-jazz", "withdrawn", "1")
    mention = Mention('"extractor":"withdrawn"', 0, 4, "name", '"extractor":"withdrawn"')
    spoken_of = Extraction("m-works", "plain", "1", mentions=(mention,))
    apply(store, learned=[Learned(one.message_id, 0, one, Evidence(one.message_id)) for one in (nothing, spoken_of)])

    loaded = store.read(ADA, messages=["m-works", "m-jazz"])

    assert loaded.withdrawn == {"m-jazz"}
    assert store.read("never", messages=["m-jazz"]).withdrawn == frozenset()


def test_reads_stay_in_their_namespace(store: Store) -> None:
    """Also those that go by a filter, over facts, or by place."""
    _told(store)
    append(store, message("ana sings", key="sings"), namespace="bob")
    only = replace(EVERYTHING, sessions=frozenset({"s1"}))

    assert [row.id for row in postings(store, "bob", ["message"], ["ana"], cap=9, only=only)["message"].rows] == [
        "m-sings"
    ]
    assert nearest(store, "bob", KINDS, floats(1, 0), limit=9, only=only) == {"message": (), "fact": (), "entity": ()}
    assert store.neighbourhood("bob", Walk(("e-ana",), hops=2, as_of=None, each=9, limit=9)) == ()
    assert _texts(store.read("bob", places=[("s1", 1), ("s1", 2)]).messages.values()) == ["ana sings"]


@pytest.mark.parametrize("only", [EVERYTHING, Filter(categories=frozenset({"work"}))])
def test_what_a_question_asks_for_is_what_each_read_tells(store: Store, only: Filter) -> None:
    """The first time and again, and after what the keys name has changed."""
    _told(store)
    asked: list[tuple[Entity, ...]] = []

    def then(known: tuple[Entity, ...]) -> Sought:
        asked.append(known)
        return _sought(known)

    for step in ("first", "again", "renamed", "gone"):
        if step == "renamed":
            renamed = entity("e-job", "Feedzai", "Organization", keys=["n:feedzai", "n:lisbon"])
            apply(store, entity_of={"n:lisbon": "e-job"}, entities=(renamed,))
        if step == "gone":
            apply(store, entity_of={"n:ana": None}, entities=(entity(keys=[]),))
        brought = store.ask(ADA, ["n:lisbon", "n:ana", "n:tom"], then, only=only)
        sought = _sought(brought.entities)
        known = store.find(ADA, ["n:lisbon", "n:ana", "n:tom"])
        assert brought.entities == asked[-1] == known
        assert brought.reached == (store.neighbourhood(ADA, sought.walk, only=only) if sought.walk else ())
        assert brought.searched == store.search(ADA, sought.words, sought.like, only=only)
        assert brought.reached or step != "first"


def _sought(known: Sequence[Entity]) -> Sought:
    """Facts about those known, their names, and what is like how many they are."""
    return Sought(
        Walk(tuple(each.id for each in known), 2, None, 9, 9) if known else None,
        Worded(KINDS, [each.name.lower() for each in known] or ["moved"], 9),
        LIKE[len(known) % 2],
    )


def test_a_question_that_seeks_nothing_is_brought_nothing(store: Store) -> None:
    """Nor does it name anybody."""
    _told(store)

    assert store.ask(ADA, [], lambda _: Sought()) == Brought()


def _texts(messages: Iterable[Message]) -> list[str]:
    return [one.text for one in messages]


def test_filter_knows_a_moment_exactly(store: Store) -> None:
    """To the microsecond, before 1970 as well."""
    long_ago = datetime(1969, 12, 31, 23, 59, 59, 999_999, tzinfo=UTC)
    append(store, message("lisbon", key="old", at=long_ago))

    def found(only: Filter) -> int:
        return len(postings(store, ADA, ["message"], ["lisbon"], cap=9, only=only)["message"].rows)

    assert found(Filter(since=long_ago)) == 1
    assert found(Filter(until=long_ago)) == 0
    assert found(Filter(until=datetime(1970, 1, 1, tzinfo=UTC))) == 1

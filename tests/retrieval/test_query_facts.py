"""Facts settle what words leave open, and come in the order in which they answer."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime, timedelta

from hypothesis import given
from hypothesis import strategies as st

from graphmem.retrieval.asking.fitting import fits
from graphmem.retrieval.asking.settling import settled
from graphmem.types import Entity, Fact, Granularity, Path, Question, TimeAsked, When
from tests.retrieval.fake_memory import MOVED, NOW, entity, fact

ADA, ANA, MIGUEL, LUISA, TOM, CLARA = (entity(name) for name in ("Ada", "Ana", "Miguel", "Luisa", "Tom", "Clara"))
LISBON, PORTO = entity("Lisbon", kind="Place"), entity("Porto", kind="Place")


def stated(sentence: str, subject: Entity, predicate: str, object: Entity | None = None, **fields: object) -> Fact:
    """A fact of a predicate."""
    return replace(fact(sentence, subject, object=object), predicate=predicate, **fields)  # type: ignore[arg-type]  # fields of a fact


MARRIED = stated("Ana is married to Miguel", ANA, "married_to", MIGUEL)
DAUGHTER = stated("Luisa is Tom's daughter", LUISA, "daughter_of", TOM)
DAUGHTER_TOO = stated("Luisa is Clara's daughter", LUISA, "daughter_of", CLARA)
IN_LISBON = stated("Ana lives in Lisbon", ANA, "lives_in", LISBON)
IN_PORTO = replace(
    fact("Ana lived in Porto", ANA, object=PORTO, start=datetime(2019, 1, 1, tzinfo=UTC), end=MOVED),
    predicate="lives_in",
)


def walked(relation: str, start: Entity, *facts: Fact) -> set[str]:
    """Who is the relation to somebody, by these facts."""
    question = Question("", "", NOW, paths=(Path((start.id,), (relation,)),))
    weights = settled(question, facts).weights
    return {each for each, weight in weights.items() if weight == 1.0}


def first(question: Question, *facts: Fact) -> str:
    """The fact with most points."""
    points = fits(facts, question)
    return max(facts, key=lambda each: points[each.id]).sentence


def test_a_marriage_leads_either_way() -> None:
    """Whoever was named first."""
    assert walked("husband", ANA, MARRIED) == {MIGUEL.id}
    assert walked("wife", MIGUEL, MARRIED) == {ANA.id}


def test_a_parent_is_whose_child_somebody_is() -> None:
    """The father is not the one called Clara."""
    assert walked("father", LUISA, DAUGHTER, DAUGHTER_TOO) == {TOM.id}
    assert walked("mother", LUISA, DAUGHTER, DAUGHTER_TOO) == {CLARA.id}


def test_a_path_no_fact_continues_leads_to_nobody() -> None:
    """The question stays about those it names."""
    assert walked("boss", ANA, MARRIED) == set()


def test_an_event_tells_the_moment() -> None:
    """Before she moved to Lisbon, by the fact that she lives there since."""
    time = TimeAsked(event="she moved to Lisbon", relation="before")
    question = Question("", "Where did Ana live", NOW, named=(ANA, LISBON), weights={ANA.id: 1.0}, time=time)

    moment = settled(question, (IN_LISBON, IN_PORTO)).moment

    assert moment == MOVED - timedelta(seconds=1)


def test_the_predicate_asked_for_comes_before_a_more_important_fact() -> None:
    """Where Ana lives, not whom she married."""
    question = Question("", "Where does Ana live", NOW, (ANA,), {ANA.id: 1.0}, predicates=("lives_in",))

    assert first(question, replace(MARRIED, importance=1.0), IN_LISBON) == "Ana lives in Lisbon"


def test_the_time_asked_about_decides_between_homes() -> None:
    """In 2020 it was Porto; the other is not lost."""
    moment = datetime(2020, 6, 1, tzinfo=UTC)
    question = Question(
        "",
        "Where did Ana live",
        NOW,
        (ANA,),
        {ANA.id: 1.0},
        predicates=("lives_in",),
        time=TimeAsked(past=True),
        moment=moment,
    )

    assert first(question, IN_LISBON, IN_PORTO) == "Ana lived in Porto"
    assert first(replace(question, moment=None, time=TimeAsked(over=True)), IN_LISBON, IN_PORTO) == "Ana lived in Porto"
    assert first(replace(question, moment=NOW), IN_LISBON, IN_PORTO) == "Ana lives in Lisbon"


def test_an_event_inside_the_stretch_asked_about_comes_first() -> None:
    """Last week's trip, not last year's."""
    week = When(MOVED, MOVED + timedelta(days=7), Granularity.WEEK)
    question = Question("", "What did Ana do", NOW, (ANA,), {ANA.id: 1.0}, time=TimeAsked(when=week))
    then = fact("Ana went to Paris", ANA, nature="event", end=MOVED + timedelta(days=1))
    earlier = fact(
        "Ana went to Rome",
        ANA,
        nature="event",
        start=datetime(2020, 1, 1, tzinfo=UTC),
        end=datetime(2020, 1, 2, tzinfo=UTC),
    )

    assert first(question, earlier, then) == "Ana went to Paris"


def test_what_was_said_a_moment_ago_is_no_news() -> None:
    """The asker knows it; something else is wanted."""
    said = fact("Ana likes hot drinks", ANA, sources=["t1"])
    known = fact("Ana likes coffee", ANA, sources=["m1"])
    question = Question("", "What to offer", NOW, (ANA,), {ANA.id: 1.0}, just_said=frozenset({"t1"}))

    assert first(question, said, known) == "Ana likes coffee"


def test_who_is_asked_to_be_left_out_comes_last() -> None:
    """Who else lives in Lisbon?"""
    tom = stated("Tom lives in Lisbon", TOM, "lives_in", LISBON)
    question = Question(
        "",
        "Who else lives in Lisbon",
        NOW,
        (LISBON,),
        {LISBON.id: 1.0},
        apart=frozenset({ANA.id}),
        predicates=("lives_in",),
    )

    assert first(question, replace(IN_LISBON, importance=1.0), tom) == "Tom lives in Lisbon"


@given(st.permutations([MARRIED, DAUGHTER, DAUGHTER_TOO, IN_LISBON, IN_PORTO]))
def test_the_order_of_facts_changes_no_points(facts: list[Fact]) -> None:
    """Points are a fact's own, and a place in an order is by time."""
    question = Question("", "Where did Ana live", NOW, (ANA,), {ANA.id: 1.0}, time=TimeAsked(order="first", over=True))

    assert fits(facts, question) == fits(sorted(facts, key=lambda each: each.id), question)

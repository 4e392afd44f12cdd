"""Facts as answers: which are read for a question, which of them may come, and in what order.

States come only if they hold at the asked moment. A time that the question only implies ("before she moved", "used to") is a
guess: then what is over comes too, and the time decides the order instead.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from graphmem import periods
from graphmem.retrieval.asking.fitting import fits
from graphmem.types import Fact, Query, Question, Reached, Walk

#: The most facts that are read of one entity, and in all, so that a hub with 50,000 does not fill a recall.
MOST_FACTS, MOST_AROUND = 60, 240

#: What a fact's place in the fused list counts beside its points: less than a word, enough to part equals.
FUSED = 3.0


def walk(question: Question, query: Query) -> Walk | None:
    """To the facts about those the question names, and two hops away where it names somebody only by relations."""
    if not question.weights:
        return None
    hops = 2 if question.paths else 1
    moment = query.as_of or (None if question.open_to_the_past or question.predicates else query.now)
    return Walk(tuple(question.weights), hops, moment, MOST_FACTS, MOST_AROUND if hops > 1 else MOST_FACTS * 2)


def around(question: Question, query: Query, reached: Sequence[Reached]) -> tuple[Fact, ...]:
    """Of the facts about those the question names, the ones that may come."""
    facts = [each.fact for each in reached]
    return tuple(
        fact for fact in facts if may_come(fact, question, query) or _only_answer(fact, facts, question, query)
    )


def may_come(fact: Fact, question: Question, query: Query) -> bool:
    """Whether a fact is believed, and if it is a state, holds when asked about; one nobody was sure of may come."""
    if fact.retracted_at is not None:
        return False
    if fact.certainty != "certain" and not fact.periods:
        return True
    if query.as_of is None and question.open_to_the_past:
        return bool(fact.periods)
    return periods.holding(fact, query.as_of or query.now) is not None


def _only_answer(fact: Fact, facts: Sequence[Fact], question: Question, query: Query) -> bool:
    """Whether a fact that is over is all there is: "Where does Clara work?", when she quit and nothing followed."""
    if query.as_of is not None or not fact.periods or fact.retracted_at is not None:
        return False
    if fact.predicate not in question.predicates or not question.weights.get(fact.subject):
        return False
    same = [each for each in facts if each.subject == fact.subject and each.predicate == fact.predicate]
    return not any(periods.holding(each, query.now) for each in same)


def ordered(
    facts: Sequence[Fact],
    question: Question,
    query: Query,
    fused: Mapping[str, float],
    *,
    alone: dict[str, float] | None = None,
) -> list[tuple[Fact, float]]:
    """The facts that may come with their points, best first: what was said as so before possibilities and hearsay.

    Equals come by when they were said and how they read. `alone` is as `fits` takes it.
    """
    coming = [fact for fact in facts if may_come(fact, question, query) or _only_answer(fact, facts, question, query)]
    points = fits(coming, question, moment=query.as_of, alone=alone)
    scored = [(fact, points[fact.id] + FUSED * fused.get(fact.id, 0.0)) for fact in coming]
    return sorted(scored, key=_place)


def _place(scored: tuple[Fact, float]) -> tuple[bool, float, float, str, str]:
    fact, points = scored
    return fact.certainty != "certain", -points, -fact.said_at.timestamp(), fact.sentence, fact.id

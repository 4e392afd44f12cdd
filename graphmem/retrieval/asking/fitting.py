"""How well a fact answers a question: whom it is about, what it says of them, when it holds.

Points, not probabilities: about whom weighs as much as what, the time decides between facts alike in both, and importance
between those still alike. Nothing here is read from memory.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from datetime import UTC, datetime
from functools import lru_cache

from graphmem import periods
from graphmem.retrieval.asking.triggers import comes_up
from graphmem.terms import terms
from graphmem.types import Fact, Question

#: Points for being about those asked about, for both its ends being so, for saying what is asked, and for each word shared.
ABOUT, BOTH, SAYS, WORD, BORROWED = 3.0, 1.5, 3.0, 0.8, 1.0

#: The most shared words that count, own and borrowed.
MOST_WORDS = 3

#: Points for holding at the time asked about or not, and for an event inside the stretch asked about, partly so or outside.
THEN, NOT_THEN, INSIDE, TOUCHING, OUTSIDE = 2.0, -2.5, 2.5, 1.5, -1.5

#: Points for being over when what is over is asked for; for an event where one is; for what advice builds on.
OVER, EVENT, ADVICE = 2.0, 1.5, 2.0
OVER_UNASKED = -0.5

#: Points against all facts where one asked about is nobody known and in none of them.
UNMET = -2.0

#: How far a predicate counts that only the turns before spoke of.
FROM_BEFORE = 0.5

#: Points against those that are asked to be left out, against what was only said a moment ago, and against what is not said to have held so early.
APART, JUST_SAID, REACHING_BACK = -4.0, -2.0, -1.5

#: Points for a procedure whose trigger is said: it comes before all else.
TRIGGERED = 12.0

_ADVISING = frozenset({"preference", "health"})
_LONG_AGO = datetime(1, 1, 1, tzinfo=UTC)


def fits(
    facts: Sequence[Fact],
    question: Question,
    *,
    moment: datetime | None = None,
    alone: dict[str, float] | None = None,
) -> dict[str, float]:
    """Points for each fact, by id, at a moment that is given or the one the question tells.

    Of several that the time asked for orders, the first or the last gets up to one more. What each fact is worth by itself is written
    down in `alone`, and taken from there where it is: the same question asked of the same facts.
    """
    alone = {} if alone is None else alone
    telling = _telling(question)
    question = question if moment in (None, question.moment) else replace(question, moment=moment)
    base = UNMET if question.unmet and not _mentioned(question.unmet, facts) else 0.0
    alone |= {fact.id: _fit(fact, question, telling) for fact in facts if fact.id not in alone}
    points = {fact.id: base + alone[fact.id] for fact in facts}
    for fact, share in _ordered(facts, question):
        points[fact.id] += share
    return points


def tells(fact: Fact, question: Question) -> bool:
    """Whether a fact says what is asked of somebody who is asked about."""
    about = question.weights.get(fact.subject, 0.0) > 0 or _of_object(fact, question) > 0
    return about and not question.unmet and fact.predicate in question.predicates


def _mentioned(names: Sequence[str], facts: Sequence[Fact]) -> bool:
    """Whether any fact holds a word of these names, though nobody is known by them."""
    asked = {term for name in names for term in terms(name)}
    return any(asked & words(fact.sentence) for fact in facts)


def _telling(question: Question) -> frozenset[str]:
    """The words of a question that are not the names of those it is about."""
    names = {term for entity in question.named for term in terms(entity.name)}
    return frozenset(terms(question.standalone)) - names


@lru_cache(maxsize=8192)
def words(sentence: str) -> frozenset[str]:
    """The terms of a fact's sentence or value: the same facts are weighed for question after question."""
    return frozenset(terms(sentence))


def _fit(fact: Fact, question: Question, telling: frozenset[str]) -> float:
    said = words(fact.sentence)
    about = _about(fact, question)
    asked_by_itself = 1.0 if not question.borrowed else FROM_BEFORE
    points = about + asked_by_itself * _says(fact, question.predicates) + fact.importance / 2
    points += WORD * min(MOST_WORDS, len(said & telling))
    if question.borrowed:
        points += BORROWED * min(MOST_WORDS, len(said & set(question.borrowed) - telling))
    if "event" in question.wanted and fact.nature == "event":
        points += EVENT
    if (
        "advice" in question.wanted
        and (about or not question.weights)
        and (fact.category in _ADVISING or fact.predicate == "is")
    ):
        points += ADVICE
    if question.just_said and question.just_said.issuperset(source.message_id for source in fact.sources):
        points += JUST_SAID
    if comes_up(fact, telling):
        points += TRIGGERED
    if question.apart and question.apart & {fact.subject, fact.object}:
        points += APART
    return points + (_event_time(fact, question) if fact.nature == "event" else _state_time(fact, question))


def _about(fact: Fact, question: Question) -> float:
    subject, target = question.weights.get(fact.subject, 0.0), _of_object(fact, question)
    return ABOUT * max(subject, target) + BOTH * min(subject, target)


def _of_object(fact: Fact, question: Question) -> float:
    """The weight of what a fact ends in; a literal value is what is called like it."""
    if fact.object is not None or fact.value is None:
        return question.weights.get(fact.object or "", 0.0)
    if not question.named:
        return 0.0
    value = words(fact.value)
    called = (question.weights.get(entity.id, 0.0) for entity in question.named if value.issuperset(terms(entity.name)))
    return max(called, default=0.0)


def _says(fact: Fact, predicates: Sequence[str]) -> float:
    """Later predicates of the list are asked for less surely."""
    return SAYS * max(0.4, 1 - 0.15 * predicates.index(fact.predicate)) if fact.predicate in predicates else 0.0


def _state_time(fact: Fact, question: Question) -> float:
    moment = question.moment
    if moment is not None:
        if periods.certain_at(fact, moment):
            return THEN
        return THEN + REACHING_BACK if periods.holding(fact, moment) else NOT_THEN
    over = bool(fact.periods) and all(period.end is not None for period in fact.periods)
    if question.time.over:
        return OVER if over else -1.0
    return OVER_UNASKED if over and not question.time.past else 0.0


def _event_time(fact: Fact, question: Question) -> float:
    when = question.time.when
    if when is None or not fact.periods:
        return 0.0
    period = fact.periods[0]
    begins, ends = period.start or _LONG_AGO, period.end or period.start or question.now
    if begins >= when.end or max(ends, begins) < when.start:
        return OUTSIDE
    return INSIDE if begins >= when.start and ends <= when.end else TOUCHING


def _ordered(facts: Sequence[Fact], question: Question) -> list[tuple[Fact, float]]:
    order = question.time.order or ("last" if question.time.over else "")
    dated = [
        fact for fact in facts if fact.periods and (fact.predicate in question.predicates or not question.predicates)
    ]
    if not order or len(dated) < 2:  # noqa: PLR2004  # one alone is neither first nor last
        return []
    dated.sort(key=lambda fact: (_begun(fact), fact.sentence), reverse=order == "first")
    return [(fact, place / (len(dated) - 1)) for place, fact in enumerate(dated)]


def _begun(fact: Fact) -> datetime:
    last = fact.periods[-1]
    return last.start or last.end or _LONG_AGO

"""What words alone leave open, settled by the facts that were read: who is somebody's husband, when was "before she moved".

A relation is walked over the facts that state it, from either side: the husband of Ana is whoever she is married to, the father
of Luisa whoever's daughter she is. An event is looked for among the facts about those it names.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from datetime import datetime, timedelta

from graphmem.people import kin
from graphmem.people.first_names import FEMALE_NAMES, MALE_NAMES
from graphmem.retrieval.asking import lexicon
from graphmem.retrieval.asking.fitting import words
from graphmem.retrieval.asking.frames import frame
from graphmem.terms import terms
from graphmem.types import Fact, Path, Question

_INSTANT = timedelta(seconds=1)
_EX = frozenset({"ex", "ex-girlfriend", "ex-boyfriend", "ex-wife", "ex-husband"})
#: What an entity that a path only leads through weighs.
_PASSED = 0.2
#: What somebody weighs who is the answer, where a relation itself is asked for.
_ANSWER = 0.6


def settled(question: Question, facts: Sequence[Fact]) -> Question:
    """The question with its paths walked and its time told by the facts where they can."""
    weights, unmet = dict(question.weights), list(question.unmet)
    for path in question.paths:
        found = _walked(path, facts)
        if found:
            unmet = [each for each in unmet if each != path.relations[-1]]
            passed = 1.0 if question.relational else _PASSED
            weights.update({each: min(weights.get(each, 1.0), passed) for each in path.starts})
            weights.update(dict.fromkeys(found, _ANSWER if question.relational else 1.0))
    moment = question.moment or _moment_of_event(question, facts)
    if not question.paths and moment is question.moment:
        return question
    return replace(question, weights=weights, moment=moment, unmet=tuple(unmet))


def _walked(path: Path, facts: Sequence[Fact]) -> tuple[str, ...]:
    at = path.starts
    for relation in path.relations:
        stated = [fact for fact in facts if fact.object and fact.positive and fact.retracted_at is None]
        at = tuple(dict.fromkeys(_one_step(at, relation, stated)))
    return at


def _one_step(owners: Sequence[str], relation: str, facts: Iterable[Fact]) -> Iterable[str]:
    """Those that are the relation to one of the owners, the surest way of saying so first."""
    straight = lexicon.relations().get(relation, (relation,))
    from_there = lexicon.inverses().get(relation, ())
    ways = [*((name, "subject") for name in straight), *((name, "either") for name in from_there)]
    if straight[0] in (
        "married_to",
        "partner_of",
        "engaged_to",
        "friend_of",
        "colleague_of",
        "neighbour_of",
        "roommate_of",
    ):
        ways = [*((name, "either") for name in straight), *ways]
    stated = list(facts)
    for name, side in ways:
        found = [
            other
            for fact in stated
            if fact.predicate == name and (other := _other(fact, owners, side)) and _may(fact, other, relation)
        ]
        if found:
            return found
    return ()


def _other(fact: Fact, owners: Sequence[str], side: str) -> str | None:
    if fact.object in owners:
        return fact.subject
    return fact.object if side == "either" and fact.subject in owners else None


def _may(fact: Fact, other: str, relation: str) -> bool:
    """A husband is none who is called Ana; an ex is who it ended with."""
    over = bool(fact.periods) and all(period.end is not None for period in fact.periods)
    name = (fact.subject_name if other == fact.subject else fact.object_name or "").split()
    first = name[0].lower() if name else ""
    if relation in kin.MALE_RELATIONS and first in FEMALE_NAMES - MALE_NAMES:
        return False
    if relation in kin.FEMALE_RELATIONS and first in MALE_NAMES - FEMALE_NAMES:
        return False
    return over if relation in _EX else True


def _moment_of_event(question: Question, facts: Sequence[Fact]) -> datetime | None:
    """When the event was that tells the time, from the fact that says most of what it says."""
    time = question.time
    if not time.event:
        return None
    asked = frame(time.event, now=question.now)
    said = set(terms(time.event))
    names = {entity.id: set(terms(entity.name)) for entity in question.named}
    meant = {each for each, called in names.items() if called and called <= said}
    meant |= {entity.id for entity in question.named if entity.is_self and asked.of_self}
    scored = [
        (
            len(meant & {fact.subject, fact.object or ""}) * 2
            + (fact.predicate in asked.predicates)
            + len(said & words(fact.sentence)) / 10,
            fact,
        )
        for fact in facts
        if fact.periods and fact.positive
    ]
    best = max(scored, key=lambda item: (item[0], item[1].said_at, item[1].sentence), default=None)
    if best is None or best[0] < 1:
        return None
    return _beside(best[1], time.relation)


def _beside(fact: Fact, relation: str) -> datetime | None:
    period = fact.periods[-1]
    start, end = period.start, period.end
    if relation == "before":
        return start - _INSTANT if start else None
    if relation == "after":
        return end or (start + _INSTANT if start else None)
    if start and end:
        return start + (end - start) / 2
    return start or (end - _INSTANT if end else None)

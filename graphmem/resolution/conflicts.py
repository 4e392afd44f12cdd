"""Which facts cannot all be so, where nothing that was said decides between them. Pure functions of facts and statements.

A newer word usually decides: who said "I love it" and then "I hate it now" changed their mind. These are left: what can never change and is
told in two ways; what two people say of a third at about the same time; and what somebody is and does all the same.
"""

from __future__ import annotations

import tomllib
from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from functools import cache
from importlib import resources
from itertools import combinations

from graphmem.names import normal
from graphmem.periods import holding, is_current
from graphmem.resolution.vocabulary import Vocabulary
from graphmem.types import Conflict, Fact, Statement

#: Two who speak of a third within this time speak of the same time.
AT_ONCE = timedelta(days=31)

#: Letters by which "moved to" is known as a form of "move to".
_STEM = 4


@dataclass(frozen=True, slots=True)
class Exclusions:
    """What excludes what across predicates: the things a quality excludes, by the predicates of taking them, and pairs of predicates."""

    are: Mapping[str, frozenset[str]]
    taking: frozenset[str]
    same: Mapping[str, frozenset[str]]


@cache
def exclusions() -> Exclusions:
    """The shipped ones."""
    tables = tomllib.loads(resources.files("graphmem.resolution").joinpath("exclusions.toml").read_text("utf-8"))
    things: Mapping[str, Sequence[str]] = tables["things"]
    are = {
        quality: frozenset(thing for kind in kinds for thing in things[kind])
        for quality, kinds in tables["are"].items()
    }
    same = {one: frozenset(others) for one, others in tables["same"].items()}
    return Exclusions(are, frozenset(tables["taking"]["predicates"]), same)


def conflicts(
    facts: Iterable[Fact],
    statements: Iterable[Statement],
    *,
    fact_of: Mapping[tuple[str, int], str],
    called: Mapping[str, Collection[str]],
    vocabulary: Vocabulary,
    now: datetime,
) -> tuple[Conflict, ...]:
    """All conflicts among some facts, in order of what they say.

    `statements` are those of `rivals(facts)`, `fact_of` the fact that each states. `called` are the names of each entity in lower case,
    by which it is known whether somebody speaks of themselves.
    """
    believed = sorted((f for f in facts if _counts(f)), key=lambda fact: (fact.sentence, fact.id))
    said: dict[str, list[Statement]] = defaultdict(list)
    for statement in statements:
        if (fact := fact_of.get((statement.message_id, statement.number))) is not None:
            said[fact].append(statement)
    found = [*_fixed(believed, vocabulary), *_of_a_third(believed, said, called, vocabulary), *_excluded(believed, now)]
    return tuple(sorted(found, key=lambda conflict: (conflict.why, [fact.id for fact in conflict.facts])))


def rivals(facts: Iterable[Fact]) -> set[str]:
    """The slots in which one fact took another's place: who said what there may tell a conflict."""
    return {fact.slot for fact in facts if _counts(fact) and any(period.ended_by for period in fact.periods)}


def _counts(fact: Fact) -> bool:
    return bool(fact.periods) and fact.certainty == "certain" and fact.person and fact.retracted_at is None


def _fixed(believed: Sequence[Fact], vocabulary: Vocabulary) -> Iterator[Conflict]:
    """Two birthplaces of one person."""
    slots: dict[str, list[Fact]] = defaultdict(list)
    for fact in believed:
        predicate = vocabulary.get(fact.predicate)
        if predicate is not None and predicate.fixed and fact.positive:
            slots[fact.slot].append(fact)
    for several in slots.values():
        if len(several) > 1:
            yield Conflict(tuple(several), f"{several[0].sentence}, or {_or(several[1:])}: this never changes")


def _or(facts: Sequence[Fact]) -> str:
    return " or ".join(fact.object_name or fact.value or fact.sentence for fact in facts)


def _of_a_third(
    believed: Sequence[Fact],
    said: Mapping[str, Sequence[Statement]],
    called: Mapping[str, Collection[str]],
    vocabulary: Vocabulary,
) -> Iterator[Conflict]:
    """Two people's words of where a third lives, within a month, neither of whom said that it changed."""
    by_id = {fact.id: fact for fact in believed}
    for fact in believed:
        for rival in sorted({period.ended_by for period in fact.periods if period.ended_by} & by_id.keys()):
            older, newer = said.get(fact.id, ()), said.get(rival, ())
            words = [
                (one, other)
                for one in older
                for other in newer
                if _speaks(one, fact, called, vocabulary) and _speaks(other, fact, called, vocabulary)
            ]
            for one, other in words:
                if one.speaker.casefold() != other.speaker.casefold() and abs(other.at - one.at) <= AT_ONCE:
                    other_fact = by_id[rival]
                    why = f"{_who(one)} said that {fact.subject_name} {_tail(fact, one)}, {_who(other)} {_tail(other_fact, other)}"
                    yield Conflict((fact, other_fact), why)
                    break


def _speaks(one: Statement, fact: Fact, called: Mapping[str, Collection[str]], vocabulary: Vocabulary) -> bool:
    """Whether it is said of somebody else, as what is so and not as news."""
    predicate = vocabulary.get(fact.predicate)
    begun = {phrase.split()[0][:_STEM] for phrase in predicate.begins} if predicate else set()
    news = one.start is not None or one.phrase[:_STEM] in begun
    return (
        one.stance == "holds" and one.person and not news and one.speaker.casefold() not in called.get(fact.subject, ())
    )


def _who(one: Statement) -> str:
    return {"user": "the user", "system": "a program"}.get(one.speaker, one.speaker)


def _tail(fact: Fact, one: Statement) -> str:
    return f"{one.phrase} {fact.object_name or fact.value or ''}".strip()


def _excluded(believed: Sequence[Fact], now: datetime) -> Iterator[Conflict]:
    """What somebody is, or cannot take, and takes all the same."""
    table = exclusions()
    of: dict[str, list[Fact]] = defaultdict(list)
    for fact in believed:
        if fact.positive:
            of[fact.subject].append(fact)
    for own in of.values():
        for one, other in combinations(own, 2):
            for is_so, does in ((one, other), (other, one)):
                if is_current(is_so, now) and _cannot(is_so, does, table) and _meanwhile(is_so, does, now):
                    yield Conflict((is_so, does), f"{is_so.sentence}, but {_did(does)}")


def _cannot(is_so: Fact, does: Fact, table: Exclusions) -> bool:
    if does.predicate in table.same.get(is_so.predicate, ()):
        return _target(is_so) == _target(does)
    excluded = table.are.get(_target(is_so), frozenset()) if does.predicate in table.taking else frozenset()
    return bool(excluded & set(_target(does).split()))


def _meanwhile(is_so: Fact, does: Fact, now: datetime) -> bool:
    """Whether it was done while it was so, or is done now."""
    if does.nature == "state":
        return is_current(does, now)
    start = does.periods[0].start
    return start is None or holding(is_so, start) is not None


def _did(does: Fact) -> str:
    return does.sentence.removeprefix(does.subject_name).strip()


def _target(fact: Fact) -> str:
    return normal(fact.object_name or fact.value or "")

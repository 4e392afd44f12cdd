"""Taking a fact back, and telling what is so instead: as told facts, filed under the keys that the fact was stated with.

A fact that several names led to ("my sister lives in Faro", "Ana lives in Faro") is taken back under each of them, so that it stays so
when the names turn out to be two people's.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

from graphmem.errors import InvalidInput, NotFound
from graphmem.extraction.told import MYSELF, time, written
from graphmem.memory import border
from graphmem.memory.engine import Engine
from graphmem.memory.telling import told_fact
from graphmem.resolution.vocabulary import Vocabulary
from graphmem.types import AGENT, SELF, Fact, FactPart, Identities, Period, Statement

#: What of a fact `correct` can change.
CORRECTABLE = ("subject", "predicate", "object", "value", "start", "end")


def fact_meant(engine: Engine, namespace: str, meant: object) -> Fact:
    """The fact as it is stored now, of one that was returned, an id, or the sentence it reads as.

    Raises:
        NotFound: when there is no such fact, or none any more.
        InvalidInput: when it is none of these, or several facts read so.
    """
    if isinstance(meant, Fact):
        meant = meant.id
    said = border.text(meant, "fact")
    by_id = engine.store.facts(namespace, [said])
    if by_id:
        return by_id[0]
    every = engine.store.facts_about(namespace, None, as_of=None)
    sentence = _read_as(said)
    found = [fact for fact in every if _read_as(fact.sentence) == sentence]
    if not found:
        raise NotFound(f"no fact {said!r}; give a fact, its id, or its sentence word for word, as `facts` has it")
    believed = [fact for fact in found if fact.periods and fact.retracted_at is None] or found
    if len(believed) > 1:
        ids = ", ".join(fact.id for fact in believed)
        raise InvalidInput(f"{len(believed)} facts read {said!r}: give the id of one, {ids}")
    return believed[0]


def _read_as(sentence: str) -> str:
    return " ".join(sentence.casefold().rstrip(".").split())


@dataclass(frozen=True, slots=True)
class Stated:
    """How a fact was stated: one statement for each pair of keys, and what the keys are spelled as."""

    statements: tuple[Statement, ...]
    identities: Identities

    def spelled(self, key: str, otherwise: str) -> str:
        """How a key is spelled; `otherwise` for one that has no spelling of its own."""
        if key in (SELF, AGENT):
            return "me" if key == SELF else otherwise
        of_it = [one for one in self.identities.spellings if one.key == key and one.surface]
        best = min(of_it, key=lambda one: (-one.weight, one.surface), default=None)
        return best.surface if best else otherwise


def stated(engine: Engine, namespace: str, fact: Fact) -> Stated:
    """The statements of a fact that it was stated by, once for each pair of names.

    Raises:
        InvalidInput: when it was taken back already.
    """
    if fact.retracted_at is not None:
        raise InvalidInput(f"{fact.sentence!r} was taken back already; remember_fact tells it anew")
    messages = sorted({source.message_id for source in fact.sources if source.stance != "retracts"})
    theirs = {(p.message_id, p.number) for p in engine.store.placed(namespace, messages) if p.fact_id == fact.id}
    said = engine.store.statements(namespace, messages=messages)
    named = {key for one in said for key in (one.subject, one.object) if key is not None}
    identities = engine.store.identities(namespace, sorted(named))
    theirs_said = [s for s in said if (s.message_id, s.number) in theirs and s.stance != "retracts"]
    by_keys = {(s.subject, s.object): s for s in (_as_read(one, fact, identities) for one in theirs_said)}
    return Stated(tuple(by_keys[pair] for pair in sorted(by_keys, key=repr)), identities)


def _as_read(one: Statement, fact: Fact, identities: Identities) -> Statement:
    """The statement the way round that its fact reads: of a mutual relation either may be said first."""
    if one.object is None or identities.entity_of[one.subject] == fact.subject:
        return one
    return replace(one, subject=one.object, object=one.subject)


def taken_back(fact: Fact, said: Stated, vocabulary: Vocabulary, *, why: str | None) -> list[FactPart]:
    """The parts that take a fact back."""
    positive = fact.sentence[:1].lower() + fact.sentence[1:] if fact.sentence.startswith("The ") else fact.sentence
    because = f" ({why})" if why else ""
    text = f"It is not so that {positive}{because}"
    parts = [_part(fact, one, said, vocabulary, text=text) for one in said.statements]
    return [parts[0], *(replace(part, text="") for part in parts[1:])]


def _part(fact: Fact, one: Statement, said: Stated, vocabulary: Vocabulary, *, text: str) -> FactPart:
    return FactPart(
        text=text,
        subject=said.spelled(one.subject, fact.subject_name),
        predicate=_phrase(vocabulary, one.predicate),
        object=None if one.object is None else said.spelled(one.object, fact.object_name or ""),
        value=one.value,
        # Which happening it is, is told by its time.
        start=None if one.nature == "state" or one.start is None else _moment(one),
        stance="retracts",
        positive=one.positive,
        event=one.nature == "event",
        subject_key=one.subject,
        object_key=one.object or "",
    )


def _moment(one: Statement) -> str:
    assert one.start is not None
    return written(one.start.start, one.start.granularity)


def _phrase(vocabulary: Vocabulary, predicate: str) -> str:
    """A phrase that means the predicate, which another vocabulary may file otherwise; else its name."""
    known = vocabulary.predicates.get(predicate)
    for phrase in known.synonyms if known and not known.each else ():
        meaning = vocabulary.meaning(phrase)
        if meaning and (meaning.predicate.name, meaning.aspect, meaning.inverted) == (predicate, "holds", False):
            return phrase
    return predicate


def corrected(
    fact: Fact, said: Stated, changed: Mapping[str, Any], vocabulary: Vocabulary, *, self_name: str
) -> list[FactPart]:
    """What is so instead of a fact, one part for each time that it held.

    Raises:
        InvalidInput: when nothing would be changed, or a field cannot be what it was given as.
    """
    given = {name: value for name, value in changed.items() if value is not None}
    if not given:
        raise InvalidInput(f"correct needs what is so instead, as one of {', '.join(CORRECTABLE)}; retract takes back")
    if "object" in given and "value" in given:
        raise InvalidInput(f"a fact has an object or a value, not both: {given['object']!r} and {given['value']!r}")
    periods = fact.periods or (None,)
    return [
        _instead(fact, said, given if last else _untimed(given), period, vocabulary, self_name=self_name)
        for period, last in [*((one, False) for one in periods[:-1]), (periods[-1], True)]
    ]


def _untimed(given: Mapping[str, Any]) -> dict[str, Any]:
    """A new start or end is that of the last time; earlier ones keep theirs."""
    return {name: value for name, value in given.items() if name not in ("start", "end")}


def _instead(
    fact: Fact,
    said: Stated,
    given: Mapping[str, Any],
    period: Period | None,
    vocabulary: Vocabulary,
    *,
    self_name: str,
) -> FactPart:
    first = said.statements[0]
    old: dict[str, Any] = {
        "subject": said.spelled(first.subject, fact.subject_name),
        "predicate": _phrase(vocabulary, fact.predicate),
        "object": None if first.object is None else said.spelled(first.object, fact.object_name or ""),
        "value": first.value,
        "positive": fact.positive,
        "certainty": fact.certainty,
        **_times(fact, period),
    }
    if {"object", "value"} & given.keys():
        old |= {"object": None, "value": None}
    told = told_fact({**old, **given}, vocabulary, self_name=self_name)
    if told.start and told.end and time(told.end).end <= time(told.start).start:
        if "start" in given or (period is not None and period.start_stated):
            raise InvalidInput(f"{told.text!r} cannot end ({told.end}) before it starts ({told.start}); give both")
        told = replace(told, start=None)
    same_object = not ({"object", "value"} & given.keys())
    return replace(
        told,
        text=_named(told, fact, given, same_object=same_object),
        event=fact.nature == "event",
        subject_key="" if "subject" in given or told.subject.casefold() in MYSELF else first.subject,
        object_key=(first.object or "") if same_object else "",
    )


def _named(told: FactPart, fact: Fact, given: Mapping[str, Any], *, same_object: bool) -> str:
    """The sentence with the names that those have who stay."""
    text = told.text
    if "subject" not in given and told.subject.casefold() not in MYSELF:
        text = text.replace(told.subject, fact.subject_name, 1)
    if same_object and told.object is not None and fact.object_name:
        before, found, after = text.rpartition(told.object)
        text = f"{before}{fact.object_name}{after}" if found else text
    return text


def _times(fact: Fact, period: Period | None) -> dict[str, str | None]:
    """The stated times of a period, and where nothing of its slot reached back before it, none for its start."""
    if period is None:
        return {}
    if fact.nature == "event":
        return (
            {"start": written(period.start, period.start_granularity)} if period.start_stated and period.start else {}
        )
    stated = period.start_stated or not period.reaches_back
    return {
        "start": written(period.start, period.start_granularity) if stated and period.start else None,
        "end": written(period.end, period.end_granularity, last=True) if period.end and not period.ended_by else None,
    }

"""Facts a program knows already become messages that say them: `remember_fact` and importers of other graphs come here."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import date, datetime
from typing import Any

from pydantic import BaseModel, ConfigDict, ValidationError

from graphmem.errors import InvalidInput
from graphmem.extraction.told import MYSELF, time
from graphmem.memory.border import encodable, shown, utc
from graphmem.resolution.vocabulary import Predicate, Vocabulary
from graphmem.types import Certainty, FactPart, Stance

#: A time as a caller may give it, as exact as its type or its text: "2024-03" is a month.
Told = datetime | date | str


class Telling(BaseModel):
    """A fact as `remember_fact` takes it. Unknown fields are refused."""

    model_config = ConfigDict(extra="forbid")

    subject: str
    predicate: str
    object: str | None = None
    value: str | None = None
    start: Told | None = None
    end: Told | None = None
    stance: Stance = "holds"
    positive: bool = True
    certainty: Certainty = "certain"
    sentence: str | None = None


def told_fact(fields: Mapping[str, Any], vocabulary: Vocabulary, *, self_name: str) -> FactPart:
    """The fact as a part of a message, its predicate in the vocabulary's words.

    Raises:
        InvalidInput: when a field is none that a fact has, a name is blank, neither or both of object and value are given, or
            a time is none.
    """
    try:
        told = Telling.model_validate(dict(fields), strict=True)
    except ValidationError as error:
        first = error.errors(include_url=False)[0]
        raise InvalidInput(f"fact {first['loc'][0]}: {first['msg']}; got {shown(first['input'])}") from error
    if (told.object is None) == (told.value is None):
        raise InvalidInput(f"a fact has either an object or a value; got {told.object!r} and {told.value!r}")
    known = _predicate(vocabulary, _name(told.predicate, "predicate"))
    target = _name(told.object or told.value or "", "object" if told.value is None else "value")
    who = _name(told.subject, "subject")
    called = self_name if who.casefold() in MYSELF else who
    return FactPart(
        text=encodable(told.sentence or _sentence(known, called, told.predicate, target), "sentence"),
        subject=who,
        predicate=_phrase(known, told.predicate),
        object=None if told.object is None else target,
        value=None if told.value is None else target,
        start=_time(told.start),
        end=_time(told.end),
        stance=told.stance,
        positive=told.positive,
        certainty=told.certainty,
        event=known is not None and known.event,
    )


def _name(given: str, what: str) -> str:
    name = encodable(given, what).strip()
    if not name:
        raise InvalidInput(f"{what} must name somebody or something, not {given!r}")
    return name


def _predicate(vocabulary: Vocabulary, given: str) -> Predicate | None:
    """By its name, written with spaces or underscores, or by one of its phrases."""
    spaced = " ".join(given.replace("_", " ").casefold().split())
    by_name = vocabulary.predicates.get(spaced.replace(" ", "_"))
    meaning = vocabulary.meaning(spaced)
    return by_name or (meaning.predicate if meaning is not None and meaning.aspect == "holds" else None)


def _phrase(known: Predicate | None, given: str) -> str:
    """A phrase that is read as this predicate: the one given if it is, else the first that says it holds."""
    spaced = " ".join(given.replace("_", " ").casefold().split())
    if known is None or known.each or spaced in known.synonyms or spaced in known.inverse or not known.synonyms:
        return spaced
    return known.synonyms[0]


def _sentence(known: Predicate | None, subject: str, predicate: str, target: str) -> str:
    if known is None or known.each or predicate in known.inverse:
        return f"{subject} {predicate.replace('_', ' ')} {target}"
    return known.says.replace("{s}", subject).replace("{o}", target)


def _time(given: Told | None) -> str | None:
    """ISO text of a time, to the day for a date; checked."""
    if given is None:
        return None
    if isinstance(given, datetime):
        aware = utc(given, "a time of a fact")
        return None if aware is None else _checked(aware.isoformat())
    return _checked(given.isoformat() if isinstance(given, date) else given)


def _checked(written: str) -> str:
    time(written)
    return written

"""From what a model answered to an extraction: each claim is held against its message, and dropped where that does not bear it out.

A claim must quote its message, its names must stand there or in a turn shown before it, and its time must be words of the message:
those are resolved here, by the same rules as everywhere, since models are bad at dates.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from graphmem import dates
from graphmem.dates import DateSpan
from graphmem.extraction.llm.names import Names, find
from graphmem.extraction.llm.reply import Said
from graphmem.llm.lines import flat
from graphmem.types import Claim, Extraction, Nature, Stance, When

#: Phrases that say how somebody is called instead of what holds of them.
_CALLED = frozenset({"be called", "be named", "have name", "be known as", "be the same as", "also be called", "name"})

_NOT = re.compile(r"\b(?:not|never|no longer)\s+|\b(?:do|does|did)(?:n't| not)\s+", re.IGNORECASE)

#: "Normal" leaves it to the predicate.
_IMPORTANCE = {"low": 0.1, "high": 0.9}

Base = Callable[[str], str]
"""A verb phrase in its base form."""


@dataclass(frozen=True, slots=True)
class Checked:
    """An extraction, and how many claims its message did not bear out."""

    extraction: Extraction
    dropped: int


def checked(
    said: Sequence[Said], names: Names, base: Base, *, extractor: str, version: str, used: Sequence[str] = ()
) -> Checked:
    """The extraction of one message from what a model says it states; `used` are the other messages that it was shown."""
    claims: list[Claim] = []
    same: list[tuple[int, int]] = []
    dropped = 0
    for each in said:
        read = _read(each, names, base)
        if isinstance(read, Claim):
            claims.append(read)
        elif read is not None:
            same.append(read)
        else:
            dropped += 1
    extraction = Extraction(
        message_id=names.message.id,
        extractor=extractor,
        version=version,
        mentions=tuple(names.mentions),
        claims=tuple(dict.fromkeys(claims)),
        same=tuple(dict.fromkeys(same)),
        used=tuple(used),
    )
    return Checked(extraction, dropped)


def _read(said: Said, names: Names, base: Base) -> Claim | tuple[int, int] | None:
    """A claim, two mentions that are one, or None where the message does not bear it out."""
    quote = find(said.quote, names.message.text)
    if quote is None:
        return None
    subject = names.mention(said.subject, said.subject_kind, quote)
    target = names.mention(said.object, said.object_kind, quote) if said.object else None
    predicate, phrase = base(_NOT.sub("", said.predicate)), flat(said.predicate)
    if not predicate:
        return None
    value = None
    if subject is None or (said.object and target is None):
        value = _value(said, names) if subject is not None else None
        if subject is None or value is None:
            return None
    if predicate in _CALLED:
        return (subject, target) if target is not None and target != subject else None
    start, end = _times(said, names)
    return Claim(
        subject=subject,
        predicate=predicate,
        phrase=phrase,
        quote=quote,
        object=target,
        value=value,
        nature=_nature(said),
        stance=_stance(said),
        positive=not (said.negated or _NOT.search(said.predicate)),
        certainty=said.certainty,
        current=said.standing in ("holds", "began"),
        start=start,
        end=end,
        confidence=0.8,
        importance=_IMPORTANCE.get(said.importance),
    )


def _value(said: Said, names: Names) -> str | None:
    """The object as a literal, if it is words of the message: "my old car" is nobody, and can be had."""
    words = said.object or ""
    span = find(words, names.message.text)
    return " ".join(words.split()) if span is not None else None


def _nature(said: Said) -> Nature:
    return "event" if said.nature == "event" and said.standing not in ("ended", "began") else "state"


def _stance(said: Said) -> Stance:
    stances: dict[str, Stance] = {"ended": "ends", "wrong": "retracts"}
    return stances.get(said.standing, "holds")


def _times(said: Said, names: Names) -> tuple[When | None, When | None]:
    """When it began and ended, from the words the model points at."""
    span = _span(said, names)
    if span is None or span.relation in ("before", "after"):
        return None, None
    if said.standing == "ended":
        return None, span.when
    match span.relation:
        case "until":
            return None, span.when
        case "range":
            return span.when, span.last
    return span.when, span.when if said.standing == "was" and said.nature == "state" and span.relation == "at" else None


def _span(said: Said, names: Names) -> DateSpan | None:
    words = find(said.time, names.message.text) if said.time else None
    if words is None:
        return None
    past = None if said.certainty == "possible" else said.standing != "holds" or said.nature == "event"
    found = dates.find(names.message.text, at=names.message.clock, past=past)
    return next((span for span in found if span.start < words[1] and words[0] < span.end), None)

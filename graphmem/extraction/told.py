"""Facts a program told are read as they stand: no model is asked, and reading one again gives the same.

They are messages like any other, so that they have a time, a place in the order and a provenance, can be forgotten, and take
part in the same timelines as what people said.
"""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime, timedelta

from graphmem.errors import InvalidInput
from graphmem.types import (
    AGENT,
    SELF,
    ApartPart,
    Claim,
    Extraction,
    FactPart,
    Granularity,
    Mention,
    Message,
    Refers,
    SamePart,
    When,
    claims,
)

NAME = "told"
VERSION = "1"
WITHDRAWN = claims.WITHDRAWN

#: What the user is called in a told fact.
MYSELF = frozenset({"me", "i", "myself", "self", "the user", "user"})

#: The lengths of an ISO time written to the year, the month and the day.
_DATES = {4: Granularity.YEAR, 7: Granularity.MONTH, 10: Granularity.DAY}


def is_told(message: Message) -> bool:
    """Whether the message consists of told facts and decisions."""
    return bool(message.parts) and all(isinstance(part, (FactPart, SamePart, ApartPart)) for part in message.parts)


def read(message: Message) -> Extraction:
    """The facts of a told message as mentions and claims, each quoting the whole message, and what it decides."""
    mentions: list[Mention] = []
    claims = [_claim(part, message.text, mentions) for part in message.parts if isinstance(part, FactPart)]
    return Extraction(
        message.id,
        NAME,
        VERSION,
        tuple(mentions),
        tuple(claims),
        joined=tuple((part.left, part.right) for part in message.parts if isinstance(part, SamePart)),
        parted=tuple((part.left, part.right) for part in message.parts if isinstance(part, ApartPart)),
    )


def withdrawn(message_id: str) -> Extraction:
    """What is read of a message whose word no longer counts."""
    return Extraction(message_id, WITHDRAWN, VERSION)


def written(when: datetime, granularity: Granularity | None, *, last: bool = False) -> str:
    """A time as `time` reads it, as exact as it was meant where that can be written; the `last` day or year of a period counts in."""
    inside = when - timedelta(microseconds=1) if last else when
    for length, exactness in _DATES.items():
        text = inside.isoformat()[:length]
        meant = time(text)
        if exactness is granularity and (meant.end if last else meant.start) == when:
            return text
    return when.isoformat()


def time(text: str) -> When:
    """An ISO time as exactly as it is written: "2024" is a year, "2024-03" a month, "2024-03-05" a day, else a second.

    Raises:
        InvalidInput: when it is none of these.
    """
    granularity = _DATES.get(len(text), Granularity.SECOND)
    try:
        start = datetime.fromisoformat(text + "-01-01"[(len(text) - 4) :] if len(text) in (4, 7) else text)
        begun = start.replace(tzinfo=UTC) if start.tzinfo is None else start.astimezone(UTC)
        return When(begun, _after(begun, granularity), granularity)
    except (ValueError, OverflowError) as error:  # the last year has no moment after it
        raise InvalidInput(f"{text!r} is no time; write 2024, 2024-03, 2024-03-05 or 2024-03-05T18:30+02:00") from error


def _after(start: datetime, granularity: Granularity) -> datetime:
    if granularity is Granularity.YEAR:
        return start.replace(year=start.year + 1)
    if granularity is Granularity.MONTH:
        return (start + timedelta(days=31)).replace(day=1)
    return start + (timedelta(days=1) if granularity is Granularity.DAY else timedelta(seconds=1))


def _until(end: When) -> When:
    """An exact moment is the end itself; a day, a month and a year count in."""
    return replace(end, end=end.start) if end.granularity is Granularity.SECOND else end


def _claim(part: FactPart, text: str, mentions: list[Mention]) -> Claim:
    subject = _named(part.subject, part.subject_key, text, mentions)
    target = None if part.object is None else _named(part.object, part.object_key, text, mentions)
    return Claim(
        subject=subject,
        predicate=part.predicate,
        phrase=part.predicate,
        quote=(0, len(text)),
        object=target,
        value=part.value,
        nature="event" if part.event else "state",
        stance=part.stance,
        positive=part.positive,
        certainty=part.certainty,
        # With a start, the fact holds from there; that it was told later says nothing about then. And a program that takes
        # a fact back takes back all of it.
        current=part.start is None and part.stance != "retracts",
        start=None if part.start is None else time(part.start),
        end=None if part.end is None else _until(time(part.end)),
        confidence=1.0,
    )


def _named(name: str, key: str, text: str, mentions: list[Mention]) -> int:
    """The number of the mention of a name; the whole text stands for it where it does not occur."""
    start = text.casefold().find(name.casefold())
    span = (start, start + len(name)) if start >= 0 else (0, len(text))
    if key:
        # Who is named by a key is known already: the name tells nothing new of them.
        mentions.append(Mention(name, *span, _refers(key), name, kind_confidence=0.0, key=key))
    elif name.casefold() in MYSELF:
        mentions.append(Mention(name, *span, "self"))
    else:
        mentions.append(Mention(name, *span, "name", name))
    return len(mentions) - 1


def _refers(key: str) -> Refers:
    if key in (SELF, AGENT):
        return "self" if key == SELF else "agent"
    return "relation" if key.startswith("r:") else "name"

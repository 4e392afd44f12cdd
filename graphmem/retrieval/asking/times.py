"""The time a question asks about: a stretch it names, "used to", "still", "the latest", or an event that tells it.

Read off the words alone; a time that was only spoken of before ("back then") comes from the turns.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import replace
from datetime import datetime, timedelta
from typing import Literal

from graphmem import dates
from graphmem.retrieval.asking import lexicon
from graphmem.types import Granularity, TimeAsked, When

#: How long ago "recently" reaches.
RECENTLY = timedelta(days=60)

_PAST = re.compile(r"\b(?:(?:did|was|were|had|have|has)(?:n['’]t)?|went|gone|used)\b", re.IGNORECASE)
_DONE = re.compile(r"\b(?:(?:did|was|were|had)(?:n['’]t)?|used)\b", re.IGNORECASE)
_FUTURE = re.compile(r"\b(?:will|going to|gonna|shall)\b", re.IGNORECASE)
_EVENT = re.compile(
    r"(?<=\w )(?P<how>before|when|while|after|since|until)\s+"
    r"(?P<event>(?:(?i:i|we|he|she|they|it|(?:my|our|his|her|their)\s+\w+)|[A-Z]\w+)\s+\w+.*)$",
    re.DOTALL,
)
_THEN = re.compile(
    r"\b(?:back then|at (?:that|the) time|(?:in )?th(?:at|ose) (?:year|month|week|days?)|then)\b", re.IGNORECASE
)
_HOW: dict[str, Literal["before", "at", "after"]] = {
    "before": "before",
    "until": "before",
    "when": "at",
    "while": "at",
    "after": "after",
    "since": "after",
}


def asked(text: str, *, now: datetime, past: bool = False) -> tuple[TimeAsked, str]:
    """The time a question asks about, and the question without the event that tells it."""
    event = _EVENT.search(text)
    main = text[: event.start()] if event else text
    spans = dates.find(main, at=now, past=past or _tense(main))
    stems = lexicon.stems(_without(main, spans))
    cues = set(lexicon.times().found(stems))
    if event is None and re.search(r"\bafter\b", main, re.IGNORECASE) and not spans:
        cues.discard("over")
    found = TimeAsked(
        when=_one_of(spans) if spans else _recently(now) if "recent" in cues and "last" not in cues else None,
        over="over" in cues and "now" not in cues,
        still="still" in cues,
        past=past or bool(_DONE.search(main)),
        order="first" if "first" in cues else "last" if "last" in cues else "",
        then=bool(_THEN.search(main)) and not spans,
    )
    if event:
        found = replace(found, over=False, event=event["event"], relation=_HOW[event["how"].lower()])
    return found, main


def spoken_of(texts: Iterable[str], *, now: datetime) -> When | None:
    """The last time that some texts name, the latest text first."""
    for text in texts:
        spans = dates.find(text, at=now, past=True)
        if spans:
            return spans[-1].when
    return None


def moment(when: When, now: datetime) -> datetime:
    """The moment that stands for a stretch: its middle, or now where that is yet to come and the stretch has begun."""
    middle = when.start + (when.end - when.start) / 2
    return min(middle, max(now, when.start))


def _one_of(spans: Sequence[dates.DateSpan]) -> When:
    """The time that several name together: "in April, 2024" and "in April last year" are a month of the year named."""
    exact = min(spans, key=lambda span: span.when.end - span.when.start).when
    years = [span.when.start.year for span in spans if span.when.granularity == Granularity.YEAR]
    if exact.granularity not in (Granularity.DAY, Granularity.MONTH, Granularity.SEASON) or not years:
        return exact
    shift = years[0] - exact.start.year
    return When(_moved(exact.start, shift), _moved(exact.end, shift), exact.granularity)


def _moved(moment: datetime, years: int) -> datetime:
    """A day so many years on; the 29th of February becomes the 1st of March."""
    try:
        return moment.replace(year=moment.year + years)
    except ValueError:
        return moment.replace(year=moment.year + years, month=3, day=1)


def _tense(text: str) -> bool | None:
    if _PAST.search(text):
        return True
    return False if _FUTURE.search(text) else None


def _without(text: str, spans: Iterable[dates.DateSpan]) -> str:
    for span in sorted(spans, key=lambda span: -span.start):
        text = f"{text[: span.start]} {text[span.end :]}"
    return text


def _recently(now: datetime) -> When:
    return When(now - RECENTLY, now, Granularity.MONTH)

"""One remembered thing, one line: how facts, old turns and summaries read inside a context.

What people wrote is data. In a line it has no line breaks to start a heading with and no marker to end the memory with,
so that nothing said in a chat can pass for what stands around it.
"""

from __future__ import annotations

import re
from collections.abc import Set
from dataclasses import dataclass
from datetime import datetime

from graphmem import periods
from graphmem.context import times
from graphmem.context.passage import passage
from graphmem.context.sameness import Saying, words
from graphmem.tokens import TokenCounter
from graphmem.types import Fact, Message, Summary, SummaryLine

#: Where a line stands in time: when it was said, its number there, and an id.
Place = tuple[datetime, int, str]

OPEN, CLOSE = "<memory>", "</memory>"

#: How many tokens of one old turn are quoted, unless there is room for more.
QUOTED = 120

#: What stands after a message whose word was undone.
TAKEN_BACK = " (taken back)"

_MARKER = re.compile(r"<(?=\s*/?\s*memory)", re.IGNORECASE)
_CONTROL = re.compile(r"[\x00-\x08\x0e-\x1f\x7f-\x9f]")
_ROLES = {"user": "User", "assistant": "Assistant", "system": "System", "tool": "Tool"}


@dataclass(frozen=True, slots=True)
class Line:
    """A line of the memory block.

    `id` is the fact's or message's. `said` is what it says, to be compared with other lines; `label` names it in
    explanations; `place` is where it stands among lines that are read in time order. `heading` is the day it stands under,
    with others of that day. `partner` is the id of the line without which it is not shown: that of a question's answer.
    `about` are the entities of a fact and `topic` its subject and predicate. Each set of `told_by` holds the ids of what,
    shown elsewhere, says it all.
    """

    id: str
    text: str
    said: Saying
    label: str
    place: Place
    heading: str = ""
    partner: str = ""
    about: tuple[str, ...] = ()
    topic: tuple[str, str] = ("", "")
    told_by: tuple[frozenset[str], ...] = ()


def fact_line(fact: Fact, now: datetime, *, disputed: bool = False, told_by: tuple[frozenset[str], ...] = ()) -> Line:
    """A fact with its time: "- Ana lives in Lisbon (since March 2024)". Its sentence says if it is less than sure."""
    sentence = plain(fact.sentence).removesuffix(".")
    standing = "" if fact.person else "said by the assistant"
    against = "the opposite was said too" if disputed else ""
    origin = f"from {plain(fact.namespace)}" if fact.namespace else ""
    beside = "; ".join(part for part in (times.words(fact, now), standing, against, origin) if part)
    text = f"- {sentence} ({beside})" if beside else f"- {sentence}"
    return Line(
        fact.id,
        text,
        Saying("", words(text)),
        f'"{sentence}"',
        (fact.said_at, 0, fact.id),
        about=tuple(dict.fromkeys(filter(None, (fact.subject, fact.object)))),
        topic=(fact.subject, fact.predicate),
        told_by=told_by,
    )


def message_line(
    message: Message,
    terms: frozenset[str],
    *,
    counter: TokenCounter,
    now: datetime,
    self_name: str | None,
    limit: int = QUOTED,
    partner: str = "",
    told_by: tuple[frozenset[str], ...] = (),
    taken_back: bool = False,
) -> Line:
    """An old turn under its day, with its speaker; of a long one the passage that answers best to the terms."""
    quoted = plain(passage(message.text, terms, counter=counter, limit=limit))
    who, back = plain(speaker(message, self_name)), TAKEN_BACK if taken_back else ""
    return Line(
        message.id,
        f"- {who}: {quoted}{back}",
        Saying(who + back, words(quoted)),
        label(message, self_name),
        (message.at, message.seq, message.id),
        times.heading(message.clock, now),
        partner,
        told_by=told_by,
    )


def label(message: Message, self_name: str | None) -> str:
    """A message as explanations name it: "Ada on 3 May 2024"."""
    return f"{plain(speaker(message, self_name))} on {periods.date_words(message.clock)}"


def summary_lines(
    summary: Summary | None, *, now: datetime, self_name: str | None, taken_back: Set[str]
) -> tuple[Line, ...]:
    """A line for each sentence of a running summary, in time order; those of messages `taken_back` (ids) say so."""
    lines = summary.lines if summary else ()
    marks = (TAKEN_BACK if line.message_id in taken_back else "" for line in lines)
    return tuple(
        _summary_line(line, number, now, self_name, mark)
        for number, (line, mark) in enumerate(zip(lines, marks, strict=True))
    )


def _summary_line(line: SummaryLine, number: int, now: datetime, self_name: str | None, mark: str) -> Line:
    """A sentence folded before the user's name was known is the user's all the same; a model's is nobody's, of no one day."""
    if not line.speaker:
        told = plain(line.text)
        place = (line.at, number, line.message_id)
        return Line(line.message_id, f"- {told}", Saying("", words(told)), "the summary", place)
    who = plain(self_name if self_name and line.speaker == _ROLES["user"] else line.speaker)
    return Line(
        line.message_id,
        f"- {who}: {plain(line.text)}{mark}",
        Saying(who + mark, words(plain(line.text))),
        f"{who} on {periods.date_words(line.at)}",
        (line.at, number, line.message_id),
        times.heading(line.at, now),
    )


def summary_text(at: datetime, who: str, text: str) -> str:
    """A sentence of a summary with its day; its tokens are counted from this, though a day is shown once for its lines."""
    return f"- {periods.date_words(at)}, {plain(who)}: {plain(text)}"


def speaker(message: Message, self_name: str | None) -> str:
    """Who said a message, as it is shown; the user of another namespace is not the self, and said it there."""
    if message.namespace:
        return f"{message.speaker or _ROLES[message.role]} ({message.namespace})"
    if message.speaker:
        return message.speaker
    return self_name if self_name and message.role == "user" else _ROLES[message.role]


def plain(text: str) -> str:
    """Text as one line without markers or control characters."""
    return neutral(" ".join((text if text.isprintable() else _CONTROL.sub(" ", text)).split()))


def neutral(text: str) -> str:
    """Text in which no memory marker stands."""
    return _MARKER.sub("‹", text) if "<" in text else text

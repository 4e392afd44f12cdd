"""One remembered thing, one line: how facts, old turns and summaries read inside a context.

What people wrote is data. In a line it has no line breaks to start a heading with and no marker to end the memory with,
so that nothing said in a chat can pass for what stands around it.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from graphmem import periods
from graphmem.context.passage import passage
from graphmem.tokens import TokenCounter
from graphmem.types import Fact, Message, Summary, SummaryLine

OPEN, CLOSE = "<memory>", "</memory>"

#: How many tokens of one old turn are quoted.
QUOTED = 120

_MARKER = re.compile(r"<(?=\s*/?\s*memory)", re.IGNORECASE)
_CONTROL = re.compile(r"[\x00-\x08\x0e-\x1f\x7f-\x9f]")
_ROLES = {"user": "User", "assistant": "Assistant", "system": "System", "tool": "Tool"}


@dataclass(frozen=True, slots=True)
class Line:
    """A line of the memory block.

    `id` is the fact's or message's. `said` is what it says, to be compared with other lines; `label` names it in
    explanations; `place` is where it stands among lines that are read in time order.
    """

    id: str
    text: str
    said: str
    label: str
    place: tuple[datetime, int, str]


def fact_line(fact: Fact, now: datetime) -> Line:
    """A fact with its time: "- Ana lives in Lisbon (since March 2024)". Its sentence says if it is less than sure."""
    sentence = plain(fact.sentence).removesuffix(".")
    standing = "" if fact.person else "said by the assistant"
    beside = "; ".join(part for part in (periods.words(fact, now), standing) if part)
    text = f"- {sentence} ({beside})" if beside else f"- {sentence}"
    return Line(fact.id, text, same(text), f'"{sentence}"', (fact.said_at, 0, fact.id))


def message_line(message: Message, terms: frozenset[str], counter: TokenCounter, self_name: str | None) -> Line:
    """An old turn with its day and speaker; of a long one the passage that answers best to the terms."""
    quoted = passage(plain(message.text), terms, counter=counter, limit=QUOTED)
    who, day = plain(speaker(message, self_name)), periods.date_words(message.at)
    place = (message.at, message.seq, message.id)
    return Line(message.id, f"- {day}, {who}: {quoted}", same(quoted), label(message, self_name), place)


def label(message: Message, self_name: str | None) -> str:
    """A message as explanations name it: "Ada on 3 May 2024"."""
    return f"{plain(speaker(message, self_name))} on {periods.date_words(message.at)}"


def summary_lines(summary: Summary | None, self_name: str | None) -> tuple[Line, ...]:
    """A line for each sentence of a running summary, in time order."""
    return tuple(_summary_line(line, number, self_name) for number, line in enumerate(summary.lines if summary else ()))


def _summary_line(line: SummaryLine, number: int, self_name: str | None) -> Line:
    """A sentence folded before the user's name was known is the user's all the same."""
    who = self_name if self_name and line.speaker == _ROLES["user"] else line.speaker
    return Line(
        line.message_id,
        summary_text(line.at, who, line.text),
        same(plain(line.text)),
        f"{plain(who)} on {periods.date_words(line.at)}",
        (line.at, number, line.message_id),
    )


def summary_text(at: datetime, who: str, text: str) -> str:
    """How a sentence of a summary reads; its tokens are counted from this."""
    return f"- {periods.date_words(at)}, {plain(who)}: {plain(text)}"


def speaker(message: Message, self_name: str | None) -> str:
    """Who said a message, as it is shown."""
    if message.speaker:
        return message.speaker
    return self_name if self_name and message.role == "user" else _ROLES[message.role]


def plain(text: str) -> str:
    """Text as one line without markers or control characters."""
    return neutral(" ".join(_CONTROL.sub(" ", text).split()))


def neutral(text: str) -> str:
    """Text in which no memory marker stands."""
    return _MARKER.sub("‹", text)


def same(text: str) -> str:
    """What two texts have in common that say the same with other capitals and spaces."""
    return " ".join(text.casefold().split()).strip("…").strip()


def already(line: Line, said: Sequence[str]) -> bool:
    """Whether the line's words stand in what is said elsewhere."""
    return any(line.said in other for other in said)

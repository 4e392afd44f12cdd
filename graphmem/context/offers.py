"""What a context could show: recall, window and summary as lines, each with what would make it needless.

Whether a fact is told by a turn, and a turn by facts, is worked out here, where both are known; whether it is then left out
depends on what the budget lets in.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence, Set
from dataclasses import dataclass
from datetime import datetime

from graphmem.context.exchanges import partners
from graphmem.context.filling import Offer, unit_size
from graphmem.context.lines import QUOTED, Line, fact_line, message_line, summary_lines
from graphmem.context.passage import passage
from graphmem.context.sameness import Saying, tells, told, words
from graphmem.context.window import Unit, shorten
from graphmem.terms import terms
from graphmem.tokens import TokenCounter
from graphmem.types import Fact, Message, Recall, Summary, TokenBudget

#: Characters of a turn that decide which passage of an old turn is quoted.
_READ = 4000

#: An old turn may take this part of the budget, where that is more than what is always quoted, up to a most.
_TURN_SHARE = 1 / 16
_LONGEST = 400

#: So many turns are quoted at that length. Those found after them are quoted in fewer tokens, or this part of the budget,
#: unless all would fit: more turns of less than sure use stand in a context than if all were quoted alike.
_FOREMOST = 10
_BRIEF, _BRIEF_SHARE = 45, 1 / 40

#: Tokens of the question that an answer brings, and of the answer that a question brings.
_QUESTION, _ANSWER = 60, QUOTED


@dataclass(frozen=True, slots=True)
class Reader:
    """For whom lines are made: the terms asked for, the time, who "I" is, and how tokens count."""

    asked: frozenset[str]
    now: datetime
    counter: TokenCounter
    self_name: str | None
    free: int

    @property
    def quoted(self) -> int:
        """How many tokens of one old turn are quoted."""
        return max(QUOTED, min(_LONGEST, int(self.free * _TURN_SHARE)))


def asked_for(turn: str, recall: Recall) -> frozenset[str]:
    """The terms that decide which passage of a long text is quoted."""
    return frozenset(terms(turn[:_READ])) | frozenset(terms(recall.query.text[:_READ]))


def offered(
    turn: str,
    recall: Recall,
    units: Sequence[Unit],
    *,
    beside: Sequence[Message],
    taken_back: Set[str],
    summary: Summary | None,
    budget: TokenBudget,
    reader: Reader,
    without: str | None,
) -> Offer:
    """All that could be shown beside the turn; `without` is the id of its own message, `taken_back` are those of messages that were undone."""
    whole = [message for unit in units if not (unit.shortened or unit.taken_back) for message in unit.messages]
    return Offer(
        facts=_distinct(_facts(recall.facts, whole, reader)),
        window=_shortened(units, int(reader.free * budget.window), reader)[::-1],
        messages=_distinct(_turns(recall, beside, taken_back, reader), without),
        summary=_distinct(
            summary_lines(summary, now=reader.now, self_name=reader.self_name, taken_back=taken_back)[::-1], without
        ),
        answered=recall.answered,
        turn=Saying(reader.self_name or "User", words(turn)),
    )


def _facts(facts: Sequence[Fact], window: Sequence[Message], reader: Reader) -> Iterator[Line]:
    disputed = _disputed(facts)
    for fact in facts:
        tellers = (message for message in window if tells(message, fact, _names(message, reader)))
        told_by = tuple(frozenset({message.id}) for message in tellers)
        yield fact_line(fact, reader.now, disputed=fact.id in disputed, told_by=told_by)


def _turns(recall: Recall, beside: Sequence[Message], taken_back: Set[str], reader: Reader) -> Iterator[Line]:
    other_half, stated = partners(recall.messages, beside), _stated(recall.facts)
    brief = reader.quoted if _all_fit(recall.messages, reader) else max(_BRIEF, int(reader.free * _BRIEF_SHARE))
    for rank, message in enumerate(recall.messages):
        limit = reader.quoted if rank < _FOREMOST else min(brief, reader.quoted)
        by = _told_by(message, stated.get(message.id, ()), reader)
        yield _line(message, reader, limit, told_by=by, taken_back=message.id in taken_back)
        if other := other_half.get(message.id):
            most = _QUESTION if other.role == "user" else _ANSWER
            yield _line(other, reader, min(most, limit), partner=message.id, taken_back=other.id in taken_back)


def _all_fit(messages: Sequence[Message], reader: Reader) -> bool:
    """Whether the budget holds all turns at full length, roughly: a token is about four characters."""
    return sum(min(len(message.text) // 4, reader.quoted) for message in messages) <= reader.free // 2


def _line(
    message: Message,
    reader: Reader,
    limit: int,
    *,
    partner: str = "",
    told_by: tuple[frozenset[str], ...] = (),
    taken_back: bool = False,
) -> Line:
    return message_line(
        message,
        reader.asked,
        counter=reader.counter,
        now=reader.now,
        self_name=reader.self_name,
        limit=limit,
        partner=partner,
        told_by=told_by,
        taken_back=taken_back,
    )


def _told_by(message: Message, facts: Sequence[Fact], reader: Reader) -> tuple[frozenset[str], ...]:
    if not facts or not told(message, facts, _names(message, reader)):
        return ()
    return (frozenset(fact.id for fact in facts),)


def _stated(facts: Sequence[Fact]) -> Mapping[str, list[Fact]]:
    """The facts that each message states, by its id."""
    by: dict[str, list[Fact]] = defaultdict(list)
    for fact in facts:
        for message_id in dict.fromkeys(source.message_id for source in fact.sources):
            by[message_id].append(fact)
    return by


def _names(message: Message, reader: Reader) -> frozenset[str]:
    """The terms that name the speaker, whom a message calls "I"."""
    mine = message.role == "user" and not message.namespace
    who = message.speaker or (reader.self_name or "the user" if mine else "")
    return frozenset(terms(who)) if who else frozenset()


def _disputed(facts: Sequence[Fact]) -> frozenset[str]:
    """The facts of which the opposite is among them, neither having ended."""
    sides: dict[tuple[str, ...], dict[bool, list[str]]] = {}
    for fact in facts:
        if fact.certainty == "certain" and fact.periods and fact.periods[-1].end is None:
            what = (fact.subject, fact.predicate, fact.object or "", (fact.value or "").casefold())
            sides.setdefault(what, {}).setdefault(fact.positive, []).append(fact.id)
    both: Iterable[Mapping[bool, list[str]]] = (side for side in sides.values() if len(side) > 1)
    return frozenset(one for side in both for ids in side.values() for one in ids)


def _shortened(arranged: Sequence[Unit], share: int, reader: Reader) -> tuple[Unit, ...]:
    """The window's units; of what alone exceeds the window's share only passages, so that the turns around it stay."""

    def quote(text: str) -> str:
        return passage(text, reader.asked, counter=reader.counter, limit=QUOTED)

    return tuple(shorten(unit, quote) if unit_size(unit, reader.counter) > share else unit for unit in arranged)


def _distinct(lines: Iterable[Line], without: str | None = None) -> tuple[Line, ...]:
    """Each thing said once, leaving out empty lines and those of the message `without`."""
    distinct: dict[Saying, Line] = {}
    for line in lines:
        if line.said.words and line.id != without:
            distinct.setdefault(line.said, line)
    return tuple(distinct.values())

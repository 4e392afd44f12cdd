"""What counts beside fitting the question, by name, and no text twice.

    balanced    nothing more
    recent      what was said lately: a month halves what being new adds
    important   what matters: messages marked so, and those that state facts that do
    diverse     what does not repeat what comes before it (maximal marginal relevance)

A strategy reorders what fits; it lets nothing in that does not.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from graphmem.retrieval.mmr import spread
from graphmem.types import Fact, Message, Query

#: What being said just now, or mattering most, adds to a score: about as much as a matching rare word.
RECENT, IMPORTANT = 3.0, 3.0

#: In how many days what being new adds is halved.
HALVED = 30.0

#: Texts longer than this are compared by their beginning when doubles are left out.
_COMPARED = 2000

#: How many of the best the strategies that reorder look at, for each one shown.
_LOOKED_AT = 3

_DAY = 86400.0


def chosen(
    read: Mapping[str, Message], scores: Mapping[str, float], query: Query, facts: Sequence[Fact]
) -> tuple[Message, ...]:
    """The messages to show, best first, each text once; equals by when they were said, the newest first."""
    looked_at = query.limit if query.strategy == "balanced" else query.limit * _LOOKED_AT
    candidates = _distinct(_ordered(read, scores), looked_at)
    match query.strategy:
        case "recent":
            candidates = _ordered(_by_id(candidates), _recent(candidates, scores, query))
        case "important":
            candidates = _ordered(_by_id(candidates), _important(candidates, scores, facts))
        case "diverse":
            candidates = spread(candidates, scores, query.limit)
        case "balanced":
            pass
    return tuple(candidates[: query.limit])


def _ordered(read: Mapping[str, Message], scores: Mapping[str, float]) -> list[Message]:
    known = [message for message in read.values() if message.id in scores]
    return sorted(known, key=lambda m: (-scores[m.id], -m.at.timestamp(), m.session, -m.seq, m.id))


def _distinct(ranked: Sequence[Message], most: int) -> list[Message]:
    """The first `most` messages that repeat none before them."""
    distinct: dict[str, Message] = {}
    for message in ranked:
        if len(distinct) == most:
            break
        distinct.setdefault(" ".join(message.text[:_COMPARED].casefold().split()), message)
    return list(distinct.values())


def _recent(messages: Sequence[Message], scores: Mapping[str, float], query: Query) -> dict[str, float]:
    now = query.as_of or query.now
    ages = {message.id: max((now - message.at).total_seconds() / _DAY, 0.0) for message in messages}
    return {key: scores[key] + RECENT * 0.5 ** (age / HALVED) for key, age in ages.items()}


def _important(messages: Sequence[Message], scores: Mapping[str, float], facts: Sequence[Fact]) -> dict[str, float]:
    matters: dict[str, float] = {}
    for fact in facts:
        for source in fact.sources:
            matters[source.message_id] = max(matters.get(source.message_id, 0.0), fact.importance)
    return {
        message.id: scores[message.id] + IMPORTANT * max(message.importance or 0.0, matters.get(message.id, 0.0))
        for message in messages
    }


def _by_id(messages: Sequence[Message]) -> dict[str, Message]:
    return {message.id: message for message in messages}

"""Messages in the order of how likely they answer: a first look at all that matched, a second at the best of them.

The first look costs no read: it weighs how well a message, its neighbours and its session match. The second reads the best and
weighs what they say. Both are sums of features by weights that a program found (`benchmarks/ranking.py`).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from graphmem.retrieval import features, matching
from graphmem.retrieval.asking.fitting import ABOUT
from graphmem.retrieval.features import Asked
from graphmem.retrieval.gathering import Gathered
from graphmem.retrieval.matching import Match, Matches
from graphmem.retrieval.weights import Weights, weighed
from graphmem.types import Channel, Fact, Hit, Message

#: How many messages are read for the second look, and how many for each one shown.
READ, READ_EACH = 50, 2

#: Beside how many of the best, the turns before and after are read too.
BESIDE = 15

#: The points of a fact that is about those asked about and says nothing of what is asked.
ABOUT_THEM = ABOUT + 0.5

_AT_THE_TIME = len(matching.FIRST) + features.SECOND.index("at the time asked")

#: How many of each channel's list are told as reasons.
TOLD = 100


#: The place in a channel's list, from 1, and the channel's score.
Ranked = tuple[int, float]


@dataclass(frozen=True, slots=True)
class Look:
    """The first look: features and scores by message id, best first, what stands beside the best, and each channel's list."""

    found: Matches
    features: Mapping[str, tuple[float, ...]]
    beside: Mapping[tuple[str, int], tuple[float, ...]]
    order: tuple[str, ...]
    scores: Mapping[str, float]
    ranked: Mapping[Channel, Mapping[str, Ranked]]

    def hits(self, key: str) -> tuple[Hit, ...]:
        """Why a message came; made for those shown alone."""
        found = ((channel, places.get(key)) for channel, places in self.ranked.items())
        return tuple(Hit("message", key, channel, *place) for channel, place in found if place is not None)


def first_look(gathered: Gathered, weights: Weights) -> Look:
    """Weigh every message that a channel found, without reading any."""
    postings, near = gathered.words("message"), gathered.near.get("message", ())
    found = matching.matches(postings, near)
    points = _stating(gathered.answering)
    sessions = matching.session_scores(postings)
    early = matching.first(found, sessions, points)
    led_to = [key for key in points if key not in early]
    early |= {key: _only_stating(found, points[key]) for key in led_to}
    scores = {key: weighed(each, weights.first) for key, each in early.items()}
    order = [key for _, key in sorted([(-score, key) for key, score in scores.items()])]
    near_by = matching.beside(found, order[:READ], BESIDE, sessions)
    lists = _lists(found, {key: share for key, (share, _) in points.items()})
    return Look(found, early, near_by, tuple(order), scores, lists)


def second_look(
    look: Look, read: Sequence[Message], gathered: Gathered, stated: Mapping[str, float], fitting: frozenset[str]
) -> dict[str, tuple[float, ...]]:
    """All features of the messages that were read, by id.

    `stated` is how well facts that they state match by their words, `fitting` are those that mention the kind asked for.
    """
    late = features.second(read, look.found, Asked(gathered.question, stated, fitting))
    early = {message.id: _early(look, message) for message in read}
    return {key: (*row, *late[key]) for key, row in early.items() if row is not None}


def _early(look: Look, message: Message) -> tuple[float, ...] | None:
    return look.features.get(message.id) or look.beside.get((message.session, message.seq))


def stated_by(facts: Sequence[Fact], gathered: Gathered) -> dict[str, float]:
    """How well, standardised, the best fact that a message states matches by its words."""
    found = matching.matches(gathered.words("fact"), ()).of
    best: dict[str, float] = {}
    for fact in facts:
        match: Match | None = found.get(fact.id)
        for source in fact.sources if match is not None and match.words > 0 else ():
            best[source.message_id] = max(best.get(source.message_id, 0.0), match.words if match else 0.0)
    return best


def _only_stating(found: Matches, stated: tuple[float, float]) -> tuple[float, ...]:
    """The features of a message that only the graph leads to."""
    words, meaning = found.unmatched
    steps = len(matching.NEIGHBOURS)
    return (words, meaning, *[words] * steps, *[meaning] * steps, 0.0, 0.0, *stated)


def _stating(scored: Sequence[tuple[Fact, float]]) -> dict[str, tuple[float, float]]:
    """How well the best fact that each message states answers: as a share of the best of all, and beyond being about the asked."""
    most = max((points for _, points in scored), default=0.0)
    best: dict[str, float] = {}
    for fact, points in scored:
        for source in fact.sources if points > 0 and most > 0 else ():
            best[source.message_id] = max(best.get(source.message_id, 0.0), points)
    return {key: (points / most, min(max(points - ABOUT_THEM, 0.0) / ABOUT, 2.0)) for key, points in best.items()}


def told(shown: Sequence[Message], look: Look, rows: Mapping[str, tuple[float, ...]]) -> dict[str, tuple[Hit, ...]]:
    """Why each message came: the channels that found it, or found the turn it stands beside, and the time it is of."""
    beside = any(not look.hits(message.id) for message in shown)
    places = {(match.session, match.seq): key for key, match in look.found.of.items()} if beside else {}
    reasons: dict[str, tuple[Hit, ...]] = {}
    for rank, message in enumerate(shown, start=1):
        found = look.hits(message.id) or _beside(message, look, places)
        at_the_time = rows[message.id][_AT_THE_TIME]
        timely = (Hit("message", message.id, "time", rank, at_the_time),) if at_the_time else ()
        reasons[message.id] = (*found, *timely)
    return reasons


def _beside(message: Message, look: Look, places: Mapping[tuple[str, int], str]) -> tuple[Hit, ...]:
    """The hits of the turn before or after, as reasons of a message that was not found itself."""
    for seq in (message.seq - 1, message.seq + 1):
        hits_there = look.hits(places.get((message.session, seq), ""))
        if hits_there:
            return tuple(replace(hit, id=message.id, score=0.0) for hit in hits_there)
    return ()


def _lists(found: Matches, points: Mapping[str, float]) -> dict[Channel, dict[str, Ranked]]:
    """What each channel's own list would be; equal scores share a rank. Words and neighbours come best first as they are."""
    near = [(key, score) for key, score in found.near.items() if score > 0]
    stating = sorted(points.items(), key=lambda item: (-item[1], item[0]))
    return {"text": _listed([*found.words.items()]), "vector": _listed(near), "graph": _listed(stating)}


def _listed(best_first: Sequence[tuple[str, float]]) -> dict[str, Ranked]:
    places: dict[str, Ranked] = {}
    last: Ranked = (0, float("nan"))
    for place, (key, score) in enumerate(best_first[:TOLD], start=1):
        last = (last[0] if score == last[1] else place, score)
        places[key] = last
    return places

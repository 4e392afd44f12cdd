"""Messages in the order of how likely they answer: a first look at all that matched, a second at the best of them.

The first look costs no read: it weighs how well a message, its neighbours and its session match. The second reads the best and
weighs what they say. Both are sums of features by weights that a program found (`benchmarks/ranking.py`).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from graphmem.retrieval import features, matching
from graphmem.retrieval.asking.fitting import ABOUT
from graphmem.retrieval.bm25 import Floats
from graphmem.retrieval.features import Asked
from graphmem.retrieval.gathering import Gathered
from graphmem.retrieval.matching import Matches
from graphmem.retrieval.weights import Weights, weighed_all
from graphmem.types import Fact, Message

#: How many messages are read for the second look, and how many for each one shown.
READ, READ_EACH = 50, 2

#: Beside how many of the best, the turns before and after are read too.
BESIDE = 15

#: The points of a fact that is about those asked about and says nothing of what is asked.
ABOUT_THEM = ABOUT + 0.5


@dataclass(frozen=True, slots=True)
class Look:
    """The first look: messages best first, the features of each in a column, and by place those of what stands beside the best.

    `stating` is how well the best fact that a message states answers.
    """

    found: Matches
    order: tuple[str, ...]
    features: Floats
    beside: Mapping[tuple[str, int], tuple[float, ...]]
    stating: Mapping[str, tuple[float, float]]

    def of(self, messages: Sequence[Message]) -> dict[str, Sequence[float]]:
        """The features of messages that were read, by id."""
        there = {message.id for message in messages}
        places = [place for place, key in enumerate(self.order) if key in there]
        rows = dict(zip([self.order[place] for place in places], self.features[:, places].T.tolist(), strict=True))
        found = ((each.id, rows.get(each.id) or self.beside.get((each.session, each.seq))) for each in messages)
        return {key: row for key, row in found if row is not None}


def first_look(gathered: Gathered, weights: Weights) -> Look:
    """Weigh every message that a channel found, without reading any."""
    found = matching.matches(gathered.words("message"), gathered.near.get("message", ()))
    stating = _stating(gathered.answering)
    ids, features = matching.first(found, stating)
    scores = weighed_all(features, weights.first)
    best_first = _by_score(scores, ids)
    keys = tuple([ids[place] for place in best_first])
    near_by = matching.beside(found, keys[:READ], BESIDE)
    return Look(found, keys, features[:, best_first], near_by, stating)


def _by_score(scores: Floats, ids: Sequence[str]) -> list[int]:
    """The places of the best first, equals by id."""
    order = np.argsort(-scores, kind="stable")
    ordered, places = scores[order], list[int](order.tolist())
    if (ordered[1:] == ordered[:-1]).any():
        places.sort(key=lambda place: (-scores[place], ids[place]))
    return places


def second_look(
    look: Look, read: Sequence[Message], gathered: Gathered, stated: Mapping[str, float], fitting: frozenset[str]
) -> dict[str, tuple[float, ...]]:
    """All features of the messages that were read, by id.

    `stated` is how well facts that they state match by their words, `fitting` are those that mention the kind asked for.
    """
    late = features.second(read, look.found, Asked(gathered.question, stated, fitting))
    return {key: (*row, *late[key]) for key, row in look.of(read).items()}


def stated_by(facts: Sequence[Fact], gathered: Gathered) -> dict[str, float]:
    """How well, standardised, the best fact that a message states matches by its words."""
    found = matching.by_words(gathered.words("fact"))
    best: dict[str, float] = {}
    for fact in facts:
        words = found.get(fact.id, 0.0)
        for source in fact.sources if words > 0 else ():
            best[source.message_id] = max(best.get(source.message_id, 0.0), words)
    return best


def _stating(scored: Sequence[tuple[Fact, float]]) -> dict[str, tuple[float, float]]:
    """How well the best fact that each message states answers: as a share of the best of all, and beyond being about the asked."""
    most = max((points for _, points in scored), default=0.0)
    best: dict[str, float] = {}
    for fact, points in scored:
        for source in fact.sources if points > 0 and most > 0 else ():
            best[source.message_id] = max(best.get(source.message_id, 0.0), points)
    return {key: (points / most, min(max(points - ABOUT_THEM, 0.0) / ABOUT, 2.0)) for key, points in best.items()}

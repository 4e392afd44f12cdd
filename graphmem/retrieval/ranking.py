"""Messages in the order of how likely they answer: a first look at all that matched, a second at the best of them.

The first look costs no read: it weighs how well a message, its neighbours and its session match. The second reads the best and
weighs what they say. Both are sums of features by weights that a program found (`benchmarks/ranking.py`).
"""

from __future__ import annotations

from collections.abc import Container, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from operator import itemgetter

import numpy as np

from graphmem.retrieval import features, matching
from graphmem.retrieval.asking.fitting import ABOUT
from graphmem.retrieval.bm25 import Floats
from graphmem.retrieval.features import Asked
from graphmem.retrieval.gathering import Gathered
from graphmem.retrieval.matching import Matches
from graphmem.retrieval.weights import Weights, weighed
from graphmem.types import Fact, Message

#: How many messages are read for the second look, and how many for each one shown.
READ, READ_EACH = 50, 2

#: Beside how many of the best, the turns before and after are read too.
BESIDE = 15

#: How many messages are looked at since they state a fact that answers.
STATING = 1000

#: The points of a fact that is about those asked about and says nothing of what is asked.
ABOUT_THEM = ABOUT + 0.5


@dataclass(frozen=True, slots=True)
class Look:
    """The first look: messages best first, the features of each in the column that is its own, and by place those of what stands beside the best.

    `stating` is how well the best fact that a message states answers.
    """

    found: Matches
    order: tuple[str, ...]
    columns: Mapping[str, int]
    features: Floats
    beside: Mapping[tuple[str, int], Sequence[float]]
    stating: Mapping[str, tuple[float, float]]


@dataclass(frozen=True, slots=True)
class Looked:
    """The second look: the messages it is of, and all features of each in a column, in the order of `FIRST` and `SECOND`."""

    ids: Sequence[str]
    features: Floats


def first_look(gathered: Gathered, weights: Weights) -> Look:
    """Weigh every message that a channel found, without reading any."""
    found = matching.matches(gathered.words("message"), gathered.near.get("message", ()))
    stating = _stating(gathered.answering)
    columns, features = matching.first(found, stating)
    keys = tuple(_by_score(weighed(features, weights.first), list(columns)))
    near_by = matching.beside(found, keys[:READ], BESIDE)
    return Look(found, keys, columns, features, near_by, stating)


def _by_score(scores: Floats, ids: Sequence[str]) -> list[str]:
    """The best first, equals by id."""
    order = np.argsort(-scores, kind="stable")
    ordered, best_first = scores[order], [ids[place] for place in order.tolist()]
    # From where to where equal scores stand.
    parted = [0, *(np.flatnonzero(ordered[1:] != ordered[:-1]) + 1).tolist(), len(ids)]
    if len(parted) <= len(ids):
        for start, end in pairwise(parted):
            if end - start > 1:
                best_first[start:end] = sorted(best_first[start:end])
    return best_first


def second_look(
    look: Look, read: Sequence[Message], gathered: Gathered, stated: Mapping[str, float], fitting: frozenset[str]
) -> Looked:
    """All features of the messages that were read, of those the first look knows.

    `stated` is how well facts that they state match by their words, `fitting` are those that mention the kind asked for.
    """
    places = [(message.session, message.seq) for message in read]
    known = [
        number
        for number, (message, place) in enumerate(zip(read, places, strict=True))
        if message.id in look.columns or place in look.beside
    ]
    ids = [read[number].id for number in known]
    early = np.empty((len(matching.FIRST), len(ids)))
    weighed_before = [key in look.columns for key in ids]
    early[:, weighed_before] = look.features[:, [look.columns[key] for key in ids if key in look.columns]]
    for column, number in enumerate(known):
        if not weighed_before[column]:
            early[:, column] = look.beside[places[number]]
    late = features.second(read, look.found, Asked(gathered.question, stated, fitting))
    return Looked(ids, np.concatenate([early, late[:, known]]))


def stated_by(facts: Sequence[Fact], gathered: Gathered, messages: Container[str]) -> dict[str, float]:
    """How well, standardised, the best fact that each of these messages (ids) states matches by its words."""
    found = matching.by_words(gathered.words("fact"))
    best: dict[str, float] = {}
    for fact in facts:
        words = found.get(fact.id, 0.0)
        for source in fact.sources if words > 0 else ():
            if source.message_id in messages:
                best[source.message_id] = max(best.get(source.message_id, 0.0), words)
    return best


def _stating(scored: Sequence[tuple[Fact, float]]) -> dict[str, tuple[float, float]]:
    """How well the best fact that each message states answers: as a share of the best of all, and beyond being about the asked.

    Of at most `STATING` messages: those of the best facts, and of one that is said over and over the last.
    """
    most = max((points for _, points in scored), default=0.0)
    best: dict[str, tuple[float, float]] = {}
    for fact, points in sorted(scored, key=itemgetter(1), reverse=True):
        room = STATING - len(best)
        if points <= 0 or room <= 0:
            break
        worth = (points / most, min(max(points - ABOUT_THEM, 0.0) / ABOUT, 2.0))
        best |= dict.fromkeys([each.message_id for each in fact.sources[-room:] if each.message_id not in best], worth)
    return best

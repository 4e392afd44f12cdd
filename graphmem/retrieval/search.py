"""A question becomes a recall: ask every channel, fuse each kind, load the best, leave out what does not hold.

States are recalled only if they hold at the asked moment, events always. What was only possible or hearsay may come,
but after what was said as so; what was taken back does not come at all. The number of reads is fixed, whatever the
memory has grown to.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from datetime import datetime
from typing import TYPE_CHECKING

from graphmem import periods
from graphmem.embedding.protocol import Embedder
from graphmem.retrieval import channels, linking
from graphmem.retrieval.channels import Reads
from graphmem.retrieval.fusion import Fused, fuse
from graphmem.types import Channel, Entity, Fact, Hit, Indexed, Message, Query, Recall

if TYPE_CHECKING:
    from graphmem.types.changes import Vector

#: How many items a channel ranks and how many are loaded for each one shown, since some are then left out.
SPARE = 4

#: The fewest items a channel ranks: fusing needs to see an item that is low in one list and high in another.
SHALLOWEST = 100

#: How ranks are fused. Static word vectors are a weaker guide than words: with k = 60 and equal weights they cost 12
#: points of recall@10 on chats between friends (63 by words alone), with these 3; they find what shares no word.
RANK_CONSTANT = 10
WEIGHTS: Mapping[Channel, float] = {"vector": 0.5}

#: Texts longer than this are compared by their beginning when doubles are left out.
_COMPARED = 2000


def search(query: Query, store: Reads, namespace: str, *, embedder: Embedder | None = None) -> Recall:
    """What the memory of a namespace holds for a question, at most `query.limit` of each kind.

    Raises:
        ModelError: when the embedder failed; without one, words and graph are searched alone.
    """
    named = _named(query.text, store, namespace)
    ranked = _ranked(query, store, namespace, named, embedder)
    fused = {kind: fuse(lists, k=RANK_CONSTANT, weights=WEIGHTS) for kind, lists in ranked.items()}
    facts = _facts(fused["fact"], store, namespace, query)
    messages = _messages(fused["message"], store, namespace, query.limit)
    entities = _entities(fused["entity"], named, store, namespace, query.limit)
    shown = {fact.id for fact in facts} | {message.id for message in messages} | {entity.id for entity in entities}
    kept = [item for items in fused.values() for item in items if item.id in shown]
    return Recall(
        query=query,
        facts=facts,
        messages=messages,
        entities=entities,
        scores={item.id: item.score for item in kept},
        reasons={item.id: item.hits for item in kept},
    )


def _named(question: str, store: Reads, namespace: str) -> tuple[Entity, ...]:
    candidates = linking.candidates(question)
    known = store.find(namespace, linking.keys(candidates)) if candidates else ()
    return linking.chosen(candidates, known)


def _ranked(
    query: Query, store: Reads, namespace: str, named: Sequence[Entity], embedder: Embedder | None
) -> dict[Indexed, list[list[Hit]]]:
    """Every channel's list, by kind."""
    asked, depth = channels.asked_terms(query.text), max(SHALLOWEST, query.limit * SPARE)
    facts, messages = channels.graph(store, namespace, named, asked, moment=_moment(query), depth=depth)
    linked = [Hit("entity", entity.id, "graph", rank, 1.0) for rank, entity in enumerate(named, start=1)]
    lists: dict[Indexed, list[list[Hit]]] = {"fact": [facts], "message": [messages], "entity": [linked]}
    for kind, found in lists.items():
        found.append(channels.text(store, namespace, kind, asked, depth=depth))
    question = _vector(query.text, embedder)
    if question is not None:
        model = embedder.model if embedder else None
        lists["fact"].append(channels.vector(store, namespace, "fact", question, model=model, depth=depth))
        lists["message"].append(channels.vector(store, namespace, "message", question, model=model, depth=depth))
    return lists


def _vector(question: str, embedder: Embedder | None) -> Vector | None:
    return embedder.embed([question])[0] if embedder is not None and question.strip() else None


def _moment(query: Query) -> datetime:
    return query.as_of or query.now


def _facts(fused: Sequence[Fused], store: Reads, namespace: str, query: Query) -> tuple[Fact, ...]:
    """The best facts that hold, the surely true ones first; equals by when they were said and how they read."""
    best, moment = _best(fused, query.limit), _moment(query)
    found = store.facts(namespace, list(best)) if best else ()
    holding = [fact for fact in found if _recallable(fact, moment)]
    holding.sort(key=lambda fact: (-best[fact.id], -fact.said_at.timestamp(), fact.sentence, fact.id))
    return tuple(sorted(holding, key=lambda fact: not _sure(fact, moment))[: query.limit])


def _recallable(fact: Fact, moment: datetime) -> bool:
    if fact.retracted_at is not None:
        return False
    unsettled = fact.certainty != "certain" and not fact.periods
    return unsettled or periods.holding(fact, moment) is not None


def _sure(fact: Fact, moment: datetime) -> bool:
    """Said as so, and for a state, known to hold at the moment rather than from some time before it was said."""
    return fact.certainty == "certain" and (fact.nature == "event" or periods.certain_at(fact, moment))


def _messages(fused: Sequence[Fused], store: Reads, namespace: str, limit: int) -> tuple[Message, ...]:
    """The best messages, each text once; equals by when they were said."""
    best = _best(fused, limit)
    loaded = store.messages(namespace, list(best)) if best else ()
    distinct: dict[str, Message] = {}
    for message in sorted(loaded, key=lambda m: (-best[m.id], -m.at.timestamp(), m.session, -m.seq)):
        distinct.setdefault(_same_text(message.text), message)
    return tuple(distinct.values())[:limit]


def _same_text(text: str) -> str:
    return " ".join(text[:_COMPARED].casefold().split())


def _entities(
    fused: Sequence[Fused], named: Iterable[Entity], store: Reads, namespace: str, limit: int
) -> tuple[Entity, ...]:
    """The best entities; those the question names come first and are loaded already."""
    known = {entity.id: entity for entity in named}
    first = frozenset(known)
    order = [*known, *(item.id for item in fused if item.id not in known)][:limit]
    missing = [each for each in order if each not in known]
    known |= {entity.id: entity for entity in store.entities(namespace, ids=missing)} if missing else {}
    scores = {item.id: item.score for item in fused}
    found = filter(None, map(known.get, order))
    return tuple(sorted(found, key=lambda e: (e.id not in first, -scores.get(e.id, 0.0), e.name, e.kind, e.id)))


def _best(fused: Sequence[Fused], limit: int) -> dict[str, float]:
    """The ids of the best, with their scores, and spare ones for those that will be left out."""
    return {item.id: item.score for item in fused[: limit * SPARE]}

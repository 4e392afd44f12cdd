"""A question becomes a recall: ask every channel, rank each kind, read the best once, leave out what does not hold.

States are recalled only if they hold at the asked moment, events always. What was only possible or hearsay may come,
but after what was said as so; what was taken back does not come at all. The number of reads is fixed, whatever the
memory has grown to: whom it names with what is known and found of it, then what may be shown.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

from graphmem.embedding.protocol import Embedder
from graphmem.retrieval import (
    answers,
    certainty,
    channels,
    mentioning,
    narrowing,
    ranking,
    strategies,
    telling,
    weights,
)
from graphmem.retrieval.asking.fitting import tells
from graphmem.retrieval.channels import Reads
from graphmem.retrieval.fusion import Found, Fused, fuse
from graphmem.retrieval.gathering import Gathered, gathered
from graphmem.retrieval.ranking import Look
from graphmem.retrieval.rerank import Reranker, reranked
from graphmem.types import Channel, Entity, Fact, Hit, Loaded, Message, Query, Recall

#: The most facts that are loaded.
MOST_READ = 400

#: How ranks of facts and entities are fused. Static word vectors are a weaker guide than words.
RANK_CONSTANT = 10
FUSING: Mapping[Channel, float] = {"vector": 0.5}


def search(
    query: Query,
    store: Reads,
    namespace: str,
    *,
    embedder: Embedder | None = None,
    reranker: Reranker | None = None,
) -> Recall:
    """What the memory of a namespace holds for a question, at most `query.limit` of each kind.

    Raises:
        ModelError: when the embedder or the reranker failed; without them, words and graph are searched alone.
    """
    found = gathered(query, store, namespace, embedder)
    learned = weights.weights(vectors=found.by_vectors)
    look = ranking.first_look(found, learned)
    lists = {"fact": fact_lists(found, query), "entity": entity_lists(found, query)}
    fused = {kind: fuse(each, k=RANK_CONSTANT, weights=FUSING) for kind, each in lists.items()}
    read = _read(query, store, namespace, look=look, fused=fused, found=found)
    known = tuple({fact.id: fact for fact in (*found.around, *read.facts.values())}.values())
    messages = [message for message in read.messages.values() if narrowing.passes(message, query.only)]
    fitting = mentioning.fitting(read.mentions, messages, found.question)
    stated = ranking.stated_by(known, found, read.messages)
    looked = ranking.second_look(look, messages, found, stated, fitting)
    scored = weights.weighed(looked.features, learned.second)
    weighed = dict(zip(looked.ids, scored.tolist(), strict=True))
    sure = learned.sureness(certainty.signs(looked.features, scored, learned.second)) if weighed else 0.0
    # Of somebody named nowhere, and of something told in no word, nothing is known, whatever resembles the question.
    confidence = min(sure, learned.least / 2) if found.names_a_stranger() or found.in_no_words() else sure
    if reranker is not None:
        weighed = reranked(found.question.standalone, read.messages, weighed, reranker)
    shown = tuple(map(_own, strategies.chosen(read.messages, weighed, query, known)))
    facts = _facts(known, fused["fact"], found, query)
    entities = _entities(fused["entity"], found, read, query.limit)
    scores = {fact.id: points for fact, points in facts}
    scores |= {message.id: weighed[message.id] for message in shown}
    scores |= {item.id: item.score for item in fused["entity"] if item.id in {entity.id for entity in entities}}
    return Recall(
        query=query,
        facts=tuple(fact for fact, _ in facts),
        messages=shown,
        entities=entities,
        scores=scores,
        reasons=_reasons(scores, [*fused["fact"], *fused["entity"]]) | telling.told(shown, look, looked),
        confidence=confidence,
        answered=confidence >= learned.least or any(tells(fact, found.question) for fact, _ in facts[:1]),
        taken_back=read.withdrawn.intersection(message.id for message in shown),
    )


def fact_lists(found: Gathered, query: Query) -> list[list[Found]]:
    depth = channels.depth(query)
    return [
        channels.graph(found.answering, depth=depth),
        channels.text("fact", found.words("fact"), depth=depth),
        channels.vector("fact", found.near.get("fact", ()), depth=depth),
    ]


def entity_lists(found: Gathered, query: Query) -> list[list[Found]]:
    named = found.question.named if "graph" in query.channels else ()
    linked = [Found("entity", entity.id, "graph", rank, 1.0) for rank, entity in enumerate(named, start=1)]
    return [linked, channels.text("entity", found.words("entity"), depth=channels.depth(query))]


def _read(
    query: Query, store: Reads, namespace: str, *, look: Look, fused: Mapping[str, Sequence[Fused]], found: Gathered
) -> Loaded:
    """The one read of everything that may be shown."""
    around = {fact.id for fact in found.around}
    named = {entity.id for entity in found.question.named}
    messages = look.order[: max(ranking.READ, query.limit * ranking.READ_EACH)]
    facts = [item.id for item in fused["fact"][: min(query.limit * channels.SPARE, MOST_READ)] if item.id not in around]
    entities = [item.id for item in fused["entity"][: query.limit] if item.id not in named]
    if not (messages or facts or entities):
        return Loaded()
    return store.read(
        namespace,
        messages=messages,
        facts=facts,
        entities=entities,
        places=narrowing.places(look.beside, query.only),
        kinds=mentioning.kinds(found.question, query),
    )


def _own(message: Message) -> Message:
    """The message with metadata of its own: a store may keep what it reads, and whoever is given it may change this."""
    return replace(message, metadata=dict(message.metadata))


def _facts(known: Sequence[Fact], fused: Sequence[Fused], found: Gathered, query: Query) -> list[tuple[Fact, float]]:
    """The best facts that hold, with their points."""
    best = {item.id: item.score for item in fused[: query.limit * channels.SPARE]}
    coming = [fact for fact in known if fact.id in best]
    return answers.ordered(coming, found.question, query, best, alone=found.alone)[: query.limit]


def _entities(fused: Sequence[Fused], found: Gathered, read: Loaded, limit: int) -> tuple[Entity, ...]:
    """The best entities; those the question names come first."""
    named = {entity.id: entity for entity in found.question.named}
    order = [*named, *(item.id for item in fused if item.id not in named)][:limit]
    scores = {item.id: item.score for item in fused}
    loaded = [entity for each in order if (entity := named.get(each) or read.entities.get(each)) is not None]
    return tuple(sorted(loaded, key=lambda e: (e.id not in named, -scores.get(e.id, 0.0), e.name, e.kind, e.id)))


def _reasons(shown: Mapping[str, float], fused: Sequence[Fused]) -> dict[str, tuple[Hit, ...]]:
    return {item.id: item.hits for item in fused if item.id in shown}

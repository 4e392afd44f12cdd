"""A question becomes a recall: ask every channel, fuse each kind, load the best, leave out what does not hold.

States are recalled only if they hold at the asked moment, events always. What was only possible or hearsay may come,
but after what was said as so; what was taken back does not come at all. The number of reads is fixed, whatever the
memory has grown to.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING

from graphmem.embedding.protocol import Embedder
from graphmem.retrieval import answers, channels, questions
from graphmem.retrieval.asking.settling import settled
from graphmem.retrieval.channels import Reads
from graphmem.retrieval.fusion import Fused, fuse
from graphmem.types import Channel, Entity, Fact, Hit, Indexed, Message, Query, Question, Recall

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
    question = questions.asked(query, store, namespace)
    around = answers.around(question, query, store, namespace)
    question = settled(question, around)
    named = question.named
    ranked = _ranked(query, question, around, store, namespace, embedder=embedder)
    ranked = {
        kind: [[hit for hit in hits if hit.channel in query.channels] for hits in lists]
        for kind, lists in ranked.items()
    }
    fused = {kind: fuse(lists, k=RANK_CONSTANT, weights=WEIGHTS) for kind, lists in ranked.items()}
    answering = _facts(fused["fact"], store, namespace, query, question)
    facts = tuple(fact for fact, _ in answering)
    messages = _messages(fused["message"], store, namespace, query.limit)
    entities = _entities(fused["entity"], named, store, namespace, query.limit)
    shown = {fact.id for fact in facts} | {message.id for message in messages} | {entity.id for entity in entities}
    kept = [item for items in fused.values() for item in items if item.id in shown]
    return Recall(
        query=query,
        facts=facts,
        messages=messages,
        entities=entities,
        scores={item.id: item.score for item in kept} | {fact.id: points for fact, points in answering},
        reasons={item.id: item.hits for item in kept},
    )


def _ranked(
    query: Query,
    question: Question,
    around: Sequence[Fact],
    store: Reads,
    namespace: str,
    *,
    embedder: Embedder | None,
) -> dict[Indexed, list[list[Hit]]]:
    """Every channel's list, by kind."""
    depth = max(SHALLOWEST, query.limit * SPARE)
    asked = questions.asked_terms(question, most=channels.MOST_TERMS)
    facts, messages = channels.graph(answers.ordered(around, question, query, {}), depth=depth)
    linked = [Hit("entity", entity.id, "graph", rank, 1.0) for rank, entity in enumerate(question.named, start=1)]
    lists: dict[Indexed, list[list[Hit]]] = {"fact": [facts], "message": [messages], "entity": [linked]}
    for kind, found in lists.items():
        wording = questions.fact_terms(question, most=channels.MOST_TERMS) if kind == "fact" else asked
        found.append(channels.text(store, namespace, kind, wording, depth=depth))
    meaning = _vector(question.standalone, embedder)
    if meaning is not None:
        model = embedder.model if embedder else None
        lists["fact"].append(channels.vector(store, namespace, "fact", meaning, model=model, depth=depth))
        lists["message"].append(channels.vector(store, namespace, "message", meaning, model=model, depth=depth))
    return lists


def _vector(question: str, embedder: Embedder | None) -> Vector | None:
    return embedder.embed([question])[0] if embedder is not None and question.strip() else None


def _facts(
    fused: Sequence[Fused], store: Reads, namespace: str, query: Query, question: Question
) -> list[tuple[Fact, float]]:
    """The best facts that hold, with their points."""
    best = _best(fused, query.limit)
    found = store.facts(namespace, list(best)) if best else ()
    return answers.ordered(found, question, query, best)[: query.limit]


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

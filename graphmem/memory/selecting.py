"""What is meant: one selector says which messages go, or who is forgotten. `forget`, `prune` and retention choose by it alike."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime

from graphmem.errors import InvalidInput, ModelError, NotFound
from graphmem.memory.disowning import somebody
from graphmem.memory.engine import Engine
from graphmem.retrieval.search import search
from graphmem.terms import terms
from graphmem.types import Entity, Query, Recall

#: Facts and messages that a recall of a query looks through.
FOUND = 200


@dataclass(frozen=True, slots=True)
class Selected:
    """What one selector means: messages in order, somebody, or everything."""

    ids: tuple[str, ...] = ()
    entity: Entity | None = None
    everything: bool = False


def select(
    engine: Engine,
    namespace: str,
    *,
    messages: Sequence[str] | None,
    session: str | None,
    entity: str | None,
    before: datetime | None,
    category: str | None,
    query: str | None,
    everything: bool,
) -> Selected:
    """What one selector means.

    Raises:
        InvalidInput: when none or several selectors are given, or the entity is one that cannot be forgotten.
        NotFound: when there is no such message, session, entity or category.
    """
    one_of(
        {
            "message": messages,
            "session": session,
            "entity": entity,
            "before": before,
            "category": category,
            "query": query,
            "everything=True": everything or None,
        }
    )
    if everything:
        return Selected(everything=True)
    if entity is not None:
        return Selected(entity=somebody(engine, namespace, entity))
    if messages is not None:
        return Selected(_messages(engine, namespace, messages))
    if category is not None:
        return Selected(_of_category(engine, namespace, category))
    if query is not None:
        return Selected(_found(engine, namespace, query))
    ids = engine.store.message_ids(namespace, session=session, before=before)
    if session is not None and not ids:
        raise NotFound(f"no session {session!r}; {_sessions(engine, namespace)}")
    return Selected(ids)


def one_of(selectors: Mapping[str, object]) -> None:
    """Refuse none and several selectors.

    Raises:
        InvalidInput: which names those given.
    """
    given = [name for name, value in selectors.items() if value is not None]
    if len(given) != 1:
        *names, last = selectors
        what = " and ".join(given) or "none"
        raise InvalidInput(f"forget takes one of {', '.join(names)} and {last}, not {what}")


def _messages(engine: Engine, namespace: str, asked: Sequence[str]) -> tuple[str, ...]:
    found = tuple(one.id for one in engine.store.messages(namespace, asked))
    unknown = [one for one in asked if one not in found]
    if unknown:
        raise NotFound(f"no message {unknown[0]!r}; ids are in the receipts and in recall")
    return found


def _sessions(engine: Engine, namespace: str) -> str:
    return _there_are([session.name for session in engine.store.sessions(namespace)])


def _there_are(names: Sequence[str]) -> str:
    shown = ", ".join(map(repr, names[:8]))
    return f"there are {shown}{' and others' if len(names) > 8 else ''}" if names else "there is none"  # noqa: PLR2004


def _of_category(engine: Engine, namespace: str, category: str) -> tuple[str, ...]:
    """The messages that state a fact of the category, in order."""
    facts = engine.store.facts_about(namespace, None, as_of=None)
    of_it = [fact for fact in facts if fact.category == category]
    if not of_it:
        raise NotFound(f"no fact of the category {category!r}; {_there_are(sorted({one.category for one in facts}))}")
    stating = {source.message_id for fact in of_it for source in fact.sources}
    return tuple(one.id for one in engine.store.messages(namespace, sorted(stating)))


def _found(engine: Engine, namespace: str, query: str) -> tuple[str, ...]:
    """The messages that a recall of the query finds and that have all of its words, or state a fact that has.

    A recall also brings what only resembles the question, which is good for reading and no reason to erase.
    """
    found = _recalled(engine, namespace, Query(query, engine.clock(), limit=FOUND))
    words = set(terms(query))
    said = {message.id for message in found.messages if words <= set(terms(message.text))}
    stating = {one.message_id for fact in found.facts if words <= set(terms(fact.sentence)) for one in fact.sources}
    return tuple(one.id for one in engine.store.messages(namespace, sorted(said | stating)))


def _recalled(engine: Engine, namespace: str, query: Query) -> Recall:
    try:
        return search(query, engine.store, namespace, embedder=engine.embedder)
    except ModelError:
        return search(query, engine.store, namespace)

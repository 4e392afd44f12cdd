"""Everything a recall shows, in one snapshot: what was found, and the turns around it."""

from __future__ import annotations

import json
from collections.abc import Sequence

from graphmem.store.sqlite import entities as stored_entities
from graphmem.store.sqlite.noun_cache import Nouns
from graphmem.store.sqlite.scope import Scope
from graphmem.types import Loaded, Mentioned

#: Who and what messages mention, from each message's own uses of names, so that a name used everywhere costs no more.
MENTIONED = """
    SELECT u.message, n.id, n.name FROM uses AS u
    CROSS JOIN entity_of AS k ON k.ns = u.ns AND k.key = u.key
    CROSS JOIN entities AS n ON n.ns = k.ns AND n.id = k.entity
    WHERE u.ns = :ns AND u.message IN (:values) AND NOT n.is_self AND n.kind IN (SELECT value FROM json_each(:kinds))
"""


def read(
    here: Scope,
    kept: Nouns,
    *,
    messages: Sequence[str],
    facts: Sequence[str],
    entities: Sequence[str],
    places: Sequence[tuple[str, int]],
    kinds: Sequence[str],
) -> Loaded:
    """Messages by id and by place in message order, facts and entities in the order asked."""
    found = kept.said.read(here, messages, places)
    ids = [message.id for message in found]
    return Loaded(
        messages=dict(zip(ids, found, strict=True)),
        facts={fact.id: fact for fact in kept.facts(here, facts)},
        entities={entity.id: entity for entity in stored_entities.read(here, ids=entities, limit=None)},
        mentions=_mentions(here, ids, kinds) if kinds else {},
        withdrawn=kept.withdrawn(here, ids),
    )


def _mentions(here: Scope, messages: Sequence[str], kinds: Sequence[str]) -> dict[str, tuple[Mentioned, ...]]:
    """The entities of the kinds that each message mentions, by name and id."""
    found: dict[str, set[tuple[str, str]]] = {}
    for message, id, name in here.rows_in(MENTIONED, messages, kinds=json.dumps(list(kinds))):
        found.setdefault(message, set()).add((name, id))
    return {message: tuple(Mentioned(id, name) for name, id in sorted(each)) for message, each in found.items()}

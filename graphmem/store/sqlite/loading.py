"""Everything a recall shows, in one snapshot: what was found, and the turns around it."""

from __future__ import annotations

from collections.abc import Sequence

from graphmem.store.mentions import of_kinds
from graphmem.store.sqlite import entities as stored_entities
from graphmem.store.sqlite.noun_cache import Nouns
from graphmem.store.sqlite.scope import Scope
from graphmem.types import Loaded


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
        mentions=of_kinds(kept.mentions(here, ids), kinds) if kinds else {},
        withdrawn=kept.withdrawn(here, ids),
    )

"""Everything a recall shows, in one snapshot: what was found, and the turns around it."""

from __future__ import annotations

from collections.abc import Sequence

from graphmem.store.sqlite import entities as stored_entities
from graphmem.store.sqlite import facts as stored_facts
from graphmem.store.sqlite import messages as stored_messages
from graphmem.store.sqlite.scope import Scope
from graphmem.types import Loaded


def read(
    here: Scope,
    *,
    messages: Sequence[str],
    facts: Sequence[str],
    entities: Sequence[str],
    places: Sequence[tuple[str, int]],
) -> Loaded:
    """Messages by id and by place in message order, facts and entities in the order asked."""
    found = [*stored_messages.by_id(here, messages), *stored_messages.at_places(here, places)]
    return Loaded(
        messages={message.id: message for message in sorted(found, key=stored_messages.place)},
        facts={fact.id: fact for fact in stored_facts.read(here, facts)},
        entities={entity.id: entity for entity in stored_entities.read(here, ids=entities, limit=None)},
    )

"""The slots that a message will be about, guessed before anything is read, so that one read tells who is who and what was said there.

Names mostly mean whom they meant when they were first heard, and an id is made of what was heard first. Where the guess is wrong, the
right slots are read afterwards, as they would have been without it.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence

from graphmem.memory.engine import Engine
from graphmem.memory.reaching import reachable
from graphmem.resolution.identity import identify
from graphmem.resolution.placing import Placing
from graphmem.types import SELF, Evidence, Identities

#: A block of more messages reads twice at once what guessing would cost each of them.
FEW = 8


def foreseen(engine: Engine, namespace: str, added: Sequence[Evidence], *, salt: bytes) -> frozenset[str]:
    """The slots of what the evidence states, as if nobody but the user had been heard of before."""
    stated = [statement for one in added for statement in one.statements]
    if not stated or len(added) > FEW:
        return frozenset()
    user = engine.selves.get(namespace)
    nobody = Identities(entity_of={SELF: user} if user else {}, spellings=(), same={}, names={})
    alone = identify(nobody, (), added, salt=salt, vocabulary=engine.vocabulary)
    placing = Placing(alone.entity_of, alone.names, salt=salt, vocabulary=engine.vocabulary)
    return frozenset(
        placing(one).slot for one in stated if {one.subject, one.object or one.subject} <= alone.entity_of.keys()
    )


def connected(found: Identities, keys: Collection[str]) -> Identities:
    """What is told of the keys and of all that an entity or a sameness connects them with; the rest was told of statements."""
    keys_of: dict[str, list[str]] = {}
    for key, entity in found.entity_of.items():
        keys_of.setdefault(entity, []).append(key)
    beside: dict[str, list[str]] = {}
    for same in found.same:
        beside.setdefault(same.left, []).append(same.right)
        beside.setdefault(same.right, []).append(same.left)
    reached = reachable(keys, found.entity_of, keys_of, beside)
    if found.entity_of.keys() <= reached:
        return found
    return Identities(
        entity_of={key: entity for key, entity in found.entity_of.items() if key in reached},
        spellings=tuple(one for one in found.spellings if one.key in reached),
        same={same: count for same, count in found.same.items() if same.left in reached},
        names={entity: name for entity, name in found.names.items() if not reached.isdisjoint(keys_of.get(entity, ()))},
    )

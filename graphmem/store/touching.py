"""What a change touches, as the journal tells whoever keeps parts of a memory: all else stands as it was."""

from __future__ import annotations

from typing import NamedTuple

from graphmem.types import Changes

#: How many changes since something was kept are looked through; after more, all is read again.
LATEST = 64

#: Changes that touch only what they name.
_NAMING = ("learn", "fold")


class Touching(NamedTuple):
    """The ids of the facts and entities that a change wrote or removed, and whether any other fact may have lost a source."""

    ids: tuple[str, ...]
    moved: bool


def touching(changes: Changes) -> Touching | None:
    """What a change touches; None of one that may touch more than it names.

    A statement leaves a fact when its message is read anew, and when it is placed anew, which the fact it comes to tells of.
    """
    if changes.cause not in _NAMING or changes.erased or changes.reworded or changes.everything:
        return None
    facts = [*(fact.id for fact in changes.facts), *changes.facts_gone, *(each.fact_id for each in changes.placed)]
    entities = [*(entity.id for entity in changes.entities), *changes.entities_gone]
    first = {each.message_id for each in changes.learned if each.is_first}
    moving = [*(each.message_id for each in changes.learned), *(each.message_id for each in changes.placed)]
    return Touching(tuple(dict.fromkeys(facts + entities)), not first.issuperset(moving))

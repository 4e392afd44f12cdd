"""Whom a pronoun of a question stands for: the latest fitting one of those spoken of before."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Literal

from graphmem.keys import relation
from graphmem.people import kin
from graphmem.people.first_names import FEMALE_NAMES, MALE_NAMES
from graphmem.types import Entity

Gender = Literal["f", "m"]
Want = Literal["f", "m", "it", "they", "there"]

_WANTED: dict[str, Want] = {
    "he": "m", "him": "m", "his": "m", "she": "f", "her": "f", "hers": "f", "it": "it", "its": "it", "they": "they", "them": "they",
    "their": "they", "theirs": "they", "there": "there",
}  # fmt: skip
_SOMEONE = frozenset({"Person", "Animal"})


@dataclass(frozen=True, slots=True)
class Spoken:
    """Those spoken of: turn by turn, the newest first, each in the order of its words."""

    turns: tuple[tuple[Entity, ...], ...]

    def latest(self, want: Want) -> Entity | None:
        """The latest that fits: of the newest turn with one, the first named, which is most often its subject."""
        for turn in self.turns:
            fits = [entity for entity in turn if fitting(entity, want)]
            sure = [entity for entity in fits if want not in ("f", "m") or gender(entity) == want]
            if sure or fits:
                return (sure or fits)[0]
        return None

    def also(self, want: Want | None, chosen: Entity) -> tuple[Entity, ...]:
        """What else "there" may stand for: "Where is Coimbra?", "In Portugal." leaves two."""
        if want != "there":
            return ()
        return tuple(entity for entity in self.everyone() if fitting(entity, want) and entity.id != chosen.id)

    def place(self, which: str) -> Entity | None:
        """ "The first one", "the latter": of the newest turn that names at least two."""
        several = next((turn for turn in self.turns if len(turn) > 1), ())
        if not several:
            return None
        return several[1] if which == "second" else several[-1] if which in ("last", "latter") else several[0]

    def everyone(self) -> Iterator[Entity]:
        """All of them."""
        for turn in self.turns:
            yield from turn


def wanted_by(pronoun: str) -> Want | None:
    """What a pronoun can stand for; None for "this" and "that", which mostly mean what was said."""
    return _WANTED.get(pronoun)


def fitting(entity: Entity, want: Want) -> bool:
    """Whether a pronoun can stand for an entity, as far as is known of it."""
    if want in ("f", "m"):
        return entity.kind in _SOMEONE and gender(entity) in (None, want)
    if want == "they":
        return entity.kind in ("Person", "Group", "Organization")
    if want == "there":
        return entity.kind in ("Place", "Organization")
    return entity.kind not in ("Person", "Group")


def gender(entity: Entity) -> Gender | None:
    """What is known of a gender: by what somebody is to others, or else by the first name."""
    relations = {relation(key).partition("=")[0] for key in entity.keys if key.startswith(("r:", "j:"))}
    if relations & kin.FEMALE_RELATIONS:
        return "f"
    if relations & kin.MALE_RELATIONS:
        return "m"
    first = entity.name.split()[0].lower() if entity.name.split() else ""
    if entity.kind == "Animal":
        return None
    return "f" if first in FEMALE_NAMES else "m" if first in MALE_NAMES else None

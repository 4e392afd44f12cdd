"""Which entities may be one, by their names alone: suggestions, which nobody acts on but a person.

Nothing here compares every name with every other: pairs are found by the words they share and by what is left of a name without one letter.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence

from graphmem.names import normal
from graphmem.people.first_names import FEMALE_NAMES, MALE_NAMES
from graphmem.types import Alike, Entity

#: Shorter names are apart by one letter too often.
LEAST = 5

_FIRST_NAMES = frozenset(MALE_NAMES) | frozenset(FEMALE_NAMES)
#: Whose names are spoken of in part.
_CALLED_IN_PART = ("Person", "Organization", "Thing")

#: Of more entities that share a word, none is likelier than the others.
MOST = 8


def alike(entities: Sequence[Entity]) -> tuple[Alike, ...]:
    """The pairs that may be one, each once, by name."""
    named = [entity for entity in entities if _names(entity)]
    found: dict[tuple[str, str], Alike] = {}
    for one, other, why in [*_of_one_name(named), *_in_part(named), *_one_letter(named)]:
        if one.id != other.id and _kinds_fit(one, other):
            left, right = sorted((one, other), key=lambda entity: (entity.name, entity.id))
            found.setdefault((left.id, right.id), Alike(left, right, why))
    return tuple(sorted(found.values(), key=lambda pair: (pair.one.name, pair.other.name, pair.one.id, pair.other.id)))


def _names(entity: Entity) -> list[str]:
    return list(dict.fromkeys(form for alias in (entity.name, *entity.aliases) if (form := normal(alias))))


def _kinds_fit(one: Entity, other: Entity) -> bool:
    return one.kind == other.kind or "Thing" in (one.kind, other.kind)


def _of_one_name(named: Iterable[Entity]) -> Iterator[tuple[Entity, Entity, str]]:
    """Who bear one name and could not be told to be one: John, and John from work."""
    bearers = _by((form, entity) for entity in named for form in _names(entity))
    for several in bearers.values():
        for one, other in _pairs(several):
            yield one, other, "they share a name"


def _in_part(named: Iterable[Entity]) -> Iterator[tuple[Entity, Entity, str]]:
    """Ana and Ana Silva; Silva and Ana Silva."""
    whole = _by((form, entity) for entity in named for form in _names(entity))
    for entity in named:
        if entity.kind not in _CALLED_IN_PART:
            continue
        for form in _names(entity):
            words = form.split()
            parts = {words[0], words[-1]} if len(words) > 1 else set()
            for part in sorted(parts):
                fuller = whole.get(part, [])
                if len(fuller) <= MOST:
                    yield from ((entity, other, "one name is part of the other") for other in fuller)


def _one_letter(named: Iterable[Entity]) -> Iterator[tuple[Entity, Entity, str]]:
    """Feedzai and Feedzay; not Maria and Mario, nor what differs in a number."""
    near = _by(
        (shorter, entity)
        for entity in named
        for form in _names(entity)
        if len(form) >= LEAST
        for shorter in {form, *(form[:at] + form[at + 1 :] for at in range(len(form)))}
    )
    for several in near.values():
        for one, other in _pairs(several):
            if any(_slip(a, b) for a in _names(one) for b in _names(other)):
                yield one, other, "their names are one letter apart"


def _slip(one: str, other: str) -> bool:
    """Whether two names are one letter apart, which is no number and does not make it another known name."""
    if one == other or min(len(one), len(other)) < LEAST or abs(len(one) - len(other)) > 1:
        return False
    ours, theirs = one.split(), other.split()
    if len(ours) != len(theirs):
        return False
    differing = [(a, b) for a, b in zip(ours, theirs, strict=True) if a != b]
    if len(differing) != 1:
        return False
    a, b = differing[0]
    if not (a.isalpha() and b.isalpha()) or min(len(a), len(b)) < LEAST - 1 or {a, b} <= _FIRST_NAMES:
        return False
    return _one_edit(a, b)


def _one_edit(a: str, b: str) -> bool:
    start = 0
    while start < min(len(a), len(b)) and a[start] == b[start]:
        start += 1
    if len(a) == len(b):
        swapped = a[start + 1 : start + 2] + a[start : start + 1]
        return a[start + 1 :] == b[start + 1 :] or (
            swapped == b[start : start + 2] and a[start + 2 :] == b[start + 2 :]
        )
    shorter, longer = sorted((a, b), key=len)
    return shorter[start:] == longer[start + 1 :]


def _by(pairs: Iterable[tuple[str, Entity]]) -> dict[str, list[Entity]]:
    found: dict[str, dict[str, Entity]] = defaultdict(dict)
    for form, entity in pairs:
        found[form][entity.id] = entity
    return {form: list(entities.values()) for form, entities in found.items()}


def _pairs(several: Sequence[Entity]) -> Iterator[tuple[Entity, Entity]]:
    if len(several) <= MOST:
        yield from ((one, other) for number, one in enumerate(several) for other in several[number + 1 :])

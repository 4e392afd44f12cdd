"""Deciding that two are one, or that one is two, where what was said does not tell: as decisions about keys.

A decision stands between keys that were known when it was made. Everything said of them goes where the decision puts it, what was said
before and what comes later; taking the decision back gives both again, each with its own.
"""

from __future__ import annotations

from collections.abc import Sequence

from graphmem import keys
from graphmem.errors import InvalidInput
from graphmem.memory.engine import Engine
from graphmem.names import normal
from graphmem.resolution.identity import identify
from graphmem.types import AGENT, SELF, ApartPart, Entity, Evidence, Identities, Sameness, SamePart


def merging(engine: Engine, namespace: str, one: Entity, other: Entity) -> SamePart:
    """The part that says that two are one.

    Raises:
        InvalidInput: when they are one already, are the user and the assistant, or a split keeps them apart.
    """
    if one.id == other.id:
        raise InvalidInput(f"{one.name!r} and {other.name!r} are one already")
    left, right = _told_by(one), _told_by(other)
    if {left, right} == {SELF, AGENT}:
        raise InvalidInput("the user and the assistant are two")
    standing = keys.decided_one(left, right)
    pairs = _samenesses(standing, left, right)
    found = engine.store.identities(namespace, sorted(keys.with_kindred([*one.keys, *other.keys])))
    if not _are_one(engine, namespace, found, pairs, both=(left, right)):
        raise InvalidInput(f"a split keeps {one.name!r} and {other.name!r} apart; undo it first")
    return SamePart(f"{one.name} and {other.name} are one", left, right)


def _told_by(entity: Entity) -> str:
    """The key that tells most of an entity: the user or the assistant, a name, a relation, what sets it apart."""
    used = [key for key in entity.keys if not key.startswith("s:")]
    name = keys.plain(keys.named(entity.name))
    return min(used, key=lambda key: (key not in (SELF, AGENT), keys.plain(key) != name, "nrj".find(key[:1]), key))


def splitting(engine: Engine, namespace: str, entity: Entity, aliases: Sequence[str]) -> list[ApartPart]:
    """The parts that say that what is called by these names is another than the rest.

    Raises:
        InvalidInput: when it is not called so, nothing else is left of it, or the names are one in every spelling.
    """
    used = [key for key in entity.keys if not key.startswith("s:")]
    taken = {key for alias in aliases for key in _keys_called(entity, used, alias)}
    rest = [key for key in used if key not in taken]
    if not rest:
        raise InvalidInput(
            f"{entity.name!r} is called nothing but {_quoted(aliases)}. Two who bear one name are told apart by what is "
            "said of them ('Ana from work'); correct the facts that are another's"
        )
    pairs = sorted({(keys.plain(left), keys.plain(right)): (left, right) for left in taken for right in rest}.items())
    text = f"{_quoted(aliases)} is another than {entity.name}" if entity.name not in aliases else ""
    text = text or f"{_quoted(aliases)} is another than {_quoted([a for a in entity.aliases if a not in aliases])}"
    parts = [ApartPart(text if not number else "", *both) for number, (_, both) in enumerate(pairs)]
    stated = [
        one for part in parts for one in _samenesses(keys.decided_two(part.left, part.right), part.left, part.right)
    ]
    found = engine.store.identities(namespace, sorted(keys.with_kindred(entity.keys)))
    if any(_are_one(engine, namespace, found, stated, both=(left, right)) for left in taken for right in rest):
        raise InvalidInput(
            f"{_quoted(aliases)} stays {entity.name!r} by something else that was said; forget that message"
        )
    return parts


def _keys_called(entity: Entity, used: Sequence[str], alias: str) -> list[str]:
    """The keys of an entity that a name or a relation stands for."""
    names = set(map(keys.plain, keys.variants(alias)))
    relation = normal(alias.rpartition("'s ")[2].removeprefix("my "))
    found = [key for key in used if keys.plain(key) in names]
    found = found or [key for key in used if keys.owner(key) is not None and keys.relation(key) == relation]
    if not found:
        known = ", ".join(map(repr, (*entity.aliases, *(keys.relation(key) for key in used if keys.owner(key)))))
        raise InvalidInput(f"{entity.name!r} is not called {alias!r}; it is called {known}")
    return found


def _quoted(names: Sequence[str]) -> str:
    return ", ".join(names)


def _samenesses(standing: str, *decided: str) -> list[Sameness]:
    return [Sameness(*sorted((standing, key))) for key in decided]


def _are_one(
    engine: Engine, namespace: str, found: Identities, pairs: Sequence[Sameness], *, both: tuple[str, str]
) -> bool:
    """Whether two keys would be one entity's, if this were decided too."""
    decided = Evidence("", same=tuple(pairs))
    salt = engine.store.salt(namespace)
    after = identify(found, (), (decided,), salt=salt, vocabulary=engine.vocabulary).entity_of
    return after[both[0]] == after[both[1]]

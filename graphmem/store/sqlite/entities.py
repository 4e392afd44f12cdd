"""Entities, and which key belongs to which: the identities resolution starts from."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence

from graphmem.store.records import read_strings, write_json
from graphmem.store.sqlite.scope import Row, Scope
from graphmem.types import Entity, Identities, Sameness, Spelling

_COLUMNS = "id, name, kind, aliases, keys, is_self"
_OF_ENTITIES = ", ".join(f"entities.{column}" for column in _COLUMNS.split(", "))

#: Who is known by some keys. Hundreds are asked for, of which a few are known: a list that is walked costs half of one that is sorted first.
FOUND = (
    f"SELECT {_OF_ENTITIES} FROM json_each(:keys) AS asked CROSS JOIN entity_of ON entity_of.ns = :ns AND entity_of.key = asked.value "
    "CROSS JOIN entities ON entities.ns = :ns AND entities.id = entity_of.entity"
)

#: What one step from some keys leads to: the other keys of their entities, and those they are said to be the same as.
_STEPS = (
    "SELECT other.key FROM entity_of AS mine JOIN entity_of AS other ON other.ns = mine.ns AND other.entity = mine.entity "
    "WHERE mine.ns = :ns AND mine.key IN (:values)",
    "SELECT right_key FROM sameness_counts WHERE ns = :ns AND left_key IN (:values)",
    "SELECT left_key FROM sameness_counts WHERE ns = :ns AND right_key IN (:values)",
)


def identities(here: Scope, keys: Iterable[str]) -> Identities:
    """What is stored about the keys and all keys they are connected with; spellings by key, surface and kind."""
    reached = _connected(here, keys)
    entity_of: dict[str, str] = dict(
        sorted(here.rows_in("SELECT key, entity FROM entity_of WHERE ns = :ns AND key IN (:values)", reached))
    )
    spellings = here.rows_in(
        "SELECT key, surface, kind, uses, thousandths FROM spellings WHERE ns = :ns AND key IN (:values)", reached
    )
    # Both keys of a sameness are reached if one is, so looking from the left finds each once.
    same = here.rows_in(
        "SELECT left_key, right_key, messages FROM sameness_counts WHERE ns = :ns AND left_key IN (:values)", reached
    )
    names = here.rows_in("SELECT id, name FROM entities WHERE ns = :ns AND id IN (:values)", entity_of.values())
    return Identities(
        entity_of=entity_of,
        spellings=tuple(
            Spelling(key, surface, kind, uses, thousandths / 1000)
            for key, surface, kind, uses, thousandths in sorted(spellings)
        ),
        same={Sameness(left, right): count for left, right, count in sorted(same)},
        names=dict(sorted(names)),
    )


def owned(here: Scope, keys: Iterable[str]) -> frozenset[str]:
    """The relation keys in use that start directly from one of the keys: "r:self/sister" for "self"."""
    found: set[str] = set()
    for owner in dict.fromkeys(keys):
        start = f"r:{owner}/"
        # "0" is the character after "/", so the keys between are those that begin with `start`.
        within = {"low": start, "high": f"r:{owner}0"}
        for table in ("spellings", "entity_of"):
            rows = here.rows(f"SELECT key FROM {table} WHERE ns = :ns AND key > :low AND key < :high", **within)
            found |= {key for (key,) in rows if "/" not in key[len(start) :]}
    return frozenset(found)


def read(here: Scope, *, ids: Sequence[str] | None, limit: int | None) -> tuple[Entity, ...]:
    """The entities of these ids in the order asked, or all by name, kind, id."""
    cut = -1 if limit is None else max(limit, 0)
    if ids is None:
        rows = here.rows(
            f"SELECT {_COLUMNS} FROM entities WHERE ns = :ns ORDER BY name, kind, id LIMIT :limit", limit=cut
        )
        return tuple(map(_entity, rows))
    rows = here.rows_in(f"SELECT {_COLUMNS} FROM entities WHERE ns = :ns AND id IN (:values)", ids)
    found = {row[0]: _entity(row) for row in rows}
    known = [found[asked] for asked in dict.fromkeys(ids) if asked in found]
    return tuple(known if limit is None else known[:cut])


def find(here: Scope, keys: Sequence[str]) -> tuple[Entity, ...]:
    """The entities the keys belong to, each once, by name and id."""
    rows = {row[0]: row for row in here.rows(FOUND, keys=json.dumps(list(dict.fromkeys(keys))))}
    return tuple(sorted(map(_entity, rows.values()), key=lambda entity: (entity.name, entity.id)))


def write(here: Scope, entities: Iterable[Entity], *, gone: Sequence[str], entity_of: Mapping[str, str | None]) -> None:
    """Replace entities and where keys belong, and remove the entities `gone`."""
    here.run_in("DELETE FROM entities WHERE ns = :ns AND id IN (:values)", gone)
    here.insert("entities", _COLUMNS, map(_row, entities), replace=True)
    unused = (key for key, entity in entity_of.items() if entity is None)
    here.run_in("DELETE FROM entity_of WHERE ns = :ns AND key IN (:values)", unused)
    belongs = ((key, entity) for key, entity in entity_of.items() if entity is not None)
    here.insert("entity_of", "key, entity", belongs, replace=True)


def _connected(here: Scope, keys: Iterable[str]) -> set[str]:
    """The keys and all that lead from them, a ring at a time."""
    reached = set(keys)
    ring = reached
    while ring:
        ring = {key for step in _STEPS for (key,) in here.rows_in(step, ring)} - reached
        reached = reached | ring
    return reached


def _row(entity: Entity) -> Row:
    return (entity.id, entity.name, entity.kind, write_json(entity.aliases), write_json(entity.keys), entity.is_self)


def _entity(row: Row) -> Entity:
    entity_id, name, kind, aliases, keys, is_self = row
    return Entity(entity_id, name, kind, read_strings(aliases), read_strings(keys), bool(is_self))

"""Who is who: entities are the connected components of name keys under what messages say is one.

"My sister Ana" joins the key of "Ana" with the key of "the user's sister"; everything said of either is then said of
one entity. It is a function of the *set* of evidence, so late news joins what was apart before, and taking a
message away parts what only it had joined. Ids are kept where possible: a component that holds keys of a present
entity keeps the id of the one that brings most of them.

What joins keys, and what is kept apart rather than guessed, is in `components`.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from graphmem.ids import opaque
from graphmem.keys import is_decided, owned_as, owner, plain, relation, variants_of, with_kindred
from graphmem.resolution.components import components as joined
from graphmem.resolution.components import typed_as
from graphmem.resolution.vocabulary import Vocabulary
from graphmem.types import AGENT, SELF, Entity, Evidence, Identities, Sameness

NAMED_KINDS = frozenset({"Person", "Place", "Organization", "Animal", "Language"})


@dataclass(frozen=True, slots=True)
class Identified:
    """Who is who afterwards, for every key that was loaded.

    `entity_of` maps the keys still in use, `names` gives each entity's display name. `moved` are the keys whose entity
    or whose entity's display name changed, so that everything stated with them must be placed anew.
    """

    entity_of: Mapping[str, str]
    names: Mapping[str, str]
    keys_gone: frozenset[str]
    entities: tuple[Entity, ...]
    entities_gone: tuple[str, ...]
    moved: frozenset[str]


def identify(
    present: Identities,
    withdrawn: Iterable[Evidence],
    added: Iterable[Evidence],
    *,
    salt: bytes,
    vocabulary: Vocabulary,
) -> Identified:
    """Entities after some evidence was withdrawn and some added.

    `present` must hold every key they touch, the variants of names, and the owners of relations.
    """
    spellings = _spellings(present, withdrawn, added)
    same = _same(present, withdrawn, added)
    used = set(spellings)
    components = sorted(map(sorted, joined(used, same, kin=vocabulary.kin)))
    ids = _assign(components, present.entity_of, salt)
    entity_of = {key: ids[number] for number, group in enumerate(components) for key in group}
    names = _display(components, ids, spellings, entity_of)
    typed = _typed(used, entity_of)
    filed = {entity: [key for key, of in typed.items() if of == entity] for entity in typed.values()}
    entities = tuple(
        _entity(ids[n], keys, spellings, names[ids[n]], filed.get(ids[n], ())) for n, keys in enumerate(components)
    )
    moved = {key for key in used if _moved(key, entity_of, names, present)}
    entity_of |= typed
    return Identified(
        entity_of=entity_of,
        names=names,
        keys_gone=frozenset(present.entity_of) - entity_of.keys(),
        entities=entities,
        entities_gone=tuple(sorted(set(present.entity_of.values()) - set(ids))),
        moved=frozenset(moved | {owned_as(key) for key in moved}),
    )


def touched(evidences: Iterable[Evidence]) -> set[str]:
    """Every key some evidence names, with all that `identify` needs to know of them."""
    named: set[str] = set()
    for evidence in evidences:
        named |= {use.key for use in evidence.names}
        named |= {key for pair in evidence.same if _is_decided(pair) for key in (pair.left, pair.right)}
    return with_kindred(named)


def _is_decided(pair: Sameness) -> bool:
    return is_decided(pair.left) or is_decided(pair.right)


_Spelt = Mapping[str, Mapping[tuple[str, str], int]]
"""Key to (surface, kind) to weight in thousandths: whole numbers, so that sums come back exactly."""


def _spellings(present: Identities, withdrawn: Iterable[Evidence], added: Iterable[Evidence]) -> _Spelt:
    uses: Counter[tuple[str, str, str]] = Counter()
    weight: Counter[tuple[str, str, str]] = Counter()
    for spelling in present.spellings:
        spelt = (spelling.key, spelling.surface, spelling.kind)
        uses[spelt] += spelling.uses
        weight[spelt] += round(spelling.weight * 1000)
    for sign, evidences in ((-1, withdrawn), (1, added)):
        for use in (use for evidence in evidences for use in evidence.names):
            uses[use.key, use.surface, use.kind] += sign
            weight[use.key, use.surface, use.kind] += sign * round(use.weight * 1000)
    by_key: dict[str, dict[tuple[str, str], int]] = {}
    for (key, surface, kind), count in uses.items():
        if count > 0:
            by_key.setdefault(key, {})[surface, kind] = weight[key, surface, kind]
    return by_key


def _same(present: Identities, withdrawn: Iterable[Evidence], added: Iterable[Evidence]) -> set[Sameness]:
    count = Counter(present.same)
    for sign, evidences in ((-1, withdrawn), (1, added)):
        for sameness in (sameness for evidence in evidences for sameness in evidence.same):
            count[sameness] += sign
    return {sameness for sameness, messages in count.items() if messages > 0}


def _typed(used: Iterable[str], entity_of: Mapping[str, str]) -> dict[str, str]:
    """Poorer spellings that can only mean one entity find it, though nothing was said with them."""
    meant = {spelling: {entity_of[key] for key in typed} for spelling, typed in typed_as(used).items()}
    return {spelling: min(entities) for spelling, entities in meant.items() if len(entities) == 1}


def _assign(components: Sequence[Sequence[str]], entity_of: Mapping[str, str], salt: bytes) -> list[str]:
    """An id for each component, the largest claim on a present id first; new ids from the first key."""
    claims = sorted(
        (-count, entity, number)
        for number, keys in enumerate(components)
        for entity, count in Counter(entity_of[key] for key in keys if key in entity_of).items()
    )
    ids: dict[int, str] = {}
    taken: set[str] = set()
    for _, entity, number in claims:
        if number not in ids and entity not in taken:
            ids[number] = entity
            taken.add(entity)
    taken |= set(entity_of.values())
    for number, keys in enumerate(components):
        if number not in ids:
            ids[number] = _fresh(keys[0], taken, salt)
            taken.add(ids[number])
    return [ids[number] for number in range(len(components))]


def _fresh(key: str, taken: set[str], salt: bytes) -> str:
    """The first free id of a key. A key can outlive the entity that was made for it, so its first id may be taken."""
    ordinal = 0
    while (entity := opaque(salt, "entity", key, str(ordinal))) in taken:
        ordinal += 1
    return entity


def _display(
    components: Sequence[Sequence[str]], ids: Sequence[str], spellings: _Spelt, entity_of: Mapping[str, str]
) -> dict[str, str]:
    """Names first, then those known by a relation only, nearest to a name first: "Ada's sister"."""
    names = {ids[n]: name for n, keys in enumerate(components) if (name := _spelt_name(keys, spellings))}
    for number, keys in sorted(enumerate(components), key=lambda item: item[1][0].count("/")):
        if ids[number] not in names:
            names[ids[number]] = _unnamed(keys[0], names, entity_of)
    return names


def _unnamed(key: str, names: Mapping[str, str], entity_of: Mapping[str, str]) -> str:
    of = owner(key)
    if of is None:
        return {SELF: "the user", AGENT: "the assistant"}.get(key, plain(key).removeprefix("n:"))
    bearer = next((entity_of[variant] for variant in (*variants_of(of), f"s:{of[2:]}") if variant in entity_of), "")
    return f"{names.get(bearer, 'somebody')}'s {relation(key)}"


def _spelt_name(keys: Sequence[str], spellings: _Spelt) -> str:
    """The spelling used with most weight; for what bears a name, one with a capital before one without."""
    weights = _surfaces(keys, spellings)
    proper = _kind(keys, spellings) in NAMED_KINDS
    return min(weights, key=lambda name: (proper and name == name.lower(), -weights[name], name), default="")


def _surfaces(keys: Sequence[str], spellings: _Spelt) -> Counter[str]:
    weights: Counter[str] = Counter()
    for surface, _, weight in _uses(keys, spellings):
        if surface:
            weights[surface] += weight
    return weights


def _kind(keys: Sequence[str], spellings: _Spelt) -> str:
    """The kind with most weight. "Thing" is what is said when nothing is known, so any other guess outweighs it."""
    weights: Counter[str] = Counter()
    for _, kind, weight in _uses(keys, spellings):
        weights[kind] += weight
    return min(weights, key=lambda kind: (kind == "Thing", -weights[kind], kind))


def _uses(keys: Sequence[str], spellings: _Spelt) -> Iterator[tuple[str, str, int]]:
    for key in keys:
        for (surface, kind), weight in spellings[key].items():
            yield surface, kind, weight


def _entity(entity: str, keys: Sequence[str], spellings: _Spelt, name: str, typed: Iterable[str]) -> Entity:
    weights = _surfaces(keys, spellings)
    return Entity(
        id=entity,
        name=name,
        kind=_kind(keys, spellings),
        aliases=tuple(sorted(weights, key=lambda surface: (-weights[surface], surface))),
        keys=tuple(sorted([*keys, *typed])),
        is_self=SELF in keys,
    )


def _moved(key: str, entity_of: Mapping[str, str], names: Mapping[str, str], present: Identities) -> bool:
    before = present.entity_of.get(key)
    if before is None:
        return False
    return before != entity_of[key] or present.names.get(before) != names[entity_of[key]]

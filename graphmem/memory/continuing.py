"""What one message was resolved from, with what it taught, is most often what the next one starts from: people go on talking of the same.

It is kept as of a version and given only to whom storing a message told that very version; a write from it is refused if that moved. So
nothing is decided by it, and any other change than what messages read for the first time add makes it useless.
"""

from __future__ import annotations

import threading
from collections import OrderedDict, defaultdict
from collections.abc import Collection, Iterable, Mapping, Sequence, Set

from graphmem.forking import anew_after_fork
from graphmem.keys import with_kindred
from graphmem.memory.reaching import reachable
from graphmem.types import Candidates, Changes, Evidence, Fact, Identities, Sameness, Spelling, Statement

#: So many keys and statements of a namespace are kept at most, and of so many namespaces.
MOST = 2000
NAMESPACES = 32

_THOUSAND = 1000


class Continued:
    """What is kept of each namespace. Safe to share over threads."""

    def __init__(self) -> None:
        self.after_fork()
        anew_after_fork(self)

    def after_fork(self) -> None:
        """Begin with nothing, whoever else was at it."""
        self._lock = threading.Lock()
        self._of: OrderedDict[str, _Known] = OrderedDict()

    def candidates(
        self, namespace: str, version: int, *, keys: Collection[str], slots: Collection[str]
    ) -> Candidates | None:
        """What a store would tell of the keys and slots at this version; None where not all of it is kept."""
        with self._lock:
            known = self._of.get(namespace)
            return None if known is None or known.version != version else known.told(keys, slots)

    def facts(self, namespace: str, version: int, slots: Collection[str]) -> dict[str, Fact] | None:
        """What all that was said in the slots comes to at this version; None where that is not kept."""
        with self._lock:
            known = self._of.get(namespace)
            return None if known is None or known.version != version else known.held(slots)

    def learned(
        self,
        namespace: str,
        read: Candidates,
        said: Mapping[str, Sequence[Statement]],
        changes: Changes,
        facts: Iterable[Fact],
    ) -> None:
        """Keep what was read, all that was `said` in some slots, and what was written on top of it, with all facts of the slots that it touched."""
        with self._lock:
            known = self._of.get(namespace)
            if known is None or known.version != read.version or known.size > MOST:
                known = _Known(read.version)
            known.add(read, said)
            if known.goes_on(changes):
                known.comes_to(facts)
                self._of[namespace] = known
                self._of.move_to_end(namespace)
            else:
                self._of.pop(namespace, None)
            while len(self._of) > NAMESPACES:
                self._of.popitem(last=False)

    def drop(self, namespace: str) -> None:
        """Keep nothing of a namespace, since what was there is gone or otherwise."""
        with self._lock:
            self._of.pop(namespace, None)


class _Known:
    """Who is who around the `covered` keys, and all that was said in some slots, as of a version."""

    def __init__(self, version: int) -> None:
        self.version = version
        self._covered: set[str] = set()
        self._entity_of: dict[str, str] = {}
        self._keys_of: dict[str, set[str]] = defaultdict(set)
        self._names: dict[str, str] = {}
        self._spelt: dict[str, dict[tuple[str, str], tuple[int, int]]] = defaultdict(dict)
        self._same: dict[Sameness, int] = {}
        self._beside: dict[str, set[str]] = defaultdict(set)
        self._said: dict[str, list[Statement]] = {}
        self._facts: dict[str, dict[str, Fact]] = {}

    @property
    def size(self) -> int:
        """How much it is, in keys and statements."""
        return len(self._covered) + len(self._entity_of) + sum(map(len, self._said.values()))

    def add(self, read: Candidates, said: Mapping[str, Sequence[Statement]]) -> None:
        """Keep also what was read at the same version."""
        found = read.identities
        self._covered |= read.covered
        for key, entity in found.entity_of.items():
            self._entity_of[key] = entity
            self._keys_of[entity].add(key)
        for one in found.spellings:
            self._spelt[one.key][one.surface, one.kind] = (one.uses, round(one.weight * _THOUSAND))
        for same, count in found.same.items():
            self._stands(same, count)
        self._names |= found.names
        self._said |= {slot: list(stated) for slot, stated in said.items()}

    def goes_on(self, changes: Changes) -> bool:
        """Whether it is known what is there after these changes, and then it is what is known."""
        evidences = [one.evidence for one in changes.learned]
        ids = {one.message_id for one in evidences}
        named = {use.key for one in evidences for use in one.names}
        named |= {key for one in evidences for same in one.same for key in (same.left, same.right)}
        gone = changes.erased or changes.reworded or changes.entities_gone or changes.facts_gone or changes.everything
        moved = any(self._entity_of.get(key, entity) != entity for key, entity in changes.entity_of.items())
        called = any(self._names.get(entity.id, entity.name) != entity.name for entity in changes.entities)
        elsewhere = any(place.message_id not in ids for place in changes.placed)
        again = not all(one.is_first and not one.again for one in changes.learned)
        if gone or moved or called or elsewhere or again or not named | changes.entity_of.keys() <= self._covered:
            return False
        self._take(evidences, changes)
        slot_of = {(place.message_id, place.number): place.slot for place in changes.placed}
        for one in (statement for evidence in evidences for statement in evidence.statements):
            slot = slot_of.get((one.message_id, one.number))
            if slot in self._said:
                self._said[slot].append(one)
        self.version += 1
        return True

    def comes_to(self, facts: Iterable[Fact]) -> None:
        """Keep all facts of some slots as they are now; the others are as they were."""
        found: dict[str, dict[str, Fact]] = defaultdict(dict)
        for fact in facts:
            found[fact.slot][fact.id] = fact
        for slot, stated in self._said.items():
            if slot in found or not stated:
                self._facts[slot] = found.get(slot, {})

    def held(self, slots: Collection[str]) -> dict[str, Fact] | None:
        """The facts of the slots, if all are kept."""
        if not self._facts.keys() >= set(slots):
            return None
        return {id: fact for slot in slots for id, fact in self._facts[slot].items()}

    def _take(self, evidences: Sequence[Evidence], changes: Changes) -> None:
        """Add how things are called, and who is who from now on."""
        for use in (use for one in evidences for use in one.names):
            spelt = self._spelt[use.key]
            uses, weight = spelt.get((use.surface, use.kind), (0, 0))
            spelt[use.surface, use.kind] = (uses + 1, weight + round(use.weight * _THOUSAND))
        for same in (same for one in evidences for same in set(one.same)):
            self._stands(same, self._same.get(same, 0) + 1)
        for key, entity in changes.entity_of.items():
            if entity is not None:
                self._entity_of[key] = entity
                self._keys_of[entity].add(key)
        self._names |= {entity.id: entity.name for entity in changes.entities}

    def _stands(self, same: Sameness, count: int) -> None:
        self._same[same] = count
        self._beside[same.left].add(same.right)
        self._beside[same.right].add(same.left)

    def told(self, keys: Collection[str], slots: Collection[str]) -> Candidates | None:
        """What of it was asked for; None where that is not all kept."""
        covered, reached = with_kindred(keys), set[str]()
        while covered <= self._covered:
            reached = self._connected(covered)
            if (further := with_kindred(key for key in reached if key in self._entity_of)) <= covered:
                break
            covered |= further
        else:
            return None
        if not self._said.keys() >= set(slots):
            return None
        stated = sorted(
            (one for slot in slots for one in self._said[slot]),
            key=lambda s: (s.at, s.session, s.seq, s.message_id, s.number),
        )
        reached |= self._connected({key for one in stated for key in (one.subject, one.object) if key is not None})
        return Candidates(self.version, self._identities(reached), frozenset(covered), (), tuple(stated))

    def _connected(self, keys: Iterable[str]) -> set[str]:
        return reachable(keys, self._entity_of, self._keys_of, self._beside)

    def _identities(self, keys: Set[str]) -> Identities:
        entity_of = {key: self._entity_of[key] for key in sorted(keys) if key in self._entity_of}
        spellings = (
            Spelling(key, surface, kind, uses, weight / _THOUSAND)
            for key in sorted(keys & self._spelt.keys())
            for (surface, kind), (uses, weight) in sorted(self._spelt[key].items())
        )
        pairs = {Sameness(*sorted((key, other))) for key in keys for other in self._beside.get(key, ())}
        same = {pair: self._same[pair] for pair in sorted(pairs, key=lambda pair: (pair.left, pair.right))}
        names = {entity: self._names[entity] for entity in sorted(set(entity_of.values())) if entity in self._names}
        return Identities(entity_of, tuple(spellings), same, names)

"""Which keys are one: the components of the samenesses that messages state, with what may not be guessed left apart.

Four things are not guessed. A name borne by a person and by a firm is two, and a use whose kind is not sure belongs to
neither. Two rich spellings (José, Josè; Mr and Mrs Chen) are two, and a poorer one that could be either is neither. A relation
that two names bear ("my sister Ana", "my sister Eva") names nobody when it stands alone. And a name that two people bear who
cannot be one ("my brother John", "John from work") names nobody when it stands alone.

What somebody decided outweighs all of it: keys decided to be one are joined whatever they are, and of keys decided to be two nothing
joins one with the other, be it a decision.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterable
from itertools import combinations, permutations

from graphmem import keys
from graphmem.types import Sameness

#: What begins so stands in samenesses and is no key that anything is filed under.
_NO_KEYS = ("s:", "m:", "d:")


class _Groups:
    """Sets of keys that grow together."""

    def __init__(self, members: Iterable[str]) -> None:
        self._of = {key: {key} for key in members}

    def join(self, a: str, b: str) -> None:
        if self._of[a] is not self._of[b]:
            self._of[a] |= self._of[b]
            for key in self._of[b]:
                self._of[key] = self._of[a]

    def name(self, key: str) -> str:
        """One name for the group a key is in: its first key."""
        return min(self._of[key])

    def all(self) -> list[set[str]]:
        return list({id(group): group for group in self._of.values()}.values())


class _Decided:
    """What somebody decided about keys: pairs that are one, pairs that are not, by the names without their classes."""

    def __init__(self, same: Iterable[Sameness]) -> None:
        ends: dict[str, list[str]] = defaultdict(list)
        for pair in same:
            for standing, key in permutations((pair.left, pair.right)):
                if keys.is_decided(standing):
                    ends[standing].append(key)
        pairs = {standing: tuple(both) for standing, both in ends.items() if len(both) == 2}  # noqa: PLR2004  # a pair
        self.one = [both for standing, both in sorted(pairs.items()) if standing.startswith("m:")]
        self._two = {frozenset(map(keys.plain, both)) for standing, both in pairs.items() if standing.startswith("d:")}

    def apart(self, left: str, right: str) -> bool:
        """Whether two keys are decided to be two."""
        return frozenset((keys.plain(left), keys.plain(right))) in self._two


def components(used: Collection[str], same: Iterable[Sameness], *, kin: Collection[str]) -> list[set[str]]:
    """The keys in use, grouped by who they are. `kin` are the relations that one person cannot have twice over."""
    groups = _Groups(used)
    stated = list(same)
    decided = _Decided(stated)
    joints: dict[str, set[str]] = defaultdict(set)
    for left, right in decided.one:
        if left in used and right in used and not decided.apart(left, right):
            groups.join(left, right)
    for pair in stated:
        if pair.left.startswith(_NO_KEYS) or pair.right.startswith(_NO_KEYS) or decided.apart(pair.left, pair.right):
            continue
        apart = [key for key in (pair.left, pair.right) if key.startswith("j:")]
        if apart:
            joints[apart[0]].add(pair.right if apart[0] == pair.left else pair.left)
        else:
            groups.join(pair.left, pair.right)
    _join_variants(groups, used, decided)
    _join_joints(groups, joints, kin)
    return groups.all()


def typed_as(used: Iterable[str]) -> dict[str, list[str]]:
    """The poorest spellings of the names in use, each with the keys that can be typed so."""
    found: dict[str, list[str]] = defaultdict(list)
    for key in used:
        for spelling in keys.spellings(key):
            found[spelling].append(key)
    return found


def _join_variants(groups: _Groups, used: Collection[str], decided: _Decided) -> None:
    """A name of unsure kind or poor spelling is the one bearer's it can stand for, if there is just one."""
    alike: dict[str, set[str]] = defaultdict(set)
    for key in used:
        if key.startswith("n:"):
            for spelling in (f"s:{keys.plain(key)[2:]}", *keys.spellings(key)):
                alike[spelling].add(key)
    richer: dict[str, set[str]] = defaultdict(set)
    for together in alike.values():
        for key, other in permutations(together, 2):
            if keys.may_be(key, other) and not decided.apart(key, other):
                richer[key].add(other)
    joined = {key: tops for key, others in richer.items() if (tops := others - richer.keys())}
    one = [(key, min(tops)) for key, tops in joined.items() if len({groups.name(top) for top in tops}) == 1]
    for key, bearer in one:
        groups.join(key, bearer)


def _join_joints(groups: _Groups, joints: dict[str, set[str]], kin: Collection[str]) -> None:
    bearers: dict[str, set[str]] = defaultdict(set)
    bearing: dict[str, set[str]] = defaultdict(set)
    relations: dict[str, set[str]] = defaultdict(set)
    for joint, others in joints.items():
        for other in others:
            if keys.owner(other) is None:
                bearing[groups.name(other)].add(joint)
            else:
                relations[other].add(joint)
    for relation, called in relations.items():
        names = {groups.name(n) for joint in called for n in joints[joint] if keys.owner(n) is None}
        bearers[relation] = called if len(names) == 1 else set()
    for relation, called in bearers.items():
        for joint in sorted(called):
            groups.join(relation, joint)
    one = [(name, called) for name, called in bearing.items() if _can_be_one(called, groups, kin)]
    for name, called in one:
        for joint in sorted(called):
            groups.join(name, joint)


def _can_be_one(joints: Collection[str], groups: _Groups, kin: Collection[str]) -> bool:
    return all(
        groups.name(one) == groups.name(other) or _compatible(one, other, kin)
        for one, other in combinations(sorted(joints), 2)
    )


def _compatible(one: str, other: str, kin: Collection[str]) -> bool:
    """Whether what sets two bearers of a name apart can be said of one: a wife and a partner, a boss and a friend.

    Not two different kinds of kin of the same person, nor anything beside "from work".
    """
    (owner_a, _, relation_a), (owner_b, _, relation_b) = (
        joint[2:].rpartition("=")[0].rpartition("/") for joint in (one, other)
    )
    if not owner_a or not owner_b:
        return False
    if (owner_a, relation_a) == (owner_b, relation_b) or owner_a != owner_b:
        return True
    return not any(relation.rpartition(" ")[2] in kin for relation in (relation_a, relation_b))

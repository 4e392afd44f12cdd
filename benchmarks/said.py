"""What was read, in the gold's terms: the keys of a message turned back into the names it uses."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cache

from graphmem import keys, names
from graphmem.types import AGENT, SELF, Evidence, Extraction, Statement, When

USER = "Ada"

#: A further name of somebody is not a statement but a sameness; here it is shown as one.
CALLED = "called"

#: Words for one relation: which of them names somebody says nothing about what was understood.
_RELATIONS = {
    **dict.fromkeys(("mum", "mom"), "mother"),
    **{"dad": "father", "bf": "boyfriend", "gf": "girlfriend", "bro": "brother", "sis": "sister"},
    **{"grandma": "grandmother", "grandpa": "grandfather"},
}
_ARTICLES = frozenset(["a", "an", "the"])


@dataclass(frozen=True, slots=True)
class Said:
    """A statement in the gold's terms; subject and object under every name the message gives them."""

    subject: frozenset[str]
    predicate: str
    object: frozenset[str]
    polarity: bool
    certainty: str
    stance: str
    nature: str
    start: When | None
    end: When | None
    shown: str = field(compare=False)


def said(extraction: Extraction, stated: Evidence) -> list[Said]:
    """What was read, every proposition once, the further names it gives somebody included."""
    naming = _Naming(extraction, stated)
    every = [naming.said(statement) for statement in stated.statements] + list(naming.called())
    first: dict[tuple[object, ...], Said] = {}
    for one in every:
        first.setdefault((one.subject, one.predicate, one.object, one.polarity, one.certainty, one.stance), one)
    return list(first.values())


class _Naming:
    """The keys of one message, back to names. Within one message a name is one bearer's, of whatever kind."""

    def __init__(self, extraction: Extraction, stated: Evidence) -> None:
        self._same = [(keys.plain(pair.left), keys.plain(pair.right)) for pair in stated.same]
        uses = sorted(stated.names, key=lambda use: (use.start, use.key))
        self._spelling = {keys.plain(use.key): use.surface for use in reversed(uses) if use.surface}
        named = {keys.named(mention.name) for mention in extraction.mentions if mention.refers == "name"}
        self._named = [key for key in dict.fromkeys(keys.plain(use.key) for use in uses) if key in named]

    def said(self, statement: Statement) -> Said:
        """A statement in names."""
        object = statement.object
        things = self._names(keys.plain(object)) if object is not None else [statement.value or ""]
        subject = self._names(keys.plain(statement.subject))
        return Said(
            subject=frozenset(map(form, subject)),
            predicate=statement.predicate,
            object=frozenset(map(form, things)),
            polarity=statement.positive,
            certainty=statement.certainty,
            stance=statement.stance,
            nature=statement.nature,
            start=statement.start,
            end=statement.end,
            shown=f"{subject[0]} | {statement.predicate} | {things[0]}",
        )

    def called(self) -> Iterator[Said]:
        """Each name of somebody beyond the first one."""
        for key in self._named:
            one = sorted(self._one(key), key=lambda other: (other != SELF, self._order(other)))
            first = next((other for other in one if other == SELF or other in self._named), key)
            spelling = self._spelling.get(key, key[2:])
            if key not in (first, keys.named(USER)):
                owner = USER if first == SELF else self._spelling.get(first, first[2:])
                yield _called(owner, spelling)

    def _order(self, key: str) -> int:
        return self._named.index(key) if key in self._named else len(self._named)

    def _one(self, key: str) -> set[str]:
        """Every key the message says is the same as this one."""
        found, grown = {key}, True
        while grown:
            linked = {other for pair in self._same if not found.isdisjoint(pair) for other in pair}
            grown = not linked <= found
            found |= linked
        return found

    def _names(self, key: str, seen: frozenset[str] = frozenset()) -> list[str]:
        """Every name of what a key stands for, proper names first."""
        one = sorted(self._one(key) - seen, key=lambda other: (other.startswith("r:"), self._order(other), other))
        return [name for other in one for name in self._own_names(other, seen | set(one))] or [key]

    def _own_names(self, key: str, seen: frozenset[str]) -> list[str]:
        if key in (SELF, AGENT):
            return [USER if key == SELF else "assistant"]
        owner = keys.owner(key)
        if owner is not None:
            return [f"{name}'s {keys.relation(key)}" for name in self._names(owner, seen)]
        return [self._spelling[key]] if key in self._spelling else []


def _called(owner: str, name: str) -> Said:
    shown = f"{owner} | {CALLED} | {name}"
    terms = frozenset([form(owner)]), CALLED, frozenset([form(name)])
    return Said(*terms, True, "certain", "holds", "state", None, None, shown)


@cache
def form(text: str) -> str:
    """What is compared of a text: its normal form without articles, the last word in the singular.

    >>> form("The Volvos"), form("Ada's mum")
    ('volvo', 'ada mother')
    """
    words = names.normal(text).split() if text else []
    words = [_RELATIONS.get(word, word) for word in words if word not in _ARTICLES]
    return " ".join(words).removesuffix("s")

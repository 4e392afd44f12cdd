"""People and pets named by what they are to somebody: "my sister's husband", "the wife of my brother", "our dog".

A chain starts from the self, a name, or whoever a pronoun stands for, and goes on by relations. Its keys find those whom
messages named so; where no message did, its relations are walked over facts.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from graphmem.keys import named, related
from graphmem.people import kin
from graphmem.types import SELF

_TOKEN = re.compile(r"[^\W_]+(?:-[^\W_]+)*(?:['’]s?\b)?|[^\w\s]")
_POSSESSIVE = re.compile(r"(.+?)['’]s?")
_POSSESSIVE_END = re.compile(r"['’]s?$")
_APOSTROPHES = frozenset("'’")
_RELATIONS = (
    kin.RELATIONS
    | kin.LOOSE_RELATIONS
    | frozenset(kin.SYNONYMS)
    | {"friends", "colleagues", "parent", "siblings", "owner"}
)
_OURS = frozenset({"my", "our"})
_PRONOUNS = frozenset({"his", "her", "their", "its"})
_HAVING = frozenset({"has", "have", "had", "got"})


@dataclass(frozen=True, slots=True)
class Chain:
    """`owner` is "self", a name as written, or a pronoun; `relations` lead on from there, nearest first."""

    owner: str
    relations: tuple[str, ...]
    pronoun: bool = False

    @property
    def keys(self) -> tuple[str, ...]:
        """The key of each step; none where a pronoun starts it."""
        if self.pronoun:
            return ()
        key, found = SELF if self.owner == SELF else named(self.owner), []
        for relation in self.relations:
            key = related(key, relation)
            found.append(key)
        return tuple(found)


def chains(text: str) -> tuple[Chain, ...]:
    """Every chain of a text, the longest of those that share words."""
    tokens = _TOKEN.findall(text)
    found: list[Chain] = []
    at = 0
    while at < len(tokens):
        chain, after = _from(tokens, at)
        if chain is not None:
            found.append(chain)
        at = after
    return tuple(dict.fromkeys(found))


def _from(tokens: Sequence[str], at: int) -> tuple[Chain | None, int]:
    """The chain that begins at a token, and where to read on."""
    if at >= len(tokens):
        return None, at
    owned = _owned(tokens, at)
    if owned is not None:
        return owned
    relation = _relation(tokens, at)
    if relation and at + 1 < len(tokens) and tokens[at + 1].lower() == "of":
        inner, after = _from(tokens, at + 2)
        if inner is not None:
            return Chain(inner.owner, (*inner.relations, relation), inner.pronoun), after
        if at + 2 < len(tokens) and tokens[at + 2][0].isalpha():
            owner = tokens[at + 2]
            return (None, at + 1) if owner.lower() in ("the", "a") else (Chain(_self_or(owner), (relation,)), at + 3)
    return None, at + 1


def _owned(tokens: Sequence[str], at: int) -> tuple[Chain, int] | None:
    """ "my sister('s husband)", "Ana's boss", "her father", "Ana has a cat"."""
    first = tokens[at].lower()
    possessive = _POSSESSIVE.fullmatch(tokens[at]) if _APOSTROPHES.intersection(first) else None
    having = at + 2 < len(tokens) and tokens[at + 1].lower() in _HAVING and tokens[at + 2].lower() in ("a", "an")
    if not (first in _OURS or first in _PRONOUNS or possessive or having):
        return None
    relations, after = _steps(tokens, at + (3 if having else 1))
    if not relations:
        return None
    if first in _PRONOUNS:
        return Chain(first, relations, pronoun=True), after
    owner = possessive[1] if possessive else tokens[at]
    return Chain(SELF if first in _OURS else _self_or(owner), relations), after


def _steps(tokens: Sequence[str], at: int) -> tuple[tuple[str, ...], int]:
    found = []
    while at < len(tokens):
        if tokens[at].lower() in kin.DISTINGUISHING and tokens[at].lower() != "ex":
            at += 1
            continue
        relation = _relation(tokens, at)
        if not relation:
            break
        found.append(relation)
        at += 1
        if not _POSSESSIVE_END.search(tokens[at - 1]):
            break
    return tuple(found), at


def _relation(tokens: Sequence[str], at: int) -> str:
    """The relation a token names, by its usual word; "" if it names none."""
    if at >= len(tokens):
        return ""
    word = tokens[at].lower()
    word = _POSSESSIVE_END.sub("", word) if _APOSTROPHES.intersection(word) else word
    return kin.SYNONYMS.get(word, word) if word in _RELATIONS else ""


def _self_or(owner: str) -> str:
    return SELF if owner.lower() in ("i", "me", "mine") else owner


def relations_of(found: Sequence[Chain]) -> Iterator[str]:
    """The relation each chain ends with."""
    for chain in found:
        yield chain.relations[-1]

"""The book of one message under reading: mentions, claims and samenesses as the rules find them.

Rules may come upon the same span many times; the book holds it once, with the best guess of its kind so far. What no claim
and no name needs is left out at the end, and everything is put in the order of the text.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field, replace

from graphmem.extraction import lexicon
from graphmem.types import Claim, Extraction, Mention, When

_Identity = tuple[int, int, str, str, int | None]


@dataclass(slots=True)
class Book:
    """What has been found so far; indices are stable until `extraction`.

    `sentence` counts the sentences as they are read, `sentences` says in which each mention stands, and `subjects` are the
    mentions something was said of.
    """

    mentions: list[Mention] = field(default_factory=list)
    claims: list[Claim] = field(default_factory=list)
    same: set[tuple[int, int]] = field(default_factory=set)
    used: set[str] = field(default_factory=set)
    subjects: set[int] = field(default_factory=set)
    sentence: int = 0
    sentences: list[int] = field(default_factory=list)
    ties: dict[int, set[int]] = field(default_factory=dict)
    _index: dict[_Identity, int] = field(default_factory=dict)
    _said: set[Claim] = field(default_factory=set)

    def add(self, mention: Mention) -> int:
        """The index of a mention, entered if it is new; the surer of two kinds stands."""
        known = self._index.get(_identity(mention))
        if known is not None:
            self.guess(known, mention.kind, mention.kind_confidence)
            return known
        self._index[_identity(mention)] = len(self.mentions)
        self.mentions.append(mention)
        self.sentences.append(self.sentence)
        return len(self.mentions) - 1

    def guess(self, index: int, kind: str, confidence: float) -> None:
        """Take a kind for a mention if it is surer than the one so far."""
        known = self.mentions[index]
        if confidence > known.kind_confidence and known.refers in ("name", "thing"):
            self.mentions[index] = replace(known, kind=kind, kind_confidence=confidence)

    def tie(self, left: int, right: int) -> None:
        """Two mentions are one."""
        if left != right:
            self.same.add(_pair(left, right))
            self.ties.setdefault(left, set()).add(right)
            self.ties.setdefault(right, set()).add(left)

    def claim(self, claim: Claim) -> None:
        """Enter a claim unless it says of a thing that it is itself, or stands already."""
        if claim.object != claim.subject and claim not in self._said:
            self.claims.append(claim)
            self._said.add(claim)
            self.subjects.add(claim.subject)

    def begin(self, who: int, whose: int, start: When) -> None:
        """What is said to be between two, and without a time, began then."""
        for at, claim in enumerate(self.claims):
            same = claim.object is not None and self._alike(claim.subject, who) and self._alike(claim.object, whose)
            if same and claim.start is None and claim.stance == "holds" and claim.predicate in lexicon.BEGUN:
                self.claims[at] = replace(claim, start=start)

    def _alike(self, one: int, other: int) -> bool:
        left, right = self.mentions[one], self.mentions[other]
        return (left.refers, left.name, left.owner) == (right.refers, right.name, right.owner)

    def extraction(self, message_id: str, *, extractor: str, version: str, order: Iterable[str]) -> Extraction:
        """Everything worth keeping, in the order of the text. `order` lists earlier messages, oldest first."""
        self._drop_repeats()
        kept = sorted(self._needed(), key=lambda index: _place(self.mentions[index]))
        at = {old: new for new, old in enumerate(kept)}
        claims = [
            replace(
                claim,
                subject=at[claim.subject],
                object=None if claim.object is None else at[claim.object],
                asserted_by=None if claim.asserted_by is None else at[claim.asserted_by],
            )
            for claim in self.claims
        ]
        return Extraction(
            message_id,
            extractor,
            version,
            mentions=tuple(_owned(self.mentions[index], at) for index in kept),
            claims=tuple(sorted(claims, key=_claim_place)),
            same=tuple(sorted(_pair(at[left], at[right]) for left, right in self.same)),
            used=tuple(message for message in order if message in self.used),
        )

    def _drop_repeats(self) -> None:
        """What is said of a placeholder is dropped where the same is said of the name it is tied to."""
        names = {
            left: right
            for pair in self.same
            for left, right in (pair, pair[::-1])
            if self.mentions[right].refers != "relation"
        }
        said = {replace(claim, quote=(0, 0)) for claim in self.claims}

        def repeats(claim: Claim) -> bool:
            name = names.get(claim.subject) if self.mentions[claim.subject].refers == "relation" else None
            return name is not None and replace(claim, subject=name, quote=(0, 0)) in said

        self.claims = [claim for claim in self.claims if not repeats(claim)]

    def _needed(self) -> set[int]:
        needed = {index for index, mention in enumerate(self.mentions) if mention.refers == "name"}
        needed |= {index for pair in self.same for index in pair}
        for claim in self.claims:
            needed |= {index for index in (claim.subject, claim.object, claim.asserted_by) if index is not None}
        waiting = list(needed)
        while waiting:
            owner = self.mentions[waiting.pop()].owner
            if owner is not None and owner not in needed:
                needed.add(owner)
                waiting.append(owner)
        return needed


def tied(same: Iterable[tuple[int, int]]) -> dict[int, set[int]]:
    """For each mention of some pairs, those it is paired with."""
    found: dict[int, set[int]] = {}
    for left, right in same:
        found.setdefault(left, set()).add(right)
        found.setdefault(right, set()).add(left)
    return found


def _identity(mention: Mention) -> _Identity:
    return mention.start, mention.end, mention.refers, mention.name, mention.owner


def _place(mention: Mention) -> tuple[int, int, str, str, int]:
    return mention.start, mention.end, mention.refers, mention.name, -1 if mention.owner is None else mention.owner


def _claim_place(claim: Claim) -> tuple[tuple[int, int], int, str, int, str, str]:
    return (
        claim.quote,
        claim.subject,
        claim.predicate,
        -1 if claim.object is None else claim.object,
        claim.value or "",
        claim.stance,
    )


def _owned(mention: Mention, at: dict[int, int]) -> Mention:
    return mention if mention.owner is None else replace(mention, owner=at[mention.owner])


def _pair(left: int, right: int) -> tuple[int, int]:
    return min(left, right), max(left, right)

"""Plain forms that open a sentence and yet are no orders: "Love hiking", "Have two cats", "Live with my gran", "Don't like olives"."""

from __future__ import annotations

from itertools import islice
from typing import TYPE_CHECKING

from graphmem.people import kin
from graphmem.wordlists import words

if TYPE_CHECKING:
    from spacy.tokens import Token

_FELT = words("love hate adore prefer")
_COUNTED = words("a an two three four five")
_WHERE, _NOT_WHERE = words("in at with for as"), words("the it this that your yourself me us")
_NOT = words("n't not nt")
#: What nobody is told not to do.
_STATES = words("like have own want know need believe")


def tells(first: Token) -> bool:
    """Whether a sentence that opens with this plain form tells of whoever says it."""
    word, *after = [token.lower_ for token in islice(first.doc[first.i : first.sent.end], 5)]
    after += [""] * (5 - len(after))
    if word in _FELT:
        return True
    if word in ("ca", "can") and after[0] in _NOT:
        return True
    if word == "have" and after[0] not in _NOT:
        known = kin.PEOPLE | kin.PETS | kin.LOOSE_RELATIONS
        return after[0] in _COUNTED and any(each in known or each.removesuffix("s") in known for each in after[1:3])
    if word in ("live", "work"):
        return after[0] in _WHERE and after[1] not in _NOT_WHERE and after[1] != ""
    if word == "do" and after[0] in _NOT:
        return after[1] in _STATES
    return word == "have" and after[0] in _NOT

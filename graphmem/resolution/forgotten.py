"""What a forgotten name leaves in a text is no name: nothing is learned of it, whoever reads the text again.

Where somebody was forgotten, messages that stay say `FORGOTTEN` in place of the name. What an extractor makes of these words, and of a speaker who
is called so, is dropped before it becomes evidence, and with it every claim that leans on it.
"""

from __future__ import annotations

import re
from collections.abc import Collection
from dataclasses import replace

from graphmem.types import FORGOTTEN, Claim, Extraction, Mention

_BLOTS = re.compile(re.escape(FORGOTTEN))


def without_forgotten(extraction: Extraction, text: str) -> Extraction:
    """What was read in a text, without what stands where something was forgotten."""
    blots = [found.span() for found in _BLOTS.finditer(text)]
    dropped = {at for at, one in enumerate(extraction.mentions) if _is_forgotten(one, blots)}
    return without_mentions(extraction, dropped) if dropped else extraction


def _is_forgotten(mention: Mention, blots: Collection[tuple[int, int]]) -> bool:
    inside = any(start < mention.end and mention.start < end for start, end in blots)
    return inside or FORGOTTEN in mention.name


def without_mentions(extraction: Extraction, dropped: Collection[int]) -> Extraction:
    """What was read, without some mentions, whoever is known only by a relation to them, and every claim that names one of these."""
    gone = set(dropped)
    while more := {at for at, one in enumerate(extraction.mentions) if at not in gone and one.owner in gone}:
        gone |= more
    place = {at: number for number, at in enumerate(at for at in range(len(extraction.mentions)) if at not in gone)}
    kept = [one for at, one in enumerate(extraction.mentions) if at in place]
    return replace(
        extraction,
        mentions=tuple(one if one.owner is None else replace(one, owner=place[one.owner]) for one in kept),
        claims=tuple(_placed(claim, place) for claim in extraction.claims if not gone & set(_named(claim))),
        same=tuple((place[left], place[right]) for left, right in extraction.same if not gone & {left, right}),
    )


def _named(claim: Claim) -> list[int]:
    return [at for at in (claim.subject, claim.object, claim.asserted_by) if at is not None]


def _placed(claim: Claim, place: dict[int, int]) -> Claim:
    return replace(
        claim,
        subject=place[claim.subject],
        object=None if claim.object is None else place[claim.object],
        asserted_by=None if claim.asserted_by is None else place[claim.asserted_by],
    )

"""What somebody said before, for what they say now to correct."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from graphmem.extraction.page import Page
from graphmem.types import Claim, Mention

if TYPE_CHECKING:
    from spacy.tokens import Token


@dataclass(frozen=True, slots=True)
class Earlier:
    """A claim made before, with the mentions it points into, and the message it was made in ("" for this one)."""

    claim: Claim
    mentions: Sequence[Mention]
    message_id: str


def claims(page: Page) -> Iterator[Earlier]:
    """What the same person claimed before, the latest first."""
    for claim in reversed(page.book.claims):
        yield Earlier(claim, page.book.mentions, "")
    for past in page.history:
        if past.voice == page.voice.me:
            for claim in reversed(past.extraction.claims):
                yield Earlier(claim, past.extraction.mentions, past.extraction.message_id)


def before(page: Page) -> list[Earlier]:
    """What they claimed in this message, or else in their last one that claimed anything; the latest first."""
    every = list(claims(page))
    return [earlier for earlier in every if earlier.message_id == every[0].message_id]


def bare(page: Page, earlier: Earlier, token: Token) -> Claim:
    """An earlier claim without its object, said anew where a token stands."""
    return replace(
        earlier.claim, object=None, value=None, quote=page.quote(token), asserted_by=None, certainty="certain"
    )


def enter(page: Page, earlier: Earlier, claim: Claim) -> None:
    """Enter a claim read from an earlier one."""
    page.book.claim(claim)
    if earlier.message_id:
        page.book.used.add(earlier.message_id)

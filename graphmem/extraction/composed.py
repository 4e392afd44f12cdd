"""Reading decomposed text as if it were composed, and giving spans back in the text as it was sent.

Some keyboards and file systems write é as two characters. A parser trained on the one spelling does not know the other, so a
message is read in Unicode's composed form (NFC), and what was found is told in the offsets of the original.
"""

from __future__ import annotations

import unicodedata
from bisect import bisect_right
from collections.abc import Iterator
from dataclasses import replace

from graphmem.extraction.protocol import Turn
from graphmem.types import Claim, Extraction, Mention, Message

Places = list[tuple[int, int]]
"""For each stretch of text that stays together: where it starts as it is read, and where in the original."""


def composed(turn: Turn) -> Turn:
    """The turn with every text composed; the same turn where they all are."""
    return Turn(_composed(turn.message), tuple(map(_composed, turn.previous)))


def restored(extraction: Extraction, original: Message) -> Extraction:
    """The extraction of a composed message, with its spans in the original text."""
    if unicodedata.is_normalized("NFC", original.text):
        return extraction
    return moved(extraction, _places(original.text), original.text)


def moved(extraction: Extraction, places: Places, text: str) -> Extraction:
    """An extraction with its spans in another text; `places` tells where each stretch starts in the one and the other."""
    return replace(
        extraction,
        mentions=tuple(_mention(mention, places, text) for mention in extraction.mentions),
        claims=tuple(_claim(claim, places) for claim in extraction.claims),
    )


def _composed(message: Message) -> Message:
    text = unicodedata.normalize("NFC", message.text)
    return message if text == message.text else replace(message, text=text)


def _places(text: str) -> Places:
    """For each cluster that stays together: where it starts in the composed text and in the original."""
    places, at = [(0, 0)], 0
    start = 0
    for end in _boundaries(text):
        at += len(unicodedata.normalize("NFC", text[start:end]))
        start = end
        places.append((at, end))
    return places


def _boundaries(text: str) -> Iterator[int]:
    """The ends of clusters: before each character that nothing before it can take up."""
    for index, char in enumerate(text[1:], start=1):
        if not unicodedata.combining(char) and not "\u1160" <= char <= "\u11ff":
            yield index
    yield len(text)


def _original(offset: int, places: Places) -> int:
    """Where an offset of the composed text lies in the original; inside a cluster, no further than its end."""
    number = bisect_right(places, offset, key=lambda place: place[0]) - 1
    at, start = places[number]
    end = places[number + 1][1] if number + 1 < len(places) else start
    return min(start + (offset - at), end)


def _mention(mention: Mention, places: Places, text: str) -> Mention:
    start, end = _original(mention.start, places), _original(mention.end, places)
    return replace(mention, start=start, end=end, surface=text[start:end])


def _claim(claim: Claim, places: Places) -> Claim:
    start, end = claim.quote
    return replace(claim, quote=(_original(start, places), _original(end, places)))

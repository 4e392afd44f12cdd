"""Taking a name out of a text: wherever it is spelled, and wherever a message was read to mean who bears it, stands `FORGOTTEN` instead.

Whole words are taken, whatever their case and accents, but a name that is a word as well ("Will", "Rose") only as it is spelled. Where the name
is part of another's ("Ana Silva" beside Ana), it is the other's and stays.
"""

from __future__ import annotations

import json
import re
import unicodedata
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

from graphmem.memory.incoming import text_of
from graphmem.names.letters import is_unspaced
from graphmem.names.lexicon import FUNCTION
from graphmem.people.first_names import WORD_NAMES
from graphmem.resolution.forgotten import without_forgotten
from graphmem.types import (
    FORGOTTEN,
    ApartPart,
    Claim,
    Extraction,
    FactPart,
    ImagePart,
    JsonPart,
    Message,
    Part,
    SamePart,
    TextPart,
    ToolCallPart,
    ToolResultPart,
)

Span = tuple[int, int]

#: What a name cannot end before: a letter of a script that parts words by spaces.
_LETTER = "[^\\W\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af]"


class Spelled:
    """The spellings of one who is forgotten, and those of others that hold one of these."""

    def __init__(self, aliases: Iterable[str], others: Iterable[str] = ()) -> None:
        self.aliases = tuple(sorted({alias for alias in aliases if alias.strip()}, key=lambda one: (-len(one), one)))
        alone = _pattern(self.aliases)
        forms = {_folded(alias).text for alias in self.aliases}
        longer = {one for one in others if alone and _folded(one).text not in forms and alone.search(_folded(one).text)}
        self.others = tuple(sorted(longer, key=lambda one: (-len(one), one)))
        self._names, self._others = alone, _pattern(self.others)
        words = {one for one in self.aliases if one.casefold() in WORD_NAMES | FUNCTION}
        self._as_spelled, self._words = words, {one.casefold() for one in words}

    def spans(self, text: str, *, kept: Sequence[Span] = ()) -> list[Span]:
        """Where the text spells one of them, but for what stands in the spans that are `kept`."""
        if self._names is None:
            return []
        folded = _folded(text)
        theirs = [folded.span(found.span()) for found in self._others.finditer(folded.text)] if self._others else []
        found = (folded.span(one.span()) for one in self._names.finditer(folded.text))
        return [span for span in found if self._is_meant(text, span) and not _is_inside(span, [*theirs, *kept])]

    def names(self, text: str) -> bool:
        """Whether the text spells one of them."""
        return bool(self.spans(text))

    def _is_meant(self, text: str, span: Span) -> bool:
        said = text[slice(*span)]
        return said.casefold() not in self._words or said in self._as_spelled


@dataclass(frozen=True, slots=True)
class _Folded:
    """A text without case and accents, with the place of each of its characters in the original."""

    text: str
    at: Sequence[int]

    def span(self, span: Span) -> Span:
        return self.at[span[0]], self.at[span[1]]


def _folded(text: str) -> _Folded:
    if text.isascii():
        return _Folded(text.lower(), range(len(text) + 1))
    chars: list[str] = []
    places: list[int] = []
    for place, char in enumerate(text):
        for part in unicodedata.normalize("NFKD", char.casefold()):
            if not unicodedata.combining(part):
                chars.append("'" if part in "’ʼ" else part)
                places.append(place)
    return _Folded("".join(chars), [*places, len(text)])


def _pattern(names: Iterable[str]) -> re.Pattern[str] | None:
    forms = dict.fromkeys(_folded(name).text.strip() for name in names)
    written = [_bounded(form) for form in forms if form]
    return re.compile("|".join(written)) if written else None


def _bounded(form: str) -> str:
    """A form as a whole word, or where its script knows no spaces anywhere."""
    before = "" if is_unspaced(form[0]) or not form[0].isalnum() else f"(?<!{_LETTER})"
    after = "" if is_unspaced(form[-1]) or not form[-1].isalnum() else f"(?!{_LETTER})"
    return before + r"\s+".join(map(re.escape, form.split())) + after


def _is_inside(span: Span, others: Iterable[Span]) -> bool:
    return any(start < span[1] and span[0] < end for start, end in others)


@dataclass(frozen=True, slots=True)
class Blotted:
    """A text with spans taken out of it, and where the places of the old one are in the new."""

    text: str
    spans: tuple[Span, ...]

    def start(self, place: int) -> int:
        """Where something that began here begins now."""
        return self._at(place, 0)

    def end(self, place: int) -> int:
        """Where something that ended here ends now."""
        return self._at(place, len(FORGOTTEN))

    def _at(self, place: int, inside: int) -> int:
        moved = place
        for start, end in self.spans:
            if place >= end:
                moved += len(FORGOTTEN) - (end - start)
            elif place > start:
                moved += start - place + inside
        return moved


def blotted(text: str, spans: Iterable[Span]) -> Blotted:
    """The text with `FORGOTTEN` in place of each span; spans that overlap, or that one space parts, are one."""
    joined: list[Span] = []
    for start, end in sorted(span for span in spans if span[0] < span[1]):
        if joined and text[joined[-1][1] : start] in ("", " "):
            joined[-1] = (joined[-1][0], max(joined[-1][1], end))
        else:
            joined.append((start, end))
    pieces, at = [], 0
    for start, end in joined:
        pieces += [text[at:start], FORGOTTEN]
        at = end
    return Blotted("".join([*pieces, text[at:]]), tuple(joined))


def reworded(message: Message, spelled: Spelled, spans: Sequence[Span], *, kept: Sequence[Span] = ()) -> Message:
    """The message without the names, in the spans of its text and in whatever else of it is words."""
    parts: list[Part] = []
    at = 0
    for part in message.parts:
        text = text_of([part])
        inside = [(max(start - at, 0), min(end - at, len(text))) for start, end in spans]
        theirs = [(start - at, end - at) for start, end in kept]
        parts.append(_part(part, spelled, [span for span in inside if span[0] < span[1]], theirs))
        at += len(text) + bool(text)
    speaker = FORGOTTEN if message.speaker is not None and spelled.names(message.speaker) else message.speaker
    metadata = {_without(name, spelled): _without(value, spelled) for name, value in message.metadata.items()}
    return replace(message, parts=tuple(parts), text=text_of(parts), speaker=speaker, metadata=metadata)


def _part(part: Part, spelled: Spelled, spans: Sequence[Span], kept: Sequence[Span]) -> Part:
    match part:
        case TextPart(text):
            return TextPart(_blot(text, spelled, spans, kept))
        case JsonPart(document):
            return JsonPart(_blot(document, spelled, spans, kept))
        case ToolResultPart(call, content):
            return ToolResultPart(call, _blot(content, spelled, spans, kept))
        case ToolCallPart(call, name, arguments):
            return ToolCallPart(call, name, _json(arguments, spelled))
        case ImagePart(url):
            return part if url.startswith("data:") else ImagePart(_without(url, spelled))
        case FactPart() | SamePart() | ApartPart():
            return replace(part, text=_blot(part.text, spelled, spans, kept))


def _json(document: str, spelled: Spelled) -> str:
    """JSON without the names; where it spells letters as numbers, they are read first."""
    if "\\u" in document:
        try:
            document = json.dumps(json.loads(document), ensure_ascii=False)
        except ValueError:
            return document if not spelled.names(document) else _without(document, spelled)
    return _without(document, spelled)


def _without(text: str, spelled: Spelled) -> str:
    return _blot(text, spelled, (), ())


def _blot(text: str, spelled: Spelled, spans: Sequence[Span], kept: Sequence[Span]) -> str:
    return blotted(text, [*spans, *spelled.spans(text, kept=kept)]).text


def reread(
    extraction: Extraction, before: Message, after: Message, spelled: Spelled, spans: Sequence[Span]
) -> Extraction | None:
    """What was read of a message as it stands in the new words: the rest of it, with its places moved.

    None where a name went over the end of a part, so that the places cannot be told.
    """
    moved = blotted(before.text, spans)
    if moved.text != after.text:
        return None
    placed = replace(
        extraction,
        mentions=tuple(
            replace(
                one,
                surface=after.text[moved.start(one.start) : moved.end(one.end)] if one.surface else "",
                start=moved.start(one.start),
                end=moved.end(one.end),
            )
            for one in extraction.mentions
        ),
        claims=tuple(_moved(claim, moved) for claim in extraction.claims if not _tells(claim, spelled)),
    )
    return without_forgotten(placed, after.text)


def _tells(claim: Claim, spelled: Spelled) -> bool:
    return any(spelled.names(words) for words in (claim.value or "", claim.phrase, claim.predicate))


def _moved(claim: Claim, moved: Blotted) -> Claim:
    start, end = claim.quote
    return replace(claim, quote=(moved.start(start), moved.end(end)))

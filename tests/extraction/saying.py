"""Says messages and reads extractions as short lines, so that a test states what is heard and what is understood.

A claim reads "Ana | move to | Lisbon"; the self is "self", a placeholder "self's sister". Marks are added for what is unusual: "not",
"ends", "retracts", "possible", "reported", "past".
"""

from __future__ import annotations

from datetime import UTC, datetime

from graphmem.extraction.protocol import Turn
from graphmem.extraction.spacy import SpacyExtractor
from graphmem.types import Claim, Extraction, Message, Role, TextPart, When

#: A Wednesday.
AT = datetime(2023, 5, 24, 12, tzinfo=UTC)


def message(
    text: str, *, role: Role = "user", speaker: str | None = None, name: str = "m", at: datetime = AT
) -> Message:
    """A message with everything a test does not care about filled in."""
    return Message(
        id=name,
        key=name,
        session="s1",
        role=role,
        parts=(TextPart(text),),
        text=text,
        at=at,
        recorded_at=at,
        speaker=speaker,
    )


def hear(extractor: SpacyExtractor, *texts: str, role: Role = "user", speaker: str | None = None) -> Extraction:
    """What is read in the last of some messages in a row; "A: " before one makes it the assistant's."""
    said = [
        message(
            text.removeprefix("A: "),
            role="assistant" if text.startswith("A: ") else role,
            speaker=speaker,
            name=f"m{number}",
        )
        for number, text in enumerate(texts)
    ]
    return extractor.extract([Turn(said[-1], tuple(said[:-1]))])[0]


def claims(extraction: Extraction) -> set[str]:
    """All claims, each as a line."""
    return {line(extraction, claim) for claim in extraction.claims}


def line(extraction: Extraction, claim: Claim) -> str:
    """One claim as a line."""
    told = claim.value if claim.object is None else name(extraction, claim.object)
    marks = [
        *([] if claim.positive else ["not"]),
        *([] if claim.stance == "holds" else [claim.stance]),
        *([] if claim.certainty == "certain" else [claim.certainty]),
        *(["past"] if claim.nature == "state" and claim.stance == "holds" and not claim.current else []),
    ]
    return " | ".join(part for part in (name(extraction, claim.subject), claim.predicate, told, *marks) if part)


def name(extraction: Extraction, index: int) -> str:
    """A mention as a line names it."""
    mention = extraction.mentions[index]
    if mention.refers == "relation" and mention.owner is not None:
        return f"{name(extraction, mention.owner)}'s {mention.name}"
    return mention.name if mention.refers in ("name", "thing") else mention.refers


def same(extraction: Extraction) -> set[frozenset[str]]:
    """Which mentions are said to be one."""
    return {frozenset((name(extraction, left), name(extraction, right))) for left, right in extraction.same}


def names(extraction: Extraction) -> set[str]:
    """Every name mentioned."""
    return {mention.name for mention in extraction.mentions if mention.refers == "name"}


def kinds(extraction: Extraction) -> dict[str, str]:
    """The kind of each name."""
    return {mention.name: mention.kind for mention in extraction.mentions if mention.refers == "name"}


def find(extraction: Extraction, predicate: str) -> Claim:
    """The one claim with a predicate."""
    [claim] = [claim for claim in extraction.claims if claim.predicate == predicate]
    return claim


def days(when: When | None) -> tuple[str, str, str] | None:
    """A time as its first day, the day after its last, and its granularity."""
    return None if when is None else (when.start.date().isoformat(), when.end.date().isoformat(), str(when.granularity))

"""How much of what a careful reader would note the extractor notes, and how much of what it notes is so.

The gold set (`tests/gold/README.md`) says in names what each message states. What is read goes the way it goes in a memory, through
`Turn` and `evidence`, and its keys are turned back into names; keys that a message says are one count as one. Then claims and
statements are matched one to one. Subject, predicate, object, polarity, certainty and stance must agree; nature and times
are counted apart, over the claims that were found. Optional claims count neither way.

    python -m benchmarks.extraction [--part heldout] [--show wrong] [--json OUT] [--min-precision 0.9] [--min-recall 0.8]
    python -m benchmarks.extraction --extractor llm --base-url http://localhost:11434/v1 --model llama3.2

With a model, what it could not read counts as nothing found, and calls, tokens, repairs and dropped claims are printed too.
"""

from __future__ import annotations

import argparse
import json
import math
import sys
from collections.abc import Callable, Iterator, Sequence
from dataclasses import asdict, dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from benchmarks.gold import GOLD, PARTS, GoldClaim, GoldMessage, read_gold
from benchmarks.said import CALLED, Said, form, said
from graphmem.extraction.llm.extractor import LLMExtractor
from graphmem.extraction.protocol import Extractor, PartlyRead, Turn
from graphmem.llm.metered import Metered
from graphmem.resolution.evidence import evidence
from graphmem.resolution.vocabulary import default_vocabulary
from graphmem.types import Extraction, When


@dataclass(frozen=True, slots=True)
class Marked:
    """One message judged: which claims were found by which statement, what was missed, what is false."""

    message: GoldMessage
    found: tuple[tuple[GoldClaim, Said], ...]
    missed: tuple[GoldClaim, ...]
    false: tuple[Said, ...]
    spoke: bool


def mark(message: GoldMessage, statements: Sequence[Said]) -> Marked:
    """Match claims and statements one to one, as many claims that count as can be."""
    claims = sorted(message.claims, key=lambda claim: claim.optional)
    fits = [[at for at, one in enumerate(statements) if _reading(claim, one) is not None] for claim in claims]
    holder: dict[int, int] = {}
    for claim in range(len(claims)):
        _seat(claim, fits, holder, set())
    pairs = sorted((claim, at) for at, claim in holder.items())
    return Marked(
        message=message,
        found=tuple((claims[claim], statements[at]) for claim, at in pairs if not claims[claim].optional),
        missed=tuple(c for n, c in enumerate(claims) if n not in holder.values() and not c.optional),
        false=tuple(one for at, one in enumerate(statements) if at not in holder),
        spoke=bool(statements),
    )


def _seat(claim: int, fits: Sequence[Sequence[int]], holder: dict[int, int], tried: set[int]) -> bool:
    """Give a claim a statement, moving others where they have another (Kuhn's augmenting paths)."""
    for at in fits[claim]:
        if at in tried:
            continue
        tried.add(at)
        if at not in holder or _seat(holder[at], fits, holder, tried):
            holder[at] = claim
            return True
    return False


def _reading(claim: GoldClaim, one: Said) -> GoldClaim | None:
    """The reading of a claim that a statement agrees with: of the agreeing ones the best in nature and times."""
    agreeing = [reading for reading in claim.readings() if _agrees(reading, one)]
    return max(agreeing, key=lambda reading: (_nature(reading, one), _times(reading, one)), default=None)


def _agrees(claim: GoldClaim, one: Said) -> bool:
    standing = (claim.polarity, claim.certainty, claim.stance) == (one.polarity, one.certainty, one.stance)
    if not standing or claim.predicate != one.predicate:
        return False
    ends = form(claim.subject), form(claim.object)
    turned = _symmetric(claim.predicate) and ends[1] in one.subject and ends[0] in one.object
    return turned or (ends[0] in one.subject and ends[1] in one.object)


def _symmetric(predicate: str) -> bool:
    known = default_vocabulary().get(predicate)
    return predicate == CALLED or (known is not None and known.symmetric)


def _nature(claim: GoldClaim, one: Said) -> bool:
    return claim.nature == one.nature


def _times(claim: GoldClaim, one: Said) -> bool:
    return _when(claim.start, one.start) and _when(claim.end, one.end)


def _when(stated: str | None, read: When | None) -> bool:
    if stated is None or read is None:
        return stated is None and read is None
    first, _, granularity = stated.partition("/")
    return read.start.isoformat().startswith(first) and read.granularity == granularity


@dataclass(frozen=True, slots=True)
class Score:
    """Counts of claims found, missed and false; precision and recall with their Wilson intervals."""

    found: int
    missed: int
    false: int

    @property
    def precision(self) -> tuple[int, int]:
        """Statements that are so, of those that count."""
        return self.found, self.found + self.false

    @property
    def recall(self) -> tuple[int, int]:
        """Claims found, of those that count."""
        return self.found, self.found + self.missed


def score(marked: Sequence[Marked]) -> Score:
    """The counts over some messages."""
    return Score(
        found=sum(len(one.found) for one in marked),
        missed=sum(len(one.missed) for one in marked),
        false=sum(len(one.false) for one in marked),
    )


def wilson(hits: int, of: int) -> tuple[float, float]:
    """The 95 % interval of a share (Wilson 1927); (0, 1) of nothing."""
    if of == 0:
        return 0.0, 1.0
    z, share = 1.959963984540054, hits / of
    centre = share + z * z / (2 * of)
    spread = z * math.sqrt(share * (1 - share) / of + z * z / (4 * of * of))
    return max(0.0, (centre - spread) / (1 + z * z / of)), min(1.0, (centre + spread) / (1 + z * z / of))


def measure(gold: Sequence[GoldMessage], extractor: Extractor) -> list[Marked]:
    """Every message read and judged, in the gold's order."""
    turns, vocabulary = [message.turn() for message in gold], default_vocabulary()
    read = {extraction.message_id: extraction for extraction in _read(extractor, turns)}
    return [
        mark(message, said(extraction, evidence(extraction, turn.message, vocabulary)))
        for message, turn in zip(gold, turns, strict=True)
        for extraction in [read.get(turn.message.id) or Extraction(turn.message.id, extractor.name, extractor.version)]
    ]


def _read(extractor: Extractor, turns: Sequence[Turn]) -> Sequence[Extraction]:
    try:
        return extractor.extract(turns)
    except PartlyRead as error:
        print(error, file=sys.stderr)
        return error.extractions


def apart(marked: Sequence[Marked]) -> dict[str, tuple[int, int]]:
    """What is counted apart, as hits and of how many."""
    found = [(_reading(claim, one), one) for message in marked for claim, one in message.found]
    pairs = [(reading, one) for reading, one in found if reading is not None]
    timed = [pair for pair in pairs if pair[0].start or pair[0].end]
    timeless = [pair for pair in pairs if not (pair[0].start or pair[0].end)]
    silent = [one for one in marked if not one.message.claims]
    return {
        "nature right": (sum(_nature(*pair) for pair in pairs), len(pairs)),
        "time right, where one is stated": (sum(_times(*pair) for pair in timed), len(timed)),
        "no time, where none is stated": (sum(_times(*pair) for pair in timeless), len(timeless)),
        "silent, where nothing is stated": (sum(not one.spoke for one in silent), len(silent)),
    }


def table(marked: Sequence[Marked]) -> Iterator[str]:
    """The result in lines: every kind, all together, what is counted apart."""
    yield f"{'kind':24}{'messages':>9}{'found':>7}{'missed':>8}{'false':>7}  {'precision':24}{'recall':24}"
    kinds = list(dict.fromkeys(one.message.kind for one in marked))
    for kind in kinds:
        yield _line(kind, [one for one in marked if one.message.kind == kind])
    yield _line("all", marked)
    yield ""
    yield from (f"{name:34}{_share(*counts)}   {counts[0]} of {counts[1]}" for name, counts in apart(marked).items())


def _line(name: str, marked: Sequence[Marked]) -> str:
    counts = score(marked)
    shares = f"{_share(*counts.precision):24}{_share(*counts.recall):24}"
    return f"{name:24}{len(marked):9}{counts.found:7}{counts.missed:8}{counts.false:7}  {shares}".rstrip()


def _share(hits: int, of: int) -> str:
    low, high = wilson(hits, of)
    return f"{hits / of:.3f} [{low:.3f}, {high:.3f}]" if of else "-"


def wrong(marked: Sequence[Marked]) -> Iterator[str]:
    """Every message that has something missed, false or at another time, with it."""
    for one in marked:
        late = [(claim, read) for claim, read in one.found if not _times(_reading(claim, read) or claim, read)]
        if one.missed or one.false or late:
            yield f"\n{one.message.id}: {one.message.text}"
            yield from (f"  missed  {_shown(claim)}" for claim in one.missed)
            yield from (f"  false   {statement.shown}{_standing(statement)}" for statement in one.false)
            yield from (f"  time    {_shown(claim)}: {_span(claim)}, read {_read_span(read)}" for claim, read in late)


def _span(claim: GoldClaim) -> str:
    return f"{claim.start or ''}..{claim.end or ''}"


def _read_span(one: Said) -> str:
    return "..".join(f"{when.start:%Y-%m-%d}/{when.granularity}" if when else "" for when in (one.start, one.end))


def _shown(claim: GoldClaim) -> str:
    return f"{claim.subject} | {claim.predicate} | {claim.object}{_standing(claim)}"


def _standing(one: GoldClaim | Said) -> str:
    usual = {"certain", "holds", "state"}
    said = [word for word in (one.certainty, one.stance, one.nature) if word not in usual]
    return "".join(f" ({word})" for word in ([] if one.polarity else ["not"]) + said)


def as_json(marked: Sequence[Marked], extractor: Extractor) -> dict[str, Any]:
    """The result as a JSON document: counts, shares with their intervals, everything wrong."""
    kinds = dict.fromkeys(one.message.kind for one in marked)
    return {
        "extractor": extractor.name,
        "version": extractor.version,
        "all": _counts(marked),
        "apart": {name: list(counts) for name, counts in apart(marked).items()},
        "kinds": {kind: _counts([one for one in marked if one.message.kind == kind]) for kind in kinds},
        "wrong": [_flaws(one) for one in marked if one.missed or one.false],
    }


def _counts(marked: Sequence[Marked]) -> dict[str, Any]:
    counts = score(marked)
    shares = {"precision": counts.precision, "recall": counts.recall}
    intervals = {
        name: {"share": hits / of if of else None, "interval": list(wilson(hits, of))}
        for name, (hits, of) in shares.items()
    }
    return {"messages": len(marked), **asdict(counts), **intervals}


def _flaws(one: Marked) -> dict[str, Any]:
    missed = [_shown(claim) for claim in one.missed]
    false = [statement.shown + _standing(statement) for statement in one.false]
    return {"id": one.message.id, "text": one.message.text, "missed": missed, "false": false}


def _spacy(_: argparse.Namespace) -> Extractor:
    from graphmem.extraction.spacy import SpacyExtractor

    return SpacyExtractor()


def _llm(options: argparse.Namespace) -> LLMExtractor:
    from graphmem.llm.openai_compatible import OpenAIChat

    chat = OpenAIChat(options.model, base_url=options.base_url, timeout=options.timeout)
    return LLMExtractor(
        Metered(chat, clock=lambda: datetime.now(UTC)),
        predicates=default_vocabulary().phrases(),
        at_once=options.at_once,
    )


def _hybrid(options: argparse.Namespace) -> Extractor:
    from graphmem.extraction.hybrid import HybridExtractor

    return HybridExtractor(_spacy(options), _llm(options), share=options.share)


EXTRACTORS: dict[str, Callable[[argparse.Namespace], Extractor]] = {"spacy": _spacy, "llm": _llm, "hybrid": _hybrid}


def _cost(extractor: Extractor) -> Iterator[str]:
    """What a model was asked and how its replies were."""
    if isinstance(extractor, LLMExtractor) and isinstance(extractor.model, Metered):
        yield f"\n{extractor.model.spent()}\n{extractor.counts}"


def main(arguments: Sequence[str] | None = None) -> int:
    """Print the result; 1 when it is below what was asked for."""
    parser = _parser()
    options = parser.parse_args(arguments)
    files = [options.gold] if options.gold else [GOLD / PARTS[part] for part in PARTS if options.part in (part, "all")]
    there = [file for file in files if file.is_file()]
    if not there:
        parser.error(f"there is no {' or '.join(str(file) for file in files)}; name a gold file with --gold")
    extractor = EXTRACTORS[options.extractor](options)
    marked = measure([message for file in there for message in read_gold(file.read_text("utf-8"))], extractor)
    print(f"{extractor.name}, rules {extractor.version}, on {', '.join(file.name for file in there)}\n")
    print("\n".join([*table(marked), *(wrong(marked) if options.show == "wrong" else ()), *_cost(extractor)]))
    if options.json:
        options.json.write_text(json.dumps(as_json(marked, extractor), ensure_ascii=False, indent=2) + "\n", "utf-8")
    counts = score(marked)
    enough = ((counts.precision, options.min_precision), (counts.recall, options.min_recall))
    return int(any(hits < least * of for (hits, of), least in enough))


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(description="Measure an extractor against what a careful reader would note.")
    parser.add_argument("--gold", type=Path, metavar="FILE", help="instead of the parts under tests/gold")
    parser.add_argument("--part", choices=[*PARTS, "all"], default="development")
    parser.add_argument("--extractor", choices=list(EXTRACTORS), default="spacy")
    parser.add_argument("--base-url", metavar="URL", help="the endpoint of a model; OpenAI's without it")
    parser.add_argument("--model", default="gpt-4o-mini", metavar="NAME", help="the model (gpt-4o-mini)")
    parser.add_argument("--timeout", type=float, default=120.0, metavar="SECONDS", help="a try (120)")
    parser.add_argument("--at-once", type=int, default=4, metavar="N", help="calls in parallel (4)")
    parser.add_argument("--share", type=float, default=0.3, help="of the messages that hybrid may ask about (0.3)")
    parser.add_argument("--json", type=Path, metavar="OUT", help="write the result here too")
    parser.add_argument("--show", choices=["wrong"], help="list what was missed and what is false")
    parser.add_argument("--min-precision", type=float, default=0.0, metavar="SHARE")
    parser.add_argument("--min-recall", type=float, default=0.0, metavar="SHARE")
    return parser


if __name__ == "__main__":
    sys.exit(main())

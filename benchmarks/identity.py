"""Whether two names become one entity when they should, and only then.

A wrong merge mixes two people's facts and is seldom noticed; a missed one only asks to be merged by hand. So precision comes
first. Each pair of a gold file is two messages of an otherwise empty chat, one naming the left, the other the right. A merge
counts as automatic when both names end in one entity and nothing but the names and kinds was there to say so. The
development file may be tuned to, the held-out file may not; they are reported apart.

    python -m benchmarks.identity [--pairs FILE ...] [--json OUT] [--show wrong] [--min-precision P] [--min-recall R]
"""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from math import sqrt
from pathlib import Path
from typing import Any

from graphmem.resolution.evidence import evidence
from graphmem.resolution.identity import identify
from graphmem.resolution.vocabulary import default_vocabulary
from graphmem.types import Evidence, Extraction, Identities, Mention, Message, TextPart

_GOLD = Path(__file__).resolve().parent.parent / "tests" / "gold"
DEVELOPMENT = _GOLD / "identity-development.jsonl"
HELDOUT = _GOLD / "identity-heldout.jsonl"

_BEGAN = datetime(2026, 3, 1, 9, tzinfo=UTC)
_NOTHING = Identities(entity_of={}, spellings=(), same={}, names={})
#: The two-sided 95 % quantile of the normal distribution.
_Z = 1.959964


@dataclass(frozen=True, slots=True)
class Named:
    """How one message names something."""

    name: str
    kind: str


@dataclass(frozen=True, slots=True)
class Pair:
    """Two namings, and whether a careful reader is sure from them alone that they are one."""

    id: str
    left: Named
    right: Named
    same: bool
    group: str


@dataclass(frozen=True, slots=True)
class Share:
    """`hits` of `total`, with its Wilson 95 % interval; no share at all of nothing."""

    hits: int
    total: int

    @property
    def value(self) -> float | None:
        """Between 0 and 1; None when `total` is 0."""
        return self.hits / self.total if self.total else None

    @property
    def interval(self) -> tuple[float, float]:
        """Lower and upper end (Wilson 1927, "Probable inference", J. Am. Stat. Assoc. 22:209-212)."""
        if not self.total:
            return 0.0, 1.0
        p, n = self.hits / self.total, self.total
        middle = (p + _Z**2 / (2 * n)) / (1 + _Z**2 / n)
        half = _Z * sqrt(p * (1 - p) / n + _Z**2 / (4 * n**2)) / (1 + _Z**2 / n)
        return max(0.0, middle - half), min(1.0, middle + half)


@dataclass(frozen=True, slots=True)
class Score:
    """How many pairs there are, and the precision and recall of merging them."""

    pairs: int
    precision: Share
    recall: Share


@dataclass(frozen=True, slots=True)
class Judged:
    """A pair and whether it was merged."""

    pair: Pair
    merged: bool

    @property
    def right(self) -> bool:
        """Whether what was done is what a careful reader would do."""
        return self.merged == self.pair.same


def read_pairs(path: Path) -> list[Pair]:
    """The pairs of a JSON Lines file, in its order."""
    lines = path.read_text(encoding="utf-8").split("\n")
    return [_pair(json.loads(line)) for line in lines if line.strip()]


def _pair(row: Mapping[str, Any]) -> Pair:
    return Pair(row["id"], Named(**row["left"]), Named(**row["right"]), row["same"], row["group"])


def judge(pair: Pair) -> Judged:
    """Learn both names from nothing and see whether they came out as one entity."""
    left, right = (_said(named, number) for number, named in enumerate((pair.left, pair.right)))
    entity_of = identify(_NOTHING, (), (left, right), salt=b"benchmark", vocabulary=default_vocabulary()).entity_of
    return Judged(pair, entity_of[left.names[0].key] == entity_of[right.names[0].key])


def _said(named: Named, number: int) -> Evidence:
    """What a message contributes that is nothing but the name."""
    at = _BEGAN + number * timedelta(minutes=1)
    message = Message(
        id=f"m{number}",
        key=f"m{number}",
        session="s1",
        role="user",
        parts=(TextPart(named.name),),
        text=named.name,
        at=at,
        recorded_at=at,
        seq=number,
    )
    mention = Mention(
        surface=named.name,
        start=0,
        end=len(named.name),
        refers="name",
        name=named.name,
        kind=named.kind,
        kind_confidence=0.9,
    )
    extraction = Extraction(message.id, extractor="gold", version="1", mentions=(mention,))
    return evidence(extraction, message, default_vocabulary())


def score(judged: Sequence[Judged]) -> Score:
    """Precision over what was merged, recall over what should have been."""
    both = sum(one.merged and one.pair.same for one in judged)
    merged = sum(one.merged for one in judged)
    same = sum(one.pair.same for one in judged)
    return Score(len(judged), Share(both, merged), Share(both, same))


def by_group(judged: Sequence[Judged]) -> dict[str, Score]:
    """The score of each group, in the order the file has them."""
    groups = dict.fromkeys(one.pair.group for one in judged)
    return {group: score([one for one in judged if one.pair.group == group]) for group in groups}


def _table(judged: Sequence[Judged]) -> Iterable[str]:
    yield f"{'group':<18}{'pairs':>6}  {'precision of merges':<30}{'recall of merges'}"
    for group, scored in {"overall": score(judged), **by_group(judged)}.items():
        yield f"{group:<18}{scored.pairs:>6}  {_shown(scored.precision):<30}{_shown(scored.recall)}"


def _shown(share: Share) -> str:
    if share.value is None:
        return "none"
    low, high = share.interval
    return f"{share.value:.3f} [{low:.3f}, {high:.3f}] {share.hits}/{share.total}"


def _wrong(judged: Sequence[Judged]) -> Iterable[str]:
    """The pairs gone wrong by group, false merges first."""
    for title, merged in (("wrongly merged", True), ("wrongly kept apart", False)):
        chosen = [one.pair for one in judged if not one.right and one.merged is merged]
        yield f"{title}: {len(chosen)}"
        for pair in chosen:
            yield f"  {pair.id:<22}{_naming(pair.left)} · {_naming(pair.right)}"


def _naming(named: Named) -> str:
    return f"{named.name!r} {named.kind}"


def _report(judged: Sequence[Judged]) -> dict[str, Any]:
    return {
        "overall": _figures(score(judged)),
        "groups": {group: _figures(scored) for group, scored in by_group(judged).items()},
        "wrong": [{"id": one.pair.id, "same": one.pair.same, "merged": one.merged} for one in judged if not one.right],
    }


def _figures(scored: Score) -> dict[str, Any]:
    shares = {"precision": scored.precision, "recall": scored.recall}
    return {"pairs": scored.pairs} | {
        name: {"value": share.value, "interval": share.interval, "hits": share.hits, "total": share.total}
        for name, share in shares.items()
    }


def _falls_short(judged: Sequence[Judged], *, precision: float, recall: float) -> bool:
    """Whether a share is below its least; of no merges at all none is wrong, so only recall can tell."""
    scored = score(judged)
    shares = ((scored.precision, precision), (scored.recall, recall))
    return any(share.value is not None and share.value < least for share, least in shares)


def _options(arguments: Sequence[str] | None) -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m benchmarks.identity", description="Measure merges of names.")
    parser.add_argument("--pairs", type=Path, nargs="+", metavar="FILE", help="default: development and held-out")
    parser.add_argument("--json", type=Path, metavar="OUT", help="write the figures there too")
    parser.add_argument("--show", choices=["wrong"], help="list the pairs gone wrong")
    parser.add_argument("--min-precision", type=float, default=0.0, metavar="P", help="exit 1 below it, in any file")
    parser.add_argument("--min-recall", type=float, default=0.0, metavar="R", help="exit 1 below it, in any file")
    options = parser.parse_args(arguments)
    if missing := [str(path) for path in options.pairs or (DEVELOPMENT,) if not path.is_file()]:
        parser.error(f"no such file of pairs: {', '.join(missing)}")
    return options


def main(arguments: Sequence[str] | None = None) -> int:
    """Print the figures of each file; 1 when one falls short of what was asked for, else 0."""
    options = _options(arguments)
    files = options.pairs or [path for path in (DEVELOPMENT, HELDOUT) if path.is_file()]
    results = {str(path): [judge(pair) for pair in read_pairs(path)] for path in files}
    for path, judged in results.items():
        print(f"# {Path(path).name}", *_table(judged), *(_wrong(judged) if options.show else ()), "", sep="\n")
    if not options.pairs and HELDOUT not in files:
        print(f"# {HELDOUT.name}: not there yet, nothing held out was measured")
    if options.json:
        written = {Path(path).name: _report(judged) for path, judged in results.items()}
        options.json.write_text(json.dumps(written, ensure_ascii=False, indent=2) + "\n", encoding="utf-8")
    least = {"precision": options.min_precision, "recall": options.min_recall}
    return int(any(_falls_short(judged, **least) for judged in results.values()))


if __name__ == "__main__":
    sys.exit(main())

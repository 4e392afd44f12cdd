"""How much of what must not be kept is taken out, how much else goes with it, and what looking costs.

Each gold text has one secret, or merely looks as if it had. A secret counts as found when no piece of it of six characters is left; a
look-alike counts as wrong when anything of it is replaced. `exact` says that what stands around the secret stayed as it was. The development files
may be tuned to, the held-out files may not; they are reported apart. The secrets are made from a seed (`benchmarks/fakes.py`).

    python -m benchmarks.redaction [--seed N] [--show missed] [--json OUT] [--min-recall R] [--max-wrong W] [--cost]
"""

from __future__ import annotations

import argparse
import json
import statistics
import sys
import time
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from benchmarks.fakes import Faker
from graphmem.privacy.redacting import Redactor
from graphmem.privacy.redaction import SECRETS, Redaction
from graphmem.testing import story

_GOLD = Path(__file__).resolve().parent.parent / "tests" / "gold"
PARTS = ("development", "heldout")

#: Codes too, which are kept unless told otherwise.
EVERY_SECRET = Redaction(policies=dict.fromkeys(SECRETS, "redact"))

#: A piece of a secret so long tells something of it.
PIECE = 6


@dataclass(frozen=True, slots=True)
class Gold:
    """A text, its secret ("" for a look-alike), and the category of that."""

    text: str
    secret: str = ""
    category: str = ""


@dataclass(frozen=True, slots=True)
class Measured:
    """What came of the texts of one part."""

    secrets: int
    found: int
    exact: int
    lookalikes: int
    wrong: int
    by_category: dict[str, tuple[int, int]]
    missed: tuple[tuple[str, str], ...]

    @property
    def recall(self) -> float:
        """The share of the secrets that were found."""
        return self.found / self.secrets

    @property
    def wrongly(self) -> float:
        """The share of the look-alikes that were touched."""
        return self.wrong / self.lookalikes


def gold(kind: str, part: str, *, seed: int = 0) -> Iterator[Gold]:
    """The texts of "secrets" or "lookalikes", filled in."""
    lines = (_GOLD / f"{kind}-{part}.jsonl").read_text(encoding="utf-8").splitlines()
    for line in lines:
        one = json.loads(line)
        faker = Faker(f"{seed} {one['text']}")
        text = faker.filled(one["text"])
        yield Gold(text, faker.made[0] if "category" in one else "", one.get("category", ""))


def measure(secrets: Sequence[Gold], lookalikes: Sequence[Gold]) -> Measured:
    """Redact each and see."""
    found, exact, total = Counter[str](), 0, Counter[str]()
    missed: list[tuple[str, str]] = []
    for one in secrets:
        clean = Redactor(EVERY_SECRET).text(one.text)
        total[one.category] += 1
        if is_gone(one, clean):
            found[one.category] += 1
            exact += _around(one, clean)
        else:
            missed.append((one.text, clean))
    touched = [(one.text, clean) for one in lookalikes if (clean := Redactor(EVERY_SECRET).text(one.text)) != one.text]
    by_category = {category: (found[category], total[category]) for category in sorted(total)}
    return Measured(len(secrets), found.total(), exact, len(lookalikes), len(touched), by_category, (*missed, *touched))


def is_gone(one: Gold, clean: str) -> bool:
    """Whether no piece of the secret is left but what the text around it says anyway."""
    size = min(PIECE, len(one.secret))
    around = one.text.replace(one.secret, "\0")
    pieces = {one.secret[at : at + size] for at in range(len(one.secret) - size + 1)}
    return not any(piece in clean and piece not in around for piece in pieces)


def _around(one: Gold, clean: str) -> bool:
    before, _, after = one.text.partition(one.secret)
    return clean.startswith(before) and clean.endswith(after)


def cost(*, rounds: int = 5) -> dict[str, float]:
    """Milliseconds a message of the story takes to be redacted, and to be remembered in all; medians of interleaved rounds."""
    from graphmem import Memory

    said = [message["content"] for message in story()]
    redacting, remembering = [], []
    for _ in range(rounds):
        begun = time.perf_counter()
        for text in said:
            Redactor(EVERY_SECRET).text(text)
        redacting.append((time.perf_counter() - begun) / len(said))
        with Memory.open("sqlite:///:memory:", namespace="ada", user_name="Ada") as memory:
            memory.remember("Hello.")
            begun = time.perf_counter()
            for text in said:
                memory.remember(text)
            remembering.append((time.perf_counter() - begun) / len(said))
    one, all_ = statistics.median(redacting), statistics.median(remembering)
    return {"redact_ms": one * 1000, "remember_ms": all_ * 1000, "share": one / all_}


def _report(part: str, measured: Measured) -> None:
    print(
        f"{part}: {measured.found} of {measured.secrets} secrets found (recall {measured.recall:.3f}; around it untouched in "
        f"{measured.exact}), {measured.wrong} of {measured.lookalikes} look-alikes touched ({measured.wrongly:.3f})"
    )
    print("  " + ", ".join(f"{category} {hit}/{of}" for category, (hit, of) in measured.by_category.items()))


def main(arguments: Sequence[str] | None = None) -> int:
    """Measure and print; 1 when a bound is not held."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--show", choices=["missed"])
    parser.add_argument("--json", type=Path)
    parser.add_argument("--min-recall", type=float, default=0.0)
    parser.add_argument("--max-wrong", type=float, default=1.0)
    parser.add_argument("--cost", action="store_true", help="what it costs beside remembering")
    given = parser.parse_args(arguments)
    out: dict[str, Any] = {}
    held = True
    for part in PARTS:
        measured = measure(
            list(gold("secrets", part, seed=given.seed)), list(gold("lookalikes", part, seed=given.seed))
        )
        _report(part, measured)
        # The held-out part stays unseen, also when it is wrong.
        for text, clean in measured.missed if given.show and part == "development" else ():
            print(f"    {text!r}\n      -> {clean!r}")
        held = held and measured.recall >= given.min_recall and measured.wrongly <= given.max_wrong
        out[part] = {
            "recall": measured.recall,
            "wrong": measured.wrongly,
            "exact": measured.exact,
            "secrets": measured.secrets,
        }
    if given.cost:
        out["cost"] = cost()
        print("cost: " + ", ".join(f"{name} {value:.3f}" for name, value in out["cost"].items()))
    if given.json:
        given.json.write_text(json.dumps(out, indent=2), encoding="utf-8")
    return 0 if held else 1


if __name__ == "__main__":
    sys.exit(main())

"""Whether the right fact comes first when a question leans on the turns before it, as questions in a chat do.

The repository's own story, told on in `tests/gold/questions-story.jsonl`, is remembered with the real extractor in a SQLite
file. Then each question of `questions-development.jsonl` and `questions-heldout.jsonl` is asked in a session of its own, in
which its last turns were said, over a copy of that file, so that no question hears of another. Counted is how often a right
fact is the first of the recall, and how often among the first three; beside it the same for the question without its turns.
The development file may be tuned to, the held-out file may not; they are reported apart.

    python -m benchmarks.questions [--part development|heldout] [--json OUT] [--show wrong|all] [--least SHARE]
"""

from __future__ import annotations

import argparse
import json
import shutil
import sys
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from benchmarks.identity import Share
from graphmem import Memory
from graphmem.extraction.protocol import Extractor
from graphmem.extraction.spacy import SpacyExtractor
from graphmem.testing import FixedClock, story

_GOLD = Path(__file__).resolve().parent.parent / "tests" / "gold"
PARTS = ("development", "heldout")

#: When the questions are asked: a Wednesday, three days after the story's last message.
NOW = "2025-05-28T12:00:00+00:00"
_SESSION = "asked"


@dataclass(frozen=True, slots=True)
class Asked:
    """A question with the turns before it, and the sentences of the facts that answer it."""

    id: str
    kind: str
    turns: tuple[Mapping[str, str], ...]
    question: str
    answers: frozenset[str]


@dataclass(frozen=True, slots=True)
class Answered:
    """What came back: the sentences of the first facts, with the turns and without them."""

    asked: Asked
    with_turns: tuple[str, ...]
    alone: tuple[str, ...]

    def right(self, first: int) -> bool:
        """Whether a right fact is among the first so many."""
        return bool(self.asked.answers & set(self.with_turns[:first]))

    def right_alone(self, first: int) -> bool:
        """The same for the question without its turns."""
        return bool(self.asked.answers & set(self.alone[:first]))


def questions(part: str) -> Iterator[Asked]:
    """The questions of a part, as written."""
    for line in (_GOLD / f"questions-{part}.jsonl").read_text(encoding="utf-8").splitlines():
        row = json.loads(line)
        yield Asked(row["id"], row["kind"], tuple(row["turns"]), row["question"], frozenset(row["answers"]))


def messages() -> list[dict[str, Any]]:
    """The whole story, as arguments for `Memory.remember_many`."""
    told = (_GOLD / "questions-story.jsonl").read_text(encoding="utf-8").splitlines()
    return [*story(), *(json.loads(line) for line in told)]


def answer(asked: Iterable[Asked]) -> list[Answered]:
    """Tell the story once, then ask each question over a copy of what is remembered."""
    extractor = SpacyExtractor()
    with TemporaryDirectory() as folder:
        told, copy = Path(folder) / "told.db", Path(folder) / "copy.db"
        with _opened(told, extractor) as memory:
            memory.remember_many(messages())
        answered = []
        for one in asked:
            shutil.copyfile(told, copy)
            answered.append(_answered(one, copy, extractor))
        return answered


def _answered(asked: Asked, copy: Path, extractor: Extractor) -> Answered:
    with _opened(copy, extractor) as memory:
        alone = _sentences(memory, asked.question, session=None)
        if not asked.turns:
            return Answered(asked, alone, alone)
        memory.remember_many({**turn, "session": _SESSION} for turn in asked.turns)
        return Answered(asked, _sentences(memory, asked.question, session=_SESSION), alone)


def _sentences(memory: Memory, question: str, session: str | None) -> tuple[str, ...]:
    return tuple(fact.sentence for fact in memory.recall(question, session=session).facts)


def _opened(path: Path, extractor: Extractor) -> Memory:
    return Memory.open(
        f"sqlite:///{path.as_posix()}", namespace="ada", user_name="Ada", extractor=extractor, clock=FixedClock(NOW)
    )


def figures(answered: Sequence[Answered]) -> dict[str, Any]:
    """The shares of a set, in per cent, and by the kind of question."""
    followups = [one for one in answered if one.asked.turns]
    kinds = sorted({one.asked.kind for one in answered})
    return {
        "questions": len(answered),
        "follow-ups": len(followups),
        "first": _share(one.right(1) for one in answered),
        "first, 95 % interval": _interval([one.right(1) for one in answered]),
        "first three": _share(one.right(3) for one in answered),
        "follow-ups first": _share(one.right(1) for one in followups),
        "follow-ups without their turns first": _share(one.right_alone(1) for one in followups),
        "by kind first": {kind: _share(one.right(1) for one in answered if one.asked.kind == kind) for kind in kinds},
    }


def _share(right: Iterable[bool]) -> float:
    found = list(right)
    return round(100 * sum(found) / len(found), 1) if found else 0.0


def _interval(right: Sequence[bool]) -> list[float]:
    return [round(100 * end, 1) for end in Share(sum(right), len(right)).interval]


def main(arguments: Sequence[str] | None = None) -> int:
    """Ask, print, and fail when less than the least share comes first."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--part", choices=PARTS, action="append", help="which questions; both when left out")
    parser.add_argument("--json", type=Path, metavar="OUT", help="write the figures there")
    parser.add_argument("--show", choices=("wrong", "all"), help="print questions with what came first")
    parser.add_argument("--least", type=float, default=0.0, metavar="SHARE", help="fail below this share, in per cent")
    chosen = parser.parse_args(arguments)
    found = {part: answer(questions(part)) for part in chosen.part or PARTS}
    shares = {part: figures(answered) for part, answered in found.items()}
    for answered in found.values():
        _show([one for one in answered if chosen.show == "all" or (chosen.show and not one.right(1))])
    print(json.dumps(shares, indent=2))
    if chosen.json:
        chosen.json.write_text(json.dumps(shares, indent=2) + "\n", encoding="utf-8")
    return 0 if all(share["first"] >= chosen.least for share in shares.values()) else 1


def _show(answered: Iterable[Answered]) -> None:
    for one in answered:
        turns = " / ".join(turn["content"] for turn in one.asked.turns)
        print(f"{one.asked.id} [{one.asked.kind}] {turns} // {one.asked.question}")
        print(f"    right: {' | '.join(sorted(one.asked.answers))}")
        print(f"    came:  {' | '.join(one.with_turns[:4])}")


if __name__ == "__main__":
    sys.exit(main())

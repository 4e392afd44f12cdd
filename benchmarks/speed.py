"""How long recall and remember take as a memory grows, and how many rows recall reads.

`python -m benchmarks.speed [--sizes 1000,10000,100000] [--url URL] [--keep FOLDER] [--json OUT] [--gate]`: memories of these sizes are filled
with made-up talk and asked the same questions in turn, so that what else the machine does meets all of them alike. Times
are of the process's CPU, which other work moves less than the clock, and of the clock; the embedder's share is taken off
and shown apart. Other work makes CPU time longer too, by taking caches away, so a fixed piece of work is timed beside every recall: `work` is
its median, and the ratio of a recall to it is what two runs can be compared by. A machine on which other programs ran meanwhile is told to be
busy: its times are those of no quiet one. `recall then` is a recall right after a remember, as an agent asks each turn. Extraction is by one regular expression, since another program measures the real one. With `--url`
the memories are namespaces of that store, Neo4j or SQLite; with `--keep` the file stays, and is used again.
"""

from __future__ import annotations

import argparse
import json
import sys
import tempfile
import time
from collections.abc import Callable, Mapping, Sequence
from contextlib import ExitStack
from dataclasses import asdict, dataclass, field
from pathlib import Path
from statistics import median, quantiles
from typing import TYPE_CHECKING

from benchmarks.counting import Rows, counted
from benchmarks.said_at_random import Talk
from graphmem import Memory
from graphmem.embedding.wrapping import Wrapping
from graphmem.memory.engine import chosen_embedder
from graphmem.testing import PlainExtractor

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

SIZES = (1000, 10_000, 100_000)

#: What must hold: recall at the largest size against the smallest, and at 1,000 messages in milliseconds of CPU.
MOST_RATIO = 5.0
MOST_AT_1000 = 6.0

_BLOCK = 200

#: By how much the clock runs ahead of the CPU where nobody else wants it.
_QUIET = 1.1


@dataclass(frozen=True, slots=True)
class Took:
    """Milliseconds of CPU and of the clock, without the embedder's, of its CPU alone, and of the CPU of the fixed work."""

    cpu: float
    wall: float
    embedding: float
    work: float


@dataclass(slots=True)
class Measured:
    """What was measured of one size."""

    size: int
    facts: int
    recalls: list[Took] = field(default_factory=list)
    remembers: list[Took] = field(default_factory=list)
    recalls_after: list[Took] = field(default_factory=list)
    rows: Rows = field(default_factory=Rows)


class TimedEmbedder(Wrapping):
    """The default embedder, timed."""

    def __init__(self, name: str) -> None:
        embedder = chosen_embedder(name)
        assert embedder is not None
        super().__init__(embedder)
        self.cpu = self.wall = 0.0

    def embed(self, texts: Sequence[str]) -> NDArray[np.float32]:
        """A vector a text."""
        cpu, wall = time.process_time(), time.perf_counter()
        vectors = self._embedder.embed(texts)
        self.cpu += time.process_time() - cpu
        self.wall += time.perf_counter() - wall
        return vectors


def took(embedder: TimedEmbedder, call: Callable[[], object]) -> Took:
    """How long a call takes."""
    embedder.cpu = embedder.wall = 0.0
    cpu, wall = time.process_time(), time.perf_counter()
    call()
    cpu, wall = time.process_time() - cpu, time.perf_counter() - wall
    began = time.process_time()
    fixed_work()
    work = time.process_time() - began
    return Took((cpu - embedder.cpu) * 1000, (wall - embedder.wall) * 1000, embedder.cpu * 1000, work * 1000)


def fixed_work() -> list[tuple[str, int]]:
    """The same work every time, of the kind that a recall does: words counted and sorted."""
    counts: dict[str, int] = {}
    for number in range(4000):
        word = str(number * 7919 % 1009)
        counts[word] = counts.get(word, 0) + 1
    return sorted(counts.items(), key=lambda item: (-item[1], item[0]))


def filled(memory: Memory, size: int) -> None:
    """Bring a memory to so many messages, if it has fewer."""
    held = memory.status().messages
    wanted = list(Talk().messages(size))[min(held, size) :]
    for start in range(0, len(wanted), _BLOCK):
        memory.remember_many(wanted[start : start + _BLOCK])
        if start % 10_000 == 0:
            print(f"  {size}: {held + start} messages", file=sys.stderr, flush=True)


def measure(url: str, sizes: Sequence[int], *, questions: int, embedder: TimedEmbedder) -> list[Measured]:
    """Fill the memories, and ask and tell each in turn."""
    with ExitStack() as opened:
        memories: dict[int, Memory] = {}
        for size in sizes:
            memory = Memory.open(url, namespace=f"speed-{size}", extractor=PlainExtractor(), embedder=embedder)
            memories[size] = opened.enter_context(memory)
            filled(memory, size)
        measured = [Measured(size, memory.status().facts) for size, memory in memories.items()]
        asker, teller = Talk(2), Talk(3)
        for question in (asker.question() for _ in range(3)):
            for memory in memories.values():
                memory.recall(question)
        for question in (asker.question() for _ in range(questions)):
            for one in measured:
                one.recalls.append(took(embedder, lambda m=memories[one.size]: m.recall(question)))  # type: ignore[misc]  # noqa: B023
        for question in (asker.question() for _ in range(questions)):
            for one in measured:
                one.rows = one.rows.most(counted(memories[one.size], question))
        for told in teller.messages(questions):
            fresh = {"session": "told at the end", "at": None, "key": None}
            question = asker.question()
            for one in measured:
                one.remembers.append(took(embedder, lambda m=memories[one.size]: m.remember_many([told | fresh])))  # type: ignore[misc]  # noqa: B023
                one.recalls_after.append(took(embedder, lambda m=memories[one.size]: m.recall(question)))  # type: ignore[misc]  # noqa: B023
        return measured


def table(measured: Sequence[Measured]) -> str:
    """The figures, a line a size."""
    lines = [
        "messages   facts | recall CPU p50  p95 | clock p50   p95 | embed  work ratio | remember CPU p50  p95 | recall then | rows: posting near facts read",
    ]
    for one in measured:
        recall, clock = spread([each.cpu for each in one.recalls]), spread([each.wall for each in one.recalls])
        remember, after = spread([each.cpu for each in one.remembers]), spread([each.cpu for each in one.recalls_after])
        embedding, work = median(each.embedding for each in one.recalls), median(each.work for each in one.recalls)
        rows = one.rows
        lines.append(
            f"{one.size:8} {one.facts:7} | {recall[0]:14.2f} {recall[1]:4.1f} | {clock[0]:9.2f} {clock[1]:5.1f} "
            f"| {embedding:5.2f} {work:5.2f} {recall[0] / work:5.1f} | {remember[0]:16.2f} {remember[1]:4.1f} | {after[0]:11.2f} "
            f"| {rows.postings:13} {rows.near:4} {rows.reached:5} {rows.messages:4}"
        )
    return "\n".join(lines)


def spread(times: Sequence[float]) -> tuple[float, float]:
    """The median and the 95th percentile."""
    return median(times), quantiles(times, n=20)[-1]


def misses(measured: Sequence[Measured]) -> list[str]:
    """What must hold and does not."""
    p50 = {one.size: spread([each.cpu for each in one.recalls])[0] for one in measured}
    least, most = min(p50), max(p50)
    found = []
    if p50[most] > MOST_RATIO * p50[least]:
        found.append(f"recall at {most} takes {p50[most] / p50[least]:.1f} times that at {least}, above {MOST_RATIO}")
    if p50.get(1000, 0.0) > MOST_AT_1000:
        found.append(f"recall at 1000 takes {p50[1000]:.2f} ms of CPU, above {MOST_AT_1000}")
    return found


def busy(measured: Sequence[Measured]) -> str:
    """What to say where other programs had the CPU meanwhile; empty where none had."""
    recalls = [each for one in measured for each in one.recalls]
    ahead = sum(each.wall for each in recalls) / sum(each.cpu for each in recalls)
    return f"the machine was busy: recalls took {ahead:.1f} times their CPU time by the clock" if ahead > _QUIET else ""


def summary(measured: Sequence[Measured]) -> dict[str, Mapping[str, object]]:
    """The figures as JSON."""
    return {
        str(one.size): {
            "facts": one.facts,
            "recall_cpu": spread([each.cpu for each in one.recalls]),
            "recall_wall": spread([each.wall for each in one.recalls]),
            "embedding_cpu": median(each.embedding for each in one.recalls),
            "fixed_work_cpu": median(each.work for each in one.recalls),
            "remember_cpu": spread([each.cpu for each in one.remembers]),
            "recall_after_remember_cpu": spread([each.cpu for each in one.recalls_after]),
            "rows": asdict(one.rows),
        }
        for one in measured
    }


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the benchmark."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--sizes", default=",".join(map(str, SIZES)))
    parser.add_argument("--questions", type=int, default=60)
    parser.add_argument("--embedder", default="wordllama")
    parser.add_argument("--url")
    parser.add_argument("--keep", type=Path)
    parser.add_argument("--json", type=Path)
    parser.add_argument("--gate", action="store_true", help="exit with 1 when what must hold does not")
    given = parser.parse_args(arguments)
    sizes = sorted({int(size) for size in given.sizes.split(",")})
    with tempfile.TemporaryDirectory() as folder:
        url = given.url or f"sqlite:///{(given.keep or Path(folder)) / 'speed.db'}"
        measured = measure(url, sizes, questions=given.questions, embedder=TimedEmbedder(given.embedder))
    print(table(measured))
    if others := busy(measured):
        print(others)
    missed = misses(measured)
    print("\n".join(missed) or "what must hold, holds")
    if given.json:
        given.json.write_text(json.dumps(summary(measured), indent=2) + "\n", encoding="utf-8")
    return 1 if missed and given.gate else 0


if __name__ == "__main__":
    sys.exit(main())

"""What a message and a question cost on a Neo4j server, in multiples of its own empty round trip.

    python -m benchmarks.neo4j_trips neo4j://user:password@host:7687 --messages 1000 --messages 100000

`RETURN 1`, remember and recall are measured in turn, so that a busy machine slows all of them. Extraction and embedding are left out
by giving what they would find: each message names five people and places and states five facts, and its vector was drawn before. Messages
that only fill the memory are written in blocks. Statements are counted as they are sent; BEGIN and COMMIT are none.

Beside them stands what they could cost at least: as many statements that do nothing, those of a remember each with a commit to wait for. A
message about the same as the last one is remembered in two statements; the first about others reads who they are.
Start the server as it is run in earnest: tests start theirs without the compiler that optimises.
"""

from __future__ import annotations

import argparse
import statistics
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from functools import lru_cache
from itertools import count, cycle
from typing import TYPE_CHECKING
from zlib import crc32

import numpy as np

from graphmem import Memory
from graphmem.extraction.protocol import Turn
from graphmem.store.neo4j.store import Neo4jStore
from graphmem.types import Claim, Extraction, Mention

if TYPE_CHECKING:
    from numpy.typing import NDArray

START = datetime(2025, 3, 1, tzinfo=UTC)
DIMENSION = 256

#: How many different words messages are made of, beside names.
WORDS = 2000

#: So many messages are about the same five, then come five others: what is known of one person stays a handful of facts.
TOGETHER = 10


class Given:
    """An extractor that finds in a made-up message what was put there: five names, five facts."""

    name = "given"
    version = "1"
    context_turns = 3

    def extract(self, turns: Sequence[Turn]) -> list[Extraction]:
        """One extraction a message."""
        return [_extraction(turn) for turn in turns]


class Spread:
    """An embedder without a model: the vector of a text is drawn from its own seed, once."""

    model = "spread"
    dimension = DIMENSION

    def embed(self, texts: Sequence[str]) -> NDArray[np.float32]:
        """One unit vector a text."""
        return np.array([_drawn(text) for text in texts])


@lru_cache(maxsize=10_000)
def _drawn(text: str) -> NDArray[np.float32]:
    drawn = np.random.default_rng(crc32(text.encode())).normal(size=DIMENSION)
    unit: NDArray[np.float32] = (drawn / np.linalg.norm(drawn)).astype(np.float32)
    return unit


@dataclass(frozen=True, slots=True)
class Timed:
    """Milliseconds of each run of one thing, and how many statements it sent."""

    name: str
    milliseconds: list[float]
    statements: list[int]

    @property
    def median(self) -> float:
        """The typical run."""
        return statistics.median(self.milliseconds)


def names(number: int) -> tuple[list[str], list[str]]:
    """The three people and two places that a message is about."""
    group, word = number // TOGETHER, ""
    for _ in range(4):
        group, letter = divmod(group, 15)
        word += "bdfgklmnprstvzj"[letter] + "aeiou"[letter % 5]
    return [f"{first} {word.title()}" for first in ("Ana", "Tom", "Rita")], [
        f"{word.title()}burg",
        f"{word.title()}ton",
    ]


def said(number: int) -> str:
    """A message of five names for five facts, between words that are as common as words are."""
    people, places = names(number)
    ranks = np.random.default_rng(number).zipf(1.3, size=15) % WORDS
    words = [
        "".join("bdfgklmnprstvz"[(rank // 14**place) % 14] + "aeiou"[(rank >> place) % 5] for place in range(3))
        for rank in ranks
    ]
    parts = [f"{name} {' '.join(words[place * 3 : place * 3 + 3])}" for place, name in enumerate([*people, *places])]
    return f"Note {number}: {', '.join(parts)}."


def _extraction(turn: Turn) -> Extraction:
    text = turn.message.text
    people, places = names(int(text.split(":")[0].removeprefix("Note ")))
    found = [*people, *places]
    mentions = tuple(
        Mention(
            name,
            text.index(name),
            text.index(name) + len(name),
            "name",
            name,
            "Person" if name in people else "Place",
            0.9,
        )
        for name in found
    )
    stated = ((0, "live in", 3), (1, "live in", 3), (2, "live in", 4), (0, "like", 1), (1, "like", 2))
    claims = tuple(Claim(who, verb, verb, (0, len(text)), object=what) for who, verb, what in stated)
    return Extraction(turn.message.id, Given.name, Given.version, mentions, claims)


def fill(memory: Memory, numbers: range) -> None:
    """Write messages in blocks, a session for every fifty."""
    told = (
        {"content": said(n), "session": f"s{n // 50}", "at": START + timedelta(minutes=n), "key": f"fill{n}"}
        for n in numbers
    )
    memory.remember_many(told)


def measure(memory: Memory, *, held: int, runs: int, warm: int) -> Iterator[Timed]:
    """The empty round trip, remember and recall, each after its statements without their work, in turn."""
    store, namespace = memory._engine.store, memory.namespace
    assert isinstance(store, Neo4jStore)
    sent: list[str] = []
    store.server.sent = sent.append
    fresh, asked = map(said, count(held)), cycle(range(0, held, 7))
    texts: dict[str, str] = {}

    def prepare() -> None:
        texts["remember"] = next(fresh)
        texts["recall"] = f"Where does {names(next(asked))[0][0]} live?"
        Spread().embed([*texts.values()])

    def idle(reads: int, writes: int = 0) -> None:
        for _ in range(reads):
            store.server.read("read/nothing")
        for _ in range(writes):
            # A turn that is over as it is taken.
            store.take_turn(namespace, "nobody", seconds=0.0)

    things: dict[str, Callable[[], object]] = {
        "RETURN 1": lambda: idle(1),
        "2 writes": lambda: idle(0, 2),
        "remember": lambda: memory.remember(texts["remember"], session=f"live{held}"),
        "2 reads": lambda: idle(2),
        "recall": lambda: memory.recall(texts["recall"]),
    }
    times: dict[str, list[float]] = {name: [] for name in things}
    counts: dict[str, list[int]] = {name: [] for name in things}
    for run in range(warm + runs):
        prepare()
        for name, thing in things.items():
            sent.clear()
            began = time.perf_counter()
            thing()
            if run >= warm:
                times[name].append((time.perf_counter() - began) * 1000)
                counts[name].append(len(sent))
    store.server.sent = None
    for name in things:
        yield Timed(name, times[name], counts[name])


def main() -> None:
    """Print one row for each size and thing."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("url")
    parser.add_argument("--messages", type=int, action="append", help="sizes to measure at, ascending (default 1000)")
    parser.add_argument("--runs", type=int, default=200)
    parser.add_argument("--warm", type=int, default=100)
    given = parser.parse_args()
    namespace = f"trips-{time.time_ns()}"
    with Memory.open(given.url, namespace=namespace, user_name="Ada", extractor=Given(), embedder=Spread()) as memory:
        held = 0
        for size in given.messages or [1000]:
            fill(memory, range(held, size))
            held = size
            timed = list(measure(memory, held=held, runs=given.runs, warm=given.warm))
            floor = timed[0].median
            for one in timed:
                print(
                    f"{size:>7} messages  {one.name:<17} p50 {one.median:7.2f} ms  {one.median / floor:5.1f} x  "
                    f"{statistics.median(one.statements):g} statements, at most {max(one.statements)}"
                )


if __name__ == "__main__":
    main()

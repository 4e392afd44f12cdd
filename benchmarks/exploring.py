"""What exploring costs: copying a namespace into a mirror, asking it, and walking around someone.

`python -m benchmarks.exploring [--sizes 1000,10000] [--url URL]`: memories of these sizes are filled with made-up talk (as `speed` does), the mirror
is made, and then explorations, a statement of one's own and neighbourhoods are asked in turn. Times are of the clock, medians of nine.
"""

from __future__ import annotations

import argparse
import resource
import sys
import tempfile
import time
from collections.abc import Callable, Sequence
from statistics import median

from benchmarks.speed import filled
from graphmem import Memory
from graphmem.testing import PlainExtractor

_TIMES = 9
_PEAK_PER_MB = 1024  # kilobytes, on Linux


def took(call: Callable[[], object]) -> float:
    """Milliseconds of a call."""
    start = time.perf_counter()
    call()
    return (time.perf_counter() - start) * 1000


def measure(memory: Memory) -> dict[str, float]:
    """Milliseconds by what was asked."""
    busiest = str(memory.cypher("hubs", limit=1).to_dicts()[0]["name"])
    asked: dict[str, Callable[[], object]] = {
        "RETURN 1": lambda: memory.cypher("RETURN 1"),
        "who_is": lambda: memory.cypher("who_is", name=busiest),
        "two steps": lambda: memory.cypher(
            "MATCH (e:Entity {name: $name})--(f:Fact)--(o:Entity)--(g:Fact) RETURN count(DISTINCT g)", name=busiest
        ),
        "neighbourhood": lambda: memory.neighbourhood(busiest, hops=2),
    }
    runs: dict[str, list[float]] = {name: [] for name in asked}
    for _ in range(_TIMES):
        for name, call in asked.items():
            runs[name].append(took(call))
    return {name: median(times) for name, times in runs.items()}


def main(arguments: Sequence[str] | None = None) -> None:
    """Print a line a size."""
    parser = argparse.ArgumentParser(prog="benchmarks.exploring")
    parser.add_argument("--sizes", default="1000,10000")
    parser.add_argument("--url", default="")
    given = parser.parse_args(arguments)
    with tempfile.TemporaryDirectory() as folder:
        url = given.url or f"sqlite:///{folder}/exploring.db"
        for size in map(int, given.sizes.split(",")):
            with Memory.open(url, namespace=f"exploring-{size}", extractor=PlainExtractor()) as memory:
                filled(memory, size)
                status = memory.status()
                copied = took(lambda m=memory: m.cypher("RETURN 1"))  # type: ignore[misc]
                figures = "  ".join(f"{name} {ms:.1f} ms" for name, ms in measure(memory).items())
                held = status.messages + status.entities + status.facts
                peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / _PEAK_PER_MB
                print(f"{size} messages, {held} in all: mirror made in {copied:.0f} ms; {figures}; peak {peak:.0f} MB")
                sys.stdout.flush()


if __name__ == "__main__":
    main()

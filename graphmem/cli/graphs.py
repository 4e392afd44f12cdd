"""What `import` does with a graph on a server: its messages into memory, with progress."""

from __future__ import annotations

from graphmem.cli.blocks import Tally, bring
from graphmem.cli.progress import progress
from graphmem.formats.graphs.opening import OpenedGraph
from graphmem.memory.memory import Memory


def bring_graph(memory: Memory, graph: OpenedGraph, tally: Tally) -> None:
    """Remember what was found, and count it."""
    database = graph.database
    with progress(total=None) as shown:
        bring(
            memory,
            graph.found,
            pipe=False,
            tally=tally,
            report=lambda problem: shown.say(f"graphmem: {problem.where}: {problem.reason}"),
            moved=lambda: shown.moved(done=database.done, messages=tally.new + tally.known, total=database.total),
        )
        memory.flush()

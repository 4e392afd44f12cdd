"""A process that reads a memory, and holds on to what it reads until it is told to stop:

    python -m tests.memory.reader PATH

It prints "reading" once it has begun a read of the file, and ends when a line comes on its standard input.
"""

from __future__ import annotations

import sqlite3
import sys

from graphmem import Memory
from graphmem.testing import PlainExtractor


def main(path: str) -> None:
    """Read the memory as a program does, then stay in the middle of a read."""
    with Memory.open(f"sqlite:///{path}", namespace="ada", extractor=PlainExtractor()) as memory:
        memory.recall("Ana")
        memory.context("Ana")
        held = sqlite3.connect(path, isolation_level=None)
        held.execute("BEGIN")
        held.execute("SELECT count(*) FROM messages").fetchone()
        sys.stdout.write("reading\n")
        sys.stdout.flush()
        sys.stdin.readline()
        held.close()


if __name__ == "__main__":
    main(sys.argv[1])

"""A process that imports a file and says when it begins and ends: `python -m tests.memory.importer URL FILE`."""

from __future__ import annotations

import sys

from tests.memory.writer import open_memory


def main(url: str, file: str) -> None:
    """Import it."""
    with open_memory(url) as memory:
        sys.stdout.write("begun\n")
        sys.stdout.flush()
        memory.import_(file)
    sys.stdout.write("done\n")


if __name__ == "__main__":
    main(*sys.argv[1:])

"""A process that copies a memory and says when it begins and ends: `python -m tests.memory.copier FROM TO`."""

from __future__ import annotations

import sys

from tests.memory.writer import open_memory


def main(here: str, there: str) -> None:
    """Copy it, without naming the user there."""
    with open_memory(here) as memory, open_memory(there, user_name=None) as copy:
        sys.stdout.write("begun\n")
        sys.stdout.flush()
        memory.copy(copy)
    sys.stdout.write("done\n")


if __name__ == "__main__":
    main(*sys.argv[1:])

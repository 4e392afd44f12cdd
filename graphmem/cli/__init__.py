"""The command line: the library's verbs, for people at a terminal and for programs at a pipe.

A command reads its arguments, asks a `Memory`, and prints. What is printed is text of other people, so it never goes out
raw (`screen`), and every reading command prints the same nouns as documented JSON with `--json` (`shapes`). Heavy packages
are imported inside commands, so that `--help` answers at once.
"""

from __future__ import annotations

import logging
import sys
from collections.abc import Sequence


def main(arguments: Sequence[str] | None = None) -> None:
    """Run the command line, on the process's own arguments where none are given; always ends in SystemExit."""
    from graphmem.cli.app import app

    # What the library logs (messages that wait), commands say in their own words.
    logging.getLogger("graphmem").addHandler(logging.NullHandler())
    for stream in (sys.stdout, sys.stderr):
        # A terminal that cannot show a letter gets an escape for it, not a traceback.
        if callable(reconfigure := getattr(stream, "reconfigure", None)):
            reconfigure(errors="backslashreplace")
    app(arguments, prog_name="graphmem")

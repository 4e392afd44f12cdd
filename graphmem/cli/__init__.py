"""The command line: the library's verbs, for people at a terminal and for programs at a pipe.

A command reads its arguments, asks a `Memory`, and prints. What is printed is text of other people, so it never goes out
raw (`screen`), and every reading command prints the same nouns as documented JSON with `--json` (`shapes`). Heavy packages
are imported inside commands, so that `--help` answers at once.
"""

from __future__ import annotations

import logging
import os
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager


def main(arguments: Sequence[str] | None = None) -> None:
    """Run the command line, on the process's own arguments where none are given; always ends in SystemExit."""
    from graphmem.cli.app import app

    # What the library logs (messages that wait), commands say in their own words.
    logging.getLogger("graphmem").addHandler(logging.NullHandler())
    for stream in (sys.stdout, sys.stderr):
        # A terminal that cannot show a letter gets an escape for it, not a traceback.
        if callable(reconfigure := getattr(stream, "reconfigure", None)):
            reconfigure(errors="backslashreplace")
    with _writing_out():
        app([_read_anew(one) for one in (sys.argv[1:] if arguments is None else arguments)], prog_name="graphmem")


def _read_anew(argument: str) -> str:
    """An argument as UTF-8, which is what people type also where the locale says that it is ASCII."""
    try:
        argument.encode()
    except UnicodeEncodeError:
        try:
            return os.fsencode(argument).decode()
        except UnicodeError:
            return argument  # refused where it is used, by name
    return argument


@contextmanager
def _writing_out() -> Iterator[None]:
    """Say in one line that the output cannot be written; a reader that left early is no error to speak of."""
    from graphmem.cli.screen import complain

    if sys.stdout is None:
        complain("standard output is closed; give it somewhere to go, such as /dev/null")
        raise SystemExit(1)
    try:
        try:
            yield
        finally:
            sys.stdout.flush()
    except OSError as error:
        if not isinstance(error, BrokenPipeError):
            complain(f"the output cannot be written: {error.strerror or error}")
        # What is still in the buffer would fail once more when the interpreter closes it.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        raise SystemExit(1) from error

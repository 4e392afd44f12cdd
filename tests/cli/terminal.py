"""A program on a pseudo-terminal, typed at and read from as a person would."""

from __future__ import annotations

import os
import pty
import re
import select
import signal
import subprocess
import termios
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager

#: Seconds until a program that says nothing is taken for stuck.
PATIENCE = 60

#: Seconds after which somebody whose key did nothing presses it again.
AGAIN = 3


class Terminal:
    """One running program. `shown` is all it printed so far, without what colours it and moves the cursor."""

    def __init__(self, process: subprocess.Popen[bytes], mine: int) -> None:
        self.process = process
        self._mine = mine
        self._received = b""
        self._read = 0

    @property
    def raw(self) -> str:
        """Everything received, as it came."""
        return self._received.decode("utf-8", "replace")

    @property
    def shown(self) -> str:
        """Everything received, as text."""
        return re.sub(r"\x1b\[[0-9;?]*[ -/]*[@-~]|\x1b[=>]|\r", "", self.raw)

    def expect(self, text: str, *, within: float = PATIENCE) -> str:
        """Wait until the text is printed after what was expected before, at most so many seconds; what came up to it.

        Raises:
            AssertionError: when the program ends or falls silent first; it holds all that was printed.
        """
        patience = time.monotonic() + within
        while (found := self.shown.find(text, self._read)) < 0:
            gone = self.process.poll() is not None
            more = self._more(time.monotonic() + 0.05)
            assert more or not (gone or time.monotonic() > patience), f"{text!r} did not come; this did:\n{self.shown}"
        before = self.shown[self._read : found + len(text)]
        self._read = found + len(text)
        return before

    def type(self, line: str) -> None:
        """Type a line."""
        self.press(line.encode() + b"\n")

    def press(self, keys: bytes) -> None:
        """Press keys: b"\\x03" is Ctrl-C, b"\\x04" Ctrl-D."""
        os.write(self._mine, keys)

    def press_until(self, keys: bytes, text: str | None) -> None:
        """Press keys, again while nothing comes of them, until the text is printed, or with None until the program ends.

        A program that is just about to wait for keys may miss one: a Ctrl-C between Python's look for signals and its wait
        is acted on when the next one comes, and a key is dropped while line editing takes the terminal over.

        Raises:
            AssertionError: when it never comes.
        """
        patience = time.monotonic() + PATIENCE
        while True:
            self.press(keys)
            if text is None and self._gone(AGAIN):
                return
            if text is not None:
                try:
                    self.expect(text, within=AGAIN)
                except AssertionError:
                    if self.process.poll() is not None:
                        raise
                else:
                    return
            assert time.monotonic() < patience, f"nothing came of {keys!r}; this is shown:\n{self.shown}"

    def ended(self) -> int:
        """Wait for the end; the exit code."""
        self._gone(PATIENCE)
        while self._more(time.monotonic() + 0.05):
            pass
        return self.process.wait(timeout=1)

    def _gone(self, within: float) -> bool:
        patience = time.monotonic() + within
        while self.process.poll() is None and time.monotonic() < patience:
            self._more(time.monotonic() + 0.05)
        return self.process.poll() is not None

    def _more(self, patience: float) -> bool:
        ready, _, _ = select.select([self._mine], [], [], max(0.0, patience - time.monotonic()))
        try:
            chunk = os.read(self._mine, 65_536) if ready else b""
        except OSError:  # how a terminal says that nobody writes to it any more
            chunk = b""
        self._received += chunk
        return bool(chunk)


@contextmanager
def _interruptible() -> Iterator[None]:
    """What was begun in the background ignores Ctrl-C, and so would all that it begins; what a terminal begins does not."""
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)


@contextmanager
def terminal(
    environment: Mapping[str, str], *arguments: str, columns: int = 80, program: str | None = None
) -> Iterator[Terminal]:
    """A program, by default the `graphmem` of the environment, on a terminal of that width; it is gone afterwards whatever happens."""
    mine, its = pty.openpty()
    termios.tcsetwinsize(its, (40, columns))
    started = program or environment["PATH"].split(os.pathsep)[0] + "/graphmem"
    settings = {**environment, "COLUMNS": str(columns), "LINES": "40", "TERM": "xterm-256color", "TTY": os.ttyname(its)}
    # The leader of a session gets the first terminal that it opens for its own: the one that Ctrl-C comes from.
    command = ["sh", "-c", 'exec "$0" "$@" <"$TTY" >"$TTY" 2>&1', started, *arguments]
    with _interruptible():
        process = subprocess.Popen(command, env=settings, start_new_session=True)
    with process:
        try:
            yield Terminal(process, mine)
        finally:
            process.kill()
            os.close(mine)
            os.close(its)

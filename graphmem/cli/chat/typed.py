"""The lines of a chat: typed at a terminal, with a history and completion, or read from a pipe.

Ctrl-C drops the line that is being typed, Ctrl-D ends. The history is a file of the namespace's own that only its owner
may read, and goes when anything of that namespace is forgotten.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator, Sequence
from contextlib import suppress
from hashlib import sha256
from pathlib import Path
from typing import Protocol

from graphmem.errors import InvalidInput
from graphmem.privacy.redacting import masked

#: Lines that the history keeps.
KEPT = 1000


class Lines(Protocol):
    """Where a chat's lines come from."""

    def read(self, prompt: str, /) -> str:
        """The next line without its end.

        Raises:
            EOFError: when there are no more.
            KeyboardInterrupt: when the line was dropped.
        """

    def forget(self) -> None:
        """Drop what was typed before."""


class Piped:
    """Lines of a pipe or file; no prompt is printed."""

    def __init__(self) -> None:
        self._lines: Iterator[bytes] = iter(sys.stdin.buffer)

    def read(self, _prompt: str, /) -> str:
        """The next line.

        Raises:
            EOFError: at the end.
            InvalidInput: when a line is not UTF-8.
        """
        for line in self._lines:
            try:
                return line.decode("utf-8").rstrip("\r\n")
            except UnicodeDecodeError as error:
                raise InvalidInput(f"stdin is not UTF-8 at byte {error.start + 1} of a line") from error
        raise EOFError

    def forget(self) -> None:
        """Nothing is kept."""


class Typed:
    """Lines typed at a terminal; the arrow keys bring back earlier ones, the tab key completes `words`."""

    def __init__(self, history: Path, words: Sequence[str]) -> None:
        self._history = history
        self._words = words
        with suppress(ImportError, OSError):
            self._prepare()

    def read(self, prompt: str, /) -> str:
        """The next line.

        Raises:
            EOFError: on Ctrl-D.
            KeyboardInterrupt: on Ctrl-C.
        """
        line = input(prompt)
        with suppress(ImportError, OSError):
            _mask_last(line)
            self._save()
        return line

    def forget(self) -> None:
        """Drop the history, here and in the file."""
        with suppress(ImportError):
            import readline

            readline.clear_history()
        forget(self._history)

    def _prepare(self) -> None:
        import readline

        readline.set_completer(self._completed)
        readline.set_completer_delims("")
        readline.parse_and_bind("tab: complete")
        readline.set_history_length(KEPT)
        if self._history.exists():
            readline.read_history_file(self._history)

    def _completed(self, text: str, state: int) -> str | None:
        found = [word for word in self._words if text.startswith("/") and word.startswith(text)]
        return found[state] if state < len(found) else None

    def _save(self) -> None:
        import readline

        self._history.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
        # Made before anything is written, so that nobody else can ever read it.
        os.close(os.open(self._history, os.O_CREAT | os.O_WRONLY, 0o600))
        readline.write_history_file(self._history)
        self._history.chmod(0o600)


def _mask_last(line: str) -> None:
    """The history keeps no secret that was typed, whatever the memory may keep."""
    import readline

    last = readline.get_current_history_length()
    if last and (clean := masked(line)) != line and readline.get_history_item(last) == line:
        readline.replace_history_item(last - 1, clean)


def history_of(folder: Path, url: str, namespace: str) -> Path:
    """The history file of one namespace of one store; its name tells neither."""
    return folder / f"{sha256(f'{url} {namespace}'.encode()).hexdigest()[:16]}"


def forget(history: Path) -> None:
    """Remove a history, if there is one."""
    history.unlink(missing_ok=True)

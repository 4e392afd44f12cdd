"""JSON read value by value, never more of it in memory than the value at hand.

Exports are one JSON document of hundreds of megabytes. This walks into its arrays and objects and decodes one element at a time.
An element that is broken is named by its place and passed over, and a document that is cut off gives all elements before the cut.
"""

from __future__ import annotations

import codecs
import json
import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, BinaryIO

#: A longer value is not decoded; a conversation of years has some hundred thousand characters.
LONGEST_VALUE = 32 * 1024 * 1024

_CHUNK = 256 * 1024
_SPACE = re.compile(r"[ \t\r\n]*")
_MARK = re.compile(r'["\[\]{},]')
_REST_OF_TEXT = re.compile(r'[^"\\]*(?:\\.[^"\\]*)*', re.DOTALL)
#: What can follow a value.
_AFTER = frozenset(",]} \t\r\n")

#: An error this near the end of what was read may come from what was not read yet.
_EDGE = 32


@dataclass
class BrokenJson(Exception):
    """What is no JSON, and where; `ends` when the document stops in the middle of it."""

    reason: str
    where: str
    ends: bool = False

    def __str__(self) -> str:
        return f"{self.reason} at {self.where}"


class JsonText:
    """A cursor over a JSON document."""

    def __init__(self, stream: BinaryIO) -> None:
        self._stream = stream
        self._decode = codecs.getincrementaldecoder("utf-8")("surrogateescape")
        self._buffer, self._at, self._ended = "", 0, False
        self._lines, self._column = 0, 0
        self._decoder = json.JSONDecoder(strict=False)
        self.size = 0  # of the last value, in characters

    def peek(self) -> str:
        """The next character that is no space, "" at the end."""
        while True:
            found = _SPACE.match(self._buffer, self._at)
            assert found is not None
            self._at = found.end()
            if self._at < len(self._buffer):
                return self._buffer[self._at]
            if not self._more():
                return ""

    def pass_over(self, mark: str) -> bool:
        """Go behind this mark, if it is the next character."""
        found = self.peek() == mark
        self._at += found
        return found

    def elements(self) -> Iterator[None]:
        """Stand at each element of the array here; whoever is given one reads it with `value` or walks into it.

        Raises:
            BrokenJson: when the array ends badly.
        """
        for _ in self._entries("[", "]"):
            yield None

    def members(self) -> Iterator[str]:
        """The names of the object here, standing at the value of each.

        Raises:
            BrokenJson: when the object ends badly.
        """
        for _ in self._entries("{", "}"):
            name = self.value()
            self._expect(":")
            self.peek()
            yield str(name)

    def _entries(self, opening: str, closing: str) -> Iterator[None]:
        self._expect(opening)
        if self.peek() == closing:
            self._at += 1
            return
        while True:
            self.peek()
            yield None
            if (mark := self.peek()) == closing:
                self._at += 1
                return
            if mark != ",":
                raise self._broken(f"expecting ',' or '{closing}'", ends=not mark)
            self._at += 1

    def _expect(self, mark: str) -> None:
        found = self.peek()
        if found != mark:
            raise self._broken(f"expecting {mark!r}", ends=not found)
        self._at += 1

    def value(self) -> Any:
        """The whole value here.

        Raises:
            BrokenJson: when it is none; the cursor is behind it then, as far as its end can be told.
        """
        self.peek()
        try:
            value, end = self._whole()
        except BrokenJson as error:
            at = self._at
            error.ends = not self.skip()
            self._at += self._at == at  # a mark where a value should be is passed over, so that reading goes on
            raise
        self.size, self._at = end - self._at, end
        self._forget()
        return value

    def _whole(self) -> tuple[Any, int]:
        while True:
            try:
                value, end = self._decoder.raw_decode(self._buffer, self._at)
            except json.JSONDecodeError as error:
                unsure = error.pos >= len(self._buffer) - _EDGE or error.msg.startswith("Unterminated")
                if not (unsure and self._more()):
                    raise self._error(error, unsure=unsure) from error
            except ValueError as error:
                raise self._broken("a number of more digits than are read") from error
            except RecursionError as error:
                raise self._broken("nested too deeply") from error
            else:
                if end < len(self._buffer) - _EDGE or self._buffer[end : end + 1] in _AFTER or not self._more():
                    return value, end  # else a number may go on

    def _error(self, error: json.JSONDecodeError, *, unsure: bool) -> BrokenJson:
        if unsure and not self._ended:
            return self._broken(f"a value longer than {LONGEST_VALUE // 1024 // 1024} MiB")
        return self._broken(error.msg, at=error.pos)

    def skip(self) -> bool:
        """Pass over the value here, however long or broken it is; False when the document stops in the middle of it."""
        depth = 0
        while mark := self._next_mark():
            if depth == 0 and mark in ("]", "}", ","):
                return True
            self._at += 1
            if mark == '"':
                if not self._pass_text():
                    return False
            else:
                depth += (mark in ("[", "{")) - (mark in ("]", "}"))
                if depth == 0 and mark in ("]", "}"):
                    return True
        return False

    def _next_mark(self) -> str:
        """Stand at the next character that opens, closes or parts values, and say which; "" at the end."""
        while True:
            if found := _MARK.search(self._buffer, self._at):
                self._at = found.start()
                return found[0]
            self._at = len(self._buffer)
            if not self._more():
                return ""

    def _pass_text(self) -> bool:
        """Go behind the quotation mark that ends the text here; False when there is none."""
        while True:
            found = _REST_OF_TEXT.match(self._buffer, self._at)
            assert found is not None
            self._at = found.end()
            if self._buffer[self._at : self._at + 1] == '"':
                self._at += 1
                return True
            self._forget()
            if not self._more():
                self._at = len(self._buffer)
                return False

    def _more(self) -> bool:
        """Read as much again as is there, at least a chunk."""
        left = len(self._buffer) - self._at
        if self._ended or left > LONGEST_VALUE:
            return False
        chunk = self._stream.read(max(_CHUNK, left))
        self._ended = not chunk
        self._buffer += self._decode.decode(chunk, final=self._ended)
        return not self._ended

    def _forget(self) -> None:
        """Let go of what was read, when it is worth it."""
        if self._at > _CHUNK:
            self._lines, self._column = self._place(self._at)
            self._buffer, self._at = self._buffer[self._at :], 0

    def _place(self, at: int) -> tuple[int, int]:
        """How many lines end before, and how many characters stand before it in its own."""
        newline = self._buffer.rfind("\n", 0, at)
        if newline < 0:
            return self._lines, self._column + at
        return self._lines + self._buffer.count("\n", 0, at), at - newline - 1

    @property
    def where(self) -> str:
        """The place of the cursor, for people."""
        return self._where(self._at)

    def _where(self, at: int) -> str:
        lines, column = self._place(at)
        return f"line {lines + 1} column {column + 1}"

    def _broken(self, reason: str, *, at: int | None = None, ends: bool = False) -> BrokenJson:
        return BrokenJson(reason, self._where(self._at if at is None else at), ends)

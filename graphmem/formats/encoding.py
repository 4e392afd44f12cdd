"""Whatever a file is encoded in, readers get UTF-8.

A byte order mark names the encoding. Without one it is UTF-8, unless somebody says otherwise; bytes that are not UTF-8 are never
guessed at, since a wrong guess silently misspells names: they reach only the message they stand in, which becomes a problem.
"""

from __future__ import annotations

import codecs
import io
import re
from typing import Any, BinaryIO, cast

from graphmem.errors import InvalidInput

_MARKS = (
    (codecs.BOM_UTF8, "utf-8"),
    (codecs.BOM_UTF32_LE, "utf-32"),
    (codecs.BOM_UTF32_BE, "utf-32"),
    (codecs.BOM_UTF16_LE, "utf-16"),
    (codecs.BOM_UTF16_BE, "utf-16"),
)
_CHUNK = 64 * 1024

#: How a byte that is not UTF-8 looks after decoding with `surrogateescape`.
_ESCAPED = re.compile("[\udc80-\udcff]")


def buffered(stream: BinaryIO) -> io.BufferedReader:
    """The stream with a beginning that can be looked at; of a pipe, no more is waited for than has come."""
    if isinstance(stream, io.BufferedReader):
        return stream
    return io.BufferedReader(cast("io.RawIOBase", stream), _CHUNK)


def as_utf8(stream: io.BufferedReader, encoding: str | None = None) -> BinaryIO:
    """The same text in UTF-8, without a byte order mark.

    Raises:
        InvalidInput: when there is no such encoding.
    """
    head = stream.peek(4)[:4]
    mark, marked = next(((mark, name) for mark, name in _MARKS if head.startswith(mark)), (b"", ""))
    name = _known(encoding) if encoding is not None else marked
    if name in ("", "utf-8"):
        stream.read(len(mark) if marked == "utf-8" else 0)
        return stream
    return cast("BinaryIO", io.BufferedReader(_Recoded(stream, name), _CHUNK))


def _known(encoding: str) -> str:
    try:
        b"x".decode(encoding, "replace")  # of codecs that make no text Python says here that they are none
        return codecs.lookup(encoding).name
    except (LookupError, ValueError) as error:
        raise InvalidInput(f"there is no encoding {encoding!r}; try utf-8, utf-16 or latin-1") from error


class _Recoded(io.RawIOBase):
    """Decodes and encodes on the way; what the encoding cannot read becomes U+FFFD."""

    def __init__(self, stream: BinaryIO, encoding: str) -> None:
        self._stream, self._encoding, self._left, self._ended = stream, encoding, b"", False
        self._decoder = codecs.getincrementaldecoder(encoding)("replace")

    def readable(self) -> bool:
        return True

    def readinto(self, into: Any, /) -> int:
        while not self._left and not self._ended:
            chunk = self._stream.read(_CHUNK)
            self._ended = not chunk
            self._left = self._decoded(chunk).encode("utf-8", "surrogatepass")
        some, self._left = self._left[: len(into)], self._left[len(into) :]
        into[: len(some)] = some
        return len(some)

    def _decoded(self, chunk: bytes) -> str:
        try:
            return self._decoder.decode(chunk, final=self._ended)
        except UnicodeError as error:
            raise InvalidInput(
                f"it cannot be read as {self._encoding}: {error}; without a byte order mark say utf-16-le or utf-16-be"
            ) from error

    def close(self) -> None:
        self._stream.close()
        super().close()


def not_utf8(value: Any) -> str:
    """Why the texts in a value cannot be read, "" when they can."""
    if isinstance(value, str):
        found = None if value.isascii() else _ESCAPED.search(value)
        return _reason(found[0]) if found else ""
    inside = value.values() if isinstance(value, dict) else value if isinstance(value, (list, tuple)) else ()
    return next(filter(None, map(not_utf8, inside)), "")


def _reason(escaped: str) -> str:
    byte = ord(escaped) - 0xDC00
    return f"holds the byte 0x{byte:02x}, which is not UTF-8; save the file as UTF-8, or give --encoding, e.g. latin-1"

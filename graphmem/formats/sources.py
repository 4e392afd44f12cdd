"""Where files come from: one on its own, a folder, a zip, something gzipped, or a pipe; all of them are files by name here.

A pipe can be read once. What must be read twice is kept in a temporary file first.
"""

from __future__ import annotations

import gzip
import io
import tempfile
import zipfile
import zlib
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import BinaryIO, cast

from graphmem.errors import InvalidInput
from graphmem.formats.encoding import buffered

_GZIP = b"\x1f\x8b"

#: A stream's beginning can be looked at as far as its buffer reaches.
_LOOK = 64 * 1024


@dataclass(frozen=True, slots=True)
class Part:
    """One file: its name inside the source, how to open its bytes, when it was written, and its path if it has one."""

    name: str
    open: Callable[[], BinaryIO]
    modified: datetime | None = None
    path: Path | None = None


@dataclass(slots=True)
class Source:
    """The files of what was named on the command line; `many` when it is a folder or zip."""

    name: str
    parts: tuple[Part, ...]
    many: bool
    size: int | None
    pipe: bool = False
    done: int = 0


@contextmanager
def opened(path: Path) -> Iterator[Source]:
    """The files at a path.

    Raises:
        InvalidInput: when there is nothing there that can be read.
    """
    try:
        if path.is_dir():
            yield _folder(path)
        elif zipfile.is_zipfile(path) and path.read_bytes()[:2] == b"PK":
            with zipfile.ZipFile(path) as archive:
                yield _zip(path, archive)
        else:
            yield _file(path)
    except OSError as error:
        raise InvalidInput(f"{path} cannot be read: {error.strerror or error}") from error
    except (zipfile.BadZipFile, EOFError, zlib.error, RuntimeError) as error:
        raise InvalidInput(f"{path} cannot be unpacked: {error}; fetch or make it anew") from error


def piped(stream: BinaryIO) -> Source:
    """What comes through a pipe, read once."""
    source = Source("stdin", (), many=False, size=None, pipe=True)
    once = buffered(stream)
    source.parts = (Part("stdin", lambda: cast("BinaryIO", once)),)
    return source


@contextmanager
def spooled(part: Part) -> Iterator[Part]:
    """The same, in a temporary file, so that it can be opened again."""
    with tempfile.TemporaryDirectory(prefix="graphmem-") as folder:
        path = Path(folder) / "stdin"
        with path.open("wb") as kept:
            stream = part.open()
            while chunk := stream.read(1024 * 1024):
                kept.write(chunk)
        yield Part(part.name, lambda: path.open("rb", buffering=_LOOK), path=path)


def _file(path: Path) -> Source:
    written = datetime.fromtimestamp(path.stat().st_mtime, UTC)
    source = Source(path.name, (), many=False, size=path.stat().st_size)
    with path.open("rb") as stream:
        packed = stream.read(2) == _GZIP
    name = path.name.removesuffix(".gz") if packed else path.name

    def open_() -> BinaryIO:
        counted = cast("BinaryIO", _Counted(path.open("rb"), source))
        return cast("BinaryIO", _Unpacked(counted)) if packed else counted

    source.parts = (Part(name, open_, written, None if packed else path),)
    return source


def _folder(path: Path) -> Source:
    found = sorted(one for one in path.rglob("*") if one.is_file())
    source = Source(path.name or str(path), (), many=True, size=sum(one.stat().st_size for one in found))
    source.parts = tuple(_inside(path, one, source) for one in found)
    return source


def _inside(folder: Path, path: Path, source: Source) -> Part:
    written = datetime.fromtimestamp(path.stat().st_mtime, UTC)
    return Part(
        path.relative_to(folder).as_posix(),
        lambda: cast("BinaryIO", _Counted(path.open("rb"), source)),
        written,
        path,
    )


def _zip(path: Path, archive: zipfile.ZipFile) -> Source:
    found = sorted((one for one in archive.infolist() if not one.is_dir()), key=lambda one: one.filename)
    source = Source(path.name, (), many=True, size=sum(one.file_size for one in found))
    source.parts = tuple(_packed(archive, one, source) for one in found)
    return source


def _packed(archive: zipfile.ZipFile, info: zipfile.ZipInfo, source: Source) -> Part:
    return Part(info.filename, lambda: cast("BinaryIO", _Counted(archive.open(info), source)), _written(info))


def _written(info: zipfile.ZipInfo) -> datetime | None:
    """When a packed file was written; None where the zip says nothing, or what is no time."""
    try:
        return datetime(*info.date_time, tzinfo=UTC) if info.date_time > (1980, 1, 2) else None
    except ValueError:
        return None


class _Unpacked(gzip.GzipFile):
    """Closes the file it unpacks as well."""

    def __init__(self, packed: BinaryIO) -> None:
        self._packed = packed
        super().__init__(fileobj=packed)

    def close(self) -> None:
        super().close()
        self._packed.close()


class _Counted(io.RawIOBase):
    """Counts what is read of a source, so that somebody can say how far it is."""

    def __init__(self, stream: object, source: Source) -> None:
        self._stream, self._source = cast("BinaryIO", stream), source

    def readable(self) -> bool:
        return True

    def readinto(self, into: bytearray, /) -> int:  # type: ignore[override]
        chunk = self._stream.read(len(into))
        into[: len(chunk)] = chunk
        self._source.done += len(chunk)
        return len(chunk)

    def close(self) -> None:
        self._stream.close()
        super().close()

"""Writing a memory down: every message with what was read of it, in an order that depends on nothing but them.

So two exports of equal memories are equal byte for byte. What waits to be understood is written as waiting, though something older may
have been read of it.
"""

from __future__ import annotations

import os
import tempfile
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from os import PathLike
from pathlib import Path
from typing import TextIO

from graphmem.errors import InvalidInput
from graphmem.formats import archive
from graphmem.formats.report import Report, Told
from graphmem.memory import holding
from graphmem.memory.engine import Engine
from graphmem.memory.naming import user_name_of
from graphmem.types import ExportReceipt, Message, Summary

#: Messages read together.
BLOCK = 200


def export(
    engine: Engine, namespace: str, to: str | PathLike[str] | TextIO, *, everything: bool = False
) -> ExportReceipt:
    """Write the export to a file, which is whole or not there, or to a stream of text; with `everything`, all that is held."""
    with writing(to) as stream:
        line = ""
        for line in lines(engine, namespace, everything=everything):
            stream.write(line + "\n")
    end = archive.parse(line.encode())
    assert isinstance(end, archive.End)
    return ExportReceipt(end.messages, end.summaries)


def lines(engine: Engine, namespace: str, *, everything: bool = False) -> Iterator[str]:
    """The lines of the export; with `everything`, also those that an import passes over."""
    yield archive.header_line(namespace, user_name_of(engine, namespace))
    summaries = _summaries(engine, namespace)
    last = {(one.session, *one.covers_until): session for session, one in summaries.items()}
    covers: dict[str, str] = {}
    ids = engine.store.message_ids(namespace)
    count = 0
    for start in range(0, len(ids), BLOCK):
        block = engine.store.messages(namespace, ids[start : start + BLOCK])
        count += len(block)
        covers |= {last[place]: one.key for one in block if (place := (one.session, one.at, one.seq)) in last}
        yield from _block(engine, namespace, block)
    told = [(summaries[session], covers[session]) for session in sorted(covers)]
    for summary, key in told:
        yield archive.summary_line(summary, key, _keys(engine, namespace, [one.message_id for one in summary.lines]))
    if everything:
        yield from holding.lines(engine, namespace)
    yield archive.end_line(count, len(told))


def _summaries(engine: Engine, namespace: str) -> dict[str, Summary]:
    found = {one.name: engine.store.summary(namespace, one.name) for one in engine.store.sessions(namespace)}
    return {session: summary for session, summary in found.items() if summary is not None}


def _block(engine: Engine, namespace: str, block: Sequence[Message]) -> Iterator[str]:
    ids = [one.id for one in block]
    waiting = {one.message_id for one in engine.store.work(namespace, ids)}
    read = {one.message_id: one for one in engine.store.extractions(namespace, ids) if one.message_id not in waiting}
    keys = _keys(engine, namespace, [used for one in read.values() for used in one.used])
    for message in block:
        yield archive.message_line(message, read.get(message.id), keys)


def _keys(engine: Engine, namespace: str, ids: Sequence[str]) -> Mapping[str, str]:
    return {one.id: one.key for one in engine.store.messages(namespace, sorted(set(ids)))}


@contextmanager
def writing(to: str | PathLike[str] | TextIO) -> Iterator[TextIO]:
    """A stream to write to; a file takes its name when it is whole.

    Raises:
        InvalidInput: when the file cannot be written.
    """
    if not isinstance(to, (str, PathLike)):
        yield to
        return
    path = Path(to)
    try:
        number, name = tempfile.mkstemp(dir=path.parent, prefix=f".{path.name}.")
        part = Path(name)
        try:
            with os.fdopen(number, "w", encoding="utf-8", newline="\n") as stream:
                yield stream
                stream.flush()
                os.fsync(number)
            part.replace(path)
        except BaseException:
            part.unlink(missing_ok=True)
            raise
    except OSError as error:
        raise InvalidInput(f"{path} cannot be written: {error.strerror or error}") from error


def report(engine: Engine, namespace: str, to: str | PathLike[str] | TextIO) -> ExportReceipt:
    """Write the page that people read, to a file, which is whole or not there, or to a stream of text."""
    store = engine.store
    summaries = _summaries(engine, namespace)
    page = Report(
        namespace,
        engine.clock(),
        store.entities(namespace),
        store.facts_about(namespace, None, as_of=None),
        [
            Told(session, _told(engine, namespace, session.name), summaries.get(session.name))
            for session in store.sessions(namespace)
        ],
        holding.beside(engine, namespace),
    )
    with writing(to) as stream:
        for piece in page.pieces():
            stream.write(piece)
    return ExportReceipt(sum(one.session.messages for one in page.said), len(summaries))


def _told(engine: Engine, namespace: str, session: str) -> Iterator[Message]:
    ids = engine.store.message_ids(namespace, session=session)
    for start in range(0, len(ids), BLOCK):
        yield from engine.store.messages(namespace, ids[start : start + BLOCK])

"""The health of a memory: can messages be understood and found, does anything wait or fail, does the clock make sense."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import datetime, timedelta

from graphmem.errors import ConfigError, GraphmemError
from graphmem.extraction.protocol import Extractor, Turn
from graphmem.memory.engine import Engine
from graphmem.types import Backlog, Finding, Message, TextPart

#: A message dated further ahead of the clock than this was written under another clock, or this one is behind.
AHEAD = timedelta(hours=24)
#: A clock that shows an earlier year than this code was written in is not set.
WRITTEN = 2026

_PROBE = "I live in Lisbon."


def check(engine: Engine, namespace: str) -> Iterator[Finding]:
    """What there is to say of one namespace, good and bad."""
    now = engine.clock()
    yield from _schema(engine.store.problems())
    yield understanding(engine.extractor, now)
    yield _vectors(engine)
    yield from _queue(engine.store.backlog(namespace, now=now))
    yield clock(now, engine.store.counts(namespace).last_at)


def _schema(problems: tuple[str, ...]) -> Iterator[Finding]:
    """What the store says of its indexes; each problem names its mend after a colon."""
    for problem in problems:
        said, _, mend = problem.partition(": ")
        yield Finding("schema", False, said, mend)
    if not problems:
        yield Finding("schema", True, "complete")


def understanding(extractor: Extractor, now: datetime) -> Finding:
    """Whether the extractor can be used. One that is on this machine is tried on a sentence; a model elsewhere is not asked."""
    about = "extractor"
    if not extractor.name.startswith("spacy"):
        return Finding(about, True, f"{extractor.name}; it is asked when a message comes")
    probe = Message("probe", "probe", "probe", "user", (TextPart(_PROBE),), _PROBE, now, now)
    try:
        extractor.extract([Turn(probe)])
    except GraphmemError as error:
        said, _, mend = str(error).partition("; ")
        return Finding(about, False, said, mend or "see the README on models")
    return Finding(about, True, f"{extractor.name} reads messages")


def _vectors(engine: Engine) -> Finding:
    about, given = "embedder", engine.fitting.given
    used = engine.store.embedder()
    if given is None and used is None:
        return Finding(about, True, "none: recall goes by words and by the graph")
    if given is None:
        return Finding(
            about,
            False,
            f"the store has vectors of {used.model if used else ''}, and there is no embedder to search them with",
            'pip install "graphmem[local]", or choose one with GRAPHMEM_EMBEDDER',
        )
    try:
        given.embed([_PROBE])
        if used is not None and used.model != given.model:
            said = f"the store's vectors are of {used.model}, and the embedder is {given.model}"
            return Finding(about, False, said, "graphmem reembed, or choose the other with GRAPHMEM_EMBEDDER")
        return Finding(about, True, f"{given.model} makes vectors")
    except GraphmemError as error:
        mend = "install it, or choose another" if isinstance(error, ConfigError) else "try again later"
        return Finding(
            about, False, str(error), f"{mend} with GRAPHMEM_EMBEDDER; until then recall goes by words and graph"
        )


def _queue(backlog: Backlog) -> Iterator[Finding]:
    about = "queue"
    if backlog.failed:
        why = "; ".join(backlog.errors)
        often = f", of which {backlog.given_up} are tried once a day only" if backlog.given_up else ""
        said = f"failed: {backlog.failed}{often}; {why}"
        yield Finding(about, False, said, "mend the reason, then run `graphmem flush`")
    if backlog.waiting:
        yield Finding(about, False, f"waiting to be understood: {backlog.waiting}", "graphmem flush")
    if backlog.leased:
        yield Finding(about, True, f"being understood by some process: {backlog.leased}")
    if not (backlog.failed or backlog.waiting or backlog.leased):
        yield Finding(about, True, "nothing waits")


def clock(now: datetime, last_at: datetime | None) -> Finding:
    """Whether the present makes sense beside the last message."""
    said = f"it is {now:%Y-%m-%d %H:%M} UTC"
    if now.year < WRITTEN:
        return Finding("clock", False, f"{said}, before graphmem was written", "set the clock of this machine")
    if last_at is not None and last_at > now + AHEAD:
        said = f"{said}, and the last message is of {last_at:%Y-%m-%d %H:%M} UTC, in the future"
        return Finding("clock", False, said, "set the clock, or import again with right times what was dated wrongly")
    return Finding("clock", True, said)

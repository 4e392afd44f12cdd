"""Writing while others write: read, work it out, apply, and again if the namespace moved meanwhile.

Nobody is locked out while someone thinks. But a slow writer could lose to faster ones for ever, so after a few lost races it
takes a turn, during which the others' writes are refused and step aside.
"""

from __future__ import annotations

import random
import time
import uuid
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TypeVar

from graphmem.errors import StaleRead
from graphmem.store.protocols import Store

T = TypeVar("T")

#: Races that are lost before a turn is taken.
RACES = 4

#: How long a turn is held at most, in seconds; a killed holder's runs out.
TURN = 3.0

#: How long it is tried before giving up, in seconds: many times the turn of somebody killed.
PATIENCE = 30.0


def contended(store: Store, namespace: str, attempt: Callable[[str | None], T]) -> T:
    """The result of an attempt that was not overtaken. It is given the turn to apply with, None while it has none.

    Raises:
        StaleRead: when it was overtaken for half a minute, which takes a store that is written to without pause.
    """
    holder = uuid.uuid4().hex
    until, lost = time.monotonic() + PATIENCE, 0
    while time.monotonic() < until:
        turn = holder if lost >= RACES else None
        try:
            with _turn(store, namespace, turn):
                return attempt(turn)
        except StaleRead:
            # A random while, longer the more often it was in vain, so that rivals do not meet again.
            time.sleep(random.uniform(0, 0.002 * min(lost + 1, 10)))
            lost += 1
    raise StaleRead(f"namespace {namespace!r} is written to without pause; try again when it is quieter")


@contextmanager
def _turn(store: Store, namespace: str, holder: str | None) -> Iterator[None]:
    """Hold a turn for one attempt, and give it back whether or not the attempt wrote anything."""
    if holder is None:
        yield
        return
    store.take_turn(namespace, holder, seconds=TURN)
    try:
        yield
    finally:
        store.end_turn(namespace, holder)

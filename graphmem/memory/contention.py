"""Writing while others write: read, work it out, apply, and again if the namespace moved meanwhile.

Nobody is locked out while someone thinks. But a slow writer could lose to faster ones for ever, so after a few lost races it
takes a turn, during which the others' writes are refused and step aside.
"""

from __future__ import annotations

import random
import time
import uuid
from collections.abc import Callable
from typing import TypeVar

from graphmem.errors import StaleRead
from graphmem.store.protocols import Store

T = TypeVar("T")

#: Races that are lost before a turn is taken, and attempts before giving up.
PATIENCE = 4
ATTEMPTS = 200

#: How long a turn is held at most, in seconds; a killed holder's runs out.
TURN = 3.0


def contended(store: Store, namespace: str, attempt: Callable[[str | None], T]) -> T:
    """The result of an attempt that was not overtaken. It is given the turn to apply with, None while it has none.

    Raises:
        StaleRead: when it was overtaken 200 times, which takes a store that is written to without pause.
    """
    holder = uuid.uuid4().hex
    for number in range(ATTEMPTS):
        turn = holder if number >= PATIENCE else None
        if turn:
            store.take_turn(namespace, turn, seconds=TURN)
        try:
            return attempt(turn)
        except StaleRead:
            # A random while, longer the more often it was in vain, so that rivals do not meet again.
            time.sleep(random.uniform(0, 0.002 * min(number + 1, 10)))
    raise StaleRead(f"namespace {namespace!r} is written to without pause; try again when it is quieter")

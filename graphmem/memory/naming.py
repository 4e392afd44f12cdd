"""Telling a namespace what its own person is called: evidence like any other, from the configuration instead of a message."""

from __future__ import annotations

from graphmem.errors import InvalidInput
from graphmem.memory.border import text
from graphmem.memory.engine import Engine
from graphmem.memory.learning import relate
from graphmem.memory.working import applied
from graphmem.resolution.evidence import named_self
from graphmem.types import SELF, Extraction, Learned

#: The source of this evidence, in the place of a message id.
USER_NAME = "user_name"


def name_user(engine: Engine, namespace: str, user_name: str) -> None:
    """Make the self known by this name; nothing is written when it is already.

    Raises:
        InvalidInput: when the name is blank or cannot be written.
    """
    if not text(user_name, "user_name").strip():
        raise InvalidInput(f"user_name must not be blank, got {user_name!r}; leave it out if it is not known")
    evidence = named_self(USER_NAME, user_name.strip())
    learned = Learned(USER_NAME, 0, Extraction(USER_NAME, "graphmem", "1"), evidence)
    if engine.store.evidence(namespace, [USER_NAME]) != (evidence,):
        applied(engine, namespace, lambda: relate(engine, namespace, cause="configure", learned=[learned]))


def user_name_of(engine: Engine, namespace: str) -> str | None:
    """What the user was last said to be called; None when nobody said."""
    told = engine.store.evidence(namespace, [USER_NAME])
    return next((use.surface for one in told for use in one.names if use.key != SELF), None)

"""A forked process has none of its parent's threads, but all its locks as they were: held ones are never released there.

What holds locks, threads or connections says here how it begins anew in the child.
"""

from __future__ import annotations

import os
import weakref
from typing import Protocol


class Forked(Protocol):
    """Something that a child process must begin anew."""

    def after_fork(self) -> None:
        """Begin anew, in a process that has only the thread that forked."""


_LIVING: weakref.WeakSet[Forked] = weakref.WeakSet()


def anew_after_fork(one: Forked) -> None:
    """Have it begin anew in every child that is forked while it lives."""
    _LIVING.add(one)


def _after_fork() -> None:
    for one in list(_LIVING):
        one.after_fork()


if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=_after_fork)

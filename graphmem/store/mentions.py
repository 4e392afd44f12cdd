"""Whom messages mention, as stores keep it in memory: all of them, of which a recall is told those of some kinds.

It changes when a message is read anew; and when a name comes to somebody else, or somebody is called otherwise, which touches whoever
is concerned.
"""

from __future__ import annotations

import threading
from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import NamedTuple

from graphmem.types import Mentioned

#: About how many bytes one who is mentioned takes.
_WEIGHT = 200


class Whom(NamedTuple):
    """An entity that a message mentions, as far as it is told of a message."""

    id: str
    name: str
    kind: str
    is_self: bool


Mentions = Mapping[str, Sequence[Whom]]


class KeptMentions:
    """Whom messages mention, as of a version of their namespace; threads may share it."""

    def __init__(self, stamp: int = 0) -> None:
        self.stamp = stamp
        self.size = 0
        self._lock = threading.Lock()
        self._of: dict[str, Sequence[Whom]] = {}
        self._mentioning: dict[str, set[str]] = {}

    def of(self, messages: Iterable[str], stamp: int = 0) -> dict[str, Sequence[Whom]]:
        """What is kept of these messages; nothing for who reads another version."""
        with self._lock:
            return {id: self._of[id] for id in messages if id in self._of} if stamp == self.stamp else {}

    def keep(self, mentions: Mentions, stamp: int = 0) -> None:
        """Keep what was read, unless it is of another version."""
        with self._lock:
            if stamp != self.stamp:
                return
            for id, whom in mentions.items():
                self._drop(id)
                self._of[id] = whom
                self.size += _WEIGHT * (len(whom) + 1)
                for each in whom:
                    self._mentioning.setdefault(each.id, set()).add(id)

    def let_go(self, messages: Iterable[str], touched: Iterable[str], stamp: int = 0) -> None:
        """Keep nothing of these messages, nor of those that mention one of these entities; what stays is of this version."""
        with self._lock:
            self.stamp = stamp
            gone = set(messages).union(*(self._mentioning.get(id, ()) for id in touched))
            for id in gone:
                self._drop(id)

    def _drop(self, message: str) -> None:
        whom = self._of.pop(message, None)
        if whom is None:
            return
        self.size -= _WEIGHT * (len(whom) + 1)
        for each in whom:
            mentioning = self._mentioning.get(each.id, set())
            mentioning.discard(message)
            if not mentioning:
                self._mentioning.pop(each.id, None)


def of_kinds(mentions: Mentions, kinds: Collection[str]) -> dict[str, tuple[Mentioned, ...]]:
    """Whom of these kinds each message mentions beside the self, by name and id."""
    found = {id: [each for each in whom if each.kind in kinds and not each.is_self] for id, whom in mentions.items()}
    return {id: _told(whom) for id, whom in found.items() if whom}


def _told(whom: Sequence[Whom]) -> tuple[Mentioned, ...]:
    return tuple([Mentioned(each.id, each.name) for each in sorted(whom, key=_by_name)])


def _by_name(whom: Whom) -> tuple[str, str]:
    return whom.name, whom.id

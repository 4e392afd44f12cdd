"""Which summaries a chat model owes its words: those that lost them by forgetting, until the next flush or worker asks it again."""

from __future__ import annotations

from collections.abc import Iterable


class Owed:
    """Sessions whose summary lost a model's words, since something they told of was forgotten; by namespace."""

    def __init__(self) -> None:
        self._sessions: dict[str, set[str]] = {}

    def add(self, namespace: str, sessions: Iterable[str]) -> None:
        """These are to be told again."""
        self._sessions.setdefault(namespace, set()).update(sessions)

    def take(self, namespace: str) -> list[str]:
        """Those that are, once."""
        return sorted(self._sessions.pop(namespace, ()))

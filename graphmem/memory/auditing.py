"""Looking at how a memory was used, and whether what was recorded of it is as it was written."""

from __future__ import annotations

from graphmem import chain
from graphmem.memory import border
from graphmem.memory.view import View
from graphmem.types import AuditEntry, AuditReport


class Auditing(View):
    """The verbs of who has to account for it."""

    def audit(self, *, after: int = 0, limit: int = 100) -> tuple[AuditEntry, ...]:
        """Who used this memory, when and why, in order: the first entries with a number above `after`, at most `limit`.

        There is something to see where memory is opened with `audit=True`. Entries tell verbs, ids and counts, no text; they are not
        exported, and forgetting leaves them.

        >>> with Memory.open("sqlite:///:memory:", namespace="ada", user_name="Ada", audit=True) as memory:
        ...     receipt = memory.remember("I live in Porto.")
        ...     found = memory.acting(Actor("support", "reader", why="ticket 42")).recall("Where do I live?")
        ...     [(entry.actor, entry.verb, entry.why, entry.outcome) for entry in memory.audit()]
        [('', 'remember', '', 'done'), ('support', 'recall', 'ticket 42', 'done')]
        """
        return self._engine.store.trail(
            self.namespace, after=border.whole(after, "after", least=0), limit=border.whole(limit, "limit", least=0)
        )

    def verify_audit(self) -> AuditReport:
        """Whether the trail is as it was written: each entry is sealed together with all before it, so one that was changed, moved or left out shows.

        Entries cut off the end do not show by themselves: keep the report's `head` elsewhere, and see that the trail still holds it.

        >>> with Memory.open("sqlite:///:memory:", namespace="ada", audit=True) as memory:
        ...     receipt = memory.remember("I live in Porto.")
        ...     memory.verify_audit().broken_at is None
        True
        """
        entries = self._engine.store.trail(self.namespace)
        return AuditReport(
            entries=len(entries),
            head=entries[-1].hash if entries else "",
            broken_at=chain.broken_at(self.namespace, entries),
        )

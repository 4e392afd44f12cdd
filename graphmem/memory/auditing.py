"""Looking at how a memory was used, and whether what was recorded of it is as it was written."""

from __future__ import annotations

from collections.abc import Iterator

from graphmem import chain
from graphmem.memory import border
from graphmem.memory.view import View
from graphmem.types import AuditEntry, AuditReport

#: Entries that are read at a time to verify a trail.
BLOCK = 1000


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
        last: AuditEntry | None = None
        count = 0

        def entries() -> Iterator[AuditEntry]:
            nonlocal last, count
            for last in self._trail():
                count += 1
                yield last

        read = entries()
        broken = chain.broken_at(self.namespace, read)
        for _ in read:
            pass  # what comes after a break counts too, and has the last seal
        return AuditReport(entries=count, head=last.hash if last else "", broken_at=broken)

    def _trail(self) -> Iterator[AuditEntry]:
        """All entries in order, read in blocks, so that a trail of years is checked in little room."""
        after = 0
        while block := self._engine.store.trail(self.namespace, after=after, limit=BLOCK):
            yield from block
            after = block[-1].number

"""What was asked together with what was answered: the unit that a conversation is remembered in."""

from __future__ import annotations

from collections.abc import Sequence

from graphmem.context import exchanges
from graphmem.memory import border
from graphmem.memory.recalling import Recalling
from graphmem.memory.shared import others
from graphmem.types import Exchange, Message

#: Messages looked at for one exchange: both its halves, and some that belong to one that is there already.
_EACH = 4


class Exchanging(Recalling):
    """The verb that brings back whole exchanges."""

    def exchanges(
        self, query: str, *, limit: int = 5, session: str | None = None, skip: int = 0
    ) -> tuple[Exchange, ...]:
        """The exchanges that matter to a question, best first: what was asked, and what the answer was, tools between left out.

        `session` is the one it is asked in, as in `recall`; the last `skip` messages of it are not looked for, since a window shows
        them already.

        Raises:
            InvalidInput: when the limit is below 1, `skip` below 0, or another argument cannot be what it should.

        >>> with Memory.open("sqlite:///:memory:", namespace="ada", user_name="Ada") as memory:
        ...     receipt = memory.remember("Which wine goes with sardines?", session="s1")
        ...     receipt = memory.remember("A vinho verde.", role="assistant", session="s1")
        ...     memory.exchanges("What wine was it?", limit=1)[0].answered.text
        'A vinho verde.'
        """
        most, left_out = border.whole(limit, "limit", least=1), border.whole(skip, "skip", least=0)
        shown = set(self._last(session, left_out))
        recalled = self.recall(query, limit=most * _EACH + left_out, session=session)
        beside = self._around(recalled.messages)
        found: dict[str, Exchange] = {}
        for message in recalled.messages:
            asked, answered = exchanges.exchange(message, beside)
            ids = [half.id for half in (asked, answered) if half is not None]
            if ids and shown.isdisjoint(ids):
                found.setdefault(ids[0], Exchange(asked, answered, recalled.scores.get(message.id, 0.0)))
        return tuple(found.values())[:most]

    def _last(self, session: str | None, count: int) -> list[str]:
        if session is None or not count:
            return []
        return [one.id for one in self._engine.store.window(self.namespace, self._session(session), limit=count)]

    def _around(self, recalled: Sequence[Message]) -> list[Message]:
        """The messages among which the rest of these exchanges is, each from the namespace it is of; one read of each."""
        found: list[Message] = []
        for each in ("", *self.reads):
            theirs = exchanges.around([message for message in recalled if message.namespace == each])
            read = self._engine.store.read(each or self.namespace, places=theirs).messages.values() if theirs else ()
            found += read if not each else [others.message(one, each) for one in read]
        return found

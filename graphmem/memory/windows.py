"""Reading what was said last: for a window, of one session; for a look back, of all of them."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from graphmem.context import exchanges, policies
from graphmem.errors import InvalidInput
from graphmem.memory.border import shown
from graphmem.memory.folding import FOLD, KEEP
from graphmem.store.protocols import Store
from graphmem.types import LastMessages, LastTokens, LastTurns, Message, SinceSummary, Summary, WindowPolicy


def read(
    store: Store, namespace: str, session: str, policy: WindowPolicy, *, summary: Summary | None, budget: int
) -> tuple[Message, ...]:
    """The session's last messages, oldest first, among which is all that the policy keeps and the budget could hold.

    Raises:
        InvalidInput: when it is no policy.
    """
    if not isinstance(policy, (SinceSummary, LastTurns, LastMessages, LastTokens)):
        raise InvalidInput(
            f"window must be SinceSummary(), LastTurns(n), LastMessages(n) or LastTokens(n), not {shown(policy)}"
        )
    after = summary.covers_until if summary and isinstance(policy, SinceSummary) else None
    limit = policies.to_read(policy, budget=budget, since_summary=KEEP + FOLD)
    while limit:
        last = store.window(namespace, session, limit=limit, after=after)
        if len(last) < limit or policies.enough(last, policy):
            return last
        limit *= 2
    return ()


def beside(
    store: Store, namespace: str, recalled: Sequence[Message], quoted: Iterable[str] = ()
) -> tuple[tuple[Message, ...], frozenset[str]]:
    """In one read: the messages that may be the other half of a recalled turn's exchange; and the ids of those, and of what is `quoted`, that were undone."""
    places, ids = exchanges.places(recalled), tuple(dict.fromkeys(quoted))
    if not (places or ids):
        return (), frozenset()
    found = store.read(namespace, messages=ids, places=places)
    wanted = frozenset(places)
    halves = (message for message in found.messages.values() if (message.session, message.seq) in wanted)
    return tuple(halves), found.withdrawn


def ahead(messages: Sequence[Message]) -> int:
    """How many minutes the clock of who spoke last for the user is ahead of UTC; 0 where nothing tells."""
    return next((message.utc_offset or 0 for message in reversed(messages) if message.role == "user"), 0)


def newest(store: Store, namespace: str, *, session: str | None, limit: int) -> tuple[Message, ...]:
    """The newest messages of a session, or of all, in the order they were said.

    Sessions are looked at from the one last spoken in, until no further one can hold a message as new.
    """
    if session is not None:
        return store.window(namespace, session, limit=limit) if limit else ()
    found: list[Message] = []
    for each in store.sessions(namespace) if limit else ():
        if len(found) == limit and each.last_at < found[0].at:
            break
        found = sorted([*found, *store.window(namespace, each.name, limit=limit)], key=_order)[-limit:]
    return tuple(found)


def _order(message: Message) -> tuple[object, ...]:
    return message.at, message.session, message.seq

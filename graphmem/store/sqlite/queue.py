"""Work: which messages wait to be understood, who has them, and what went wrong.

A lease is a promise with an end: a worker that dies loses it, and the item is taken again. The generation says which
reading of a message is still wanted; it rises whenever the message is queued anew and never comes back.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from datetime import datetime

from graphmem.store.records import micros, micros_or_none
from graphmem.store.sqlite.scope import Scope
from graphmem.types import TRIES, Backlog, Message, Work

#: How many different reasons a backlog shows.
_REASONS = 10

_QUEUE = """
    INSERT INTO work (ns, message, at, session, seq, generation, state, attempts, until)
    SELECT messages.ns, id, at, session, seq, 1 + coalesce(generation, 0), :state, :attempts, :until
    FROM messages LEFT JOIN extractions ON extractions.ns = messages.ns AND extractions.message = messages.id
    WHERE messages.ns = :ns AND id IN (:values)
    ON CONFLICT (ns, message) DO UPDATE SET
        generation = work.generation + 1, state = excluded.state, attempts = excluded.attempts,
        until = excluded.until, error = ''
"""

_FOLLOWERS = """
    SELECT id FROM messages WHERE ns = :ns AND session = :session AND (at, seq) > (:at, :seq)
    ORDER BY at, seq LIMIT :followers
"""

#: What nobody has, in message order.
LEASABLE = """
    SELECT message, generation, attempts + 1 FROM work
    WHERE ns = :ns AND (state = 'waiting' OR until <= :now OR (:early AND state = 'failed'))
    ORDER BY at, session, seq LIMIT :limit
"""


def put(
    here: Scope, new: Sequence[Message], *, followers: int, lease_until: datetime | None
) -> dict[str, tuple[str, ...]]:
    """Queue new messages, and anew the up to `followers` messages that come after each in its session.

    What was queued anew is returned for each new message, new messages among it left out.
    """
    after = {message.id: _after(here, message, followers) for message in new}
    queued = [*after, *(follower for each in after.values() for follower in each)]
    state, attempts = ("waiting", 0) if lease_until is None else ("leased", 1)
    here.run_in(_QUEUE, queued, state=state, attempts=attempts, until=micros_or_none(lease_until))
    return {each: tuple(one for one in found if one not in after) for each, found in after.items()}


def again(here: Scope, message_ids: Iterable[str]) -> None:
    """Queue messages that were read before anew, to wait."""
    here.run_in(_QUEUE, message_ids, state="waiting", attempts=0, until=None)


def _after(here: Scope, message: Message, followers: int) -> tuple[str, ...]:
    if followers <= 0:
        return ()
    place = {"session": message.session, "at": micros(message.at), "seq": message.seq}
    return tuple(follower for (follower,) in here.rows(_FOLLOWERS, followers=followers, **place))


def outdate(here: Scope, changing: Iterable[str]) -> None:
    """Raise the generation of all work in the sessions of messages about to go or be reworded: who is reading them, reads them in vain."""
    sessions = here.rows_in("SELECT DISTINCT session FROM messages WHERE ns = :ns AND id IN (:values)", changing)
    here.run_in(
        "UPDATE work SET generation = generation + 1 WHERE ns = :ns AND session IN (:values)",
        {session for (session,) in sessions},
    )


def lease(here: Scope, *, now: datetime, until: datetime, limit: int, early: bool) -> tuple[Work, ...]:
    """Take up to `limit` items that nobody has, in message order; each lease counts as an attempt."""
    taken = [Work(*row) for row in here.rows(LEASABLE, now=micros(now), limit=max(limit, 0), early=early)]
    here.run_in(
        "UPDATE work SET state = 'leased', attempts = attempts + 1, until = :until "
        "WHERE ns = :ns AND message IN (:values)",
        (work.message_id for work in taken),
        until=micros(until),
    )
    return tuple(taken)


def open_items(here: Scope, message_ids: Iterable[str]) -> tuple[Work, ...]:
    """The open work items of these messages, in message order."""
    found = here.rows_in(
        "SELECT at, session, seq, message, generation, attempts FROM work WHERE ns = :ns AND message IN (:values)",
        message_ids,
    )
    return tuple(Work(*row[3:]) for row in sorted(found))


def generations(here: Scope, message_ids: Iterable[str]) -> dict[str, int]:
    """The generations of the open work items of these messages."""
    return dict(
        here.rows_in("SELECT message, generation FROM work WHERE ns = :ns AND message IN (:values)", message_ids)
    )


def fail(here: Scope, work: Sequence[Work], *, error: str, retry_at: datetime) -> None:
    """Give items back with the reason; one queued anew since keeps its newer state."""
    here.run_many(
        "UPDATE work SET state = 'failed', error = :error, until = :until "
        "WHERE ns = :ns AND message = :id AND generation = :generation",
        (
            {"id": item.message_id, "generation": item.generation, "error": error, "until": micros(retry_at)}
            for item in work
        ),
    )


def backlog(here: Scope, *, now: datetime) -> Backlog:
    """How much waits, is being worked on, or has failed; a lease that ran out waits again."""
    states = here.rows(
        "SELECT iif(state = 'leased' AND until <= :now, 'waiting', state), count(*), sum(attempts >= :tries) "
        "FROM work WHERE ns = :ns GROUP BY 1",
        now=micros(now),
        tries=TRIES,
    )
    rows = list(states)
    counted: dict[str, int] = {state: count for state, count, _ in rows}
    reasons = here.rows(
        "SELECT DISTINCT error FROM work WHERE ns = :ns AND state = 'failed' ORDER BY error LIMIT :limit",
        limit=_REASONS,
    )
    return Backlog(
        waiting=counted.get("waiting", 0),
        leased=counted.get("leased", 0),
        failed=counted.get("failed", 0),
        errors=tuple(reason for (reason,) in reasons),
        given_up=sum(often for state, _, often in rows if state == "failed"),
    )


def close(here: Scope, message_ids: Iterable[str]) -> None:
    """Remove the work items of messages that are understood or gone."""
    here.run_in("DELETE FROM work WHERE ns = :ns AND message IN (:values)", message_ids)

"""What understanding a message reads of the embedded store, as much of it at a time as can be asked for at once."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from contextlib import AbstractContextManager

from graphmem.keys import with_kindred
from graphmem.store.sqlite import changes, entities, evidence, messages, queue, statements
from graphmem.store.sqlite.scope import Scope
from graphmem.types import Candidates, Identities, Message, Task, Unfolded


class Understanding:
    """The reads that a message is understood with."""

    def _reading(self, namespace: str) -> AbstractContextManager[Scope]:
        raise NotImplementedError

    def unfolded(self, namespace: str, sessions: Sequence[str], *, least: int) -> tuple[int, dict[str, Unfolded]]:
        """The version, and what there is to fold in each session, in one snapshot."""
        with self._reading(namespace) as here:
            found = {session: messages.unfolded(here, session, least=least) for session in dict.fromkeys(sessions)}
            return changes.version(here), found

    def candidates(
        self,
        namespace: str,
        *,
        keys: Iterable[str] = (),
        messages: Sequence[str] = (),
        said_of: Iterable[str] = (),
        slots: Iterable[str] = (),
    ) -> Candidates:
        """Everything resolution starts from, in one snapshot."""
        with self._reading(namespace) as here:
            said = statements.read(here, keys=said_of, slots=slots, messages=())
            named = {key for each in said for key in (each.subject, each.object) if key is not None}
            covered, found = _with_kindred(here, keys)
            if not named <= found.entity_of.keys():
                found = entities.identities(here, {*covered, *named})
            return Candidates(
                changes.version(here),
                found,
                covered,
                evidence.read(here, messages),
                said,
            )

    def tasks(self, namespace: str, message_ids: Sequence[str], *, before: int) -> tuple[Task, ...]:
        """The open work items of these messages in message order, each with its message and those before it."""
        with self._reading(namespace) as here:
            return tasks(here, message_ids, before=before)


def tasks(here: Scope, message_ids: Iterable[str], *, before: int, at_hand: Iterable[Message] = ()) -> tuple[Task, ...]:
    """The open work items of these messages in message order; those `at_hand` are not read again."""
    work = {item.message_id: item for item in queue.open_items(here, message_ids)}
    known = {one.id: one for one in at_hand if one.id in work}
    said = sorted((*known.values(), *messages.by_id(here, work.keys() - known.keys())), key=messages.place)
    return tuple(
        Task(
            work[one.id],
            one,
            messages.window(here, one.session, limit=before, before=one, after=None) if before else (),
        )
        for one in said
    )


def _with_kindred(here: Scope, keys: Iterable[str]) -> tuple[frozenset[str], Identities]:
    """What is stored about the keys, their kindred, and the kindred of all they are connected with; and which keys that are."""
    covered: set[str] = set()
    wanted = with_kindred(keys)
    while True:
        covered |= wanted
        found = entities.identities(here, covered)
        wanted = with_kindred(found.entity_of) - covered
        if not wanted:
            return frozenset(covered), found

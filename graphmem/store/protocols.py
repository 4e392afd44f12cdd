"""What a store must do: three small protocols over one connection, and one write.

The store is dumb. It keeps messages verbatim, writes `Changes` in one transaction, and answers reads by id, key, slot
and term; it decides nothing. No query string crosses these methods, and each works inside one namespace.
Every method may raise `StoreUnavailable`, and only `append`, `apply`, `salt` and `adopt` create a namespace not seen before.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Protocol

from graphmem.store.auditing import AuditTrail
from graphmem.types import (
    EVERYTHING,
    Access,
    Appended,
    Backlog,
    Brought,
    Candidates,
    Change,
    Changes,
    Document,
    Entity,
    Evidence,
    Extraction,
    Fact,
    Filter,
    Identities,
    Indexed,
    Likeness,
    Loaded,
    Message,
    Placed,
    Reached,
    Searched,
    Session,
    Sought,
    Statement,
    Summary,
    Task,
    Unfolded,
    Walk,
    Worded,
    Work,
)


@dataclass(frozen=True, slots=True)
class Counts:
    """A namespace in numbers; all zero for one never written to."""

    messages: int = 0
    sessions: int = 0
    entities: int = 0
    facts: int = 0
    current_facts: int = 0
    unsupported: int = 0
    last_at: datetime | None = None


@dataclass(frozen=True, slots=True)
class EmbedderMark:
    """An embedding model, and how many numbers its vectors have. Models of one name are one model."""

    model: str
    dimension: int


class MessageStore(Protocol):
    """Messages, verbatim and in order. Message order is (at, session, seq). Namespaces, sessions and keys have at most 512 characters."""

    def append(
        self,
        namespace: str,
        entries: Sequence[tuple[Message, Document]],
        *,
        followers: int,
        lease_until: datetime | None,
        anyway: bool = False,
        before: int | None = None,
        least: int | None = None,
    ) -> tuple[Appended, ...]:
        """Store messages with their text documents in one transaction, and queue the new ones as work.

        A message whose key is stored already changes nothing and comes back as stored. One whose mark is a tombstone is not stored and comes back
        as it was given, `forgotten`; `anyway` stores it and takes the tombstone away. `seq` is assigned here. The up
        to `followers` messages that come after a new one in its session are queued anew (their generation rises),
        since what they were read from has changed. All this work is leased to the caller until `lease_until`, or waits.

        With `before`, each new message comes with its task, as `tasks` would tell it, if it is leased. With `least`, it is due when it is among
        what the summary of its session covers, or so many messages come after that. It comes with the version it was stored at.
        """

    def messages(self, namespace: str, ids: Sequence[str]) -> tuple[Message, ...]:
        """Those of the ids that exist, in message order."""

    def message_ids(
        self, namespace: str, *, session: str | None = None, before: datetime | None = None
    ) -> tuple[str, ...]:
        """Ids of all messages, or of one session's, or of those said before a moment, in message order."""

    def window(
        self,
        namespace: str,
        session: str,
        *,
        limit: int,
        before: Message | None = None,
        after: tuple[datetime, int] | None = None,
    ) -> tuple[Message, ...]:
        """The newest `limit` messages of a session in order, of those before a message and after (at, seq) if given."""

    def following(self, namespace: str, message: Message, *, limit: int) -> tuple[Message, ...]:
        """The next `limit` messages after this one in its session, in order."""

    def sessions(self, namespace: str) -> tuple[Session, ...]:
        """Every session, the one last spoken in first."""

    def summary(self, namespace: str, session: str) -> Summary | None:
        """The running summary of a session, if it has one."""

    def unfolded(self, namespace: str, sessions: Sequence[str], *, least: int) -> tuple[int, dict[str, Unfolded]]:
        """The version, and what there is to fold in each of the sessions: no messages where fewer than `least` are after what is covered."""


class GraphStore(Protocol):
    """The graph: one write, and reads by key, slot, id and term."""

    def version(self, namespace: str) -> int:
        """The namespace's version: rises by one with each `apply`; 0 for one never written to."""

    def salt(self, namespace: str) -> bytes:
        """The namespace's secret for making opaque ids; 32 bytes, made with the namespace and never changed once it is used."""

    def adopt(self, namespace: str, salt: bytes) -> bool:
        """Take over a secret, so that ids are those of another store; whether it is the namespace's now.

        False where anything was written before under another: what has ids keeps them.
        """

    def identities(self, namespace: str, keys: Iterable[str]) -> Identities:
        """What is stored about the keys and, transitively, all keys sharing an entity or a sameness with them."""

    def owned(self, namespace: str, keys: Iterable[str]) -> frozenset[str]:
        """The relation keys that start directly from one of the keys: "r:self/sister" for "self"."""

    def statements(
        self, namespace: str, *, keys: Iterable[str] = (), slots: Iterable[str] = (), messages: Iterable[str] = ()
    ) -> tuple[Statement, ...]:
        """Statements whose subject or object key is one of `keys`, or in one of the slots, or of one of the messages."""

    def candidates(
        self,
        namespace: str,
        *,
        keys: Iterable[str] = (),
        messages: Sequence[str] = (),
        said_of: Iterable[str] = (),
        slots: Iterable[str] = (),
    ) -> Candidates:
        """In one snapshot: the version, what `messages` contribute, the statements about the keys `said_of` and in `slots`.

        The identities are those of every key that such a statement names, and of `keys` with their kindred (`keys.with_kindred`)
        and that of all they are connected with, as far as a store follows them at once: `covered` says how far.
        """

    def evidence(self, namespace: str, message_ids: Sequence[str]) -> tuple[Evidence, ...]:
        """What the messages contribute at present; those that contribute nothing are left out."""

    def placed(self, namespace: str, message_ids: Sequence[str]) -> tuple[Placed, ...]:
        """Which fact and slot each statement of the messages belongs to, by message and number."""

    def extractions(self, namespace: str, message_ids: Sequence[str]) -> tuple[Extraction, ...]:
        """The stored extractions of the messages that have one."""

    def take_turn(self, namespace: str, holder: str, *, seconds: float) -> None:
        """Let only `holder` apply for so many seconds, or until it has; nothing changes while it is somebody else's turn.

        For a slow writer that faster ones overtake every time: reads go on, and so does appending.
        """

    def end_turn(self, namespace: str, holder: str) -> None:
        """Give a turn back that was taken and not used; nothing changes when it is somebody else's."""

    def apply(self, namespace: str, changes: Changes, *, expected_version: int, turn: str | None = None) -> Change:
        """Write all of it in one transaction, journal it and raise the version. `turn` names the holder of a turn.

        Work that is open in the session of a message that is erased or reworded is outdated: its generation rises.

        Raises:
            StaleRead: when the version moved since it was read, a learned message was queued anew meanwhile, or it is
                the turn of another writer.
        """

    def entities(
        self, namespace: str, *, ids: Sequence[str] | None = None, limit: int | None = None
    ) -> tuple[Entity, ...]:
        """The entities of these ids in the order asked, or all by name, kind, id. Unknown ids are left out."""

    def find(self, namespace: str, keys: Sequence[str]) -> tuple[Entity, ...]:
        """The entities known by any of the keys, by name and id."""

    def facts(self, namespace: str, ids: Sequence[str]) -> tuple[Fact, ...]:
        """The facts of these ids with all their periods and sources, in the order asked."""

    def facts_about(
        self, namespace: str, entities: Sequence[str] | None, *, as_of: datetime | None, limit: int | None = None
    ) -> tuple[Fact, ...]:
        """Facts with one of the entities as subject or object (None: any), most important first, then last said, then id.

        With `as_of`, states only if one of their periods holds then or reaches back to then, and events whenever they were,
        if they are believed. Without, everything, ended and never-believed facts included.
        """

    def search(
        self, namespace: str, words: Worded | None, like: Likeness | None, *, only: Filter = EVERYTHING
    ) -> Searched:
        """What is found by words, and by a vector, of what passes the filter.

        By words: candidates for BM25 of each kind, documents holding the terms, rarest term first while the rows stay within the cap.
        How rare a term is, and all statistics, are the namespace's; what does not pass the filter is no candidate and
        takes no place under the cap. A term whose documents no longer fit is not used to find candidates, but is counted in
        those found. If even the rarest term has more, its newest documents are taken, as many as the cap says.

        By a vector: as many documents of each kind as it asks for, nearest by cosine, best first, ties by id. When another model is in
        use than its own, nothing is near.
        """

    def neighbourhood(self, namespace: str, walk: Walk, *, only: Filter = EVERYTHING) -> tuple[Reached, ...]:
        """Facts within so many hops of some entities, a hop leading from a fact's subject to its object and back.

        Of an entity the `each` first facts that pass are taken and followed, in the order of `facts_about` and by its rule
        for `as_of`, so that a hub costs no more than a hermit. At most `limit` in all: a nearer hop first, within a
        hop in that order. Only facts that were taken are followed.
        """

    def ask(
        self,
        namespace: str,
        keys: Sequence[str],
        then: Callable[[tuple[Entity, ...]], Sought],
        *,
        only: Filter = EVERYTHING,
    ) -> Brought:
        """What a question asks for: who is known by the keys, as `find` tells it, then what `neighbourhood` and `search` bring.

        `then` says what is sought given those known. A store may ask it about those it expects, to bring all at once; the last time it is asked
        about those that are brought.
        """

    def read(
        self,
        namespace: str,
        *,
        messages: Sequence[str] = (),
        facts: Sequence[str] = (),
        entities: Sequence[str] = (),
        places: Sequence[tuple[str, int]] = (),
        kinds: Sequence[str] = (),
    ) -> Loaded:
        """Everything a recall shows, in one snapshot; `places` are (session, seq) of further messages.

        Of the entities of these kinds it is told which of the messages mention them.
        """

    def unembedded(self, namespace: str, kind: Indexed, model: str) -> tuple[str, ...]:
        """The ids of a kind's indexed documents that have no vector of the model, by id."""

    def embedded(self, namespace: str, kind: Indexed, ids: Sequence[str]) -> tuple[Document, ...]:
        """The vectors in use of these documents, by id, each with its model; those without one are left out.

        For carrying them to another store; a search compares them where they are.
        """

    def embed(self, namespace: str, documents: Sequence[Document], *, expected_version: int) -> None:
        """Store the vectors of documents that are still indexed, beside all else that is stored of them.

        Nothing is journalled and the version does not move: what is known does not change.

        Raises:
            StaleRead: when the version moved since the texts were read, so a vector may be of a text that is gone.
        """

    def tombstones(self, namespace: str) -> tuple[str, ...]:
        """The marks of forgotten messages that no import brings back, sorted."""

    def accesses(self, namespace: str, kind: Indexed) -> tuple[Access, ...]:
        """How often things of a kind came up; those that never did are left out. By id."""

    def count_accesses(self, namespace: str, accesses: Sequence[Access]) -> None:
        """Add to how often things came up; what is not there any more is passed over.

        Nothing is journalled and the version does not move. It creates no namespace.
        """

    def journal(self, namespace: str, *, limit: int) -> tuple[Change, ...]:
        """The newest changes, newest first."""

    def counts(self, namespace: str) -> Counts:
        """The namespace in numbers."""


class WorkQueue(Protocol):
    """What waits to be understood. Work is done when `apply` writes its `Learned`."""

    def lease(
        self, namespace: str, *, now: datetime, until: datetime, limit: int, early: bool = False
    ) -> tuple[Work, ...]:
        """Take up to `limit` waiting items, or items whose lease or back-off has run out, in message order.

        With `early`, failed items are taken before their back-off has run out.
        """

    def work(self, namespace: str, message_ids: Sequence[str]) -> tuple[Work, ...]:
        """The open work items of these messages."""

    def tasks(self, namespace: str, message_ids: Sequence[str], *, before: int) -> tuple[Task, ...]:
        """The open work items of these messages in message order, with the message and the `before` ones before it each."""

    def fail(self, namespace: str, work: Sequence[Work], *, error: str, retry_at: datetime) -> None:
        """Give items back with the reason; they may be leased again from `retry_at`."""

    def backlog(self, namespace: str, *, now: datetime) -> Backlog:
        """How much waits, is being worked on, or has failed."""


class Store(MessageStore, GraphStore, WorkQueue, AuditTrail, Protocol):
    """The three protocols, and the trail of who used it, over one connection."""

    @property
    def url(self) -> str:
        """Where it is, without any password."""

    @property
    def schema(self) -> int:
        """The version of its schema."""

    def embedder(self) -> EmbedderMark | None:
        """Which model vectors are made with, as last marked; None before that."""

    def mark_embedder(self, mark: EmbedderMark) -> None:
        """Record the model before the first vector is stored.

        Raises:
            ConfigError: when the store holds vectors of another model.
        """

    def next_embedder(self) -> EmbedderMark | None:
        """Which model vectors are being made with beside those in use, None while there is none."""

    def prepare_embedder(self, mark: EmbedderMark) -> None:
        """Keep vectors of this model too, beside those in use, which serve until `use_embedder`.

        Vectors made before for this model are kept, and those for a third one removed. Where nothing is in use yet it is
        used at once; where it is in use, nothing changes, and another that was prepared stays.
        """

    def use_embedder(self, mark: EmbedderMark) -> bool:
        """Search with this model's vectors from now on, in every process, and remove those used until now.

        False, and nothing changes, while a document has a vector in use and none of this model: embed it and try again.

        Raises:
            ConfigError: when the model was not prepared.
        """

    def namespaces(self) -> tuple[str, ...]:
        """Every namespace ever written to, sorted."""

    def problems(self) -> tuple[str, ...]:
        """What is wrong with its schema and indexes, each with the way out; empty when all is well."""

    @property
    def remains(self) -> str:
        """What keeps deleted bytes even when scrubbed, and what removes them there; "" for nothing."""

    def scrub(self) -> bool:
        """Remove deleted bytes from the files; False when another process's reading put it off."""

    def close(self) -> None:
        """Release every connection. Later calls raise `StoreUnavailable`."""

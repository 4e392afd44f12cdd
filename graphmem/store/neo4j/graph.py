"""The graph on a server: one write, and reads by key, slot, id and term."""

from __future__ import annotations

import time
import uuid
from collections.abc import Callable, Iterable, Mapping, Sequence
from datetime import datetime

from graphmem.errors import StaleRead
from graphmem.ids import opaque
from graphmem.keys import with_kindred
from graphmem.store.neo4j import evidence, loading, recall
from graphmem.store.neo4j.changes import (
    apply_values,
    fold_values,
    learn_values,
    only_adds,
    only_folds,
    reword_values,
    summary_values,
)
from graphmem.store.neo4j.columns import STATEMENT, named
from graphmem.store.neo4j.part import Part, new_secret
from graphmem.store.neo4j.rows import Map, entity_of, fact_of, filed
from graphmem.store.neo4j.server import Row
from graphmem.store.protocols import Counts
from graphmem.store.records import micros_or_none, moment, moment_or_none
from graphmem.types import (
    EVERYTHING,
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
    Reached,
    Searched,
    Sought,
    Statement,
    Walk,
    Worded,
)

#: So many nodes of a label go in one transaction, and fewer documents than that in the one that all of a namespace goes in: a server with 1 GB could not delete 5000 of each at once.
PART = 1000

#: Stands for "no limit".
_ALL = 2**31 - 1


class Graph(Part):
    """The protocol of the graph."""

    def version(self, namespace: str) -> int:
        """The namespace's version."""
        rows = self.server.read("read/namespace", namespace=namespace)
        if not rows:
            return 0
        self.keep_salt(namespace, rows[0]["secret"])
        return int(rows[0]["version"])

    def identities(self, namespace: str, keys: Iterable[str]) -> Identities:
        """What is stored about the keys and all they are connected with."""
        asked = [filed(key) for key in dict.fromkeys(keys)]
        [found] = self.server.read("read/identities", namespace=namespace, keys=asked)
        return evidence.identities(found)

    def owned(self, namespace: str, keys: Iterable[str]) -> frozenset[str]:
        """The relation keys in use that start directly from one of the keys."""
        return evidence.owned(self.server, namespace, keys)

    def statements(
        self, namespace: str, *, keys: Iterable[str] = (), slots: Iterable[str] = (), messages: Iterable[str] = ()
    ) -> tuple[Statement, ...]:
        """Statements of the keys, the slots and the messages, each once, in message order and by number."""
        return evidence.read_statements(self.server, namespace, keys=keys, slots=slots, messages=messages)

    def candidates(
        self,
        namespace: str,
        *,
        keys: Iterable[str] = (),
        messages: Sequence[str] = (),
        said_of: Iterable[str] = (),
        slots: Iterable[str] = (),
    ) -> Candidates:
        """Everything resolution starts from, in one statement."""
        wanted = with_kindred(keys)
        asked = {
            "keys": sorted(map(filed, wanted)),
            "messages": list(dict.fromkeys(messages)),
            "said_of": [filed(key) for key in dict.fromkeys(said_of)],
            "slots": [filed(slot) for slot in dict.fromkeys(slots)],
        }
        [row] = self.server.read("read/candidates", namespace=namespace, asked=asked)
        if row["secret"] is not None:
            self.keep_salt(namespace, row["secret"])
        near = [each["whole"] or each["key"] for each in row["keys"] if each["near"]]
        return Candidates(
            row["version"],
            evidence.identities(row),
            frozenset({*wanted, *with_kindred(near)}),
            evidence.evidence(row["evidence"], messages),
            evidence.statements(named(STATEMENT, each) for each in row["statements"]),
        )

    def evidence(self, namespace: str, message_ids: Sequence[str]) -> tuple[Evidence, ...]:
        """What the messages contribute at present, in the order asked."""
        rows = self.server.read("read/evidence", namespace=namespace, ids=list(message_ids))
        return evidence.evidence(rows, message_ids)

    def extractions(self, namespace: str, message_ids: Sequence[str]) -> tuple[Extraction, ...]:
        """The stored extractions of the messages that have one, in the order asked."""
        return evidence.extractions(self.server, namespace, message_ids)

    def take_turn(self, namespace: str, holder: str, *, seconds: float) -> None:
        """Let only the holder apply for so long, unless it is somebody else's turn."""
        now = time.time()
        self.server.write("write/take_turn", namespace=namespace, holder=holder, now=now, until=now + seconds)

    def end_turn(self, namespace: str, holder: str) -> None:
        """Give a turn back that was taken and not used."""
        self.server.write("write/end_turn", namespace=namespace, holder=holder)

    def apply(self, namespace: str, changes: Changes, *, expected_version: int, turn: str | None = None) -> Change:
        """Write all of it in one transaction, journal it and raise the version."""
        change = self._change(namespace, changes, expected_version + 1)
        write = uuid.uuid4().hex
        given: Map = {"version": expected_version, "write": write, "turn": turn or "", "clock": time.time()}
        values: Map = {"namespace": namespace, "given": given}
        if only_folds(changes):
            given |= fold_values(changes, change)
            written = self.server.write("write/fold", **values)
        else:
            adds = only_adds(changes)
            given["vectors"] = self.embedders.maps(changes.documents)
            given |= learn_values(changes, change) if adds else apply_values(changes, change)
            written = self._applied(namespace, changes, change, ("write/learn" if adds else "write/apply", values))
        if not written:
            self._refuse(namespace, changes, expected_version, turn, write)
        if changes.erased or changes.reworded or changes.everything:
            self.texts.drop()
            self.vectors.drop()
            self.nouns.drop()
        if changes.everything:
            self.lose_salt(namespace)
        return change

    def _applied(self, namespace: str, changes: Changes, change: Change, first: tuple[str, Map]) -> list[Row]:
        """The rows of the one write and of what goes with it, in one transaction; none when something moved."""
        steps: list[tuple[str, Mapping[str, object]]] = [first]
        if changes.reworded:
            steps.append(("write/reword", {"namespace": namespace, **reword_values(changes)}))
        if changes.summaries or changes.summaries_gone:
            steps.append(("write/summarize", {"namespace": namespace, **summary_values(changes)}))
        if changes.erased:
            steps.append(("write/erase", {"namespace": namespace, "erased": list(changes.erased)}))
        if changes.tombstones:
            steps.append(("write/bury", {"namespace": namespace, "marks": list(changes.tombstones)}))
        if changes.everything:
            self._erase_most(namespace, change.version - 1)
            told = {"namespace": namespace, "secret": new_secret(), "version": change.version}
            steps.append(("write/erase_everything", told))
        return self.server.write_all(steps)[0] if len(steps) > 1 else self.server.write(first[0], **first[1])

    def _erase_most(self, namespace: str, version: int) -> None:
        """Of more than fits into one transaction most goes before it, as long as the version stays; stopped in between, it goes on when it is called again."""
        gone = -1
        while gone:
            part = self.server.write("write/erase_part", namespace=namespace, version=version, most=PART)
            gone = part[0]["gone"] if part else 0

    def entities(
        self, namespace: str, *, ids: Sequence[str] | None = None, limit: int | None = None
    ) -> tuple[Entity, ...]:
        """The entities of these ids in the order asked, or all by name, kind, id."""
        cut = _ALL if limit is None else max(limit, 0)
        if ids is None:
            rows = self.server.read("read/all_entities", namespace=namespace, limit=cut)
            return tuple(entity_of(row["entity"]) for row in rows)
        found = {
            row["entity"]["id"]: row["entity"]
            for row in self.server.read("read/entities", namespace=namespace, ids=list(ids))
        }
        return tuple(entity_of(found[asked]) for asked in dict.fromkeys(ids) if asked in found)[:cut]

    def find(self, namespace: str, keys: Sequence[str]) -> tuple[Entity, ...]:
        """The entities the keys belong to, each once, by name and id."""
        return self._brought(namespace, keys, Sought()).entities

    def facts(self, namespace: str, ids: Sequence[str]) -> tuple[Fact, ...]:
        """The facts of these ids with all their periods and sources, in the order asked."""
        found = {
            row["fact"]["id"]: row["fact"] for row in self.server.read("read/facts", namespace=namespace, ids=list(ids))
        }
        return tuple(fact_of(found[asked]) for asked in dict.fromkeys(ids) if asked in found)

    def facts_about(
        self, namespace: str, entities: Sequence[str] | None, *, as_of: datetime | None, limit: int | None = None
    ) -> tuple[Fact, ...]:
        """Facts of any of the entities, None for all facts, most important first, then last said, then id."""
        values: Map = {
            "namespace": namespace,
            "as_of": micros_or_none(as_of),
            "limit": _ALL if limit is None else max(limit, 0),
        }
        if entities is None:
            rows = self.server.read("read/all_facts", **values)
        else:
            rows = self.server.read("read/facts_about", entities=list(dict.fromkeys(entities)), **values)
        return tuple(fact_of(row["fact"]) for row in rows)

    def search(
        self, namespace: str, words: Worded | None, like: Likeness | None, *, only: Filter = EVERYTHING
    ) -> Searched:
        """Candidates for BM25 within the cap, rows by id, and the nearest by cosine, best first, ties by id."""
        return self._brought(namespace, (), Sought(None, words, like), only=only).searched

    def neighbourhood(self, namespace: str, walk: Walk, *, only: Filter = EVERYTHING) -> tuple[Reached, ...]:
        """Facts within so many hops of some entities, nearest first."""
        return self._brought(namespace, (), Sought(walk), only=only).reached

    def ask(
        self,
        namespace: str,
        keys: Sequence[str],
        then: Callable[[tuple[Entity, ...]], Sought],
        *,
        only: Filter = EVERYTHING,
    ) -> Brought:
        """Who is known by the keys, and what is then sought, in one statement where they are those expected."""
        return recall.ask(
            self.server,
            namespace,
            keys,
            then,
            only=only,
            nouns=self.nouns,
            texts=self.texts,
            vectors=self.vectors,
        )

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
        """Everything a recall shows."""
        return loading.read(
            self.server,
            self.nouns,
            namespace,
            messages=messages,
            facts=facts,
            entities=entities,
            places=places,
            kinds=kinds,
        )

    def unembedded(self, namespace: str, kind: Indexed, model: str) -> tuple[str, ...]:
        """The ids of a kind's indexed documents that have no vector of the model, by id."""
        rows = self.server.read("read/unembedded", namespace=namespace, kind=kind, model=model)
        return tuple(row["id"] for row in rows)

    def embed(self, namespace: str, documents: Sequence[Document], *, expected_version: int) -> None:
        """Store the vectors of documents that are still indexed."""
        vectors = self.embedders.maps(documents)
        if not self.server.write("write/embed", namespace=namespace, version=expected_version, vectors=vectors):
            raise StaleRead(f"the namespace is not at version {expected_version} any more; read again")

    def journal(self, namespace: str, *, limit: int) -> tuple[Change, ...]:
        """The newest changes, newest first."""
        rows = self.server.read("read/journal", namespace=namespace, limit=max(limit, 0))
        return tuple(
            Change(
                row["id"],
                row["version"],
                row["cause"],
                moment(row["at"]),
                tuple(row["messages"]),
                tuple(row["facts"]),
                tuple(row["facts_gone"]),
            )
            for row in rows
        )

    def counts(self, namespace: str) -> Counts:
        """The namespace in numbers."""
        [row] = self.server.read("read/counts", namespace=namespace)
        return Counts(**{**row, "last_at": moment_or_none(row["last_at"])})

    def _brought(self, namespace: str, keys: Sequence[str], sought: Sought, *, only: Filter = EVERYTHING) -> Brought:
        return recall.read(self.server, namespace, keys, sought, only=only, texts=self.texts, vectors=self.vectors)

    def _change(self, namespace: str, changes: Changes, version: int) -> Change:
        gone = set(changes.erased)
        return Change(
            id=opaque(self.salt(namespace), "change", str(version)),
            version=version,
            cause=changes.cause,
            at=changes.at,
            messages=tuple(each.message_id for each in changes.learned if each.message_id not in gone),
            facts=tuple(fact.id for fact in changes.facts),
            facts_gone=changes.facts_gone,
        )

    def _refuse(self, namespace: str, changes: Changes, expected: int, turn: str | None, write: str) -> None:
        """Say why nothing was written, unless it was: a commit whose answer was lost is found written when sent again."""
        rows = self.server.read("read/namespace", namespace=namespace)
        if not rows:
            raise StaleRead(f"the namespace {namespace!r} is not there any more; open the memory again")
        present = rows[0]
        if present["written"] == write:
            return
        if present["turn"] not in (None, turn) and present["turn_until"] >= time.time():
            raise StaleRead("it is the turn of another writer that lost many races; read again")
        if present["version"] != expected:
            raise StaleRead(
                f"the namespace is at version {present['version']}, and this was resolved from {expected}; read again"
            )
        answered = {each.message_id: each.generation for each in changes.learned}
        wanted = {
            row["message"]: row["generation"]
            for row in self.server.read("read/work", namespace=namespace, ids=list(answered))
        }
        for message_id, generation in answered.items():
            if generation != wanted.get(message_id, 0):
                raise StaleRead(
                    f"message {message_id!r} was queued anew or finished meanwhile: its work is at generation "
                    f"{wanted.get(message_id, 0)}, and this answers {generation}; read again"
                )
        raise StaleRead("something moved while this was written; read again")

"""What a process keeps of what recalls read: facts and messages as they were at one version of their namespace.

The same facts and turns come up in question after question, and making a noun of its rows costs more than finding it. The version
rises with every change to what is known, and the journal says what each change touched: the rest is taken over to the next version. A change
that it says nothing of, as when messages were erased or reworded, leaves nothing standing. A message that only comes moves no version, and is
read when it is first asked for. So nothing here outlives what it is read from by more than until the next search.
"""

from __future__ import annotations

import threading
from collections.abc import Collection, Iterable, Mapping, Sequence

from graphmem.store.keeping import Keeping
from graphmem.store.mentions import KeptMentions, Mentions, Whom
from graphmem.store.records import WITHDRAWN_MARK, read_strings
from graphmem.store.sqlite import facts as stored_facts
from graphmem.store.sqlite import messages as stored_messages
from graphmem.store.sqlite.scope import Scope
from graphmem.store.touching import LATEST
from graphmem.types import Fact, Message

#: What is kept takes at most about this many bytes.
KEPT_BYTES = 64 * 1024 * 1024

#: Longer texts are read anew each time.
_LONGEST = 8000

#: About what a fact takes, a source of it, and a message beside its text.
_FACT, _SOURCE, _MESSAGE = 2500, 250, 1000

#: The messages whose word was withdrawn, all of a namespace: an index holds these alone.
WITHDRAWN = (
    "SELECT message FROM extractions INDEXED BY extractions_withdrawn "
    f"WHERE ns = :ns AND instr(body, '{WITHDRAWN_MARK}') > 0"
)

#: Who and what messages mention, from each message's own uses of names, so that a name used everywhere costs no more.
MENTIONED = """
    SELECT u.message, n.id, n.name, n.kind, n.is_self FROM uses AS u
    CROSS JOIN entity_of AS k ON k.ns = u.ns AND k.key = u.key
    CROSS JOIN entities AS n ON n.ns = k.ns AND n.id = k.entity
    WHERE u.ns = :ns AND u.message IN (:values)
"""

#: What changes touched since a version.
TOUCHED = "SELECT touched, moved, messages FROM journal WHERE ns = :ns AND version > :since AND version <= :until"


class Said:
    """The messages that are kept; they stay what they are until one is erased or reworded."""

    def __init__(self) -> None:
        self.size = 0
        self._lock = threading.Lock()
        self._by_id: dict[str, Message] = {}
        self._by_place: dict[tuple[str, int], Message] = {}

    def read(self, here: Scope, ids: Sequence[str], places: Sequence[tuple[str, int]]) -> list[Message]:
        """The messages of these ids and at these places, in message order."""
        kept = self._by_id
        missing = [id for id in ids if id not in kept]
        lacking = [place for place in places if place not in self._by_place]
        read = [*stored_messages.by_id(here, missing)] if missing else []
        read += stored_messages.at_places(here, lacking) if lacking else ()
        now = {message.id: message for message in read}
        found = {id: message for id in ids if (message := kept.get(id) or now.get(id)) is not None}
        there = {(message.session, message.seq): message for message in read}
        at = (self._by_place.get(place) or there.get(place) for place in places)
        found |= {message.id: message for message in at if message is not None}
        self._keep(read)
        return sorted(found.values(), key=stored_messages.place)

    def _keep(self, read: Iterable[Message]) -> None:
        with self._lock:
            for message in read:
                if len(message.text) <= _LONGEST and message.id not in self._by_id:
                    self._by_id[message.id] = self._by_place[message.session, message.seq] = message
                    self.size += _MESSAGE + 4 * len(message.text)


class Nouns:
    """What is kept of one namespace at one version."""

    def __init__(
        self,
        version: int,
        said: Said | None = None,
        facts: Mapping[str, Fact] | None = None,
        mentions: KeptMentions | None = None,
    ) -> None:
        self.stamp = version
        self.said = Said() if said is None else said
        self._mentions = mentions or KeptMentions(version)
        self._lock = threading.Lock()
        self._facts = dict(facts or {})
        self._facts_size = _weight(self._facts.values())
        self._withdrawn: frozenset[str] | None = None

    @property
    def size(self) -> int:
        """Bytes taken, about."""
        return self.said.size + self._facts_size + self._mentions.size

    def later(self, here: Scope) -> Nouns:
        """What of this stands at the version that the transaction sees."""
        if here.version - self.stamp > LATEST:
            return Nouns(here.version)
        changes = here.rows(TOUCHED, since=self.stamp, until=here.version)
        if len(changes) < here.version - self.stamp or any(touched is None for touched, _, _ in changes):
            return Nouns(here.version)
        gone = {id for touched, _, _ in changes for id in read_strings(touched)}
        learned = {id for _, _, messages in changes for id in read_strings(messages)}
        self._mentions.let_go(learned, gone, here.version)
        if any(moved for _, moved, _ in changes):
            return Nouns(here.version, self.said, mentions=self._mentions)
        with self._lock:
            facts = {id: fact for id, fact in self._facts.items() if id not in gone}
        return Nouns(here.version, self.said, facts, self._mentions)

    def facts(self, here: Scope, ids: Iterable[str]) -> tuple[Fact, ...]:
        """The facts of these ids with periods and sources, in the order asked."""
        asked = list(dict.fromkeys(ids))
        missing = [id for id in asked if id not in self._facts]
        read = {fact.id: fact for fact in stored_facts.read(here, missing)} if missing else {}
        with self._lock:
            self._facts |= read
            self._facts_size += _weight(read.values())
        return tuple([self._facts[id] for id in asked if id in self._facts])

    def mentions(self, here: Scope, ids: Sequence[str]) -> Mentions:
        """Whom each of the messages mentions."""
        kept = self._mentions.of(ids, self.stamp)
        missing = [id for id in ids if id not in kept]
        if not missing:
            return kept
        read: dict[str, set[Whom]] = {id: set() for id in missing}
        for message, *whom in here.rows_in(MENTIONED, missing):
            read[message].add(Whom(*whom))
        new = {id: tuple(whom) for id, whom in read.items()}
        self._mentions.keep(new, self.stamp)
        return kept | new

    def withdrawn(self, here: Scope, ids: Iterable[str]) -> frozenset[str]:
        """Those of the messages whose word was withdrawn."""
        if self._withdrawn is None:
            self._withdrawn = frozenset([id for (id,) in here.rows(WITHDRAWN)])
        return self._withdrawn.intersection(ids)


def _weight(facts: Collection[Fact]) -> int:
    return _FACT * len(facts) + _SOURCE * sum([len(fact.sources) for fact in facts])


class NounCache:
    """What is kept of all namespaces."""

    def __init__(self) -> None:
        self.keeping: Keeping[int, Nouns] = Keeping(KEPT_BYTES)

    def of(self, here: Scope) -> Nouns:
        """What is kept of a namespace as this transaction sees it."""
        return self.keeping.of(
            here.ns, here.version, lambda before: before.later(here) if before else Nouns(here.version)
        )

"""What a process keeps of what recalls read: facts and messages as they were at one version of their namespace.

The same facts and turns come up in question after question, and making a noun of its rows costs more than finding it. The version
rises with every change to what is known, forgetting and rewording included; a message that only comes does not move it, and is
read when it is first asked for. So nothing here outlives what it is read from by more than until the next search.
"""

from __future__ import annotations

import threading
from collections.abc import Iterable, Sequence

from graphmem.store.keeping import Keeping
from graphmem.store.records import WITHDRAWN_MARK
from graphmem.store.sqlite import facts as stored_facts
from graphmem.store.sqlite import messages as stored_messages
from graphmem.store.sqlite.scope import Scope
from graphmem.types import Fact, Message

#: What is kept takes at most about this many bytes.
KEPT_BYTES = 64 * 1024 * 1024

#: Longer texts are read anew each time.
_LONGEST = 8000

#: About what a fact takes, a message beside its text, and an id alone.
_FACT, _MESSAGE, _ID = 2500, 1000, 150

#: The messages whose word was withdrawn.
WITHDRAWN = "SELECT message FROM extractions WHERE ns = :ns AND message IN (:values) AND instr(body, :mark) > 0"


class Nouns:
    """What is kept of one namespace at one version."""

    def __init__(self, version: int) -> None:
        self.stamp = version
        self.size = 0
        self._lock = threading.Lock()
        self._facts: dict[str, Fact] = {}
        self._messages: dict[str, Message] = {}
        self._places: dict[tuple[str, int], Message] = {}
        self._withdrawn: dict[str, bool] = {}

    def facts(self, here: Scope, ids: Iterable[str]) -> tuple[Fact, ...]:
        """The facts of these ids with periods and sources, in the order asked."""
        asked = list(dict.fromkeys(ids))
        missing = [id for id in asked if id not in self._facts]
        read = {fact.id: fact for fact in stored_facts.read(here, missing)} if missing else {}
        with self._lock:
            self._facts |= read
            self.size += _FACT * len(read)
        return tuple([self._facts[id] for id in asked if id in self._facts])

    def messages(self, here: Scope, ids: Sequence[str], places: Sequence[tuple[str, int]]) -> list[Message]:
        """The messages of these ids and at these places, in message order."""
        kept = self._messages
        missing = [id for id in ids if id not in kept]
        lacking = [place for place in places if place not in self._places]
        read = [*stored_messages.by_id(here, missing)] if missing else []
        read += stored_messages.at_places(here, lacking) if lacking else ()
        now = {message.id: message for message in read}
        found = {id: message for id in ids if (message := kept.get(id) or now.get(id)) is not None}
        there = {(message.session, message.seq): message for message in read}
        at = (self._places.get(place) or there.get(place) for place in places)
        found |= {message.id: message for message in at if message is not None}
        self._keep(read)
        return sorted(found.values(), key=stored_messages.place)

    def withdrawn(self, here: Scope, ids: Iterable[str]) -> frozenset[str]:
        """Those of the messages whose word was withdrawn."""
        asked = list(ids)
        missing = [id for id in asked if id not in self._withdrawn]
        if missing:
            gone = {id for (id,) in here.rows_in(WITHDRAWN, missing, mark=WITHDRAWN_MARK)}
            self._withdrawn |= {id: id in gone for id in missing}
            self.size += _ID * len(missing)
        return frozenset([id for id in asked if self._withdrawn[id]])

    def _keep(self, read: Iterable[Message]) -> None:
        with self._lock:
            for message in read:
                if len(message.text) <= _LONGEST and message.id not in self._messages:
                    self._messages[message.id] = self._places[message.session, message.seq] = message
                    self.size += _MESSAGE + 4 * len(message.text)


class NounCache:
    """What is kept of all namespaces."""

    def __init__(self) -> None:
        self.keeping: Keeping[int, Nouns] = Keeping(KEPT_BYTES)

    def of(self, here: Scope) -> Nouns:
        """What is kept of a namespace as this transaction sees it."""
        return self.keeping.of(here.ns, here.version, lambda: Nouns(here.version))

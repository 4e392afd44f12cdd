"""What a process keeps of what recalls read: messages, facts and entities, as of a version of their namespace.

The same turns and facts come up in question after question, and sending them again is most of what a recall costs a server and the
driver. The journal says what each change touched, so the server is told the version that things are kept as of, and answers with what is
not kept or was touched since. A change that it says nothing of, as when messages were erased or reworded, leaves nothing standing.
"""

from __future__ import annotations

import threading
from collections import OrderedDict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple, TypeVar

from graphmem.forking import anew_after_fork
from graphmem.store.mentions import KeptMentions, Mentions, Whom
from graphmem.types import Entity, Fact, Message

#: What is kept takes at most about this many bytes.
KEPT_BYTES = 64 * 1024 * 1024

#: So many keys are kept at most with whom they name.
KEYS = 4096

#: Longer texts are read anew each time.
_LONGEST = 8000

#: About what a message, a letter of it, a fact, a source of it and an entity take.
_MESSAGE, _LETTER, _FACT, _SOURCE, _ENTITY = 1000, 4, 2500, 250, 1000

Place = tuple[str, int]
N = TypeVar("N", Message, Fact, Entity)


@dataclass(frozen=True, slots=True)
class Asked:
    """What is asked for, each once."""

    messages: Sequence[str]
    places: Sequence[Place]
    facts: Sequence[str]
    entities: Sequence[str]


@dataclass(frozen=True, slots=True)
class Known:
    """What was kept of that, as of a version; `round` counts how often everything was let go."""

    round: int
    secret: str = ""
    since: int = 0
    messages: Mapping[str, Message] = field(default_factory=dict)
    places: Mapping[Place, Message] = field(default_factory=dict)
    facts: Mapping[str, Fact] = field(default_factory=dict)
    entities: Mapping[str, Entity] = field(default_factory=dict)
    mentions: Mentions = field(default_factory=dict)
    withdrawn: frozenset[str] = frozenset()

    def messages_kept(self) -> list[Message]:
        """All messages, those asked for by their places too."""
        return [*self.messages.values(), *self.places.values()]

    def mentioned(self) -> set[str]:
        """The ids of all whom these messages mention."""
        return {whom.id for each in self.mentions.values() for whom in each}


@dataclass(frozen=True, slots=True)
class Told:
    """What the server answered: what is not kept or was touched, and whether the rest of what is kept still stands."""

    secret: str
    version: int
    fresh: bool
    touched: frozenset[str]
    learned: frozenset[str]
    moved: bool
    messages: Sequence[Message]
    facts: Mapping[str, Fact]
    entities: Mapping[str, Entity]
    mentions: Mentions
    withdrawn: frozenset[str]

    def stands(self, message: str, mentions: Sequence[Whom]) -> bool:
        """Whether a message still mentions those whom it was kept to: a key that comes to another touches the one whom it named."""
        return message not in self.learned and self.touched.isdisjoint([whom.id for whom in mentions])

    @property
    def since(self) -> int:
        """The version that this is surely as of: a change may be seen before all that it wrote is."""
        return max(self.version - 1, 0)


class Expected(NamedTuple):
    """Whom keys may name, by name and id; `round` counts how often everything was let go."""

    round: int
    entities: tuple[Entity, ...]


class Nouns:
    """What is kept of one namespace as of one version."""

    def __init__(self, secret: str, since: int) -> None:
        self.secret = secret
        self.since = since
        self._size = 0
        self._messages: dict[str, Message] = {}
        self._places: dict[Place, Message] = {}
        self._withdrawn: set[str] = set()
        self._mentions = KeptMentions()
        self._facts: dict[str, Fact] = {}
        self._entities: dict[str, Entity] = {}

    @property
    def size(self) -> int:
        """Bytes taken, about."""
        return self._size + self._mentions.size

    def known(self, asked: Asked, round: int) -> Known:
        """What is kept of what is asked for."""
        messages = {id: self._messages[id] for id in asked.messages if id in self._messages}
        places = {place: self._places[place] for place in asked.places if place in self._places}
        ids = {*messages, *(message.id for message in places.values())}
        return Known(
            round,
            self.secret,
            self.since,
            messages,
            places,
            {id: self._facts[id] for id in asked.facts if id in self._facts},
            {id: self._entities[id] for id in asked.entities if id in self._entities},
            self._mentions.of(ids),
            frozenset(self._withdrawn & ids),
        )

    def let_go(self, told: Told) -> None:
        """Of what changes touched nothing stays."""
        for id in told.learned & self._messages.keys():
            message = self._messages.pop(id)
            self._places.pop((message.session, message.seq), None)
            self._size -= _weight(message)
        self._mentions.let_go(told.learned, told.touched)
        for id in list(self._facts) if told.moved else told.touched & self._facts.keys():
            self._size -= _weight(self._facts.pop(id))
        for id in told.touched & self._entities.keys():
            self._size -= _weight(self._entities.pop(id))

    def keep(self, told: Told) -> None:
        """What was read is kept too."""
        short = {each.id: each for each in told.messages if len(each.text) <= _LONGEST}
        self._withdrawn = self._withdrawn.difference(short) | told.withdrawn.intersection(short)
        self._places |= {(each.session, each.seq): each for each in short.values()}
        self._size += _added(self._messages, short) + _added(self._facts, told.facts)
        self._size += _added(self._entities, told.entities)
        self._mentions.keep({id: whom for id, whom in told.mentions.items() if id in self._messages})


class NounCache:
    """What is kept of all namespaces, shared by a process's threads; the one not asked for longest goes first."""

    def __init__(self, most: int = KEPT_BYTES) -> None:
        self._most = most
        self._round = 0
        self.after_fork()
        anew_after_fork(self)

    def after_fork(self) -> None:
        """Begin with nothing, whoever else was at it."""
        self._lock = threading.Lock()
        self._kept: OrderedDict[str, Nouns] = OrderedDict()
        self._named: dict[str, dict[str, tuple[Entity, ...]]] = {}

    def known(self, namespace: str, asked: Asked) -> Known:
        """What is kept of what is asked for."""
        with self._lock:
            kept = self._kept.get(namespace)
            return Known(self._round) if kept is None else kept.known(asked, self._round)

    def learn(self, namespace: str, known: Known, told: Told) -> None:
        """Keep what a server told to one who knew this."""
        with self._lock:
            kept = self._kept.get(namespace)
            if known.round != self._round:
                return
            if told.fresh and kept is not None and (kept.secret, kept.since) == (told.secret, known.since):
                kept.let_go(told)
                kept.since = max(kept.since, told.since)
            elif not told.fresh and (kept is None or (kept.secret, kept.since) == (known.secret, known.since)):
                if kept is not None:
                    self._named.pop(namespace, None)
                kept = self._kept[namespace] = Nouns(told.secret, told.since)
            # What another thread learned meanwhile may be newer than what was read here.
            if kept is not None and kept.secret == told.secret and kept.since <= told.since:
                kept.keep(told)
                self._kept.move_to_end(namespace)
            while sum(each.size for each in self._kept.values()) > self._most:
                gone, _ = self._kept.popitem(last=False)
                self._named.pop(gone, None)

    def expected(self, namespace: str, keys: Iterable[str]) -> Expected:
        """Whom the keys named when they were last looked for; it may have changed since."""
        with self._lock:
            named = self._named.get(namespace, {})
            found = {entity.id: entity for key in keys for entity in named.get(key, ())}
            return Expected(self._round, tuple(sorted(found.values(), key=_by_name)))

    def expect(self, namespace: str, keys: Iterable[str], before: Expected, known: Sequence[Entity]) -> None:
        """Whom the keys name now, for one who expected this; whom others name is let go where it is too much."""
        bearers: dict[str, tuple[Entity, ...]] = {}
        for entity in known:
            for key in entity.keys:
                bearers[key] = (*bearers.get(key, ()), entity)
        with self._lock:
            if before.round != self._round:
                return
            if sum(map(len, self._named.values())) > KEYS:
                self._named.clear()
            named = self._named.setdefault(namespace, {})
            for key in keys:
                if key in bearers:
                    named[key] = bearers[key]
                else:
                    named.pop(key, None)

    def drop(self) -> None:
        """Keep nothing, also of what is being read."""
        with self._lock:
            self._round += 1
            self._kept.clear()
            self._named.clear()


def _by_name(entity: Entity) -> tuple[str, str]:
    return entity.name, entity.id


def _added(kept: dict[str, N], new: Mapping[str, N]) -> int:
    """How many bytes more are taken once these are kept too."""
    before = [kept[id] for id in new if id in kept]
    kept.update(new)
    return sum(map(_weight, new.values())) - sum(map(_weight, before))


def _weight(noun: Message | Fact | Entity) -> int:
    """About how many bytes it takes."""
    match noun:
        case Message():
            return _MESSAGE + _LETTER * len(noun.text)
        case Fact():
            return _FACT + _SOURCE * len(noun.sources)
        case Entity():
            return _ENTITY

"""Small makers of what stores are given: a test names what matters to it, and the rest is the story of Ada."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from typing import TYPE_CHECKING, Any

import numpy as np

from graphmem.store import EmbedderMark, Store
from graphmem.types import (
    EVERYTHING,
    Appended,
    Change,
    Changes,
    Claim,
    Document,
    Entity,
    Evidence,
    Extraction,
    Fact,
    Filter,
    Granularity,
    Indexed,
    Learned,
    Likeness,
    Mention,
    Message,
    NameUse,
    Near,
    Period,
    Placed,
    Postings,
    Sameness,
    Statement,
    Summary,
    SummaryLine,
    TextPart,
    When,
    Worded,
)

if TYPE_CHECKING:
    from graphmem.types.changes import Vector

START = datetime(2025, 3, 1, 9, tzinfo=UTC)
ADA = "ada"


def at(minute: float) -> datetime:
    """That many minutes into the story."""
    return START + timedelta(minutes=minute)


def message(
    text: str = "My sister Ana moved to Lisbon.", *, key: str = "k1", minute: float = 0, **other: Any
) -> Message:
    """A message of Ada's; its id follows from its key."""
    given: dict[str, Any] = {
        "id": f"m-{key}",
        "key": key,
        "session": "s1",
        "role": "user",
        "parts": (TextPart(text),),
        "text": text,
        "at": at(minute),
        "recorded_at": START,
        **other,
    }
    return Message(**given)


def document(id: str, text: str, *, kind: Any = "message", vector: Sequence[float] | None = None) -> Document:
    """The index entry of a text, a term a word."""
    words = text.lower().split()
    return Document(kind, id, Counter(words), len(words), None if vector is None else floats(*vector))


def floats(*numbers: float) -> Vector:
    """A float32 vector."""
    return np.array(numbers, dtype=np.float32)


def append(
    store: Store, *messages: Message, namespace: str = ADA, followers: int = 0, lease_until: datetime | None = None
) -> tuple[Appended, ...]:
    """Store messages, each indexed by its words."""
    entries = [(each, document(each.id, each.text)) for each in messages]
    return store.append(namespace, entries, followers=followers, lease_until=lease_until)


def use(key: str = "n:ana", surface: str = "Ana", kind: str = "Person", weight: float = 0.7) -> NameUse:
    """One use of a name."""
    return NameUse(key, surface, kind, weight, 10, 13)


def statement(
    of: Message, number: int = 0, *, subject: str = "n:ana", object: str | None = "n:lisbon", **other: Any
) -> Statement:
    """What a message states: Ana lives in Lisbon, unless told otherwise."""
    given: dict[str, Any] = {
        "message_id": of.id,
        "number": number,
        "subject": subject,
        "predicate": "lives_in",
        "phrase": "lives in",
        "object": object,
        "value": None,
        "nature": "state",
        "stance": "holds",
        "positive": True,
        "certainty": "certain",
        "current": True,
        "person": True,
        "speaker": "self",
        "confidence": 0.8,
        "importance": None,
        "quote": (0, 12),
        "at": of.at,
        "session": of.session,
        "seq": of.seq,
        "recorded_at": of.recorded_at,
        **other,
    }
    return Statement(**given)


def learned(
    message_id: str,
    *,
    generation: int = 0,
    names: Sequence[NameUse] = (),
    same: Sequence[tuple[str, str]] = (),
    statements: Sequence[Statement] = (),
    extraction: Extraction | None = None,
) -> Learned:
    """What was understood of a message."""
    samenesses = tuple(Sameness(left, right) for left, right in same)
    return Learned(
        message_id,
        generation,
        extraction or Extraction(message_id, "by hand", "1"),
        Evidence(message_id, tuple(names), samenesses, tuple(statements)),
    )


def rich_extraction(message_id: str) -> Extraction:
    """An extraction with every field in use."""
    march = When(datetime(2025, 3, 1, tzinfo=UTC), datetime(2025, 4, 1, tzinfo=UTC), Granularity.MONTH)
    return Extraction(
        message_id,
        "by hand",
        "2",
        mentions=(
            Mention("I", 0, 1, "self"),
            Mention("sister", 3, 9, "relation", "sister", "Person", 0.9, owner=0),
            Mention("Ana", 10, 13, "name", "Ana", "Person", 0.8),
            Mention("Lisbon", 23, 29, "name", "Lisbon", "Place", 0.8),
        ),
        claims=(
            Claim(2, "move to", "moved to", (3, 29), object=3, nature="event", start=march, end=march, asserted_by=0),
            Claim(2, "like", "likes", (3, 29), value="jazz\x00🎷", stance="ends", positive=False, certainty="reported"),
        ),
        same=((1, 2),),
        used=("m-before",),
        reading="unsupported",
    )


def entity(id: str = "e-ana", name: str = "Ana", kind: str = "Person", *, keys: Sequence[str] = ("n:ana",)) -> Entity:
    """Ana, unless told otherwise."""
    return Entity(id, name, kind, (name,), tuple(keys))


def period(fact_id: str = "f1", start: datetime | None = START, end: datetime | None = None, **other: Any) -> Period:
    """When a fact holds; from the beginning of the story on, unless told otherwise."""
    stated = other.pop("start_stated", True)
    return Period(fact_id, start, None if start is None else Granularity.DAY, stated, end, **other)


def fact(id: str = "f1", *, subject: str = "e-ana", object: str | None = "e-lisbon", **other: Any) -> Fact:
    """Ana lives in Lisbon, unless told otherwise."""
    given: dict[str, Any] = {
        "id": id,
        "slot": "slot-ana-home",
        "subject": subject,
        "subject_name": "Ana",
        "predicate": "lives_in",
        "object": object,
        "object_name": None if object is None else "Lisbon",
        "value": None,
        "sentence": "Ana lives in Lisbon.",
        "nature": "state",
        "positive": True,
        "certainty": "certain",
        "person": True,
        "confidence": 0.8,
        "importance": 0.5,
        "category": "personal",
        "said_at": START,
        "recorded_at": START,
        **other,
    }
    return Fact(**given)


def apply(
    store: Store, *, namespace: str = ADA, entity_of: Mapping[str, str | None] | None = None, **what: Any
) -> Change:
    """Write changes on top of whatever the version is."""
    changes = Changes(what.pop("cause", "learn"), START, entity_of=entity_of or {}, **what)
    return store.apply(namespace, changes, expected_version=store.version(namespace))


def postings(
    store: Store, namespace: str, kinds: Sequence[Indexed], terms: Sequence[str], *, cap: int, only: Filter = EVERYTHING
) -> Mapping[Indexed, Postings]:
    """What a search by words alone finds."""
    return store.search(namespace, Worded(kinds, terms, cap), None, only=only).postings


def nearest(
    store: Store,
    namespace: str,
    kinds: Sequence[Indexed],
    vector: Vector,
    *,
    limit: int | Mapping[Indexed, int],
    only: Filter = EVERYTHING,
    model: str | None = None,
) -> Mapping[Indexed, Sequence[Near]]:
    """What a search by a vector alone finds."""
    most = {kind: limit if isinstance(limit, int) else limit[kind] for kind in kinds}
    return store.search(namespace, None, Likeness(vector, most, model), only=only).near


def tell(
    store: Store, *, namespace: str = ADA, key: str = "k1", text: str = "My sister Ana moved to Lisbon."
) -> Message:
    """Store a message with everything that can follow from it, so that each kind of row exists; returns it as stored."""
    store.mark_embedder(EmbedderMark("by-hand", 2))
    said = append(store, message(text, key=key), namespace=namespace)[0].message
    stated = statement(said, value=text)
    apply(
        store,
        namespace=namespace,
        learned=(
            learned(
                said.id,
                generation=1,
                names=[use(), use("n:lisbon", text, "Place")],
                same=[("n:ana", "r:self/sister")],
                statements=[stated],
                extraction=replace(rich_extraction(said.id), extractor=text),
            ),
        ),
        entity_of={"n:ana": "e-ana", "r:self/sister": "e-ana", "n:lisbon": "e-lisbon"},
        entities=(entity(), entity("e-lisbon", text, "Place", keys=["n:lisbon"])),
        facts=(fact("f1", sentence=text, periods=(period(),)),),
        placed=(placed(stated),),
        documents=(
            document("f1", text, kind="fact", vector=(1, 0)),
            document("e-lisbon", text, kind="entity", vector=(0, 1)),
            Document("message", said.id, vector=floats(1, 1)),
        ),
        summaries=(Summary(said.session, (SummaryLine(said.id, said.at, "Ada", text),), (said.at, said.seq)),),
    )
    return said


def untell(store: Store, said: Message, *, namespace: str = ADA) -> None:
    """Erase the one message `tell` told, with all that followed."""
    apply(
        store,
        namespace=namespace,
        cause="forget",
        erased=(said.id,),
        entity_of={"n:ana": None, "r:self/sister": None, "n:lisbon": None},
        entities_gone=("e-ana", "e-lisbon"),
        facts_gone=("f1",),
        summaries_gone=(said.session,),
    )


def placed(of: Statement, fact_id: str = "f1", slot: str = "slot-ana-home") -> Placed:
    """Where a statement belongs."""
    return Placed(of.message_id, of.number, fact_id, slot)


def with_seq(of: Message, seq: int) -> Message:
    """The message as the store numbers it."""
    return replace(of, seq=seq)

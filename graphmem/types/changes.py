"""Everything one cause does to the graph, as one value: written in one transaction, journalled.

The derived side (entities, facts, periods) is rewritten here and nowhere else.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime
from typing import TYPE_CHECKING, Literal

from graphmem.types.claims import Extraction
from graphmem.types.evidence import Evidence
from graphmem.types.graph import Entity, Fact
from graphmem.types.messages import Message, Summary

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Vector = NDArray[np.float32]

Indexed = Literal["message", "fact", "entity"]
"""The kinds of things that are indexed for text and vectors."""

CauseKind = Literal["learn", "fold", "forget", "configure", "rebuild", "undo", "reextract", "edit"]


@dataclass(frozen=True, slots=True)
class Document:
    """What an index holds of one thing: its terms with their counts, its length in terms, its vector.

    `terms` None leaves the stored terms as they are, and so does `vector` None for the vector. `model` is the one that made the
    vector, None for the one in use: a vector goes to those of its model, and is left out when the store keeps none of it.
    """

    kind: Indexed
    id: str
    terms: Mapping[str, int] | None = None
    length: int = 0
    vector: Vector | None = None
    model: str | None = None


@dataclass(frozen=True, slots=True)
class Learned:
    """What was understood of one message; replaces everything understood of it before.

    `generation` is that of the work item it answers; a work item that was queued anew since makes the
    write a `StaleRead`. `again` says that it is to be read again: it is queued anew, and waits.
    """

    message_id: str
    generation: int
    extraction: Extraction
    evidence: Evidence
    again: bool = False

    @property
    def is_first(self) -> bool:
        """Whether nothing was understood of the message before, so that it contributed nothing."""
        return self.generation == 1


@dataclass(frozen=True, slots=True)
class Placed:
    """Which fact and slot a statement came to belong to."""

    message_id: str
    number: int
    fact_id: str
    slot: str


@dataclass(frozen=True, slots=True)
class Changes:
    """What to write for one cause.

    `erased` messages go with everything they contributed. `reworded` messages have these parts and this text from now on and stand where they
    stood; `learned` and `documents` say what follows, and a vector of the old text goes. `tombstones` are the marks (`ids.mark`) of messages that no
    import brings back. With `everything` all else goes that the namespace holds: its secret is made anew, and only its name and version stay. `entity_of` maps each touched key to its entity,
    None when nothing uses the key any more. `facts` and `entities` replace what has their id; `facts` carry all
    their periods. `documents` replace index entries; those of erased or gone things go with them. `relations` names the
    relationship type of predicates, for a store that draws what holds now as relationships.
    """

    cause: CauseKind
    at: datetime
    learned: tuple[Learned, ...] = ()
    erased: tuple[str, ...] = ()
    reworded: tuple[Message, ...] = ()
    entity_of: Mapping[str, str | None] = field(default_factory=dict)
    entities: tuple[Entity, ...] = ()
    entities_gone: tuple[str, ...] = ()
    placed: tuple[Placed, ...] = ()
    facts: tuple[Fact, ...] = ()
    facts_gone: tuple[str, ...] = ()
    documents: tuple[Document, ...] = ()
    summaries: tuple[Summary, ...] = ()
    summaries_gone: tuple[str, ...] = ()
    relations: Mapping[str, str] = field(default_factory=dict)
    tombstones: tuple[str, ...] = ()
    everything: bool = False


@dataclass(frozen=True, slots=True)
class Access:
    """How often a message, fact or entity came up in recalls and contexts, and when it last did (aware UTC)."""

    kind: Indexed
    id: str
    times: int
    last_at: datetime


@dataclass(frozen=True, slots=True)
class Change:
    """A journal entry: ids only, never text. `at` is when it was applied, aware UTC."""

    id: str
    version: int
    cause: CauseKind
    at: datetime
    messages: tuple[str, ...]
    facts: tuple[str, ...]
    facts_gone: tuple[str, ...]

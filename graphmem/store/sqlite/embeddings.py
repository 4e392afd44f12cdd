"""Vectors as rows: written beside a document, erased with it, and told missing.

A replaced vector gets a new number, and every write moves the two numbers that tell a kept matrix what it lacks.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable

import numpy as np

from graphmem.errors import InvalidInput
from graphmem.store.matrices import STORED, Floats
from graphmem.store.sqlite import embedders
from graphmem.store.sqlite.embedders import Slot
from graphmem.store.sqlite.scope import Scope
from graphmem.types import Document, Indexed

_SLOTS = (0, 1)

UNEMBEDDED = (
    "SELECT id FROM documents WHERE ns = :ns AND kind = :kind AND NOT EXISTS (SELECT 1 FROM vectors WHERE slot = :slot "
    "AND vectors.ns = documents.ns AND vectors.kind = documents.kind AND vectors.id = documents.id) ORDER BY id"
)


def write(here: Scope, documents: Iterable[Document]) -> None:
    """Replace the vectors of documents that bring one; with a new text, what another model made of the old one goes."""
    slots = embedders.slots(here.db)
    placed: dict[tuple[int, Indexed], dict[str, Floats]] = defaultdict(dict)
    outdated: dict[tuple[int, Indexed], set[str]] = defaultdict(set)
    for document in documents:
        if document.vector is None:
            continue
        slot = _slot(slots, document.model)
        for number in _SLOTS:
            if document.terms is not None and (slot is None or number != slot.number):
                outdated[number, document.kind].add(document.id)
        if slot is not None:
            check(document.vector, slot.mark.dimension)
            placed[slot.number, document.kind][document.id] = document.vector
    for (number, kind), ids in outdated.items():
        _erase(here, number, kind, ids)
    for (number, kind), vectors in placed.items():
        _insert(here, number, kind, vectors)


def erase(here: Scope, kind: Indexed, ids: Iterable[str]) -> None:
    """Remove vectors, of whatever model."""
    gone = list(ids)
    for number in _SLOTS:
        _erase(here, number, kind, gone)


def embed(here: Scope, documents: Iterable[Document]) -> None:
    """Replace the vectors of documents that are still indexed."""
    by_kind: dict[Indexed, list[Document]] = defaultdict(list)
    for document in documents:
        by_kind[document.kind].append(document)
    for kind, of_kind in by_kind.items():
        rows = here.rows_in(
            "SELECT id FROM documents WHERE ns = :ns AND kind = :kind AND id IN (:values)",
            (each.id for each in of_kind),
            kind=kind,
        )
        indexed = {id for (id,) in rows}
        write(here, [each for each in of_kind if each.id in indexed])


def unembedded(here: Scope, kind: Indexed, model: str) -> tuple[str, ...]:
    """The ids of indexed documents without a vector of the model."""
    slot = next((each.number for each in embedders.slots(here.db) if each.mark.model == model), None)
    return tuple(id for (id,) in here.rows(UNEMBEDDED, kind=kind, slot=slot))


def check(vector: Floats, dimension: int) -> None:
    """Refuse a vector that cannot be compared.

    Raises:
        InvalidInput: when it has another length, or holds what is no number.
    """
    if vector.shape != (dimension,):
        raise InvalidInput(f"a vector of this store has {dimension} numbers, not the shape {vector.shape!r}")
    if not np.isfinite(vector).all():
        raise InvalidInput("a vector holds a number that is not finite; embed the text again")


def _slot(slots: list[Slot], model: str | None) -> Slot | None:
    """Where a vector of the model goes; None for one of a model the store keeps nothing of."""
    if not slots:
        raise InvalidInput("a vector came before its model is known; call mark_embedder first")
    if model is None:
        return slots[0]
    return next((slot for slot in slots if slot.mark.model == model), None)


def _insert(here: Scope, slot: int, kind: Indexed, vectors: dict[str, Floats]) -> None:
    _erase(here, slot, kind, vectors)
    here.insert(
        "vectors",
        "slot, kind, id, vector",
        (
            (slot, kind, document, np.ascontiguousarray(vector, dtype=STORED).tobytes())
            for document, vector in vectors.items()
        ),
    )
    _mark(here, slot, kind, removals=0)


def _erase(here: Scope, slot: int, kind: Indexed, ids: Iterable[str]) -> None:
    before = here.db.total_changes
    here.run_in(
        "DELETE FROM vectors WHERE slot = :slot AND ns = :ns AND kind = :kind AND id IN (:values)",
        ids,
        kind=kind,
        slot=slot,
    )
    if here.db.total_changes > before:
        _mark(here, slot, kind, removals=1)


def _mark(here: Scope, slot: int, kind: Indexed, *, removals: int) -> None:
    here.run(
        "INSERT INTO vector_marks (slot, ns, kind, last, removals) VALUES (:slot, :ns, :kind, "
        "(SELECT coalesce(max(number), 0) FROM vectors WHERE slot = :slot AND ns = :ns AND kind = :kind), :removals) "
        "ON CONFLICT (slot, ns, kind) DO UPDATE SET last = max(last, excluded.last), removals = removals + excluded.removals",
        slot=slot,
        kind=kind,
        removals=removals,
    )

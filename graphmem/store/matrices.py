"""Vectors as they are kept in memory: one matrix of unit vectors for each namespace and kind, and the nearest rows of it.

Cosine over every vector is one product of a matrix, so every store that keeps one answers exactly, and each the same.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import numpy as np
from numpy.typing import NDArray

from graphmem.store.listing import Integers, Listing
from graphmem.types.columns import NearColumns

Floats = NDArray[np.float32]

#: Little-endian float32, whatever the machine.
STORED = np.dtype("<f4")

#: Sums of float32 differ in their last bits by the place in the matrix; rounded, equal vectors tie.
_DECIMALS = 6


class Matrix:
    """The unit vectors of one namespace and kind, in rows with room to grow."""

    def __init__(self, dimension: int) -> None:
        # Each with the number of its vector.
        self.listing = Listing(1)
        self._rows: Floats = np.empty((0, dimension), dtype=np.float32)

    @property
    def dimension(self) -> int:
        """How many numbers a vector has."""
        return int(self._rows.shape[1])

    @property
    def size(self) -> int:
        """Bytes taken."""
        return self._rows.nbytes

    @property
    def rows(self) -> Floats:
        """A row for each that is listed."""
        return self._rows[: len(self.listing)]

    def some(self, slots: Integers) -> None:
        """Keep the rows at some slots alone."""
        # New ones: a search that goes on reads the old ones.
        self._rows = self.rows[slots]
        self.listing = self.listing.some(slots)

    def add(self, documents: Sequence[tuple[str, str, int, Sequence[int]]], vectors: Floats) -> None:
        """Append vectors, doubling the room when it runs out."""
        used, needed = len(self.listing), len(self.listing) + len(documents)
        if needed > len(self._rows):
            rows = np.zeros((max(needed, 2 * used), self._rows.shape[1]), dtype=np.float32)
            rows[:used] = self._rows[:used]
            self._rows = rows
        self._rows[used:needed] = units(vectors)
        self.listing.add(documents)

    def put(self, slots: Integers, vectors: Floats) -> None:
        """Other vectors of the documents at some slots."""
        self._rows[slots] = units(vectors)

    def cosines(self, question: Floats) -> Floats:
        """The cosine of each row to a vector of length 1."""
        # Not `@`: its threads wait for one another in loops, which costs the other work of a busy machine more than it saves.
        scores: Floats = np.einsum("ij,j->i", self.rows, question)
        return scores


def rounded(scores: Floats) -> Floats:
    """Scores that tie where vectors are equal."""
    near: Floats = np.round(scores, _DECIMALS)
    return near


def best(items: Listing, scores: Floats, limit: int, among: Integers | None = None) -> NearColumns:
    """The best of the items, or of those at some slots, which the scores are of; ties by id."""
    if len(scores) > limit:
        # Everything tied with the last that fits is kept, so that the id decides and not the place in the matrix.
        threshold = np.partition(scores, -limit)[-limit]
        places = np.flatnonzero(scores >= threshold)
    else:
        places = np.arange(len(scores))
    places = places[np.argsort(-scores[places], kind="stable")]
    ranked = scores[places]
    places = places if among is None else among[places]
    for start, end in _equal(ranked):
        places[start:end] = sorted(places[start:end].tolist(), key=items.ids.__getitem__)
    first = places[:limit]
    return NearColumns(items.of(first.tolist()), ranked[:limit].astype(float), items.standing(first))


def unit(vector: NDArray[np.floating]) -> Floats:
    """A vector scaled to length 1; zeros stay."""
    one: Floats = units(vector.astype(np.float32).reshape(1, -1))[0]
    return one


def units(vectors: Floats) -> Floats:
    """Each row scaled to length 1; a row of zeros stays, and is near to nothing."""
    lengths = np.linalg.norm(vectors, axis=1, keepdims=True)
    scaled: Floats = (vectors / np.where(lengths > 0, lengths, 1)).astype(np.float32)
    return scaled


def _equal(ranked: Floats) -> Iterator[tuple[int, int]]:
    """From where to where equal scores stand."""
    end = 0
    for at in np.flatnonzero(ranked[1:] == ranked[:-1]).tolist():
        if at >= end:
            end = int(np.searchsorted(-ranked, -ranked[at], side="right"))
            yield at, end

"""Rows kept in columns: what a recall finds by the hundred is weighed a column at a time, and read as rows where a few are wanted.

Making hundreds of tuples for each question costs more than weighing them. To whoever reads them they are the sequences of
`PostingRow` and of `Near` that a store may answer as well.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, TypeVar, overload

from graphmem.types.recall import Near, PostingRow

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

R = TypeVar("R")


@dataclass(frozen=True, slots=True)
class Places:
    """Where messages stand: in which of the sessions that `names` lists, and at which number there."""

    names: Sequence[str]
    sessions: NDArray[np.int64]
    seqs: NDArray[np.int64]

    def at(self, place: int) -> tuple[str, int]:
        """Session and number of one of them."""
        return self.names[int(self.sessions[place])], int(self.seqs[place])

    def of(self, places: NDArray[np.int64]) -> Places:
        """Those of some of them."""
        return Places(self.names, self.sessions[places], self.seqs[places])


class _Columns(Sequence[R]):
    """Rows made when they are asked for; equal to any sequence of equal rows."""

    __slots__ = ()

    def _row(self, place: int) -> R:
        raise NotImplementedError

    @overload
    def __getitem__(self, place: int) -> R: ...
    @overload
    def __getitem__(self, place: slice) -> tuple[R, ...]: ...
    def __getitem__(self, place: int | slice) -> R | tuple[R, ...]:
        if isinstance(place, slice):
            return tuple([self._row(each) for each in range(len(self))[place]])
        return self._row(range(len(self))[place])

    def __iter__(self) -> Iterator[R]:
        return iter(self[:])

    def __eq__(self, other: object) -> bool:
        return self[:] == tuple(other) if isinstance(other, (tuple, _Columns)) else NotImplemented

    def __hash__(self) -> int:
        return hash(self[:])

    def __repr__(self) -> str:
        return repr(self[:])


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class PostingColumns(_Columns[PostingRow]):
    """Candidates by id. `counts` has a row for each of `terms`, which are in the order of the alphabet, and a column for each candidate."""

    terms: Sequence[str]
    ids: Sequence[str]
    lengths: NDArray[np.int64]
    counts: NDArray[np.float64]
    standing: Places

    def __len__(self) -> int:
        return len(self.ids)

    def _row(self, place: int) -> PostingRow:
        counts = {
            term: int(uses) for term, uses in zip(self.terms, self.counts[:, place].tolist(), strict=True) if uses
        }
        return PostingRow(self.ids[place], int(self.lengths[place]), counts, *self.standing.at(place))

    def of(self, terms: Collection[str]) -> PostingColumns:
        """The candidates that hold any of these terms, with the uses of these alone."""
        kept = [row for row, term in enumerate(self.terms) if term in terms]
        counts = self.counts[kept]
        places = counts.sum(axis=0).nonzero()[0]
        return PostingColumns(
            [self.terms[row] for row in kept],
            [self.ids[place] for place in places.tolist()],
            self.lengths[places],
            counts[:, places],
            self.standing.of(places),
        )


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class NearColumns(_Columns[Near]):
    """Vector neighbours, best first."""

    ids: Sequence[str]
    scores: NDArray[np.float64]
    standing: Places

    def __len__(self) -> int:
        return len(self.ids)

    def _row(self, place: int) -> Near:
        return Near(self.ids[place], float(self.scores[place]), *self.standing.at(place))

"""How many are wanted: one number for each kind of thing, or the same for all."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from graphmem.types import Indexed

Most = int | Mapping[Indexed, int]


def of_each(limit: Most, kinds: Iterable[Indexed]) -> dict[Indexed, int]:
    """How many of each kind, none of a kind that is not told of."""
    return {kind: limit if isinstance(limit, int) else limit.get(kind, 0) for kind in kinds}

"""Who is one with whom is told of keys: from one, all are reached that it may depend on."""

from __future__ import annotations

from collections.abc import Iterable, Mapping


def reachable(
    keys: Iterable[str],
    entity_of: Mapping[str, str],
    keys_of: Mapping[str, Iterable[str]],
    beside: Mapping[str, Iterable[str]],
) -> set[str]:
    """The keys, and all that an entity or a sameness connects them with."""
    reached: set[str] = set()
    waiting = [*keys]
    while waiting:
        key = waiting.pop()
        if key not in reached:
            reached.add(key)
            waiting += beside.get(key, ())
            waiting += keys_of.get(entity_of.get(key, ""), ())
    return reached

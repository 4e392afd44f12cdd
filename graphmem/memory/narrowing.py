"""What a caller lets a recall look at, checked once: each argument refused by name, with what it should be.

A single name is a mistake that Python would take for a sequence of letters, so it is refused, not split.
"""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime
from typing import get_args

from graphmem.errors import InvalidInput
from graphmem.memory import border
from graphmem.types import CHANNELS, Channel, Filter, Strategy


def only(
    *,
    kinds: Iterable[str],
    categories: Iterable[str],
    speakers: Iterable[str],
    sessions: Iterable[str],
    min_importance: float,
    since: datetime | None,
    until: datetime | None,
) -> Filter:
    """The filter that the arguments of `recall` come to."""
    return Filter(
        kinds=names(kinds, "kinds"),
        categories=names(categories, "categories"),
        speakers=names(speakers, "speakers"),
        sessions=names(sessions, "sessions"),
        min_importance=_share(min_importance),
        since=border.utc(since, "since"),
        until=border.utc(until, "until"),
    )


def strategy(given: object) -> Strategy:
    """One of the strategies.

    Raises:
        InvalidInput: when there is none of that name.
    """
    for known in get_args(Strategy):
        if given == known:
            return known  # type: ignore[no-any-return]  # one of the literal's own values
    raise InvalidInput(f"strategy must be one of {', '.join(get_args(Strategy))}, not {border.shown(given)}")


def channels(given: Iterable[str] | None) -> frozenset[Channel]:
    """The channels to ask; all of them for None.

    Raises:
        InvalidInput: when there is none of that name, or none at all is left.
    """
    if given is None:
        return CHANNELS
    asked = names(given, "channels")
    unknown = sorted(asked - CHANNELS)
    if unknown or not asked:
        raise InvalidInput(
            f"channels must be some of {', '.join(sorted(CHANNELS))}, not {border.shown(unknown or given)}"
        )
    return frozenset(channel for channel in CHANNELS if channel in asked)


def names(given: Iterable[str], what: str) -> frozenset[str]:
    """Some names, each once.

    Raises:
        InvalidInput: when they are none, a single one not in a list among it.
    """
    if isinstance(given, str | bytes) or not isinstance(given, Iterable):
        raise InvalidInput(
            f"{what} must be a list or set of names, not {border.shown(given)}; write [{given!r}] for one"
        )
    return frozenset(border.text(name, f"each of {what}") for name in given)


def _share(given: object) -> float:
    if isinstance(given, bool) or not isinstance(given, int | float) or not 0 <= given <= 1:
        raise InvalidInput(f"min_importance must be a number from 0 to 1, not {border.shown(given)}")
    return float(given)

"""Many values as one text: a driver packs what it sends value by value, which takes it longer than the rest of a write together.

The first character of a text stands between its values and the second one for null; neither is in any of them. Statements take it
apart again: `[x IN split(substring(t, 2), left(t, 1)) | nullIf(x, substring(t, 1, 1))]`.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

Value = str | int | float | bool | None

#: Characters for what they stand for here, which people do not type; where one is typed, those for nobody's use.
_SELDOM = "\x1f\x1e\x1d\x1c"
_NOBODYS = range(0xE000, 0xF8FF)


def packed(values: Iterable[Value]) -> str | None:
    """The values as one text; null when there are none, since no text takes apart into nothing."""
    given = list(values)
    if not given:
        return None
    written = [_written(value) for value in given if value is not None]
    between, nothing = _absent("".join(written))
    told = iter(written)
    return between + nothing + between.join([nothing if value is None else next(told) for value in given])


def _written(value: str | float) -> str:
    if isinstance(value, str):
        return value
    return ("false", "true")[value] if isinstance(value, bool) else repr(value)


def _absent(text: str) -> tuple[str, str]:
    """Two characters that are not in a text."""
    free = (character for character in _characters() if character not in text)
    return next(free), next(free)


def _characters() -> Iterator[str]:
    yield from _SELDOM
    yield from map(chr, _NOBODYS)

"""The words of `words.toml`, as sets and mappings."""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import Any

_DATA: dict[str, Any] = tomllib.loads((Path(__file__).parent / "words.toml").read_text(encoding="utf-8"))


def _words(table: str) -> frozenset[str]:
    return frozenset(_DATA[table].split())


def _mapping(*path: str) -> dict[str, str]:
    table = _DATA
    for step in path:
        table = table[step]
    return {word: str(means) for word, means in table.items()}


#: Words that can stand before a name without belonging to it.
LEADING = _words("leading")
FUNCTION = _words("function")
TITLES = _words("titles")
DEGREES = _words("degrees")
FIRMS = _words("firms")
FIRM_ONLY = _words("firm_only")
DOTTED = _words("dotted")
PREFIXES = _words("prefixes")
HONORIFICS: tuple[str, ...] = tuple(_DATA["honorifics"])
TOWNS: tuple[str, ...] = tuple(_DATA["towns"])
ANYWHERE = _mapping("abbreviations", "anywhere") | _mapping("american")
FIRST = _mapping("abbreviations", "first")
LAST = _mapping("abbreviations", "last")
BEFORE = _mapping("abbreviations", "before")
NICKNAMES = _mapping("nicknames")
NUMBERS = _mapping("numbers")
ORDINALS = _mapping("ordinals")

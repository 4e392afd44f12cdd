"""How lists of words are written down."""

from __future__ import annotations


def words(text: str) -> frozenset[str]:
    """The words of a text, as a set.

    >>> sorted(words("sister brother"))
    ['brother', 'sister']
    """
    return frozenset(text.split())

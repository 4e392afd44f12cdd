"""No read and no write is of every namespace: a store that is not told whose rows it may touch touches none."""

from __future__ import annotations

from graphmem.errors import InvalidInput


def required(namespace: object) -> str:
    """The namespace as given, if it is one.

    Raises:
        InvalidInput: when it is missing, empty or blank.

    >>> required("ada")
    'ada'
    """
    if not isinstance(namespace, str) or not namespace.strip():
        raise InvalidInput(
            f"a namespace must be a name that is not blank, not {namespace!r}; it is never taken to mean 'all'"
        )
    return namespace

"""Opaque ids that say nothing and repeat themselves.

An id is an HMAC of what it stands for under its namespace's secret, so the same message, entity or fact gets the same id
on every replay and in every order of arrival, while the id tells no one the name behind it and two namespaces
never share one.
"""

from __future__ import annotations

import hmac

#: 20 hexadecimal digits: 80 bits, a billion ids in a namespace collide with a chance below 1 in 2 million (n²/2 divided by 2^80).
LENGTH = 20


def mark(salt: bytes, key: str) -> str:
    """What stands for a forgotten message after it: it tells one who sees the message again, and nobody else, that it was forgotten.

    >>> mark(b"salt", "k1") == mark(b"salt", "k1"), mark(b"salt", "k1") == opaque(b"salt", "message", "k1")
    (True, False)
    """
    return opaque(salt, "forgotten", key)


def opaque(salt: bytes, kind: str, *parts: str) -> str:
    """The id of something, from a namespace's salt and what identifies it there; 20 hexadecimal digits.

    >>> opaque(b"salt", "entity", "n:ana") == opaque(b"salt", "entity", "n:ana")
    True
    >>> opaque(b"salt", "entity", "n:ana") == opaque(b"pepper", "entity", "n:ana")
    False
    """
    framed = "\x1f".join(f"{len(part)}:{part}" for part in (kind, *parts))
    return hmac.digest(salt, framed.encode("utf-8", "surrogatepass"), "sha256").hex()[:LENGTH]

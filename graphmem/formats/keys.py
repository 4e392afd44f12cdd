"""What makes a message of a file the same message the next time.

A source's own id is best. Without one, a message that says when it was said is known by who said what when, and the n-th that
is equal in all of that is another message than the first ("ok", "ok", within a minute): so an export made later, which begins earlier
or ends later, brings only what is new. What has no time either is known by its place.
"""

from __future__ import annotations

from collections import OrderedDict
from hashlib import sha256

#: Equal messages of one moment stand near each other; so many distinct ones are remembered to tell them apart.
REMEMBERED = 100_000


def digest(*parts: str) -> str:
    """A short name for what these texts say together; no two lists of texts share one."""
    framed = "\x1f".join([f"{len(part)}:{part}" for part in parts])
    return sha256(framed.encode("utf-8", "surrogatepass")).hexdigest()[:24]


class Occurrences:
    """Counts equal messages, so that each gets a key of its own.

    >>> count = Occurrences("whatsapp")
    >>> count.key("Ana", "ok") == count.key("Ana", "ok")
    False
    >>> Occurrences("whatsapp").key("Ana", "ok") == Occurrences("whatsapp").key("Ana", "ok")
    True
    """

    def __init__(self, prefix: str) -> None:
        self._prefix = prefix
        self._seen: OrderedDict[str, int] = OrderedDict()

    def key(self, *identity: str) -> str:
        """The key of the next message that is equal in all of this."""
        name = digest(*identity)
        number = self._seen.pop(name, 0) + 1
        self._seen[name] = number
        if len(self._seen) > REMEMBERED:
            self._seen.popitem(last=False)
        return f"{self._prefix}:{name}" if number == 1 else f"{self._prefix}:{name}:{number}"

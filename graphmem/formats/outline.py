"""What a JSON text is about, from its beginning alone: which names it uses, and where.

Enough of a file is looked at to tell the programs apart that wrote it, however long its values are and wherever the beginning is cut.
"""

from __future__ import annotations

import re

_TOKEN = re.compile(r'"(?:[^"\\]|\\.)*"|[\[\]{}:,]')


def names(text: str) -> frozenset[str]:
    """The member names of the first entry, each as a path: arrays are "[]", so "[].mapping" is a name in each element.

    >>> sorted(names('[{"title": "Trip", "mapping": {"a": {"id'))
    ['[].mapping', '[].mapping.a', '[].title']
    """
    found: set[str] = set()
    path: list[str] = []
    last = ""
    for token in _TOKEN.findall(text):
        if token == "[":
            path.append("[]")
        elif token == "{":
            path.append("")
        elif token in ("]", "}"):
            if not path:
                break
            path.pop()
            if not path:
                break
        elif token == ":" and path and path[-1] != "[]":
            path[-1] = last.strip('"')
            found.add(".".join(path))
        last = token
    return frozenset(found)

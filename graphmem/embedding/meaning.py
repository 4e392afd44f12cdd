"""Which text of a message its vector stands for.

A vector is one direction. Of a message with pages of code and lists, averaged word by word, it points nowhere; what such a
message is about stands in the prose at its beginning. Measured on chats with long answers, the beginning without code
finds more than the whole (`benchmarks/ranking.py`).
"""

from __future__ import annotations

import re

#: Characters of prose that are embedded.
BEGINNING = 1000

#: Of an endless message only so much is looked through for prose.
_LOOKED_THROUGH = 20_000

_CODE = re.compile(r"```.*?(?:```|\Z)", re.DOTALL)


def meaning(text: str) -> str:
    """The prose at the beginning of a text; of a text that is all code, its beginning as it is.

    >>> meaning("Why does this fail? ```raise ValueError``` It did not yesterday.")
    'Why does this fail? It did not yesterday.'
    """
    beginning = text[:_LOOKED_THROUGH]
    prose = " ".join(_CODE.sub(" ", beginning).split()) if "```" in beginning else beginning.strip()
    return (prose or beginning.strip())[:BEGINNING]

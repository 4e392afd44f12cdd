"""What sets a bearer of a name apart from others: "John from work", "Tom from the gym".

Read from the words that follow the name and not from the parse, which hangs them on the verb as often as on the name.
"""

from __future__ import annotations

import re
from dataclasses import replace

from graphmem.extraction import lexicon
from graphmem.types import Extraction, Mention

_WHENCE = re.compile(rf"\s+(from\s+(?:the\s+|my\s+)?(?:{'|'.join(sorted(lexicon.WHENCE))}))\b", re.IGNORECASE)


def set_apart(extraction: Extraction, text: str) -> Extraction:
    """The extraction, with a qualifier for each named person whom the message says where from."""
    return replace(extraction, mentions=tuple(_set_apart(mention, text) for mention in extraction.mentions))


def _set_apart(mention: Mention, text: str) -> Mention:
    if mention.refers != "name" or mention.kind != "Person":
        return mention
    name = _WHENCE.sub("", mention.name)
    found = _WHENCE.search(mention.name) or (
        _WHENCE.match(text, mention.end) if mention.name == mention.surface else None
    )
    return replace(mention, name=name, qualifier=" ".join(found[1].split())) if found else mention

"""What a framework writes around people's words, without the words: those stand in the message's parts and nowhere else.

So a message that is redacted or reworded comes back reworded, and its old words are not left in a copy beside it.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from graphmem.types import Message, TextPart

#: The kinds of blocks whose "text" is what was said.
TEXTS = frozenset({"text", "input_text", "output_text"})


def texts(blocks: Sequence[Any]) -> Iterator[str]:
    """The words of some content blocks, in order."""
    for block in blocks:
        if isinstance(block, str):
            yield block
        elif _is_text(block):
            yield block["text"]


def without_texts(blocks: Sequence[Any]) -> list[Any]:
    """The blocks with null where words were."""
    return [
        None if isinstance(block, str) else {**block, "text": None} if _is_text(block) else block for block in blocks
    ]


def with_texts(blocks: Sequence[Any], message: Message) -> list[Any]:
    """The blocks with the message's words again; all in the first place where they are not as many as before."""
    said = [part.text for part in message.parts if isinstance(part, TextPart)]
    places = sum(block is None or _is_place(block) for block in blocks)
    if len(said) != places:
        said = ["\n".join(said), *[""] * places]
    words = iter(said)
    return [
        next(words) if block is None else {**block, "text": next(words)} if _is_place(block) else block
        for block in blocks
    ]


def kept(message: Message, name: str) -> dict[str, Any]:
    """What was kept under a name in a message's metadata; nothing where redaction left no JSON of it."""
    found = read(message.metadata.get(name, "{}"))
    return found if isinstance(found, dict) else {}


def read(text: str) -> Any:
    """What was kept as JSON; the text itself where it was reworded and is none any more."""
    try:
        return json.loads(text)
    except ValueError:
        return text


def _is_text(block: Any) -> bool:
    return isinstance(block, Mapping) and block.get("type") in TEXTS and isinstance(block.get("text"), str)


def _is_place(block: Any) -> bool:
    return isinstance(block, Mapping) and block.get("type") in TEXTS and block.get("text", "") is None

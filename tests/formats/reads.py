"""Reading small files as the real programs write them."""

from __future__ import annotations

import json
from collections.abc import Sequence
from contextlib import ExitStack
from pathlib import Path
from typing import Any

from graphmem.formats.found import Found, Item, Problem
from graphmem.formats.reading import Wishes, open_messages
from graphmem.formats.sources import opened


def read(path: Path, **wishes: Any) -> tuple[str, list[Found]]:
    """What it is taken for, and everything found in it."""
    with ExitStack() as stack:
        source = stack.enter_context(opened(path))
        found = open_messages(source, Wishes(**wishes), stack)
        return found.title, list(found.found)


def messages(path: Path, **wishes: Any) -> list[dict[str, Any]]:
    """The messages; there must be no problem."""
    _, found = read(path, **wishes)
    assert problems(found) == []
    return [one.fields for one in found if isinstance(one, Item)]


def good(found: Sequence[Found]) -> list[Any]:
    """What the messages among it say."""
    return [one.fields["content"] for one in found if isinstance(one, Item)]


def problems(found: Sequence[Found]) -> list[tuple[str, str]]:
    """The problems among it."""
    return [(one.where, one.reason) for one in found if isinstance(one, Problem)]


def write_json(path: Path, document: Any) -> Path:
    """A JSON document in a file."""
    path.write_text(json.dumps(document, ensure_ascii=False), encoding="utf-8")
    return path

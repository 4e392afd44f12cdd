"""Transcripts for tests, small and broken in the ways that real ones are."""

from __future__ import annotations

import json
import zipfile
from pathlib import Path
from typing import Any

from graphmem import texts

CITIES = ("Porto", "Lisbon", "Oslo", "Bergen", "Madrid")


def message(number: int, **fields: Any) -> dict[str, Any]:
    """The n-th message of a talk, one a minute."""
    content = f"I visited {CITIES[number % len(CITIES)]} for the {number}. time."
    at = f"2024-03-{1 + number // 1440:02d}T{number // 60 % 24:02d}:{number % 60:02d}:00Z"
    return {"content": content, "at": at, **fields}


def lines(*messages: Any) -> str:
    """Messages as JSON Lines."""
    return "".join(json.dumps(one, ensure_ascii=False) + "\n" for one in messages)


def write(path: Path, count: int) -> Path:
    """A transcript of so many messages."""
    path.write_text(lines(*(message(number) for number in range(count))), encoding="utf-8")
    return path


def write_examples(folder: Path) -> None:
    """The files that the examples of `--help` name."""
    (folder / "chat.jsonl").write_text(texts.story("ada"), encoding="utf-8")
    (folder / "WhatsApp Chat with Ana.txt").write_text("04/03/2024, 18:05 - Ana: I live in Lisbon.\n", encoding="utf-8")
    (folder / "notes").mkdir()
    (folder / "notes" / "lisbon.md").write_text("# Lisbon\n\nAna moved there.\n", encoding="utf-8")
    said = {"id": "a", "author": {"role": "user"}, "content": {"content_type": "text", "parts": ["I like jazz."]}}
    node: dict[str, object] = {
        "id": "a",
        "parent": None,
        "children": [],
        "message": said | {"create_time": 1709575512.5},
    }
    talk = {"conversation_id": "c", "title": "Jazz", "current_node": "a", "mapping": {"a": node}}
    with zipfile.ZipFile(folder / "chatgpt-export.zip", "w") as archive:
        archive.writestr("conversations.json", json.dumps([talk]))

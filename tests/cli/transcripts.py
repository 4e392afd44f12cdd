"""Transcripts for tests, small and broken in the ways that real ones are."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

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

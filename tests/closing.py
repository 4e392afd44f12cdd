"""What tests open is closed after each, whatever they opened it with: Python 3.13 tells of every connection left open."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from graphmem import Memory


@pytest.fixture(autouse=True)
def closed(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Close every memory that the test made."""
    opened: list[Memory] = []
    begin = Memory.__init__

    def watched(self: Memory, *given: Any, **options: Any) -> None:
        begin(self, *given, **options)
        opened.append(self)

    monkeypatch.setattr(Memory, "__init__", watched)
    yield
    for memory in opened:
        memory.close()

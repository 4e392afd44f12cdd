"""What a test of the memory opens is closed after it, whatever it opened it with."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from graphmem import Memory


@pytest.fixture(autouse=True)
def _closed(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    opened: list[Memory] = []
    begin = Memory.__init__

    def watched(self: Memory, *given: Any, **options: Any) -> None:
        begin(self, *given, **options)
        opened.append(self)

    monkeypatch.setattr(Memory, "__init__", watched)
    yield
    for memory in opened:
        memory.close()

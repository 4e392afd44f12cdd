"""Imports are interrupted and killed at random points, and repeated: no doubles, nothing missing."""

from __future__ import annotations

import json
import random
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.memory.state import state
from tests.memory.writer import message, open_memory

MESSAGES = 1200


def jsonl(folder: Path) -> Path:
    """A transcript."""
    path = folder / "chat.jsonl"
    said = (message(number) for number in range(MESSAGES))
    rows = (json.dumps(one | {"at": one["at"].isoformat(), "key": None}) for one in said)
    path.write_text("".join(row + "\n" for row in rows), encoding="utf-8")
    return path


def export(folder: Path) -> Path:
    """An export of the same."""
    with open_memory("sqlite:///:memory:") as memory:
        memory.remember_many(message(number) for number in range(MESSAGES))
        memory.export(folder / "export.jsonl")
    return folder / "export.jsonl"


@pytest.mark.kills
@pytest.mark.parametrize("make", [jsonl, export])
def test_an_import_that_is_killed_again_and_again_comes_to_its_end(
    root: Path, tmp_path: Path, kills: int, make: Callable[[Path], Path]
) -> None:
    """By Ctrl-C or kill -9, before, in and between transactions; it ends where an undisturbed one does."""
    path, url = make(tmp_path), f"sqlite:///{tmp_path / 'killed.db'}"
    command = [sys.executable, "-m", "tests.memory.importer", url, str(path)]
    chance, stopped = random.Random(11), 0

    for number in range(kills // 4):
        with subprocess.Popen(
            command, cwd=root, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True
        ) as importer:
            assert importer.stdout is not None
            assert importer.stdout.readline() == "begun\n"
            time.sleep(chance.uniform(0, 0.25))
            importer.send_signal(signal.SIGINT if number % 2 else signal.SIGKILL)
            stopped += "done" not in importer.communicate()[0]
    subprocess.run(command, cwd=root, check=True, capture_output=True)

    with open_memory(url) as memory, open_memory("sqlite:///:memory:") as undisturbed:
        undisturbed.import_(path)
        memory._engine.clock.now = memory._engine.clock().replace(year=2027)  # type: ignore[attr-defined]
        memory.flush()
        stored = memory._engine.store.messages("ada", memory._engine.store.message_ids("ada"))

        assert stopped > 0
        assert len(stored) == len({one.key for one in stored}) == MESSAGES
        assert memory.status().backlog.waiting == 0
        assert state(memory) == state(undisturbed)

"""Several processes write one memory at once, and are killed while they do."""

from __future__ import annotations

import random
import signal
import sqlite3
import subprocess
import sys
import time
from pathlib import Path

import pytest

from tests.memory.state import state
from tests.memory.writer import message, open_memory

#: Messages the two competing writers write between them.
MESSAGES = 1000


def _writer(root: Path, url: str, first: int, last: int, *how: str) -> subprocess.Popen[str]:
    command = [sys.executable, "-m", "tests.memory.writer", url, str(first), "2", str(last), *how]
    return subprocess.Popen(command, cwd=root, stdout=subprocess.PIPE, text=True)


def test_two_processes_end_where_a_serial_run_would(root: Path, tmp_path: Path) -> None:
    """Two writers, messages about the same people taken in turn: stale reads happen, and nothing is lost or doubled."""
    shared, alone = (f"sqlite:///{tmp_path / name}.db" for name in ("shared", "alone"))

    writers = [_writer(root, shared, first, MESSAGES) for first in (0, 1)]
    said = [writer.communicate(timeout=300)[0].split("\n") for writer in writers]
    with open_memory(alone) as memory:
        memory.remember_many(message(number) for number in range(MESSAGES))
        serial = state(memory)

    with open_memory(shared) as memory:
        assert state(memory) == serial
        assert memory.status().backlog.waiting == 0
    stale = [int(lines[-2].removeprefix("stale ")) for lines in said]
    assert sum(stale) > 0
    assert [len(lines) - 2 for lines in said] == [MESSAGES // 2] * 2


@pytest.mark.kills
@pytest.mark.parametrize(("how", "share"), [((), 1), (("background",), 2)], ids=["inline", "background"])
def test_nothing_acknowledged_is_lost_to_kill_9(
    root: Path, tmp_path: Path, kills: int, how: tuple[str, ...], share: int
) -> None:
    """Two writers at a time are killed at random moments; whatever was acknowledged is there, once, and understood in the end.

    Read at once or in the background, where the worker dies with it.
    """
    path = tmp_path / "killed.db"
    url = f"sqlite:///{path}"
    acknowledged: set[int] = set()
    chance = random.Random(7)

    for number in range(kills // 2 // share):
        base = 10_000 * number
        writers = [_writer(root, url, base + first, base + 10_000, *how) for first in (0, 1)]
        for writer in writers:
            assert writer.stdout is not None
            acknowledged.add(int(writer.stdout.readline()))
        time.sleep(chance.uniform(0, 0.4))
        for writer in chance.sample(writers, 2):
            writer.send_signal(signal.SIGKILL)
            time.sleep(chance.uniform(0, 0.05))
        for writer in writers:
            lines = writer.communicate()[0].split("\n")
            acknowledged |= {int(line) for line in lines[:-1]}

    assert sqlite3.connect(path).execute("PRAGMA integrity_check").fetchall() == [("ok",)]
    with open_memory(url) as memory:
        store = memory._engine.store
        stored = store.messages("ada", store.message_ids("ada"))
        keys = [int(one.key.removeprefix("key:")) for one in stored]
        memory._engine.clock.now = memory._engine.clock().replace(year=2027)  # type: ignore[attr-defined]
        memory.flush()
        understood = state(memory)
        backlog = memory.status().backlog
    with open_memory("sqlite:///:memory:") as memory:
        memory.remember_many(map(message, keys))
        serial = state(memory)

    assert acknowledged <= set(keys)
    assert len(keys) == len(set(keys))
    assert (backlog.waiting, backlog.leased, backlog.failed) == (0, 0, 0)
    assert understood == serial

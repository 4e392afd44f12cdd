"""The command `work`: another process understands what this one only stored."""

from __future__ import annotations

import signal
import subprocess
import sys
import time
from pathlib import Path

from graphmem import Memories
from graphmem.memory.remembering import WAITING
from tests.cli.conftest import Run


def store_only(path: Path, namespace: str, text: str) -> None:
    """A message in the queue, as left by a process whose worker ended."""
    with Memories.open(f"sqlite:///{path}", background=True) as memories:
        assert memories._engine.background is not None
        memories._engine.background.stop()
        assert memories.of(namespace).remember(text).pending == WAITING.pending


def sentences(path: Path, namespace: str) -> list[str]:
    """What is known by now."""
    with Memories.open(f"sqlite:///{path}") as memories:
        return [fact.sentence for fact in memories.of(namespace).facts()]


def test_what_waits_in_every_namespace_is_understood(run: Run, tmp_path: Path) -> None:
    """And then it ends, with --once."""
    path = tmp_path / "memory.db"
    store_only(path, "ada", "My sister Ana lives in Lisbon.")
    store_only(path, "bob", "Tom lives in Porto.")

    ran = run("work", "--once")

    assert (ran.code, ran.out) == (0, "Read 2 messages.\nRead 0 messages.\n")
    assert "Ana lives in Lisbon" in sentences(path, "ada")
    assert sentences(path, "bob") == ["Tom lives in Porto"]


def test_it_goes_on_until_it_is_terminated(tmp_path: Path) -> None:
    """It takes what comes later too, and ends in order."""
    path = tmp_path / "memory.db"
    store_only(path, "ada", "Ana lives in Porto.")
    command = [sys.executable, "-m", "graphmem.cli", "--db", str(path), "work", "--every", "0.1"]
    worker = subprocess.Popen(command, stderr=subprocess.PIPE, text=True)

    try:
        store_only(path, "ada", "Tom lives in Porto.")
        until = time.monotonic() + 60
        while len(sentences(path, "ada")) < 2 and time.monotonic() < until:
            time.sleep(0.2)
        worker.send_signal(signal.SIGTERM)
        _, err = worker.communicate(timeout=60)
    finally:
        worker.kill()

    assert worker.returncode == 0
    assert sorted(sentences(path, "ada")) == ["Ana lives in Porto", "Tom lives in Porto"]
    assert "Traceback" not in err

"""A background worker is killed at random points: whatever was acknowledged is understood in the end, once."""

from __future__ import annotations

import random
import subprocess
import sys
import time
from collections import Counter
from datetime import timedelta
from pathlib import Path

import pytest

from graphmem.memory.engine import utc_now
from tests.memory.background_writer import open_slow

EACH = 40


@pytest.mark.kills
def test_after_kills_every_message_has_its_facts_once(root: Path, tmp_path: Path, kills: int) -> None:
    """Ten kills, fifty in the long run, before, in and after calls and transactions."""
    url, chance = f"sqlite:///{tmp_path / 'killed.db'}", random.Random(7)
    acknowledged: set[int] = set()
    for number in range(kills // 2):
        command = [sys.executable, "-m", "tests.memory.background_writer", url, str(number * EACH), str(EACH)]
        with subprocess.Popen(
            command, cwd=root, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True
        ) as writer:
            assert writer.stdout is not None
            first = writer.stdout.readline()
            time.sleep(chance.uniform(0, 0.15))
            writer.kill()
            lines = [first, *writer.communicate()[0].splitlines()]
            acknowledged |= {int(line) for line in lines if line.strip().isdigit()}

    with open_slow(url, seconds=0, background=False, clock=lambda: utc_now() + timedelta(hours=1)) as memory:
        waited = memory.status().backlog
        left = memory.flush()
        keys = Counter(one.key for one in memory.messages(limit=100_000))
        facts = Counter(fact.sentence for fact in memory.facts())
        sources = [len(fact.sources) for fact in memory.facts()]

    assert waited.waiting > 0
    assert (left.waiting, left.leased, left.failed) == (0, 0, 0)
    assert {f"key:k{number}" for number in acknowledged} <= keys.keys()
    assert facts == Counter(f"Ada likes thing{key.removeprefix('key:k')}" for key in keys)
    assert set(sources) == {1}

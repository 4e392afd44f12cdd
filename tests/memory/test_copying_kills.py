"""Copies are interrupted and killed at random points, and repeated: no doubles, nothing missing."""

from __future__ import annotations

import os
import random
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from tests.cypher.neo4j_server import Servers, empty, wanted
from tests.memory.test_copying import replica
from tests.memory.writer import message, open_memory

MESSAGES = 1200


@pytest.fixture
def original(tmp_path: Path) -> str:
    """A memory of some length, in a file."""
    url = f"sqlite:///{tmp_path / 'original.db'}"
    with open_memory(url) as memory:
        memory.remember_many(message(number) for number in range(MESSAGES))
    return url


@pytest.mark.kills
def test_a_copy_that_is_killed_again_and_again_comes_to_its_end(
    root: Path, tmp_path: Path, kills: int, original: str
) -> None:
    """By Ctrl-C or kill -9, before, in and between transactions; it ends equal to the original."""
    copy = f"sqlite:///{tmp_path / 'copy.db'}"

    stopped = _kill(root, [original, copy], times=kills, longest=0.4)

    assert stopped > 0
    _finish_and_compare(root, original, copy)


@pytest.mark.kills
@pytest.mark.neo4j
def test_a_copy_to_a_server_that_is_killed_comes_to_its_end(
    root: Path, kills: int, original: str, neo4j_servers: Servers
) -> None:
    """The same where the copy is written over a network."""
    server = neo4j_servers.of(wanted(os.environ)[-1])
    empty(server)

    stopped = _kill(root, [original, server.url], times=kills // 4, longest=6.0)

    assert stopped > 0
    _finish_and_compare(root, original, server.url)


def _kill(root: Path, arguments: list[str], *, times: int, longest: float) -> int:
    """Start a copy and kill it, again and again; how often it was stopped before its end."""
    chance, stopped = random.Random(7), 0
    for number in range(times):
        with subprocess.Popen(
            _command(arguments), cwd=root, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True
        ) as copier:
            assert copier.stdout is not None
            assert copier.stdout.readline() == "begun\n"
            time.sleep(chance.uniform(0, longest))
            copier.send_signal(signal.SIGINT if number % 2 else signal.SIGKILL)
            stopped += "done" not in copier.communicate()[0]
    return stopped


def _finish_and_compare(root: Path, original: str, copy: str) -> None:
    subprocess.run(_command([original, copy]), cwd=root, check=True, capture_output=True)
    with open_memory(original) as memory, open_memory(copy, user_name=None) as found:
        assert found.status().backlog == memory.status().backlog
        assert replica(found) == replica(memory)


def _command(arguments: list[str]) -> list[str]:
    return [sys.executable, "-m", "tests.memory.copier", *arguments]

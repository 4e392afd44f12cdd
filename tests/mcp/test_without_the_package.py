"""Where the SDK is not installed the command says the one line that installs it, and nothing else needs it."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.cli.conftest import run_in_process

PROGRAM = """
import sys
from graphmem.cli import main

sys.modules["mcp"] = None  # as if it were not installed
for options in (["mcp", "--list"], ["mcp"], ["mcp", "--http"]):
    try:
        main(options)
    except SystemExit as left:
        print(left.code)
"""


def test_a_missing_package_gives_the_line_that_installs_it(root: Path, tmp_path: Path) -> None:
    """For either transport; the tools can be listed without it."""
    environment = {**os.environ, "GRAPHMEM_URL": f"sqlite:///{tmp_path}/memory.db", "PYTHONPATH": str(root)}

    ran = subprocess.run(
        [sys.executable, "-c", PROGRAM], env=environment, capture_output=True, text=True, check=True, timeout=60
    )

    assert [line for line in ran.stdout.splitlines() if line.isdigit()] == ["0", "1", "1"]
    assert ran.stderr.splitlines() == ["graphmem: this needs the package mcp: pip install 'graphmem[mcp]'"] * 2


def test_another_machine_is_refused_before_anything_is_opened(
    monkeypatch: pytest.MonkeyPatch, tmp_path: object
) -> None:
    """In one line."""
    monkeypatch.setenv("GRAPHMEM_URL", f"sqlite:///{tmp_path}/memory.db")

    ran = run_in_process("mcp", "--http", "--host", "0.0.0.0")

    assert (ran.code, "give --tokens FILE, or listen on 127.0.0.1" in ran.err) == (1, True)

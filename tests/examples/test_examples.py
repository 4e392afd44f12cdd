"""Every numbered example runs offline, in seconds, and prints what it did."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
EXAMPLES = sorted((ROOT / "examples").glob("[0-9]*.py"))


@pytest.mark.parametrize("example", EXAMPLES, ids=lambda path: path.name)
def test_an_example_runs(example: Path, tmp_path: Path) -> None:
    """As a process of its own, in an empty folder."""
    done = subprocess.run(
        [sys.executable, example],
        env=os.environ | {"PYTHONPATH": str(ROOT)},
        cwd=tmp_path,
        capture_output=True,
        text=True,
        check=False,
    )

    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout
    assert list(tmp_path.iterdir()) == []


def test_first_steps_show_a_home_that_ends_and_stays_askable(tmp_path: Path) -> None:
    """What the example is there to show."""
    done = subprocess.run(
        [sys.executable, EXAMPLES[0]],
        env=os.environ | {"PYTHONPATH": str(ROOT)},
        capture_output=True,
        text=True,
        check=True,
    )

    assert "ended:   ['Ana lived in Porto']" in done.stdout
    assert """in May:  ["Ana is Ada's sister", 'Ana lived in Porto']""" in done.stdout

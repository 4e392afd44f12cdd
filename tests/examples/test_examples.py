"""Every numbered example runs offline, in seconds, and prints what it did."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from importlib import import_module
from pathlib import Path

import pytest
from _pytest.mark.structures import ParameterSet

from graphmem import ConfigError

ROOT = Path(__file__).resolve().parents[2]
EXAMPLES = sorted((ROOT / "examples").glob("[0-9]*.py"))

_ADAPTER = re.compile(r"^from (graphmem\.integrations\.\w+) import", re.MULTILINE)


def adapters(example: Path) -> list[str]:
    """The modules of `graphmem.integrations` that an example shows."""
    return _ADAPTER.findall(example.read_text(encoding="utf-8"))


def marked(example: Path) -> ParameterSet:
    """One that shows an adapter can be run alone, where its framework is."""
    return pytest.param(example, id=example.name, marks=[pytest.mark.framework] if adapters(example) else [])


@pytest.mark.parametrize("example", [marked(example) for example in EXAMPLES])
def test_an_example_runs(example: Path, tmp_path: Path) -> None:
    """As a process of its own, in an empty folder; one of a framework where that is installed."""
    try:
        for adapter in adapters(example):
            import_module(adapter)
    except ConfigError as missing:
        if "GRAPHMEM_REQUIRE_FRAMEWORKS" in os.environ:
            raise
        pytest.skip(str(missing))
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

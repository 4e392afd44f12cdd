"""The command line at hand for tests: in this process for most, as a process where pipes and signals matter."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest
from typer.testing import CliRunner

from graphmem import texts
from graphmem.cli.app import app
from tests.closing import closed

__all__ = ["closed"]


@dataclass(frozen=True, slots=True)
class Ran:
    """What a command came to."""

    code: int
    out: str
    err: str


Run = Callable[..., Ran]


def run_in_process(*arguments: str, stdin: str | bytes = "") -> Ran:
    """Run a command here; what it prints is no terminal."""
    result = CliRunner().invoke(app, arguments, input=stdin, prog_name="graphmem")
    if result.exception is not None and not isinstance(result.exception, SystemExit):
        raise result.exception
    return Ran(result.exit_code, result.stdout, result.stderr)


@pytest.fixture
def run(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Run:
    """Commands on an empty memory of their own, in an empty folder."""
    monkeypatch.setenv("GRAPHMEM_URL", f"sqlite:///{tmp_path / 'memory.db'}")
    monkeypatch.setenv("GRAPHMEM_USER_NAME", "Ada")
    monkeypatch.delenv("GRAPHMEM_NAMESPACE", raising=False)
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "config"))
    monkeypatch.chdir(tmp_path)
    return run_in_process


@pytest.fixture(scope="module")
def told(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Run]:
    """Commands on a memory that knows the story of Ada; for reading only."""
    folder = tmp_path_factory.mktemp("story")
    transcript = folder / "ada.jsonl"
    transcript.write_text(texts.story("ada"), encoding="utf-8")
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("GRAPHMEM_URL", f"sqlite:///{folder / 'story.db'}")
        patch.setenv("GRAPHMEM_USER_NAME", "Ada")
        patch.delenv("GRAPHMEM_NAMESPACE", raising=False)
        patch.setenv("XDG_CONFIG_HOME", str(folder / "config"))
        assert run_in_process("import", str(transcript)).code == 0
        yield run_in_process


@pytest.fixture(scope="session")
def program(tmp_path_factory: pytest.TempPathFactory, root: Path) -> Path:
    """A program `graphmem` that runs this checkout, for shells and for processes of their own."""
    path = tmp_path_factory.mktemp("bin") / "graphmem"
    path.write_text(f'#!/bin/sh\nPYTHONPATH="{root}" exec "{sys.executable}" -m graphmem.cli "$@"\n', encoding="utf-8")
    path.chmod(0o755)
    return path


@pytest.fixture
def environment(tmp_path: Path, program: Path) -> dict[str, str]:
    """Variables for such a process: an empty memory, and `graphmem` on the PATH."""
    inherited = {name: value for name, value in os.environ.items() if not name.startswith("GRAPHMEM_")}
    own = {
        "GRAPHMEM_URL": f"sqlite:///{tmp_path / 'memory.db'}",
        "GRAPHMEM_USER_NAME": "Ada",
        "XDG_CONFIG_HOME": str(tmp_path / "config"),
        "XDG_STATE_HOME": str(tmp_path / "state"),
        "PATH": f"{program.parent}{os.pathsep}{inherited['PATH']}",
    }
    return {**inherited, **own}

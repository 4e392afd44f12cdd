"""Exporting from the command line: what is written can be imported again, and read."""

from __future__ import annotations

import gzip
import json
import subprocess
from pathlib import Path

import pytest

from tests.cli.conftest import Run
from tests.cli.transcripts import write


@pytest.fixture
def known(run: Run, tmp_path: Path) -> Run:
    """Commands on a memory that knows three messages."""
    write(tmp_path / "chat.jsonl", 3)
    run("import", "chat.jsonl")
    return run


def test_an_export_is_imported_again(known: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Into another store, where it is told what it is, and exported to the same bytes."""
    first = known("export", "memory.jsonl")
    monkeypatch.setenv("GRAPHMEM_URL", f"sqlite:///{tmp_path / 'other.db'}")

    second = known("import", "memory.jsonl")
    again = known("export", "again.jsonl")

    assert (first.out, again.out) == (
        "Exported 3 messages to memory.jsonl, as JSON Lines.\n",
        "Exported 3 messages to again.jsonl, as JSON Lines.\n",
    )
    assert second.out.startswith(
        "Reading memory.jsonl: graphmem export.\nImported: 3 messages new, 0 known already, 0 bad;"
    )
    assert (tmp_path / "memory.jsonl").read_bytes() == (tmp_path / "again.jsonl").read_bytes()


def test_an_export_goes_through_a_pipe(known: Run, tmp_path: Path) -> None:
    """And from one, packed or not."""
    piped = known("export").out
    known("export", "memory.jsonl")
    (tmp_path / "memory.jsonl.gz").write_bytes(gzip.compress(piped.encode()))

    assert piped == (tmp_path / "memory.jsonl").read_text(encoding="utf-8")
    assert json.loads(known("import", "-", "--json", stdin=piped).out)["known"] == 3
    assert json.loads(known("import", "memory.jsonl.gz", "--json").out)["format"] == "graphmem export"


def test_a_broken_export_is_named_by_line(known: Run, tmp_path: Path) -> None:
    """With the exit code of an import with bad places."""
    known("export", "memory.jsonl")
    lines = (tmp_path / "memory.jsonl").read_text(encoding="utf-8").splitlines()
    (tmp_path / "memory.jsonl").write_text("\n".join([lines[0], "{", *lines[2:4]]), encoding="utf-8")

    ran = known("import", "memory.jsonl")

    assert ran.code == 1
    assert [line.partition("; ")[0] for line in ran.err.splitlines()] == [
        "graphmem: memory.jsonl: line 2: not JSON: Expecting property name enclosed in double quotes at column 2",
        "graphmem: memory.jsonl: line 4: the file ends here and seems cut off",
    ]


def test_the_name_tells_the_form(known: Run, tmp_path: Path) -> None:
    """Unless the form is told."""
    known("export", "report.html")
    known("export", "report.txt", "--format", "html")

    for name in ("report.html", "report.txt"):
        assert (tmp_path / name).read_text(encoding="utf-8").startswith("<!DOCTYPE html>")


def test_what_cannot_be_written_is_an_error(known: Run) -> None:
    """In one line."""
    ran = known("export", "none/memory.jsonl")

    assert (ran.code, ran.out) == (1, "")
    assert ran.err == "graphmem: none/memory.jsonl cannot be written: No such file or directory\n"


def test_a_reader_that_stops_early_is_no_error(environment: dict[str, str], tmp_path: Path) -> None:
    """`graphmem export | head -1`, with a stdout that knows only ASCII."""
    write(tmp_path / "chat.jsonl", 3)
    shell = "graphmem import chat.jsonl >/dev/null && graphmem export | head -1"

    done = subprocess.run(
        ["bash", "-c", shell],
        env=environment | {"PYTHONIOENCODING": "ascii"},
        cwd=tmp_path,
        capture_output=True,
        check=False,
    )

    assert (done.returncode, done.stderr) == (0, b"")
    assert json.loads(done.stdout)["graphmem"] == "export"

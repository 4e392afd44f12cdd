"""`--help` teaches by examples, and every one of them works as it stands."""

from __future__ import annotations

import re
import shlex
import subprocess
from pathlib import Path

import pytest

from tests.cli.conftest import Run, run_in_process
from tests.cli.transcripts import write_examples

COMMANDS = (
    "demo",
    "chat",
    "import",
    "export",
    "remember",
    "recall",
    "context",
    "facts",
    "entities",
    "entity",
    "history",
    "changes",
    "forget",
    "flush",
    "rebuild",
    "reembed",
    "status",
    "doctor",
    "config",
    "cypher",
)
WITHIN = ("cypher list", "cypher show", "cypher run")


def examples(command: str) -> list[str]:
    """The lines of a command's help that begin with a prompt; those of the program itself for ""."""
    help_text = run_in_process(*command.split(), "--help").out
    return re.findall(r"^ +\$ (.+)$", help_text, flags=re.MULTILINE)


ALL = [example for command in ("", *COMMANDS, *WITHIN) for example in examples(command)]


def test_every_command_has_a_test_of_its_help() -> None:
    """The list above is the whole list."""
    listed = run_in_process("--help").out.partition("Commands:")[2]

    assert re.findall(r"^  (\w+) ", listed, flags=re.MULTILINE) == list(COMMANDS)


@pytest.mark.parametrize("command", ["", *COMMANDS, *WITHIN])
def test_every_help_has_an_example(command: str) -> None:
    """And fits 80 columns."""
    assert examples(command)
    assert max(map(len, run_in_process(*command.split(), "--help").out.splitlines())) <= 80


@pytest.mark.parametrize("example", [line for line in ALL if "|" not in line])
def test_an_example_works(run: Run, tmp_path: Path, example: str) -> None:
    """In a folder with the transcript they name, where something is known of Ana."""
    write_examples(tmp_path)
    run("remember", "My sister Ana lives in Lisbon.", "--at", "2024-03-01")

    program, *arguments = shlex.split(example)
    ran = run(*arguments)

    assert program == "graphmem"
    assert (ran.code, ran.err.count("graphmem: ")) == (0, 0)
    assert ran.out


@pytest.mark.parametrize("example", [line for line in ALL if "|" in line])
def test_an_example_with_a_pipe_works(environment: dict[str, str], tmp_path: Path, example: str) -> None:
    """In a real shell."""
    write_examples(tmp_path)

    done = subprocess.run(
        ["bash", "-c", f"set -o pipefail; {example}"],
        env=environment,
        cwd=tmp_path,
        capture_output=True,
        text=True,
        check=False,
    )

    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout

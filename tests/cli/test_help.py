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
    "copy",
    "remember",
    "recall",
    "context",
    "facts",
    "entities",
    "entity",
    "history",
    "changes",
    "correct",
    "retract",
    "merge",
    "split",
    "undo",
    "edit",
    "conflicts",
    "forget",
    "prune",
    "flush",
    "work",
    "rebuild",
    "reextract",
    "reembed",
    "rekey",
    "mcp",
    "status",
    "audit",
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
def test_an_example_works(run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, example: str) -> None:
    """In a folder with the transcript they name, where something is known of Ana; in an encrypted file, where that is needed."""
    write_examples(tmp_path)
    for name in ("ENCRYPTION_KEY", "NEW_ENCRYPTION_KEY") if "rekey" in example else ():
        monkeypatch.setenv(f"GRAPHMEM_{name}", name)
    run("remember", "My sister Ana lives in Lisbon.", "--at", "2024-03-01")
    run("remember", "Annie works at Feedzai.", "--at", "2024-03-02")

    program, *arguments = shlex.split(example)
    ran = run(*arguments, stdin="I like jazz.\n" if arguments[0] == "chat" else "")

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
    assert done.stdout or ">" in example


#: Typer asks which shell started the program; here the tests say which.
TOLD = {"_TYPER_COMPLETE_TEST_DISABLE_SHELL_DETECTION": "1"}


@pytest.mark.parametrize("shell", ["bash", "zsh", "fish"])
def test_completion_prints_a_script_for_the_shell(environment: dict[str, str], program: Path, shell: str) -> None:
    """To copy, or installed by --install-completion; and the program answers what the script asks."""
    asked = environment | {"_GRAPHMEM_COMPLETE": "complete_bash", "COMP_WORDS": "graphmem ent", "COMP_CWORD": "1"}

    shown = subprocess.run(
        [program, "--show-completion", shell], env=environment | TOLD, capture_output=True, text=True, check=True
    )
    answered = subprocess.run([program], env=asked, capture_output=True, text=True, check=False)

    assert "_GRAPHMEM_COMPLETE" in shown.stdout
    assert answered.stdout.split() == ["entities", "entity"]


def test_completion_is_installed_in_the_users_shell(environment: dict[str, str], program: Path, tmp_path: Path) -> None:
    """It says where."""
    home = environment | TOLD | {"HOME": str(tmp_path)}

    done = subprocess.run(
        [program, "--install-completion", "bash"], env=home, capture_output=True, text=True, check=True
    )

    assert "completion installed in" in " ".join(done.stdout.split())
    assert ".bashrc" in {path.name for path in tmp_path.iterdir()}


def test_what_a_command_does_is_said_in_a_line() -> None:
    """In the list of commands no line is cut off at 80 columns."""
    listed = run_in_process("--help").out.partition("Commands:")[2]

    assert [line for line in listed.splitlines() if line.endswith("...")] == []

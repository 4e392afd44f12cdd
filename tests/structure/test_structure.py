"""The shape of the code, held by tests: small files, an explicit face, names that mean something, no place named."""

from __future__ import annotations

import importlib
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

FOLDERS = ("graphmem", "cypher", "tests", "benchmarks", "examples", ".ci")
WRITTEN = {".py", ".sql", ".cypher", ".md", ".toml", ""}
HEAVY = {"numpy", "pydantic", "spacy", "neo4j", "openai", "tiktoken", "typer", "rich", "wordllama"} | {"mcp", "uvicorn"}
VAGUE = {"utils", "util", "helpers", "helper", "common", "manager", "misc"}

# Put together here, so that this file does not hold them.
REGISTRIES = tuple(
    ".".join(parts)
    for parts in (
        ("pypi", "org"),
        ("pythonhosted", "org"),
        ("maven", "org"),
        ("npmjs", "org"),
        ("crates", "io"),
        ("golang", "org"),
        ("debian", "org"),
    )
)
OF_A_MACHINE = re.compile(r"(?<![\w.])/(?:" + "|".join(("root", "home", "work", "Users", "opt", "tmp")) + r")/[\w.]")


def files(root: Path) -> list[Path]:
    """Every file of the project: as git lists them, tracked or new and not ignored; else all in the known folders."""
    if (root / ".git").exists() and (git := shutil.which("git")):
        command = [git, "-C", str(root), "ls-files", "--cached", "--others", "--exclude-standard", "-z"]
        listed = subprocess.run(command, capture_output=True, text=True, check=True)
        found = [root / name for name in listed.stdout.split("\0") if name]
    else:
        found = [path for folder in FOLDERS for path in (root / folder).rglob("*")] + list(root.glob("*.*"))
    return sorted(path for path in found if path.is_file() and "__pycache__" not in path.parts)


def test_no_file_is_longer_than_400_lines(root: Path) -> None:
    """A longer one holds a second noun."""
    written = [path for path in files(root) if path.suffix in WRITTEN and path.relative_to(root).parts[0] in FOLDERS]
    lengths = {str(path.relative_to(root)): len(path.read_text(encoding="utf-8").splitlines()) for path in written}

    assert lengths
    assert {name: length for name, length in lengths.items() if length > 400} == {}


def test_no_module_has_a_name_that_says_nothing(root: Path) -> None:
    """A module named utils is where nouns get lost."""
    names = {part.removesuffix(".py") for path in files(root) if path.suffix == ".py" for part in path.parts}

    assert names & VAGUE == set()


def test_no_file_names_a_machine_or_a_registry(root: Path) -> None:
    """What is committed works anywhere, from wherever its packages come."""
    found = []
    for path in files(root):
        try:
            text = path.read_text(encoding="utf-8")
        except UnicodeDecodeError:
            continue  # a picture names nobody
        found += [f"{path.relative_to(root)}: {host}" for host in REGISTRIES if host in text]
        found += [f"{path.relative_to(root)}: {match[0]}" for match in OF_A_MACHINE.finditer(text)]

    assert found == []


CONSTRAINTS = ("constraints.txt", "constraints-dev.txt", "constraints-integrations.txt")


def test_the_constraints_hold_versions_and_hashes_only(root: Path) -> None:
    """No address, and nothing that is not pinned."""
    for name in CONSTRAINTS:
        text = (root / name).read_text(encoding="utf-8").replace("\\\n", " ")
        lines = [line for line in text.splitlines() if line and not line.startswith(("#", "-r "))]

        assert lines
        assert [line for line in lines if not re.match(r"[a-z0-9-]+==\S+ .*--hash=sha256:[0-9a-f]{64}", line)] == []
        assert "://" not in text


def test_the_constraints_can_be_installed_side_by_side(root: Path) -> None:
    """Each package is pinned in one of the files only."""
    pinned = [
        set(re.findall(r"^([a-z0-9-]+)==", (root / name).read_text(encoding="utf-8"), re.MULTILINE))
        for name in CONSTRAINTS
    ]

    assert sum(map(len, pinned)) == len(set.union(*pinned))


@pytest.mark.parametrize("module", ["graphmem", "graphmem.types"])
def test_the_face_is_exactly_what_it_says(module: str) -> None:
    """`__all__` is sorted, everything in it can be imported, and nothing public beside it can."""
    face = importlib.import_module(module)
    names = list(face.__all__)
    public = {
        name
        for name in dir(face)
        if not name.startswith("_") and name != "annotations" and not isinstance(getattr(face, name), type(sys))
    }

    assert names == sorted(names, key=lambda name: (not name.isupper(), name)) or names == sorted(names)
    assert all(hasattr(face, name) for name in names)
    assert public <= set(names)


def test_importing_graphmem_takes_nothing_heavy() -> None:
    """A program that only imports it pays for nothing it has not asked for."""
    program = "import graphmem, sys; print(*sorted({name.split('.')[0] for name in sys.modules}))"
    loaded = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)

    assert "graphmem" in loaded.stdout.split()
    assert HEAVY & set(loaded.stdout.split()) == set()

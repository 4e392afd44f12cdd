"""What a user installs: the wheel holds what graphmem reads at run time, and works where nothing else is installed."""

from __future__ import annotations

import subprocess
import sys
import venv
import zipfile
from dataclasses import dataclass
from pathlib import Path

import pytest

pytestmark = pytest.mark.packaging

CORE_ONLY = """
import sys
import graphmem

loaded = {name.split(".")[0] for name in sys.modules}
heavy = loaded & {"numpy", "pydantic", "spacy", "neo4j", "openai", "tiktoken", "typer", "rich"}
assert not heavy, heavy

from graphmem import texts

print(texts.__file__)
print(len(texts.statements()), "statements")
print(len(texts.prompt("memory")) > 0)
"""


@dataclass(frozen=True, slots=True)
class Environment:
    """A new environment with the core installed as a user would."""

    folder: Path

    def run(self, *command: str | Path) -> str:
        """What a command of the environment prints; it runs outside the checkout, so nothing is found by chance."""
        program = self.folder / "bin" / command[0]
        done = subprocess.run(
            [program, *command[1:]],
            cwd=self.folder,
            capture_output=True,
            text=True,
            check=False,
            stdin=subprocess.DEVNULL,
        )
        assert done.returncode == 0, f"{command}\n{done.stdout}\n{done.stderr}"
        return done.stdout


def pinned(root: Path, folder: Path) -> Path:
    """The pinned versions without their hashes, as constraints: a wheel just built has no hash to compare."""
    lines = (root / "constraints.txt").read_text(encoding="utf-8").splitlines()
    versions = [line.removesuffix("\\").strip() for line in lines if line[:1].isalnum()]
    path = folder / "versions.txt"
    path.write_text("\n".join(versions), encoding="utf-8")
    return path


def new_environment(folder: Path) -> Environment:
    """An environment with pip and nothing else."""
    venv.create(folder, with_pip=True)
    return Environment(folder=folder)


@pytest.fixture(scope="module")
def wheel(root: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The wheel, built by the installed hatchling."""
    out = tmp_path_factory.mktemp("dist")
    subprocess.run(
        [sys.executable, "-m", "build", "--wheel", "--no-isolation", "--outdir", out, root],
        check=True,
        capture_output=True,
    )
    (built,) = out.glob("graphmem-*.whl")
    return built


@pytest.fixture(scope="module")
def installed(root: Path, wheel: Path, tmp_path_factory: pytest.TempPathFactory) -> Environment:
    """An environment with the wheel and the core dependencies only."""
    folder = tmp_path_factory.mktemp("wheel")
    environment = new_environment(folder / "venv")
    environment.run("python", "-m", "pip", "install", "-q", "-c", pinned(root, folder), wheel)
    return environment


def test_the_wheel_holds_every_text_and_no_test(root: Path, wheel: Path) -> None:
    """Cypher, prompts, SQL and other data go with the code; tests and benchmarks do not."""
    names = set(zipfile.ZipFile(wheel).namelist())
    code = {path.relative_to(root).as_posix() for path in (root / "graphmem").rglob("*") if path.is_file()}
    cypher = {
        f"graphmem/{path.relative_to(root).as_posix()}" for path in (root / "cypher").rglob("*") if path.is_file()
    }
    expected = {name for name in code | cypher if "__pycache__" not in name}

    assert {"graphmem/py.typed", "graphmem/prompts/memory.md", "graphmem/cypher/explore/who_is.cypher"} <= expected
    assert any(name.endswith(".sql") for name in expected)
    assert expected - names == set()
    assert {name.split("/")[0] for name in names} == {"graphmem", "graphmem-0.1.0.dist-info"}


def test_the_licence_is_in_the_wheel(wheel: Path) -> None:
    """Apache-2.0, by name and in full."""
    archive = zipfile.ZipFile(wheel)
    metadata = archive.read("graphmem-0.1.0.dist-info/METADATA").decode()

    assert "License-Expression: Apache-2.0" in metadata
    assert "graphmem-0.1.0.dist-info/licenses/LICENSE" in archive.namelist()


def test_the_core_alone_imports_and_reads_its_texts(root: Path, installed: Environment) -> None:
    """Without spaCy, without an embedder, and from the installed copy."""
    file, statements, has_prompt = installed.run("python", "-c", CORE_ONLY).splitlines()
    shipped = len(list((root / "cypher").rglob("*.cypher")))

    assert installed.folder in Path(file).parents
    assert (statements, has_prompt) == (f"{shipped} statements", "True")
    assert "spacy" not in installed.run("python", "-m", "pip", "list")


def test_the_command_line_of_the_core_alone_explains_itself(installed: Environment) -> None:
    """The command is installed, and its help needs no extra."""
    assert "demo" in installed.run("graphmem", "--help")


def test_an_editable_install_reads_its_texts_in_place(root: Path, tmp_path_factory: pytest.TempPathFactory) -> None:
    """A change to a statement in the checkout is seen at once."""
    folder = tmp_path_factory.mktemp("editable")
    environment = new_environment(folder / "venv")
    environment.run("python", "-m", "pip", "install", "-q", "-c", pinned(root, folder), "hatchling")
    environment.run("python", "-m", "pip", "install", "-q", "--no-deps", "--no-build-isolation", "-e", root)

    program = "from graphmem import texts; print(texts._cypher(), len(texts.statements()))"
    place, count = environment.run("python", "-c", program).split()

    assert Path(place) == root / "cypher"
    assert int(count) == len(list((root / "cypher").rglob("*.cypher")))

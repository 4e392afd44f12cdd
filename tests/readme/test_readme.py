"""The README cannot rot: its programs print what it says, its commands run, its picture is the program's."""

from __future__ import annotations

import contextlib
import io
import json
import re
import shlex
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner

from graphmem import Memory, texts
from graphmem.cli import shapes
from graphmem.cli.app import app
from graphmem.llm.openai_compatible import OpenAIChat
from tests.llm.endpoint import serving

_BLOCK = re.compile(r"^```(\w+)\n(.*?)^```$", flags=re.MULTILINE | re.DOTALL)


@pytest.fixture(scope="module")
def readme(root: Path) -> str:
    """The whole page."""
    return (root / "README.md").read_text(encoding="utf-8")


def blocks(readme: str) -> list[tuple[str, str]]:
    """Its fenced blocks: language and text."""
    return _BLOCK.findall(readme)


@pytest.fixture
def names() -> Iterator[dict[str, Any]]:
    """What the programs of the page share; the memories they open are closed."""
    shared: dict[str, Any] = {}
    opened: list[Memory] = []

    class Watched(Memory):
        def __init__(self, *given: Any, **options: Any) -> None:
            super().__init__(*given, **options)
            opened.append(self)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("graphmem.Memory", Watched)
        yield shared
    for memory in opened:
        memory.close()


#: What a model answers to the message of the page that one reads.
_READ = [
    {"message": 1, "quote": "a Ana vive em Lisboa", "subject": "Ana", "predicate": "live in", "object": "Lisboa", "object_kind": "Place"},
    {"message": 1, "quote": "adora o Tejo", "subject": "Ana", "predicate": "love", "object": "Tejo", "object_kind": "Place"},
]  # fmt: skip


@pytest.fixture
def chat_models(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Every chat model of the page is asked at an endpoint of this test."""
    opened: list[OpenAIChat] = []
    with serving() as server:
        server.answer = lambda asked: "In Lisbon." if "tools" in asked else json.dumps({"claims": _READ})

        class Near(OpenAIChat):
            def __init__(self, model: str, *, base_url: str | None = None) -> None:
                super().__init__(model, base_url=server.url)
                opened.append(self)

        monkeypatch.setattr("graphmem.llm.openai_compatible.OpenAIChat", Near)
        yield
        for model in opened:
            model.close()


@pytest.mark.usefixtures("chat_models")
def test_every_program_prints_what_the_page_says(
    readme: str, names: dict[str, Any], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """They run in order and share names, as a reader would type them."""
    monkeypatch.chdir(tmp_path)
    found = blocks(readme)
    programs = [number for number, (language, _) in enumerate(found) if language == "python"]

    for number in programs:
        printed = io.StringIO()
        with contextlib.redirect_stdout(printed):
            exec(compile(found[number][1], f"README.md, program {number}", "exec"), names)

        assert found[number + 1] == ("text", printed.getvalue())
    assert len(programs) >= 4


def test_the_first_program_is_short(readme: str) -> None:
    """Ten lines, beside empty ones."""
    language, program = blocks(readme)[0]

    assert language == "python"
    assert len([line for line in program.splitlines() if line.strip()]) <= 10


def test_every_command_runs(readme: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """In order, on one memory."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("GRAPHMEM_URL", f"sqlite:///{tmp_path / 'memory.db'}")
    (tmp_path / "chat.jsonl").write_text(texts.story("ada"), encoding="utf-8")
    consoles = "".join(text for language, text in blocks(readme) if language == "console")
    commands = re.findall(r"^\$ graphmem (.+)$", consoles, flags=re.MULTILINE)

    for command in commands:
        result = CliRunner().invoke(app, shlex.split(command))

        assert result.exit_code == 0, (command, result.output)
        assert result.stdout
    assert len(commands) == consoles.count("$ ")


def test_the_json_that_is_promised_is_that_of_the_commands(root: Path) -> None:
    """Every key of a fact and a status that is printed is in the table of the command line's own page."""
    page = (root / "graphmem/cli/README.md").read_text(encoding="utf-8")
    table = page.partition("| command | JSON |")[2].partition("\n\n")[0]
    promised = set(re.findall(r"`(\w+)`", table))
    printed = set(re.findall(r'^ +"(\w+)":', Path(shapes.__file__).read_text(encoding="utf-8"), flags=re.MULTILINE))

    assert printed - promised == set()


def test_the_two_commands_are_the_ones_that_are_checked(readme: str, root: Path) -> None:
    """Each is one line; the second is what `.ci/run` takes from here and runs."""
    lines = [line.strip() for line in readme.splitlines() if line.strip().startswith("python3 -m venv")]

    demo, tests = lines
    assert demo.endswith("&& .venv/bin/graphmem demo")
    assert tests.endswith("&& .venv/bin/pytest")
    assert "constraints-dev.txt" in tests
    for file in re.findall(r"-r (\S+)", readme):
        assert (root / file).is_file()


def test_every_file_it_links_to_is_there(readme: str, root: Path) -> None:
    """Pictures and pages."""
    for target in re.findall(r"\]\(([^)]+)\)", readme):
        assert (root / target).is_file()


def test_the_picture_is_what_the_demo_shows_now(root: Path) -> None:
    """Draw it anew with `python examples/draw_demo.py` when this fails."""
    drawing: dict[str, Any] = {"__name__": "drawing", "__file__": str(root / "examples/draw_demo.py")}
    exec((root / "examples/draw_demo.py").read_text(encoding="utf-8"), drawing)

    picture = (root / "examples/demo.svg").read_text(encoding="utf-8")

    assert drawing["draw"]() == picture
    assert "http" not in picture.replace("http://www.w3.org/2000/svg", "")

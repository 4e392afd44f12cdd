"""Every door, asked for Ada in a store that Bob shares, answers as where she is alone; and nothing of it reaches Bob."""

from __future__ import annotations

import re
import shlex
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path

import pytest

from graphmem import Memories
from graphmem.cli.app import app
from graphmem.errors import GraphmemError
from graphmem.mcp import entities
from graphmem.mcp.offered import Offered
from graphmem.settings import Settings
from graphmem.testing import PlainExtractor
from graphmem.tools import Tools
from tests.cli.conftest import run_in_process
from tests.isolation.worlds import BOBS_TOWN, LIKE_ADAS, MARK, World, world
from tests.memory.state import state

#: What a model or host may call, each with arguments that name what Bob has too.
CALLS: dict[str, list[dict[str, object]]] = {
    "recall": [{"question": "Where does Ana live?", "limit": 50}, {"question": BOBS_TOWN}, {"question": "Ana", "namespace": "bob"}],
    "context": [{"turn": "Where does Ana live?"}, {"turn": "Ana", "namespace": "bob"}],
    "entity": [{"name": "Ana"}, {"name": BOBS_TOWN}, {"name": "Ana", "namespace": "bob"}],
    "history": [{"name": "Ana"}, {"name": BOBS_TOWN}],
    "explore": [
        {"name": "true_now"},
        {"name": "recent", "parameters": {"limit": 50}},
        {"name": "who_is", "parameters": {"name": "Ana", "namespace": "bob"}},
    ],
    "remember": [{"text": "Ana moved to Faro."}, {"text": "Ana moved to Faro.", "namespace": "bob"}],
    "correct": [{"fact": "Tom lives in Porto", "instead": "Evora"}, {"fact": f"Ana lives in {BOBS_TOWN}", "never_so": True}],
    "forget": [{"what": "I like Jazz."}, {"what": f"I like {MARK}music.".upper()}],
}  # fmt: skip

#: Commands for Ada, in order; what they change comes last.
COMMANDS = f"""
recall "Where does Ana live?" --limit 50
recall "Where does Ana live?" --json
recall {BOBS_TOWN}
context "What does Ana like?" --explain
context "Ana?" --session s1 --json
facts
facts Ana --json
facts {BOBS_TOWN}
entities --json
entity Ana
entity {BOBS_TOWN}
history Ana --json
changes --json
conflicts
status
cypher list
cypher run true_now
cypher run who_is name=Ana --json
cypher run hubs limit=50
cypher "MATCH (n) RETURN n.name ORDER BY n.name"
chat
export ada.jsonl
export ada.html
mcp --list
config
doctor
audit
remember "Ana moved to Faro." --session s1
import more.jsonl
correct "Tom lives in Porto" --object Evora
correct "Ana lives in {BOBS_TOWN}" --object Rome
retract "Ana likes Sushi"
merge Ana Ann
merge Ana {BOBS_TOWN}
split Ana --alias Ann
undo {"0" * 20}
edit {"0" * 20} "Ana likes Rice."
flush
work --once
rebuild
reextract
reembed
copy memory.db copy.db --from-namespace ada
prune --dry-run
forget --entity {BOBS_TOWN} --yes
forget --everything --yes
"""

#: Commands with nothing of anybody's: `demo` has a memory of its own, `rekey` is of a whole file.
OF_NOBODY = {"demo", "rekey"}

#: Of the whole store, or of the present moment: their words are looked through, and need not be equal.
NOT_COMPARED = re.compile(
    r"reembed|work|config|doctor|export|changes|remember|import|correct|retract|merge|split|edit|undo"
)


@pytest.fixture
def folders(tmp_path: Path) -> tuple[Path, Path]:
    """Where Ada is alone, and where Bob is too; nobody has the files open."""
    with ExitStack() as stack:
        for name, shared in (("alone", False), ("shared", True)):
            stack.enter_context(world(tmp_path / name / "memory.db", shared=shared))
    for name in ("alone", "shared"):
        (tmp_path / name / "more.jsonl").write_text('{"content": "Rita lives in Lisbon."}\n', encoding="utf-8")
    return tmp_path / "alone", tmp_path / "shared"


@pytest.fixture
def alone_and_shared(tmp_path: Path) -> Iterator[tuple[World, World]]:
    """Ada alone, and Ada beside Bob."""
    with ExitStack() as stack:
        yield (
            stack.enter_context(world(tmp_path / "alone" / "memory.db", shared=False)),
            stack.enter_context(world(tmp_path / "shared" / "memory.db", shared=True)),
        )


def test_every_tool_and_command_is_called() -> None:
    """A new one is called here too, or this fails."""
    commands = {one.name for one in app.registered_commands} | {one.name for one in app.registered_groups}

    assert set(CALLS) >= set(_all_tools())
    assert {line.split()[0] for line in COMMANDS.strip().splitlines()} == commands - OF_NOBODY


def _all_tools() -> tuple[str, ...]:
    with Memories.open("sqlite:///:memory:", extractor=PlainExtractor(), embedder="none") as memories:
        return Offered(memories.of("ada")).names()


def test_no_tool_tells_of_another_namespace_nor_changes_it(alone_and_shared: tuple[World, World]) -> None:
    """Of a model in this process, and of a host; with resources."""
    alone, shared = alone_and_shared
    before = _seen(shared.memories)

    for name, arguments in CALLS.items():
        for each in arguments:
            found = [_answers(one, name, each) for one in (alone, shared)]
            assert MARK not in found[1]
            assert found[0] == found[1], (name, each)
    for address in (entities.uri("Ana"), entities.uri("me"), entities.uri(BOBS_TOWN)):
        found = [_resource(one, address) for one in (alone, shared)]
        assert MARK not in found[1]
        assert found[0] == found[1]
    assert entities.page(alone.ada, None) == entities.page(shared.ada, None)

    assert _seen(shared.memories) == before


def _answers(one: World, name: str, arguments: dict[str, object]) -> str:
    answers = [Offered(one.ada).answer(name, arguments).text]
    if name in Tools(one.ada).names() and name not in ("remember", "correct", "forget"):
        answers.append(Tools(one.ada).call(name, arguments))
    return "\n".join(answers)


def _resource(one: World, address: str) -> str:
    try:
        return entities.told(one.ada, address)
    except GraphmemError as error:
        return str(error)


def test_no_command_tells_of_another_namespace_nor_changes_it(
    folders: tuple[Path, Path], monkeypatch: pytest.MonkeyPatch
) -> None:
    """What is printed, on either stream, and what is written to files."""
    monkeypatch.setattr(Settings, "_extractor", lambda _self: PlainExtractor())
    for name, value in {
        "URL": "sqlite:///memory.db",
        "USER_NAME": "Ada",
        "NAMESPACE": "ada",
        "EMBEDDER": "none",
    }.items():
        monkeypatch.setenv(f"GRAPHMEM_{name}", value)
    monkeypatch.setenv("XDG_CONFIG_HOME", str(folders[0] / "config"))
    before = _seen_in(folders[1])

    for line in COMMANDS.strip().splitlines():
        expected, found = (_run(folder, line, monkeypatch) for folder in folders)
        assert MARK not in found, line
        assert NOT_COMPARED.match(line) or found == expected, line

    for file in ("ada.jsonl", "ada.html"):
        assert MARK not in (folders[1] / file).read_text(encoding="utf-8")
    assert MARK.encode() not in (folders[1] / "copy.db").read_bytes()
    assert _seen_in(folders[1]) == before


def _run(folder: Path, line: str, monkeypatch: pytest.MonkeyPatch) -> str:
    monkeypatch.chdir(folder)
    ran = run_in_process(*shlex.split(line), stdin="Where does Ana live?\n" if line == "chat" else "")
    return f"{ran.code}\n{ran.out}\n{ran.err}".replace(str(folder), "")


def _seen_in(folder: Path) -> object:
    with Memories.open(f"sqlite:///{folder}/memory.db", extractor=PlainExtractor(), embedder="none") as memories:
        return _seen(memories)


def _seen(memories: Memories) -> object:
    """All that Bob and those called almost like Ada hold."""
    found = [memories.of(name) for name in ("bob", *LIKE_ADAS)]
    return [(state(memory), memory.status().version, repr(memory.changes(limit=200))) for memory in found]

"""What `--json` prints is what the table in graphmem/cli/README.md says, for every command that reads."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.cli.conftest import Run

ASKED = {
    "facts": ["facts"],
    "history": ["history", "Ana"],
    "entities": ["entities"],
    "entity": ["entity", "Ana"],
    "changes": ["changes"],
    "recall": ["recall", "Where does Ana live?"],
    "context": ["context", "What can I cook for Ana?"],
    "status": ["status"],
    "doctor": ["doctor"],
    "config": ["config"],
    "forget": ["forget", "--everything", "--dry-run"],
    "flush": ["flush"],
    "rebuild": ["rebuild"],
}


@pytest.fixture(scope="module")
def promised(root: Path) -> dict[str, set[str]]:
    """The words in code of each row of that table, by command."""
    table = (root / "graphmem/cli/README.md").read_text(encoding="utf-8").partition("| command | JSON |")[2]
    rows = re.findall(r"^\| `(\w+)` \| (.+) \|$", table, flags=re.MULTILINE)
    return {command: set(re.findall(r"`(\w+)`", said)) for command, said in rows}


def keys(value: Any) -> Iterator[str]:
    """Every key in a value, at any depth."""
    if isinstance(value, dict):
        yield from value
        for each in value.values():
            yield from keys(each)
    elif isinstance(value, list):
        for each in value:
            yield from keys(each)


@pytest.mark.parametrize("command", ASKED)
def test_what_is_printed_is_what_was_promised(told: Run, promised: dict[str, set[str]], command: str) -> None:
    """Each key of the outermost object stands in the command's own row; deeper ones there, or in that of facts or recall."""
    printed = json.loads(told(*ASKED[command], "--json").out)
    outermost = set(printed[0] if isinstance(printed, list) else printed)
    own = promised["facts"] if command == "history" else promised[command]
    shared = promised["facts"] | promised["recall"] | promised["entities"]
    # Chat messages are written as endpoints take them.
    chat = {"role", "content"} if command == "context" else set()

    assert outermost <= own | (promised["entities"] if command == "entity" else set())
    assert set(keys(printed)) <= own | shared | chat

"""The personal assistant as a person at a terminal uses it: it remembers across runs, is put right, says why, and forgets."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

from graphmem import Memory
from graphmem.types import ToolCallPart
from tests.cli.terminal import Terminal, terminal
from tests.llm.endpoint import Endpoint, calling, serving

Environment = dict[str, str]


@pytest.fixture
def environment(tmp_path: Path, root: Path) -> Environment:
    """Nobody's settings, and no model."""
    inherited = {name: value for name, value in os.environ.items() if not name.startswith(("GRAPHMEM_", "OPENAI_"))}
    return {**inherited, "PYTHONPATH": str(root), "XDG_CONFIG_HOME": str(tmp_path / "config")}


@contextmanager
def talking(environment: Environment, file: Path) -> Iterator[Terminal]:
    """The assistant, ready for a line; it ends well."""
    program = str(Path(__file__).resolve().parents[2] / "examples" / "02_personal_assistant.py")
    with terminal(environment, program, str(file), program=sys.executable) as asked:
        asked.expect("You: ")
        yield asked
        asked.press_until(b"\x04", None)
        assert asked.ended() == 0


def answered(asked: Terminal, line: str) -> str:
    """What is said to a line."""
    asked.type(line)
    asked.expect(line)
    return asked.expect("You: ").removesuffix("You: ").strip()


def test_without_a_model_it_remembers_across_runs_is_put_right_says_why_and_forgets(
    environment: Environment, tmp_path: Path
) -> None:
    """Two runs on one file."""
    file = tmp_path / "ada.db"

    with talking(environment, file) as asked:
        noted = answered(asked, "My sister Ana lives in Porto.")
        right = answered(asked, "Actually, Ana moved to Lisbon.")
        answered(asked, "I'm allergic to peanuts.")
    with talking(environment, file) as asked:
        where = answered(asked, "Where does my sister live?")
        why = answered(asked, "why?")
        forgotten = answered(asked, "forget I'm allergic to peanuts")

    with Memory.open(f"sqlite:///{file}", namespace="default") as memory:
        left = [fact.sentence for fact in memory.facts()]
    assert "Ana lives in Porto" in noted
    assert right == "Noted: Ana lives in Lisbon. No longer: Ana lived in Porto."
    assert where == "Ana lives in Lisbon."
    assert '"Actually, Ana moved to Lisbon."' in why
    assert forgotten == 'Forgotten: "I\'m allergic to peanuts." and 1 fact.'
    assert not [sentence for sentence in left if "peanuts" in sentence]


def test_with_a_model_it_answers_from_memory_corrects_and_forgets_by_tools(
    environment: Environment, tmp_path: Path
) -> None:
    """The model's words are scripted, the wire is real: what it was handed, and what its calls did."""
    file = tmp_path / "ada.db"
    with serving() as endpoint:
        model = {"GRAPHMEM_CHAT_MODEL": "m", "GRAPHMEM_CHAT_BASE_URL": endpoint.url}
        with talking(environment | model, file) as asked:
            endpoint.say("Nice.")
            answered(asked, "My sister Ana lives in Porto.")
        with talking(environment | model, file) as asked:
            endpoint.say("In Porto.")
            where = answered(asked, "Where does Ana live?")
            handed = str(endpoint.requests[-1]["messages"][0]["content"])
            endpoint.say(call("correct", '{"fact": "Ana lives in Porto", "instead": "Lisbon"}'), "Put right.")
            right = answered(asked, "That is wrong, it is Lisbon.")
            forgotten = answered_twice(asked, endpoint, "Forget where Ana lives.")

    with Memory.open(f"sqlite:///{file}", namespace="default") as memory:
        left = [fact.sentence for fact in memory.facts()]
    assert where == "In Porto."
    assert "Ana lives in Porto" in handed
    assert right == "Put right."
    assert forgotten == "Gone."
    assert not [sentence for sentence in left if "Lisbon" in sentence]


def call(name: str, arguments: str) -> dict[str, Any]:
    """A reply that wants a tool called."""
    return calling(ToolCallPart("c", name, arguments))


def answered_twice(asked: Terminal, endpoint: Endpoint, line: str) -> str:
    """To forget takes two calls: one that shows what would go and gives a code, one that confirms it."""

    def answer(body: dict[str, Any]) -> Any:
        last = body["messages"][-1]
        if last["role"] == "user":
            return call("forget", '{"what": "Ana lives in Lisbon"}')
        _, shown, code = last["content"].partition("confirm=")
        return call("forget", f'{{"what": "Ana lives in Lisbon", "confirm": "{code[:6]}"}}') if shown else "Gone."

    endpoint.answer = answer
    return answered(asked, line)

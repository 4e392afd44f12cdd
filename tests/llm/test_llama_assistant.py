"""The personal assistant on a terminal with a real model behind it: that words go to and fro, whatever they are."""

from __future__ import annotations

import os
import sys
from pathlib import Path

import pytest

from graphmem import Memory
from tests.cli.terminal import terminal
from tests.llm import llama

pytestmark = pytest.mark.llm


def test_the_assistant_talks_by_a_real_server_and_keeps_both_sides(
    server: llama.Llama, tmp_path: Path, root: Path
) -> None:
    """One turn, one answer."""
    file = tmp_path / "ada.db"
    environment = {
        **{name: value for name, value in os.environ.items() if not name.startswith("GRAPHMEM_")},
        "PYTHONPATH": str(root),
        "XDG_CONFIG_HOME": str(tmp_path),
        "GRAPHMEM_CHAT_MODEL": "smollm2",
        "GRAPHMEM_CHAT_BASE_URL": server.url,
    }

    with terminal(
        environment, str(root / "examples/02_personal_assistant.py"), str(file), program=sys.executable
    ) as asked:
        asked.expect("You: ")
        asked.type("I live in Porto.")
        asked.expect("I live in Porto.")
        answer = asked.expect("You: ", within=240)
        asked.press_until(b"\x04", None)
        assert asked.ended() == 0

    with Memory.open(f"sqlite:///{file}", namespace="default") as memory:
        roles = [message.role for message in memory.messages()]
    assert answer.removesuffix("You: ").strip()
    assert roles == ["user", "assistant"]

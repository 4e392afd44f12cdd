"""How what tools answered goes on in a prompt: bounded, and in a form that every endpoint takes, whatever the model made of its calls.

An endpoint refuses a whole prompt for one call in it whose arguments are no JSON or whose name has a blank, and a model that wrote such a call
would then never be heard again. And one answer of a tool may be longer than all that a model can read.
"""

from __future__ import annotations

import json
import re
from collections.abc import Sequence
from typing import Any

from graphmem.agent.turns import Used

#: Characters of one answer that a prompt holds, and of all the answers of a turn.
ANSWER, ANSWERS = 8_000, 24_000

#: Calls of one reply that are made; the model is told to make the others again.
MOST_AT_ONCE = 8

#: What the model is told when it has called often enough.
NO_MORE = "No more tools can be called in this turn. Answer now."

_NAME = re.compile(r"[^a-zA-Z0-9_-]")


def told(text: str, answers: Sequence[Used], *, before: Sequence[Used], last: bool) -> list[dict[str, Any]]:
    """What the model said with its calls, and the answers to them, after those of `before`; when it is the `last` time, with a word that it is."""
    room = ANSWERS - sum(min(len(one.answer.text), ANSWER) for one in before)
    found: list[dict[str, Any]] = []
    for one in answers:
        shown = _cut(one.answer.text, max(0, min(ANSWER, room)))
        room -= len(shown)
        found.append({"role": "tool", "tool_call_id": one.call.call_id, "content": shown})
    if last:
        found[-1]["content"] += f"\n\n{NO_MORE}"
    return [{"role": "assistant", "content": text, "tool_calls": [_call(one) for one in answers]}, *found]


def _cut(text: str, most: int) -> str:
    return text if len(text) <= most else f"{text[:most]}\n[{len(text) - most} more characters were left out]"


def _call(one: Used) -> dict[str, Any]:
    name = _NAME.sub("_", one.call.name)[:64] or "_"
    return {"id": one.call.call_id, "type": "function", "function": {"name": name, "arguments": _json(one)}}


def _json(one: Used) -> str:
    try:
        read = json.loads(one.call.arguments)
    except (ValueError, RecursionError):
        return "{}"
    return one.call.arguments if isinstance(read, dict) else "{}"

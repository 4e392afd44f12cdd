"""What a server sends, taken for what it is: the protocol says which types fields have, and servers send others.

Whatever has a wrong type counts as absent. Text comes out as it can be written down.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from typing import Any

from graphmem.errors import ModelError
from graphmem.llm.lines import flat, writable
from graphmem.llm.protocol import Finish, Reply, Usage
from graphmem.types import ToolCallPart

#: The longest body that is looked at, in characters: some thousand times what any reply has.
LONGEST = 4_000_000


def body(text: str) -> Mapping[str, Any]:
    """A server's answer. A page of HTML, half an answer and a bare word come with status 200 too."""
    if len(text) > LONGEST:
        raise ModelError(f"the server answered {len(text)} characters, more than any reply has")
    try:
        found = json.loads(text)
    except (ValueError, RecursionError) as error:
        raise ModelError(f"the server answered no JSON but {_shown(text)}") from error
    if not isinstance(found, Mapping):
        raise ModelError(f"the server answered {_shown(text)} in place of an object")
    return found


def reply(answered: Mapping[str, Any]) -> Reply:
    """The first choice. Some servers answer with an error in place of choices, and status 200."""
    choice = _first(answered.get("choices"))
    message = choice.get("message")
    if not isinstance(message, Mapping):
        raise ModelError(f"the server answered without a choice: {_shown(json.dumps(answered))}")
    refused, content = _text(message.get("refusal")), _text(message.get("content"))
    ended = choice.get("finish_reason")
    finish: Finish = "refusal" if refused or ended == "content_filter" else "stop"
    finish = "length" if ended == "length" else finish
    calls = Calls()
    calls.add(message)
    return Reply(refused or content, finish, _usage(answered.get("usage")), tuple(calls.whole()))


def delta(sent: Any) -> Mapping[str, Any]:
    """What one event of a stream adds to the message."""
    choice = _first(sent.to_dict(warnings=False).get("choices")) if hasattr(sent, "to_dict") else {}
    added = choice.get("delta")
    return added if isinstance(added, Mapping) else {}


def piece(added: Mapping[str, Any]) -> str:
    """The text of one piece of a stream, "" where it has none."""
    return _text(added.get("content"))


class Calls:
    """The calls to tools of one message, put together of what came: whole, or in pieces that servers number."""

    def __init__(self) -> None:
        self._made: dict[int, dict[str, str]] = {}

    def add(self, message: Mapping[str, Any]) -> None:
        """Take in what a message, or a piece of one, says of calls."""
        listed = message.get("tool_calls")
        for place, call in enumerate(listed if isinstance(listed, list) else []):
            if not isinstance(call, Mapping):
                continue
            index, function = call.get("index"), call.get("function")
            made = self._made.setdefault(index if isinstance(index, int) else place, {})
            named = function if isinstance(function, Mapping) else {}
            made["id"] = _text(call.get("id")) or made.get("id", "")
            made["name"] = made.get("name", "") + _text(named.get("name"))
            made["arguments"] = made.get("arguments", "") + _arguments(named.get("arguments"))

    def whole(self) -> Iterator[ToolCallPart]:
        """Those that name a tool, in order; a call without an id gets its number for one."""
        for index, made in sorted(self._made.items()):
            if made["name"]:
                yield ToolCallPart(made["id"] or f"call_{index}", made["name"], made["arguments"])


def _arguments(given: Any) -> str:
    """JSON text; some servers send the object itself."""
    return json.dumps(given) if isinstance(given, Mapping) else _text(given)


def _first(choices: Any) -> Mapping[str, Any]:
    found = choices[0] if isinstance(choices, list) and choices else None
    return found if isinstance(found, Mapping) else {}


def _text(content: Any) -> str:
    """Text, or the texts of a list of parts, as it can be written down."""
    if isinstance(content, list):
        return "".join(_text(part.get("text")) for part in content if isinstance(part, Mapping))
    return writable(content) if isinstance(content, str) else ""


def _usage(usage: Any) -> Usage:
    counted = usage if isinstance(usage, Mapping) else {}
    return Usage(_count(counted.get("prompt_tokens")), _count(counted.get("completion_tokens")))


def _count(number: Any) -> int:
    return number if isinstance(number, int) and not isinstance(number, bool) and number > 0 else 0


def _shown(text: str) -> str:
    return repr(flat(text)[:200]) if text.strip() else "nothing"

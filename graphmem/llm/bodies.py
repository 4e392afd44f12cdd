"""What a server sends, taken for what it is: the protocol says which types fields have, and servers send others.

Whatever has a wrong type counts as absent. Text comes out as it can be written down.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

from graphmem.errors import ModelError
from graphmem.llm.lines import flat, writable
from graphmem.llm.protocol import Finish, Reply, Usage

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
    return Reply(refused or content, finish, _usage(answered.get("usage")))


def piece(sent: Any) -> str:
    """The text of one piece of a stream, "" where it has none."""
    choice = _first(sent.to_dict(warnings=False).get("choices")) if hasattr(sent, "to_dict") else {}
    delta = choice.get("delta")
    return _text(delta.get("content")) if isinstance(delta, Mapping) else ""


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

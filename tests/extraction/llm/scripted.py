"""A chat model that answers as it is told, and messages to read with it. For behaviour around a model, never for how well one reads."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Sequence
from datetime import UTC, datetime, timedelta
from typing import Any

from graphmem.extraction.protocol import Turn
from graphmem.llm.protocol import Purpose, Reply
from graphmem.types import ChatMessage, Message, Role, TextPart

AT = datetime(2023, 5, 24, 12, tzinfo=UTC)


class Scripted:
    """Answers by a function of the lines it was given, and keeps what it was asked."""

    name = "scripted"

    def __init__(self, *answers: object, by: Callable[[list[dict[str, Any]]], object] | None = None) -> None:
        self._answers = list(answers)
        self._by = by
        self.asked: list[list[dict[str, Any]]] = []
        self.prompts: list[str] = []

    def complete(
        self,
        messages: Sequence[ChatMessage],
        **_: Any,
    ) -> Reply:
        """The next answer, or what the function says; an exception is raised."""
        self.prompts.append(str(messages[0]["content"]))
        lines = [json.loads(line) for line in str(messages[-1]["content"]).splitlines()]
        self.asked.append(lines)
        answer = self._by(lines) if self._by else self._answers.pop(0)
        if isinstance(answer, Exception):
            raise answer
        if isinstance(answer, Reply):
            return answer
        return Reply(answer if isinstance(answer, str) else json.dumps({"claims": answer}))

    def stream(self, messages: Sequence[ChatMessage], **_: Any) -> Iterator[str]:
        """Not used here."""
        raise NotImplementedError

    def context_length(self, purpose: Purpose) -> int | None:
        """Unknown."""
        return None


def turns(*said: str | tuple[Role, str | None, str], session: str = "s1") -> list[Turn]:
    """Messages of one session a minute apart, each with those before it."""
    given = [("user", None, one) if isinstance(one, str) else one for one in said]
    messages = [
        Message(f"m{n}", f"m{n}", session, role, (TextPart(text),), text, AT + timedelta(minutes=n), AT, speaker, n)
        for n, (role, speaker, text) in enumerate(given, 1)
    ]
    return [Turn(message, tuple(messages[:place])) for place, message in enumerate(messages)]


def claim(
    message: int, quote: str, subject: str, predicate: str, object: str | None = None, **more: Any
) -> dict[str, Any]:
    """One entry as a model writes it."""
    return {
        "message": message,
        "quote": quote,
        "subject": subject,
        "predicate": predicate,
        "object": object,
        "subject_kind": "",
        "object_kind": "",
        "time": None,
        **more,
    }

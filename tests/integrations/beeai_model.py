"""A chat model of BeeAI's that answers what it is told to. Importing it needs the framework."""

from __future__ import annotations

from collections.abc import AsyncGenerator
from typing import Any

from beeai_framework.backend import AssistantMessage, ChatModel
from beeai_framework.backend.message import AnyMessage, MessageToolCallContent
from beeai_framework.backend.types import ChatModelOutput


class Scripted(ChatModel):
    """Keeps what it was shown."""

    def __init__(self, *answers: str | MessageToolCallContent | Exception) -> None:
        super().__init__()
        self.answers = list(answers)
        self.seen: list[list[AnyMessage]] = []

    @property
    def model_id(self) -> str:
        return "gpt-4o"

    @property
    def provider_id(self) -> Any:
        return "openai"

    async def _create(self, input: Any, run: Any) -> ChatModelOutput:
        self.seen.append(list(input.messages))
        answer = self.answers.pop(0)
        if isinstance(answer, Exception):
            raise answer
        return ChatModelOutput(output=[AssistantMessage(answer)])

    async def _create_stream(self, input: Any, run: Any) -> AsyncGenerator[ChatModelOutput]:
        yield await self._create(input, run)

    async def clone(self) -> Scripted:
        return self

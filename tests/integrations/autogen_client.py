"""A model client of AutoGen's that answers what it is told to. Importing it needs the framework."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from autogen_core import FunctionCall
from autogen_core.models import ChatCompletionClient, CreateResult, LLMMessage, ModelInfo, RequestUsage


class Scripted(ChatCompletionClient):
    """Keeps what it was shown."""

    def __init__(self, *answers: str | list[FunctionCall]) -> None:
        self.answers = list(answers)
        self.seen: list[list[LLMMessage]] = []

    async def create(self, messages: Sequence[LLMMessage], **options: Any) -> CreateResult:
        self.seen.append(list(messages))
        answer = self.answers.pop(0)
        finish = "stop" if isinstance(answer, str) else "function_calls"
        return CreateResult(
            finish_reason=finish, content=answer, usage=RequestUsage(prompt_tokens=0, completion_tokens=0), cached=False
        )

    def create_stream(self, messages: Sequence[LLMMessage], **options: Any) -> Any:
        raise NotImplementedError

    async def close(self) -> None: ...

    def actual_usage(self) -> RequestUsage:
        return RequestUsage(prompt_tokens=0, completion_tokens=0)

    def total_usage(self) -> RequestUsage:
        return self.actual_usage()

    def count_tokens(self, messages: Sequence[LLMMessage], **options: Any) -> int:
        return 0

    def remaining_tokens(self, messages: Sequence[LLMMessage], **options: Any) -> int:
        return 1000

    @property
    def capabilities(self) -> Any:
        return self.model_info

    @property
    def model_info(self) -> ModelInfo:
        return ModelInfo(
            vision=False,
            function_calling=True,
            json_output=False,
            family="unknown",
            structured_output=False,
            multiple_system_messages=True,
        )

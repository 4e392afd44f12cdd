"""Who answers in a chat: one function from messages to pieces of text, behind which any OpenAI-compatible endpoint may stand."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any, Protocol

from graphmem.errors import ConfigError

if TYPE_CHECKING:
    from graphmem.settings import Settings

#: Seconds without a word until an endpoint is given up: a small machine may have to load the model first.
PATIENCE = 120.0


class Reply(Protocol):
    """Answers a conversation."""

    def __call__(self, messages: Sequence[dict[str, Any]]) -> Iterator[str]:
        """The answer, piece by piece as it comes.

        Raises:
            GraphmemError: when it cannot answer.
        """


@contextmanager
def configured(settings: Settings) -> Iterator[Reply | None]:
    """The model that the settings name, None where they name none; its connections are closed afterwards.

    Raises:
        ConfigError: when it can be reached at no address, since there is neither a key nor a base URL.
    """
    if settings.chat_model is None:
        yield None
        return
    key = settings.chat_api_key.get_secret_value() if settings.chat_api_key else None
    if key is None and settings.chat_base_url is None:
        raise ConfigError(
            f"chat_model is {settings.chat_model!r}, but there is no key for it; set OPENAI_API_KEY, or chat_base_url for a "
            "server of your own"
        )
    from graphmem.llm.openai_compatible import OpenAIChat

    with OpenAIChat(
        settings.chat_model, base_url=settings.chat_base_url, api_key=key, timeout=PATIENCE, retries=1
    ) as model:
        yield lambda messages: model.stream(messages, purpose="answer")

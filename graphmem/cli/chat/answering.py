"""Who answers in a chat: one function from messages to pieces of text, behind which any OpenAI-compatible endpoint may stand."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any, Protocol

from graphmem.errors import ConfigError, ModelError

if TYPE_CHECKING:
    from graphmem.settings import Settings

#: Seconds without a word until an endpoint is given up.
PATIENCE = 120.0

_LOCAL = "none"


class Reply(Protocol):
    """Answers a conversation."""

    def __call__(self, messages: Sequence[dict[str, Any]]) -> Iterator[str]:
        """The answer, piece by piece as it comes.

        Raises:
            ModelError: when it cannot answer now.
        """


def configured(settings: Settings) -> Reply | None:
    """The model that the settings name, None where they name none.

    Raises:
        ConfigError: when it can be reached at no address, since there is neither a key nor a base URL.
    """
    if settings.chat_model is None:
        return None
    key = settings.chat_api_key.get_secret_value() if settings.chat_api_key else None
    if key is None and settings.chat_base_url is None:
        raise ConfigError(
            f"chat_model is {settings.chat_model!r}, but there is no key for it; set OPENAI_API_KEY, or chat_base_url for a "
            "server of your own"
        )
    return endpoint(settings.chat_model, base_url=settings.chat_base_url, key=key or _LOCAL)


def endpoint(model: str, *, base_url: str | None, key: str) -> Reply:
    """A model at an OpenAI-compatible endpoint; OpenAI's own without a base URL."""

    def reply(messages: Sequence[dict[str, Any]]) -> Iterator[str]:
        import openai

        given: Any = list(messages)
        try:
            with (
                openai.OpenAI(base_url=base_url, api_key=key, timeout=PATIENCE, max_retries=1) as client,
                client.chat.completions.create(model=model, messages=given, stream=True) as stream,
            ):
                for chunk in stream:
                    if chunk.choices and (piece := chunk.choices[0].delta.content):
                        yield piece
        except openai.OpenAIError as error:
            raise ModelError(f"{model} at {base_url or 'OpenAI'} did not answer: {error}") from error

    return reply

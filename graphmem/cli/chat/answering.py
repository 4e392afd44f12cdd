"""Who answers in a chat: one function from messages to pieces of text, behind which any OpenAI-compatible endpoint may stand."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any, Protocol, TypeGuard

from graphmem.errors import ConfigError

if TYPE_CHECKING:
    from graphmem.llm.protocol import ChatModel, Piece
    from graphmem.settings import Settings


class Reply(Protocol):
    """Answers a conversation."""

    def __call__(self, messages: Sequence[dict[str, Any]]) -> Iterator[str]:
        """The answer, piece by piece as it comes.

        Raises:
            GraphmemError: when it cannot answer.
        """


@contextmanager
def configured(settings: Settings) -> Iterator[ChatModel | None]:
    """The model, held to its budget, that the settings name, None where they name none; its connections are closed afterwards.

    Raises:
        ConfigError: when it can be reached at no address, since there is neither a key nor a base URL.
    """
    model = settings.chat()
    if model is None:
        yield None
        return
    if settings.chat_api_key is None and settings.chat_base_url is None:
        raise ConfigError(
            f"chat_model is {settings.chat_model!r}, but there is no key for it; set OPENAI_API_KEY, or chat_base_url for a "
            "server of your own"
        )
    with model:
        yield settings.metered(model)


def answers(model: ChatModel | None) -> Reply | None:
    """How a model replies in a chat."""
    if model is None:
        return None
    return lambda messages: filter(_is_text, model.stream(messages, purpose="answer"))


def _is_text(piece: Piece) -> TypeGuard[str]:
    return isinstance(piece, str)

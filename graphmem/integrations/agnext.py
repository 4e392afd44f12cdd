"""The chat memory of agnext, which AutoGen grew out of: its protocol, and a buffered one with a memory behind it.

No package of agnext exists any more, so nothing has to be installed: messages are read by their shape, that of agnext's own
(`SystemMessage`, `UserMessage`, `AssistantMessage`, `FunctionExecutionResultMessage`), AutoGen's, or mappings as chat endpoints
write them.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, Protocol, TypeVar

from graphmem.conversation import Conversation, LastMessages, LongTerm, Windowed
from graphmem.errors import InvalidInput
from graphmem.integrations import autogen_messages
from graphmem.memory.border import shown

T = TypeVar("T")


class ChatMemory(Protocol[T]):
    """What agnext's agents ask of a memory."""

    async def add_message(self, message: T) -> None:
        """Take a message."""

    async def get_messages(self) -> list[T]:
        """The messages to show a model."""

    async def clear(self) -> None:
        """Drop all messages."""

    def save_state(self) -> Mapping[str, Any]:
        """All there is to keep."""

    def load_state(self, state: Mapping[str, Any]) -> None:
        """Keep that, and nothing else."""


@dataclass
class SystemMessage:
    """What memory brings back, in the shape of agnext's own message."""

    content: str


class AgnextDialect:
    """Messages by their shape; in a state they stay the objects they are. `system` makes a system message of a text."""

    def __init__(self, system: Callable[[str], Any] = SystemMessage) -> None:
        self._system = system

    def read(self, message: Any) -> Mapping[str, Any]:
        """As `Memory.remember_many` takes it."""
        return message if isinstance(message, Mapping) else autogen_messages.read(message)

    def system(self, text: str) -> Any:
        """A system message."""
        return self._system(text)

    def dump(self, message: Any) -> Any:
        """The object itself."""
        return message

    def load(self, data: Any) -> Any:
        """The object itself."""
        return data


class ConversationChatMemory(ChatMemory[T]):
    """Any conversation of graphmem under agnext's names, made with `dialect=AgnextDialect()`."""

    def __init__(self, conversation: Conversation[T]) -> None:
        self.conversation = conversation

    async def add_message(self, message: T) -> None:
        """Hold a message; what leaves for it goes to the memory behind."""
        await self.conversation.add(message)

    async def get_messages(self) -> list[T]:
        """What the memory behind brings back for the newest user message, if anything; then what is held."""
        block = await self.conversation.recalled()
        return [*([self.conversation.dialect.system(block)] if block else []), *self.conversation.messages]

    async def clear(self) -> None:
        """Drop what is held; what was remembered stays."""
        await self.conversation.clear()

    def save_state(self) -> Mapping[str, Any]:
        """The messages, and all else the conversation holds."""
        return {"messages": self.conversation.messages, "conversation": self.conversation.snapshot()}

    def load_state(self, state: Mapping[str, Any]) -> None:
        """Hold what was saved, and nothing else.

        Raises:
            InvalidInput: when it is no state of such a memory.
        """
        self.conversation.restore(state.get("conversation", {}))


class BufferedChatMemory(ConversationChatMemory[T]):
    """A view of the last `buffer_size` messages, which never begins with a tool's result.

    `behind` is a memory that what leaves goes to, and that brings back what a turn asks for.
    """

    def __init__(
        self, buffer_size: int, *, behind: LongTerm | None = None, system: Callable[[str], Any] = SystemMessage
    ) -> None:
        self._window = Windowed[T](LastMessages(buffer_size), behind=behind, dialect=AgnextDialect(system))
        super().__init__(self._window)

    def save_state(self) -> Mapping[str, Any]:
        """The messages, the size of the buffer, and what else there is."""
        return {**super().save_state(), "buffer_size": self._size()}

    def load_state(self, state: Mapping[str, Any]) -> None:
        """The same again, its size too.

        Raises:
            InvalidInput: when it is no state of a buffered memory.
        """
        if not isinstance(state.get("buffer_size"), int):
            raise InvalidInput(f"a state of a buffered memory has a buffer_size, not {shown(state.get('buffer_size'))}")
        super().load_state(state)
        self._window.policy = LastMessages(state["buffer_size"])

    def _size(self) -> int:
        assert isinstance(self._window.policy, LastMessages)
        return self._window.policy.count

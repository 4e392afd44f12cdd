"""A model context for AutoGen's agents: a conversation of graphmem, with a memory behind it where one is given."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping
from dataclasses import asdict
from typing import Any, Self

from pydantic import BaseModel, Field, TypeAdapter

from graphmem.conversation import (
    ByPriority,
    Conversation,
    Keeps,
    LastMessages,
    LastTokens,
    LastTurns,
    LongTerm,
    Unbounded,
    Windowed,
)
from graphmem.conversation.long_term import is_block
from graphmem.errors import ConfigError, InvalidInput
from graphmem.integrations import autogen_messages
from graphmem.integrations.autogen_config import GraphmemMemoryConfig, dumped
from graphmem.integrations.needed import needed
from graphmem.memory.memory import Memory

with needed("autogen", "autogen_core"):
    from autogen_core import Component
    from autogen_core.model_context import ChatCompletionContext
    from autogen_core.models import LLMMessage, SystemMessage, UserMessage

_POLICIES = {policy.__name__: policy for policy in (LastMessages, LastTurns, LastTokens, ByPriority)}


class AutoGenDialect:
    """AutoGen's messages, as a conversation of graphmem reads and writes them."""

    _messages: TypeAdapter[Any] = TypeAdapter(LLMMessage)

    def read(self, message: LLMMessage) -> Mapping[str, Any]:
        """As `Memory.remember_many` takes it."""
        return autogen_messages.read(message)

    def system(self, text: str) -> LLMMessage:
        """A system message."""
        return SystemMessage(content=text)

    def dump(self, message: LLMMessage) -> Any:
        """As JSON."""
        return message.model_dump(mode="json")

    def load(self, data: Any) -> LLMMessage:
        """From that."""
        return self._messages.validate_python(data)


AUTOGEN = AutoGenDialect()


class GraphmemContextConfig(BaseModel):
    """What a context keeps, as one of `LastMessages`, `LastTurns`, `LastTokens` and `ByPriority` by name; everything by default."""

    keeps: dict[str, dict[str, Any]] = Field(default_factory=dict)
    memory: GraphmemMemoryConfig | None = None
    initial_messages: list[LLMMessage] | None = None

    def policy(self) -> Keeps | None:
        """The policy that is named.

        Raises:
            ConfigError: when there is none of that name, or it cannot be so.
        """
        if len(self.keeps) > 1 or not self.keeps.keys() <= _POLICIES.keys():
            raise ConfigError(f"keeps names one of {', '.join(_POLICIES)}, not {', '.join(self.keeps)}")
        try:
            return next((_POLICIES[name](**given) for name, given in self.keeps.items()), None)
        except (TypeError, InvalidInput) as error:
            raise ConfigError(f"keeps={self.keeps!r} cannot be: {error}") from error


class GraphmemContext(ChatCompletionContext, Component[GraphmemContextConfig]):
    """A model context that keeps what a policy says, and whose past is not lost: what leaves it goes to `memory`, and what the newest
    user message asks for comes back as a system message before the others.

    `LastMessages(20)`, `LastTurns(5)`, `LastTokens(4000)`, `ByPriority(8000)`, or None for everything. A tool's result is never
    there without its call. With `at_once` every message is remembered when it comes, not only when it leaves.
    """

    component_type = "chat_completion_context"
    component_config_schema = GraphmemContextConfig
    component_provider_override = "graphmem.integrations.autogen.GraphmemContext"

    def __init__(
        self,
        keeps: Keeps | None = None,
        *,
        memory: Memory | None = None,
        session: str = "default",
        tokens: int = 500,
        at_once: bool = False,
        initial_messages: list[LLMMessage] | None = None,
    ) -> None:
        super().__init__(initial_messages)
        self._keeps, self._memory = keeps, memory
        self._behind = LongTerm(memory, session, tokens=tokens, at_once=at_once) if memory is not None else None
        self.conversation: Conversation[LLMMessage] = (
            Unbounded(behind=self._behind, dialect=AUTOGEN)
            if keeps is None
            else Windowed(keeps, behind=self._behind, dialect=AUTOGEN)
        )
        self._to_begin_with = list(initial_messages or [])
        self._config: GraphmemMemoryConfig | None = None
        self._asked: LLMMessage | None = None
        self._block = ""

    async def add_message(self, message: LLMMessage) -> None:
        """Hold a message; what memory said takes the place of what it said before."""
        await self._begin()
        if _is_block(message):
            for one in [held for held in self.conversation.messages if _is_block(held)]:
                await self.conversation.delete(one)
        await self.conversation.add(message)

    async def get_messages(self) -> list[LLMMessage]:
        """What memory holds for the newest user message, if something asks and nobody put it in; then what is kept."""
        await self._begin()
        held = self.conversation.messages
        turn = next((one for one in reversed(held) if isinstance(one, UserMessage)), None)
        if turn is None or any(_is_block(one) for one in held):
            return held
        if turn is not self._asked:
            self._asked, self._block = turn, await self.conversation.recalled()
        return [SystemMessage(content=self._block), *held] if self._block else held

    async def clear(self) -> None:
        """Drop the messages. What was remembered stays; `Memory.forget(session=…)` forgets it."""
        self._to_begin_with = []
        await self.conversation.clear()

    async def save_state(self) -> Mapping[str, Any]:
        """All there is to hold, as JSON."""
        await self._begin()
        return self.conversation.snapshot()

    async def load_state(self, state: Mapping[str, Any]) -> None:
        """Hold what was saved, by this context or by one of AutoGen's own, and nothing else.

        Raises:
            InvalidInput: when it is no such state.
        """
        if "kind" in state:
            self.conversation.restore(state)
        else:
            messages = [AUTOGEN.load(one) for one in state.get("messages", [])]
            self.conversation.reset()
            await self.conversation.add_many(messages)
        self._to_begin_with = []

    async def close(self) -> None:
        """Close the memory if it was opened from a configuration; otherwise it belongs to who opened it."""
        if self._config is not None and self._memory is not None:
            await asyncio.to_thread(self._memory.close)

    async def _begin(self) -> None:
        first, self._to_begin_with = self._to_begin_with, []
        await self.conversation.add_many(first)

    def _to_config(self) -> GraphmemContextConfig:
        kept = {type(self._keeps).__name__: asdict(self._keeps)} if self._keeps else {}
        where = None
        if self._behind is not None and self._memory is not None:
            own = {"session": self._behind.session, "tokens": self._behind.tokens, "at_once": self._behind.at_once}
            where = dumped(self._memory, self._config, **own)
        return GraphmemContextConfig(keeps=kept, memory=where, initial_messages=self._initial_messages)

    @classmethod
    def _from_config(cls, config: GraphmemContextConfig) -> Self:
        where = config.memory
        if where is None:
            return cls(config.policy(), initial_messages=config.initial_messages)
        made = cls(
            config.policy(),
            memory=where.opened(),
            session=where.session,
            tokens=where.tokens,
            at_once=where.at_once,
            initial_messages=config.initial_messages,
        )
        made._config = where
        return made


def _is_block(message: LLMMessage) -> bool:
    return isinstance(message, SystemMessage) and is_block(message.content)

"""graphmem in BeeAI: the framework's memories by their own names, with a memory behind them where one is given.

    behind = LongTerm(Memory.open("sqlite:///assistant.db", namespace="ada", user_name="Ada"), session="s1")
    memory = SlidingMemory(SlidingMemoryConfig(size=20), behind=behind)
    agent = ReActAgent(llm=llm, memory=memory, tools=[])
    answer = await agent.run("Where does Ana live?").middleware(memory.middleware())

What leaves is remembered. What a user message asks for stands first among the messages, as a system message, until the next
one asks; agents tell their memory what was asked only when they have answered, so `middleware` tells it when they begin.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from copy import copy
from typing import Any, Self

from graphmem.conversation import (
    Compressor,
    Conversation,
    Sliding,
    Stats,
    Summarising,
    TokenBounded,
    Unbounded,
    oldest,
)
from graphmem.conversation.long_term import LongTerm, is_block
from graphmem.errors import GraphmemError, ModelError, StoreUnavailable
from graphmem.integrations.beeai_messages import BEEAI
from graphmem.integrations.needed import needed
from graphmem.texts import prompt
from graphmem.types import Message

with needed("beeai", "beeai_framework"):
    from beeai_framework.backend import AnyMessage, ChatModel, SystemMessage, UserMessage
    from beeai_framework.context import RunContext, RunContextStartEvent, RunMiddlewareProtocol
    from beeai_framework.emitter import EmitterOptions, EventMeta
    from beeai_framework.emitter.utils import create_internal_event_matcher
    from beeai_framework.errors import FrameworkError
    from beeai_framework.memory import BaseMemory, ResourceError, SlidingMemoryConfig

__all__ = [
    "BEEAI",
    "GraphmemMemory",
    "LongTerm",
    "SlidingMemory",
    "SlidingMemoryConfig",
    "SummarizeMemory",
    "TokenMemory",
    "UnconstrainedMemory",
]


class GraphmemMemory(BaseMemory):
    """A BeeAI memory that is any conversation of graphmem, made with `dialect=BEEAI`.

    Errors are BeeAI's `ResourceError`, so that what catches the framework's own catches these.
    """

    def __init__(self, conversation: Conversation[AnyMessage]) -> None:
        self.conversation = conversation
        self._block: AnyMessage | None = None

    @property
    def messages(self) -> list[AnyMessage]:
        """What memory brought back for the newest question, if anything; then what is held, the very messages that were added."""
        return [*([self._block] if self._block else []), *self.conversation.messages]

    async def add(self, message: AnyMessage, index: int | None = None) -> None:
        """Hold a message; what memory itself said is not taken for one, whoever hands it in.

        Raises:
            ResourceError: when it can never fit, or memory cannot take what leaves for it now.
        """
        if _is_block(message):
            return
        with _framework_errors():
            if index is None:
                await self.conversation.add(message)
            else:
                await self.conversation.insert(max(0, index - len(self.messages) + len(self.conversation)), message)
            if isinstance(message, UserMessage):
                await self.bring_back(message.text)

    async def add_many(self, messages: Iterable[AnyMessage], start: int | None = None) -> None:
        """Hold messages in this order; without `start` all at once, so that a summary is made once."""
        if start is not None:
            await super().add_many(messages, start)
            return
        given = [message for message in messages if not _is_block(message)]
        with _framework_errors():
            await self.conversation.add_many(given)
            asked = next((one.text for one in reversed(given) if isinstance(one, UserMessage)), "")
            if asked:
                await self.bring_back(asked)

    async def delete(self, message: AnyMessage) -> bool:
        """Drop one message; with a call go its results. Whether it was there."""
        if message is self._block:
            self._block = None
            return True
        return await self.conversation.delete(message)

    def reset(self) -> None:
        """Drop everything held; what was remembered stays."""
        self._block = None
        self.conversation.reset()

    async def bring_back(self, question: str) -> str:
        """Have what memory holds for a question stand before the messages, in the place of what stood there; the text, "" if none."""
        text = await self.conversation.recalled(question)
        self._block = SystemMessage(text) if text else None
        return text

    async def end(self) -> None:
        """Let everything leave: the conversation is over, and what was said in it is remembered."""
        self._block = None
        with _framework_errors():
            await self.conversation.end()

    def middleware(self) -> BringBack:
        """What tells this memory, when a run begins, what is asked."""
        return BringBack(self)

    def stats(self) -> Stats:
        """It all in numbers."""
        return self.conversation.stats()

    def create_snapshot(self) -> Any:
        """All there is to hold, as JSON."""
        return self.conversation.snapshot()

    def load_snapshot(self, state: Any) -> None:
        """Hold what a snapshot says, and nothing else."""
        self._block = None
        with _framework_errors():
            self.conversation.restore(state)

    async def clone(self) -> Self:
        """Another that holds the same now, and goes its own way; the memory behind is the same."""
        other = copy(self)
        other.conversation = self.conversation.copy()
        return other


class UnconstrainedMemory(GraphmemMemory):
    """Everything that was said."""

    def __init__(self, *, behind: LongTerm | None = None) -> None:
        super().__init__(Unbounded(behind=behind, dialect=BEEAI))


class SlidingMemory(GraphmemMemory):
    """The last `size` messages, or those that a removal selector leaves."""

    def __init__(self, config: SlidingMemoryConfig, *, behind: LongTerm | None = None) -> None:
        self.config = config
        selector = (config.handlers or {}).get("removal_selector") or oldest
        super().__init__(Sliding(config.size, removal_selector=selector, behind=behind, dialect=BEEAI))


class TokenMemory(GraphmemMemory):
    """As many messages as fit: estimated at first, counted by `tokenize`, by default with the model's own tokenizer.

    A limit that is not given is what `llm` says it reads, if it is a `ChatModel` of graphmem; else 128,000 tokens.
    """

    def __init__(
        self,
        llm: Any = None,
        max_tokens: int | None = None,
        sync_threshold: float = 0.25,
        capacity_threshold: float = 0.75,
        handlers: dict[str, Any] | None = None,
        *,
        behind: LongTerm | None = None,
    ) -> None:
        self.llm, self.handlers = llm, dict(handlers or {})
        with _framework_errors():
            self._counted = TokenBounded[AnyMessage](
                max_tokens,
                model=llm if hasattr(llm, "context_length") else getattr(llm, "model_id", None),
                capacity_threshold=capacity_threshold,
                sync_threshold=sync_threshold,
                removal_selector=self.handlers.get("removal_selector") or oldest,
                estimate=self.handlers.get("estimate"),
                tokenize=self.handlers.get("tokenize"),
                behind=behind,
                dialect=BEEAI,
            )
        super().__init__(self._counted)

    @property
    def tokens_used(self) -> int:
        """The tokens of what is held, as far as they are known."""
        return self._counted.tokens_used

    @property
    def is_dirty(self) -> bool:
        """Whether some of them are only estimated."""
        return self._counted.is_dirty

    async def sync(self) -> None:
        """Count truly what was estimated."""
        await self._counted.sync()

    async def clone(self) -> Self:
        """Another that holds the same now."""
        other = copy(self)
        other.conversation = other._counted = self._counted.copy()
        return other


class SummarizeMemory(GraphmemMemory):
    """One summary of all that was said, kept by `model`; without a model, of sentences that were said, in at most `tokens`."""

    def __init__(self, model: ChatModel | None = None, *, tokens: int = 300, behind: LongTerm | None = None) -> None:
        super().__init__(
            Summarising(
                keep=0,
                block=1,
                tokens=tokens,
                compressor=told_by(model) if model is not None else None,
                keep_system=False,
                behind=behind,
                dialect=BEEAI,
            )
        )


class BringBack(RunMiddlewareProtocol):
    """Tells a memory what an agent is asked, as its run begins."""

    def __init__(self, memory: GraphmemMemory) -> None:
        self._memory = memory

    def bind(self, ctx: RunContext) -> None:
        """Listen to the beginning of this run; the agent waits until memory has answered."""
        began = create_internal_event_matcher("start", ctx.instance)
        ctx.emitter.on(began, self._begin, EmitterOptions(is_blocking=True, match_nested=True))

    async def _begin(self, data: RunContextStartEvent, _: EventMeta) -> None:
        asked = data.input.get("input")
        said = asked if isinstance(asked, str) else _last_question(asked or [])
        if said:
            await self._memory.bring_back(said)


def told_by(model: ChatModel) -> Compressor:
    """A compressor that has a model of BeeAI's keep the summary."""

    async def compress(so_far: str, left: Sequence[Message], *, tokens: int) -> str:
        told = "\n".join(f"{one.role}: {one.text}" for one in left)
        asked = f"The summary so far:\n{so_far or '(none)'}\n\nWhat was said since:\n{told}\n\nAt most {tokens} tokens."
        try:
            reply = await model.run([SystemMessage(prompt("summarise")), UserMessage(asked)])
        except FrameworkError as error:
            raise ModelError(f"no summary was made: {error.message}") from error
        return str(reply.get_text_content())

    return compress


def _last_question(messages: Sequence[AnyMessage]) -> str:
    return next((one.text for one in reversed(messages) if isinstance(one, UserMessage)), "")


def _is_block(message: AnyMessage) -> bool:
    return isinstance(message, SystemMessage) and is_block(message.text)


@contextmanager
def _framework_errors() -> Iterator[None]:
    try:
        yield
    except GraphmemError as error:
        again = isinstance(error, StoreUnavailable | ModelError)
        raise ResourceError(str(error), is_fatal=not again, is_retryable=again, cause=error) from error

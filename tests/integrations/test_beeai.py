"""BeeAI's own examples of memory with graphmem's in their place, step by step, and its agents."""

from __future__ import annotations

import asyncio
import json
import math
from collections.abc import Coroutine, Sequence
from datetime import UTC, datetime, timedelta
from typing import Any, TypeVar

import pytest

pytest.importorskip("beeai_framework", reason="beeai-framework is not installed")

from beeai_framework.agents.react import ReActAgent
from beeai_framework.agents.requirement import RequirementAgent
from beeai_framework.backend import AssistantMessage, Role, SystemMessage, ToolMessage, UserMessage
from beeai_framework.backend.errors import ChatModelError
from beeai_framework.backend.message import (
    AnyMessage,
    CustomMessage,
    MessageFileContent,
    MessageImageContent,
    MessageReasoningContent,
    MessageTextContent,
    MessageToolCallContent,
    MessageToolResultContent,
)
from beeai_framework.errors import FrameworkError
from beeai_framework.memory import BaseMemory

from graphmem import LastMessages, Memory
from graphmem.conversation import Windowed
from graphmem.integrations.beeai import (
    BEEAI,
    GraphmemMemory,
    LongTerm,
    SlidingMemory,
    SlidingMemoryConfig,
    SummarizeMemory,
    TokenMemory,
    UnconstrainedMemory,
)
from tests.integrations.beeai_model import Scripted

R = TypeVar("R")

MAY = datetime(2024, 5, 3, 9, tzinfo=UTC)


def run(story: Coroutine[Any, Any, R]) -> R:
    """A story to its end."""
    return asyncio.run(story)


def said(kind: Any, text: Any, minute: int = 0, **meta: Any) -> AnyMessage:
    """A message of 3 May 2024."""
    return kind(text, {"createdAt": MAY + timedelta(minutes=minute), **meta})


def call(id: str) -> AnyMessage:
    return AssistantMessage([MessageToolCallContent(id=id, tool_name="weather", args="{}")])


def result(id: str) -> AnyMessage:
    return ToolMessage([MessageToolResultContent(result={"sky": "clear"}, tool_name="weather", tool_call_id=id)])


def texts(messages: Sequence[AnyMessage]) -> list[str]:
    return [message.text for message in messages]


def test_capabilities_showcase() -> None:
    """One message, several, a walk over them, a view, a reset."""
    memory = UnconstrainedMemory()
    run(memory.add(SystemMessage("You are a helpful assistant")))
    run(memory.add_many([UserMessage("What can you do?"), AssistantMessage("Everything!")]))

    assert not memory.is_empty()
    assert [message.text for message in memory] == ["You are a helpful assistant", "What can you do?", "Everything!"]
    view = memory.as_read_only()
    run(view.add(UserMessage("Hm")))
    assert texts(view.messages) == texts(memory.messages)
    memory.reset()
    assert memory.is_empty()


def test_usage_with_a_model() -> None:
    """The messages go to the model as they are, and its answer comes back."""
    memory, llm = UnconstrainedMemory(), Scripted("2, 3, 5, 7, 11")

    async def story() -> None:
        await memory.add_many(
            [SystemMessage("Always respond very concisely."), UserMessage("Give me the first 5 prime numbers.")]
        )
        response = await llm.run(memory.messages)
        await memory.add(AssistantMessage(response.get_text_content()))

    run(story())

    assert [f"{message.role}: {message.text}" for message in memory.messages] == [
        "system: Always respond very concisely.",
        "user: Give me the first 5 prime numbers.",
        "assistant: 2, 3, 5, 7, 11",
    ]


def test_usage_with_an_agent() -> None:
    """The seed's own order: the user's message, the agent's run, the assistant's message."""
    memory, llm = UnconstrainedMemory(), Scripted("Thought: I greet back.\nFinal Answer: Hello!")
    agent = ReActAgent(llm=llm, memory=memory, tools=[])

    async def story() -> None:
        await memory.add(UserMessage("Hello world!"))
        response = await agent.run("Hello world!", max_retries_per_step=3, total_max_retries=10, max_iterations=20)
        await memory.add(AssistantMessage(response.last_message.text))

    run(story())

    assert (agent.memory.messages[0].text, agent.memory.messages[-1].text) == ("Hello world!", "Hello!")


def test_sliding_memory() -> None:
    """Three messages, the oldest removed, as its example prints."""
    memory = SlidingMemory(SlidingMemoryConfig(size=3, handlers={"removal_selector": lambda messages: messages[0]}))
    run(memory.add_many([SystemMessage("You are a helpful assistant."), UserMessage("What is Python?")]))
    run(memory.add(AssistantMessage("Python is a programming language.")))
    run(memory.add(UserMessage("What about JavaScript?")))

    assert texts(memory.messages) == [
        "What is Python?",
        "Python is a programming language.",
        "What about JavaScript?",
    ]


def test_sliding_memory_that_spares_system_text() -> None:
    """The example of the other language: a guide through France."""
    spare = {"removal_selector": lambda messages: next(one for one in messages if one.role != Role.SYSTEM)}
    memory = SlidingMemory(SlidingMemoryConfig(size=3, handlers=spare))
    talk = [SystemMessage("You are a guide through France."), UserMessage("What is the capital?")]
    talk += [AssistantMessage("Paris"), UserMessage("What language is spoken there?"), AssistantMessage("French")]

    run(memory.add_many(talk))

    assert [one.role for one in memory.messages] == ["system", "user", "assistant"]
    assert texts(memory.messages)[1:] == ["What language is spoken there?", "French"]


def test_token_memory() -> None:
    """Estimated, then synced, as its example goes; and the very messages come back."""
    memory = TokenMemory(
        llm=Scripted(),
        max_tokens=None,
        capacity_threshold=0.75,
        sync_threshold=0.25,
        handlers={
            "removal_selector": lambda messages: next((m for m in messages if m.role != Role.SYSTEM), messages[0]),
            "estimate": lambda msg: math.ceil((len(msg.role) + len(msg.text)) / 4),
        },
    )
    system, user = SystemMessage("You are a helpful assistant."), UserMessage("Hello world!")
    run(memory.add(system))
    run(memory.add(user))
    assert (memory.is_dirty, memory.tokens_used) == (True, 13)

    run(memory.sync())

    assert (memory.is_dirty, memory.tokens_used) == (False, 17)
    assert [hash(message) for message in memory.messages] == [hash(system), hash(user)]
    assert (memory.stats().most_tokens, memory.stats().messages) == (128_000, 2)


def test_token_memory_refuses_what_can_never_fit() -> None:
    """With an error of BeeAI's, which explains itself."""
    memory = TokenMemory(max_tokens=10, handlers={"estimate": lambda msg: len(msg.text), "tokenize": lambda msgs: 99})

    with pytest.raises(FrameworkError, match="takes 99 tokens") as caught:
        run(memory.add(UserMessage("x" * 11)))

    assert "takes 99 tokens" in caught.value.explain()
    assert memory.is_empty()
    with pytest.raises(FrameworkError, match="capacity_threshold"):
        TokenMemory(capacity_threshold=2)


def test_summarize_memory() -> None:
    """One message is left, which the model wrote; one call for many messages."""
    llm = Scripted("The user asked for the capital of France, Paris, and its language.")
    memory = SummarizeMemory(llm)
    talk = [SystemMessage("You are a guide through France."), UserMessage("What is the capital?")]
    talk += [AssistantMessage("Paris"), UserMessage("What language is spoken there?")]

    run(memory.add_many(talk))

    assert not memory.is_empty()
    assert len(memory.messages) == 1
    assert "capital of France, Paris" in memory.messages[0].get_texts()[0].text
    assert len(llm.seen) == 1


def test_a_summary_that_no_model_makes_now_is_made_later() -> None:
    """Nothing said is lost; without any model it is of what was said."""
    memory = SummarizeMemory(Scripted(ChatModelError("no server"), "Both."))
    run(memory.add(UserMessage("My sister Ana lives in Porto.")))
    assert texts(memory.messages) == ["My sister Ana lives in Porto."]

    run(memory.add(UserMessage("She likes jazz.")))
    assert len(memory.messages) == 1
    assert memory.messages[0].text.endswith("Both.")

    rules = SummarizeMemory()
    run(rules.add(UserMessage("My sister Ana lives in Porto.")))
    assert "My sister Ana lives in Porto." in rules.messages[0].text


def test_insertion_deletion_and_splicing() -> None:
    """What `BaseMemory` builds on them works as it does there."""
    memory = UnconstrainedMemory()
    one, two, three, four = (UserMessage(str(number)) for number in range(1, 5))

    async def story() -> list[AnyMessage]:
        await memory.add_many([one, three])
        await memory.add(two, 1)
        await memory.add(four, 99)
        removed = await memory.splice(1, 2, UserMessage("two"), UserMessage("three"))
        await memory.delete(four)
        await memory.add_many([UserMessage("zero")], 0)
        return removed

    assert run(story()) == [two, three]
    assert texts(memory.messages) == ["zero", "1", "two", "three"]


def test_a_result_leaves_with_its_call() -> None:
    """In a window that has no room for both."""
    memory = GraphmemMemory(Windowed(LastMessages(3), dialect=BEEAI))

    run(
        memory.add_many(
            [UserMessage("Weather?"), call("c1"), result("c1"), AssistantMessage("Clear."), UserMessage("Ok")]
        )
    )

    assert texts(memory.messages) == ["Clear.", "Ok"]


MESSAGES: list[AnyMessage] = [
    said(SystemMessage, "Be brief."),
    said(
        UserMessage,
        [MessageTextContent(text="Look"), MessageImageContent(image_url={"url": "data:image/png;base64,AA"})],
    ),
    said(UserMessage, MessageFileContent(file_data="data:application/pdf;base64,AA", format="application/pdf")),
    said(AssistantMessage, [MessageReasoningContent(text="Hm."), MessageTextContent(text="Nice.")], importance=0.9),
    AssistantMessage([MessageToolCallContent(id="c1", tool_name="weather", args='{"city": "Lisbon"}')], id="m1"),
    result("c1"),
    CustomMessage("judge", "Good."),
]


def test_a_snapshot_holds_every_kind_of_content() -> None:
    """Through JSON: the same parts, ids, times and metadata."""
    one, other = UnconstrainedMemory(), UnconstrainedMemory()
    run(one.add_many(MESSAGES))

    other.load_snapshot(json.loads(json.dumps(one.create_snapshot())))

    assert [message.to_plain() for message in other.messages] == [message.to_plain() for message in MESSAGES]
    assert [(message.id, message.meta, type(message)) for message in other.messages] == [
        (message.id, message.meta, type(message)) for message in MESSAGES
    ]
    with pytest.raises(FrameworkError, match="snapshot"):
        other.load_snapshot({})


def test_a_clone_goes_its_own_way() -> None:
    """Each kind of memory."""
    for memory in (UnconstrainedMemory(), SlidingMemory(SlidingMemoryConfig(size=2)), TokenMemory(max_tokens=100)):
        run(memory.add(UserMessage("Hi")))
        other: BaseMemory = run(memory.clone())
        run(other.add(UserMessage("Ho")))
        assert (texts(memory.messages), texts(other.messages)) == (["Hi"], ["Hi", "Ho"])
        assert type(other) is type(memory)


def sliding(memory: Memory, size: int = 2) -> SlidingMemory:
    """A small window with Ada's memory behind it."""
    return SlidingMemory(SlidingMemoryConfig(size=size), behind=LongTerm(memory, session="s1"))


def test_what_leaves_is_remembered_and_what_is_asked_stands_first(memory: Memory) -> None:
    """With its own time; a picture's bytes and a model's reasoning are not told to memory."""
    window = sliding(memory)
    run(
        window.add_many(
            [said(UserMessage, "Ana lives in Porto.", 1), *MESSAGES[1:4], said(UserMessage, "Where does Ana live?", 9)]
        )
    )

    assert "Ana lives in Porto" in window.messages[0].text
    assert window.messages[-1].text == "Where does Ana live?"
    kept = sorted(memory.messages(session="s1"), key=lambda message: (message.text, message.at))
    assert [(message.text, message.at.minute, message.importance) for message in kept if "Ana" in message.text] == [
        ("Ana lives in Porto.", 1, None)
    ]
    assert len(kept) == 3
    assert not any("Hm." in message.text or "base64" in message.text for message in kept)


def test_what_stands_first_is_no_message_like_the_others(memory: Memory) -> None:
    """It can be taken away, comes back with a question, and is not held when it is handed in."""
    memory.remember("Ana lives in Lisbon.", session="before")
    window = sliding(memory, 5)
    run(window.bring_back("Where does Ana live?"))
    [block] = window.messages

    assert run(window.delete(block))
    run(window.add(block))
    assert window.is_empty()

    run(window.add(UserMessage("Where does Ana live?")))
    run(window.add(SystemMessage("Be brief."), 1))
    assert texts(window.messages)[1:] == ["Be brief.", "Where does Ana live?"]
    with pytest.raises(FrameworkError, match="no message of BeeAI's"):
        run(window.add("Hi"))


def test_ending_remembers_what_was_still_held(memory: Memory) -> None:
    """A reset does not."""
    window = sliding(memory, 5)
    run(window.add(said(UserMessage, "Ana lives in Porto.", 1)))
    window.reset()
    assert memory.messages() == ()

    run(window.add(said(UserMessage, "Ana lives in Lisbon.", 2)))
    run(window.end())

    assert [message.text for message in memory.messages()] == ["Ana lives in Lisbon."]


def test_an_agent_is_shown_what_memory_holds_for_what_it_is_asked(memory: Memory) -> None:
    """By the middleware, before the run: BeeAI's agents tell their memory what was asked only when they have answered."""
    memory.remember("Ana lives in Lisbon.", session="before")
    before = [fact.id for fact in memory.facts()]
    window = sliding(memory, 4)
    llm = Scripted(*["Thought: I know.\nFinal Answer: In Lisbon."] * 3)
    agent = ReActAgent(llm=llm, memory=window, tools=[])

    async def story() -> None:
        for _ in range(3):
            await agent.run("Where does Ana live?").middleware(window.middleware())

    run(story())

    for seen in llm.seen:
        assert sum("<memory>" in message.text for message in seen) == 1
    run(window.end())
    assert [message.text for message in memory.messages(session="s1")] == ["Where does Ana live?", "In Lisbon."] * 3
    assert [fact.id for fact in memory.facts()] == before


def test_an_agent_that_puts_its_messages_back_teaches_no_echo(memory: Memory) -> None:
    """The RequirementAgent resets its memory after a run and adds everything it had, what memory said among it."""
    memory.remember("Ana lives in Lisbon.", session="before")
    before = [fact.id for fact in memory.facts()]
    window = sliding(memory, 20)
    answer = MessageToolCallContent(id="f1", tool_name="final_answer", args='{"response": "In Lisbon."}')
    again = MessageToolCallContent(id="f2", tool_name="final_answer", args='{"response": "Still in Lisbon."}')
    llm = Scripted(answer, again)
    agent = RequirementAgent(llm=llm, memory=window, tools=[], middlewares=[window.middleware()])

    async def story() -> None:
        await agent.run("Where does Ana live?")
        await agent.run("And now?")
        await window.end()

    run(story())

    assert any("Ana lives in Lisbon" in message.text for message in llm.seen[0])
    said = memory.messages(session="s1")
    asked = [message.text.removeprefix("Your task: ") for message in said if message.role == "user"]
    assert asked == ["Where does Ana live?", "And now?"]
    assert not any("<memory>" in message.text for message in said)
    assert [fact.id for fact in memory.facts()] == before

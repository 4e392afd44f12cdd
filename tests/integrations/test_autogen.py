"""AutoGen asks graphmem before it answers, and gives it what leaves a context: the tutorial's steps, and an agent."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Callable, Coroutine, Sequence
from pathlib import Path
from typing import Any, TypeVar

import pytest

pytest.importorskip("autogen_core", reason="autogen-core is not installed")
pytest.importorskip("autogen_agentchat", reason="autogen-agentchat is not installed")

from autogen_agentchat.agents import AssistantAgent
from autogen_core import CancellationToken, FunctionCall, Image
from autogen_core.memory import Memory as AutoGenMemory
from autogen_core.memory import MemoryContent, MemoryMimeType
from autogen_core.model_context import ChatCompletionContext, UnboundedChatCompletionContext
from autogen_core.models import (
    AssistantMessage,
    FunctionExecutionResult,
    FunctionExecutionResultMessage,
    LLMMessage,
    SystemMessage,
    UserMessage,
)
from PIL import Image as Picture

from graphmem import ConfigError, LastMessages, Memory
from graphmem.conversation import ByPriority
from graphmem.integrations.autogen import GraphmemContext, GraphmemMemory
from graphmem.testing import PlainExtractor
from tests.integrations.autogen_client import Scripted

R = TypeVar("R")

FORMAL = MemoryContent(
    content="User prefers all communication to be written in a formal style.",
    mime_type="text/plain",
    metadata={"source": "user_instruction_conversation_1"},
)


def run(story: Coroutine[Any, Any, R]) -> R:
    """A story to its end."""
    return asyncio.run(story)


def user(text: str, source: str = "user") -> UserMessage:
    return UserMessage(content=text, source=source)


def assistant(text: str) -> AssistantMessage:
    return AssistantMessage(content=text, source="assistant")


def call(id: str) -> AssistantMessage:
    return AssistantMessage(content=[FunctionCall(id=id, name="weather", arguments="{}")], source="assistant")


def result(*ids: str) -> FunctionExecutionResultMessage:
    return FunctionExecutionResultMessage(
        content=[FunctionExecutionResult(content="Sunny", name="weather", call_id=one) for one in ids]
    )


def words(messages: Sequence[LLMMessage]) -> list[Any]:
    return [message.content for message in messages]


def test_a_preference_reaches_a_new_conversation_as_in_the_tutorial(memory: Memory) -> None:
    """Steps 1 to 4: an entry, a fresh context that is still empty, the update, and then the request."""
    prefs = GraphmemMemory(memory, name="user_preferences")
    context = UnboundedChatCompletionContext()

    async def story() -> tuple[int, list[LLMMessage]]:
        await prefs.add(FORMAL)
        injected = await prefs.update_context(context)
        await context.add_message(user("Draft an email to the team about the Q3 results."))
        return len(injected.memories.results), await context.get_messages()

    assert run(GraphmemMemory(memory).update_context(UnboundedChatCompletionContext())).memories.results == []
    injected, messages = run(story())

    assert (prefs.name, injected) == ("user_preferences", 1)
    assert [message.type for message in messages] == ["SystemMessage", "UserMessage"]
    assert "User prefers all communication to be written in a formal style." in messages[0].content


def test_a_question_leans_on_what_the_context_holds(memory: Memory) -> None:
    """Memory has not heard the turns before."""
    memory.remember_many([{"content": "Ana lives in Porto."}, {"content": "Tom lives in Oslo."}])
    context = UnboundedChatCompletionContext()

    async def story() -> list[MemoryContent]:
        for message in (user("Where does Ana live?"), assistant("In Porto."), user("And Tom?")):
            await context.add_message(message)
        return (await GraphmemMemory(memory).update_context(context)).memories.results

    assert run(story())[0].content == "Tom lives in Oslo"


def test_a_direct_query_gives_the_entry_as_it_was(memory: Memory) -> None:
    """Step 6, by text and by an entry; and everything where nothing is asked."""
    prefs = GraphmemMemory(memory)
    run(prefs.add(FORMAL))

    for query in ("style preference", MemoryContent(content="formal style", mime_type="text/plain"), ""):
        [found] = run(prefs.query(query)).results
        assert (found.content, found.mime_type) == (FORMAL.content, MemoryMimeType.TEXT)
        assert found.metadata is not None
        assert found.metadata["source"] == "user_instruction_conversation_1"


def test_a_query_tells_what_is_true_now_before_what_was_said(memory: Memory) -> None:
    """The old home is among what was said, and no longer a fact; no more entries than asked for."""
    notes = GraphmemMemory(memory)

    async def story() -> list[MemoryContent]:
        await notes.add(MemoryContent(content="Ana lives in Porto.", mime_type="text/plain"))
        await notes.add(MemoryContent(content="Ana moved to Lisbon.", mime_type=MemoryMimeType.MARKDOWN))
        return (await notes.query("Where does Ana live?", limit=2)).results

    first, second = run(story())
    assert first.metadata is not None
    assert second.metadata is not None
    assert (first.content, first.metadata["kind"]) == ("Ana lives in Lisbon", "fact")
    assert second.metadata["kind"] == "message"


@pytest.mark.parametrize(
    ("content", "mime"),
    [
        ("# Notes\n\n- Ana lives in Lisbon.", MemoryMimeType.MARKDOWN),
        ({"city": "Lisbon", "since": 2024, "pets": [{"name": "Tom"}]}, MemoryMimeType.JSON),
        ('{"city":  "Lisbon"}', MemoryMimeType.JSON),
        (b"\x00\x01\xff", MemoryMimeType.BINARY),
        (b"\x89PNG\r\n", "image/png"),
        ("a,b\n1,2", "text/csv"),
    ],
)
def test_every_type_of_entry_comes_back_as_it_was(memory: Memory, content: Any, mime: Any) -> None:
    """Content, type and metadata, nested metadata too."""
    notes = GraphmemMemory(memory)
    given = MemoryContent(content=content, mime_type=mime, metadata={"n": 1, "of": {"a": [2]}, "description": "Lisbon"})
    run(notes.add(given))

    [found] = run(notes.query("")).results

    assert (found.content, found.mime_type) == (content, mime)
    assert found.metadata is not None
    assert found.metadata.items() >= {"n": 1, "of": {"a": [2]}, "description": "Lisbon"}.items()


def test_a_document_is_asked_for_by_what_it_holds(memory: Memory) -> None:
    """As JSON, which is kept as JSON."""
    notes = GraphmemMemory(memory)
    run(notes.add(MemoryContent(content={"city": "Lisbon"}, mime_type="application/json")))

    [found] = run(notes.query(MemoryContent(content={"about": "Lisbon"}, mime_type="application/json"))).results

    assert found.content == {"city": "Lisbon"}


def test_an_image_is_found_by_what_describes_it(memory: Memory) -> None:
    """Pixel for pixel."""
    notes = GraphmemMemory(memory)
    picture = Image.from_pil(Picture.new("RGB", (2, 1), (255, 0, 0)))
    run(
        notes.add(MemoryContent(content=picture, mime_type=MemoryMimeType.IMAGE, metadata={"description": "Ana's cat"}))
    )

    [found] = run(notes.query("the cat")).results
    asked = MemoryContent(content=picture, mime_type=MemoryMimeType.IMAGE, metadata={"description": "a cat"})

    assert [one.metadata for one in run(notes.query(asked)).results] == [
        one.metadata for one in run(notes.query("a cat")).results
    ]
    assert isinstance(found.content, Image)
    assert found.content.image.tobytes() == picture.image.tobytes()
    assert found.mime_type == MemoryMimeType.IMAGE


def test_clearing_forgets_the_entries_and_nothing_else(memory: Memory) -> None:
    """What the namespace was told elsewhere stays; clearing twice is clearing once."""
    notes = GraphmemMemory(memory)
    memory.remember("Tom lives in Oslo.", session="chat")
    run(notes.add(MemoryContent(content="Ana lives in Porto.", mime_type="text/plain")))

    run(notes.clear())
    run(notes.clear())

    assert run(notes.query("")).results == []
    assert [fact.sentence for fact in memory.facts()] == ["Tom lives in Oslo"]


def test_a_cancelled_call_stops_waiting(memory: Memory) -> None:
    """As AutoGen's own memories do."""
    notes = GraphmemMemory(memory)

    async def story() -> None:
        token = CancellationToken()
        token.cancel()
        await notes.query("Ana", token)

    with pytest.raises(asyncio.CancelledError):
        run(story())


def test_a_memory_is_dumped_and_loaded_as_a_component(tmp_path: Path) -> None:
    """Through JSON, by AutoGen's own loader: the same store, namespace and session; no password goes along."""
    url = f"sqlite:///{tmp_path}/ada.db"
    first = Memory.open(url, namespace="ada", user_name="Ada", extractor=PlainExtractor(), embedder="none")
    notes = GraphmemMemory(first, session="prefs", limit=3, tokens=200)
    run(notes.add(FORMAL))
    dumped = json.loads(notes.dump_component().model_dump_json())
    first.close()

    loaded = AutoGenMemory.load_component(dumped)
    try:
        assert dumped["provider"] == "graphmem.integrations.autogen.GraphmemMemory"
        assert dumped["config"].items() >= {"namespace": "ada", "session": "prefs", "limit": 3, "tokens": 200}.items()
        assert isinstance(loaded, GraphmemMemory)
        assert run(loaded.query("")).results[0].content == FORMAL.content
        assert loaded.dump_component().config == dumped["config"]
    finally:
        run(loaded.close())


def test_no_password_is_dumped(memory: Memory) -> None:
    """It has to be put in again."""
    notes = GraphmemMemory(memory)
    notes._config = GraphmemMemory.component_config_schema(url="neo4j://ada:s3cret@host:7687", namespace="ada")

    assert notes.dump_component().config["url"] == "neo4j://ada@host:7687"


def test_a_context_keeps_the_last_and_never_begins_with_a_result(memory: Memory) -> None:
    """AutoGen's buffered context, with a memory for what leaves it."""
    context = GraphmemContext(
        LastMessages(3), memory=memory, session="s1", initial_messages=[user("Ana lives in Porto.")]
    )

    async def story() -> list[LLMMessage]:
        for message in (user("Weather?"), call("c1"), result("c1"), assistant("Sunny."), user("Thanks.")):
            await context.add_message(message)
        return await context.get_messages()

    assert words(run(story()))[-2:] == ["Sunny.", "Thanks."]
    assert [message.role for message in memory.messages(session="s1")] == ["user", "user", "assistant", "tool"]
    assert [fact.sentence for fact in memory.facts()] == ["Ana lives in Porto"]


def test_a_context_brings_back_what_left_it(memory: Memory) -> None:
    """For the newest user message; the same block while a turn's tools are called, another for the next turn."""
    context = GraphmemContext(LastMessages(2), memory=memory)

    async def story() -> list[list[LLMMessage]]:
        for message in (user("Ana lives in Porto."), assistant("Noted."), user("Where does Ana live?")):
            await context.add_message(message)
        asked = await context.get_messages()
        await context.add_message(assistant("In Porto."))
        again = await context.get_messages()
        await context.add_message(user("Zzz?"))
        return [asked, again, await context.get_messages()]

    asked, again, other = run(story())

    assert "Ana lives in Porto" in asked[0].content
    assert words(asked[1:]) == ["Noted.", "Where does Ana live?"]
    assert again[0] == asked[0]
    assert other[0] != asked[0]


def test_a_context_is_saved_and_resumed(opened: Callable[..., Memory]) -> None:
    """Through JSON; a state of AutoGen's own context can be resumed too."""
    first, second = (GraphmemContext(LastMessages(3), memory=opened()) for _ in range(2))
    own = UnboundedChatCompletionContext()

    async def story() -> tuple[list[LLMMessage], list[LLMMessage], list[LLMMessage]]:
        for message in (SystemMessage(content="Brief."), user("Hi"), call("c1"), result("c1")):
            await first.add_message(message)
            await own.add_message(message)
        await second.load_state(json.loads(json.dumps(await first.save_state())))
        saved = await second.get_messages()
        await second.load_state(await own.save_state())
        return await first.get_messages(), saved, await second.get_messages()

    before, after, from_own = run(story())

    assert before == after == from_own
    assert [message.type for message in before] == ["UserMessage", "AssistantMessage", "FunctionExecutionResultMessage"]


def test_a_context_is_dumped_and_loaded_as_a_component(tmp_path: Path) -> None:
    """With its policy, its memory and its first messages; a cleared one begins with nothing."""
    url = f"sqlite:///{tmp_path}/ada.db"
    memory = Memory.open(url, namespace="ada", extractor=PlainExtractor(), embedder="none")
    policy = ByPriority(4000, reserved=500)
    context = GraphmemContext(policy, memory=memory, session="s1", tokens=99, initial_messages=[user("Hi")])
    dumped = json.loads(context.dump_component().model_dump_json())
    memory.close()

    loaded = ChatCompletionContext.load_component(dumped)
    assert isinstance(loaded, GraphmemContext)
    again = loaded.dump_component().config
    assert words(run(loaded.get_messages())) == ["Hi"]
    run(loaded.clear())
    assert run(loaded.get_messages()) == []
    run(loaded.close())

    assert again == dumped["config"]
    assert again["keeps"]["ByPriority"]["reserved"] == 500
    assert (again["memory"]["session"], again["memory"]["tokens"]) == ("s1", 99)
    plain = GraphmemContext().dump_component()
    assert (plain.config, type(ChatCompletionContext.load_component(plain))) == ({"keeps": {}}, GraphmemContext)


@pytest.mark.parametrize("keeps", [{"LastYear": {}}, {"LastMessages": {"count": -1}}, {"LastMessages": {"n": 1}}])
def test_a_context_that_cannot_be_is_refused(keeps: dict[str, Any]) -> None:
    """By what its configuration says."""
    with pytest.raises(ConfigError, match="keeps"):
        ChatCompletionContext.load_component(
            {"provider": GraphmemContext.component_provider_override, "config": {"keeps": keeps}}
        )


def weather(city: str) -> str:
    """The weather in a city."""
    return f"Sunny in {city}"


def test_an_agent_answers_from_memory_and_memory_learns_no_echo(memory: Memory) -> None:
    """A real AssistantAgent, two turns, a tool: it is shown what memory holds, and none of that is remembered as said."""
    memory.remember("Ana lives in Lisbon.", session="before")
    before = [fact.id for fact in memory.facts()]
    client = Scripted(
        [FunctionCall(id="c1", name="weather", arguments='{"city": "Lisbon"}')], "It is sunny where Ana is.", "Lisbon."
    )
    context = GraphmemContext(LastMessages(6), memory=memory, session="s1", at_once=True)
    agent = AssistantAgent(
        "helper",
        client,
        tools=[weather],
        memory=[GraphmemMemory(memory)],
        model_context=context,
        reflect_on_tool_use=True,
        system_message="Be brief.",
    )

    run(agent.run(task="How is the weather where Ana lives?"))
    run(agent.run(task="And where does Ana live?"))

    for seen in client.seen:
        blocks = [one.content for one in seen if isinstance(one, SystemMessage) and "<memory>" in one.content]
        assert len(blocks) == 1
        assert "Ana lives in Lisbon" in blocks[0]
    said = memory.messages(session="s1")
    assert [message.role for message in said] == ["user", "assistant", "tool", "assistant", "user", "assistant"]
    assert all("<memory>" not in message.text for message in said)
    assert [fact.id for fact in memory.facts()] == before


def test_what_another_agent_says_is_not_the_users(memory: Memory) -> None:
    """AutoGen hands it in as a user message with its name; and a picture is no text."""
    context = GraphmemContext(LastMessages(1), memory=memory, session="s1")
    picture = Image.from_pil(Picture.new("RGB", (1, 1)))

    async def story() -> None:
        await context.add_message(user("I like Jazz.", source="planner"))
        await context.add_message(UserMessage(content=["I like Fado.", picture], source="user"))
        await context.add_message(user("Bye"))

    run(story())

    kept = [(message.speaker, message.text) for message in memory.messages(session="s1")]
    assert kept == [("planner", "I like Jazz."), (None, "I like Fado.")]

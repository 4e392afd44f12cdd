"""A LangChain chain with its history in graphmem, and a retriever over what is true."""

from __future__ import annotations

import asyncio
import json
from pathlib import Path
from typing import Any

import pytest

from graphmem import Memory

pytest.importorskip("langchain_core", reason="langchain-core is not installed")

from hypothesis import given, settings
from hypothesis import strategies as st
from langchain_core.language_models import FakeListChatModel
from langchain_core.messages import (
    AIMessage,
    AIMessageChunk,
    BaseMessage,
    ChatMessage,
    FunctionMessage,
    HumanMessage,
    RemoveMessage,
    SystemMessage,
    ToolMessage,
)
from langchain_core.prompts import ChatPromptTemplate, MessagesPlaceholder
from langchain_core.runnables import RunnableLambda, RunnablePassthrough
from langchain_core.runnables.history import RunnableWithMessageHistory

from graphmem.integrations.langchain import GraphmemHistory, GraphmemRetriever, memory_tools
from graphmem.testing import PlainExtractor

CALL = {"name": "weather", "args": {"city": "Lisbon"}, "id": "c1", "type": "tool_call"}


def looking(seen: list[list[BaseMessage]]) -> RunnableLambda:
    """A step that passes a prompt on and keeps what it was."""

    def look(prompt: Any) -> Any:
        seen.append(prompt.to_messages())
        return prompt

    return RunnableLambda(look)


def sentences(memory: Memory) -> list[str]:
    """What memory believes."""
    return sorted(fact.sentence for fact in memory.facts())


@pytest.mark.filterwarnings("ignore::langchain_core._api.deprecation.LangChainDeprecationWarning")
def test_a_chain_goes_on_in_the_next_process(opened: Any, tmp_path: Path) -> None:
    """Its history is where it was, and what the user said is known as facts."""
    url = f"sqlite:///{tmp_path}/chain.db"
    seen: list[list[BaseMessage]] = []
    prompt = ChatPromptTemplate.from_messages(
        [("system", "Help."), MessagesPlaceholder("history"), ("human", "{question}")]
    )

    def chain(memory: Memory, answer: str) -> RunnableWithMessageHistory:
        return RunnableWithMessageHistory(
            prompt | looking(seen) | FakeListChatModel(responses=[answer]),
            lambda session_id: GraphmemHistory(memory, session_id),
            input_messages_key="question",
            history_messages_key="history",
        )

    config = {"configurable": {"session_id": "s1"}}
    with opened(url) as memory:
        chain(memory, "Noted.").invoke({"question": "Ana moved to Lisbon."}, config)
    with opened(url) as memory:
        asyncio.run(chain(memory, "In Lisbon.").ainvoke({"question": "Where is she?"}, config))

        assert [(message.type, message.content) for message in seen[-1]] == [
            ("system", "Help."),
            ("human", "Ana moved to Lisbon."),
            ("ai", "Noted."),
            ("human", "Where is she?"),
        ]
        assert [message.role for message in memory.messages(session="s1")] == ["user", "assistant"] * 2
        assert sentences(memory) == ["Ana lives in Lisbon"]


@pytest.mark.parametrize(
    "message",
    [
        HumanMessage("Ana moved to Lisbon.", id="m1"),
        HumanMessage("I like tea.", name="Bob"),
        HumanMessage(
            [{"type": "text", "text": "Look."}, {"type": "image_url", "image_url": {"url": "data:image/png;base64,AA"}}]
        ),
        HumanMessage(["Look.", {"type": "image", "base64": "AAAA", "mime_type": "image/png"}]),
        AIMessage("", tool_calls=[CALL], usage_metadata={"input_tokens": 1, "output_tokens": 2, "total_tokens": 3}),
        AIMessage("Let me see.", tool_calls=[CALL, CALL | {"id": "c2"}], response_metadata={"model": "m"}, id="m2"),
        AIMessage([{"type": "reasoning", "reasoning": "hm"}, {"type": "text", "text": "Yes."}]),
        ToolMessage("Sunny", tool_call_id="c1", name="weather", status="error"),
        ToolMessage([{"type": "text", "text": "Sunny"}], tool_call_id="c1", artifact={"degrees": 21}),
        SystemMessage("Help.", additional_kwargs={"cache": True}),
        ChatMessage("Hello.", role="narrator"),
        FunctionMessage("Sunny", name="weather"),
    ],
    ids=lambda message: f"{message.type}-{str(message.content)[:12]}",
)
def test_a_message_comes_back_as_it_was(memory: Memory, message: BaseMessage) -> None:
    """Parts, calls, names, ids and what providers add."""
    history = GraphmemHistory(memory)

    history.add_message(message)

    assert history.messages == [message]


def test_words_calls_and_results_are_parts_of_what_memory_keeps(memory: Memory) -> None:
    """So they are found, and a window never parts them."""
    GraphmemHistory(memory).add_messages(
        [AIMessage("", tool_calls=[CALL]), ToolMessage("Sunny", tool_call_id="c1", name="weather")]
    )

    call, result = memory.messages()

    assert [type(part).__name__ for part in (*call.parts, *result.parts)] == ["ToolCallPart", "ToolResultPart"]
    assert memory.recall("sunny").messages[0] == result


@pytest.mark.parametrize(
    "content", ["Ana lives in Porto.", ["Ana lives in Porto.", {"type": "text", "text": "Really."}]]
)
def test_a_message_that_is_reworded_comes_back_reworded(memory: Memory, content: Any) -> None:
    """Its old words are in no copy beside it."""
    history = GraphmemHistory(memory)
    history.add_message(HumanMessage(content, id="m1"))

    memory.edit_message(memory.messages()[0].id, "Ana lives in Lisbon.")

    [message] = history.messages
    assert (message.text, message.id) == ("Ana lives in Lisbon.", "m1")
    assert "Porto" not in repr(memory.messages())


def test_a_secret_is_in_nothing_that_is_kept(memory: Memory) -> None:
    """Neither in the words nor in what LangChain keeps beside them."""
    GraphmemHistory(memory).add_message(
        HumanMessage(["My card is 4111 1111 1111 1111."], id="m1", additional_kwargs={"raw": "4111 1111 1111 1111"})
    )

    assert "4111" not in repr(memory.messages())
    assert GraphmemHistory(memory).messages[0].text.startswith("My card is [")


def test_what_was_cleared_can_be_said_again(memory: Memory) -> None:
    """By the same id, since it is said again."""
    history = GraphmemHistory(memory)
    for _ in range(2):
        history.add_message(HumanMessage("I live in Porto.", id="m1"))
        assert len(history.messages) == 1
        history.clear()


def test_a_streamed_answer_is_an_answer(memory: Memory) -> None:
    """Chunks are added up by LangChain; what is kept is no chunk any more."""
    history = GraphmemHistory(memory)

    history.add_message(AIMessageChunk("In ") + AIMessageChunk("Lisbon."))

    assert [(type(message), message.content) for message in history.messages] == [(AIMessage, "In Lisbon.")]


def test_a_message_saved_twice_is_one(memory: Memory) -> None:
    """By the id that LangChain gives it; what only deletes another is none."""
    history = GraphmemHistory(memory)

    for _ in range(2):
        history.add_messages([HumanMessage("I live in Porto.", id="m1"), RemoveMessage(id="m0")])

    assert [message.id for message in history.messages] == ["m1"]
    assert memory.status().messages == 1


def test_one_id_in_two_sessions_is_two_messages(memory: Memory) -> None:
    """Frameworks number anew in each conversation."""
    for session in ("s1", "s2"):
        GraphmemHistory(memory, session).add_message(HumanMessage("I live in Porto.", id="1"))

    assert [len(GraphmemHistory(memory, session).messages) for session in ("s1", "s2")] == [1, 1]


def test_the_last_messages_never_open_with_an_answer_to_nothing(memory: Memory) -> None:
    """A tool's result whose call was cut off is left out."""
    GraphmemHistory(memory).add_messages(
        [
            HumanMessage("Weather?"),
            AIMessage("", tool_calls=[CALL]),
            ToolMessage("Sunny", tool_call_id="c1"),
            AIMessage("Sun."),
        ]
    )

    assert [message.type for message in GraphmemHistory(memory, last=2).messages] == ["ai"]
    assert [message.type for message in GraphmemHistory(memory, last=3).messages] == ["ai", "tool", "ai"]


def test_clearing_a_history_forgets_it_and_what_it_taught(memory: Memory) -> None:
    """Of this session only; clearing again does nothing."""
    here, there = GraphmemHistory(memory, "here"), GraphmemHistory(memory, "there")
    here.add_user_message("Ana lives in Lisbon.")
    there.add_user_message("Ana works at Feedzai.")

    here.clear()
    here.clear()

    assert (here.messages, len(there.messages)) == ([], 1)
    assert sentences(memory) == ["Ana works at Feedzai"]


json_values = st.recursive(
    st.none() | st.booleans() | st.integers(-(2**53), 2**53) | st.text(max_size=8),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=5), inner, max_size=3),
    max_leaves=5,
)


@settings(max_examples=30)
@given(st.text(), st.dictionaries(st.text(max_size=5), json_values, max_size=3), st.text(min_size=1, max_size=9))
def test_whatever_a_model_called_comes_back(text: str, arguments: dict[str, Any], name: str) -> None:
    """Text and arguments of any kind."""
    said = AIMessage(text, tool_calls=[{"name": name, "args": arguments, "id": "c", "type": "tool_call"}])
    with Memory.open("sqlite:///:memory:", namespace="ada", extractor=PlainExtractor(), embedder="none") as memory:
        history = GraphmemHistory(memory)
        history.add_message(said)

        assert history.messages == [said]


def test_a_retriever_tells_what_is_true_now_and_what_was_said(memory: Memory) -> None:
    """In a chain, as LangChain runs one; what it finds is not learned."""
    memory.remember_many([{"content": "Ana lives in Porto."}, {"content": "Ana moved to Lisbon.", "session": "s2"}])
    retriever = GraphmemRetriever(memory=memory, limit=2)
    prompts: list[list[BaseMessage]] = []
    model = looking(prompts) | FakeListChatModel(responses=["Lisbon"])
    prompt = ChatPromptTemplate.from_template("{found}\n{question}")
    found = retriever | (lambda documents: "\n".join(one.page_content for one in documents))

    answer = ({"found": found, "question": RunnablePassthrough()} | prompt | model).invoke("Where does Ana live?")

    assert answer.content == "Lisbon"
    [[message]] = prompts
    assert message.text.splitlines()[0] == "Ana lives in Lisbon (as of 3 June 2024)"
    assert "Ana moved to Lisbon." in message.text
    assert memory.status().messages == 2


def test_documents_say_where_they_are_from(memory: Memory) -> None:
    """As values that any of LangChain's stores can keep."""
    receipt = memory.remember("Ana moved to Lisbon.", session="s1")

    fact, message = asyncio.run(GraphmemRetriever(memory=memory).ainvoke("Where does Ana live?"))

    assert (fact.metadata["kind"], fact.metadata["object"]) == ("fact", "Lisbon")
    assert fact.metadata["sources"] == [receipt.message.id] == [message.id]
    assert (message.metadata["session"], message.metadata["role"]) == ("s1", "user")
    assert json.dumps([fact.metadata, message.metadata])


def test_a_retriever_can_be_narrowed(memory: Memory) -> None:
    """To one kind, and by what recall takes."""
    memory.remember_many(
        [{"content": "Ana lives in Porto.", "session": "s1"}, {"content": "Ana lives in Faro.", "session": "s2"}]
    )

    said = GraphmemRetriever(memory=memory, facts=False, options={"sessions": ["s1"]}).invoke("Where does Ana live?")
    facts = GraphmemRetriever(memory=memory, said=False).invoke("Where does Ana live?")

    assert [document.page_content for document in said] == ["Ana lives in Porto."]
    assert {document.metadata["kind"] for document in facts} == {"fact"}


def test_tools_are_called_as_langchain_calls_them(memory: Memory) -> None:
    """By a model's call, which becomes a message; with the schemas that everybody else gets."""
    [remember] = memory_tools(memory, only=["remember"])

    answer = remember.invoke(
        {"name": "remember", "args": {"text": "Ana moved to Lisbon."}, "id": "c1", "type": "tool_call"}
    )

    assert isinstance(answer, ToolMessage)
    assert answer.content == "Remembered. New: Ana lives in Lisbon."
    assert list(remember.tool_call_schema["properties"]) == ["text"]

"""LangGraph graphs whose memory is graphmem: the store behind them, and the nodes in them."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from pathlib import Path
from typing import Annotated, Any, TypedDict

import pytest

from graphmem import InvalidInput, Memory

pytest.importorskip("langgraph", reason="langgraph is not installed")

from hypothesis import given, settings
from hypothesis import strategies as st
from langchain_core.language_models import GenericFakeChatModel
from langchain_core.messages import AIMessage, BaseMessage, HumanMessage, ToolMessage
from langgraph.checkpoint.memory import InMemorySaver
from langgraph.graph import END, START, StateGraph
from langgraph.graph.message import add_messages
from langgraph.prebuilt import ToolNode, tools_condition
from langgraph.runtime import Runtime
from langgraph.store.base import InvalidNamespaceError, MatchCondition, PutOp, SearchOp
from langgraph.store.memory import InMemoryStore

from graphmem.integrations.langgraph import GraphmemStore, MemoryNodes
from graphmem.testing import PlainExtractor

PREFERENCES = ("ada", "preferences")


class State(TypedDict):
    """What goes through the graphs."""

    messages: Annotated[list[BaseMessage], add_messages]
    llm_input_messages: list[BaseMessage]


def sentences(memory: Memory) -> list[str]:
    """What memory believes."""
    return sorted(fact.sentence for fact in memory.facts())


def test_a_graph_keeps_items_for_its_next_run(opened: Any, tmp_path: Path) -> None:
    """A node writes, a node of another process reads, each through the store LangGraph hands it."""
    url = f"sqlite:///{tmp_path}/graph.db"

    def write(state: State, runtime: Runtime[None]) -> dict[str, Any]:
        assert runtime.store is not None
        runtime.store.put(PREFERENCES, "tea", {"text": "likes green tea", "sure": True})
        return {}

    async def read(state: State, runtime: Runtime[None]) -> dict[str, Any]:
        assert runtime.store is not None
        item = await runtime.store.aget(PREFERENCES, "tea")
        [found] = await runtime.store.asearch(("ada",), query="which tea?")
        return {"messages": [AIMessage(f"{item.value['text']}, {found.key}")]}

    def graph(node: Any, memory: Memory) -> Any:
        built = StateGraph(State).add_node("node", node).add_edge(START, "node").add_edge("node", END)
        return built.compile(store=GraphmemStore(memory))

    with opened(url) as memory:
        graph(write, memory).invoke({"messages": []})
    with opened(url) as memory:
        done = asyncio.run(graph(read, memory).ainvoke({"messages": []}))

        assert done["messages"][-1].content == "likes green tea, tea"


def test_an_item_has_one_value_and_says_since_when(memory: Memory) -> None:
    """Putting it anew keeps when it was made, and forgets what it was."""
    store = GraphmemStore(memory)
    store.put(PREFERENCES, "drink", {"text": "likes coffee"})
    first = store.get(PREFERENCES, "drink")
    assert first is not None

    store.put(PREFERENCES, "drink", {"text": "likes tea"})

    second = store.get(PREFERENCES, "drink")
    assert second is not None
    assert (second.value, second.created_at) == ({"text": "likes tea"}, first.created_at)
    assert second.updated_at > first.updated_at
    assert [item.key for item in store.search((), query="coffee")] == []
    assert memory.status().messages == 1


def test_what_is_deleted_is_not_there(memory: Memory) -> None:
    """Nor found; deleting it again does nothing."""
    store = GraphmemStore(memory)
    store.put(PREFERENCES, "drink", {"text": "likes tea"})

    for _ in range(2):
        store.delete(PREFERENCES, "drink")

    assert store.get(PREFERENCES, "drink") is None
    assert store.search((), query="tea") == []
    assert store.list_namespaces() == []


def test_search_ranks_pages_and_filters(memory: Memory) -> None:
    """By what fits the question; without one, the last written first."""
    store = GraphmemStore(memory)
    for number, text in enumerate(["green tea in the morning", "tea", "coffee", "green tea"]):
        store.put(("drinks",), str(number), {"text": text, "number": number})

    ranked = store.search(("drinks",), query="green tea", limit=4)

    assert ranked[0].key == "3"
    assert {item.key for item in ranked} == {"0", "1", "3"}
    assert [item.score for item in ranked] == sorted((item.score or 0.0 for item in ranked), reverse=True)
    assert [item.key for item in store.search(("drinks",), query="green tea", limit=1, offset=1)] == [ranked[1].key]
    assert {item.key for item in store.search(("drinks",), query="tea", filter={"number": {"$gte": 1}})} == {"1", "3"}
    assert [item.key for item in store.search(("drinks",), limit=2)] == ["3", "2"]


def test_what_is_not_to_be_found_is_still_there(memory: Memory) -> None:
    """By its index: nothing, or some fields."""
    store = GraphmemStore(memory)
    store.put(("notes",), "secret", {"text": "the locker opens with 4711"}, index=False)
    store.put(("notes",), "named", {"title": "holidays", "body": "by the sea"}, index=["title"])

    assert [store.search((), query=query) for query in ("locker", "sea")] == [[], []]
    assert [item.key for item in store.search((), query="holidays")] == ["named"]
    assert store.get(("notes",), "secret") is not None


def test_items_teach_nothing_unless_asked(memory: Memory) -> None:
    """They are a program's, as a system text is; with `learns` they count as the user's word, and what they taught goes with them."""
    GraphmemStore(memory).put(PREFERENCES, "theme", {"theme": "dark"})
    learning = GraphmemStore(memory, learns=True)

    learning.put(PREFERENCES, "home", {"memory": "Ana lives in Lisbon."})
    roles = [message.role for message in memory.messages()]
    learned = sentences(memory)
    learning.delete(PREFERENCES, "home")

    assert roles == ["system", "user"]
    assert (learned, sentences(memory)) == (["Ana lives in Lisbon"], [])


def test_no_namespace_of_a_program_reaches_another_memory(opened: Any, tmp_path: Path) -> None:
    """Whatever it is called."""
    url = f"sqlite:///{tmp_path}/two.db"
    with opened(url) as ada, Memory.open(url, namespace="bob", extractor=PlainExtractor(), embedder="none") as bob:
        GraphmemStore(ada).put(("bob",), "secret", {"text": "green tea"})

        assert GraphmemStore(bob).search((), query="tea") == []
        assert GraphmemStore(bob).get(("bob",), "secret") is None
        assert GraphmemStore(bob).list_namespaces() == []


def test_long_names_are_told_apart(memory: Memory) -> None:
    """Though a session's name has an end."""
    store = GraphmemStore(memory)
    long = ("x" * 300, "y" * 300)
    for key in ("1", "2"):
        store.put(long, key, {"number": key})

    assert [item.value["number"] for item in (store.get(long, "1"), store.get(long, "2")) if item] == ["1", "2"]
    assert store.list_namespaces() == [long]
    assert {item.key for item in store.search(("x" * 300,))} == {"1", "2"}


def test_a_secret_of_an_item_is_kept_nowhere(memory: Memory) -> None:
    """The rest of its value is."""
    store = GraphmemStore(memory)

    store.put(("cards",), "ada", {"text": "My card is 4111 1111 1111 1111.", "bank": "Galp"})

    item = store.get(("cards",), "ada")
    assert item is not None
    assert item.value["bank"] == "Galp"
    assert "4111" not in repr(memory.messages()) + repr(item)


def test_what_cannot_be_kept_is_refused(memory: Memory) -> None:
    """Before anything is written."""
    store = GraphmemStore(memory)

    with pytest.raises(InvalidInput, match="the value of 'k' cannot be written as JSON"):
        store.put(("a",), "k", {"value": object()})
    with pytest.raises(InvalidNamespaceError):
        store.batch([PutOp(("a.b",), "k", {})])
    store.put(("a",), "k", {"n": 1})
    with pytest.raises(InvalidInput, match=r"a filter compares by .* not '\$in'"):
        store.search((), filter={"n": {"$in": [1]}})
    with pytest.raises(NotImplementedError, match="TTL"):
        store.put(("a",), "k", {"n": 1}, ttl=5)


labels = st.sampled_from(["a", "b", "c"])
namespaces = st.lists(labels, min_size=1, max_size=3).map(tuple)
values = st.dictionaries(
    st.sampled_from(["text", "n"]), st.integers(0, 3) | st.sampled_from(["tea", "milk"]), max_size=2
)
puts = st.tuples(namespaces, labels, values | st.none())
filters = st.sampled_from([None, {"n": 1}, {"n": {"$ne": 1}}, {"text": {"$eq": "tea"}}, {"text": "tea", "n": 2}])


@settings(max_examples=25)
@given(st.lists(puts, max_size=8), namespaces, filters, st.integers(0, 2))
def test_it_answers_as_langgraphs_own_store(
    written: list[tuple[tuple[str, ...], str, dict[str, Any] | None]],
    prefix: tuple[str, ...],
    wanted: dict[str, Any] | None,
    depth: int,
) -> None:
    """The same writes and deletions, in one batch and one by one, then the same questions."""
    theirs = InMemoryStore()
    with Memory.open("sqlite:///:memory:", namespace="ada", extractor=PlainExtractor(), embedder="none") as memory:
        ours = GraphmemStore(memory)
        ops = [PutOp(namespace, key, value) for namespace, key, value in written]
        for store in (theirs, ours):
            store.batch(ops[: len(ops) // 2])
            for op in ops[len(ops) // 2 :]:
                store.batch([op])

        def answers(store: Any) -> list[Any]:
            found = store.batch([SearchOp(prefix, wanted, 100), SearchOp(prefix[:1], wanted, 100)])
            return [sorted((one.namespace, one.key, repr(one.value)) for one in each) for each in found]

        there = sorted({item.namespace for item in theirs.search((), limit=100)})
        assert answers(ours) == answers(theirs)
        assert ours.list_namespaces() == there
        assert ours.list_namespaces(prefix=("*", "b"), suffix=("c",), max_depth=depth or None) == sorted(
            {one[: depth or None] for one in there if len(one) > 1 and one[1] == "b" and one[-1] == "c"}
        )
        path = MatchCondition("prefix", prefix)
        assert ours.list_namespaces(prefix=path.path) == [one for one in there if one[: len(prefix)] == prefix]


def model(*answers: AIMessage) -> tuple[Callable[[State], dict[str, Any]], list[list[BaseMessage]]]:
    """A node that answers by a script, and what it was shown each time."""
    scripted, seen = GenericFakeChatModel(messages=iter(answers)), []

    def node(state: State) -> dict[str, Any]:
        seen.append(state["llm_input_messages"])
        return {"messages": [scripted.invoke(state["llm_input_messages"])]}

    return node, seen


def weather(city: str) -> str:
    """The weather there."""
    return f"Sunny in {city}"


def assistant(memory: Memory, node: Any) -> Any:
    """recall → model → tools → recall … → remember."""
    nodes = MemoryNodes(memory, budget=600, system="Help Ada.")
    built = StateGraph(State)
    built.add_node("recall", nodes.recall)
    built.add_node("model", node)
    built.add_node("tools", ToolNode([weather]))
    built.add_node("remember", nodes.remember)
    built.add_edge(START, "recall").add_edge("recall", "model").add_edge("tools", "recall").add_edge("remember", END)
    built.add_conditional_edges("model", tools_condition, {"tools": "tools", END: "remember"})
    return built.compile(checkpointer=InMemorySaver())


def thread(name: str) -> dict[str, Any]:
    """The config of a thread."""
    return {"configurable": {"thread_id": name}}


def test_a_graph_knows_in_one_thread_what_was_said_in_another(memory: Memory) -> None:
    """Facts stand before the turn, which comes last and once; what was shown is not learned again."""
    node, seen = model(AIMessage("Noted."), AIMessage("In Lisbon."))
    graph = assistant(memory, node)
    graph.invoke({"messages": [("user", "Ana moved to Lisbon.")]}, thread("monday"))

    graph.invoke({"messages": [("user", "Where does Ana live?")]}, thread("tuesday"))

    shown = seen[-1]
    assert shown[0].text.startswith("Help Ada.")
    assert "- Ana lives in Lisbon" in shown[0].text
    assert [message.text for message in shown[1:]] == ["Where does Ana live?"]
    assert [(message.session, message.text) for message in memory.messages()] == [
        ("monday", "Ana moved to Lisbon."),
        ("monday", "Noted."),
        ("tuesday", "Where does Ana live?"),
        ("tuesday", "In Lisbon."),
    ]
    assert [len(fact.sources) for fact in memory.facts()] == [1]


def test_calls_and_results_of_the_turn_stay_together(memory: Memory) -> None:
    """While tools answer, the model sees them after the turn; when it is done, memory has them in order."""
    call = {"name": "weather", "args": {"city": "Lisbon"}, "id": "c1", "type": "tool_call"}
    node, seen = model(AIMessage("", tool_calls=[call]), AIMessage("Sunny."))

    assistant(memory, node).invoke({"messages": [("user", "How is the weather?")]}, thread("s1"))

    assert [message.type for message in seen[-1][-3:]] == ["human", "ai", "tool"]
    assert [message.role for message in memory.messages(session="s1")] == ["user", "assistant", "tool", "assistant"]


def test_a_later_turn_of_the_thread_shows_the_earlier_ones_once(memory: Memory) -> None:
    """From memory, inside the budget, whatever the state has grown to."""
    node, seen = model(AIMessage("Noted."), AIMessage("In Lisbon."))
    graph = assistant(memory, node)
    for said in ("Ana moved to Lisbon.", "Where is she?"):
        graph.invoke({"messages": [("user", said)]}, thread("s1"))

    assert [message.text for message in seen[-1][1:]] == ["Ana moved to Lisbon.", "Noted.", "Where is she?"]


def test_running_over_the_same_state_stores_nothing_twice(memory: Memory) -> None:
    """With ids or without: the same words said twice are two messages, the same messages again are none."""
    nodes = MemoryNodes(memory)
    said = [HumanMessage("Yes."), AIMessage("Good."), HumanMessage("Yes."), AIMessage("Better.", id="m4")]

    for _ in range(2):
        nodes.remember({"messages": said}, thread("s1"))
        nodes.recall({"messages": said}, thread("s1"))

    assert [message.text for message in memory.messages()] == ["Yes.", "Good.", "Yes.", "Better."]


def test_what_was_forgotten_stays_so_though_the_state_still_has_it(memory: Memory) -> None:
    """A checkpoint that is run again does not bring it back."""
    nodes = MemoryNodes(memory)
    said = [HumanMessage("Ana lives in Lisbon.", id="m1"), AIMessage("Noted.", id="m2")]
    nodes.remember({"messages": said}, {})
    memory.forget(message=memory.messages()[0].id)

    nodes.remember({"messages": said}, {})
    shown = nodes.recall({"messages": said}, {})["llm_input_messages"]

    assert [message.text for message in memory.messages()] == ["Noted."]
    assert sentences(memory) == []
    assert shown[-2:] == said


def test_a_turn_keeps_what_came_with_it(memory: Memory) -> None:
    """An image of the turn is shown as it came, and so is a state without any turn."""
    picture = HumanMessage(
        [{"type": "text", "text": "Who is this?"}, {"type": "image_url", "image_url": {"url": "data:,"}}]
    )
    nodes = MemoryNodes(memory, system="Help.")

    assert nodes.recall({"messages": [picture]}, {})["llm_input_messages"][-1] is picture
    assert [one.type for one in nodes.recall({"messages": []}, {})["llm_input_messages"]] == ["system"]


def test_an_answer_to_a_tool_that_is_still_to_come_waits(memory: Memory) -> None:
    """So a window never opens a call that nothing answered."""
    nodes = MemoryNodes(memory)
    call = {"name": "weather", "args": {}, "id": "c1", "type": "tool_call"}

    nodes.remember({"messages": [HumanMessage("Weather?"), AIMessage("", tool_calls=[call])]}, {})
    nodes.remember({"messages": [ToolMessage("Sunny", tool_call_id="c1")]}, {})

    assert memory.messages() == ()


@pytest.mark.filterwarnings("ignore::DeprecationWarning")
@pytest.mark.filterwarnings("ignore:create_react_agent")
def test_the_nodes_are_hooks_of_a_prebuilt_agent(memory: Memory) -> None:
    """Where LangGraph itself builds the graph."""
    from langgraph.prebuilt import create_react_agent

    memory.remember("Ana moved to Lisbon.")
    seen: list[list[BaseMessage]] = []

    class Watched(GenericFakeChatModel):
        def bind_tools(self, tools: Any, **_options: Any) -> Any:
            return self

        def _generate(self, messages: list[BaseMessage], *given: Any, **options: Any) -> Any:
            seen.append(messages)
            return super()._generate(messages, *given, **options)

    nodes = MemoryNodes(memory, session="agent")
    agent = create_react_agent(
        Watched(messages=iter([AIMessage("In Lisbon.")])),
        [weather],
        pre_model_hook=nodes.recall,
        post_model_hook=nodes.remember,
    )

    agent.invoke({"messages": [("user", "Where does Ana live?")]})

    assert "- Ana lives in Lisbon" in seen[0][0].text
    assert [message.text for message in memory.messages(session="agent")] == ["Where does Ana live?", "In Lisbon."]

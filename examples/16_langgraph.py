"""LangGraph: nodes that show a model what is remembered and keep its turns, and a store for agents. Offline, in seconds.

pip install 'graphmem[langgraph,local]'
python examples/16_langgraph.py
"""

from __future__ import annotations

from typing import Annotated, Any, TypedDict

from langchain_core.messages import AIMessage, BaseMessage
from langgraph.graph import START, StateGraph
from langgraph.graph.message import add_messages
from langgraph.runtime import Runtime

from graphmem import Memory
from graphmem.integrations.langgraph import GraphmemStore, MemoryNodes


class State(TypedDict):
    """The conversation, and what the model is shown of it."""

    messages: Annotated[list[BaseMessage], add_messages]
    llm_input_messages: list[BaseMessage]


def model(state: State, runtime: Runtime[None]) -> dict[str, Any]:
    """Stands for a model: it says what it was shown first. It keeps something of its own in the store, too."""
    shown = state["llm_input_messages"]
    facts = [line for line in shown[0].text.splitlines() if line.startswith("- Ana")] if len(shown) > 1 else []
    if runtime.store is not None:
        said = state["messages"][-1]
        runtime.store.put(("ada", "asked"), str(said.id), {"text": said.text})
    return {"messages": [AIMessage(facts[0].removeprefix("- ").partition(" (")[0] if facts else "Noted.")]}


def main() -> None:
    """Two threads over one memory."""
    with Memory.open("sqlite:///:memory:", namespace="ada", user_name="Ada") as memory:
        nodes = MemoryNodes(memory, budget=1000, system="You are a helpful assistant.")
        builder = StateGraph(State)
        builder.add_sequence([("recall", nodes.recall), ("model", model), ("remember", nodes.remember)])
        builder.add_edge(START, "recall")
        graph = builder.compile(store=GraphmemStore(memory))

        for thread, said in (("monday", "My sister Ana moved to Lisbon."), ("tuesday", "Where does Ana live?")):
            config = {"configurable": {"thread_id": thread}}
            done = graph.invoke({"messages": [("user", said)]}, config)
            print(f"{thread}: {said} → {done['messages'][-1].text}")

        # The store's namespaces lie inside the memory's own; its items are found by what they say.
        store = GraphmemStore(memory)
        print(
            "store:", store.list_namespaces(), [item.value["text"] for item in store.search(("ada",), query="Lisbon")]
        )
        print("facts:", sorted(fact.sentence for fact in memory.facts("Ana")))


if __name__ == "__main__":
    main()

"""PocketFlow: a chat that retrieves, replies and remembers, an exchange at a time. Offline, in seconds.

pip install 'graphmem[pocketflow,local]'
python examples/13_pocketflow.py
"""

from __future__ import annotations

from typing import Any

from pocketflow import Flow, Node

from graphmem import Memory
from graphmem.integrations.pocketflow import Remember, Reply, Retrieve

LINES = [
    "My sister Ana moved to Lisbon.",
    "Which wine goes with sardines?",
    "It rains.",
    "It is late.",
    "Where does Ana live?",
]


def call_llm(messages: list[dict[str, Any]]) -> str:
    """Stands for a model: it says what it was shown of Ana."""
    shown = messages[0]["content"] if messages[0]["role"] == "system" else ""
    facts = [line.removeprefix("- ") for line in shown.splitlines() if line.startswith("- Ana lives")]
    return facts[0] if "Ana live" in messages[-1]["content"] and facts else "Noted."


def main() -> None:
    """The loop of a chat; `ask` would be `lambda: input("You: ")`."""
    with Memory.open("sqlite:///:memory:", namespace="ada", user_name="Ada") as memory:
        lines = iter(LINES)
        retrieve = Retrieve(memory, ask=lambda: next(lines, None), recent=2, system="You are a helpful assistant.")
        retrieve >> Reply(call_llm) >> Remember(memory) >> retrieve
        retrieve - "end" >> Node()

        shared: dict[str, Any] = {}
        Flow(start=retrieve).run(shared)

        for said in shared["history"][-2:]:
            print(f"{said['role']}: {said['content']}")
        print("relevant:", [exchange[0]["content"] for exchange in shared["relevant"]])
        print("facts:", sorted(fact.sentence for fact in memory.facts("Ana")))


if __name__ == "__main__":
    main()

"""Pydantic AI: a capability that remembers what is said and shows what is remembered. Offline, in seconds.

pip install 'graphmem[pydantic-ai,local]'
python examples/19_pydantic_ai.py
"""

from __future__ import annotations

from pydantic_ai import Agent
from pydantic_ai.messages import ModelMessage, ModelResponse, TextPart, UserPromptPart
from pydantic_ai.models.function import AgentInfo, FunctionModel

from graphmem import Memory
from graphmem.integrations.pydantic_ai import GraphmemCapability, messages_of


def model(messages: list[ModelMessage], _info: AgentInfo) -> ModelResponse:
    """Stands for a model: it says the first fact that it was shown about Ana. A real one is named, such as "openai:gpt-4o-mini"."""
    shown = [str(part.content) for part in messages[-1].parts if isinstance(part, UserPromptPart)]
    facts = [line for text in shown for line in text.splitlines() if line.startswith("- Ana lives")]
    return ModelResponse([TextPart(facts[0].removeprefix("- ").partition(" (")[0] if facts else "Noted.")])


def main() -> None:
    """Two conversations, and the first one again."""
    with Memory.open("sqlite:///:memory:", namespace="ada", user_name="Ada") as memory:
        agent = Agent(FunctionModel(model), capabilities=[GraphmemCapability(memory, budget=500)])
        for conversation, said in (("monday", "My sister Ana moved to Lisbon."), ("tuesday", "Where does Ana live?")):
            done = agent.run_sync(said, conversation_id=conversation)
            print(f"{conversation}: {said} → {done.output}")

        # A later process goes on where the conversation was.
        history = messages_of(memory, "monday")
        done = agent.run_sync("Thank you.", message_history=history)
        print("monday again:", len(history), "messages before,", len(messages_of(memory, "monday")), "after")
        print("facts:", sorted(fact.sentence for fact in memory.facts("Ana")))


if __name__ == "__main__":
    main()

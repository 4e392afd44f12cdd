"""A research agent with a scratchpad: a long task goes on though the conversation is begun anew, in another process even.

python examples/04_research_agent.py

Here a few lines stand in for the model, so that it runs offline and shows what such an agent does. With GRAPHMEM_CHAT_MODEL set, a real
one is asked.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from graphmem import Memory
from graphmem.agent import Checkpoint, MemoryAgent, Scratchpad
from graphmem.llm.protocol import ChatModel, Piece, Purpose, Reply
from graphmem.settings import Settings
from graphmem.types import ToolCallPart

SOURCES = (
    "Source one: the Elétrico 28 was opened in 1914 and runs from Martim Moniz to Campo de Ourique.",
    "Source two: Carris has run the trams of Lisbon since 1873.",
)


class Clerk:
    """Stands in for a model: it notes what a source says, then says that it did."""

    name = "clerk"

    def stream(self, messages: Sequence[Any], **_: Any) -> Iterator[Piece]:
        """A call to the scratchpad for a source, else words."""
        last = messages[-1]
        if last["role"] == "user" and last["content"].startswith("Source"):
            finding = last["content"].partition(": ")[2].replace('"', "'")
            yield ToolCallPart("c", "scratchpad", f'{{"kind": "finding", "note": "{finding}"}}')
        else:
            yield "Noted." if last["role"] == "tool" else "See my notes."

    def complete(self, messages: Sequence[Any], **_: Any) -> Reply:
        """As it streams."""
        return Reply("".join(piece for piece in self.stream(messages) if isinstance(piece, str)))

    def context_length(self, purpose: Purpose) -> int | None:  # noqa: ARG002  # it has none
        """Nobody knows."""
        return None


def main() -> None:
    """Read two sources, each in a conversation of its own, and show what is left of them."""
    model: ChatModel = Settings.read().llm() or Clerk()
    with Memory.open("sqlite:///:memory:", namespace="trams", user_name="Ada") as memory:
        agent = MemoryAgent(memory, model, session="trams", pad=Scratchpad(goal="How old are the trams of Lisbon?"))
        agent.pad.note("pending", "Read two sources")
        agent.answer(SOURCES[0])
        kept = agent.reset().to_json()  # the window is empty now, and this could be the end of the process

        agent = MemoryAgent(memory, model, pad=Scratchpad())
        agent.resume(Checkpoint.from_json(kept))
        agent.answer(SOURCES[1])
        agent.pad.note("done", "Read two sources")
        agent.consolidate()

        print(agent.pad.text())
        print("-- a later task recalls:")
        for message in memory.recall("Since when does Carris run trams?", limit=2).messages:
            print(f"{message.session}: {message.text}")


if __name__ == "__main__":
    main()

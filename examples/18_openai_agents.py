"""OpenAI Agents SDK: a session that is remembered for good, memory as tools, and what to show before each call. Offline, in seconds.

pip install 'graphmem[openai-agents,local]'
python examples/18_openai_agents.py
"""

from __future__ import annotations

import asyncio

from agents import Agent, RunConfig, Runner
from agents.testing import ScriptedModel, assistant_message, function_call

from graphmem import Memory
from graphmem.integrations.openai_agents import GraphmemSession, memory_tools, recalling


async def talk(memory: Memory) -> None:
    """Two sessions. The scripted model stands for a real one: leave it out, and the SDK asks OpenAI's."""
    model = ScriptedModel(
        [
            [function_call("remember", {"text": "My sister Ana moved to Lisbon."}, call_id="c1")],
            [assistant_message("I will remember that.", item_id="m1")],
            [assistant_message("In Lisbon.", item_id="m2")],
        ]
    )
    agent = Agent(name="assistant", instructions="Help Ada.", model=model, tools=list(memory_tools(memory)))
    config = RunConfig(tracing_disabled=True, call_model_input_filter=recalling(memory, budget=500))

    for session_id, said in (("monday", "Please remember where Ana lives now."), ("tuesday", "Where does Ana live?")):
        session = GraphmemSession(memory, session_id)
        done = await Runner.run(agent, said, session=session, run_config=config)
        print(f"{session_id}: {said} → {done.final_output}  ({len(await session.get_items())} items)")

    instructions = model.calls[-1].system_instructions or ""
    print("shown:", [line for line in instructions.splitlines() if line.startswith("- Ana lives")])


def main() -> None:
    """What was said on Monday is known on Tuesday."""
    with Memory.open("sqlite:///:memory:", namespace="ada", user_name="Ada") as memory:
        asyncio.run(talk(memory))
        print("facts:", sorted(fact.sentence for fact in memory.facts("Ana")))


if __name__ == "__main__":
    main()

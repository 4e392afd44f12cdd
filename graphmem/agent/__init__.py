"""An agent that remembers: for each turn it recalls, answers, and learns; for a long task it keeps a scratchpad.

    from graphmem.agent import MemoryAgent
    agent = MemoryAgent(memory, OpenAIChat("gpt-4o-mini"))
    print(agent.answer("Where does my sister live?").text)

It stands on the public face of a memory alone, and is a page of code to copy from where another loop is wanted.
"""

from graphmem.agent.agent import MemoryAgent
from graphmem.agent.checkpoint import Checkpoint
from graphmem.agent.scratchpad import Scratchpad
from graphmem.agent.turns import Hooks, Toolbox, Turn, Used

__all__ = ["Checkpoint", "Hooks", "MemoryAgent", "Scratchpad", "Toolbox", "Turn", "Used"]

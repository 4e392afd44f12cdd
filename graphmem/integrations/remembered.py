"""What memory holds for a turn, as one text to put before it, for frameworks that keep the conversation themselves."""

from __future__ import annotations

from graphmem.memory.memory import Memory
from graphmem.types import LastTurns, TokenBudget


def remembered(memory: Memory, turn: str, *, session: str, budget: int) -> str:
    """Facts, summary and old turns between memory's markers, with what a model must know of them, in at most `budget` tokens; "" for nothing."""
    if not turn.strip():
        return ""
    beside = memory._engine.counter.chat([{"role": "user", "content": turn}])
    total = TokenBudget(budget + beside)
    first, *rest = memory.context(turn, session=session, budget=total, window=LastTurns(0)).to_messages()
    return str(first["content"]) if rest else ""


def tokens(memory: Memory, text: str) -> int:
    """How many tokens a text takes, as contexts count them."""
    return memory._engine.counter.text(text)

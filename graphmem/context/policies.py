"""Which of a session's last messages are candidates for the window, before the budget has its say.

Each policy is a noun and these are pure functions of it, so that whatever keeps a conversation for itself (a chat history
of another framework, say) can cut it by the same rules. They work on units, so a tool's result is never parted from its call.
"""

from __future__ import annotations

from collections.abc import Sequence

from graphmem.context.filling import unit_size
from graphmem.context.window import Unit
from graphmem.tokens import TokenCounter
from graphmem.types import LastTokens, LastTurns, Message, SinceSummary, WindowPolicy

#: No message takes fewer tokens in a chat.
_LEAST = 4

#: How many messages are read for a turn at first: the user's, the answer, a call and its result.
_A_TURN = 4


def kept(units: Sequence[Unit], policy: WindowPolicy, *, counter: TokenCounter) -> tuple[Unit, ...]:
    """The newest units that the policy keeps, in order; `units` come oldest first."""
    match policy:
        case LastTurns(count):
            begins = [number for number, unit in enumerate(units) if begins_turn(unit.messages[0])]
            fewer = 0 < count >= len(begins)
            return tuple(units) if fewer else tuple(units[[*begins, len(units)][-count - 1] :])
        case LastTokens(tokens):
            return tuple(units[_fitting(units, tokens, counter) :])
        case SinceSummary():
            return tuple(units)


def to_read(policy: WindowPolicy, *, budget: int, since_summary: int) -> int:
    """How many messages to read at first, oldest left out: no more than the budget could hold."""
    most = budget // _LEAST + 1
    match policy:
        case LastTurns(count):
            return min(_A_TURN * count, most)
        case LastTokens(tokens):
            return min(tokens // _LEAST + 1, most)
        case SinceSummary():
            return since_summary


def enough(messages: Sequence[Message], policy: WindowPolicy) -> bool:
    """Whether all that the policy keeps is among these, should older ones exist."""
    return not isinstance(policy, LastTurns) or sum(map(begins_turn, messages)) >= policy.count


def begins_turn(message: Message) -> bool:
    """Whether a message is one that others answer; a turn is such a message with all that follows until the next."""
    return message.role == "user"


def _fitting(units: Sequence[Unit], tokens: int, counter: TokenCounter) -> int:
    """Where the newest units begin that fit so many tokens together."""
    start = len(units)
    while start and (tokens := tokens - unit_size(units[start - 1], counter)) >= 0:
        start -= 1
    return start

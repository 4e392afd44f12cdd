"""Which of a session's last messages are candidates for the window, before the budget has its say.

Each policy is a noun and these are pure functions of it, so that whatever keeps a conversation for itself (a chat history
of another framework, say) can cut it by the same rules. They work on units, so a tool's result is never parted from its call.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from graphmem.context.filling import unit_size
from graphmem.context.window import Unit
from graphmem.tokens import TokenCounter
from graphmem.types import ByPriority, LastMessages, LastTokens, LastTurns, Message, SinceSummary, WindowPolicy

#: No message takes fewer tokens in a chat.
_LEAST = 4

#: How many messages are read for a turn at first: the user's, the answer, a call and its result.
_A_TURN = 4

#: How much a message matters of which nobody said.
HALF = 0.5


def kept(units: Sequence[Unit], policy: WindowPolicy | ByPriority, *, counter: TokenCounter) -> tuple[Unit, ...]:
    """The units that the policy keeps, in order, the newest unless it goes by priority; `units` come oldest first."""
    match policy:
        case LastTurns(count):
            begins = [number for number, unit in enumerate(units) if begins_turn(unit.messages[0])]
            fewer = 0 < count >= len(begins)
            return tuple(units) if fewer else tuple(units[[*begins, len(units)][-count - 1] :])
        case LastMessages(count):
            return tuple(units[_newest(units, (len(unit.messages) for unit in reversed(units)), count) :])
        case LastTokens(tokens):
            return tuple(units[_newest(units, (unit_size(unit, counter) for unit in reversed(units)), tokens) :])
        case ByPriority():
            chosen = _by_priority(units, policy, [unit_size(unit, counter) for unit in units])
            return tuple(units[number] for number in sorted(chosen))
        case SinceSummary():
            return tuple(units)


def to_read(policy: WindowPolicy, *, budget: int, since_summary: int) -> int:
    """How many messages to read at first, oldest left out: no more than the budget could hold."""
    most = budget // _LEAST + 1
    match policy:
        case LastTurns(count):
            return min(_A_TURN * count, most)
        case LastMessages(count):
            return min(count, most)
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


def _newest(units: Sequence[Unit], sizes: Iterable[int], room: int) -> int:
    """Where the newest units begin whose sizes, given newest first, fit together."""
    start = len(units)
    for size in sizes:
        room -= size
        if room < 0:
            break
        start -= 1
    return start


def _by_priority(units: Sequence[Unit], policy: ByPriority, sizes: Sequence[int]) -> set[int]:
    """System text, the newest, then what matters most while it fits; of equals the later one."""
    chosen = {number for number, unit in enumerate(units) if unit.messages[0].role == "system"}
    room = policy.tokens - policy.reserved - sum(sizes[number] for number in chosen)
    others = [number for number in range(len(units)) if number not in chosen]
    messages = policy.recent
    while others and sizes[others[-1]] <= room and len(units[others[-1]].messages) <= messages:
        messages -= len(units[others[-1]].messages)
        room -= sizes[others[-1]]
        chosen.add(others.pop())
    worth = {one: _priority(units[one], place / len(others), policy) for place, one in enumerate(others, start=1)}
    for number in sorted(others, key=lambda one: (-worth[one], -one)):
        if sizes[number] <= room:
            room -= sizes[number]
            chosen.add(number)
    return chosen


def _priority(unit: Unit, lateness: float, policy: ByPriority) -> float:
    told = [message.importance for message in unit.messages if message.importance is not None]
    return round(policy.recency * lateness + policy.importance * max(told, default=HALF), 9)

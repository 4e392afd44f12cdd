"""Sharing out the budget: what is shown of each section.

Every section first gets its share, in the order facts, window, messages, summary, with what those before it left over;
then whatever is still free is offered once more in the same order. Sizes are summed line by line here, which is
nearly exact; `fit` measures the whole and drops the least important lines until it truly fits.
"""

from __future__ import annotations

from collections.abc import Container, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Any

from graphmem import texts
from graphmem.context.lines import CLOSE, OPEN, Line, already, same
from graphmem.context.rendering import HEADINGS, WINDOW_HEADING, Draft, measure
from graphmem.context.window import Unit
from graphmem.tokens import TokenCounter
from graphmem.types import TokenBudget

#: What stands around the lines of a memory block, and the frame of the message that holds it.
_AROUND = f"{OPEN}\nToday is 30 September 2026.\n{CLOSE}\n\n\n\n"
_FRAME = 8


@dataclass(frozen=True, slots=True)
class Offer:
    """All that could be shown, best first in each list; the window's units and the summary's lines newest first."""

    facts: tuple[Line, ...] = ()
    window: tuple[Unit, ...] = ()
    messages: tuple[Line, ...] = ()
    summary: tuple[Line, ...] = ()


@dataclass(frozen=True, slots=True)
class Choice:
    """Which items of an offer are shown: their numbers, in the order they were chosen."""

    facts: tuple[int, ...] = ()
    window: tuple[int, ...] = ()
    messages: tuple[int, ...] = ()
    summary: tuple[int, ...] = ()

    def __len__(self) -> int:
        return len(self.facts) + len(self.window) + len(self.messages) + len(self.summary)

    def without(self, count: int) -> Choice:
        """Less `count` items: of the summary first, then old turns, the window from its oldest, facts last."""
        kept = {}
        for name in ("summary", "messages", "window", "facts"):
            numbers: tuple[int, ...] = getattr(self, name)
            dropped = min(count, len(numbers))
            kept[name] = numbers[: len(numbers) - dropped]
            count -= dropped
        return Choice(**kept)


def choose(offer: Offer, budget: TokenBudget, *, counter: TokenCounter, free: int) -> Choice:
    """Share out `free`, the tokens that system text, turn and tools leave over."""
    window = [unit_size(unit, counter) for unit in offer.window]
    remembered = bool(offer.facts or offer.messages or offer.summary)
    spare = free - (_overhead(counter) if remembered else 0)
    if spare <= 0:
        return Choice(window=_take(window, (), free, gaps=False)[0])
    sizes = {
        "facts": [_size(line, counter) for line in offer.facts],
        "window": window,
        "messages": [_size(line, counter) for line in offer.messages],
        "summary": [_size(line, counter) for line in offer.summary],
    }
    first, left = _shares(offer, sizes, budget, spare)
    return _rest(offer, sizes, first, left)


def fit(
    base: Draft, offer: Offer, choice: Choice, *, counter: TokenCounter, tools: Sequence[Mapping[str, Any]], limit: int
) -> Draft:
    """The fullest draft within the limit, dropping items from `choice`; `base` alone must be within it.

    Where lines meet tokens can merge, so the search by halves is followed by single steps.
    """

    def over(count: int) -> bool:
        return measure(drafted(base, offer, choice.without(count)), counter, tools).most > limit

    low, high = 0, len(choice) if over(0) else 0
    while low < high:
        middle = (low + high) // 2
        low, high = (middle + 1, high) if over(middle) else (low, middle)
    while low < len(choice) and over(low):
        low += 1
    return drafted(base, offer, choice.without(low))


def drafted(base: Draft, offer: Offer, choice: Choice) -> Draft:
    """The chosen items in reading order, without what stands in another section already."""
    window = tuple(offer.window[number] for number in sorted(choice.window, reverse=True))
    shown = _ids(window)
    said = [same(base.turn), *(same(message.text) for unit in window for message in unit.messages)]
    messages = _unsaid(sorted((offer.messages[number] for number in choice.messages), key=_place), shown, said)
    said += [line.said for line in messages]
    summary = _unsaid(sorted((offer.summary[number] for number in choice.summary), key=_place), shown, said)
    facts = tuple(offer.facts[number] for number in sorted(choice.facts))
    return replace(base, facts=facts, window=window, messages=messages, summary=summary)


def _place(line: Line) -> tuple[datetime, int, str]:
    return line.place


def _unsaid(lines: Sequence[Line], shown: Container[str], said: Sequence[str]) -> tuple[Line, ...]:
    return tuple(line for line in lines if line.id not in shown and not already(line, said))


_Sizes = Mapping[str, Sequence[int]]


def _shares(offer: Offer, sizes: _Sizes, budget: TokenBudget, spare: int) -> tuple[Choice, int]:
    """Give each section its share and what was left over before it; with the tokens still free."""
    chosen, left, carried = Choice(), spare, 0.0
    for name in ("facts", "window", "messages", "summary"):
        allowed = carried + spare * float(getattr(budget, name))
        taken, used = _take(_open(offer, sizes, chosen, name), (), int(allowed), gaps=name != "window")
        chosen = replace(chosen, **{name: taken})
        carried, left = allowed - used, left - used
    return chosen, left


def _rest(offer: Offer, sizes: _Sizes, chosen: Choice, left: int) -> Choice:
    """Offer what is still free once more, in the same order."""
    for name in ("facts", "window", "messages", "summary"):
        had = getattr(chosen, name)
        taken, used = _take(_open(offer, sizes, chosen, name), had, left, gaps=name != "window")
        chosen = replace(chosen, **{name: taken})
        left -= used
    return chosen


def _open(offer: Offer, sizes: _Sizes, chosen: Choice, name: str) -> Sequence[int | None]:
    """The sizes of a section's items; None for old turns that the window already shows."""
    if name != "messages":
        return sizes[name]
    shown = _ids([offer.window[number] for number in chosen.window])
    lines = zip(offer.messages, sizes[name], strict=True)
    return [None if line.id in shown else size for line, size in lines]


def _take(sizes: Sequence[int | None], had: tuple[int, ...], room: int, *, gaps: bool) -> tuple[tuple[int, ...], int]:
    """Go on taking items while they fit. With `gaps` what does not fit is passed over, else it is the end."""
    chosen, used = list(had), 0
    for number, size in enumerate(sizes):
        if number in had or size is None:
            continue
        if used + size <= room:
            chosen.append(number)
            used += size
        elif not gaps:
            break
    return tuple(chosen), used


def _ids(units: Sequence[Unit]) -> frozenset[str]:
    return frozenset(message.id for unit in units for message in unit.messages)


def _size(line: Line, counter: TokenCounter) -> int:
    return counter.text(line.text + "\n")


def unit_size(unit: Unit, counter: TokenCounter) -> int:
    """The tokens a unit takes, in whichever rendering takes more."""
    return max(sum(counter.message(message) for message in unit.chat), counter.text(unit.text + "\n"))


def _overhead(counter: TokenCounter) -> int:
    headings = "\n".join((*HEADINGS.values(), WINDOW_HEADING, _AROUND))
    return counter.text(texts.prompt("memory")) + counter.text(headings) + _FRAME

"""Sharing out the budget: what is shown of each section.

The window and the facts first get their share each, then the old turns theirs with what those left, then the summary. What
is still free is offered once more, to the window, old turns, facts and the summary. Nothing is taken that a chosen line of
another section says already. Sizes are summed line by line here, which is nearly exact; `fit` measures the whole and drops
the least important lines until it truly fits.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence, Set
from dataclasses import dataclass, field, replace
from datetime import datetime
from typing import Any, Literal

from graphmem import texts
from graphmem.context.lines import CLOSE, OPEN, Line
from graphmem.context.rendering import HEADINGS, UNSURE, WINDOW_HEADING, Draft, measure
from graphmem.context.sameness import NOTHING, Heard, Saying
from graphmem.context.window import Unit, sayings
from graphmem.tokens import TokenCounter
from graphmem.types import TokenBudget

Part = Literal["facts", "window", "messages", "summary"]

#: Who is asked first when shares are given, and when what is left over is.
_FIRST: tuple[Part, ...] = ("window", "facts", "messages", "summary")
_AGAIN: tuple[Part, ...] = ("window", "messages", "facts", "summary")

#: How much of the budget facts of one person or thing take at most, and how many tokens they may take of any: a hub must
#: leave room for the others.
_ONE_ENTITY, _ANY_ENTITY = 0.3, 200

#: Tokens that facts may take of a budget however small, but for more than half of it.
_FEW_FACTS, _HALF = 120, 0.5

#: What stands around the lines of a memory block, and the frame of the message that holds it.
_AROUND = f"{OPEN}\nToday is Wednesday 30 September 2026.\n{CLOSE}\n\n\n\n"
_FRAME = 8


@dataclass(frozen=True, slots=True)
class Offer:
    """All that could be shown, best first in each list; the window's units and the summary's lines newest first.

    `turn` is what the turn itself says, `answered` whether the recall is sure of an answer.
    """

    facts: tuple[Line, ...] = ()
    window: tuple[Unit, ...] = ()
    messages: tuple[Line, ...] = ()
    summary: tuple[Line, ...] = ()
    turn: Saying = NOTHING
    answered: bool = True


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
    remembered = bool(offer.facts or offer.messages or offer.summary)
    spare = free - (_overhead(counter, answered=offer.answered) if remembered else 0)
    if spare <= 0:
        filling = _Filling(offer, counter, said=Heard([offer.turn]))
        filling.take("window", free)
        return filling.choice()
    filling = _Filling(offer, counter, said=Heard([offer.turn]), each=max(_ANY_ENTITY, int(spare * _ONE_ENTITY)))
    left, carried = spare, 0.0
    for name in _FIRST:
        share = _share(budget, name, spare)
        allowed = share + (carried if name in ("messages", "summary") else 0)
        used = filling.take(name, int(allowed))
        carried = carried + share - used
        left -= used
    for name in _AGAIN:
        left -= filling.take(name, left)
    return filling.choice()


def _share(budget: TokenBudget, name: Part, spare: int) -> float:
    """A section's part of the budget; in a small one facts get more, for they say most in few words."""
    share = spare * float(getattr(budget, name))
    return max(share, min(_FEW_FACTS, spare * _HALF)) if name == "facts" and share else share


@dataclass(slots=True)
class _Filling:
    """What has been chosen so far. `each` is the most tokens that facts of one entity may take."""

    offer: Offer
    counter: TokenCounter
    each: int = 0
    chosen: dict[Part, list[int]] = field(default_factory=lambda: {name: [] for name in _FIRST})
    shown: dict[Part, set[str]] = field(default_factory=lambda: {name: set() for name in _FIRST})
    said: Heard = field(default_factory=Heard)
    headings: set[tuple[Part, str]] = field(default_factory=set)
    about: Counter[str] = field(default_factory=Counter)

    def choice(self) -> Choice:
        return Choice(**{name: tuple(numbers) for name, numbers in self.chosen.items()})

    def take(self, name: Part, room: int) -> int:
        """Go on taking a section's items while they fit; the tokens they take. The window ends where one does not fit."""
        used, had = 0, set(self.chosen[name])
        for number, item in enumerate(getattr(self.offer, name)):
            if number in had or (isinstance(item, Line) and self._needless(name, item)):
                continue
            size = self._size(name, item)
            if used + size <= room and self._leaves_room(item, size):
                used += size
                self._add(name, number, item, size)
            elif name == "window":
                break
        return used

    def _needless(self, name: Part, line: Line) -> bool:
        if line.partner and line.partner not in self.shown[name]:
            return True
        others = {one for part in _FIRST if part != name for one in self.shown[part]} if line.told_by else set[str]()
        return repeats(line, self.shown["window"], others, self.said)

    def _leaves_room(self, item: Line | Unit, size: int) -> bool:
        return isinstance(item, Unit) or all(self.about[entity] + size <= self.each for entity in item.about)

    def _size(self, name: Part, item: Line | Unit) -> int:
        if isinstance(item, Unit):
            return unit_size(item, self.counter)
        new = item.heading and (name, item.heading) not in self.headings
        return self.counter.text(f"{item.heading}:\n{item.text}\n" if new else f"{item.text}\n")

    def _add(self, name: Part, number: int, item: Line | Unit, size: int) -> None:
        self.chosen[name].append(number)
        if isinstance(item, Unit):
            self.shown[name] |= {message.id for message in item.messages}
            for saying in sayings(item):
                self.said.hear(saying)
        else:
            self.shown[name].add(item.id)
            self.said.hear(item.said)
            self.headings.add((name, item.heading))
            self.about.update(dict.fromkeys(item.about, size))


def repeats(line: Line, window: Set[str], others: Set[str], said: Heard) -> bool:
    """Whether a line says nothing that the window's messages, what other sections show, or these sayings do not."""
    return line.id in window or any(told <= others for told in line.told_by) or line.said in said


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
    """The chosen items in reading order: facts of one person or thing together, all else in time order."""
    return replace(
        base,
        facts=_together([offer.facts[number] for number in sorted(choice.facts)]),
        window=tuple(offer.window[number] for number in sorted(choice.window, reverse=True)),
        messages=tuple(sorted((offer.messages[number] for number in choice.messages), key=_place)),
        summary=tuple(sorted((offer.summary[number] for number in choice.summary), key=_place)),
    )


def _together(facts: Sequence[Line]) -> tuple[Line, ...]:
    """Facts by whom they are about, and of what, as each first comes: what contradicts stands side by side."""
    whom: dict[str, int] = {}
    topic: dict[tuple[str, str], int] = {}
    for number, line in enumerate(facts):
        whom.setdefault(line.topic[0], number)
        topic.setdefault(line.topic, number)
    return tuple(sorted(facts, key=lambda line: (whom[line.topic[0]], topic[line.topic])))


def _place(line: Line) -> tuple[datetime, int, str]:
    return line.place


def unit_size(unit: Unit, counter: TokenCounter) -> int:
    """The tokens a unit takes, in whichever rendering takes more."""
    return max(sum(counter.message(message) for message in unit.chat), counter.text(unit.text + "\n"))


def _overhead(counter: TokenCounter, *, answered: bool) -> int:
    headings = "\n".join((*HEADINGS.values(), WINDOW_HEADING, _AROUND, *(() if answered else (UNSURE,))))
    return counter.text(texts.prompt("memory")) + counter.text(headings) + _FRAME

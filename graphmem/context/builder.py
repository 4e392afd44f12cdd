"""Recall, window and summary become the context of one turn, inside an exact budget.

The system text and the turn always stand, whole; everything else competes for what they leave. Equal input gives
equal output, to the byte.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from datetime import datetime
from typing import Any

from graphmem.context import rendering
from graphmem.context.filling import Offer, choose, fit, unit_size
from graphmem.context.lines import QUOTED, Line, fact_line, message_line, summary_lines
from graphmem.context.notes import left_out, notes
from graphmem.context.passage import passage
from graphmem.context.rendering import Draft, measure
from graphmem.context.window import Unit, Units, shorten, units
from graphmem.errors import InvalidInput
from graphmem.terms import terms
from graphmem.tokens import TokenCounter
from graphmem.types import Context, Message, Recall, Section, SectionName, Summary, TokenBudget

#: Characters of a turn that decide which passage of an old turn is quoted.
_READ = 4000


def build(
    turn: str,
    *,
    recall: Recall,
    window: Sequence[Message],
    summary: Summary | None,
    budget: TokenBudget,
    counter: TokenCounter,
    now: datetime,
    system: str | None = None,
    tools: Sequence[Mapping[str, Any]] = (),
    self_name: str | None = None,
    turn_message_id: str | None = None,
) -> Context:
    """The context for a turn: sections in the order system, facts, summary, messages, window, turn.

    `window` is the session's last messages, oldest first; `turn_message_id` is the turn's own message where it is
    stored already, so that it appears once. Both renderings stay within `budget.total` less `budget.reserve`;
    `Context.tokens` counts the chat with `tools`, `Section.tokens` what each section adds to it.

    Raises:
        InvalidInput: when system text, turn and tools alone exceed the budget; the message states the least that works.
    """
    base = Draft(turn=turn, now=now, system=system or None)
    limit = budget.total - budget.reserve
    free = limit - _least(base, budget, counter, tools)
    arranged = units([message for message in window if message.id != turn_message_id], self_name=self_name)
    asked = frozenset(terms(turn[:_READ])) | frozenset(terms(recall.query.text[:_READ]))
    turns = [message_line(message, asked, counter, self_name) for message in recall.messages]
    offer = Offer(
        facts=_distinct([fact_line(fact, now) for fact in recall.facts]),
        window=_shortened(arranged, asked, counter, int(free * budget.window))[::-1],
        messages=_distinct(turns, turn_message_id),
        summary=_distinct(summary_lines(summary, self_name)[::-1], turn_message_id),
    )
    choice = choose(offer, budget, counter=counter, free=free)
    draft = fit(base, offer, choice, counter=counter, tools=tools, limit=limit)
    context = _context(draft, budget, counter, tools)
    cut = left_out(offer, draft, arranged.alone, self_name=self_name)
    return replace(context, notes=notes(context, draft, recall, cut))


def _least(base: Draft, budget: TokenBudget, counter: TokenCounter, tools: Sequence[Mapping[str, Any]]) -> int:
    least = measure(base, counter, tools).most
    if least > budget.total - budget.reserve:
        raise InvalidInput(
            f"system text, turn and tools take {least} tokens and {budget.reserve} are reserved: "
            f"a budget of {budget.total} is too small, the least that works is {least + budget.reserve}"
        )
    return least


def _shortened(arranged: Units, asked: frozenset[str], counter: TokenCounter, share: int) -> tuple[Unit, ...]:
    """The window's units; of what alone exceeds the window's share only passages, so that the turns around it stay."""

    def quote(text: str) -> str:
        return passage(text, asked, counter=counter, limit=QUOTED)

    return tuple(shorten(unit, quote) if unit_size(unit, counter) > share else unit for unit in arranged.units)


def _distinct(lines: Sequence[Line], without: str | None = None) -> tuple[Line, ...]:
    """Each thing said once, leaving out empty lines and those of the message `without`."""
    distinct: dict[str, Line] = {}
    for line in lines:
        if line.said and line.id != without:
            distinct.setdefault(line.said, line)
    return tuple(distinct.values())


def _context(draft: Draft, budget: TokenBudget, counter: TokenCounter, tools: Sequence[Mapping[str, Any]]) -> Context:
    size = measure(draft, counter, tools)
    return Context(
        chat=rendering.chat(draft),
        text=rendering.text(draft),
        tokens=size.chat,
        text_tokens=size.text,
        budget=budget,
        sections=tuple(_sections(draft, counter)),
        exact=counter.exact,
    )


def _sections(draft: Draft, counter: TokenCounter) -> Iterator[Section]:
    """Each section with the tokens it adds to the chat when the sections before it stand already."""
    before = replace(draft, facts=(), summary=(), messages=(), window=(), system=None)
    tokens = counter.chat(rendering.chat(before))
    turn = Section("turn", draft.turn, counter.message(rendering.chat(before)[-1]), 1)
    for name, text, items in _parts(draft):
        before = replace(before, **{name: getattr(draft, name)})
        added = counter.chat(rendering.chat(before))
        if items:
            yield Section(name, text, added - tokens, items)
        tokens = added
    yield turn


def _parts(draft: Draft) -> Iterator[tuple[SectionName, str, int]]:
    yield "system", draft.system or "", 1 if draft.system else 0
    yield "facts", rendering.section("facts", draft.facts), len(draft.facts)
    yield "summary", rendering.section("summary", draft.summary), len(draft.summary)
    yield "messages", rendering.section("messages", draft.messages), len(draft.messages)
    yield "window", rendering.window(draft), sum(len(unit.messages) for unit in draft.window)

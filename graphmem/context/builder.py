"""Recall, window and summary become the context of one turn, inside an exact budget.

The system text and the turn always stand, whole; everything else competes for what they leave. Equal input gives
equal output, to the byte.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence, Set
from dataclasses import replace
from datetime import datetime
from typing import Any

from graphmem.context import rendering
from graphmem.context.filling import choose, fit
from graphmem.context.lines import Line
from graphmem.context.notes import left_out, notes
from graphmem.context.offers import Reader, asked_for, offered
from graphmem.context.policies import kept
from graphmem.context.rendering import Draft, measure
from graphmem.context.window import units
from graphmem.errors import InvalidInput
from graphmem.tokens import TokenCounter
from graphmem.types import (
    Context,
    Message,
    Recall,
    Section,
    SectionName,
    SinceSummary,
    Summary,
    TokenBudget,
    WindowPolicy,
)

SINCE_SUMMARY = SinceSummary()


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
    beside: Sequence[Message] = (),
    taken_back: Set[str] = frozenset(),
    policy: WindowPolicy = SINCE_SUMMARY,
) -> Context:
    """The context for a turn: sections in the order system, facts, summary, messages, window, turn.

    `window` is the session's last messages, oldest first, of which `policy` says which may stand there; `turn_message_id` is the turn's own message where it is
    stored already, so that it appears once; `beside` are messages that stand next to recalled ones, of which the other
    halves of exchanges are shown (`exchanges.places` says which to read). `taken_back` are the ids of messages of the window, the summary
    and `beside` whose word was undone: they are shown as that. Both renderings stay within `budget.total` less `budget.reserve`;
    `Context.tokens` counts the chat with `tools`, `Section.tokens` what each section adds to it.

    Raises:
        InvalidInput: when system text, turn and tools alone exceed the budget; the message states the least that works.
    """
    counter = counter.remembering()
    base = Draft(turn=turn, now=now, system=system or None, answered=recall.answered)
    limit = budget.total - budget.reserve
    free = limit - _least(base, budget, counter, tools)
    undone = taken_back | recall.taken_back
    arranged = units(
        [message for message in window if message.id != turn_message_id], self_name=self_name, taken_back=undone
    )
    reader = Reader(asked_for(turn, recall), now, counter, self_name, free)
    offer = offered(
        turn,
        recall,
        kept(arranged.units, policy, counter=counter),
        beside=beside,
        taken_back=undone,
        summary=summary,
        budget=budget,
        reader=reader,
        without=turn_message_id,
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
    for name, text, items, ids in _parts(draft):
        before = replace(before, **{name: getattr(draft, name)})
        added = counter.chat(rendering.chat(before))
        if items:
            yield Section(name, text, added - tokens, items, ids)
        tokens = added
    yield turn


def _parts(draft: Draft) -> Iterator[tuple[SectionName, str, int, tuple[str, ...]]]:
    yield "system", draft.system or "", 1 if draft.system else 0, ()
    yield "facts", rendering.section("facts", draft.facts), len(draft.facts), _ids(draft.facts)
    yield "summary", rendering.section("summary", draft.summary), len(draft.summary), _ids(draft.summary)
    yield "messages", rendering.section("messages", draft.messages), len(draft.messages), _ids(draft.messages)
    shown = tuple(message.id for unit in draft.window for message in unit.messages)
    yield "window", rendering.window(draft), len(shown), shown


def _ids(lines: Sequence[Line]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(line.id for line in lines))

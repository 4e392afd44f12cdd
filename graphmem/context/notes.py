"""Why each part of a context is there and what was left out, in sentences."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from graphmem.context.filling import Offer, repeats
from graphmem.context.lines import Line, label, plain
from graphmem.context.rendering import Draft
from graphmem.context.sameness import Heard
from graphmem.context.window import sayings
from graphmem.types import Context, Message, Recall

#: How many things left out are named before the rest is only counted.
NAMED = 5


_FOUND = {
    "text": "its words",
    "vector": "its meaning",
    "graph": "whom it is about",
    "time": "its time",
    "neighbours": "the turns around it",
    "speaker": "who said it",
}


@dataclass(frozen=True, slots=True)
class Cut:
    """The labels of what was left out for space, by section, of facts that the conversation says, and of messages whose call or result is missing."""

    facts: tuple[str, ...] = ()
    window: tuple[str, ...] = ()
    messages: tuple[str, ...] = ()
    summary: tuple[str, ...] = ()
    alone: tuple[str, ...] = ()
    said: tuple[str, ...] = ()


def left_out(offer: Offer, draft: Draft, alone: Sequence[Message], *, self_name: str | None) -> Cut:
    """What was offered and is not shown; of what stands in another section only the facts that the conversation says are told."""
    units = [unit for unit in offer.window if unit not in draft.window]
    return Cut(
        facts=_unshown("facts", offer, draft),
        window=tuple(label(unit.messages[0], self_name) for unit in units),
        messages=_unshown("messages", offer, draft),
        summary=_unshown("summary", offer, draft),
        alone=tuple(label(message, self_name) for message in alone),
        said=_said_already(offer, draft),
    )


def _said_already(offer: Offer, draft: Draft) -> tuple[str, ...]:
    """The facts that are not shown since a message of the window says all that they do."""
    window = {message.id for unit in draft.window for message in unit.messages}
    shown = {line.id for line in draft.facts}
    unshown = (line for line in offer.facts if line.id not in shown)
    return tuple(line.label for line in unshown if any(told <= window for told in line.told_by))


def _unshown(name: str, offer: Offer, draft: Draft) -> tuple[str, ...]:
    parts = {part: tuple[Line, ...](getattr(draft, part)) for part in ("facts", "messages", "summary")}
    window = frozenset(message.id for unit in draft.window for message in unit.messages)
    others = window.union(*({line.id for line in lines} for part, lines in parts.items() if part != name))
    said = [offer.turn, *(saying for unit in draft.window for saying in sayings(unit))]
    said += [line.said for lines in parts.values() for line in lines]
    shown = {line.id for line in parts[name]}
    cut = (line for line in getattr(offer, name) if line.id not in shown and not line.partner)
    heard = Heard(said)
    return tuple(line.label for line in cut if not repeats(line, window, others, heard))


def notes(context: Context, draft: Draft, recall: Recall, cut: Cut) -> tuple[str, ...]:
    """The sentences of `Context.explain()`, equal for equal input."""
    return (
        *_size(context),
        *_answering(recall),
        *_overruled(recall),
        *(f"Fact {line.label}: {_why(line, recall)}." for line in draft.facts),
        *(f"Old turn of {line.label}: {_why(line, recall)}." for line in draft.messages),
        *_plainly(draft),
        *_left_out("fact", cut.said, "since the conversation says so already"),
        *_left_out("fact", cut.facts, "for space"),
        *_left_out("turn of the window", cut.window, "for space"),
        *_left_out("old turn", cut.messages, "for space"),
        *_left_out("line of the summary", cut.summary, "for space"),
        *_left_out("message", cut.alone, "as a tool call or result without its other half"),
    )


def _size(context: Context) -> Iterator[str]:
    budget = context.budget
    reserved = f", {budget.reserve} of them kept for the answer" if budget.reserve else ""
    yield f"{context.tokens} tokens as a chat, {context.text_tokens} as text, of {budget.total}{reserved}."
    if not context.exact:
        yield "The model's tokenizer is not known: the counts are an upper bound."


def _answering(recall: Recall) -> Iterator[str]:
    if not (recall.facts or recall.messages):
        yield "Memory holds nothing about this turn."
    elif not recall.answered:
        yield f"Memory may hold no answer to this turn (confidence {recall.confidence:.2f}): what is recalled resembles it."


def _overruled(recall: Recall) -> Iterator[str]:
    for fact in recall.overruled:
        yield f'Left out "{plain(fact.sentence)}" from {plain(fact.namespace)}: this memory itself says otherwise.'


def _plainly(draft: Draft) -> Iterator[str]:
    if draft.summary:
        yield f"Summary: {_number(len(draft.summary), 'line')} of turns that left the window."
    if draft.window:
        yield f"Window: the last {_number(sum(len(unit.messages) for unit in draft.window), 'message')}, verbatim."
    if shortened := [unit for unit in draft.window if unit.shortened]:
        named = ", ".join(label(unit.messages[0], unit.who) for unit in shortened)
        yield f"Only passages of what was too long for the window: {named}."


def _why(line: Line, recall: Recall) -> str:
    if line.partner:
        return "it is the other half of an exchange shown"
    hits = recall.reasons.get(line.id, ())
    found = " and ".join(f"{_FOUND.get(hit.channel, hit.channel)} (rank {hit.rank})" for hit in hits)
    return f"found by {found}" if found else "recalled"


def _left_out(what: str, labels: Sequence[str], why: str) -> Iterator[str]:
    if labels:
        named = ", ".join(labels[:NAMED])
        more = f" and {len(labels) - NAMED} more" if len(labels) > NAMED else ""
        yield f"Left out {why}: {_number(len(labels), what)}: {named}{more}."


def _number(count: int, what: str) -> str:
    """ "1 fact", "2 turns of the window"."""
    head, space, rest = what.partition(" of ")
    return f"{count} {what}" if count == 1 else f"{count} {head}s{space}{rest}"

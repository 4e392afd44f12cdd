"""What a chat model advises when it is asked: one question in other words, one description, rulings on who is who.

Nothing here happens by itself. What is asked is bounded, whatever the memory holds, and nothing that comes back is stored but a merge
that was asked for, which is a decision like any other and can be undone.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from datetime import datetime
from typing import Annotated

from pydantic import BaseModel, Field

from graphmem import texts
from graphmem.context.lines import fact_line, speaker
from graphmem.errors import BadReply
from graphmem.llm.lines import flat, slot
from graphmem.llm.protocol import ChatModel, Reply
from graphmem.llm.repairs import without_wrapping
from graphmem.llm.structured import ask
from graphmem.types import Alike, ChatMessage, Entity, Fact, Message, Ruling, Verdict

#: Facts of an entity that a model is shown to describe it, and to tell it from another; pairs in one call.
DESCRIBED, COMPARED, AT_ONCE = 40, 10, 10

#: Characters of a turn that are shown, and the most tokens that are asked for.
SHOWN, SENTENCE, DESCRIPTION, RULINGS = 1000, 120, 250, 900


class Judged(BaseModel):
    """A ruling on one pair, in the model's words."""

    pair: int
    ruling: Ruling
    why: Annotated[str, Field(max_length=300)] = ""


class Rulings(BaseModel):
    """A ruling a pair."""

    rulings: Annotated[list[Judged], Field(max_length=AT_ONCE)]


def standalone(model: ChatModel, turn: str, before: Sequence[Message]) -> str:
    """The turn with what the turns before it lend; as it is where there are none.

    Raises:
        BadReply: when the model answers nothing, or refuses.
        ModelError, ConfigError, InvalidInput: as the model does.
    """
    if not before:
        return turn
    lines = [slot({"by": speaker(said, None), "turn": said.text[:SHOWN]}) for said in before]
    prompt = _prompt("standalone", [*lines, slot({"rewrite": turn})])
    return _said(model, model.complete(prompt, purpose="extract", most_tokens=SENTENCE))


def describe(model: ChatModel, entity: Entity, facts: Sequence[Fact], *, now: datetime) -> str:
    """A few sentences on an entity out of its facts, of which the first ones are shown; the same errors."""
    lines = [slot({"fact": _told(fact, now)}) for fact in facts[:DESCRIBED]]
    prompt = _prompt("describe", [slot(_named(entity)), *lines])
    return _said(model, model.complete(prompt, purpose="summarise", most_tokens=DESCRIPTION))


def rule(
    model: ChatModel, pairs: Sequence[tuple[Alike, Sequence[Fact], Sequence[Fact]]], *, now: datetime
) -> Iterator[Verdict]:
    """A verdict a pair, in order; what the model passes over is unsure. One call for every ten pairs; the same errors."""
    for start in range(0, len(pairs), AT_ONCE):
        yield from _ruled(model, pairs[start : start + AT_ONCE], now)


def _ruled(
    model: ChatModel, pairs: Sequence[tuple[Alike, Sequence[Fact], Sequence[Fact]]], now: datetime
) -> list[Verdict]:
    lines = [
        slot({"pair": number, "one": _known(pair.one, one, now), "other": _known(pair.other, other, now)})
        for number, (pair, one, other) in enumerate(pairs, start=1)
    ]
    answer = ask(model, _prompt("adjudicate", lines), Rulings, purpose="extract", items="rulings", most_tokens=RULINGS)
    judged = _settled(answer.value.rulings)
    return [
        Verdict(pair, *judged.get(number, ("unsure", "the model said nothing of it")))
        for number, (pair, _, _) in enumerate(pairs, start=1)
    ]


def _settled(rulings: Iterable[Judged]) -> dict[int, tuple[Ruling, str]]:
    """By pair; one that was ruled on in two ways is unsure."""
    found: dict[int, tuple[Ruling, str]] = {}
    for one in rulings:
        ruling, why = found.get(one.pair, (one.ruling, flat(one.why)))
        found[one.pair] = (ruling, why) if ruling == one.ruling else ("unsure", "the model said both")
    return found


def _known(entity: Entity, facts: Sequence[Fact], now: datetime) -> dict[str, object]:
    return {**_named(entity), "facts": [_told(fact, now) for fact in facts[:COMPARED]]}


def _told(fact: Fact, now: datetime) -> str:
    return fact_line(fact, now).text.removeprefix("- ")


def _named(entity: Entity) -> dict[str, object]:
    return {
        "name": entity.name,
        "also": [alias for alias in entity.aliases if alias != entity.name],
        "kind": entity.kind,
    }


def _prompt(name: str, lines: Sequence[str]) -> list[ChatMessage]:
    return [{"role": "system", "content": texts.prompt(name)}, {"role": "user", "content": "\n".join(lines)}]


def _said(model: ChatModel, reply: Reply) -> str:
    said = flat(without_wrapping(reply.text))
    if not said or reply.finish == "refusal":
        raise BadReply(f"{model.name} {'answered nothing' if not said else f'refused: {said!r}'}")
    return said

"""The running summary in a model's words: one call when a block leaves the window, which folds the summary so far in.

The summary is kept by sentences that were said (`folding`), whether there is a model or not. A model's words take their place
when they arrive; until then, and when they do not arrive, what was said stands. They are dropped with the first message they cover
that is forgotten or comes late, since nobody can take one message out of them.
"""

from __future__ import annotations

import logging
from collections.abc import Sequence

from graphmem import texts
from graphmem.context.lines import speaker
from graphmem.errors import ConfigError, InvalidInput, ModelError
from graphmem.llm.lines import flat, slot
from graphmem.llm.protocol import ChatModel
from graphmem.llm.repairs import without_wrapping
from graphmem.memory.engine import Engine
from graphmem.memory.folding import Folded, is_retold
from graphmem.memory.learning import Related, relate
from graphmem.memory.working import applied
from graphmem.types import ChatMessage, Message, Summary, SummaryLine

_log = logging.getLogger("graphmem")

#: The most tokens of a model's summary that are kept, asked for, and characters of one message that are shown.
KEPT, ASKED, SHOWN = 300, 400, 2000


def retell_owed(engine: Engine, namespace: str) -> None:
    """Have the model say the summaries that lost its words; where it cannot, what was said stands until more leaves the window."""
    for session in engine.owed.take(namespace) if engine.llm else ():
        summary = engine.store.summary(namespace, session)
        if summary and summary.lines and not any(map(is_retold, summary.lines)):
            retell(engine, namespace, Folded(summary, (), (), summary.lines[-1].message_id))


def retell(engine: Engine, namespace: str, folded: Folded) -> None:
    """Have the model say a summary that was just folded; where it cannot, the summary stays as it is."""
    if engine.llm is None:
        return
    try:
        sentences = _told(engine.llm, folded)
    except (ModelError, ConfigError, InvalidInput) as error:
        _log.warning("the summary of session %r stays in the words that were said: %s", folded.summary.session, error)
        return
    lines = _lines(engine, folded.summary, sentences, folded.last)
    if lines:
        applied(engine, namespace, lambda: _exchanged(engine, namespace, folded.summary, lines))


def _told(model: ChatModel, folded: Folded) -> list[str]:
    prompt: list[ChatMessage] = [
        {"role": "system", "content": texts.prompt("summarise")},
        {"role": "user", "content": "\n".join([*_so_far(folded), *map(_said, folded.block)])},
    ]
    reply = model.complete(prompt, purpose="summarise", most_tokens=ASKED)
    if reply.finish == "refusal":
        raise ModelError(f"{model.name} would not")
    said = [flat(line.strip(" \t-*•#")) for line in without_wrapping(reply.text).splitlines()]
    kept = [line for line in said if line]
    # Of a reply that was cut, the last sentence is half of one.
    return kept[:-1] if reply.finish == "length" and len(kept) > 1 else kept


def _so_far(folded: Folded) -> list[str]:
    lines = folded.before if folded.block else folded.summary.lines
    return [slot({"summary": line.text, "said": f"{line.at:%Y-%m-%d}", "by": line.speaker}) for line in lines]


def _said(message: Message) -> str:
    who = speaker(message, None)
    return slot({"message": message.text[:SHOWN], "said": f"{message.clock:%A %Y-%m-%d}", "by": who})


def _lines(engine: Engine, summary: Summary, sentences: Sequence[str], last: str) -> tuple[SummaryLine, ...]:
    """The sentences that fit, under the last message they cover and nobody's name."""
    kept: list[SummaryLine] = []
    left = KEPT
    for sentence in sentences:
        left -= engine.counter.text(f"- {sentence}\n")
        if left < 0:
            break
        kept.append(SummaryLine(last, summary.covers_until[0], "", sentence))
    return tuple(kept)


def _exchanged(engine: Engine, namespace: str, told: Summary, lines: tuple[SummaryLine, ...]) -> Related | None:
    """The change, unless the summary is another by now: then what the model read may have been forgotten meanwhile."""
    related = relate(engine, namespace, cause="fold", summaries=[Summary(told.session, lines, told.covers_until)])
    return related if engine.store.summary(namespace, told.session) == told else None

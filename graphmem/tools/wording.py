"""How tools answer: short lines that a model reads well, in the words it can hand back to `correct` and `forget`.

What people wrote is data: it stands on one line of its own, and no marker of a context can be forged in it.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from datetime import datetime

from graphmem import periods
from graphmem.context.lines import TAKEN_BACK, fact_line, plain, speaker, summary_text
from graphmem.types import Entity, Fact, ForgetReceipt, Message, Recall, Receipt

#: Characters of one old message that are shown.
QUOTED = 600


def recalled(found: Recall, *, self_name: str | None) -> str:
    """Facts, then messages, best first."""
    facts = [fact_line(fact, found.query.now).text for fact in found.facts]
    back = dict.fromkeys(found.taken_back, TAKEN_BACK)
    said = [message_line(one, self_name=self_name) + back.get(one.id, "") for one in found.messages if one.text]
    if not facts and not said:
        return "Memory holds nothing about this."
    doubt = [] if found.answered else ["Nothing here answers this for sure; this is what comes nearest."]
    return "\n".join([*doubt, *_headed("Facts:", facts), *_headed("What was said:", said)])


def message_line(message: Message, *, self_name: str | None) -> str:
    """A message under its day with its speaker: "- 3 June 2024, Ada: Ana moved to Lisbon."."""
    text = message.text if len(message.text) <= QUOTED else f"{message.text[:QUOTED].rstrip()}…"
    return summary_text(message.at, speaker(message, self_name), text)


def learned(receipt: Receipt) -> str:
    """What came of telling memory something."""
    told = [
        *_listed("New", receipt.learned),
        *_listed("Over now", receipt.ended),
        *_listed("No longer believed", receipt.retracted),
    ]
    if receipt.pending:
        return f"Remembered. {receipt.pending[0].upper()}{receipt.pending[1:]}."
    return " ".join(["Remembered.", *told]) if told else "Remembered word for word; no fact was read in it."


def known(entity: Entity, facts: Iterable[Fact], now: datetime) -> str:
    """Who or what somebody or something is, and what is true of it now."""
    others = [name for name in entity.aliases if name != entity.name]
    also = f", also called {', '.join(map(plain, others))}" if others else ""
    user = ", the user" if entity.is_self else ""
    head = f"{plain(entity.name)} ({entity.kind}{user}){also}"
    return "\n".join(
        _headed(f"{head}:", [fact_line(fact, now).text for fact in facts]) or [f"{head}: nothing is known."]
    )


def told_over_time(name: str, facts: Sequence[Fact], now: datetime) -> str:
    """Everything ever said of somebody or something, with who knows it from when."""
    lines = [f"{fact_line(fact, now).text}{_standing(fact)}" for fact in facts]
    return "\n".join(_headed(f"{plain(name)}, oldest first:", lines) or [f"Of {plain(name)} nothing was said."])


def _standing(fact: Fact) -> str:
    days = dict.fromkeys(periods.date_words(source.at) for source in fact.sources if source.stance != "retracts")
    said = f"; said on {' and on '.join(days)}" if days else ""
    back = f"; taken back on {periods.date_words(fact.retracted_at)}" if fact.retracted_at else ""
    return f"{said}{back}"


def planned(
    messages: Iterable[Message],
    facts: Iterable[str],
    again: Iterable[Fact],
    *,
    code: str,
    self_name: str | None,
) -> str:
    """What forgetting would erase, for the user to agree to."""
    said = [message_line(message, self_name=self_name) for message in messages]
    gone = [f"- {plain(sentence)}" for sentence in facts]
    held = [f"- {plain(fact.sentence)}" for fact in again]
    return "\n".join(
        [
            "Nothing is forgotten yet. This would go, for good:",
            *_headed("Messages:", said),
            *_headed("Facts that nothing else states:", gone),
            *_headed("These would hold again:", held),
            f"If the user agrees, call forget again with the same words and confirm={code}.",
        ]
    )


def forgotten(receipt: ForgetReceipt) -> str:
    """What forgetting came to."""
    later = " Deleted bytes are removed from the file a little later." if receipt.scrub_pending else ""
    again = "".join(f" {line}" for line in _listed("Holds again", receipt.learned))
    return f"Forgotten: {_counted(receipt.messages, 'message')} and {_counted(receipt.facts, 'fact')}.{again}{later}"


def _counted(count: int, unit: str) -> str:
    return f"{count} {unit}" if count == 1 else f"{count} {unit}s"


def _headed(heading: str, lines: Sequence[str]) -> list[str]:
    return [heading, *lines] if lines else []


def _listed(heading: str, facts: Iterable[Fact]) -> list[str]:
    sentences = "; ".join(sorted(plain(fact.sentence).removesuffix(".") for fact in facts))  # ids differ by store
    return [f"{heading}: {sentences}."] if sentences else []

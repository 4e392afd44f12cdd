"""What somebody plans or wants to do: the verb phrase as a value, with the time it is planned for."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from graphmem.extraction import errands, lexicon, reasons, values
from graphmem.extraction.lemmas import lemma_of
from graphmem.extraction.telling import Said, Telling, third
from graphmem.types import Nature

if TYPE_CHECKING:
    from spacy.tokens import Token

_CONFIDENCE = 0.8


def future(telling: Telling) -> None:
    """What one "will" do is a plan if it is dated, or a thing people plan; else a promise."""
    clause = telling.clause
    if clause.possible and telling.to_agent:
        return  # an assistant supposes
    if (
        telling.time is not None
        or clause.lemma in lexicon.INTENDED
        or clause.head is not clause.verb
        or clause.progressive
    ):
        plan(telling, "plan to", clause.verb)


def plan(telling: Telling, predicate: str, verb: Token) -> None:
    """Enter a plan or a wish with the verb phrase as its value; a dated one is an event to come."""
    value = values.verb_phrase(telling.page, verb, own=telling.own, base=True)
    telling = replace(telling, clause=replace(telling.clause, verb=verb))
    start = telling.time
    if not value or _is_trivial(telling, verb, value) or not telling.of_person or not telling.clause.positive:
        return
    nature: Nature = "event" if start is not None and start.end > telling.page.at else "state"
    phrase = f"{third(predicate.split(maxsplit=1)[0])} to"
    telling.say(Said(predicate, phrase, nature, value=value, confidence=_CONFIDENCE, dated=nature == "event"))
    reasons.read(telling, value)


def _is_trivial(telling: Telling, verb: Token, value: str) -> bool:
    """ "Have a look", "join": a plan needs more than a light verb, or one that says something alone."""
    lemma = lemma_of(verb)
    if errands.is_errand(verb, [c for c in verb.children if c.dep_ == "dobj"], dated=telling.time is not None):
        return True
    if lemma == "have":
        return telling.time is None and not any(
            child.dep_ == "dobj" and child.lower_ in lexicon.BEGOTTEN for child in verb.children
        )
    if lemma == "get":
        return not any(_is_got(child) for child in verb.children)
    return lemma in lexicon.TRIVIAL or (" " not in value and lemma not in lexicon.ALONE)


def _is_got(child: Token) -> bool:
    """ "Get a dog", "get married"; not "get milk", "get some coffee"."""
    one = any(word.lower_ in ("a", "an") for word in child.children) and child.lemma_.lower() not in lexicon.EMPTY
    return child.tag_ == "VBN" or (child.dep_ == "dobj" and one and child.lemma_.lower() not in lexicon.CONSUMED)

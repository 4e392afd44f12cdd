"""Jobs as objects: "got a new job at Farfetch" and "quit my job at Bosch" are about who works where, not about having a job."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from graphmem.extraction import nouns
from graphmem.extraction.objects import Complement, target
from graphmem.extraction.telling import Said, Telling
from graphmem.types import Stance
from graphmem.wordlists import words

if TYPE_CHECKING:
    from spacy.tokens import Token

#: What one works in as such, and no firm.
JOBS = words("job position role post gig internship apprenticeship")
_TAKING = words("get start land take accept begin find have")
_LEAVING = words("quit leave lose resign")
_AT = words("at with for")
_CONFIDENCE = 0.8


def read(telling: Telling, taken: Sequence[Complement]) -> bool:
    """Enter where, or as what, somebody works or works no more; whether the clause says so."""
    lemma = telling.clause.lemma
    job = next((c.token for c in taken if not c.slot and c.token.lemma_.lower() in JOBS), None)
    if job is None or lemma not in _TAKING | _LEAVING or not telling.of_person or not telling.clause.positive:
        return False
    stance: Stance = "ends" if lemma in _LEAVING else "holds"
    said = Said("work at", "works at", "state", stance=stance, starts=stance == "holds", confidence=_CONFIDENCE)
    told = [_employer(telling, said, token) for slot, token in _beside(telling, job) if slot in _AT]
    told += [_occupation(telling, said, token) for slot, token in _beside(telling, job) if slot == "as"]
    if not any(told) and stance == "ends":
        index = nouns.thing(telling.page, job)
        telling.say(Said(lemma, telling.clause.verb.lower_, "event", object=index, confidence=_CONFIDENCE))
    return any(told) or stance == "ends"


def _beside(telling: Telling, job: Token) -> list[tuple[str, Token]]:
    """The prepositions after a job, whether the parser hangs them under the job or under the verb."""
    preps = [child for child in (*job.children, *telling.clause.verb.children) if child.dep_ == "prep"]
    return [(prep.lower_, word) for prep in preps for word in prep.children if word.dep_ == "pobj"]


def _employer(telling: Telling, said: Said, token: Token) -> bool:
    found = target(telling, token, "mention", "Organization")
    if found is not None:
        telling.say(replace(said, object=found.mention, value=found.value))
    return found is not None


def _occupation(telling: Telling, said: Said, token: Token) -> bool:
    found = target(telling, token, "value")
    if found is not None:
        telling.say(replace(said, predicate="work as", phrase="works as", value=found.value))
    return found is not None

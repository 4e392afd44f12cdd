"""Procedures that a turn brings up stand first in its context, however little else they share with it; standing instructions always do.

What is to be done when something comes up is of no use among the tenth of the facts. They are asked for by themselves: one read, which
finds nothing where nobody told any, and a second for what it found.
"""

from __future__ import annotations

from dataclasses import replace

from graphmem.memory.engine import Engine
from graphmem.periods import is_current
from graphmem.retrieval.asking.triggers import PROCEDURE, comes_up
from graphmem.terms import terms
from graphmem.types import Fact, Filter, Recall, Worded

#: The predicate of what is always to be done, and the words its facts are found by: "Ada has asked: answer in English".
INSTRUCTS = "instructs"
_ASKED = frozenset(terms("asked"))

#: Characters of a turn that are looked at, and the most procedures.
READ, MOST = 4000, 100


def prompted(engine: Engine, namespace: str, recall: Recall, turn: str) -> Recall:
    """The recall with the procedures that the turn brings up before all other facts."""
    said = frozenset(terms(turn[:READ]))
    only = Filter(categories=frozenset({PROCEDURE}))
    found = engine.store.search(namespace, Worded(("fact",), sorted(said | _ASKED), MOST), None, only=only)
    ids = [row.id for row in found.postings["fact"].rows]
    facts = engine.store.facts(namespace, ids) if ids else ()
    moment = recall.query.as_of or recall.query.now
    first = [fact for fact in facts if _counts(fact) and is_current(fact, moment) and _is_wanted(fact, said)]
    if not first:
        return recall
    # What a word brings up comes before what always stands.
    first.sort(key=lambda fact: (fact.predicate == INSTRUCTS, -fact.importance, fact.id))
    here = {fact.id for fact in first}
    rest = (fact for fact in recall.facts if fact.id not in here)
    brought = any(fact.predicate != INSTRUCTS for fact in first)
    return replace(recall, facts=(*first, *rest), answered=recall.answered or brought)


def _counts(fact: Fact) -> bool:
    return fact.person and fact.positive and fact.certainty == "certain"


def _is_wanted(fact: Fact, said: frozenset[str]) -> bool:
    return fact.predicate == INSTRUCTS or comes_up(fact, said)

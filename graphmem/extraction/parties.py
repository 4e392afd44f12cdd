"""Clauses whose news is about others than their grammatical subject alone.

"Tom and Ines broke up" is about the two of them, "they laid me off" and "my bike was stolen" about me, and in "Ana works at
Nokia and Pedro at Ericsson" the second half has left out its verb.
"""

from __future__ import annotations

from graphmem.extraction import nouns
from graphmem.extraction.clauses import Clause
from graphmem.extraction.page import Page
from graphmem.extraction.standing import Standing
from graphmem.extraction.telling import Said, Telling
from graphmem.types import Nature, Stance

_CONFIDENCE = 0.8
#: What two do with one another: the predicate between them, and its nature.
_MUTUAL: dict[str, tuple[str, Nature]] = {
    "break up": ("break up with", "event"), "split up": ("split up with", "event"), "split": ("split with", "event"),
    "separate": ("separate from", "event"), "divorce": ("divorce", "event"), "marry": ("marry", "event"),
    "engage": ("get engaged to", "event"), "date": ("date", "state"),
}  # fmt: skip
#: The same as a state: "are married".
_JOINED = {"marry": "be married to", "engage": "be engaged to"}
#: What an employer does to somebody, and what it says of where they work.
_EMPLOYING: dict[str, Stance] = {"hire": "holds", "employ": "holds", "fire": "ends", "lay off": "ends", "sack": "ends"}
_NAMELESS = frozenset({"they", "someone", "somebody"})
#: Who suffers this has lost the thing.
_TAKEN = frozenset({"steal"})


def read(page: Page, clause: Clause, found: Standing) -> bool:
    """Enter what the clause says of such parties; whether that is all it says."""
    return _mutual(page, clause, found) or _employed(page, clause, found) or _robbed(page, clause, found)


def _verb(clause: Clause) -> str:
    return f"{clause.lemma} {clause.particle}".strip()


def _mutual(page: Page, clause: Clause, found: Standing) -> bool:
    verb = _verb(clause)
    alone = not clause.children("dobj", "dative") and not any(
        c.lower_ in ("to", "with") for c in clause.children("prep")
    )
    if verb not in _MUTUAL or len(clause.subjects) != len("ab") or not alone:
        return False
    one, other = (nouns.refer(page, token) for token in clause.subjects)
    if one is None or other is None or clause.tense == "future":
        return False
    predicate, nature = _MUTUAL[verb]
    if clause.passive and clause.tense == "present" and verb in _JOINED:
        predicate, nature = _JOINED[verb], "state"
    telling = Telling(page, clause, found, one)
    telling.say(Said(predicate, predicate, nature, object=other, confidence=_CONFIDENCE))
    return True


def _employed(page: Page, clause: Clause, found: Standing) -> bool:
    """ "Siemens hired me", "they laid me off"."""
    stance = _EMPLOYING.get(_verb(clause))
    whom = next(iter(clause.children("dobj")), None)
    if stance is None or clause.passive or clause.tense not in ("past", "perfect") or whom is None:
        return False
    who = nouns.refer(page, whom)
    if who is None or not clause.positive:
        return False
    telling, by = Telling(page, clause, found, who), clause.subjects[0]
    firm = None if by.lower_ in _NAMELESS else nouns.refer(page, by)
    if firm is not None and page.book.mentions[firm].refers == "name":
        page.book.guess(firm, "Organization", nouns.KNOWN_NAME - 0.05)
        telling.say(
            Said("work at", "works at", "state", object=firm, stance=stance, starts=True, confidence=_CONFIDENCE)
        )
    else:
        done = " ".join(word for word in ("got", clause.verb.lower_, clause.particle) if word)
        telling.say(Said(done.replace("got", "get", 1), done, "event", confidence=_CONFIDENCE))
    return True


def _robbed(page: Page, clause: Clause, found: Standing) -> bool:
    """ "My bike was stolen"."""
    thing = clause.subjects[0] if clause.passive else next(iter(clause.children("dobj")), None)
    if clause.lemma not in _TAKEN or thing is None or not clause.positive or clause.tense == "future":
        return False
    owner = next((child for child in thing.children if child.dep_ == "poss"), None)
    whose, what = None if owner is None else nouns.refer(page, owner), nouns.thing(page, thing)
    if whose is not None and what is not None:
        telling = Telling(page, clause, found, whose)
        telling.say(Said("own", "owns", "state", object=what, stance="ends", confidence=_CONFIDENCE))
    return whose is not None and what is not None

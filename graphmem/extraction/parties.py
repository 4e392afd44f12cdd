"""Clauses whose news is about others than their grammatical subject alone.

"Tom and Ines broke up" is about the two of them, "they laid me off" and "my bike was stolen" about me, and in "Ana works at
Nokia and Pedro at Ericsson" the second half has left out its verb.
"""

from __future__ import annotations

from dataclasses import replace

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
#: What a newborn is to its parents.
_BABIES = {"girl": "daughter", "boy": "son"}
_NAMELESS = frozenset({"they", "someone", "somebody"})
#: Who suffers this has lost the thing.
_TAKEN = frozenset({"steal"})


def read(page: Page, clause: Clause, found: Standing) -> bool:
    """Enter what the clause says of such parties; whether that is all it says."""
    return (
        _born(page, clause, found)
        or _mutual(page, clause, found)
        or _proposed(page, clause, found)
        or _employed(page, clause, found)
        or _robbed(page, clause, found)
    )


def _born(page: Page, clause: Clause, found: Standing) -> bool:
    """ "Priya and Joel had a baby girl, Juniper": she is the daughter of each."""
    child = next((c for c in clause.children("dobj") if c.lower_ in _BABIES), None)
    small = child is not None and any(c.lower_ in ("baby", "little") for c in child.lefts)
    name = nouns.name_beside(page, child) if child is not None and small else None
    if clause.lemma not in ("have", "welcome") or child is None or name is None or not clause.positive:
        return False
    who, word = nouns.named(page, name), _BABIES[child.lower_]
    page.book.guess(who, "Person", nouns.KNOWN_NAME)
    for token in clause.subjects:
        parent = nouns.refer(page, token)
        if parent is not None and parent != who:
            said = Said(word, f"is the {word} of", "state", object=parent, confidence=_CONFIDENCE, dated=False)
            Telling(page, replace(clause, tense="present"), found, who).say(said)
    return True


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


def _proposed(page: Page, clause: Clause, found: Standing) -> bool:
    """ "He proposed and I said yes": the two are engaged."""
    yes = next((token for token in clause.head.sent if token.lower_ == "yes" and token.head.lower_ == "said"), None)
    what = clause.children("dobj", "ccomp", "xcomp")
    if clause.lemma != "propose" or yes is None or what or clause.tense != "past" or not clause.positive:
        return False
    answering = next((child for child in yes.head.children if child.dep_ == "nsubj"), None)
    one, other = (None if who is None else nouns.refer(page, who) for who in (clause.subjects[0], answering))
    if one is None or other is None or one == other:
        return False
    said = Said("be engaged to", "is engaged to", "state", object=other, starts=True, confidence=_CONFIDENCE)
    Telling(page, clause, found, one).say(said)
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

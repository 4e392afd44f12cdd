"""What a verb and its complements say: by its row in the frames if it has one, else as its lemma and preposition."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from graphmem.extraction import lexicon, nouns, phrases, values
from graphmem.extraction.clauses import Clause, denied, joined
from graphmem.extraction.frames import FRAMES, HAPPENINGS, PERSONAL, STATES, Frame
from graphmem.extraction.lexicon import words
from graphmem.extraction.objects import Complement, Target, complements, target
from graphmem.extraction.telling import Said, Telling, third
from graphmem.types import Mention, Nature

if TYPE_CHECKING:
    from spacy.tokens import Token

#: How far a claim from a frame or from the bare parse is trusted.
_FRAMED, _BARE = 0.8, 0.6
_TO = words("to in at for with from on about of as into against by")


def read(telling: Telling) -> None:
    """Enter what a clause says by its verb."""
    clause = telling.clause
    taken = list(complements(clause))
    if clause.tense == "future":
        _future(telling)
    elif clause.lemma in lexicon.ENDING and _habit_ended(telling, taken):
        return
    elif clause.passive:
        _passive(telling, taken)
    elif clause.lemma == "have":
        _have(telling, taken)
    elif not _framed(telling, taken) and telling.of_person:
        _bare(telling, taken)


def _future(telling: Telling) -> None:
    """What one "will" do is a plan if it is dated, or a thing people plan; else a promise."""
    clause = telling.clause
    if (
        telling.time is not None
        or clause.lemma in lexicon.INTENDED
        or clause.head is not clause.verb
        or clause.progressive
    ):
        plan(telling, "plan to", clause.verb)


def _habit_ended(telling: Telling, taken: list[Complement]) -> bool:
    """ "Quit smoking", where the tagger takes the habit for a noun."""
    habit = next(
        (lexicon.HABITS[c.token.lower_] for c in taken if not c.slot and c.token.lower_ in lexicon.HABITS), None
    )
    if habit is not None and telling.clause.positive:
        telling.say(Said(habit, third(habit), "state", stance="ends", confidence=_FRAMED))
    return habit is not None


def plan(telling: Telling, predicate: str, verb: Token) -> None:
    """Enter a plan or a wish with the verb phrase as its value; a dated one is an event to come."""
    value = values.verb_phrase(telling.page, verb, own=telling.own, base=True)
    start = telling.time
    if not value or verb.lemma_.lower() in lexicon.TRIVIAL or not telling.of_person or not telling.clause.positive:
        return
    nature: Nature = "event" if start is not None and start.end > telling.page.at else "state"
    phrase = f"{third(predicate.split(maxsplit=1)[0])} to"
    telling.say(Said(predicate, phrase, nature, value=value, confidence=_FRAMED, dated=nature == "event"))


def _framed(telling: Telling, taken: list[Complement], voice: str = "") -> bool:
    """Enter what the frames find; whether any applied."""
    clause, applied = telling.clause, False
    if clause.lemma in PERSONAL:
        telling.page.book.guess(telling.subject, "Person", nouns.KNOWN_NAME - 0.05)
    for complement in taken:
        slot = f"{voice} {complement.slot}".strip()
        frame = _frame(clause, slot)
        if frame is not None and (frame.of_things or telling.of_person):
            applied = _tell(telling, frame, complement) or applied
    return applied


def _frame(clause: Clause, slot: str) -> Frame | None:
    back = " back" if any(child.lower_ == "back" and child.dep_ == "advmod" for child in clause.verb.children) else ""
    phrase = f"{clause.lemma} {clause.particle}".strip()
    return FRAMES.get((phrase + back, slot)) or FRAMES.get((phrase, slot))


def _tell(telling: Telling, frame: Frame, complement: Complement) -> bool:
    found = False
    clause = telling.clause
    said = Said(
        predicate=frame.predicate or _predicate(clause, complement.slot),
        phrase=_phrase(telling, frame, complement.slot),
        nature="state" if clause.ends or frame.stance == "ends" else frame.nature or _nature(clause),
        stance=frame.stance,
        starts=frame.starts,
        confidence=_FRAMED,
    )
    for token in joined(complement.token):
        read_as = target(telling, token, frame.takes, frame.kind)
        found = _say(telling, said, read_as) or found
        if clause.lemma in ("leave", "quit") and read_as is not None and read_as.mention is not None:
            _left(telling, read_as.mention)
    for token in complement.token.subtree:
        if token.dep_ in ("conj", "appos") and token.head.i == complement.token.i and denied(token):
            _say(telling, replace(said, stance="retracts"), target(telling, token, frame.takes, frame.kind))
    return found


def _left(telling: Telling, index: int) -> None:
    """Who left a firm works there no longer; who left Lisbon or Tom is another matter."""
    known = telling.page.book.mentions[index]
    if (
        known.refers == "name"
        and known.kind != "Place"
        and known.kind_confidence < nouns.KNOWN_NAME
        and telling.clause.tense != "present"
    ):
        telling.page.book.guess(index, "Organization", nouns.KNOWN_NAME - 0.05)
        telling.say(Said("work at", "works at", "state", object=index, stance="ends", confidence=_BARE))


def _say(telling: Telling, said: Said, found: Target | None) -> bool:
    if found is None:
        return False
    telling.say(replace(said, object=found.mention, value=found.value))
    return True


def _phrase(telling: Telling, frame: Frame, slot: str) -> str:
    if not frame.predicate or (telling.clause.lemma == frame.predicate.split()[0] and not telling.clause.passive):
        return telling.phrase(slot)
    if frame.past and telling.clause.tense in ("past", "perfect"):
        return frame.past
    first, *rest = frame.predicate.split()
    if first == "be" and telling.clause.tense == "past":
        return " ".join(["was", *rest])
    return " ".join([third(first), *rest])


def _predicate(clause: Clause, slot: str) -> str:
    return " ".join(word for word in (clause.lemma, clause.particle, slot) if word)


def _nature(clause: Clause) -> Nature:
    if clause.ends or clause.tense == "present" or clause.lemma in STATES:
        return "state"
    always = any(child.lower_ == "always" for child in clause.verb.children)
    return "state" if clause.tense == "perfect" and (clause.progressive or always) else "event"


def _have(telling: Telling, taken: list[Complement]) -> None:
    """ "I have a sister named Ana" is about Ana; "I had steak yesterday" happened; other things are had."""
    clause, page = telling.clause, telling.page
    if any(child.dep_ in ("xcomp", "ccomp") for child in clause.verb.children) or not telling.of_person:
        return
    for complement in taken:
        if complement.slot:
            continue
        for token in joined(complement.token):
            if token.pos_ == "PRON":
                continue
            name = nouns.name_beside(page, token)
            who = None if name is None else nouns.named(page, name)
            if phrases.relation_word(token) and clause.positive and clause.tense == "present" and not clause.ends:
                who = (
                    nouns.relate(page, token, who, telling.subject) if telling.standing.certainty == "certain" else who
                )
            found = target(telling, token, "mention") if who is None else Target(who)
            person = who is not None and page.book.mentions[who].kind in ("Person", "Group")
            nature: Nature = (
                "event" if telling.time is not None and telling.since is None and not clause.ends else "state"
            )
            if not person:
                _say(telling, Said("have", telling.phrase(), nature, confidence=_FRAMED), found)


def _passive(telling: Telling, taken: list[Complement]) -> None:
    """ "Atlas is led by Kim" is Kim's leading; "got promoted" happened; "is married" is a state."""
    clause, page = telling.clause, telling.page
    if _framed(telling, taken, "passive"):
        return
    agent = next((c.token for c in taken if c.slot == "by"), None)
    who = None if agent is None else nouns.refer(page, agent)
    if who is not None:
        active = Telling(page, clause, telling.standing, who)
        active.say(
            Said(
                _predicate(clause, ""), third(clause.lemma), _nature(clause), object=telling.subject, confidence=_FRAMED
            )
        )
    elif not telling.of_person:
        return
    elif clause.tense == "present" and not clause.progressive and clause.verb.lower_ in lexicon.LASTING:
        telling.say(Said("be", "is", "state", value=clause.verb.lower_, confidence=_FRAMED))
    elif clause.lemma == "bear" and telling.time is not None:
        telling.say(Said("be born on", "was born on", "event", value=telling.time_text, confidence=_FRAMED))
    elif clause.lemma in HAPPENINGS and clause.tense in ("past", "perfect") and clause.lemma != "bear":
        telling.say(Said(f"get {clause.verb.lower_}", f"got {clause.verb.lower_}", "event", confidence=_FRAMED))


def _bare(telling: Telling, taken: list[Complement]) -> None:
    """A verb the frames do not know: its direct object, else its first preposition, else the verb alone."""
    clause = telling.clause
    if any(child.dep_ in ("xcomp", "ccomp", "dative") for child in clause.verb.children):
        return
    direct = [c for c in taken if not c.slot]
    chosen = direct or [c for c in taken if c.slot in _TO and not telling.page.is_time(c.token)][:1]
    telling_much = clause.lemma in lexicon.LIGHT_VERBS and clause.tense in ("past", "perfect") and bool(direct)
    if clause.lemma not in lexicon.EMPTY_VERBS or telling_much:
        for complement in chosen:
            _tell(telling, Frame(takes="mention"), complement)
    if not taken or all(telling.page.is_time(c.token) for c in taken):
        _alone(telling)


def _alone(telling: Telling) -> None:
    clause = telling.clause
    known = telling.page.book.mentions[telling.subject]
    someone: Mention | None = known if known.refers in ("name", "relation") and not telling.own else None
    if "-".join(filter(None, (clause.lemma, clause.particle))) in lexicon.ALONE or (
        someone and not clause.particle and clause.tense == "past" and clause.lemma not in lexicon.EMPTY_VERBS
    ):
        telling.say(Said(_predicate(clause, ""), telling.phrase(), _nature(clause), confidence=_BARE))

"""What a verb and its complements say: by its row in the frames if it has one, else as its lemma and preposition."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from graphmem.extraction import careers, errands, lexicon, nouns, phrases, plans
from graphmem.extraction.clauses import Clause
from graphmem.extraction.frames import FRAMES, HAPPENINGS, PERSONAL, STATES, Frame
from graphmem.extraction.lemmas import lemma_of
from graphmem.extraction.objects import Complement, Target, complements, is_about, is_person, prepositional, target
from graphmem.extraction.subjects import denied, gapped, joined
from graphmem.extraction.telling import Said, Telling, third
from graphmem.types import Mention, Nature

if TYPE_CHECKING:
    from spacy.tokens import Token

#: How far a claim from a frame or from the bare parse is trusted.
_FRAMED, _BARE = 0.8, 0.6


def read(telling: Telling) -> None:
    """Enter what a clause says by its verb."""
    clause = telling.clause
    left_out = gapped(clause.verb)
    taken = list(complements(clause))
    if clause.tense == "future":
        plans.future(telling)
    elif (
        errands.is_told(telling, [complement.token for complement in taken if not complement.slot])
        or careers.read(telling, taken)
        or _got(telling)
        or (_verb(clause) in lexicon.ENDING | {"give up"} and _habit_ended(telling, taken))
    ):
        return
    elif clause.passive:
        _passive(telling, taken)
    elif clause.lemma == "have":
        _have(telling, taken)
    elif not _framed(telling, taken) and telling.of_person:
        _bare(telling, taken)
    who = None if left_out is None else nouns.refer(telling.page, left_out[0])
    if left_out is not None and who is not None:
        _framed(replace(telling, subject=who), list(prepositional(left_out[1])))


def fill(telling: Telling, taken: list[Complement]) -> None:
    """Enter what a clause says whose complements stand elsewhere."""
    if not _framed(telling, taken):
        _bare(telling, taken)


def _got(telling: Telling) -> bool:
    """ "Jonas is getting divorced", where the parser sees a quality."""
    happening = next(
        (c for c in telling.clause.children("acomp") if lemma_of(c) in HAPPENINGS and c.tag_ == "VBN"), None
    )
    if happening is None or telling.clause.lemma != "get" or not telling.of_person:
        return False
    nature = _nature(telling.clause)
    telling.say(Said(f"get {happening.lower_}", telling.phrase(happening.lower_), nature, confidence=_FRAMED))
    return True


def _habit_ended(telling: Telling, taken: list[Complement]) -> bool:
    """ "Quit smoking", where the tagger takes the habit for a noun."""
    habit = next(
        (lexicon.HABITS[c.token.lower_] for c in taken if not c.slot and c.token.lower_ in lexicon.HABITS), None
    )
    if habit is not None and telling.clause.positive:
        telling.say(Said(habit, third(habit), "state", stance="ends", confidence=_FRAMED))
    return habit is not None


def _framed(telling: Telling, taken: list[Complement], voice: str = "") -> bool:
    """Enter what the frames find; whether any applied."""
    clause, applied = telling.clause, False
    if clause.lemma == "want" and clause.tense == "past" and not clause.ends:
        return False  # what one wanted one day
    if clause.lemma in PERSONAL:
        telling.page.book.guess(telling.subject, "Person", nouns.KNOWN_NAME - 0.05)
    for complement in taken:
        slot = f"{voice} {complement.slot}".strip()
        frame = _frame(clause, slot)
        if frame is not None and frame.predicate == "date" and phrases.relation_word(complement.token):
            applied = _since(telling, complement.token) or applied
            continue
        if frame is not None and (frame.of_things or telling.of_person):
            applied = _tell(telling, frame, complement) or applied
    return applied


def _since(telling: Telling, token: Token) -> bool:
    """ "I've been with my boyfriend for six years" tells since when he is that."""
    who, start = nouns.refer(telling.page, token), next((span.when for span in telling.times()), None)
    if who is not None and start is not None:
        telling.page.book.begin(who, telling.subject, start)
    return True


def _verb(clause: Clause) -> str:
    return f"{clause.lemma} {clause.particle}".strip()


def _frame(clause: Clause, slot: str) -> Frame | None:
    back = " back" if any(child.lower_ == "back" and child.dep_ == "advmod" for child in clause.verb.children) else ""
    phrase = _verb(clause)
    found = FRAMES.get((phrase + back, slot)) or FRAMES.get((phrase, slot))
    over = {child.lower_ for child in clause.children("dobj")}
    return found if found is None or not found.over or over & set(found.over.split("|")) else None


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
    for token in _meant(clause, complement.token):
        if frame.kind == "Organization" and token.lemma_.lower() in careers.JOBS:
            continue
        read_as = target(telling, token, frame.takes, frame.kind)
        found = _say(telling, said, read_as) or found
        if clause.lemma in ("leave", "quit") and read_as is not None and read_as.mention is not None:
            _left(telling, read_as.mention)
    for token in complement.token.subtree:
        if token.dep_ in ("conj", "appos") and token.head.i == complement.token.i and denied(token):
            _say(telling, replace(said, stance="retracts"), target(telling, token, frame.takes, frame.kind))
    return found


def _meant(clause: Clause, first: Token) -> list[Token]:
    """The nouns of an object, but for who begins another clause, and for "two Brazilians" whose names follow."""
    who, _ = gapped(clause.verb) or (None, None)
    nouns_joined = [token for token in joined(first) if token != who]
    counted = any(child.dep_ == "nummod" for child in first.children) and first.tag_ in ("NNS", "NNPS")
    listed = len(nouns_joined) > 1 and all(token.pos_ == "PROPN" for token in nouns_joined[1:])
    return nouns_joined[1:] if counted and listed else nouns_joined


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
    if any(child.dep_ == "dative" for child in clause.verb.children):
        return "event"
    if clause.ends or clause.tense == "present" or clause.lemma in STATES:
        return "state"
    always = any(child.lower_ == "always" for child in clause.verb.children)
    return "state" if clause.tense == "perfect" and (clause.progressive or always) else "event"


def _have(telling: Telling, taken: list[Complement]) -> None:
    """ "I have a sister named Ana" is about Ana; "I had steak yesterday" happened; other things are had."""
    clause, page = telling.clause, telling.page
    made_to = any(child.dep_ in ("xcomp", "ccomp") and child.i > clause.verb.i for child in clause.verb.children)
    if made_to or not telling.of_person:
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
            had = None if found is None else found.mention
            someone = token.pos_ == "PROPN" or phrases.relation_word(token) != ""
            person = someone and had is not None and page.book.mentions[had].kind in ("Person", "Group")
            nature: Nature = "event" if _is_had(telling) else "state"
            if not person and not (nature == "event" and token.lemma_.lower() in lexicon.CONSUMED):
                _say(telling, Said("have", telling.phrase(), nature, confidence=_FRAMED), found)


def _is_had(telling: Telling) -> bool:
    """Whether "had" happened: "had an interview yesterday", "had a car crash"; "have had a car since May" lasts."""
    clause = telling.clause
    if clause.ends or telling.since is not None:
        return False
    return (telling.time is not None and clause.tense != "perfect") or (
        clause.tense == "past" and clause.verb.tag_ == "VBD"
    )


def _passive(telling: Telling, taken: list[Complement]) -> None:
    """ "Atlas is led by Kim" is Kim's leading; "got promoted" happened; "is married" is a state."""
    clause, page = telling.clause, telling.page
    framed = _framed(telling, taken, "passive")
    read_already = _frame(clause, "passive by") is not None
    agent = next((c.token for c in taken if c.slot == "by" and not read_already), None)
    who = None if agent is None else nouns.refer(page, agent)
    if who is not None:
        active = Telling(page, clause, telling.standing, who)
        active.say(
            Said(
                _predicate(clause, ""), third(clause.lemma), _nature(clause), object=telling.subject, confidence=_FRAMED
            )
        )
    elif framed or not telling.of_person:
        return
    elif clause.tense == "present" and not clause.progressive and clause.verb.lower_ in lexicon.LASTING:
        telling.say(Said("be", "is", "state", value=clause.verb.lower_, confidence=_FRAMED))
    elif clause.lemma == "bear" and telling.time is not None:
        telling.say(Said("be born on", "was born on", "event", value=telling.time_text, confidence=_FRAMED))
    elif clause.lemma == "promote" and _promoted(telling):
        return
    elif clause.lemma in HAPPENINGS and clause.tense in ("past", "perfect") and clause.lemma != "bear":
        telling.say(Said(f"get {clause.verb.lower_}", f"got {clause.verb.lower_}", "event", confidence=_FRAMED))


def _promoted(telling: Telling) -> bool:
    """ "Promoted to team lead", where the parser takes the lead for a verb."""
    lead = next((c for c in telling.clause.children("xcomp") if any(w.lower_ == "to" for w in c.children)), None)
    if lead is None:
        return False
    to = next(word for word in lead.children if word.lower_ == "to")
    value = telling.page.words(to.nbor(1), lead)
    telling.say(Said("promote to", "was promoted to", "event", value=value, confidence=_FRAMED))
    return True


def _bare(telling: Telling, taken: list[Complement]) -> None:
    """A verb the frames do not know: its direct object, else its first preposition, else the verb alone."""
    clause = telling.clause
    given = clause.lemma in lexicon.GIVING
    watched = clause.lemma in lexicon.WATCHING and any(not c.slot and c.token.pos_ == "PROPN" for c in taken)
    after = [child for child in clause.verb.children if child.i > clause.verb.i]
    if not watched and any(c.dep_ in ("xcomp", "ccomp") or (c.dep_ == "dative" and not given) for c in after):
        return
    direct = [complement for complement in taken if not complement.slot]
    # "Took my kids to a workshop", "linked him up": what is done to people with such verbs is an errand.
    if (clause.lemma in lexicon.CARRYING or clause.particle) and any(is_person(telling, c.token) for c in direct):
        return
    chosen = direct or [c for c in taken if is_about(telling, c)][:1]
    happened = clause.tense in ("past", "perfect")
    made = clause.lemma in lexicon.MAKING and any(c.token.tag_ in ("NNS", "NN") for c in direct)
    telling_much = bool(direct) and (made or (happened and (watched or clause.lemma in lexicon.LIGHT_VERBS)))
    if clause.lemma not in lexicon.EMPTY_VERBS or telling_much:
        for complement in chosen:
            _tell(telling, Frame(takes="mention"), complement)
    if not taken or all(telling.page.is_time(c.token) for c in taken) or (clause.ends and not chosen):
        _alone(telling)


def _alone(telling: Telling) -> None:
    clause = telling.clause
    known = telling.page.book.mentions[telling.subject]
    someone: Mention | None = known if known.refers in ("name", "relation") and not telling.own else None
    if "-".join(filter(None, (clause.lemma, clause.particle))) in lexicon.ALONE or (
        someone and not clause.particle and clause.tense == "past" and clause.lemma not in lexicon.EMPTY_VERBS
    ):
        telling.say(Said(_predicate(clause, ""), telling.phrase(), _nature(clause), confidence=_BARE))

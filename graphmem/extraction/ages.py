"""How old somebody is: "is six", "is eight years old", "turned three", "will be thirty in June", "lived to be 98".

An age is a number in digits, however it is said, so that "six" and "6" are one; of an age on a birthday the day is the start.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from graphmem.extraction import lexicon, phrases
from graphmem.extraction.subjects import joined
from graphmem.extraction.telling import Said, Telling
from graphmem.people import kin

if TYPE_CHECKING:
    from spacy.tokens import Token

_SURE = 0.8
_OLDEST = 120
#: What may follow a bare age; "six feet" and "six people" are none.
_AFTER = ("PUNCT", "CCONJ", "ADV", "SPACE", "SCONJ", "ADP", "INTJ", "SYM")
_WHEN = ("next", "last", "this", "yesterday", "today", "tomorrow", "years", "btw", "lol", "haha", "tbh")
#: "I'm one of them" and "he's nine to five" are no ages.
_NOT_AFTER = ("of", "to", "-", "/", "%", ":", "'")


def read(telling: Telling, subject: Token) -> bool:
    """Enter the age a clause states; whether it states one."""
    clause = telling.clause
    if not telling.of_person and not _are_people(subject):
        return False
    if clause.lemma in ("be", "turn") and not clause.passive:
        number = None if clause.tense == "perfect" else _stated(clause.verb, subject)
        at_birthday = clause.lemma == "turn" or clause.tense == "future"
        return number is not None and _say(telling, number, at_birthday=at_birthday)
    return clause.lemma == "live" and clause.tense == "past" and _lived(telling)


def years(token: Token) -> str:
    """The age a token is the last or only word of, in digits: "six", "36", "ninety-eight"; "" if it is none."""
    number = int(token.text) if token.text.isascii() and token.text.isdigit() else lexicon.NUMBERS.get(token.lower_, 0)
    if token.i > 1 and token.nbor(-1).text == "-" and 0 < number < 10:  # noqa: PLR2004  # the units of "ninety-eight"
        number += lexicon.NUMBERS.get(token.nbor(-2).lower_, 0)
    return str(number) if 0 < number < _OLDEST else ""


def _are_people(subject: Token) -> bool:
    """ "The twins turned four": people though they are many."""
    known = kin.PEOPLE | kin.PETS | kin.GROUPS
    return phrases.relation_word(subject) != "" or subject.lemma_.lower() in known


def _stated(verb: Token, subject: Token | None = None) -> str | None:
    """The number a verb is followed by, alone or with "years old"."""
    for child in verb.rights:
        if child.lower_ in ("old", "young") or child.lemma_.lower() == "year":
            return _of_years(child)
        if child.pos_ == "NUM" and child.dep_ in ("attr", "acomp", "dobj", "advmod", "npadvmod", "oprd", "nummod"):
            own = _own(child, subject)
            return years(own) if _is_alone(own) and not _is_counted(own) else None
    return None


def _of_years(token: Token) -> str | None:
    """ "Eight years old", "36 years"; not "two years older"."""
    unit = token if token.lemma_.lower() == "year" else next(
        (child for child in token.children if child.lemma_.lower() == "year"), None
    )  # fmt: skip
    if unit is None or not any(word.lower_ == "old" for word in unit.doc[unit.i : unit.i + 2]):
        return None
    return next((years(child) for child in unit.children if child.dep_ == "nummod"), None)


def _own(number: Token, subject: Token | None) -> Token:
    """ "Lucas and Mia are 8 and 10": to each the number in its place."""
    numbers = [each for each in joined(number) if each.pos_ == "NUM"]
    if subject is None or len(numbers) == 1:
        return number
    first = subject
    while first.dep_ == "conj":
        first = first.head
    place = (
        [each.i for each in joined(first)].index(subject.i) if subject.i in [each.i for each in joined(first)] else 0
    )
    return numbers[place] if place < len(numbers) else number


def _is_counted(number: Token) -> bool:
    """ "The older one", "almost two": a number with words before it is none that stands for years."""
    return any(word.is_alpha and word.lower_ not in lexicon.NUMBERS and word.pos_ != "ADV" for word in number.lefts)


def _is_alone(number: Token) -> bool:
    after = number.nbor(1) if number.i + 1 < len(number.doc) else None
    dated = after is not None and after.lower_ in _WHEN
    return after is None or dated or (after.pos_ in _AFTER and after.lower_ not in _NOT_AFTER)


def _say(telling: Telling, age: str, *, at_birthday: bool) -> bool:
    """Enter an age; what somebody was once is no news, unless it is what they turned."""
    clause = telling.clause
    if not age or (clause.tense == "past" and not at_birthday) or (clause.tense == "future" and telling.time is None):
        return True
    said = Said("age", "is aged", "state", value=age, confidence=_SURE, starts=at_birthday, dated=at_birthday)
    ahead = clause.tense == "present" and at_birthday
    replace(telling, clause=replace(clause, tense="future") if ahead else clause).say(said)
    return True


def _lived(telling: Telling) -> bool:
    """ "Lived to be ninety-eight" is how old somebody became, and no home."""
    became = next((child for child in telling.clause.verb.children if child.dep_ in ("xcomp", "advcl")), None)
    number = None if became is None or became.lemma_ != "be" else _stated(became)
    if not number:
        return False
    telling.say(Said("live to be", "lived to be", "event", value=number, confidence=_SURE, dated=False))
    return True

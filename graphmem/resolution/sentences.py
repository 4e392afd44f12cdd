"""How a fact reads: one plain sentence, in the tense its timeline gives it.

A possibility and hearsay say so in the sentence itself, because sentences are quoted alone.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from graphmem.resolution.vocabulary import Predicate
from graphmem.types import Certainty, Nature, Period

#: How a sentence that is not certain begins.
OPENINGS: dict[Certainty, str] = {"certain": "", "possible": "Perhaps ", "reported": "Reportedly "}

#: "plays", "goes", "studies", and no "miss", "focus" or "this".
_THIRD_PERSON = re.compile(r"[a-z]{2,}(?<![sui])s|is|has")
_ENDING = re.compile(r"(?<=[a-z]{2})ies$|(?<=o|x)es$|(?<=ch|sh|ss|zz)es$|s$")
_IRREGULAR = {"is": "be", "has": "have"}


def sentence(
    predicate: Predicate | None,
    name: str,
    phrase: str,
    *,
    subject: str,
    obj: str,
    positive: bool,
    certainty: Certainty,
    nature: Nature,
    periods: Sequence[Period],
) -> str:
    """The fact as a sentence without a full stop. `name` is the predicate's name, `phrase` how it was said."""
    related = predicate is not None and predicate.category == "relationship"
    if positive and related and (had := _unnamed(subject, obj) or _unnamed(obj, subject)):
        return _capital(OPENINGS[certainty] + had)
    over = nature == "state" and bool(periods) and all(period.end is not None for period in periods)
    if predicate is None:
        said = _as_said(name, phrase, subject, obj, positive=positive, over=over, nature=nature)
    else:
        affirmed = (predicate.was or predicate.says) if over else predicate.says
        template = affirmed if positive else predicate.denies or f"it is not so that {predicate.says}"
        said = (
            template.replace("{p}", name.partition(" ")[2] if predicate.trigger else name)
            .replace("{s}", subject)
            .replace("{o}", obj)
        )
    return _capital(OPENINGS[certainty] + said.strip())


def _unnamed(known: str, owner: str) -> str:
    """Of one known only as "Ada's sister", that they are Ada's sister says no more than that Ada has one."""
    relation = known.removeprefix(f"{owner}'s ")
    if relation == known or not owner:
        return ""
    several = relation == "children" or (relation.endswith("s") and not relation.endswith("ss"))
    article = "" if several else "an " if relation[0] in "aeiou" else "a "
    return f"{owner} has {article}{relation}"


def _as_said(lemma: str, phrase: str, subject: str, obj: str, *, positive: bool, over: bool, nature: Nature) -> str:
    bare = _bare(lemma, phrase)
    if not positive:
        verb = f"did not {bare}" if nature == "event" else f"does not {bare}"
    else:
        verb = f"used to {bare}" if over else phrase
    return f"{subject} {verb} {obj}"


def _bare(lemma: str, phrase: str) -> str:
    """The verb as it stands after "used to". What a program tells is called as it says it, "plays with" too; what is read has a lemma."""
    verb, space, rest = lemma.partition(" ")
    if phrase.partition(" ")[0] != verb or not _THIRD_PERSON.fullmatch(verb):
        return lemma
    return (_IRREGULAR.get(verb) or _ENDING.sub(lambda found: "y" if found[0] == "ies" else "", verb)) + space + rest


def _capital(text: str) -> str:
    """The first letter in upper case, as a sentence has it; "the user" becomes "The user"."""
    return text[:1].upper() + text[1:]

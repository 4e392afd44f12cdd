"""What a verb takes and what it refers to: its direct object, its prepositions, the gap of a relative clause."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING

from graphmem.extraction import lexicon, nouns, phrases, pronouns, values
from graphmem.extraction.clauses import Clause
from graphmem.extraction.frames import Takes
from graphmem.extraction.telling import Telling

if TYPE_CHECKING:
    from spacy.tokens import Token

#: How sure a frame's kind for a name in its slot is, and for a common noun.
_KIND, _COMMON_KIND = 0.9, 0.6


@dataclass(frozen=True, slots=True)
class Complement:
    """What a verb takes: its slot ("" is the direct object) and the noun in it."""

    slot: str
    token: Token


@dataclass(frozen=True, slots=True)
class Target:
    """An object as read: a mention or a value."""

    mention: int | None = None
    value: str | None = None


def complements(clause: Clause) -> Iterator[Complement]:
    yield from _gap(clause.verb)
    for child in clause.verb.children:
        if child.dep_ in ("dobj", "oprd") or _is_name_after(child):
            yield Complement("", child)
        elif child.dep_ in ("prep", "agent") and child.lower_ != "according":
            yield from _prepositional(child)
        elif child.dep_ == "advmod":
            # "back to Lisbon" hangs the place under "back".
            for inner in child.children:
                if inner.dep_ == "prep":
                    yield from _prepositional(inner)


def _is_name_after(child: Token) -> bool:
    """ "I joined Feedzai": an unknown name right after its verb, which the parser takes for an adverb."""
    return (
        child.dep_ in ("advmod", "npadvmod")
        and child.pos_ == "PROPN"
        and child.i == child.head.i + 1
        and child.ent_type_ != "DATE"
    )


def _gap(verb: Token) -> Iterator[Complement]:
    """ "The shelter I volunteer at", "the bowl I bought": what a relative clause is about fills its gap."""
    if verb.dep_ != "relcl" or any(child.tag_ == "WRB" for child in verb.children):
        return
    if any(child.tag_ in ("WP", "WDT") and child.dep_ == "nsubj" for child in verb.children):
        return
    stranded = next(
        (c for c in verb.children if c.dep_ == "prep" and not any(w.dep_ in ("pobj", "pcomp") for w in c.children)),
        None,
    )
    taken = any(child.dep_ in ("dobj", "ccomp", "xcomp") and child.tag_ not in ("WP", "WDT") for child in verb.children)
    if stranded is not None:
        yield Complement(stranded.lower_, verb.head)
    elif not taken:
        yield Complement("", verb.head)


def _prepositional(preposition: Token) -> Iterator[Complement]:
    slot = preposition.lower_
    for child in preposition.children:
        if child.dep_ == "pobj":
            yield Complement(slot, child)
        elif child.dep_ == "prep":
            yield from _prepositional(child)


def target(telling: Telling, token: Token, takes: Takes, kind: str = "") -> Target | None:
    """What an object refers to, None if it is nothing to keep."""
    page, book = telling.page, telling.page.book
    if page.is_time(token) or (any(child.lower_ == "no" for child in token.children) and telling.clause.positive):
        return None
    if takes == "number":
        return Target(value=token.text) if token.text.isdigit() else None
    if takes == "value":
        value = values.noun_phrase(page, token, own=telling.own)
        return Target(value=value) if value and token.pos_ != "PRON" else None
    if pronouns.is_second(token) and page.voice.me.kind != "Agent":
        return None
    found = nouns.refer(page, token)
    if found is None and kind == "Place":
        # "In a small flat in Lisbon" is in Lisbon.
        inner = next(
            (
                word
                for word in token.subtree
                if word.dep_ == "pobj" and word.head.lower_ == "in" and nouns.is_name(page, word)
            ),
            None,
        )
        found = None if inner is None else nouns.named(page, inner)
    if found is None:
        found = _pet(telling, token)
    if found is None and takes == "mention":
        return _common(telling, token, kind)
    if found is None or book.mentions[found].refers == "agent":
        return None
    if kind:
        book.guess(found, kind, _KIND)
    return Target(found)


def _pet(telling: Telling, token: Token) -> int | None:
    """Whose pet it is: "adopted a cat called Miso", "got a puppy"; or just the name said with a noun."""
    name = nouns.name_beside(telling.page, token)
    if token.pos_ != "NOUN" or (name is None and telling.clause.lemma not in lexicon.ACQUIRING):
        return None
    who = None if name is None else nouns.named(telling.page, name)
    stated = telling.clause.positive and telling.standing.certainty == "certain"
    pet = phrases.relation_word(token) in lexicon.PETS
    return nouns.relate(telling.page, token, who, telling.subject) if pet and stated else who


def _common(telling: Telling, token: Token, kind: str) -> Target | None:
    """A common noun: a thing, or its words as a value when it is long or belongs to somebody else."""
    page = telling.page
    empty = token.lemma_.lower() in lexicon.EMPTY or token.lower_ in lexicon.EMPTY
    if empty or token.pos_ not in ("NOUN", "PROPN", "VERB", "ADJ"):
        return None
    others = any(child.dep_ == "poss" and child.pos_ != "PRON" for child in token.children)
    index = None if others or phrases.relation_word(token) else nouns.thing(page, token)
    if index is None:
        value = values.noun_phrase(page, token, own=telling.own)
        return Target(value=value) if value else None
    if kind in ("Food", "Language"):
        page.book.guess(index, kind, _COMMON_KIND)
    return Target(index)

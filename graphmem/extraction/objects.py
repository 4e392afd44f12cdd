"""What a verb takes and what it refers to: its direct object, its prepositions, the gap of a relative clause."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from graphmem.extraction import lexicon, nouns, phrases, pronouns, values
from graphmem.extraction.clauses import Clause
from graphmem.extraction.frames import Takes
from graphmem.extraction.page import TIMES, Page
from graphmem.extraction.subjects import denied, gapped
from graphmem.extraction.telling import Telling
from graphmem.people import kin
from graphmem.wordlists import words

if TYPE_CHECKING:
    from spacy.tokens import Token

#: How sure a frame's kind for a name in its slot is, and for a common noun.
_KIND, _COMMON_KIND = 0.9, 0.6
#: Prepositions after which stands what a verb is about.
_TO = words("to in at for with from on about of as into against by")


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
    _, left_out = gapped(clause.verb) or (None, None)
    for child in clause.verb.children:
        if child == left_out or (child.dep_ == "prep" and denied(child)):
            continue
        if child.tag_ == "VBG" and child.dep_ == "dobj" and len(clause.children("dobj")) > 1:
            continue  # "broke my wrist skiing"
        if child.dep_ in ("dobj", "oprd") or _is_name_after(child) or _is_listed(child):
            yield Complement("", child)
        elif child.dep_ == "ccomp" and clause.lemma in lexicon.WATCHING:
            yield from _watched(child)
        elif child.dep_ in ("prep", "agent") and child.lower_ != "according":
            yield from prepositional(child)
        elif child.dep_ == "advmod":
            # "back to Lisbon" hangs the place under "back".
            for inner in child.children:
                if inner.dep_ == "prep":
                    yield from prepositional(inner)


def _is_name_after(child: Token) -> bool:
    """ "I joined Feedzai", "can't eat gluten": an unknown word right after its verb, which the parser takes for an adverb."""
    return (
        child.dep_ in ("advmod", "npadvmod")
        and (child.pos_ == "PROPN" or child.tag_ == "VB")
        and child.i == child.head.i + 1
        and child.ent_type_ != "DATE"
    )


def _is_listed(child: Token) -> bool:
    """ "I play the cello, badly, and chess": a noun hung under the verb that belongs to the list of its objects."""
    if child.dep_ != "conj" or child.pos_ not in ("NOUN", "PROPN") or child.lower_ in lexicon.ALONE:
        return False
    lists = any(other.dep_ == "dobj" and other.i < child.i for other in child.head.children)
    edge = child.left_edge
    lists = lists and edge.i > 0 and edge.nbor(-1).lower_ in ("and", "or", "&")
    return lists and not any(inner.dep_ in ("nsubj", "aux", "neg") for inner in child.children)


def _watched(verb: Token) -> Iterator[Complement]:
    """ "Saw Nick Cave live": who is seen doing something is seen."""
    if verb.tag_ == "VB" and not any(child.dep_ in ("aux", "mark") for child in verb.children):
        yield from (Complement("", child) for child in verb.children if child.dep_ == "nsubj" and child.pos_ == "PROPN")


def _gap(verb: Token) -> Iterator[Complement]:
    """ "The shelter I volunteer at", "the bowl I bought": what a relative clause is about fills its gap."""
    if verb.dep_ != "relcl" or any(child.tag_ == "WRB" for child in verb.children):
        return
    if any(child.tag_ in ("WP", "WDT") and child.dep_ == "nsubj" for child in verb.children):
        return
    stranded = next((c for c in verb.children if c.dep_ == "prep" and not any(map(_fills, c.children))), None)
    taken = any(child.dep_ in ("dobj", "ccomp", "xcomp") and child.tag_ not in ("WP", "WDT") for child in verb.children)
    if stranded is not None:
        yield Complement(stranded.lower_, verb.head)
    elif not taken:
        yield Complement("", verb.head)


def _fills(child: Token) -> bool:
    """Whether a word fills the place after a preposition; "the shelter I volunteer at yesterday" leaves it open."""
    return child.dep_ in ("pobj", "pcomp") and child.ent_type_ not in TIMES


def prepositional(preposition: Token) -> Iterator[Complement]:
    """What stands after a preposition."""
    slot = preposition.lower_
    for child in preposition.children:
        if child.dep_ == "pobj":
            yield Complement(slot, child)
        elif child.dep_ == "prep":
            # "Out of law school" is neither "out" nor "of".
            for inner in prepositional(child):
                yield replace(inner, slot=f"{slot} {inner.slot}") if slot == "out" else inner


def target(telling: Telling, token: Token, takes: Takes, kind: str = "") -> Target | None:
    """What an object refers to, None if it is nothing to keep."""
    book, token = telling.page.book, _measured(token)
    if _is_nothing(telling, token):
        return None
    if takes == "number":
        return Target(value=token.text) if token.text.isdigit() else None
    if takes == "value":
        return _literal(telling, token)
    if pronouns.is_second(token) and not telling.to_agent:
        return None
    found = _referred(telling, token, kind)
    if found is not None and kind == "Thing" and book.mentions[found].kind == "Person":
        return None  # nobody drives or wears a person
    if found is None and takes == "mention":
        return _common(telling, token, kind)
    if found is None or book.mentions[found].refers == "agent":
        return None
    if kind:
        book.guess(found, kind, _KIND)
    return Target(found)


def is_person(telling: Telling, token: Token) -> bool:
    """Whether an object is somebody."""
    who = nouns.refer(telling.page, token)
    return who is not None and telling.page.book.mentions[who].kind in ("Person", "Group")


def is_about(telling: Telling, complement: Complement) -> bool:
    """Whether what a preposition adds is what a verb is about: a place, an aim, someone; not a manner or a time."""
    with_whom = complement.slot != "with" or nouns.refer(telling.page, complement.token) is not None
    return complement.slot in _TO and with_whom and not telling.page.is_time(complement.token)


def _is_nothing(telling: Telling, token: Token) -> bool:
    """Whether an object is a time, is denied, or belongs to the one spoken to: "I love your painting"."""
    children = list(token.children)
    yours = any(pronouns.is_second(child) for child in children if child.dep_ == "poss") and not telling.to_agent
    denied_one = any(child.lower_ == "no" for child in children) and telling.clause.positive
    chat = token.lower_ in lexicon.TAGS or _is_cut(token)
    return chat or denied_one or (yours and not phrases.relation_word(token)) or _is_when(telling.page, token)


def _literal(telling: Telling, token: Token) -> Target | None:
    value = values.noun_phrase(telling.page, token, own=telling.own)
    vague = token.pos_ == "PRON" or value in lexicon.MEASURES
    return Target(value=value) if value and not vague else None


def _referred(telling: Telling, token: Token, kind: str) -> int | None:
    """The name an object is or holds, or whose pet it is."""
    page = telling.page
    owned = phrases.owner_token(token) is not None or phrases.relation_word(token) not in kin.PETS
    found = nouns.refer(page, token) if owned else None
    if found is None and kind == "Place":
        found = _inside(page, token)
    if found is None:
        found = _pet(telling, token)
    if found is None and kind in ("Place", "Organization") and _is_bare_name(token):
        found = nouns.named(page, token)
    return found


def _inside(page: Page, token: Token) -> int | None:
    """ "In a small flat in Lisbon" is in Lisbon."""
    within = (word for word in token.subtree if word.dep_ == "pobj" and word.head.lower_ == "in")
    inner = next((word for word in within if nouns.is_name(page, word)), None)
    return None if inner is None else nouns.named(page, inner)


def _measured(token: Token) -> Token:
    """ "A bit of German" is German, and "uni lol" uni."""
    compound = next((child for child in token.children if child.dep_ == "compound"), None)
    if token.lower_ in lexicon.TAGS and compound is not None:
        return compound
    if token.lemma_.lower() not in lexicon.MEASURES:
        return token
    of = next((child for child in token.children if child.dep_ == "prep" and child.lower_ == "of"), None)
    return token if of is None else next((word for word in of.children if word.dep_ == "pobj"), token)


def _is_cut(token: Token) -> bool:
    """ "To de-stress", of which the parser sees a "de"."""
    return (
        token.i + 1 < len(token.doc) and token.nbor(1).text == "-" and not token.whitespace_ and token.pos_ != "PROPN"
    )


def _is_bare_name(token: Token) -> bool:
    """ "we moved to braga": a noun in the singular without an article where a name must stand."""
    bare = token.tag_ == "NN" and token.text.islower() and token.text.isalpha() and token.dep_ == "pobj"
    return bare and not any(True for _ in token.children) and token.lower_ not in lexicon.NAMELESS_PLACES


def _is_when(page: Page, token: Token) -> bool:
    """Whether an object is a time; "rainy Sundays" are a thing to like."""
    described = token.text.endswith("s") and any(child.dep_ == "amod" for child in token.children)
    return page.is_time(token) and not (described and token.dep_ in ("dobj", "conj") and token.pos_ == "PROPN")


def _pet(telling: Telling, token: Token) -> int | None:
    """Whose pet it is: "adopted a cat called Miso", "got a puppy"; or just the name said with a noun."""
    name = nouns.name_beside(telling.page, token)
    if token.pos_ != "NOUN" or (name is None and telling.clause.lemma not in lexicon.ACQUIRING):
        return None
    who = None if name is None else nouns.named(telling.page, name)
    stated = telling.clause.positive and telling.standing.certainty == "certain"
    if phrases.relation_word(token) not in kin.PETS or not stated:
        return who
    pet, start = nouns.relate(telling.page, token, who, telling.subject), telling.time
    if pet is not None and start is not None and telling.clause.lemma in lexicon.ACQUIRING:
        telling.page.book.begin(pet, telling.subject, start)
    return pet


def _common(telling: Telling, token: Token, kind: str) -> Target | None:
    """A common noun: a thing, or its words as a value when it is long or belongs to somebody else."""
    page = telling.page
    empty = token.lemma_.lower() in lexicon.EMPTY or token.lower_ in lexicon.EMPTY
    others = any(child.dep_ == "poss" and child.pos_ != "PRON" for child in token.children)
    if kind == "Place" and token.lower_ in lexicon.NAMELESS_PLACES and not any(True for _ in token.children):
        return None  # "went to bed"
    foreign = any(child.ent_type_ == "NORP" for child in token.lefts)  # "some Danish woman"
    if (empty and not foreign and not (others and kind == "Place")) or token.pos_ not in (
        "NOUN",
        "PROPN",
        "VERB",
        "ADJ",
    ):
        return None
    index = None if others or phrases.relation_word(token) else nouns.thing(page, token)
    if index is None:
        value = values.noun_phrase(page, token, own=telling.own)
        value = page.words(*phrases.phrase_span(token)) if page.is_time(token) else value
        return Target(value=value) if value else None
    if lexicon.KIND_NOUNS.get(token.lemma_.lower()) == kind != "" and telling.clause.lemma != "join":
        page.book.guess(index, kind, nouns.KNOWN_NAME)
    if kind in ("Food", "Language"):
        page.book.guess(index, kind, _COMMON_KIND)
    return Target(index)

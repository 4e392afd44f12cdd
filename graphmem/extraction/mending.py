"""Puts a parse right where it often goes wrong in conversation: names taken for words, and names hung in the wrong place.

Each rule looks at one token and either leaves the parse alone or says which tokens hang elsewhere, and how. What a rule finds
is put in place before the next one looks, so that rules may build on one another.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from graphmem.extraction import lexicon, phrases, regrouping
from graphmem.extraction.misread import RULES, Move
from graphmem.people import first_names
from graphmem.wordlists import words

if TYPE_CHECKING:
    from spacy.tokens import Doc, Token

_SUBJECTS = words("nsubj nsubjpass")
#: Nouns that are as often done.
_ALSO_DONE = words("work study play travel volunteer")
_FINITE = words("VBZ VBP VBD")
_PLURAL = words("NNS NNPS")
#: Prepositions a bare name stands after, and how long it is at least.
_PLACING, _SHORTEST = words("in at to from for near"), 3
#: Adjectives that never take a verb, so that "to" after them is a preposition.
_TO_SOMETHING = words("allergic addicted related intolerant married engaged close")
#: How the parser hangs a name beside the relation it names when it loses its way.
_ASTRAY = words("nsubj nsubjpass appos npadvmod dobj attr pobj oprd compound nmod dep aux")


def mended(doc: Doc, dictionary: frozenset[str]) -> Doc:
    """The same parse, put right. `dictionary` holds the language's words, if they are known."""
    for token in doc:
        if _is_missed_name(token, dictionary) or _is_small_name(token, dictionary):
            token.tag_, token.pos_ = "NNP", "PROPN"
        if _is_liking(token) or _is_second_doing(token):
            token.tag_, token.pos_ = "VBP", "VERB"
        regrouping.past_form(token)
    for rule in (
        regrouping.owner_named,
        regrouping.noun_last,
        regrouping.shift_place,
        regrouping.afterthought,
        regrouping.participle_clause,
        _being,
        _to_something,
        _left_over,
        _beside_relation,
        _explained,
        _two_subjects,
        _next_subject,
        _listed,
        *RULES,
    ):
        moves = [move for token in doc for move in rule(token)]
        if moves and _is_tree(doc, moves):
            _hang(doc, moves)
    return doc


def _is_liking(token: Token) -> bool:
    """ "I no longer like jazz": a preposition has no subject."""
    if token.lower_ != "like" or token.pos_ not in ("ADP", "SCONJ"):
        return False
    hung = {child.dep_ for child in token.children}
    return "nsubj" in hung and "dobj" in hung


def _is_second_doing(token: Token) -> bool:
    """ "I live in Porto and work at Feedzai": a noun without an article where a second verb stands, with a place after it."""
    joined = token.dep_ == "conj" and token.head.tag_ in ("VBP", "VB") and token.i > 0 and token.nbor(-1).dep_ == "cc"
    if not joined or token.tag_ != "NN" or token.lower_ not in _ALSO_DONE:
        return False
    hung = list(token.children)
    return any(child.dep_ == "prep" and child.i == token.i + 1 for child in hung) and not any(
        c.i < token.i for c in hung
    )


def _is_tree(doc: Doc, moves: list[Move]) -> bool:
    """Whether every token still reaches a root; a ring of heads would never end."""
    heads = [token.head.i for token in doc]
    for move in moves:
        heads[move.token.i] = move.head.i
    for move in moves:
        at, steps = move.token.i, 0
        while heads[at] != at and steps <= len(heads):
            at, steps = heads[at], steps + 1
        if steps > len(heads):
            return False
    return True


def _hang(doc: Doc, moves: list[Move]) -> None:
    """Set heads all at once, so that spaCy works out children and sentences anew."""
    table: Any = doc.to_array(["HEAD", "DEP"])
    for move in moves:
        table[move.token.i, 0] = (move.head.i - move.token.i) % 2**64
        table[move.token.i, 1] = doc.vocab.strings.add(move.dep)
    doc.from_array(["HEAD", "DEP"], table)


def _is_missed_name(token: Token, dictionary: frozenset[str]) -> bool:
    """A capital that is a known first name, or opens a sentence as its subject and is no word of the language."""
    word = token.lower_
    if token.pos_ not in ("NOUN", "ADJ", "X", "ADV", "PRON", "INTJ") or not token.is_alpha:
        return False
    if token.text.islower():
        listed = word in first_names.FEMALE_NAMES or word in first_names.MALE_NAMES
        alone = not any(child.dep_ in ("det", "amod") for child in token.children)
        return listed and alone and word not in first_names.WORD_NAMES and word not in first_names.PET_NAMES
    if word in lexicon.NOT_NAMES or word in lexicon.ENGLISH or word in lexicon.CALENDAR or phrases.relation_word(token):
        return False
    if word in first_names.FEMALE_NAMES or word in first_names.MALE_NAMES:
        return word not in first_names.WORD_NAMES
    unknown = bool(dictionary) and dictionary.isdisjoint((word, token.lemma_.lower(), word.removesuffix("s")))
    subject = token.dep_ in _SUBJECTS or (token.dep_ in ("advmod", "npadvmod", "poss") and _next(token) in (",", "'s"))
    return unknown and subject and token.pos_ != "PRON" and not any(child.dep_ == "det" for child in token.children)


def _is_small_name(token: Token, dictionary: frozenset[str]) -> bool:
    """ "moved to braga", "works at ikea": no word of the language where a place or a firm stands, and no article before it."""
    if token.pos_ != "NOUN" or token.dep_ != "pobj" or not token.text.islower() or not token.is_alpha:
        return False
    known = token.lower_ in lexicon.SLANG or not dictionary or len(token) < _SHORTEST
    bare = token.head.lower_ in _PLACING and not any(True for _ in token.lefts)
    if bare and (token.ent_type_ == "GPE" or _is_home(token)):
        return True
    return (
        bare
        and not known
        and dictionary.isdisjoint((token.lower_, token.lemma_.lower(), token.lower_.removesuffix("s")))
    )


def _is_home(token: Token) -> bool:
    """ "Moved to braga": a bare noun one lives in is a place, or one of a few other things."""
    verb = token.head.head.lemma_.lower()
    return (
        verb in ("live", "move", "relocate", "reside") and token.tag_ == "NN" and token.lower_ not in lexicon.LIVED_IN
    )


def _next(token: Token) -> str:
    return token.nbor(1).text if token.i + 1 < len(token.doc) else ""


def _being(token: Token) -> Iterator[Move]:
    """ "Nadia's been my friend" is no passive."""
    if token.lower_ == "been" and any(child.dep_ in ("attr", "acomp") for child in token.children):
        for child in token.children:
            if child.dep_ in ("auxpass", "nsubjpass"):
                yield Move(child, token, child.dep_.removesuffix("pass"))


def _to_something(token: Token) -> Iterator[Move]:
    """ "Allergic to shellfish", where the food is taken for a verb."""
    if token.dep_ != "xcomp" or token.tag_ != "VB" or token.head.lower_ not in _TO_SOMETHING:
        return
    children = list(token.children)
    if children and children[0].lower_ == "to" and len(children) == 1:
        token.tag_, token.pos_, children[0].pos_ = "NN", "NOUN", "ADP"
        yield Move(children[0], token.head, "prep")
        yield Move(token, children[0], "pobj")


def _left_over(token: Token) -> Iterator[Move]:
    """ "My gf is veggie": a word the parser takes for a sign is what the "is" before it says."""
    if token.dep_ != "punct" or not token.is_alpha or token.i == token.sent.start:
        return
    being = token.nbor(-1)
    told = any(child.dep_ in ("attr", "acomp") for child in being.children)
    if being.lower_ in ("is", "am", "are", "'s", "m") and not told:
        token.tag_, token.pos_ = "JJ", "ADJ"
        yield Move(token, being, "acomp")


def _beside_relation(token: Token) -> Iterator[Move]:
    """ "My friend Maja lives": the name explains the friend, whatever else the parser takes it for."""
    if not phrases.relation_word(token) or phrases.owner_token(token) is None or token.i + 1 >= len(token.doc):
        return
    name = _whole(token.nbor(1))
    if name.pos_ != "PROPN" or name.dep_ not in _ASTRAY or name.ent_type_ in ("DATE", "TIME", "NORP"):
        return
    if name.head == token.head and name != token and name.left_edge.i == token.i + 1:
        yield Move(name, token, "appos")
        if name.dep_ in _SUBJECTS and token.dep_ not in _SUBJECTS:
            yield Move(token, token.head, name.dep_)
    elif name.dep_ == "compound" and name.head == token.head:
        yield Move(name, token, "appos")


def _whole(token: Token) -> Token:
    """The head of the name a token begins."""
    while token.dep_ in ("compound", "flat") and token.head.pos_ == "PROPN" and token.i < token.head.i <= token.i + 2:
        token = token.head
    return token


def _explained(token: Token) -> Iterator[Move]:
    """ "Feedzai, the company I work for, is hiring": the name before the comma is the subject, the company explains it."""
    if token.dep_ not in _SUBJECTS or token.left_edge.i < 2 or token.left_edge.nbor(-1).text != ",":  # noqa: PLR2004  # a name and a comma
        return
    name = token.left_edge.nbor(-2)
    opens = name.left_edge.i == name.sent.start and name.head == token.head
    if opens and name.pos_ == "PROPN" and name.dep_ in ("advmod", "npadvmod", "dep") and token.pos_ == "NOUN":
        yield Move(name, token.head, token.dep_)
        yield Move(token, name, "appos")


def _two_subjects(token: Token) -> Iterator[Move]:
    """ "I love Paris and London is great": as "is" is said of one, the other belongs to the verb before."""
    first = next((child for child in token.children if child.dep_ == "nsubj"), None)
    second = None if first is None else next((child for child in first.children if child.dep_ == "conj"), None)
    if first is None or second is None or token.dep_ != "ccomp" or token.head.i != first.left_edge.i - 1:
        return
    marked = any(child.dep_ == "mark" for child in token.children)
    if (token.tag_ == "VBZ" or token.lower_ == "was") and not marked and token.head.pos_ == "VERB":
        yield Move(first, token.head, "dobj")
        yield Move(second, token, "nsubj")


def _next_subject(token: Token) -> Iterator[Move]:
    """ "I live in Porto and Ana lives in Faro": the noun before the second verb is its subject, and not joined to Porto."""
    if token.tag_ not in _FINITE or token.dep_ not in ("conj", "advcl", "ccomp", "ROOT") or not token.i:
        return
    if any(child.dep_ in (*_SUBJECTS, "expl", "csubj") for child in token.children):
        return
    head = _joined_before(token)
    if head is not None and not head.is_ancestor(token):
        yield Move(head, token, "nsubj")


def _joined_before(verb: Token) -> Token | None:
    """The name or owned noun that ends right before a verb and hangs by "and" under something before it."""
    before = verb.nbor(-1)
    while before.pos_ == "ADV" and before.i > verb.sent.start:
        before = before.nbor(-1)
    while before.right_edge.i < verb.i and before.dep_ in ("appos", "compound", "flat", "case"):
        before = before.head
    known = before.pos_ in ("PROPN", "PRON") or phrases.owner_token(before) is not None
    joined = before.dep_ == "conj" and before.i < verb.i and before.head.dep_ in ("pobj", "dobj", "attr", "oprd")
    opened = before.left_edge.i > 0 and before.left_edge.nbor(-1).lower_ in ("and", "but", ",")
    return before if known and joined and opened else None


def _listed(token: Token) -> Iterator[Move]:
    """ "My friends Lars and Mette live", "two Brazilians, Caio and Livia": the names stand for the plural."""
    if token.tag_ not in _PLURAL or not any(child.dep_ in ("poss", "nummod") for child in token.children):
        return
    name = next((child for child in token.rights if child.dep_ in ("appos", "conj") and child.pos_ == "PROPN"), None)
    if name is None or name.left_edge.i > token.i + 2 or not any(child.dep_ == "conj" for child in name.children):
        return
    if name.dep_ == "appos" or (name.left_edge.nbor(-1).text in (",", ":") and not _has_and(token)):
        yield Move(name, name if token.head == token else token.head, token.dep_)
        yield Move(token, name, "dep")


def _has_and(token: Token) -> bool:
    return any(child.dep_ == "cc" for child in token.children)

"""What a noun phrase refers to: a name, someone's sister, a common thing, or nothing worth keeping.

"My sister Ana" is the speaker's sister and Ana, and says that they are one. Kinds are guesses with a confidence: the rules
around a phrase ("lives in …") know more about its kind than the recogniser does, and raise it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from graphmem.extraction import lexicon, phrases, pronouns
from graphmem.extraction.page import AMOUNTS, Page
from graphmem.extraction.subjects import joined
from graphmem.people import first_names, kin
from graphmem.types import Claim, Mention

if TYPE_CHECKING:
    from spacy.tokens import Span, Token

#: Kinds by the recogniser's labels; it is often wrong, so none is sure.
KINDS = {
    "PERSON": ("Person", 0.6), "ORG": ("Organization", 0.5), "GPE": ("Place", 0.6), "LOC": ("Place", 0.6), "FAC": ("Place", 0.55),
    "EVENT": ("Event", 0.6), "WORK_OF_ART": ("Work", 0.6), "PRODUCT": ("Thing", 0.55), "NORP": ("Group", 0.6),
    "LANGUAGE": ("Language", 0.8),
}  # fmt: skip
KNOWN_NAME = 0.75
RELATION = 0.95

_LONGEST_WORD = 40


def refer(page: Page, token: Token) -> int | None:
    """The mention a noun phrase makes, by its head token; None if it names nothing."""
    if token.pos_ == "PRON" or token.tag_ in ("PRP", "PRP$"):
        return pronouns.resolve(page, token)
    if phrases.relation_word(token):
        return related(page, token)
    if is_name(page, token):
        return named(page, token)
    return None


def refer_or_thing(page: Page, token: Token) -> int | None:
    """The same, and common nouns too."""
    found = refer(page, token)
    if found is not None or token.pos_ not in ("NOUN", "PROPN", "VERB") or phrases.relation_word(token):
        return found
    return thing(page, token)


def scan(page: Page, sentence: Span) -> None:
    """Enter every name and relation of a sentence, whether or not anything is said of it."""
    heads = [
        token
        for token in sentence
        if token.text[:1].isupper() and is_name(page, token) and not phrases.relation_word(token)
    ]
    reach = {token.i: phrases.name_span(token) for token in heads}
    for token in sentence:
        within = any(first.i <= token.i <= last.i and head != token.i for head, (first, last) in reach.items())
        if token.i in reach and not within and _is_used(token, reach[token.i][0]):
            named(page, token)
        elif token.dep_ == "dep" and token.head.pos_ == "PROPN" and phrases.plural_relation(token):
            _bearers(page, token)
        elif phrases.relation_word(token):
            related(page, token)
    for first, last in phrases.identifiers(sentence):
        page.mention(Mention("", 0, 0, "name", page.words(first, last), "Thing", 0.5), first, last)


def _is_used(token: Token, first: Token) -> bool:
    """Whether a name at the start of a sentence is more than a capital: a known one, a subject, or of several words."""
    if first.i > token.sent.start or first.i < token.i:
        return True
    known = token.lower_ in first_names.FEMALE_NAMES or token.lower_ in first_names.MALE_NAMES
    named = token.ent_type_ in ("PERSON", "GPE") and len(token.sent) > 3  # noqa: PLR2004  # "Woohoo!" is no one
    return known or named or token.dep_ in ("nsubj", "nsubjpass", "poss")


def is_name(page: Page, token: Token) -> bool:
    """Whether a token is the head of a name."""
    if not _is_proper(token) or token.ent_type_ in AMOUNTS or not 1 < len(token) <= _LONGEST_WORD:
        return False
    if token.lower_ in lexicon.NOT_NAMES or not any(char.isalpha() for char in token.text):
        return False
    return not page.is_time(token)


def _is_proper(token: Token) -> bool:
    """Whether a token is tagged as a name, or is a capital in the middle of what the recogniser takes for a person."""
    return token.pos_ == "PROPN" or (token.pos_ == "NOUN" and token.ent_type_ == "PERSON" and token.text[:1].isupper())


def named(page: Page, token: Token) -> int:
    """Enter a name; one that stands beside a relation ("Ana, my sister,") is tied to it."""
    first, last = phrases.name_span(token)
    kind, confidence = _kind(token, first)
    index = page.mention(Mention("", 0, 0, "name", page.words(first, last), kind, confidence), first, last)
    for child in token.children:
        if child.dep_ in ("appos", "compound") and phrases.relation_word(child):
            owner = phrases.owner_token(child) or phrases.owner_token(token)
            whose = _titled(page, child) if owner is None else refer(page, owner)
            if whose is not None:
                relate(page, child, index, whose)
    return index


def _titled(page: Page, title: Token) -> int | None:
    """ "Aunt Bernadette": whoever calls somebody so without an owner means their own aunt; "Uncle Bob's Pizza" is a firm."""
    name = title.head
    firm = name.dep_ in ("poss", "compound") and name.head.pos_ == "PROPN"
    own = title.i + 1 == name.i and title.lower_ in kin.TITLES and page.voice.me.kind != "Agent"
    return page.mention(page.voice.me, title, title) if own and not firm and name.lower_ != "sam" else None


def related(page: Page, token: Token) -> int | None:
    """Enter "my sister" and what names her; the name stands for her if there is one."""
    owner = phrases.owner_token(token)
    if owner is None:
        # "A brother, Ivan, who studies law" is Ivan.
        name = name_beside(page, token)
        return _addressed(page, token) if name is None else named(page, name)
    # "Our kids" are often everybody's.
    if owner.lower_ == "our" and phrases.relation_word(token) in ("kids", "children"):
        return None
    name, whose = name_beside(page, token), refer(page, owner)
    named_by = None if name is None else named(page, name)
    return named_by if whose is None else relate(page, token, named_by, whose)


def _addressed(page: Page, token: Token) -> int | None:
    """ "Dad was ill", "I called mum": whoever says so means their own."""
    alone = not any(True for _ in token.lefts) and token.dep_ in (
        "nsubj",
        "nsubjpass",
        "dobj",
        "pobj",
        "poss",
        "dative",
    )
    called = token.i + 1 < len(token.doc) and token.nbor(1).text == ","
    if token.lower_ not in kin.ADDRESSED or not alone or called or page.voice.me.kind == "Agent":
        return None
    return relate(page, token, None, page.mention(page.voice.me, token, token))


def _bearers(page: Page, token: Token) -> None:
    """ "My friends Lars and Mette", "I have two sons, Leo and Max": each of the names is a friend's, a son's."""
    owner, verb = phrases.owner_token(token), token.head.head
    if owner is None and verb.lemma_ in ("have", "get") and token.head.dep_ == "dobj":
        owner = next((child for child in verb.children if child.dep_ == "nsubj"), None)
    whose = None if owner is None else refer(page, owner)
    if whose is not None:
        for name in joined(token.head):
            if is_name(page, name):
                relate(page, token, named(page, name), whose)


def name_beside(page: Page, token: Token) -> Token | None:
    """The name said with a noun: "my sister Ana", "a dog named Rex"; several people have no one name."""
    if phrases.relation_word(token) in kin.GROUPS or token.tag_ == "NNS":
        return None
    if token.dep_ in ("appos", "compound") and is_name(page, token.head):
        return token.head
    before = _subject_before(token)
    if before is not None and is_name(page, before):
        return before
    for child in token.children:
        if child.dep_ == "appos" and is_name(page, child) and not phrases.relation_word(child):
            return child
        if child.dep_ in ("acl", "relcl") and child.lower_ in ("named", "called"):
            return next(
                (
                    word
                    for word in child.children
                    if word.dep_ in ("oprd", "dobj", "attr") and word.pos_ in ("PROPN", "NOUN")
                ),
                None,
            )
    return None


def _subject_before(token: Token) -> Token | None:
    """ "Ana, my sister, lives": the parser sees two subjects, of which the second explains the first."""
    if token.dep_ != "nsubj" or token.left_edge.i < 2 or token.left_edge.nbor(-1).text != ",":  # noqa: PLR2004  # a name and a comma
        return None
    name = token.left_edge.nbor(-2)
    return name if name.dep_ == "nsubj" and name.head.i == token.head.i and name.pos_ == "PROPN" else None


def relate(page: Page, token: Token, name: int | None, whose: int) -> int | None:
    """Enter that somebody is whose sister; `name` is the mention that names her, if any. Returns who she is."""
    word = phrases.relation_name(token)
    kind = phrases.relation_kind(word)
    who = name
    one = phrases.relation_word(token) not in kin.LOOSE_RELATIONS or word.startswith("best ")
    if one and not (name is not None and phrases.plural_relation(token)):
        placeholder = page.mention(Mention("", 0, 0, "relation", word, kind, RELATION, whose), token, token)
        who = placeholder if name is None else name
        page.book.tie(placeholder, who)
    if who is None:
        return None
    page.book.guess(who, kind, RELATION)
    page.book.claim(
        Claim(
            who,
            word,
            f"{'are' if kind == 'Group' else 'is'} the {word} of",
            page.quote(token),
            object=whose,
            confidence=0.9,
        )
    )
    return who


def thing(page: Page, token: Token) -> int | None:
    """Enter a common noun with what stands before it ("green tea"), unless it is long or says nothing."""
    if (
        token.lemma_.lower() in lexicon.EMPTY
        or token.ent_type_ in AMOUNTS
        or page.is_time(token)
        or not _is_wordlike(token)
    ):
        return None
    first, last = phrases.phrase_span(token)
    if last.i - first.i >= phrases.LONGEST:
        return None
    return page.mention(Mention("", 0, 0, "thing", page.words(first, last), "Thing", 0.3), first, last)


def thing_of(page: Page, verb: Token) -> int:
    """Enter a gerund as the activity it names."""
    first = verb
    for child in reversed(list(verb.lefts)):
        if (
            child.dep_ not in ("compound", "dobj", "nsubj", "npadvmod", "amod")
            or child.i != first.i - 1
            or child.pos_ == "PRON"
        ):
            break
        first = child
    return page.mention(Mention("", 0, 0, "thing", page.words(first, verb), "Activity", 0.6), first, verb)


def _is_wordlike(token: Token) -> bool:
    return len(token) <= _LONGEST_WORD and sum(map(str.isalpha, token.text)) * 2 > len(token)


def _kind(token: Token, first: Token) -> tuple[str, float]:
    word = first.lower_ if not first.text.endswith(".") else token.lower_
    told = lexicon.KIND_WORDS.get(first.lower_) or lexicon.KIND_WORDS.get(token.lower_)
    if told and first.i != token.i:
        return told, KNOWN_NAME
    if word in first_names.FEMALE_NAMES or word in first_names.MALE_NAMES:
        return "Person", KNOWN_NAME
    if token.dep_ == "pobj" and token.head.lower_ == "with" and token.head.head.lower_ in lexicon.MEETINGS:
        return "Person", KNOWN_NAME - 0.05
    return KINDS.get(token.ent_type_, ("Thing", 0.2))

"""Words the parser cannot read, each replaced before parsing by one of equal length that it can.

The parser has met few people called Will, Miso or 王芳, but many called John: "My friend Will plays drums" is read as "My friend
John plays drums". "Miso's five" is read as "Miso is five". As the lengths are equal, every offset still fits the message, and
whatever is quoted or named is taken from there.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from graphmem.extraction import lexicon
from graphmem.people import first_names, kin
from graphmem.wordlists import words

if TYPE_CHECKING:
    from spacy.tokens import Doc, Token

#: A well-known name for each length.
_NAMES = {
    len(name): name for name in ("Jo", "Tom", "John", "David", "Daniel", "Michael", "Jonathan", "Christine", "Jacqueline", "Christopher")
}  # fmt: skip
_OWNERS = words("my our his her their your 's ’s")
_OPENING = words(". ! ? ; : and but so while because")
#: What follows "'s" where it is a verb and not a possessive.
_AFTER_IS = words("a an the my our his her their your not from called named nicknamed") | lexicon.LASTING
_AFTER_NUMBER = words("now today already years year this next in on and but or , . ! ?") | {""}
_AUXILIARIES = words(
    "is was has had will does did got went came said told bought made took gave left kept felt isn wasn doesn hasn"
)
#: Past how many words a possessive still belongs to a relation: "my very best old friend".
_NEAR = 4


def put(doc: Doc) -> Doc:
    """The tokens with stand-ins in place, before anything else has read them."""
    texts = [_stand_in(token) or token.text for token in doc]
    if all(text == token.text for text, token in zip(texts, doc, strict=True)):
        return doc
    return type(doc)(doc.vocab, words=texts, spaces=[bool(token.whitespace_) for token in doc])


def _stand_in(token: Token) -> str:
    if token.lower_ in ("'s", "’s"):
        return "is" if token.i and _is_verb(token) else ""
    if token.is_alpha and _reads_badly(token) and (_is_beside_relation(token) or _is_doing(token)):
        return _NAMES.get(len(token), "")
    return ""


def _word(token: Token, step: int) -> str:
    at = token.i + step
    return token.doc[at].lower_ if 0 <= at < len(token.doc) else ""


def _is_verb(mark: Token) -> bool:
    """Whether an "'s" is an "is": "Ana's a nurse", "Miso's five now", "Clara's eight years old"."""
    if _word(mark, 1) in _AFTER_IS:
        return _word(mark, -1) not in ("let", "what", "who", "where", "how")
    return _is_number(mark, 1) and _word(mark, 2) in _AFTER_NUMBER


def _is_number(token: Token, step: int) -> bool:
    return _word(token, step).isdigit() or _word(token, step) in lexicon.NUMBERS


def _reads_badly(token: Token) -> bool:
    """Whether a word may be a name the parser does not know; names it knows stay."""
    if token.text[0].isupper() and token.lower_ in first_names.WORD_NAMES:
        return True
    if token.lower_ in lexicon.ENGLISH or token.lower_ in lexicon.NOT_NAMES or token.lower_ in lexicon.CALENDAR:
        return False
    if not token.text[0].isupper():
        if token.lower_ in first_names.PET_NAMES and _word(token, -1) in kin.PETS:
            return True
        known = token.lower_ in first_names.FEMALE_NAMES or token.lower_ in first_names.MALE_NAMES
        return (known and token.lower_ not in first_names.WORD_NAMES) or not token.text[0].islower()
    listed = token.lower_ in first_names.FEMALE_NAMES or token.lower_ in first_names.MALE_NAMES
    return not (listed and token.is_ascii)


def _is_beside_relation(token: Token) -> bool:
    """ "My friend Will", "my boyfriend marco", "her aunt April"."""
    relation = _word(token, -1)
    if relation not in kin.RELATIONS and relation not in kin.LOOSE_RELATIONS:
        return False
    return any(_word(token, -back) in _OWNERS for back in range(2, _NEAR + 2))


def _is_doing(token: Token) -> bool:
    """ "Rose works at the library": a name that is a word or foreign, at the start, and what only somebody does after it."""
    if token.i and _word(token, -1) not in _OPENING and not token.doc[token.i - 1].is_space:
        return False
    follows = _word(token, 1)
    if (
        follows in ("is", "'s")
        and token.text[0].isupper()
        and _is_number(token, 2)
        and _word(token, 3) in _AFTER_NUMBER
    ):
        return True
    if token.lower_ in first_names.MASS_NAMES:
        return follows in lexicon.PERSONS_DO or _is_relative(token)
    if token.lower_ in first_names.WORD_NAMES or (not token.is_ascii and not token.text[0].islower()):
        return follows in _AUXILIARIES or follows in lexicon.PERSONS_DO
    return False


def _is_relative(token: Token) -> bool:
    """ "April is my aunt", "Grace is my daughter's best friend"."""
    owned = _word(token, 1) in ("is", "was") and _word(token, 2) in _OWNERS
    relations = kin.RELATIONS | kin.LOOSE_RELATIONS
    return owned and any(_word(token, ahead) in relations for ahead in range(3, _NEAR + 4))

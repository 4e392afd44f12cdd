"""A verb's lemma, with what the lemmatizer gets wrong put right."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from spacy.tokens import Token

#: What the lemmatizer leaves of "im" and "they're" without their apostrophes, and what it makes of "hates".
_CONTRACTED = dict.fromkeys(("m", "'m", "re", "'re", "s", "'s"), "be") | {"hat": "hate", "wanna": "want"}
#: Forms whose lemma is another verb's.
_FORMS = {"hoping": "hope", "hoped": "hope", "got": "get", "gotten": "get", "retook": "retake"}


# "blogging" comes out as "blogge".
_DOUBLED = re.compile(r"([bdgmnprtz])\1e$")


def lemma_of(verb: Token) -> str:
    """A verb's lemma in lower case, with what the lemmatizer gets wrong put right."""
    lemma = verb.lemma_.lower()
    return _FORMS.get(verb.lower_) or _CONTRACTED.get(lemma) or _DOUBLED.sub(r"\1", lemma)

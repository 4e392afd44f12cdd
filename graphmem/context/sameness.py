"""Whether two lines say the same, so that nothing stands in a context twice.

Equal words are the same whatever the capitals, the punctuation and the words that only add stress. Different numbers,
names and speakers are different: "SR-052 is late" is not "SR-053 is late", and two people may both love jazz.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from graphmem.terms import terms
from graphmem.types import Fact, Message

#: Words that only add stress or begin a sentence.
_STRESS = frozenset(
    [
        "really",
        "very",
        "so",
        "just",
        "also",
        "oh",
        "well",
        "hey",
        "hi",
        "actually",
        "definitely",
        "truly",
        "again",
        "still",
    ]
)
_SENTENCE_END = re.compile(r"(?<=[.!?…])\s+|(?<=[。！？])|\n+")
_NEXT = " / "
_AROUND = ".,!?;:…\"“”„'‘’()[]{}*_~`–—"


@dataclass(frozen=True, slots=True)
class Saying:
    """Words and whose they are; `who` is compared as it is shown."""

    who: str
    words: str


class Heard:
    """All that has been said so far, by whom; asking whether something was is one search in a speaker's words."""

    def __init__(self, sayings: Iterable[Saying] = ()) -> None:
        self._by: dict[str, str] = {}
        for saying in sayings:
            self.hear(saying)

    def hear(self, saying: Saying) -> None:
        """Take in what somebody says."""
        self._by[saying.who] = self._by.get(saying.who, _NEXT) + saying.words + _NEXT

    def __contains__(self, saying: Saying) -> bool:
        """Whether the same speaker, as shown, says these sentences already, among others or alone."""
        return f"{_NEXT}{saying.words}{_NEXT}" in self._by.get(saying.who, "")


NOTHING = Saying("", "")


def words(text: str) -> str:
    """The words two texts have in common that say the same, sentence by sentence; empty when there are none."""
    return _NEXT.join(filter(None, map(_bare, _SENTENCE_END.split(text))))


def _bare(sentence: str) -> str:
    said = [bare for word in sentence.casefold().split() if (bare := word.strip(_AROUND))]
    return " ".join([word for word in said if word not in _STRESS] or said)


def tells(message: Message, fact: Fact, names: frozenset[str]) -> bool:
    """Whether a message, quoted whole, says all that the fact's line would: in the same terms where it states it, and no time.

    `names` are the terms of who speaks, whom the fact names and the message calls "I".
    """
    if fact.certainty != "certain" or any(period.start_stated or period.end for period in fact.periods):
        return False
    meant = frozenset(terms(fact.sentence)) - names
    return any(meant <= frozenset(terms(message.text[start:end])) for start, end in _spans(message, fact))


def told(message: Message, facts: Sequence[Fact], names: frozenset[str]) -> bool:
    """Whether these facts, which it states, say all that the message does."""
    stated = [fact for fact in facts if _spans(message, fact)]
    said = {term for fact in stated for term in terms(fact.sentence)} | names
    return bool(stated) and frozenset(terms(message.text)) <= said


def _spans(message: Message, fact: Fact) -> list[tuple[int, int]]:
    of_it = (source for source in fact.sources if source.message_id == message.id and source.stance == "holds")
    return [(source.start, source.end) for source in of_it]

"""Which of many rules a text needs: most texts hold none of the words that most rules go by, and no number."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Sequence

from graphmem.privacy.rule import Rule

#: The shortest that any number is which a rule goes by.
_NUMBER = re.compile(r"\d(?:[ \u00a0\u202f.\-/]?[\dA-Za-z]){6}")


class Sieve:
    """Rules by the words they go by, each of which is looked for once a text."""

    def __init__(self, rules: Sequence[Rule]) -> None:
        self._rules = tuple(rules)
        self._by_nothing = [place for place, rule in enumerate(self._rules) if not rule.words]
        by_word: dict[str, list[int]] = defaultdict(list)
        for place, rule in enumerate(self._rules):
            for word in rule.words:
                by_word[word].append(place)
        self._by_word = tuple((word, tuple(places)) for word, places in by_word.items())

    def left(self, text: str) -> list[Rule]:
        """The rules that may find something in the text, in their order."""
        lowered, number = text.lower(), _NUMBER.search(text) is not None
        places = set(self._by_nothing)
        for word, those in self._by_word:
            if word in lowered:
                places.update(those)
        return [self._rules[place] for place in sorted(places) if number or not self._rules[place].numeric]

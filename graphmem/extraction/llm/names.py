"""Whom a name in a reply means: the speaker, a relative, or a name that really stands in the messages; nothing else.

A model invents names, or remembers them from its examples. A name that occurs neither in the message nor in what was shown before
it is not taken over.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace

from graphmem.extraction.voices import Voice
from graphmem.people.kin import RELATIONS, SYNONYMS
from graphmem.types import Mention, Message

_ME = frozenset({"me", "i", "myself", "my", "the user", "user", "the speaker", "speaker"})
_YOU = frozenset({"you", "the assistant", "assistant", "yourself"})
#: A model that leaves a pronoun names nobody.
_PRONOUNS = frozenset(
    [
        "he",
        "him",
        "his",
        "she",
        "her",
        "hers",
        "it",
        "its",
        "they",
        "them",
        "their",
        "theirs",
        "we",
        "us",
        "our",
        "someone",
        "somebody",
        "everyone",
        "this",
        "that",
        "these",
        "those",
    ]
)
_OWNED = re.compile(r"(?P<owner>my|our|your|.+?['’]s?)\s+(?P<what>[^\s].*)", re.IGNORECASE)
_ARTICLE = re.compile(r"^(?:the|a|an|some)\s+", re.IGNORECASE)
_NAMED_KINDS = frozenset({"Person", "Place", "Organization"})

#: The kinds the prompt names.
KINDS = ("Person", "Animal", "Place", "Organization", "Event", "Food", "Language", "Thing")

#: How sure a kind is that a model gave.
_SURE = 0.75


@dataclass
class Names:
    """The mentions of one message, entered as claims name them. A kind that is none of `kinds`, by its name in small letters, is a Thing."""

    message: Message
    voice: Voice
    earlier: Sequence[Message]
    kinds: Mapping[str, str] = field(default_factory=lambda: {kind.casefold(): kind for kind in KINDS})
    mentions: list[Mention] = field(default_factory=list)

    def mention(self, name: str, kind: str, quote: tuple[int, int]) -> int | None:
        """The number of the mention a name comes to; None when it names nobody that was spoken of."""
        said = " ".join(name.split()).strip(' .,;:!?"“”')
        word = said.casefold()
        if not said or word in _PRONOUNS:
            return None
        if word in _ME or word in _YOU:
            template = self.voice.me if word in _ME else self.voice.you
            return self._enter(replace(template, surface=said, start=quote[0], end=quote[1]))
        owned = _OWNED.fullmatch(said)
        if owned is not None:
            return self._relative(owned, said, kind, quote)
        return self._named(said, kind)

    def _relative(self, owned: re.Match[str], said: str, kind: str, quote: tuple[int, int]) -> int | None:
        """ "my sister", "Ana's husband"; whatever else belongs to somebody is nobody, since everybody has a car."""
        relation = owned["what"].casefold()
        head = relation.rpartition(" ")[2]
        head = SYNONYMS.get(head, head)
        if head not in RELATIONS:
            return self._named(said, kind) if self._place(said) is not None else None
        by = owned["owner"].casefold()
        owner = {"my": "me", "our": "me", "your": "you"}.get(by, re.sub(r"['’]s?$", "", owned["owner"]))
        index = self.mention(owner, "Person", quote)
        if index is None:
            return None
        span = self._place(said) or quote
        return self._enter(Mention(said, *span, "relation", head, "Person", _SURE, owner=index))

    def _named(self, said: str, kind: str) -> int | None:
        kind = self.kinds.get(kind.strip().casefold(), "Thing")
        bare = _ARTICLE.sub("", said)
        proper = any(part[:1].isupper() for part in bare.split()) or kind in _NAMED_KINDS
        span = self._place(bare)
        if span is None and not self._taken_from_before(bare):
            return None
        start, end = span or (0, len(self.message.text))
        surface = self.message.text[start:end] if span else bare
        name = surface if span and proper else bare
        refers, sure = ("name", _SURE) if proper else ("thing", 0.5)
        return self._enter(Mention(surface, start, end, refers, name, kind, sure if kind != "Thing" else 0.2))  # type: ignore[arg-type]

    def _taken_from_before(self, name: str) -> bool:
        """Whether an earlier turn has the name."""
        return any(
            find(name, message.text) is not None or (message.speaker or "").casefold() == name.casefold()
            for message in self.earlier
        )

    def _place(self, said: str) -> tuple[int, int] | None:
        return find(said, self.message.text)

    def _enter(self, mention: Mention) -> int:
        if mention in self.mentions:
            return self.mentions.index(mention)
        self.mentions.append(mention)
        return len(self.mentions) - 1


def find(words: str, text: str) -> tuple[int, int] | None:
    """Where a text has these words, whatever its case and spacing, as whole words."""
    parts = [re.escape(part) for part in words.split()]
    if not parts:
        return None
    pattern = r"\s+".join(parts)
    opening = r"(?<!\w)" if words[0].isalnum() else ""
    closing = r"(?!\w)" if words[-1].isalnum() else ""
    found = re.search(f"{opening}{pattern}{closing}", text, re.IGNORECASE)
    return found.span() if found else None

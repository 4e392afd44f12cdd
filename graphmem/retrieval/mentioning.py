"""Which messages mention something of the kind a question asks for: a person where it asks who, a place where it asks for towns.

A message that says "Sara turned three" answers "what are the names of John's children?" without sharing a word with it, but the
graph knows that it mentions Sara, and that Sara is a person. Whom the question names itself is no answer, nor are
those who talk: they are mentioned everywhere.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from graphmem.retrieval.asking import lexicon
from graphmem.types import Mentioned, Message, Query, Question


def kinds(question: Question, query: Query) -> tuple[str, ...]:
    """The kinds of entities a question asks for, sorted; none where the graph is not asked.

    A word of somebody's name asks for nothing. Where only a name is asked for, it is that of a person or of an animal.
    """
    if "graph" not in query.channels:
        return ()
    names = {stem for entity in question.named for stem in lexicon.stems(entity.name).split()}
    asked = {kind for stem in lexicon.stems(question.standalone).split() for kind in _of(stem) if stem not in names}
    if not asked and "name" in question.wanted:
        asked = {"Animal", "Person"}
    return tuple(sorted(asked))


def _of(stem: str) -> tuple[str, ...]:
    return lexicon.kinds().get(stem, ())


def fitting(mentions: Mapping[str, Iterable[Mentioned]], read: Iterable[Message], question: Question) -> frozenset[str]:
    """The ids of the messages that mention somebody or something new, given all mentions of the kinds asked for."""
    if not mentions:
        return frozenset()
    named = {entity.id for entity in question.named}
    talking = {name for message in read for name in _called(message.speaker)}
    return frozenset(
        message
        for message, each in mentions.items()
        if any(one.id not in named and one.name.casefold() not in talking for one in each)
    )


def _called(speaker: str | None) -> tuple[str, ...]:
    """What a speaker is called: by the whole name, and by its first word."""
    whole = (speaker or "").casefold()
    return (whole, *whole.split()[:1])

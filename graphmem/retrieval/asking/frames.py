"""One utterance, read by its words: the sentence that asks, what of, and how much of it was left to the turns before.

"And Tom?" is elliptical: it takes over what the question before asked. "What do you recommend?" is bare: it asks about
whatever was spoken of. "Where does she live?" only needs to be told who she is.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Literal, cast

from graphmem.retrieval.asking import lexicon, times
from graphmem.retrieval.asking.kinship import Chain, chains
from graphmem.types import TimeAsked, Wanted

Leaning = Literal["none", "elliptical", "bare"]

#: Of a long text its beginning and its end are read: what is asked stands there.
EDGE = 600

#: A question of more words than this says what it asks.
_SHORT = 6

_SENTENCE = re.compile(r"[^.?!\n]+[.?!]*(?:(?<=[.])(?=\d)[^.?!\n]+[.?!]*)*")
_OPENING = re.compile(
    r"^(?:\s|,|and|or|but|so|ok|okay|yes|no|well|hm+|then|also|what about|how about|what of|anyway|please|by the way)*\b",
    re.IGNORECASE,
)
_SWAPPING = re.compile(
    r"^\W*(?:(?:and|or|but|so|ok|okay|well|then)\b[\s,]*)*(?:what about|how about|what of)\b", re.IGNORECASE
)
_QUESTION_WORD = re.compile(r"\b(?:who|whom|whose|where|when|what|which|why|how)\b", re.IGNORECASE)
_WHETHER = re.compile(
    r"^\W*(?:(?:and|so|but|ok)\s+)?(?:do|does|did|is|are|was|were|has|have|had|can|could|will|would)\b", re.IGNORECASE
)
_PRONOUN = re.compile(
    r"\b(?:he|him|his|she|her|hers|it|its|they|them|their|theirs|there|this|that|these|those)\b", re.IGNORECASE
)
_ASIDE = re.compile(
    r"\b(?:did i (?:say|tell|mention)(?: that)?|do i know|do you (?:know|remember|think)|can you tell me|i (?:forgot|mean|wonder)|"
    r"(?:could|would) you (?:tell|remind) me|remind me|tell me|let me know)\b",
    re.IGNORECASE,
)
#: "What does she do?" asks for this, "What did she do?" for what happened, and "What does she do to relax?" for neither.
_OCCUPATION = ("works_as", "is", "works_at")
_DOING = re.compile(
    r"(?i:\bdo(?:es|ing)?(?:,?\s+(?:now|nowadays|these days|currently|today|there|exactly|again|at the moment|at work|professionally))*)"
    r"(?:\s+(?:at|for)(?:\s+[A-Z][\w'’.-]*)+)?\W*$"
)
#: "What is it like?", "she looks like you": nobody likes anything.
_RESEMBLING = re.compile(
    r"\b(?:be|been|being|look\w*|feel\w*|felt|sound\w*|seem\w*|taste[sd]?|smell\w*)\s+(?:it\s+|that\s+)?like\b|"
    r"\bit like\b|\blike (?:that|this|(?:the|those|these) ones?)\b",
    re.IGNORECASE,
)
#: "What are her kids like?"; what she would or does like is something else.
_LIKE_WHAT = re.compile(
    r"\b(?:is|are|was|were)\b(?:(?!\b(?:do|does|did|would|will|might|may|could)\b)[^?.!])*(?P<like>\blike)(?=\W*$)",
    re.IGNORECASE,
)
#: "What does she have?" asks for what is hers, "What has she written?" does not.
_HAS = re.compile(r"\b(?:do|does|did|to|'ll|will|would|can|could)\b[^?.!]*\bhave\b", re.IGNORECASE)
_HAVING_DONE = re.compile(
    r"\b(?:have|has|had)\b((?:\s+[\w'’]+){0,6}?\s+(?:\w+ed|\w+en|been|gone|done|made|met|read|won|lost|bought|got|sold|had|said|told|thought|felt|left|kept|"
    r"found|built|taught|caught|brought|come|become|run|begun|sung|heard|held|spent|sent|put|cut|set|known|grown|drawn|shown|flown|worn)\b)",
    re.IGNORECASE,
)
#: Of somebody who is told by a relation, what they did or do is asked for, not the relation.
_DOES = re.compile(
    r"\b(?:what|when|where|why|how|which)\b[^?.!]*?\b(?:do|does|did|have|has|had|will|would|can|could|should)\b",
    re.IGNORECASE,
)
_SELF = re.compile(r"\b(?:i|me|mine|myself|we|us|ours)\b", re.IGNORECASE)
_MINE = re.compile(r"\b(?:my|our)\b", re.IGNORECASE)
_AGENT = re.compile(r"\byour\b|\bare you\b|\bdo you (?:like|love|live|work|have|play)\b", re.IGNORECASE)
_APART = re.compile(r"\b(?:else|other|others|another|besides|apart from|except|aside from|other than)\b", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Frame:
    """What an utterance asks by its own words.

    `asking` is its sentence that asks, `main` the same without an event that tells the time, and `rest` its other sentences.
    `relational` means that a relation itself is asked for ("Who is my boss?"), of its owner.
    """

    text: str
    asking: str
    main: str
    rest: str
    predicates: tuple[str, ...]
    wanted: frozenset[Wanted]
    time: TimeAsked
    chains: tuple[Chain, ...]
    pronouns: tuple[str, ...]
    leaning: Leaning
    relational: bool
    of_self: bool
    of_self_besides: bool
    of_agent: bool
    apart: bool


def frame(text: str, *, now: datetime, past: bool = False) -> Frame:
    """Read one utterance; `past` says that what it leaves out stood in the past tense."""
    short = text if len(text) <= 2 * EDGE else f"{text[:EDGE]} {text[-EDGE:]}"
    asking, rest = _asking(short)
    time, main = times.asked(asking, now=now, past=past)
    told = _ASIDE.sub(" ", main)
    found = chains(told)
    predicates = _predicates(told) or (_predicates(rest) if not found else ())
    wanted = frozenset(cast("Wanted", name) for name in lexicon.wanted().found(lexicon.stems(told)))
    if _WHETHER.search(told):
        wanted |= {"whether"}
    if "event" in wanted and not predicates and not (time.past or time.named):
        predicates, wanted = _OCCUPATION if _DOING.search(told) else (), wanted - {"event"}
    relational = not predicates and bool(found) and (bool(wanted & {"who", "name"}) or not _DOES.search(told))
    return Frame(
        text=short,
        asking=asking,
        main=told,
        rest=rest,
        predicates=_stating(found[-1]) if relational else predicates,
        wanted=wanted,
        time=time,
        chains=found or chains(rest),
        pronouns=tuple(match[0].lower() for match in _PRONOUN.finditer(told)),
        leaning=_leaning(told, rest, predicates),
        relational=relational,
        of_self=bool(_SELF.search(told)) or _is_mine(told, found),
        of_self_besides=bool(_SELF.search(_ASIDE.sub(" ", rest))),
        of_agent=bool(_AGENT.search(told)),
        apart=bool(_APART.search(told)),
    )


def _asking(text: str) -> tuple[str, str]:
    """The last sentence that asks, or else the last, and the others."""
    sentences = [match[0].strip() for match in _SENTENCE.finditer(text) if match[0].strip(" .?!")]
    if not sentences:
        return text.strip(), ""
    asking = [number for number, sentence in enumerate(sentences) if sentence.endswith("?")] or [len(sentences) - 1]
    telling = [number for number in asking if not _says_nothing(sentences[number])] or asking
    chosen = telling[-1]
    return sentences[chosen], " ".join(sentences[:chosen] + sentences[chosen + 1 :])


def _says_nothing(text: str) -> bool:
    """Whether a text has no word of its own: neither a pronoun nor anything that could be looked for."""
    return not _PRONOUN.search(text) and all(stem in lexicon.empty_words() for stem in lexicon.stems(text).split())


def _predicates(text: str) -> tuple[str, ...]:
    """The predicates asked for by the longest phrase, in the order of the table: "for a living" asks for no home."""
    resembling = _LIKE_WHAT.search(text)
    verbs = _RESEMBLING.sub(" ", text[: resembling.start("like")] if resembling else text)
    found = lexicon.predicates().found(lexicon.stems(verbs if _HAS.search(verbs) else _HAVING_DONE.sub(r"\1", verbs)))
    longest = max(found.values(), default=0)
    return tuple(name for name, size in found.items() if size == longest)


def _stating(chain: Chain) -> tuple[str, ...]:
    """The predicates that state the last relation of a chain, from either side."""
    relation = chain.relations[-1]
    return (*lexicon.relations().get(relation, (relation,)), *lexicon.inverses().get(relation, ()))


def _leaning(main: str, rest: str, predicates: tuple[str, ...]) -> Leaning:
    stems = lexicon.stems(main).split()
    told = [stem for stem in stems if stem not in lexicon.empty_words()]
    if not told and not predicates and not _names_someone(main) and _says_nothing(rest):
        return "bare"
    if _SWAPPING.search(main):
        return "elliptical"
    opened = _OPENING.sub("", main, count=1)
    if not predicates and not _QUESTION_WORD.search(opened) and not _WHETHER.search(opened) and len(stems) <= _SHORT:
        return "elliptical"
    return "none"


def _names_someone(text: str) -> bool:
    """ "And me?", "hers?", "and there?" swap one thing for another; "do you think so?" does not."""
    return bool(
        re.search(
            r"\b(?:me|i|mine|he|him|his|she|her|hers|they|them|theirs|there|before|earlier)\W*$", text, re.IGNORECASE
        )
    )


def _is_mine(text: str, found: tuple[Chain, ...]) -> bool:
    """ "My flat" is about oneself, "my sister" about her."""
    owned = sum(chain.owner == "self" for chain in found)
    return len(_MINE.findall(text)) > owned


def inherited(own: Frame, before: Frame) -> Frame:
    """An elliptical question with what it leaves out taken over from the question before."""
    if own.leaning != "elliptical":
        return own
    keeps = own.relational and before.relational
    return replace(
        own,
        predicates=own.predicates
        if keeps or (own.predicates and not own.relational)
        else before.predicates or own.predicates,
        relational=keeps,
        wanted=own.wanted | before.wanted,
        time=own.time if own.time.named or own.time.order else before.time,
    )

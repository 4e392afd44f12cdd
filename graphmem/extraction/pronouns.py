"""Whom a pronoun stands for: the last one it can stand for, in this message and then in those before.

Within the nearest sentence that has a candidate its grammatical subject is preferred. A pronoun nothing fits stands for
nothing, and what is said of it is left out: a missing fact can be told again, a wrong one misleads.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Literal

from graphmem.extraction.book import tied
from graphmem.extraction.page import Page
from graphmem.people import first_names, kin
from graphmem.types import Mention
from graphmem.wordlists import words

if TYPE_CHECKING:
    from spacy.tokens import Token

Gender = Literal["f", "m"]
Wanted = Literal["f", "m", "it", "they", "someone"]

_FIRST = words("i me my mine myself im we us our ours")
_SECOND = words("you your yours yourself u ya ur")
_THIRD: dict[str, Wanted] = {
    "he": "m", "him": "m", "his": "m", "himself": "m", "she": "f", "her": "f", "hers": "f", "herself": "f", "it": "it", "its": "it",
    "they": "they", "their": "they", "them": "they",
}  # fmt: skip
#: How sure a kind must be for "it" to stand for something of it.
_SURE = 0.55
#: How far back in a message an antecedent may lie, in sentences, and how many mentions are looked at.
_FAR, _WINDOW = 5, 100


@dataclass(frozen=True, slots=True)
class _Scene:
    """The mentions of one message, which are tied to which, and of which something was told."""

    mentions: Sequence[Mention]
    ties: Mapping[int, AbstractSet[int]]
    told: AbstractSet[int]


def is_first(token: Token) -> bool:
    """Whether a token is a first person pronoun or possessive."""
    return token.lower_ in _FIRST


def is_second(token: Token) -> bool:
    """Whether a token is a second person pronoun or possessive."""
    return token.lower_ in _SECOND


def resolve(page: Page, token: Token) -> int | None:
    """The mention a pronoun makes, None if it is nobody's."""
    word = token.lower_
    if word in ("us", "ourselves"):
        return None
    if word in _FIRST:
        return page.mention(page.voice.me, token, token)
    if word in _SECOND:
        return page.mention(page.voice.you, token, token)
    wanted = _THIRD.get(word)
    if wanted is None or (wanted == "it" and token.dep_ not in ("nsubj", "nsubjpass", "poss")):
        return None
    if word == "them" and token.dep_ in ("dobj", "pobj"):
        return _several(page, token)
    found = _here(page, token, wanted)
    return _before(page, token, wanted) if found is None else found


def unspoken(page: Page, verb: Token) -> int | None:
    """Whom a verb is about that leaves them out: "Loves her new job" is said of whoever was last spoken of."""
    found = _here(page, verb, "someone")
    return _before(page, verb, "someone") if found is None else found


def _several(page: Page, token: Token) -> int | None:
    """ "Tom hates olives. I love them": the things last spoken of, if there are only those."""
    book = page.book
    objects = {claim.object for claim in book.claims}
    near = [
        index
        for index, mention in enumerate(book.mentions)
        if book.sentence - book.sentences[index] <= 1 and mention.end <= page.base + token.idx
    ]
    things = [index for index in near if index in objects and _is_plural(book.mentions[index])]
    people = any(book.mentions[index].kind == "Group" for index in near)
    return enter(page, token, book.mentions, things[0]) if len(things) == 1 and not people else None


def _is_plural(mention: Mention) -> bool:
    return mention.refers == "thing" and mention.name.endswith("s") and not mention.name.endswith(("ss", "us", "is"))


def _here(page: Page, token: Token, wanted: Wanted) -> int | None:
    book = page.book
    near = [
        index
        for index in range(max(0, len(book.mentions) - _WINDOW), len(book.mentions))
        if book.sentence - book.sentences[index] <= _FAR and book.mentions[index].end <= page.base + token.idx
    ]
    found = _fitting(page, _Scene(book.mentions, book.ties, book.subjects), near, wanted)
    if not found:
        return None
    nearest = max(book.sentences[index] for index in found)
    chosen = _salient([index for index in found if book.sentences[index] == nearest], book.subjects)
    return enter(page, token, book.mentions, chosen)


def _before(page: Page, token: Token, wanted: Wanted) -> int | None:
    for past in page.history:
        said = past.extraction
        scene = _Scene(said.mentions, tied(said.same), {claim.subject for claim in said.claims})
        found = _fitting(page, scene, range(len(said.mentions)), wanted)
        if found:
            page.book.used.add(said.message_id)
            return enter(page, token, said.mentions, _salient(found, scene.told))
    return None


def _salient(found: Sequence[int], told: AbstractSet[int]) -> int:
    """The last that something was said of, or else the last."""
    return next((index for index in reversed(found) if index in told), found[-1])


def _fitting(page: Page, scene: _Scene, among: Sequence[int], wanted: Wanted) -> list[int]:
    """Those of some mentions that a pronoun can stand for, in the order of the text."""
    taken = {page.voice.me.name, page.voice.you.name} - {""}
    found = [index for index in among if scene.mentions[index].name not in taken and _fits(scene, index, wanted)]
    return sorted(found, key=lambda index: (scene.mentions[index].start, index))


def _fits(scene: _Scene, index: int, wanted: Wanted) -> bool:
    if wanted == "it":
        return _is_it(scene.mentions[index], index in scene.told)
    if wanted == "they":
        return scene.mentions[index].refers == "relation" and scene.mentions[index].kind == "Group"
    return _is_someone(scene.mentions[index]) and (wanted == "someone" or _gender(scene, index) in (None, wanted))


def _is_someone(mention: Mention) -> bool:
    return mention.refers in ("name", "relation") and mention.kind in ("Person", "Animal")


def _is_it(mention: Mention, told: bool) -> bool:
    if mention.refers == "thing":
        return told
    named = mention.refers == "name" and mention.kind_confidence >= _SURE
    return named and mention.kind not in ("Person", "Place", "Agent", "Group", "Language")


def _gender(scene: _Scene, index: int) -> Gender | None:
    """What is known of a gender: by relation word, through a sameness ("my sister Robin"), or by first name."""
    relations = [other for other in scene.ties.get(index, ()) if scene.mentions[other].refers == "relation"]
    for other in (*sorted(relations), index):
        known = _named_gender(scene.mentions[other])
        if known is not None:
            return known
    return None


def _named_gender(mention: Mention) -> Gender | None:
    words = mention.name.lower().split()
    if not words:
        return None
    relation = mention.refers == "relation"
    said = words[-1] if relation else words[0]
    if said in (kin.FEMALE_RELATIONS if relation else first_names.FEMALE_NAMES):
        return "f"
    return "m" if said in (kin.MALE_RELATIONS if relation else first_names.MALE_NAMES) else None


def enter(page: Page, token: Token, mentions: Sequence[Mention], index: int) -> int:
    """Enter a token as what a mention refers to, owners included."""
    mention = mentions[index]
    owner = None if mention.owner is None else enter(page, token, mentions, mention.owner)
    return page.mention(replace(mention, owner=owner), token, token)

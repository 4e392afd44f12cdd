"""A question and the turns before it become one question that stands alone.

What was heard may name many; the entities that memory knows settle whom the words, the pronouns and what was left out mean.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from functools import cache

from graphmem.people import kin
from graphmem.retrieval import linking
from graphmem.retrieval.asking import lexicon, times
from graphmem.retrieval.asking.antecedents import Spoken
from graphmem.retrieval.asking.frames import frame
from graphmem.retrieval.asking.hearing import Heard
from graphmem.retrieval.asking.kinship import Chain
from graphmem.retrieval.asking.weighing import OWNER, weighed
from graphmem.retrieval.linking import Naming
from graphmem.terms import STOP_WORDS, terms
from graphmem.types import SELF, Entity, Path, Question

#: The most terms that are borrowed from the turns.
_MOST_BORROWED = 40

#: What only introduces the matter of a turn: "I would like to cook" is about cooking.
_WISHING = re.compile(
    r"\b(?:i(?:'d| would| want| have| need|'m| am)?|we|you|would you|let's|do you|should i)\s+(?:(?:like|want|need|have|going|trying)\s+)?to\b|"
    r"\bi (?:want|need|have)\b|\bwould (?:i|you|we) like to\b",
    re.IGNORECASE,
)


def understood(said: Heard, known: Sequence[Entity]) -> Question:
    """The question that stands alone, given the entities known by any of `said.keys`."""
    own, now = said.own, said.now
    spoken = _spoken(said, known)
    me = next((entity for entity in known if SELF in entity.keys), None)
    weights, stands_for = weighed(said, known, spoken, me)
    events = {naming.entity.id: OWNER for naming in linking.placed(said.events, known)}
    everyone = {entity.id: entity for entity in known}
    apart = _apart(said, spoken, me, weights)
    stretch = times.spoken_of((turn.text for turn in said.turns), now=now) if own.time.then else None
    time = replace(own.time, when=stretch) if stretch else own.time
    if own.leaning == "bare":
        time = replace(time, past=any(frame(turn.text, now=now).time.past for turn in said.turns))
    merged = {**events, **weights}
    ordered = sorted(merged, key=lambda each: (-merged[each], everyone[each].name, each))
    return Question(
        text=said.text,
        standalone=_standalone(said, stands_for),
        now=now,
        named=tuple(everyone[each] for each in ordered),
        weights={each: merged[each] for each in ordered},
        apart=apart,
        paths=_paths(said, known, stands_for, me),
        predicates=own.predicates or _spoken_predicates(said),
        relational=own.relational,
        wanted=own.wanted,
        time=time,
        moment=times.moment(time.when, now) if time.when else None,
        borrowed=_borrowed(said),
        just_said=said.just_said,
        unmet=_unmet(said, known),
    )


def _apart(said: Heard, spoken: Spoken, me: Entity | None, weights: Mapping[str, float]) -> frozenset[str]:
    """Who "else", or "besides me": those spoken of already are not the answer."""
    if not said.own.apart:
        return frozenset()
    besides_me = re.search(
        r"\b(?:besides|except|apart from|other than) (?:me|myself|us)\b", said.own.asking, re.IGNORECASE
    )
    mine = {me.id} if me is not None and besides_me else set()
    return frozenset({entity.id for entity in spoken.everyone() if entity.id not in weights} | mine)


def _paths(
    said: Heard, known: Sequence[Entity], stands_for: Mapping[str, Entity], me: Entity | None
) -> tuple[Path, ...]:
    """Chains that no key leads to the end of, from the last step that is known."""
    bearers = _bearers(known)
    found = []
    for chain in _all_chains(said):
        steps = [_starts(chain, known, stands_for, me), *(bearers.get(key, ()) for key in chain.keys)]
        last = max((number for number, ids in enumerate(steps) if ids), default=None)
        if last is None or (last == len(chain.relations) and not chain.pronoun):
            continue
        found.append(Path(steps[last], chain.relations[last:]))
    return tuple(dict.fromkeys(found))


def _all_chains(said: Heard) -> Iterable[Chain]:
    return said.own.chains


def _unmet(said: Heard, known: Sequence[Entity]) -> tuple[str, ...]:
    """Words written as names are that name nobody known, and relations that lead to nobody by name."""
    named = linking.placed((*said.candidates, *said.events), known)
    borne = {word for naming in named for alias in naming.entity.aliases for word in linking.words(alias)}
    capitals = [word for word in lexicon.words(said.own.main)[1:] if word[0].isupper() and len(word) > 1]
    plain = [
        word for word in capitals if word.lower() not in STOP_WORDS and lexicon.stem(word) not in lexicon.known_stems()
    ]
    bearers = _bearers(known)
    relations = [chain.relations[-1] for chain in said.own.chains if not bearers.get((chain.keys or ("",))[-1])]
    return (*(word for word in plain if not set(linking.words(word.removesuffix("'s"))) & borne), *relations)


def _bearers(known: Sequence[Entity]) -> dict[str, tuple[str, ...]]:
    found: dict[str, tuple[str, ...]] = {}
    for entity in known:
        for key in entity.keys:
            found[key] = (*found.get(key, ()), entity.id)
    return found


def _starts(
    chain: Chain, known: Sequence[Entity], stands_for: Mapping[str, Entity], me: Entity | None
) -> tuple[str, ...]:
    if chain.pronoun:
        entity = stands_for.get(chain.owner)
        return (entity.id,) if entity else ()
    if chain.owner == SELF:
        return (me.id,) if me else ()
    return tuple(naming.entity.id for naming in linking.placed(linking.candidates(chain.owner), known))


def _spoken(said: Heard, known: Sequence[Entity]) -> Spoken:
    """Who and what was spoken of, the latest first: in the question's other sentences, then turn by turn."""
    named = [candidate for candidate in linking.candidates(said.own.rest) if candidate.key != SELF]
    rest = linking.placed(named, known)
    turns = [_in_order(linking.placed(turn.candidates, known)) for turn in said.turns]
    return Spoken((_in_order(rest), *turns))


def _in_order(namings: Iterable[Naming]) -> tuple[Entity, ...]:
    placed = sorted(namings, key=lambda naming: naming.start)
    return tuple(naming.entity for naming in placed)


def _standalone(said: Heard, stands_for: Mapping[str, Entity]) -> str:
    """The question with names for its pronouns, and the words it takes over; nothing where "why?" follows nothing."""
    text = said.own.text
    if not said.turns and all(word.lower() in STOP_WORDS for word in lexicon.words(text)):
        return ""
    for pronoun, entity in stands_for.items():
        name = f"{entity.name}'s" if pronoun in ("his", "its", "hers", "their", "theirs") else entity.name
        text = re.sub(rf"\b{pronoun}\b", lambda _, name=name: name, text, count=1, flags=re.IGNORECASE)  # type: ignore[misc]
    if said.own.leaning == "elliptical" and said.before is not None:
        return f"{text} {_topic(said.before.main)}".strip()
    return text


def _topic(text: str) -> str:
    """The words of a question but its names: what an elliptical one takes over."""
    kept = [word for word in lexicon.words(text) if not word[:1].isupper() and word.lower() not in STOP_WORDS]
    return " ".join(kept)


def _spoken_predicates(said: Heard) -> tuple[str, ...]:
    """What a bare question may ask for: what the turns spoke of, the newest first."""
    if said.own.leaning != "bare":
        return ()
    told = (_WISHING.sub(" ", turn.text) for turn in said.turns)
    return tuple(dict.fromkeys(name for text in told for name in frame(text, now=said.now).predicates))


def _borrowed(said: Heard) -> tuple[str, ...]:
    """Terms of the turns that a bare question may be about."""
    if said.own.leaning != "bare":
        return ()
    found = dict.fromkeys(term for turn in said.turns for term in terms(turn.text))
    return tuple(term for term in found if term not in _naming())[:_MOST_BORROWED]


@cache
def _naming() -> frozenset[str]:
    """Words that only say whom is meant."""
    return frozenset(
        term for word in kin.RELATIONS | kin.LOOSE_RELATIONS | frozenset(kin.SYNONYMS) for term in terms(word)
    )

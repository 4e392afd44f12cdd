"""A question and the turns before it become one question that stands alone.

Two steps around the one read that tells which names are known: `heard` collects what may be named, `understood` settles
whom the words, the pronouns and what was left out mean.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from functools import cache

from graphmem.people import kin
from graphmem.retrieval import linking
from graphmem.retrieval.asking import lexicon, times
from graphmem.retrieval.asking.antecedents import Spoken, fitting, wanted_by
from graphmem.retrieval.asking.frames import Frame, frame, inherited
from graphmem.retrieval.asking.kinship import Chain
from graphmem.retrieval.linking import Candidate, Naming
from graphmem.terms import STOP_WORDS, terms
from graphmem.types import AGENT, SELF, Entity, Message, Path, Question

#: How many turns before a question are looked at, the newest first.
TURNS = 4

#: The share of a turn, at either end, in which names are looked for, in characters.
_TURN_EDGE = 300

#: How many elliptical questions in a row are followed back to the one that says what is asked.
_DEEPEST = 3

#: What those weigh that are not asked about themselves: the owner in "my sister", the other names of a question, what an
#: elliptical question takes over, and each turn further back.
_OWNER, _INCIDENTAL, _TAKEN_OVER, _FURTHER = 0.2, 0.35, 0.5, 0.7

#: The most terms that are borrowed from the turns.
_MOST_BORROWED = 40

_ORDINAL = re.compile(
    r"\bthe (?P<which>first|former|second|latter|last) (?:one|of them|person)\b|\bthe (?P<bare>former|latter)\b",
    re.IGNORECASE,
)


#: What only introduces the matter of a turn: "I would like to cook" is about cooking.
_WISHING = re.compile(
    r"\b(?:i(?:'d| would| want| have| need|'m| am)?|we|you|would you|let's|do you|should i)\s+(?:(?:like|want|need|have|going|trying)\s+)?to\b|"
    r"\bi (?:want|need|have)\b|\bwould (?:i|you|we) like to\b",
    re.IGNORECASE,
)


@dataclass(frozen=True, slots=True)
class Turn:
    """A turn before the question, as far as it was looked at."""

    text: str
    of_user: bool
    candidates: tuple[Candidate, ...]
    of_self: bool


@dataclass(frozen=True, slots=True)
class Heard:
    """A question before anything was read: its frame, what it takes over, and every name that may be known."""

    text: str
    now: datetime
    own: Frame
    before: Frame | None
    candidates: tuple[Candidate, ...]
    events: tuple[Candidate, ...]
    turns: tuple[Turn, ...]
    just_said: frozenset[str]

    @property
    def keys(self) -> tuple[str, ...]:
        """What to ask the store for."""
        every = [self.candidates, self.events, *(turn.candidates for turn in self.turns)]
        found = (SELF, AGENT) if self.own.of_agent else (SELF,)
        return tuple(dict.fromkeys([*found, *linking.keys(candidate for each in every for candidate in each)]))


def heard(text: str, *, now: datetime, turns: Sequence[Message] = ()) -> Heard:
    """Read a question and, if it leans on them, the turns before it, oldest first."""
    own = frame(text, now=now)
    leaning = (
        own.leaning != "none" or bool(own.pronouns) or own.time.then or own.apart or bool(_ORDINAL.search(own.asking))
    )
    recent = (
        [turn for turn in turns if turn.role in ("user", "assistant") and turn.text.strip()][-TURNS:] if leaning else []
    )
    before = _before(recent, now)
    if before is not None and before.time.past and own.leaning != "none":
        own = frame(text, now=now, past=True)
    main = own.text if not own.time.event else own.text.replace(own.time.event, " ")
    return Heard(
        text=text,
        now=now,
        own=inherited(own, before) if before else own,
        before=before,
        candidates=linking.candidates(main),
        events=linking.candidates(own.time.event) if own.time.event else (),
        turns=tuple(_turn(turn) for turn in reversed(recent)),
        just_said=frozenset(turn.id for turn in turns),
    )


def _before(recent: Sequence[Message], now: datetime) -> Frame | None:
    """The last question of the user, itself completed by those before it."""
    asked = [turn for turn in recent if turn.role == "user"]
    found: Frame | None = None
    for turn in asked[-_DEEPEST:]:
        own = frame(turn.text, now=now)
        found = inherited(own, found) if found else own
    return found


def _turn(message: Message) -> Turn:
    text = (
        message.text
        if len(message.text) <= 2 * _TURN_EDGE
        else f"{message.text[:_TURN_EDGE]} {message.text[-_TURN_EDGE:]}"
    )
    user = message.role == "user"
    whole = linking.candidates(text) if user else linking.candidates(linking.capitalised(text))
    of_self = any(candidate.key == SELF for candidate in whole) and user
    return Turn(text, user, tuple(candidate for candidate in whole if candidate.key != SELF), of_self)


def understood(said: Heard, known: Sequence[Entity]) -> Question:
    """The question that stands alone, given the entities known by any of `said.keys`."""
    own, now = said.own, said.now
    spoken = _spoken(said, known)
    me = next((entity for entity in known if SELF in entity.keys), None)
    weights, stands_for = _named(said, known, spoken, me)
    events = {naming.entity.id: _OWNER for naming in linking.placed(said.events, known)}
    everyone = {entity.id: entity for entity in known}
    apart = _apart(said, spoken, me, weights)
    stretch = times.spoken_of((turn.text for turn in said.turns), now=now) if own.time.then else None
    time = replace(own.time, when=stretch) if stretch else own.time
    if own.leaning == "bare":
        time = replace(time, past=True)
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
    )


def _named(
    said: Heard, known: Sequence[Entity], spoken: Spoken, me: Entity | None
) -> tuple[dict[str, float], dict[str, Entity]]:
    """Whom the question is about, with weights, and whom its pronouns stand for."""
    own = said.own
    weights: dict[str, float] = {}
    for entity, weight in _own_names(said, known):
        weights[entity.id] = max(weight, weights.get(entity.id, 0.0))
    stands_for = _pronouns(said, spoken, [entity for entity in known if entity.id in weights])
    for pronoun, entity in stands_for.items():
        weights[entity.id] = 1.0
        for other in spoken.also(wanted_by(pronoun), entity):
            weights.setdefault(other.id, _TAKEN_OVER)
    ordinal = _ORDINAL.search(own.asking)
    if ordinal and (chosen := spoken.place((ordinal["which"] or ordinal["bare"]).lower())):
        weights[chosen.id] = 1.0
    if own.leaning == "elliptical":
        _take_over(weights, said, known)
    elif own.leaning == "bare" or (said.turns and not weights and not own.of_self):
        _take_all(weights, said, known)
    if me is not None and (weight := _weight_of_self(weights, said)):
        weights[me.id] = max(weight, weights.get(me.id, 0.0))
    if own.of_agent:
        weights.update({entity.id: 0.5 for entity in known if AGENT in entity.keys})
    return weights, stands_for


def _own_names(said: Heard, known: Sequence[Entity]) -> Iterator[tuple[Entity, float]]:
    """The entities of the question itself; owners of a relation that is asked through weigh less."""
    through = {key for chain in said.own.chains for key in _owners(chain, said.own.relational)}
    asking = linking.placed(linking.candidates(said.own.main), known)
    asked = {naming.entity.id for naming in asking}
    for naming in linking.placed(said.candidates, known):
        entity = naming.entity
        if SELF in entity.keys and not _called(entity, said.text):
            continue
        owner = bool(through & set(entity.keys))
        yield entity, _OWNER if owner else 1.0 if entity.id in asked or not asked else _INCIDENTAL


def _owners(chain: Chain, relational: bool) -> Iterator[str]:
    """The keys a chain only passes through. Where the relation itself is asked for, the last owner is who is asked about."""
    steps = (*(() if chain.pronoun else _start_keys(chain)), *chain.keys)
    yield from steps[: -2 if relational else -1]


def _start_keys(chain: Chain) -> tuple[str, ...]:
    return (SELF,) if chain.owner == SELF else (f"n:{chain.owner.lower()}",)


def _called(entity: Entity, text: str) -> bool:
    """Whether the self is named by name."""
    lowered = text.lower()
    return any(
        re.search(rf"\b{re.escape(alias.lower())}\b", lowered)
        for alias in entity.aliases
        if alias.lower() not in ("i", "me", "my")
    )


def _pronouns(said: Heard, spoken: Spoken, named: Sequence[Entity]) -> dict[str, Entity]:
    """Whom each pronoun of the question stands for; one that somebody the question names fits is not looked for elsewhere."""
    found: dict[str, Entity] = {}
    for pronoun in said.own.pronouns:
        want = wanted_by(pronoun)
        if want is None or any(fitting(entity, want) for entity in named if SELF not in entity.keys):
            continue
        entity = spoken.latest(want)
        if entity is not None:
            found[pronoun] = entity
    return found


def _take_over(weights: dict[str, float], said: Heard, known: Sequence[Entity]) -> None:
    """What the question before was about, unless this one names something of the same sort in its place."""
    if said.before is None:
        return
    kinds = {entity.id: _sort(entity) for entity in known}
    placed = {kinds[each] for each in weights if weights[each] > _INCIDENTAL}
    if said.own.of_self or (said.own.chains and not said.own.relational):
        placed.add("someone")
    for entity, weight in _of_frame(said.before, said.turns, known):
        if kinds[entity.id] not in placed:
            weights.setdefault(entity.id, weight * (_TAKEN_OVER if placed else 1.0))


def _of_frame(before: Frame, turns: Sequence[Turn], known: Sequence[Entity]) -> Iterator[tuple[Entity, float]]:
    """Those the question before was about; where it leant itself, those of the turns too."""
    own = linking.placed(linking.candidates(before.text), known)
    through = {key for chain in before.chains for key in _owners(chain, before.relational)}
    for naming in own:
        if SELF not in naming.entity.keys or before.of_self:
            yield naming.entity, _OWNER if through & set(naming.entity.keys) else 1.0
    if before.leaning != "none" or before.pronouns:
        for turn in turns:
            for naming in linking.placed(turn.candidates, known):
                yield naming.entity, _TAKEN_OVER


def _sort(entity: Entity) -> str:
    return "someone" if entity.kind in ("Person", "Animal", "Group", "Agent") else "something"


def _take_all(weights: dict[str, float], said: Heard, known: Sequence[Entity]) -> None:
    """Everyone and everything of the turns, the newest first."""
    weight = 1.0
    for turn in said.turns:
        namings = linking.placed(turn.candidates, known)
        for naming in namings:
            weights[naming.entity.id] = max(weight, weights.get(naming.entity.id, 0.0))
        weight *= _FURTHER if namings else 1.0


def _weight_of_self(weights: Mapping[str, float], said: Heard) -> float:
    """How much a question is about the one who asks; 0 when it is not."""
    own, before = said.own, said.before
    if own.relational and _owned_by_self(own):
        return 1.0
    if own.of_self:
        return 1.0 if not weights or own.leaning == "elliptical" else _TAKEN_OVER
    if not weights and (own.of_self_besides or (own.leaning == "elliptical" and before is not None and before.of_self)):
        return 1.0
    if own.leaning == "bare" and not weights:
        return 1.0
    if own.leaning == "bare" and any(turn.of_self for turn in said.turns):
        return _TAKEN_OVER
    return _OWNER if any(chain.owner == SELF for chain in own.chains) else 0.0


def _owned_by_self(own: Frame) -> bool:
    return any(chain.owner == SELF and len(chain.relations) == 1 for chain in own.chains)


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
    """The question with names for its pronouns, and the words it takes over."""
    text = said.own.text
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

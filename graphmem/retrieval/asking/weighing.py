"""Whom a question is about, and how much: named, meant by a pronoun, taken over from the question before, or oneself.

Somebody who is only on the way ("my sister" in "my sister's husband") counts a little, so that what is known of them still comes.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence

from graphmem.retrieval import linking
from graphmem.retrieval.asking.antecedents import Spoken, fitting, wanted_by
from graphmem.retrieval.asking.frames import Frame
from graphmem.retrieval.asking.hearing import ORDINAL, Heard, Turn
from graphmem.retrieval.asking.kinship import Chain
from graphmem.types import AGENT, SELF, Entity

#: What those weigh that are not asked about themselves: the owner in "my sister", the other names of a question, what an
#: elliptical question takes over, and each turn further back.
OWNER, INCIDENTAL, TAKEN_OVER, FURTHER = 0.2, 0.35, 0.5, 0.7


def weighed(
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
            weights.setdefault(other.id, TAKEN_OVER)
    ordinal = ORDINAL.search(own.asking)
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
    asking = linking.placed(said.asking, known)
    asked = {naming.entity.id for naming in asking}
    for naming in linking.placed(said.candidates, known):
        entity = naming.entity
        if SELF in entity.keys and not _called(entity, said.text):
            continue
        owner = bool(through & set(entity.keys))
        yield entity, OWNER if owner else 1.0 if entity.id in asked or not asked else INCIDENTAL


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
    placed = {kinds[each] for each in weights if weights[each] > INCIDENTAL}
    if said.own.of_self or (said.own.chains and not said.own.relational):
        placed.add("someone")
    for entity, weight in _of_frame(said.before, said.turns, known):
        if kinds[entity.id] not in placed:
            weights.setdefault(entity.id, weight * (TAKEN_OVER if placed else 1.0))


def _of_frame(before: Frame, turns: Sequence[Turn], known: Sequence[Entity]) -> Iterator[tuple[Entity, float]]:
    """Those the question before was about; where it leant itself, those of the turns too."""
    own = linking.placed(linking.candidates(before.text), known)
    through = {key for chain in before.chains for key in _owners(chain, before.relational)}
    for naming in own:
        if SELF not in naming.entity.keys or before.of_self:
            yield naming.entity, OWNER if through & set(naming.entity.keys) else 1.0
    if before.leaning != "none" or before.pronouns:
        for turn in turns:
            for naming in linking.placed(turn.candidates, known):
                yield naming.entity, TAKEN_OVER


def _sort(entity: Entity) -> str:
    return "someone" if entity.kind in ("Person", "Animal", "Group", "Agent") else "something"


def _take_all(weights: dict[str, float], said: Heard, known: Sequence[Entity]) -> None:
    """Everyone and everything of the turns, the newest first."""
    weight = 1.0
    for turn in said.turns:
        namings = linking.placed(turn.candidates, known)
        for naming in namings:
            weights[naming.entity.id] = max(weight, weights.get(naming.entity.id, 0.0))
        weight *= FURTHER if namings else 1.0


def _weight_of_self(weights: Mapping[str, float], said: Heard) -> float:
    """How much a question is about the one who asks; 0 when it is not."""
    own, before = said.own, said.before
    if own.relational and _owned_by_self(own):
        return 1.0
    if own.of_self:
        return 1.0 if not weights or own.leaning == "elliptical" else TAKEN_OVER
    if not weights and (own.of_self_besides or (own.leaning == "elliptical" and before is not None and before.of_self)):
        return 1.0
    if own.leaning == "bare" and not weights:
        return 1.0 if said.turns or "advice" in own.wanted else 0.0
    if own.leaning == "bare" and any(turn.of_self for turn in said.turns):
        return TAKEN_OVER
    return OWNER if any(chain.owner == SELF for chain in own.chains) else 0.0


def _owned_by_self(own: Frame) -> bool:
    return any(chain.owner == SELF and len(chain.relations) == 1 for chain in own.chains)

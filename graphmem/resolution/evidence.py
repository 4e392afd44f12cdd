"""From what was read in a message to what it contributes: `evidence(extraction, message, vocabulary)`.

A function of one message alone. It names everything by keys instead of entities and predicates by their canonical
names, and settles what a verb says about time ("moved to" begins, "quit" ends), so that all that follows works on sets.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Iterator
from dataclasses import dataclass, replace

from graphmem import keys
from graphmem.resolution.forgotten import without_forgotten
from graphmem.resolution.vocabulary import Aspect, Meaning, Vocabulary
from graphmem.types import (
    AGENT,
    SELF,
    Claim,
    Evidence,
    Extraction,
    Granularity,
    Mention,
    Message,
    NameUse,
    Nature,
    Sameness,
    Stance,
    Statement,
    When,
)

CLOCK = (Granularity.SECOND, Granularity.MINUTE, Granularity.HOUR)

#: Below it the kind of a name is a guess, and rules out no predicate.
GUESSED = 0.7


def evidence(extraction: Extraction, message: Message, vocabulary: Vocabulary) -> Evidence:
    """What the message contributes: names used, names said to be one, facts stated."""
    if not (extraction.mentions or extraction.joined or extraction.parted):
        return Evidence(message.id)  # claims are of mentions
    extraction = without_forgotten(extraction, message.text)
    extraction = replace(extraction, mentions=tuple(_kind_told(m, vocabulary) for m in extraction.mentions))
    mentions = extraction.mentions
    used = tuple(_key(mentions, index) for index in range(len(mentions)))
    joints = _joints(extraction, used)
    telling = tuple(joints.get(index, key) for index, key in enumerate(used))
    read = [_reading(claim, mentions, telling, vocabulary) for claim in extraction.claims]
    told = {index: kind for reading in read for index, kind in reading.kinds()}
    uses = [_use(mention, used[at], told.get(at, "")) for at, mention in enumerate(mentions)]
    uses += [_use(mentions[at], joint, "") for at, joint in sorted(joints.items()) if used[at].startswith("n:")]
    stated = [reading.statement(number, message) for number, reading in enumerate(read)]
    return Evidence(
        message_id=message.id,
        names=tuple(uses),
        same=tuple(sorted({*_same(extraction, used, joints), *_decided(extraction)}, key=_pair)),
        statements=tuple(statement for statement in stated if statement is not None),
    )


def named_self(source: str, user_name: str) -> Evidence:
    """What configuring the user's name contributes: the self is called so, whatever else it is called."""
    key = keys.named(user_name, "Person", 1.0)
    return Evidence(
        message_id=source,
        names=(
            NameUse(SELF, "", "Person", 1.0, 0, 0),
            NameUse(key, user_name, "Person", 1000.0, 0, len(user_name)),
        ),
        same=_samenesses({(SELF, key), *((key, poorer) for poorer in keys.spellings(key))}),
    )


def _key(mentions: tuple[Mention, ...], index: int) -> str:
    mention = mentions[index]
    if mention.key:
        return mention.key
    if mention.refers in ("self", "agent"):
        return SELF if mention.refers == "self" else AGENT
    if mention.refers == "relation" and mention.owner is not None:
        return keys.related(_key(mentions, mention.owner), mention.name)
    return keys.named(mention.name, mention.kind, mention.kind_confidence)


def _joints(extraction: Extraction, used: tuple[str, ...]) -> dict[int, str]:
    """The joint key of each mention that stands with something that sets its bearer apart."""
    found: dict[int, str] = {}
    for pair in extraction.same:
        related, called = sorted(pair, key=lambda index: keys.owner(used[index]) is None)
        if keys.owner(used[related]) is not None and used[called].startswith("n:"):
            joint = keys.joint(used[related], used[called])
            found.setdefault(related, joint)
            found.setdefault(called, joint)
    for index, mention in enumerate(extraction.mentions):
        if mention.qualifier and used[index].startswith("n:"):
            found.setdefault(index, keys.qualified(mention.name, mention.qualifier))
    return found


def _same(extraction: Extraction, used: tuple[str, ...], joints: dict[int, str]) -> tuple[Sameness, ...]:
    """What the message says is one: each joint with what it joins, and other pairs as they are.

    Names also stand beside their poorer spellings, so that whoever reads one spelling reads the others: that states nothing.
    """
    pairs = {(used[index], joint) for index, joint in joints.items()}
    pairs |= {(used[a], used[b]) for a, b in extraction.same if joints.get(a) is None or joints.get(a) != joints.get(b)}
    return _samenesses(pairs | {(key, poorer) for key in used for poorer in keys.spellings(key)})


def _decided(extraction: Extraction) -> Iterator[Sameness]:
    """What somebody decided is one or two: both keys beside what stands for the decision."""
    for pairs, standing in ((extraction.joined, keys.decided_one), (extraction.parted, keys.decided_two)):
        for pair in pairs:
            yield from _samenesses({(standing(*pair), key) for key in pair})


def _kind_told(mention: Mention, vocabulary: Vocabulary) -> Mention:
    """What the vocabulary says of a name outweighs what an extractor guessed."""
    kind = vocabulary.kind(mention.name) if mention.refers in ("name", "thing") else None
    return replace(mention, kind=kind, kind_confidence=0.9) if kind else mention


def _use(mention: Mention, key: str, told: str) -> NameUse:
    """One use of a name; of a kind that nothing gave away, what is said of it tells the kind."""
    spelling = unicodedata.normalize("NFC", mention.name) if mention.refers in ("name", "thing") else ""
    kind = told if told and mention.kind == "Thing" else mention.kind
    return NameUse(key, spelling, kind, round(mention.kind_confidence, 3), mention.start, mention.end)


def _samenesses(pairs: set[tuple[str, str]]) -> tuple[Sameness, ...]:
    return tuple(sorted({Sameness(*sorted(pair)) for pair in pairs if pair[0] != pair[1]}, key=_pair))


def _pair(sameness: Sameness) -> tuple[str, str]:
    return sameness.left, sameness.right


@dataclass(frozen=True, slots=True)
class _Reading:
    """One claim on its way to a statement, with what its phrase means."""

    claim: Claim
    mentions: tuple[Mention, ...]
    keys: tuple[str, ...]
    meaning: Meaning | None

    def statement(self, number: int, message: Message) -> Statement | None:
        """The statement the claim makes; None when it says nothing that could hold ("I never quit")."""
        claim, stance = self.claim, self._stance()
        subject, obj, value = self._roles()
        if stance is None or obj == subject:
            return None
        start, end = (self._begun(when, message) for when in self._times(stance))
        return Statement(
            message_id=message.id,
            number=number,
            subject=subject,
            predicate=self._predicate(),
            phrase=claim.phrase,
            object=obj,
            value=value,
            nature=self._nature(),
            stance=stance,
            positive=claim.positive,
            certainty=claim.certainty,
            current=claim.current and not (self._aspect == "begins" and start is not None),
            person=message.role != "assistant",
            speaker=message.speaker or message.role,
            confidence=round(claim.confidence, 3),
            importance=claim.importance if message.importance is None else message.importance,
            quote=claim.quote,
            at=message.at,
            session=message.session,
            seq=message.seq,
            recorded_at=message.recorded_at,
            start=start,
            end=end,
        )

    def kinds(self) -> Iterator[tuple[int, str]]:
        """The kinds that subject and object have by taking part in this: who lives somewhere is a person."""
        if self.meaning is None or self.claim.object is None:
            return
        ends = [self.claim.subject, self.claim.object]
        takes = (self.meaning.predicate.subject, self.meaning.predicate.object)
        for index, kinds in zip(reversed(ends) if self.meaning.inverted else ends, takes, strict=True):
            if kinds:
                yield index, kinds[0]

    @property
    def _aspect(self) -> Aspect:
        return self.meaning.aspect if self.meaning else "holds"

    def _predicate(self) -> str:
        """The canonical name, or the phrase where it is a name of its own ("favourite colour")."""
        own = self.meaning is None or self.meaning.predicate.each
        return self.claim.predicate if own or self.meaning is None else self.meaning.predicate.name

    def _nature(self) -> Nature:
        if self.meaning is None or self.meaning.predicate.category == "goal":
            return self.claim.nature
        return "event" if self.meaning.predicate.event else "state"

    def _stance(self) -> Stance | None:
        claim = self.claim
        if self._aspect == "ends":
            return "ends" if claim.positive and claim.stance == "holds" else None
        dateless = claim.start is None and claim.end is None
        # Only what lasts can be over: "was born in Goa" and "led the walk" happened, whatever state the predicate is.
        lasts = claim.nature == "state" and self._nature() == "state"
        over = not claim.current and dateless and self._aspect == "holds" and lasts
        return "ends" if over and claim.stance == "holds" and claim.positive else claim.stance

    def _times(self, stance: Stance) -> tuple[When | None, When | None]:
        """When it was stated to start and end; the one time of an ending is its end."""
        claim = self.claim
        if stance == "ends" and claim.end is None:
            return None, claim.start
        return claim.start, claim.end

    def _begun(self, when: When | None, message: Message) -> When | None:
        """A stated time, whose days are those of the speaker's calendar, written as days in UTC.

        Only where the two calendars disagree whether a state's time has begun or ended is it the moment that the speaker's day does: who
        moved "today" lives there already.
        """
        if when is None or when.granularity in CLOCK or not message.utc_offset or self._nature() == "event":
            return when
        agreed = all((moment <= message.clock) == (moment <= message.at) for moment in (when.start, when.end))
        ahead = message.clock - message.at
        return when if agreed else When(when.start - ahead, when.end - ahead, Granularity.MINUTE)

    def _roles(self) -> tuple[str, str | None, str | None]:
        """Subject key, object key, literal value, the right way round."""
        subject, (obj, value) = self.keys[self.claim.subject], self._object()
        if self.meaning and self.meaning.inverted and obj is not None:
            return obj, subject, None
        return subject, obj, value

    def _object(self) -> tuple[str | None, str | None]:
        """A named object is an entity; a common noun is one where the predicate takes entities."""
        claim = self.claim
        if claim.object is None:
            return None, claim.value
        mention = self.mentions[claim.object]
        literal = self.meaning is None or self.meaning.predicate.literal
        if mention.refers == "thing" and literal:
            return None, mention.name
        return self.keys[claim.object], None


def _reading(claim: Claim, mentions: tuple[Mention, ...], keys: tuple[str, ...], vocabulary: Vocabulary) -> _Reading:
    told = mentions[claim.object] if claim.object is not None else None
    meaning = vocabulary.meaning(claim.predicate, told.kind if told else "")
    if meaning is None and told is not None and told.refers == "name" and told.kind_confidence < GUESSED:
        # The kind of a name is a guess at first: "I quit Feedzai" tells more about Feedzai than the guess does.
        meaning = vocabulary.meaning(claim.predicate)
    return _Reading(claim, mentions, keys, meaning if meaning and _applies(meaning, claim) else None)


def _applies(meaning: Meaning, claim: Claim) -> bool:
    """A happening is not a habit: "I had steak" is no "has", "I go to Porto a lot" is no visit."""
    if claim.object is None and claim.value is None:
        return False
    if meaning.predicate.event:
        return claim.nature == "event"
    if claim.nature == "state" or meaning.aspect != "holds" or meaning.predicate.category == "goal":
        return True
    # "Was born in" is no state but makes one; "ran a race" and "led a walk" make no leader.
    return meaning.predicate.single and not meaning.inverted and not meaning.predicate.each

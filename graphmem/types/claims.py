"""What one message says, before anyone has worked out whom it is about.

Mention → Entity and Claim → Fact is the symmetry to learn first: an `Extraction` holds the left
side, exactly as read in one message, and is stored; everything on the right is derived from it.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from graphmem.types.time import When

Refers = Literal["name", "self", "agent", "relation", "thing"]
"""How a mention names: by a name, as the speaker's or reader's own person, by a relation
("my sister"), or as a common noun ("green tea")."""

Stance = Literal["holds", "ends", "retracts"]
"""What a message does with a fact: says it holds, says it stopped, or says it was never so."""

Certainty = Literal["certain", "possible", "reported"]
"""Said as so, as a possibility, or as what somebody else says."""

Nature = Literal["state", "event"]
"""A state holds over a time and can stop; an event happened and is never over."""

Reading = Literal["read", "unsupported"]
"""Whether the extractor could read the message, or it is in a language it has no pipeline for."""


@dataclass(frozen=True, slots=True)
class Mention:
    """A span of a message that names something.

    `name` is the name, noun or relation word as read ("Ana", "green tea", "sister"). For a
    relation, `owner` is the index of the mention whose sister it is. `start` and `end` are character
    offsets into `Message.text`. `qualifier` sets a bearer of a name apart from others ("from work"). A pronoun takes over what its antecedent refers to and keeps its own span.
    `key` is what it is filed under where a program knows that; "" elsewhere.
    """

    surface: str
    start: int
    end: int
    refers: Refers
    name: str = ""
    kind: str = "Thing"
    kind_confidence: float = 0.5
    owner: int | None = None
    qualifier: str = ""
    key: str = ""


@dataclass(frozen=True, slots=True)
class Claim:
    """What one message says of a subject; indices point into `Extraction.mentions`.

    `predicate` is the verb phrase in lemmas as read ("live in", "work at", "sister"); resolution maps it to
    the vocabulary. `phrase` is the same as a readable verb phrase in the third person, for predicates the
    vocabulary lacks ("plays", "baked"). The object is a mention or a literal `value`, or neither
    ("Ana retired"). `start` and `end` are times as stated; `current` says it is
    true at the time of speaking. `quote` is the span of the message that says it. `importance` in [0, 1] outweighs the
    predicate's.
    """

    subject: int
    predicate: str
    phrase: str
    quote: tuple[int, int]
    object: int | None = None
    value: str | None = None
    nature: Nature = "state"
    stance: Stance = "holds"
    positive: bool = True
    certainty: Certainty = "certain"
    current: bool = True
    start: When | None = None
    end: When | None = None
    asserted_by: int | None = None
    confidence: float = 0.7
    importance: float | None = None


#: The extractor of a message whose word was withdrawn by `undo`: nothing is read of it until that is undone as well.
WITHDRAWN = "withdrawn"


@dataclass(frozen=True, slots=True)
class Extraction:
    """Everything read in one message, by whom, and what else was looked at to read it.

    `same` lists pairs of mentions the message says are one ("my sister Ana", "call me Sam").
    `used` names the earlier messages a pronoun or an ellipsis was read from, or all others that a chat model was shown with it. `joined` and `parted` are pairs of keys that somebody
    decided are one, or two.
    """

    message_id: str
    extractor: str
    version: str
    mentions: tuple[Mention, ...] = ()
    claims: tuple[Claim, ...] = ()
    same: tuple[tuple[int, int], ...] = ()
    used: tuple[str, ...] = ()
    reading: Reading = "read"
    joined: tuple[tuple[str, str], ...] = ()
    parted: tuple[tuple[str, str], ...] = ()

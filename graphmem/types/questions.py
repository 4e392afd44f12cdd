"""A question understood: whom it is about, what of them, when, and what kind of answer would do.

Words alone decide all of it; what only memory can settle (who "my sister's husband" is, when "before she moved" was) is
kept open and settled by the facts that are read anyway.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime
from typing import Literal

from graphmem.types.graph import Entity
from graphmem.types.time import When

Wanted = Literal[
    "who", "where", "when", "why", "count", "length", "often", "list", "event", "advice", "name", "whether", "what"
]
Order = Literal["", "first", "last"]


@dataclass(frozen=True, slots=True)
class TimeAsked:
    """The time a question asks about.

    `when` is a stretch it names. `over` asks for what is no longer so ("used to", "before"), `still` whether something is
    so yet, `past` is the tense alone. `event` and `relation` are another event that tells the time ("before" "she moved to Porto"); `order` asks for the
    first or the last of several. `then` means a time the turns before had spoken of.
    """

    when: When | None = None
    over: bool = False
    still: bool = False
    past: bool = False
    order: Order = ""
    relation: Literal["", "before", "at", "after"] = ""
    event: str = ""
    then: bool = False

    @property
    def named(self) -> bool:
        """Whether it names any time but now."""
        return bool(self.when or self.over or self.still or self.event)


@dataclass(frozen=True, slots=True)
class Path:
    """Somebody known only by relations from others: the `relations`, in order, from any of the entities `starts` (ids)."""

    starts: tuple[str, ...]
    relations: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Question:
    """What a question asks for.

    `text` is as it was typed, `standalone` says it without the turns before it, and `borrowed` are terms of those turns that
    may matter. `named` are the entities it is about, with their weight in (0, 1] by id in `weights`; `apart` (ids) are those it
    asks to be left out ("who else?"); `just_said` are the messages (ids) it follows, whose news is none;
    `unmet` are names and relations that nobody known bears, so that what comes may be of somebody else. `paths` lead to more of them. `predicates` are canonical, likeliest first; `relational` if it asks for the one at the end of a path. `moment` is
    the time asked about where a word or a fact tells it: facts that hold then are preferred, others not lost.
    """

    text: str
    standalone: str
    now: datetime
    named: tuple[Entity, ...] = ()
    weights: Mapping[str, float] = field(default_factory=dict)
    apart: frozenset[str] = frozenset()
    paths: tuple[Path, ...] = ()
    predicates: tuple[str, ...] = ()
    relational: bool = False
    wanted: frozenset[Wanted] = frozenset()
    time: TimeAsked = TimeAsked()
    moment: datetime | None = None
    borrowed: tuple[str, ...] = ()
    just_said: frozenset[str] = frozenset()
    unmet: tuple[str, ...] = ()

    @property
    def open_to_the_past(self) -> bool:
        """Whether what is over may answer it: a time is named, the tense is past, or it asks whether something is so."""
        return self.time.named or self.time.past or "whether" in self.wanted

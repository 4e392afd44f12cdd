"""Who did what with a memory, when and why: as ids, verbs and counts, never text."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from typing import Literal, get_args
from unicodedata import category

from graphmem.errors import InvalidInput
from graphmem.types.time import require_utc

Right = Literal["reader", "writer", "admin"]
"""What an actor may do: look; add and put right as well; erase, carry away and keep in order as well."""

#: From the least to the most.
RIGHTS: tuple[Right, ...] = get_args(Right)

#: The longest name and reason, in characters.
LONGEST = 200

#: Control characters, ends of lines and halves of characters, which no store can keep or no reader of a trail can see.
_NO_LINE = frozenset({"Cc", "Zl", "Zp", "Cs"})


@dataclass(frozen=True, slots=True)
class Actor:
    """Who acts, what they may do, and why they do it. They stand in the audit trail as given: name no reason that quotes a memory."""

    name: str = ""
    role: Right = "admin"
    why: str = ""

    def __post_init__(self) -> None:
        if self.role not in RIGHTS:
            raise InvalidInput(f"an actor's role must be one of {', '.join(RIGHTS)}, not {self.role!r}")
        given: tuple[tuple[str, object], ...] = (("name", self.name), ("why", self.why))
        for what, text in given:
            if not isinstance(text, str) or len(text) > LONGEST:
                raise InvalidInput(f"an actor's {what} must be text of at most {LONGEST} characters, not {text!r:.60}")
            if any(category(each) in _NO_LINE for each in text):
                raise InvalidInput(f"an actor's {what} must be one line of whole characters, not {text!r:.60}")

    def may(self, right: Right) -> bool:
        """Whether the role comes with this right."""
        return RIGHTS.index(self.role) >= RIGHTS.index(right)


@dataclass(frozen=True, slots=True)
class AuditEntry:
    """One use of a memory. `ids` are the first of what it was about, `count` how many there were; `outcome` is "done", "refused" or the name of an error.

    `number` counts from 1 in its namespace, and `hash` seals it together with all entries before it; 0 and "" before it is written.
    """

    at: datetime
    actor: str
    role: Right
    verb: str
    why: str = ""
    ids: tuple[str, ...] = ()
    count: int = 0
    outcome: str = "done"
    number: int = 0
    hash: str = ""

    def __post_init__(self) -> None:
        require_utc(self.at, "AuditEntry.at")


@dataclass(frozen=True, slots=True)
class AuditReport:
    """Whether a trail is as it was written: `broken_at` is the number of the first entry that is not, None when all are.

    `head` is the last seal; kept elsewhere, it shows later that nothing was cut off the end.
    """

    entries: int
    head: str
    broken_at: int | None = None

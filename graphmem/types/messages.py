"""What was said, kept verbatim: messages, their parts, their sessions.

A message is stored before anything is understood of it, and is never dropped because
understanding failed.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from typing import TYPE_CHECKING, Literal

from graphmem.errors import InvalidInput
from graphmem.types.claims import Certainty, Stance
from graphmem.types.time import require_utc

if TYPE_CHECKING:
    from graphmem.types.receipts import Task

ROLES = ("user", "assistant", "system", "tool")
Role = Literal["user", "assistant", "system", "tool"]

#: What a message says in place of a name that was forgotten.
FORGOTTEN = "[forgotten]"


@dataclass(frozen=True, slots=True)
class TextPart:
    """Plain text."""

    text: str


@dataclass(frozen=True, slots=True)
class JsonPart:
    """A JSON document, kept as the text it came as."""

    json: str


@dataclass(frozen=True, slots=True)
class ImagePart:
    """An image by address or data URL; stored and rendered, never read."""

    url: str


@dataclass(frozen=True, slots=True)
class ToolCallPart:
    """A call the assistant made; `arguments` is the JSON text the model wrote."""

    call_id: str
    name: str
    arguments: str


@dataclass(frozen=True, slots=True)
class ToolResultPart:
    """What a tool answered to the call `call_id`."""

    call_id: str
    content: str


@dataclass(frozen=True, slots=True)
class FactPart:
    """A fact told by a program instead of in words, and taken as it stands: no model reads it.

    `subject` and `object` are names ("me" is the user), `value` a literal object. `predicate` is a name or a phrase of the
    vocabulary, or any verb phrase. `start` and `end` are ISO times as exact as they are known: "2024", "2024-03",
    "2024-03-05", "2024-03-05T18:30:00+00:00". `text` is the fact as a sentence. `subject_key` and `object_key` are the keys they are
    filed under, where those are known better than a name tells; "" elsewhere.
    """

    text: str
    subject: str
    predicate: str
    object: str | None = None
    value: str | None = None
    start: str | None = None
    end: str | None = None
    stance: Stance = "holds"
    positive: bool = True
    certainty: Certainty = "certain"
    event: bool = False
    subject_key: str = ""
    object_key: str = ""


@dataclass(frozen=True, slots=True)
class SamePart:
    """Somebody decided that two keys name one. `text` says so in a sentence."""

    text: str
    left: str
    right: str


@dataclass(frozen=True, slots=True)
class ApartPart:
    """Somebody decided that two keys never name one. `text` says so in a sentence."""

    text: str
    left: str
    right: str


ToldPart = FactPart | SamePart | ApartPart
"""What a program or a person decides instead of saying it: taken as it stands."""

Part = TextPart | JsonPart | ImagePart | ToolCallPart | ToolResultPart | ToldPart


#: The minutes of a day.
_DAY = 24 * 60


@dataclass(frozen=True, slots=True)
class Message:
    """One message of a session.

    `text` is the readable text of its parts, the one string that is extracted, indexed and quoted.
    `seq` is assigned by the store and orders messages of equal `at` within a session (0 before that).
    `at` is when it was said, `recorded_at` when this memory learned of it; both aware UTC. `utc_offset` is how many minutes the
    speaker's clock was ahead of UTC, None where it is not known or is none: "yesterday" is a day of that clock. `namespace` is the one it was read
    from, where a memory reads others beside its own; "" is its own.
    """

    id: str
    key: str
    session: str
    role: Role
    parts: tuple[Part, ...]
    text: str
    at: datetime
    recorded_at: datetime
    speaker: str | None = None
    seq: int = 0
    importance: float | None = None
    metadata: Mapping[str, str] = field(default_factory=dict)
    namespace: str = ""
    utc_offset: int | None = None

    def __post_init__(self) -> None:
        require_utc(self.at, "Message.at")
        require_utc(self.recorded_at, "Message.recorded_at")
        if self.role not in ROLES:
            raise InvalidInput(f"role must be one of {', '.join(ROLES)}, not {self.role!r}")
        if self.utc_offset is not None and not -_DAY < self.utc_offset < _DAY:
            raise InvalidInput(f"utc_offset must be less than a day of minutes, not {self.utc_offset!r}")

    @property
    def clock(self) -> datetime:
        """What the speaker's clock showed, written as if it were UTC."""
        try:
            return self.at + timedelta(minutes=self.utc_offset or 0)
        except OverflowError:
            return self.at


@dataclass(frozen=True, slots=True)
class Appended:
    """What storing a message came to: `new` is False when its key was already there, or it was `forgotten` and is not stored again.

    `requeued` are the messages after it that must be understood anew, since they were read without it. `task` is the work it was
    queued as, if it was leased to the caller who asked for it, and `due` whether the summary of its session is to be folded on or anew.
    `version` is the namespace's as it was stored, told of a new one.
    """

    message: Message
    new: bool
    requeued: tuple[str, ...] = ()
    forgotten: bool = False
    task: Task | None = None
    due: bool = False
    version: int | None = None


@dataclass(frozen=True, slots=True)
class Session:
    """One conversation and how far it has come."""

    name: str
    messages: int
    first_at: datetime
    last_at: datetime


@dataclass(frozen=True, slots=True)
class Summary:
    """The running summary of a session: folds the messages up to and including `covers_until`.

    `lines` are the sentences kept, each with the message it was taken from, in time order.
    """

    session: str
    lines: tuple[SummaryLine, ...]
    covers_until: tuple[datetime, int]


@dataclass(frozen=True, slots=True)
class Unfolded:
    """The summary of a session; and, where they are enough to fold, the messages after what it covers and those its lines quote."""

    summary: Summary | None
    after: tuple[Message, ...] = ()
    quoted: tuple[Message, ...] = ()


@dataclass(frozen=True, slots=True)
class SummaryLine:
    """A sentence of a summary, who said it and in which message."""

    message_id: str
    at: datetime
    speaker: str
    text: str

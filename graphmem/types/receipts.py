"""What a call came to, told to the caller."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime

from graphmem.errors import InvalidInput
from graphmem.types.claims import Nature
from graphmem.types.graph import Fact
from graphmem.types.messages import Message


@dataclass(frozen=True, slots=True)
class Receipt:
    """What remembering one message came to. The message is on disk once this exists, unless it is `forgotten`.

    `new` is False when it was already there, or was forgotten, so that it is not kept again. `learned` are facts that were not believed before, `ended` facts that held and
    no longer do, `retracted` facts no longer believed. `unsupported` says that it is in a language the extractor cannot
    read, `pending` why nothing was learned yet, "" when extraction is done. `redacted` counts what was taken out of the message
    before it was kept, by category.
    """

    message: Message
    new: bool
    learned: tuple[Fact, ...] = ()
    ended: tuple[Fact, ...] = ()
    retracted: tuple[Fact, ...] = ()
    pending: str = ""
    unsupported: bool = False
    redacted: Mapping[str, int] = field(default_factory=dict)
    forgotten: bool = False


@dataclass(frozen=True, slots=True)
class ForgetReceipt:
    """What forgetting removed, or would remove when `dry_run`; then `said` are the first of the messages, and `gone` the facts.

    `scrub_pending` says that deleted bytes may still stand in the database file because another process is reading; the
    next `flush()` tries again. `again` messages were read by a model with what is forgotten in view; what they taught is withdrawn
    too until a worker or `flush()` has read them again. `reworded` messages stay and say `FORGOTTEN` in place of a name; a dry run shows them
    among `said`, as they are. `mentions` counts how often anybody is named in what goes, or they who are forgotten in what stays, `summaries` those folded
    anew or gone. `stays` says what is left and why, and `learned` are facts that hold again, since what ended them or took them back goes. `remains` says which files of a server keep deleted bytes until its
    operator removes them, "" where none do.
    """

    messages: int
    facts: int
    entities: int
    dry_run: bool
    scrub_pending: bool = False
    said: tuple[Message, ...] = ()
    gone: tuple[Fact, ...] = ()
    again: int = 0
    remains: str = ""
    reworded: int = 0
    mentions: int = 0
    summaries: int = 0
    stays: tuple[str, ...] = ()
    learned: tuple[Fact, ...] = ()


@dataclass(frozen=True, slots=True)
class Keep:
    """How long messages are kept: `prune` lets go of those said more than so many `days` ago.

    With `session`, of those of this session; with `category`, of those that state a fact of it; with both, of those that do both.
    """

    days: int
    session: str | None = None
    category: str | None = None

    def __post_init__(self) -> None:
        if type(self.days) is not int or self.days < 0:
            raise InvalidInput(f"Keep takes a whole number of days of at least 0, not {self.days!r}")


@dataclass(frozen=True, slots=True)
class Repeated:
    """What happened, or was said, so many `times`, between `first_at` and `last_at` (aware UTC); `facts` are those that say it."""

    sentence: str
    nature: Nature
    times: int
    first_at: datetime
    last_at: datetime
    facts: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class EditReceipt:
    """What editing came to: the `message` as it reads now; `changed` is False when it read so already.

    `learned`, `ended` and `retracted` are as in a `Receipt`, and `gone` are facts that nothing states any more. `pending` says why nothing was
    learned of the new words yet, and so many other messages that were read with the old ones in view are read `again` later. `scrub_pending` and
    `remains` are as in a `ForgetReceipt`.
    """

    message: Message
    changed: bool
    learned: tuple[Fact, ...] = ()
    ended: tuple[Fact, ...] = ()
    retracted: tuple[Fact, ...] = ()
    gone: tuple[Fact, ...] = ()
    again: int = 0
    pending: str = ""
    scrub_pending: bool = False
    remains: str = ""


@dataclass(frozen=True, slots=True)
class UndoReceipt:
    """What undoing came to: the `messages` whose word was undone, of which so many were told and are `erased`.

    `learned` are facts believed again, `ended` facts that held and no longer do, `retracted` facts no longer believed,
    and `gone` facts that nothing states any more. `scrub_pending` is as in a `ForgetReceipt`.
    """

    messages: int
    erased: int
    learned: tuple[Fact, ...] = ()
    ended: tuple[Fact, ...] = ()
    retracted: tuple[Fact, ...] = ()
    gone: tuple[Fact, ...] = ()
    scrub_pending: bool = False


@dataclass(frozen=True, slots=True)
class RebuildReceipt:
    """What rebuilding came to: `messages` replayed, of which `changed` now say something else; facts and entities that changed.

    `waiting` messages were not understood yet, and are not part of the graph.
    """

    messages: int
    changed: int
    facts: int
    entities: int
    waiting: int


@dataclass(frozen=True, slots=True)
class ReextractReceipt:
    """What reading again came to: of all `messages` so many were `read`, of which `changed` say something else; facts that changed.

    `failed` messages could not be read, for the `errors`, and keep what was read of them before; `waiting` ones were not understood yet.
    """

    messages: int
    read: int
    changed: int
    facts: int
    failed: int
    waiting: int
    errors: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class ReembedReceipt:
    """What making vectors anew came to: the model they are of now, the one before, and how many were `made`."""

    model: str
    dimension: int
    before: str | None
    made: int


@dataclass(frozen=True, slots=True)
class ExportReceipt:
    """What was written down."""

    messages: int
    summaries: int


@dataclass(frozen=True, slots=True)
class CopyReceipt:
    """What copying came to: messages `new` in the copy and `known` there already, and how many of all wait there to be understood.

    So many were `forgotten` there and are not brought back.

    `same_ids` says that the copy is a replica: messages, entities and facts have the ids they had.
    """

    namespace: str
    to_namespace: str
    new: int
    known: int
    waiting: int
    same_ids: bool
    forgotten: int = 0


@dataclass(frozen=True, slots=True)
class ImportReceipt:
    """What an import came to: messages new, known already, and places that are none; `problems` names the first of these, and why.

    So many were `forgotten` here and are not brought back; `anyway` does.
    """

    new: int
    known: int
    bad: int = 0
    problems: tuple[str, ...] = ()
    forgotten: int = 0


#: How often a message is tried before it is given up.
TRIES = 12


@dataclass(frozen=True, slots=True)
class Backlog:
    """What waits to be understood: `waiting` for a worker, `leased` by one now, `failed` at least once and to be tried again.

    Of those that failed, `given_up` were tried so often (`TRIES`) that workers try them once a day only; `flush` tries them at once.
    """

    waiting: int = 0
    leased: int = 0
    failed: int = 0
    errors: tuple[str, ...] = ()
    given_up: int = 0


@dataclass(frozen=True, slots=True)
class Work:
    """One message to understand. `generation` rises whenever it is queued anew."""

    message_id: str
    generation: int
    attempts: int


@dataclass(frozen=True, slots=True)
class Spent:
    """What a chat model was asked since the process began: calls, tokens as the server counted them, calls that failed, and the
    cost at the price that was given."""

    calls: int = 0
    prompt: int = 0
    completion: int = 0
    failed: int = 0
    cost: float = 0.0


@dataclass(frozen=True, slots=True)
class Hour:
    """What a chat model was asked in the last hour, and the most that it may be; None is no limit."""

    calls: int = 0
    tokens: int = 0
    most_calls: int | None = None
    most_tokens: int | None = None

    @property
    def spent(self) -> bool:
        """Whether nothing more is asked until some of it is longer ago."""
        calls = self.most_calls is not None and self.calls >= self.most_calls
        return calls or (self.most_tokens is not None and self.tokens >= self.most_tokens)


@dataclass(frozen=True, slots=True)
class Task:
    """Work with what it needs: its message, and those before it in its session, in order."""

    work: Work
    message: Message
    before: tuple[Message, ...] = ()


@dataclass(frozen=True, slots=True)
class Status:
    """A namespace in numbers. `unsupported` messages are stored and recallable, in a language the extractor cannot read.

    `llm` is the chat model that extracts and summarises, "none" where rules do, `spent` what it was asked, and `hour` how much of that
    counts against its budget. `redacted` is what was taken out of messages since the store was opened, by category.
    """

    namespace: str
    url: str
    messages: int
    sessions: int
    entities: int
    facts: int
    current_facts: int
    unsupported: int
    version: int
    schema: int
    last_at: datetime | None
    backlog: Backlog
    extractor: str
    embedder: str
    llm: str = "none"
    spent: Spent = Spent()
    hour: Hour = Hour()
    redacted: Mapping[str, int] = field(default_factory=dict)

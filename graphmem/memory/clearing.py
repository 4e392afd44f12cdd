"""Letting go: what somebody asks to be forgotten, what nobody needs any more, and what was kept for long enough."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from datetime import datetime

from graphmem.errors import InvalidInput
from graphmem.memory import border, forgetting, pruning, redacting, selecting
from graphmem.memory.shared.refusing import only_here
from graphmem.memory.view import View
from graphmem.types import ForgetReceipt, Keep, Repeated


class Clearing(View):
    """The verbs that let go. All come down to one: erase these messages, and all that only they taught."""

    def forget(
        self,
        *,
        message: str | Sequence[str] | None = None,
        session: str | None = None,
        entity: str | None = None,
        before: datetime | None = None,
        category: str | None = None,
        query: str | None = None,
        everything: bool = False,
        messages: bool = False,
        dry_run: bool | None = None,
    ) -> ForgetReceipt:
        """Erase messages and all that was learned from them alone, or somebody; by exactly one selector.

        `message` is an id, or several; `before` a moment (without a zone: UTC). `category` means the messages that state facts of it, `query` those that a
        recall of it finds and that have all of its words: it only shows them unless told `dry_run=False`. What other messages also state stays. With `dry_run`, only says what would go.

        `entity` is a name: that of whose facts, names and mentions go. Messages that name them stay and say `[forgotten]` there instead, also where
        a pronoun meant them; with `messages`, they go too. Nothing keeps you from speaking of them again.

        A forgotten message is not imported, copied or told again, unless with `anyway`; `everything` destroys what tells, and the whole namespace with it.

        Raises:
            InvalidInput: when none or several selectors are given, or the entity is the user or the assistant.
            NotFound: when there is no such message, session, entity or category.

        >>> with Memory.open("sqlite:///:memory:", namespace="ada", user_name="Ada") as memory:
        ...     receipt = memory.remember("Tom and Ana live in Lisbon. She works at Feedzai.")
        ...     forgotten = memory.forget(entity="Ana")
        ...     memory.messages()[0].text, [fact.sentence for fact in memory.facts()]
        ('Tom and [forgotten] live in Lisbon. [forgotten] works at Feedzai.', ['Tom lives in Lisbon'])
        """
        named = _several(message)
        if messages and entity is None:
            raise InvalidInput("messages=True goes with entity: the messages that name them go too")
        with only_here(self._engine, self.reads, named[0] if named else entity):
            selected = selecting.select(
                self._engine,
                self.namespace,
                messages=named,
                session=None if session is None else redacting.named(self._engine, self.namespace, session, "session"),
                entity=None if entity is None else border.text(entity, "entity"),
                before=border.utc(before, "before"),
                category=None if category is None else border.text(category, "category"),
                query=None if query is None else redacting.asked(self._engine, self.namespace, query, "query"),
                everything=border.yes_or_no(everything, "everything"),
            )
        planned = query is not None if dry_run is None else border.yes_or_no(dry_run, "dry_run")
        too = border.yes_or_no(messages, "messages")
        return forgetting.forget(self._engine, self.namespace, selected, messages=too, dry_run=planned)

    def prune(
        self,
        *,
        below: float | None = None,
        days: int = 180,
        keep: Keep | Iterable[Keep] = (),
        dry_run: bool = False,
    ) -> ForgetReceipt:
        """Let go of what nobody needs: messages that matter little, are old, and did not come up; and of what was kept for long enough.

        With `below` (0.3 where `keep` is not given either), a message goes when it was said more than `days` ago, neither it nor a fact it states came up in a recall or context since, and the most
        important of what it states weighs less than `below` by now: importance in [0, 1] loses half of its weight each year in which it is neither
        said again nor comes up. A fact that is true now and is as important as 0.5 is not let go of, nor a message without which a fact that stays would hold
        again. `keep` is a rule for how many days messages are kept, or several, and what it lets go of goes whatever it states: see `Keep`. It goes the way of `forget`: what other messages also state stays. With `dry_run`, only says what would go.

        Raises:
            InvalidInput: when a number or a rule cannot be what it should.

        >>> with Memory.open("sqlite:///:memory:", namespace="ada", user_name="Ada") as memory:
        ...     receipt = memory.remember("It rains again.", at=datetime(2021, 3, 1))
        ...     receipt = memory.remember("My sister Ana lives in Lisbon.", at=datetime(2021, 3, 2))
        ...     [message.text for message in memory.prune(dry_run=True).said]
        ['It rains again.']
        """
        rules = pruning.rules(below=below, days=days, keep=keep)
        ids = pruning.pruned(self._engine, self.namespace, rules)
        planned = border.yes_or_no(dry_run, "dry_run")
        return forgetting.forget(self._engine, self.namespace, selecting.Selected(ids), messages=False, dry_run=planned)

    def repeats(self, *, least: int = 3) -> tuple[Repeated, ...]:
        """What was said over and over, by at least so many messages, most often first.

        One state that many messages state is one fact already. Events are kept each with its time; here those that say the same of the same are told as
        one, with how often it was said, and when first and last. Nothing is changed, and no two different things are made one: that would take a model.

        >>> with Memory.open("sqlite:///:memory:", namespace="ada", user_name="Ada") as memory:
        ...     said = [{"content": "I went to Porto.", "at": datetime(2024, 3, day)} for day in (1, 8, 15)]
        ...     receipts = memory.remember_many(said)
        ...     [(one.sentence, one.times) for one in memory.repeats()]
        [('Ada visited Porto', 3)]
        """
        return pruning.repeats(self._engine, self.namespace, least=border.whole(least, "least", least=2))


def _several(message: str | Sequence[str] | None) -> list[str] | None:
    """Ids of messages, from one or several."""
    if message is None:
        return None
    given = [message] if isinstance(message, str) else message
    if not isinstance(given, Iterable):
        raise InvalidInput(f"message must be an id, or several, not {border.shown(given)}")
    ids = [border.text(one, "message") for one in given]
    if not ids:
        raise InvalidInput("message names no message; give the ids of those to forget")
    return ids

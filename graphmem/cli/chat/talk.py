"""One conversation: each line is kept, learned from and answered, by a model or by showing what it brought up."""

from __future__ import annotations

import signal
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field

from graphmem.cli.chat import showing
from graphmem.cli.chat.answering import Reply
from graphmem.cli.chosen import here_and_now
from graphmem.cli.screen import complain, counted, note, say
from graphmem.errors import GraphmemError, InvalidInput
from graphmem.memory.memory import Memory
from graphmem.types import Context, Receipt

ASSISTANT = "Assistant"


@dataclass(slots=True)
class Talk:
    """A chat as it stands. `asks` puts a question of yes or no to the user, `dropped` forgets what was typed."""

    memory: Memory
    user: str
    session: str
    system: str
    budget: int
    reply: Reply | None
    asks: Callable[[str], bool]
    dropped: Callable[[], None]
    failures: int = 0
    _last: list[Receipt] = field(default_factory=list)

    def say(self, line: str) -> None:
        """Keep a line, show what was learned from it, and answer."""
        found = None if self.reply else self.memory.recall(line, now=here_and_now())
        with _undisturbed():
            receipt = self.memory.remember(line, session=self.session, at=here_and_now())
        self._last = [receipt]
        showing.receipt(receipt)
        if found is not None:
            showing.recalled(found, receipt, self.user)
        else:
            self._answer(line, receipt)

    def context(self, turn: str | None) -> Context:
        """What a model is handed for a turn, or was for the last one.

        Raises:
            InvalidInput: when nothing was said yet.
        """
        last = self._last[0] if self._last else None
        if turn is None and last is None:
            raise InvalidInput("nothing was said yet; say something, or give the turn after the command")
        return self.memory.context(
            turn or (last.message.text if last else ""),
            session=self.session,
            budget=self.budget,
            system=self.system if self.reply else None,
            remembered=None if turn else last,
            now=here_and_now(),
        )

    def forget_last(self) -> None:
        """Take back the last line, and what was answered to it.

        Raises:
            InvalidInput: when nothing was said yet.
        """
        if not self._last:
            raise InvalidInput("nothing was said that could be taken back")
        for receipt in reversed(self._last):
            self.memory.forget(message=receipt.message.id)
        said = self._last[0].message.text
        self._last = []
        self.dropped()
        say(f"Forgotten: {said}")

    def forget_session(self) -> None:
        """Forget the whole conversation, if the user agrees."""
        planned = self.memory.forget(session=self.session, dry_run=True)
        what = f"{counted(planned.messages, 'message')} and {counted(planned.facts, 'fact')}"
        if self.asks(f"Forget {what} of this conversation?"):
            self.memory.forget(session=self.session)
            self._last = []
            self.dropped()
            say("Forgotten.")
        else:
            say("Nothing was forgotten.")

    def _answer(self, line: str, receipt: Receipt) -> None:
        assert self.reply is not None
        context = self.memory.context(
            line, session=self.session, budget=self.budget, system=self.system, remembered=receipt
        )
        try:
            answer = showing.answer(self.reply(context.to_messages()), ASSISTANT)
        except GraphmemError as error:
            self.failures += 1
            complain(f"{error}; your line is kept")
        except KeyboardInterrupt:
            note("Stopped; what came is not kept.")
        else:
            if answer.strip():
                with _undisturbed():
                    self._last.append(self.memory.remember(answer, role="assistant", session=self.session))


@contextmanager
def _undisturbed() -> Iterator[None]:
    """Let a Ctrl-C wait until a message is kept and understood."""
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    came: list[int] = []
    before = signal.signal(signal.SIGINT, lambda number, _frame: came.append(number))
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)

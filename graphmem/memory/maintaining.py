"""Keeping a memory in order: what it holds, and making it forget."""

from __future__ import annotations

from datetime import datetime

from graphmem.memory import border, forgetting
from graphmem.memory.view import View
from graphmem.types import (
    ForgetReceipt,
    Status,
)


class Maintaining(View):
    """The verbs of its keeper."""

    def forget(
        self,
        *,
        message: str | None = None,
        session: str | None = None,
        before: datetime | None = None,
        everything: bool = False,
        dry_run: bool = False,
    ) -> ForgetReceipt:
        """Erase messages and all that was learned from them alone, by exactly one selector.

        `message` is an id, `before` a moment (without a zone: UTC). What other messages also state stays. With `dry_run`, only says what would go.

        Raises:
            InvalidInput: when none or several selectors are given.
            NotFound: when there is no such message or session.
        """
        ids = forgetting.select(
            self._engine,
            self.namespace,
            message=None if message is None else border.text(message, "message"),
            session=None if session is None else border.text(session, "session"),
            before=border.utc(before, "before"),
            everything=border.yes_or_no(everything, "everything"),
        )
        planned = border.yes_or_no(dry_run, "dry_run")
        return forgetting.forget(self._engine, self.namespace, ids, everything=everything, dry_run=planned)

    def status(self) -> Status:
        """The namespace in numbers, what waits to be understood, and which models are used."""
        engine, counts = self._engine, self._engine.store.counts(self.namespace)
        return Status(
            namespace=self.namespace,
            url=engine.store.url,
            messages=counts.messages,
            sessions=counts.sessions,
            entities=counts.entities,
            facts=counts.facts,
            current_facts=counts.current_facts,
            unsupported=counts.unsupported,
            version=engine.store.version(self.namespace),
            schema=engine.store.schema,
            last_at=counts.last_at,
            backlog=engine.store.backlog(self.namespace, now=engine.clock()),
            extractor=engine.extractor.name,
            embedder=engine.embedder.model if engine.embedder else "none",
        )

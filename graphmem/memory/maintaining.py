"""Keeping a memory in order: what it holds, and whether all is well with it."""

from __future__ import annotations

from collections.abc import Callable

from graphmem.memory import border, checking, rebuilding, reembedding, rereading
from graphmem.memory.clearing import Clearing
from graphmem.types import (
    Finding,
    Hour,
    RebuildReceipt,
    ReembedReceipt,
    ReextractReceipt,
    Spent,
    Status,
)


class Maintaining(Clearing):
    """The verbs of its keeper."""

    def rebuild(self, *, index: bool = False, progress: Callable[[int, int], None] | None = None) -> RebuildReceipt:
        """Make the graph anew from what was read of the messages, by today's vocabulary and rules; no model is asked.

        It changes nothing in a healthy memory, and is what a changed vocabulary needs. It works in blocks: memory can be read meanwhile, and
        stopping it is safe; run it again to finish. With `index`, all that is found by its words is indexed anew as well. `progress`
        is told after each block how many steps of how many are done.

        >>> with Memory.open("sqlite:///:memory:", namespace="ada", user_name="Ada") as memory:
        ...     receipt = memory.remember("My sister Ana moved to Lisbon.")
        ...     memory.rebuild().facts
        0
        """
        moved = progress or (lambda _done, _total: None)
        return rebuilding.rebuild(self._engine, self.namespace, moved=moved, index=border.yes_or_no(index, "index"))

    def reextract(
        self, *, everything: bool = False, progress: Callable[[int, int], None] | None = None
    ) -> ReextractReceipt:
        """Read the messages again with today's extractor: memory is then as if it had always had this one.

        Messages that this very extractor read, by name and version, are left as they are unless `everything` is asked for; so stopping it is safe,
        and the same call finishes it. What cannot be read keeps what was read before. Told facts and decisions stand as they are, and what was undone stays
        undone. `progress` is told after each block how many messages of how many are done.

        >>> with Memory.open("sqlite:///:memory:", namespace="ada", user_name="Ada") as memory:
        ...     receipt = memory.remember("My sister Ana moved to Lisbon.")
        ...     memory.reextract().read
        0
        """
        return rereading.reextract(
            self._engine,
            self.namespace,
            everything=border.yes_or_no(everything, "everything"),
            moved=progress or (lambda _done, _total: None),
        )

    def reembed(self, *, progress: Callable[[int, int], None] | None = None) -> ReembedReceipt:
        """Make the vectors of the whole store anew with this memory's embedder, and search with them from then on.

        It is for an embedder other than the one the vectors were made with, and fills those that are missing. A store has one
        embedder, so it covers every namespace. Memory can be read and written meanwhile, with the vectors it has; stopping
        it is safe: run again, it goes on where it was. `progress` is told after each block how many texts of how many are done.

        Raises:
            ConfigError: when this memory has no embedder.
            ModelError: when the embedder failed; what was made is kept.

        >>> with Memory.open("sqlite:///:memory:", namespace="ada", embedder="wordllama") as memory:
        ...     receipt = memory.remember("My sister Ana moved to Lisbon.")
        ...     memory.reembed().made
        0
        """
        return reembedding.reembed(self._engine, moved=progress or (lambda _done, _total: None))

    def check(self) -> tuple[Finding, ...]:
        """The health of this memory: whether messages can be understood and found, what waits or failed, whether the clock makes sense.

        `graphmem doctor` says this and what can be seen of files and settings.

        >>> with Memory.open("sqlite:///:memory:", namespace="ada") as memory:
        ...     [finding.about for finding in memory.check() if not finding.good]
        []
        """
        return tuple(checking.check(self._engine, self.namespace))

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
            llm=engine.llm.name if engine.llm else "none",
            spent=engine.llm.metered.spent() if engine.llm else Spent(),
            hour=engine.llm.metered.hour() if engine.llm else Hour(),
            redacted=engine.taken.of(self.namespace),
        )

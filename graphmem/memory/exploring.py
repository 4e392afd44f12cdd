"""Looking into a memory: who is known, what is true, what was, and what changed."""

from __future__ import annotations

from datetime import datetime

from graphmem.memory import border, reading
from graphmem.memory.view import View
from graphmem.types import (
    Change,
    Entity,
    Fact,
)


class Exploring(View):
    """The verbs that read the graph."""

    def entities(self, *, limit: int | None = None) -> tuple[Entity, ...]:
        """Everyone and everything known, by name."""
        return self._engine.store.entities(self.namespace, limit=border.whole_or_none(limit, "limit", least=0))

    def entity(self, name: str) -> Entity:
        """Who or what is called so, by name or alias; "me" is the user.

        Raises:
            NotFound: when nothing here is called so.
        """
        return reading.entity_named(self._engine, self.namespace, border.text(name, "name"))

    def facts(
        self,
        about: str | Entity | None = None,
        *,
        as_of: datetime | None = None,
        known_at: datetime | None = None,
        limit: int | None = None,
    ) -> tuple[Fact, ...]:
        """The facts that hold now, or held at `as_of`, as memory believed them at `known_at`; most important first.

        `about` is a name, an alias or an entity, as subject or object. Events are always among them.

        Raises:
            NotFound: when nothing here is called so.
        """
        engine = self._engine
        return reading.facts(
            engine,
            self.namespace,
            self._about(about) if about is not None else None,
            as_of=border.utc(as_of, "as_of") or engine.clock(),
            known_at=border.utc(known_at, "known_at"),
            limit=border.whole_or_none(limit, "limit", least=0),
        )

    def history(self, about: str | Entity) -> tuple[Fact, ...]:
        """Everything ever stated of someone or something, what ended and what was taken back included, oldest first.

        Raises:
            NotFound: when nothing here is called so.
        """
        return reading.history(self._engine, self.namespace, self._about(about))

    def _about(self, about: str | Entity) -> Entity:
        return about if isinstance(about, Entity) else self.entity(about)

    def changes(self, *, limit: int = 20) -> tuple[Change, ...]:
        """The newest changes to the graph, newest first, as ids."""
        return self._engine.store.journal(self.namespace, limit=border.whole(limit, "limit", least=0))

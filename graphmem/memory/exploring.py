"""Looking into a memory: who is known, what is true, what was, and what changed."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from datetime import datetime
from itertools import islice
from typing import Any

from graphmem.errors import InvalidInput
from graphmem.exploration import gate, named
from graphmem.memory import border, narrowing, redacting, sorts, windows
from graphmem.memory.shared import looking
from graphmem.memory.view import View
from graphmem.store.explores import Explores
from graphmem.types import Change, Entity, Fact, Limits, Message, Neighbourhood, Session, Table
from graphmem.types.recall import Kept

#: How many facts are followed from one entity: those of a hub beyond would hide everyone else.
EACH = 50


class Exploring(View):
    """The verbs that read the graph."""

    def messages(self, *, session: str | None = None, limit: int = 30) -> tuple[Message, ...]:
        """The newest messages of a session, or of all, word for word, in the order they were said.

        Raises:
            InvalidInput: when the limit is below 0.

        >>> with Memory.open("sqlite:///:memory:", namespace="ada", user_name="Ada") as memory:
        ...     receipts = memory.remember_many({"content": f"Turn {number}."} for number in range(50))
        ...     [message.text for message in memory.messages(limit=2)]
        ['Turn 48.', 'Turn 49.']
        """
        return windows.newest(
            self._engine.store,
            self.namespace,
            session=None if session is None else redacting.named(self._engine, self.namespace, session, "session"),
            limit=border.whole(limit, "limit", least=0),
        )

    def sessions(self) -> tuple[Session, ...]:
        """Every conversation, with how many messages it has and from when to when they are; the one last spoken in first.

        >>> with Memory.open("sqlite:///:memory:", namespace="ada", user_name="Ada") as memory:
        ...     receipt = memory.remember("I live in Porto.", session="spring")
        ...     [(session.name, session.messages) for session in memory.sessions()]
        [('spring', 1)]
        """
        return self._engine.store.sessions(self.namespace)

    def entities(self, *, limit: int | None = None) -> tuple[Entity, ...]:
        """Everyone and everything known, by name."""
        most = border.whole_or_none(limit, "limit", least=0)
        return looking.entities(self._engine, self.namespace, self.reads, limit=most)

    def entity(self, name: str) -> Entity:
        """Who or what is called so, by name or alias; "me" is the user.

        Raises:
            NotFound: when nothing here is called so.
        """
        return looking.entity_named(self._engine, self.namespace, self.reads, border.text(name, "name"))

    def facts(
        self,
        about: str | Entity | None = None,
        *,
        as_of: datetime | None = None,
        known_at: datetime | None = None,
        limit: int | None = None,
        categories: Iterable[str] = (),
        memories: Iterable[Kept] = (),
    ) -> tuple[Fact, ...]:
        """The facts that hold now, or held at `as_of`, as memory believed them at `known_at`; most important first.

        `about` is a name, an alias or an entity, as subject or object. Events are always among them, unless `categories` or `memories`
        ("episodic", "semantic", "procedural") leave them out.

        Raises:
            NotFound: when nothing here is called so.

        >>> from graphmem import Memory
        >>> with Memory.open("sqlite:///:memory:", namespace="ada", user_name="Ada") as memory:
        ...     receipt = memory.remember("I live in Porto. When I say deploy, I mean run the checks and push.")
        ...     [fact.sentence for fact in memory.facts(memories=["procedural"])]
        ['By "deploy" Ada means: run the checks and push']
        """
        kinds, wanted = narrowing.names(categories, "categories"), sorts.sorts(memories)
        most = border.whole_or_none(limit, "limit", least=0)
        asked = looking.Asked(
            about=self._about(about) if about is not None else None,
            as_of=border.utc(as_of, "as_of") or self._engine.clock(),
            known_at=border.utc(known_at, "known_at"),
            limit=None if kinds or wanted else most,
        )
        found = looking.facts(self._engine, self.namespace, self.reads, asked)
        passing = (f for f in found if (not kinds or f.category in kinds) and (not wanted or sorts.sort(f) in wanted))
        return tuple(islice(passing, most))

    def history(self, about: str | Entity) -> tuple[Fact, ...]:
        """Everything ever stated of someone or something, what ended and what was taken back included, oldest first.

        Raises:
            NotFound: when nothing here is called so.
        """
        return looking.history(self._engine, self.reads, self._about(about))

    def _about(self, about: str | Entity) -> looking.Found:
        meant = about if isinstance(about, Entity) else border.text(about, "name")
        return looking.everywhere(self._engine, self.namespace, self.reads, meant)

    def changes(self, *, limit: int = 20) -> tuple[Change, ...]:
        """The newest changes to the graph, newest first, as ids."""
        return self._engine.store.journal(self.namespace, limit=border.whole(limit, "limit", least=0))

    def neighbourhood(
        self,
        names: str | Sequence[str],
        *,
        hops: int = 2,
        as_of: datetime | None = None,
        known_at: datetime | None = None,
        limit: int = 200,
    ) -> Neighbourhood:
        """What stands around those called so: the facts within so many hops, and everyone in them.

        Facts that hold now or held at `as_of`, as memory believed them at `known_at`.

        A hop leads from a fact's subject to its object, or back. Of one entity the 50 most important facts are followed, so that
        someone who is in everything does not crowd out the rest; at most `limit` facts come back, nearest first.

        Raises:
            NotFound: when nothing here is called so.

        >>> from graphmem import Memory
        >>> with Memory.open("sqlite:///:memory:", namespace="ada", user_name="Ada") as memory:
        ...     receipt = memory.remember("My sister Ana works at Feedzai. Bob works at Feedzai.")
        ...     [entity.name for entity in memory.neighbourhood("Ada").entities]
        ['Ada', 'Ana', 'Feedzai']
        """
        asked = [names] if isinstance(names, str) else list(names)
        return looking.neighbourhood(
            self._engine,
            self.namespace,
            self.reads,
            [self._about(border.text(name, "name")) for name in asked],
            hops=border.whole(hops, "hops", least=0),
            as_of=border.utc(as_of, "as_of") or self._engine.clock(),
            known_at=border.utc(known_at, "known_at"),
            each=EACH,
            limit=border.whole(limit, "limit", least=0),
        )

    def cypher(self, query: str, /, *, limits: Limits | None = None, **parameters: Any) -> Table:
        """What a Cypher statement finds here: an exploration by its name, or text of your own. It only reads, and only this memory.

        A named exploration (`graphmem cypher list`) runs on the Neo4j server where memory is kept on one. Text of your own runs on a
        frozen copy of this one namespace in memory (extra `cypher`), whatever the store: it finds nothing of anybody else, and
        `cypher/explore/README.md` says what the copy's engine lacks. `$namespace` is given; `limits` are 1,000 rows and 10 seconds unless you say otherwise.

        Raises:
            ConfigError: when the package that runs Cypher on a copy is needed and not installed.
            InvalidInput: when the statement could write, fetch or look elsewhere, cannot be read, or took too long; when a
                parameter is missing, unknown or of a wrong type; when the namespace is too large for a copy.
            NotFound: when no exploration is called so.

        >>> from graphmem import Memory
        >>> with Memory.open("sqlite:///:memory:", namespace="ada", user_name="Ada") as memory:
        ...     receipt = memory.remember("My sister Ana lives in Lisbon.")
        ...     memory.cypher("MATCH (p:Person)-[:LIVES_IN]->(place) RETURN p.name, place.name").rows
        (('Ana', 'Lisbon'),)
        """
        allowed = _limits(limits)
        text = border.text(query, "query").strip()
        for name, value in parameters.items():
            if isinstance(value, str):
                border.text(value, f"${name}")
        if named.is_name(text):
            statement = named.exploration(text)
            given = named.bound(statement, parameters)
            if isinstance(self._engine.store, Explores):
                self._engine.accesses.write(self._engine.store, self.namespace)
                return self._engine.store.explore(self.namespace, statement.text, given, limits=allowed)
            return self._mirror(gate.check(statement.text).text, given, allowed)
        named.refuse_namespace(parameters)
        checked = gate.check(text)
        if missing := sorted(checked.parameters - set(parameters) - {named.NAMESPACE}):
            raise InvalidInput(f"the statement uses ${missing[0]}, which was not given; pass {missing[0]}=…")
        return self._mirror(checked.text, parameters, allowed)

    def _mirror(self, statement: str, parameters: Mapping[str, Any], limits: Limits) -> Table:
        mirror = self._engine.mirrors.of(self._engine, self.namespace)
        return mirror.run(statement, parameters, limits)


def _limits(given: Limits | None) -> Limits:
    limits = Limits() if given is None else given
    if not isinstance(limits, Limits):
        raise InvalidInput(f"limits must be Limits(rows=…, seconds=…), not {border.shown(limits)}")
    return limits

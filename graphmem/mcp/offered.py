"""What a host is offered of one memory: the tools every model has, and two that only hosts need, a whole context and the explorations."""

from __future__ import annotations

import json
import logging
from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import cache
from typing import Annotated, Any

from pydantic import Field

from graphmem.errors import GraphmemError, NotFound
from graphmem.exploration import named, rendering
from graphmem.memory.border import shown
from graphmem.memory.guarding import NEEDED
from graphmem.memory.memory import Memory
from graphmem.texts import CypherStatement
from graphmem.tools import Answer, Tools
from graphmem.tools.shapes import Shape, shape_of
from graphmem.types import Limits

#: Tools that change nothing, and those that take something away.
READING = ("recall", "context", "entity", "history", "explore")
TAKING = ("correct", "forget")

#: The session a context is asked in: none, so that nothing said counts as standing in a window that a host does not show.
NO_SESSION = "a turn of an MCP host"

#: Rows of an exploration that a model is shown.
ROWS = 50

Exploration = Annotated[
    str,
    Field(
        description="Which exploration.",
        json_schema_extra={"enum": [named.short(each) for each in named.explorations()]},
    ),
]

_log = logging.getLogger("graphmem")


@dataclass(frozen=True, slots=True)
class Described:
    """A tool as hosts list it."""

    name: str
    description: str
    parameters: Mapping[str, Any]
    reads: bool
    takes_away: bool


class Offered:
    """The tools of one memory, as far as who acts with it may use them. With `read_only` those that change something are not there."""

    def __init__(self, memory: Memory, *, read_only: bool = False) -> None:
        self.memory = memory
        offered = [name for name in Tools(memory).names() if name in READING or not read_only]
        self._tools = Tools(memory, only=[name for name in offered if memory.actor.may(NEEDED[name])])

    def tools(self) -> list[Described]:
        """All of them, in the order a model is shown them."""
        said = [one["function"] for one in self._tools.schemas()]
        known = [(one["name"], one["description"], one["parameters"]) for one in said]
        more = [(one.name, one.description, one.parameters) for one in _more().values()]
        return [Described(*each, reads=each[0] in READING, takes_away=each[0] in TAKING) for each in (*known, *more)]

    def names(self) -> tuple[str, ...]:
        """What they are called."""
        return (*self._tools.names(), *_more())

    def answer(self, name: str, arguments: Mapping[str, Any] | None) -> Answer:
        """What a tool answers; whatever went wrong is an answer too, in a sentence."""
        try:
            if name in _more():
                return Answer(getattr(self, name)(**_more()[name].checked(arguments)), ok=True)
            if name not in self._tools.names():
                raise NotFound(f"there is no tool {shown(name)}; there are {', '.join(self.names())}")
            return self._tools.answer(name, arguments)
        except GraphmemError as error:
            return Answer(str(error), ok=False)
        except Exception as error:  # noqa: BLE001  # a host gets a sentence, the log the trace
            _log.exception("the tool %s failed", name)
            return Answer(f"the memory failed at this ({type(error).__name__}); its log says more", ok=False)

    def context(
        self,
        turn: Annotated[str, Field(min_length=1, max_length=20_000, description="What the user says now, as it is.")],
        budget: Annotated[int, Field(ge=100, le=20_000, description="At most so many tokens.")] = 2000,
    ) -> str:
        """Everything remembered that matters to what the user says now, inside a token budget: facts with their times, and old turns."""
        built = self.memory.context(turn, session=NO_SESSION, budget=budget)
        head = built.chat[0]
        return str(head["content"]) if head["role"] == "system" else "Memory holds nothing about this."

    def explore(
        self,
        name: Exploration,
        parameters: Annotated[
            dict[str, Any] | None, Field(description="What the exploration takes, by name; times are ISO dates.")
        ] = None,
    ) -> str:
        """Look into the memory's graph by a named exploration; rows come as JSON, one a line."""
        statement, given = named.exploration(name), parameters or {}
        read = named.typed(statement, {key: each for key, each in given.items() if isinstance(each, str)})
        bound = named.bound(statement, {**given, **read})
        found = rendering.to_json(self.memory.cypher(named.short(statement), limits=Limits(rows=ROWS), **bound))
        rows = [json.dumps(row, ensure_ascii=False) for row in found["rows"]]
        more = [f"There are more than these {ROWS}."] if found["truncated"] else []
        return "\n".join([*rows, *more]) or "Nothing was found."


@cache
def _more() -> dict[str, Shape]:
    explore = shape_of(Offered.explore)
    listed = "\n".join(_line(each) for each in named.explorations())
    return {
        "context": shape_of(Offered.context),
        "explore": replace(explore, description=f"{explore.description}\n{listed}"),
    }


def _line(statement: CypherStatement) -> str:
    takes = ", ".join(each.name for each in named.asked_for(statement))
    return f"{named.short(statement)}({takes}): {statement.purpose}"

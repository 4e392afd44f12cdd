"""What an agent notes of a long task: the goal, what is done and what is left, what it found and what failed.

The conversation may be cut or begun anew; the scratchpad goes on, a few lines in every prompt. A model keeps it by one tool.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Annotated, Any, Literal

from pydantic import Field

from graphmem.context.lines import plain
from graphmem.errors import GraphmemError, InvalidInput, NotFound
from graphmem.memory.border import shown
from graphmem.tools import Answer
from graphmem.tools.shapes import shape_of

Kind = Literal["goal", "pending", "done", "finding", "error"]

#: How many notes of each list a prompt shows: the next steps, and the last of everything else.
SHOWN = 10

Note = Annotated[str, Field(min_length=1, max_length=500, description="One line.")]


@dataclass(slots=True)
class Scratchpad:
    """The notes. Lists are in the order they were noted.

    >>> pad = Scratchpad(goal="Book the trip to Lisbon")
    >>> pad.note("pending", "Ask Ana for dates")
    >>> pad.note("done", "Ask Ana for dates")
    >>> print(pad.text())
    Goal: Book the trip to Lisbon
    Done:
    - Ask Ana for dates
    """

    goal: str = ""
    pending: list[str] = field(default_factory=list)
    done: list[str] = field(default_factory=list)
    findings: list[str] = field(default_factory=list)
    errors: list[str] = field(default_factory=list)

    def note(self, kind: Kind, text: str) -> None:
        """Note something: a goal takes the place of the one before, what is done is no longer pending, nothing is noted twice."""
        line = " ".join(text.split())
        if not line:
            raise InvalidInput(f"a note needs words, not {text!r}")
        if kind == "goal":
            self.goal = line
            return
        if kind == "done" and line in self.pending:
            self.pending.remove(line)
        listed = self._list(kind)
        if line not in listed:
            listed.append(line)

    def text(self, *, most: int = SHOWN) -> str:
        """The notes as a prompt shows them, "" when there are none; of long lists the next `most` steps, and the last of the rest. 0 shows nothing."""
        return "\n".join(self._lines(most)) if most else ""

    def _lines(self, most: int) -> Iterator[str]:
        if self.goal:
            yield f"Goal: {plain(self.goal)}"
        yield from _section("Done", self.done[-most:], len(self.done), "before")
        yield from _section("Pending", self.pending[:most], len(self.pending), "after")
        yield from _section("Findings", self.findings[-most:], len(self.findings), "before")
        yield from _section("Errors", self.errors[-most:], len(self.errors), "before")

    def _list(self, kind: Kind) -> list[str]:
        match kind:
            case "pending":
                return self.pending
            case "done":
                return self.done
            case "finding":
                return self.findings
            case "error":
                return self.errors
        raise InvalidInput(f"a note is a goal, pending, done, finding or error, not {shown(kind)}")


def _section(name: str, notes: Sequence[str], of: int, where: str) -> Iterator[str]:
    if notes:
        left = of - len(notes)
        yield f"{name} ({left} more {where}):" if left else f"{name}:"
        yield from (f"- {plain(note)}" for note in notes)


class PadTool:
    """The one tool by which a model keeps a scratchpad."""

    def __init__(self, pad: Scratchpad) -> None:
        self._pad = pad
        self._shape = shape_of(PadTool.scratchpad)

    def schemas(self) -> list[dict[str, Any]]:
        """As chat endpoints take it."""
        function = {
            "name": self._shape.name,
            "description": self._shape.description,
            "parameters": self._shape.parameters,
        }
        return [{"type": "function", "function": function}]

    def answer(self, name: str, arguments: str | Mapping[str, Any] | None = None) -> Answer:
        """Note what is given; what was wrong with it, if something was."""
        try:
            if name != self._shape.name:
                raise NotFound(f"there is no tool {shown(name)}; there is {self._shape.name}")
            return Answer(self.scratchpad(**self._shape.checked(arguments)), ok=True)
        except GraphmemError as error:
            return Answer(str(error), ok=False)

    def scratchpad(self, kind: Annotated[Kind, Field(description="What it is.")], note: Note) -> str:
        """Keep track of a long task: set the goal, note steps that are pending or done, findings and errors. You see it in every prompt."""
        self._pad.note(kind, note)
        return "Noted."

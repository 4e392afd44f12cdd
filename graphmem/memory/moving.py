"""Carrying a memory out and in: exports, and what other programs kept."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from datetime import UTC, tzinfo
from functools import partial
from os import PathLike
from pathlib import Path
from typing import BinaryIO, Literal, TextIO

from graphmem.errors import InvalidInput
from graphmem.formats.found import Problem
from graphmem.formats.graphs.opening import GRAPHS, is_graph, open_graph
from graphmem.formats.lines import numbered
from graphmem.formats.reading import OWN, READERS, Wishes, open_messages
from graphmem.formats.sources import Source, opened, piped
from graphmem.memory import border, copying, exporting
from graphmem.memory.bringing import bring
from graphmem.memory.engine import Engine
from graphmem.memory.remembering import Remembering
from graphmem.memory.restoring import restore
from graphmem.privacy.redacting import masked
from graphmem.types import CopyReceipt, ExportReceipt, ImportReceipt

#: A message may be long; what is longer than this is no line of an export.
LONGEST_LINE = 1024 * 1024 * 1024


class Moving(Remembering):
    """The verbs that carry a memory out and in."""

    def export(
        self, to: str | PathLike[str] | TextIO, *, format: Literal["jsonl", "html", "held"] = "jsonl"
    ) -> ExportReceipt:
        """Write everything down, to a file or a stream of text: as documented JSON Lines, or as a page to read.

        `graphmem/formats/archive.py` describes the lines, which `import_` takes; exports of equal memories are equal byte for byte. The
        page is one HTML file that loads and runs nothing, with the graph drawn. "held" is for the person concerned: the same lines, and between them all else that is
        held, as `graphmem/formats/held.py` describes it: entities, facts with their times and the words that state them, what came up how often, the
        journal, and what waits. A file is whole or not there.

        Raises:
            InvalidInput: when the file cannot be written.

        >>> import io
        >>> written = io.StringIO()
        >>> with Memory.open("sqlite:///:memory:", namespace="ada", user_name="Ada") as memory:
        ...     receipt = memory.remember("My sister Ana moved to Lisbon.")
        ...     memory.export(written).messages
        1
        >>> with Memory.open("sqlite:///:memory:", namespace="copy") as memory:
        ...     receipt = memory.import_(io.BytesIO(written.getvalue().encode()))
        ...     [fact.sentence for fact in memory.facts("Ana")]
        ["Ana is Ada's sister", 'Ana lives in Lisbon']
        """
        if format not in ("jsonl", "html", "held"):
            raise InvalidInput(f"format must be 'jsonl', 'html' or 'held', not {format!r}")
        if format == "html":
            return exporting.report(self._engine, self.namespace, to)
        return exporting.export(self._engine, self.namespace, to, everything=format == "held")

    def copy(self, to: Moving, *, progress: Callable[[int, int], None] | None = None) -> CopyReceipt:
        """Copy everything into another memory, in this store or another, and ask no model.

        A namespace that is new in another store becomes a replica: ids, what was known when, and vectors of the same model are kept, and
        exports are equal. One with messages of its own is told what is new to it, under ids of its own. What waits to be understood
        waits there too. The journal of changes is not copied. Copying again finishes a copy that was stopped, and brings what was said since; what was
        forgotten since stays in the copy. `progress` is told after each block how many messages of how many are done.

        Raises:
            NotFound: when nothing was ever remembered here.
            InvalidInput: when both are the same memory.
            NotAllowed: when who acts there may not write.

        >>> with Memories.open("sqlite:///:memory:") as here, Memories.open("sqlite:///:memory:") as there:
        ...     receipt = here.of("ada", user_name="Ada").remember("My sister Ana moved to Lisbon.")
        ...     here.of("ada").copy(there.of("ada")).new
        ...     there.of("ada").facts("Ana") == here.of("ada").facts("Ana")
        1
        True
        """
        if not isinstance(to, Moving):
            raise InvalidInput(f"copy takes the memory to copy into, such as Memory.open(…), not {border.shown(to)}")
        moved = progress or (lambda _done, _total: None)
        return to._copied_here(self._engine, self.namespace, moved=moved)

    def _copied_here(self, source: Engine, namespace: str, *, moved: copying.Moved) -> CopyReceipt:
        """The half of a copy that writes: it stands behind the guard of the memory that is written to."""
        return copying.copy(source, namespace, self._engine, self.namespace, moved=moved)

    def import_(
        self,
        source: str | PathLike[str] | BinaryIO,
        *,
        format: str | None = None,
        group: str | None = None,
        session: str | None = None,
        encoding: str | None = None,
        zone: tzinfo = UTC,
        report: Callable[[str], None] | None = None,
        progress: Callable[[int], None] | None = None,
        anyway: bool = False,
    ) -> ImportReceipt:
        """Take in an export, or what another program kept: a file, folder, zip or gzip, a stream of bytes, or a graph on a server.

        Of an export everything is taken as it is, and no model is asked. Else `format` says which program it is from, if that is not to be
        told by content: jsonl, openai, chatgpt, claude, langchain, llamaindex, mem0, markdown, text, whatsapp or slack.
        A graph that graphiti or neo4j-agent-memory left in a Neo4j database is named by its URL, neo4j://user:password@host:7687, with the
        format "graphiti" or "agent-memory"; where several people's is in it, `group` is the group_id or user whose part is wanted. It is only read.
        `session` is for messages that name none, `encoding` for text that is not UTF-8, `zone` for times without one. What is there
        already is passed over, so an import that was stopped is finished by repeating it; and so is what was forgotten here, unless `anyway`. `report` is told each place that cannot be
        read, `progress` after each block how many were looked at.

        Raises:
            InvalidInput: when there is nothing there that can be read.
        """
        if format is not None and format not in (*READERS, *GRAPHS, OWN):
            raise InvalidInput(f"{format!r} is no format; there are {', '.join((*READERS, *GRAPHS, OWN))}")
        remember_many = partial(self.remember_many, anyway=border.yes_or_no(anyway, "anyway"))
        told, moved = report or (lambda _text: None), progress or (lambda _count: None)
        with ExitStack() as stack:
            if isinstance(source, str) and is_graph(source):
                graph = open_graph(source, stack, format=format, group=group, session=session)
                return bring(remember_many, graph.found, pipe=False, report=lambda one: told(_words(one)), moved=moved)
            if format in GRAPHS:
                raise InvalidInput(
                    f"{format} is read from a server; give its address as neo4j://user:password@host:7687"
                )
            where = stack.enter_context(_source(source))
            found = open_messages(where, Wishes(format, session, encoding, zone), stack)
            if found.own is None:
                return bring(
                    remember_many,
                    found.found,
                    pipe=where.pipe,
                    report=lambda one: told(_words(one)),
                    moved=moved,
                )
            lines = numbered(stack.enter_context(found.own), longest=LONGEST_LINE)
            return restore(
                self._engine, self.namespace, lines, report=lambda one: told(_words(one)), moved=moved, anyway=anyway
            )


def _words(problem: Problem) -> str:
    return masked(f"{problem.where}: {problem.reason}")


@contextmanager
def _source(source: str | PathLike[str] | BinaryIO) -> Iterator[Source]:
    if isinstance(source, (str, PathLike)):
        with opened(Path(source)) as found:
            yield found
    else:
        border.able(source, "what is imported, when it is no path,", "read")
        yield piped(source)

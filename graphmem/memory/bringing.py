"""Bringing in what other programs kept: block after block, each one transaction, so that stopping anywhere is safe.

What a block brings is on disk when the next one begins. What cannot be remembered is named and passed over, and never costs the messages
beside it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from graphmem.errors import InvalidInput
from graphmem.formats.found import Found, Item, Problem
from graphmem.privacy.redacting import masked
from graphmem.types import ImportReceipt, Receipt

#: A block ends after so many messages, or so many bytes of them; what comes through a pipe does not wait for as many.
BLOCK, BLOCK_OF_A_PIPE, BLOCK_BYTES = 200, 100, 4 * 1024 * 1024

#: So many problems are named in a receipt; more are counted.
NAMED = 100

RememberMany = Callable[[Iterable[Mapping[str, Any]]], Sequence[Receipt]]
Report = Callable[[Problem], None]
"""Told each problem when it is met."""


@dataclass(slots=True)
class Counted:
    """What an import came to so far."""

    new: int = 0
    known: int = 0
    bad: int = 0
    forgotten: int = 0
    problems: list[str] = field(default_factory=list)

    def count(self, one: Receipt | Problem) -> None:
        """Take in one message or problem."""
        if isinstance(one, Problem):
            self.bad += 1
            if len(self.problems) < NAMED:
                self.problems.append(masked(f"{one.where}: {one.reason}"))
        else:
            self.new += one.new
            self.known += not (one.new or one.forgotten)
            self.forgotten += one.forgotten

    def receipt(self) -> ImportReceipt:
        """What to tell."""
        return ImportReceipt(self.new, self.known, self.bad, tuple(self.problems), self.forgotten)


def bring(
    remember_many: RememberMany,
    found: Iterable[Found],
    *,
    pipe: bool,
    report: Report,
    moved: Callable[[int], None],
) -> ImportReceipt:
    """Remember what was found; `moved` is told after each block how many places were looked at."""
    counted = Counted()
    for block in blocks(found, pipe=pipe):
        for one in stored(remember_many, block):
            counted.count(one)
            if isinstance(one, Problem):
                report(one)
        moved(counted.new + counted.known + counted.bad + counted.forgotten)
    return counted.receipt()


def blocks(found: Iterable[Found], *, pipe: bool) -> Iterator[list[Found]]:
    """What was found, in blocks."""
    most = BLOCK_OF_A_PIPE if pipe else BLOCK
    block: list[Found] = []
    size = 0
    for one in found:
        block.append(one)
        size += one.size if isinstance(one, Item) else 0
        if len(block) == most or size >= BLOCK_BYTES:
            yield block
            block, size = [], 0
    if block:
        yield block


def stored(remember_many: RememberMany, block: Sequence[Found]) -> Iterator[Receipt | Problem]:
    """What became of each, in order."""
    became = iter(_stored(remember_many, [one for one in block if isinstance(one, Item)]))
    for one in block:
        yield one if isinstance(one, Problem) else next(became)


def _stored(remember_many: RememberMany, block: Sequence[Item]) -> Sequence[Receipt | Problem]:
    """Store a block; where a message is refused, its halves, down to that message alone."""
    try:
        return remember_many([one.fields for one in block])
    except InvalidInput as error:
        if len(block) == 1:
            return [Problem(block[0].where, str(error).removeprefix("message 0: "))]
    half = len(block) // 2
    return [*_stored(remember_many, block[:half]), *_stored(remember_many, block[half:])]

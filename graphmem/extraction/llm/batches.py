"""What one call reads: some messages of one session, the turns just before them, and not more than fits.

A message too long for one call is read in pieces, each with its speaker. Messages go to the model as JSON, one a line: whatever they
contain, it cannot pass for another line or for an instruction.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from graphmem.extraction.language import pieces
from graphmem.extraction.protocol import Turn
from graphmem.llm.lines import slot
from graphmem.types import Message

#: Characters of a piece, and of a message that is read at all; what lies beyond is kept and found as text.
PIECE, CAP = 6_000, 120_000

#: A piece shorter than this is not halved any more.
SHORTEST = 200

#: Of an earlier turn shown for context, its last so many characters.
CONTEXT_TEXT = 600


@dataclass(frozen=True, slots=True)
class Piece:
    """A message, or a part of a long one from character `start` on."""

    message: Message
    start: int
    text: str

    def halves(self) -> tuple[Piece, Piece]:
        """Two shorter pieces, parted at a space near the middle."""
        middle = self.text.rfind(" ", 1, len(self.text) // 2 + 1) + 1 or len(self.text) // 2
        return (
            Piece(self.message, self.start, self.text[:middle]),
            Piece(self.message, self.start + middle, self.text[middle:]),
        )


@dataclass(frozen=True, slots=True)
class Batch:
    """What one call reads, and the earlier turns it is shown with them, oldest first."""

    pieces: tuple[Piece, ...]
    context: tuple[Message, ...]

    def text(self) -> str:
        """The lines the model is given."""
        return "\n".join([*map(_context_line, self.context), *(_line(n, p) for n, p in enumerate(self.pieces, 1))])

    def shown(self) -> tuple[str, ...]:
        """The ids of all messages it shows the model, each once."""
        return tuple(dict.fromkeys(one.id for one in (*self.context, *(piece.message for piece in self.pieces))))

    def smaller(self) -> tuple[Batch, ...]:
        """The same in smaller batches; none when nothing can be made smaller."""
        if len(self.pieces) > 1:
            middle = len(self.pieces) // 2
            read = {piece.message.id: piece.message for piece in self.pieces[:middle]}
            later = tuple([*self.context, *read.values()][-len(self.context) :]) if self.context else ()
            return Batch(self.pieces[:middle], self.context), Batch(self.pieces[middle:], later)
        if self.context:
            return (Batch(self.pieces, ()),)
        (piece,) = self.pieces
        return tuple(Batch((half,), ()) for half in piece.halves()) if len(piece.text) >= SHORTEST else ()


def batches(turns: Sequence[Turn], *, most: int, characters: int, context: int) -> Iterator[Batch]:
    """Batches of at most `most` messages and about so many characters, each of consecutive messages of one session."""
    gathered: list[Piece] = []
    before: tuple[Message, ...] = ()
    for turn, piece in _cut(turns, min(PIECE, characters)):
        if gathered and not _fits(gathered, turn, piece, most, characters):
            yield Batch(tuple(gathered), before)
            gathered = []
        if not gathered:
            before = turn.previous[-context:] if context else ()
        gathered.append(piece)
    if gathered:
        yield Batch(tuple(gathered), before)


def _cut(turns: Iterable[Turn], size: int) -> Iterator[tuple[Turn, Piece]]:
    for turn in turns:
        for start, text in pieces(turn.message.text, size=size, cap=CAP):
            yield turn, Piece(turn.message, start, text)


def _fits(gathered: Sequence[Piece], turn: Turn, piece: Piece, most: int, characters: int) -> bool:
    last = gathered[-1].message
    follows = last.id == piece.message.id or (turn.previous and turn.previous[-1].id == last.id)
    length = sum(len(each.text) for each in gathered) + len(piece.text)
    return bool(follows) and len(gathered) < most and length <= characters


def _line(number: int, piece: Piece) -> str:
    return slot({"message": number, **_who(piece.message), "text": piece.text})


def _context_line(message: Message) -> str:
    return slot({"context": True, **_who(message), "text": message.text[-CONTEXT_TEXT:]})


def _who(message: Message) -> dict[str, object]:
    return {"speaker": message.speaker or message.role, "said": f"{message.clock:%A %Y-%m-%d %H:%M}"}

"""The offline extractor: rules of our own over spaCy's parse of each message.

The parser is good at conversation, the entity recogniser is not; so who and what is talked about, and of which kind, is mostly
read from grammar. A batch is parsed in one go, each text once, however many turns need it.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from graphmem.extraction import language, layout, mending, reader, stand_ins, unspoken
from graphmem.extraction.apart import set_apart
from graphmem.extraction.book import Book
from graphmem.extraction.composed import composed, restored
from graphmem.extraction.fragments import Asked
from graphmem.extraction.page import Past
from graphmem.extraction.pipeline import installed, pipeline, required, vocabulary
from graphmem.extraction.protocol import Turn
from graphmem.extraction.spelling import repaired, unrepaired
from graphmem.extraction.voices import voice
from graphmem.types import Extraction, Message

if TYPE_CHECKING:
    from spacy.language import Language
    from spacy.tokens import Doc

    Parsed = dict[str, list[tuple[int, Doc]]]

VERSION = "4"
CONTEXT_TURNS = 4
#: How long a piece is parsed at once and how much of a message is read, in characters. A very long message is pasted, not said;
#: what lies beyond is stored and recallable as text, but no facts are sought in it.
PIECE, CAP = 5_000, 120_000
#: Only a message with one of these needs the messages before it.
_LOOKS_BACK = re.compile(
    r"\b(?:he|him|his|she|her|hers|it|it's|its|they|them|that's|not|meant|correction)\b", re.IGNORECASE
)
#: An answer longer than this, in words, says for itself what it says.
_LONGEST_ANSWER = 12
_READ_ROLES = ("user", "assistant")
#: How many pieces spaCy's networks see at once.
_BATCH = 64


class SpacyExtractor:
    """Reads English messages with a spaCy pipeline, loaded when the first message comes.

    `model` names an installed pipeline; without it `en_core_web_sm` or its repackaged equal is taken. Without any, messages
    are refused when they come to be read, so that they wait in the queue until one is installed.
    """

    def __init__(self, model: str | None = None) -> None:
        self._model = model or installed()

    @property
    def name(self) -> str:
        """ "spacy:" and the model, "spacy:none" while there is none."""
        return f"spacy:{self._model or 'none'}"

    @property
    def version(self) -> str:
        """The version of the rules."""
        return VERSION

    @property
    def context_turns(self) -> int:
        """How far back a pronoun is looked up."""
        return CONTEXT_TURNS

    def extract(self, turns: Sequence[Turn]) -> list[Extraction]:
        """One extraction a turn, in order.

        Raises:
            ConfigError: when the model is not installed, or none is.
        """
        whole = [composed(turn) for turn in turns]
        read = self._read([repaired(turn) for turn in whole])
        spelled = [unrepaired(found, turn.message) for found, turn in zip(read, whole, strict=True)]
        return [restored(found, turn.message) for found, turn in zip(spelled, turns, strict=True)]

    def _read(self, turns: Sequence[Turn]) -> list[Extraction]:
        wanted = {message.text: None for turn in turns for message in _needed(turn)}
        if not wanted:
            return [self._unread(turn.message) for turn in turns]
        # In a memory zone spaCy forgets the words of these messages afterwards, as a memory that can forget must.
        with pipeline(self._model or required()) as nlp, nlp.memory_zone():
            parsed = _parse(nlp, list(wanted))
            return [self._turn(turn, parsed) for turn in turns]

    def _turn(self, turn: Turn, parsed: Parsed) -> Extraction:
        """Read the messages before it in order, each with those before it, and then the message itself."""
        history: list[Past] = []
        extraction = self._unread(turn.message)
        needed = _needed(turn)
        for index, message in enumerate(needed):
            speaking = voice(message, turn.previous if message is needed[-1] else needed[:index])
            asked = _asked(turn, history, parsed) if message is needed[-1] else None
            book = reader.read(message, parsed[message.text], voice=speaking, history=history[::-1], asked=asked)
            extraction = self._extraction(message, book, history)
            history.append(Past(speaking.me, extraction))
        return extraction

    def _extraction(self, message: Message, book: Book, history: Sequence[Past]) -> Extraction:
        order = [past.extraction.message_id for past in history]
        read = book.extraction(message.id, extractor=self.name, version=self.version, order=order)
        return set_apart(read, message.text)

    def _unread(self, message: Message) -> Extraction:
        readable = message.role not in _READ_ROLES or language.is_readable(message.text)
        return Extraction(message.id, self.name, self.version, reading="read" if readable else "unsupported")


def _needed(turn: Turn) -> list[Message]:
    """The messages to parse for a turn, itself last; none if it is not to be read."""
    if not _is_read(turn.message):
        return []
    before = turn.previous[-CONTEXT_TURNS:] if _LOOKS_BACK.search(turn.message.text) else ()
    before = before or (turn.previous[-1:] if _is_answer(turn) else ())
    return [*(message for message in before if _is_read(message)), turn.message]


def _is_answer(turn: Turn) -> bool:
    """Whether a message is short and comes after somebody's question."""
    before = turn.previous[-1] if turn.previous else None
    if before is None or (before.role, before.speaker) == (turn.message.role, turn.message.speaker):
        return False
    asked = before.text.rstrip().endswith("?") and len(before.text.split()) <= _LONGEST_ANSWER * 2
    return asked and _is_read(before) and len(turn.message.text.split()) <= _LONGEST_ANSWER


def _asked(turn: Turn, history: Sequence[Past], parsed: Parsed) -> Asked | None:
    """The question a message answers, read as if it were answered with yes."""
    if not _is_answer(turn) or not history:
        return None
    before = turn.previous[-1]
    pieces = parsed[before.text]
    speaking = voice(before, [*turn.previous[:-1], turn.message])
    told = reader.read(before, pieces, voice=speaking, history=history[-2::-1], agreed=True)
    return Asked(list(pieces[-1][1].sents)[-1], before.id, told.mentions, told.claims)


def _is_read(message: Message) -> bool:
    return message.role in _READ_ROLES and language.is_readable(message.text)


def _parse(nlp: Language, texts: Sequence[str]) -> Parsed:
    """The parsed pieces of each text, with their offsets."""
    found: Parsed = {text: [] for text in texts}
    docs = ((_tokens(nlp, piece, place), place) for piece, place in _pieces(texts))
    known = vocabulary(nlp)
    for doc, (text, start) in nlp.pipe(docs, as_tuples=True, batch_size=_BATCH):
        found[text].append((start, mending.mended(unspoken.supplied(nlp, doc), known)))
    return found


def _tokens(nlp: Language, piece: str, place: tuple[str, int]) -> Doc:
    """A piece as the parser gets it: with stand-ins, and with sentences begun where the layout of its text begins one."""
    text, start = place
    said = text[start : start + len(piece)]
    return layout.begun(stand_ins.put(nlp.make_doc(piece)), layout.beginnings(said))


def _pieces(texts: Sequence[str]) -> Iterator[tuple[str, tuple[str, int]]]:
    for text in texts:
        for start, piece in language.pieces(layout.without_marks(language.prose(text)), size=PIECE, cap=CAP):
            yield piece, (text, start)

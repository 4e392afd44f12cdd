"""The running summary: the sentences of what left the window that say most, in the words they were said in.

Nothing is written anew, so nothing can be made up. The summary is a function of the set of messages it covers, and of
nothing else: forgetting one and folding again equals never having heard it.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import chain

from graphmem.context.lines import plain, speaker, summary_text
from graphmem.context.sameness import words
from graphmem.errors import InvalidInput
from graphmem.terms import terms
from graphmem.tokens import TokenCounter
from graphmem.types import Message, Summary, SummaryLine, ToolCallPart, ToolResultPart

#: Sentences of one message that are looked at, and characters of a sentence that are kept.
MOST_SENTENCES = 40
LONGEST = 240

#: Two sentences that share this much of their words say the same.
_ALIKE = 0.6

_SENTENCE_END = re.compile(r"(?<=[.!?…])\s+|(?<=[。！？])|\n+")
_FIRST_PERSON = re.compile(r"\b(?:I|I['’]m|I['’]ve|I['’]ll|[Mm]y|[Ww]e|[Oo]ur)\b")
_SPACED_END = re.compile(r"([.!?…])\s+|\n+")
_UNSPACED_END = re.compile(r"[。！？]")
_CAPITAL = re.compile(r"[^\W\d_a-z]\w+")
_MOST_NAMES = 3
_GREETING = re.compile(
    r"^(?:hi|hello|hey|thanks?|ok(?:ay)?|sure|great|wow|bye|good (?:morning|evening|night)|see you|take care)\b",
    re.IGNORECASE,
)
_QUESTION = ("?", "？")
_FEW_TERMS = 3


@dataclass(frozen=True, slots=True)
class _Sentence:
    """A sentence with where it stands and what it is worth by itself."""

    message: Message
    place: tuple[object, ...]
    text: str
    terms: frozenset[str]
    worth: float


class Sentences:
    """The sentences of messages, each read and counted once however often it is folded; made for one walk over a session."""

    def __init__(self, counter: TokenCounter, self_name: str | None = None) -> None:
        self._counter, self._self_name = counter, self_name
        self._of: dict[str, tuple[_Sentence, ...]] = {}
        self._sizes: dict[tuple[object, ...], int] = {}
        self._words: dict[str, str] = {}

    def of(self, message: Message) -> tuple[_Sentence, ...]:
        """Those of a message."""
        found = self._of.get(message.id)
        if found is None:
            found = self._of[message.id] = tuple(_sentences(message))
        return found

    def size(self, sentence: _Sentence) -> int:
        """The tokens that the line of a sentence takes."""
        if sentence.place not in self._sizes:
            self._sizes[sentence.place] = self._counter.text(_shown(sentence, self._self_name) + "\n")
        return self._sizes[sentence.place]

    def alike(self, one: _Sentence, other: _Sentence) -> bool:
        """Whether two say the same."""
        shared = len(one.terms & other.terms)
        far = shared < _ALIKE * (len(one.terms) + len(other.terms) - shared)
        return not far or self._bare(one.text) == self._bare(other.text)

    def _bare(self, text: str) -> str:
        if text not in self._words:
            self._words[text] = words(text)
        return self._words[text]

    def line(self, sentence: _Sentence) -> SummaryLine:
        """The line of a sentence."""
        return _line(sentence, self._self_name)


def fold(
    messages: Sequence[Message], *, counter: TokenCounter, limit_tokens: int = 300, self_name: str | None = None
) -> Summary:
    """The summary of messages of one session, all that left its window: lines of at most `limit_tokens` together.

    Their order does not matter; the lines come in time order.

    Raises:
        InvalidInput: when there are no messages, or they are of several sessions.
    """
    return folded(messages, Sentences(counter, self_name), limit_tokens=limit_tokens)


def folded(messages: Sequence[Message], read: Sentences, *, limit_tokens: int = 300) -> Summary:
    """The same, of messages some of which may have been read before.

    Raises:
        InvalidInput: when there are no messages, or they are of several sessions.
    """
    ordered = sorted({message.id: message for message in messages}.values(), key=_place)
    sessions = {message.session for message in ordered}
    if len(sessions) != 1:
        raise InvalidInput(f"a summary folds the messages of one session, not of {len(sessions)}: {sorted(sessions)!r}")
    kept = _best([sentence for message in ordered for sentence in read.of(message)], read, limit_tokens)
    lines = tuple(map(read.line, sorted(kept, key=_reading_order)))
    return Summary(sessions.pop(), lines, (ordered[-1].at, ordered[-1].seq))


def due(window: Sequence[Message], *, keep: int, block: int) -> tuple[Message, ...]:
    """The oldest messages that are to leave the window now; none until `block` more than `keep` are in it.

    They leave in whole blocks, so that the summary changes seldom, and at the same places however many came at once.
    A block is cut short or drawn out where its end would part a tool's result from its call.
    """
    left = 0
    while len(window) - left >= keep + block:
        step = _cut(window[left:], block)
        if not step:
            break
        left += step
    return tuple(window[:left])


def _cut(window: Sequence[Message], block: int) -> int:
    """The place nearest to `block` where nothing is parted, earlier ones first; 0 if there is none."""
    places = [*range(block, 0, -1), *range(block + 1, len(window))]
    return next((place for place in places if not _parts_a_pair(window, place)), 0)


def _parts_a_pair(window: Sequence[Message], place: int) -> bool:
    called = {part.call_id for message in window[:place] for part in message.parts if isinstance(part, ToolCallPart)}
    answered = {
        part.call_id for message in window[:place] for part in message.parts if isinstance(part, ToolResultPart)
    }
    later = {part.call_id for message in window[place:] for part in message.parts if isinstance(part, ToolResultPart)}
    return bool((called - answered) & later)


def _sentences(message: Message) -> Iterator[_Sentence]:
    if message.role not in ("user", "assistant"):
        return
    for number, part in enumerate(_parted(message.text[: MOST_SENTENCES * LONGEST])[:MOST_SENTENCES]):
        text = plain(part)
        text = text if len(text) <= LONGEST else text[: LONGEST - 1].rsplit(" ", 1)[0] + "…"
        if telling := frozenset(terms(text)):
            place = (*_place(message), number)
            yield _Sentence(message, place, text, telling, _own_worth(message, text, len(telling)))


def _parted(text: str) -> list[str]:
    """A text at the ends of its sentences."""
    if _UNSPACED_END.search(text):
        return _SENTENCE_END.split(text)
    # What ends a sentence is looked for instead of what stands after it: the same places, in a fraction of the time.
    parts, begun = [], 0
    for end in _SPACED_END.finditer(text):
        parts.append(text[begun : end.end(1) if end[1] else end.start()])
        begun = end.end()
    return [*parts, text[begun:]]


def _best(sentences: Sequence[_Sentence], read: Sentences, limit: int) -> list[_Sentence]:
    """The most telling sentences that fit, none of them saying what another says."""
    spread = Counter(chain.from_iterable(sentence.terms for sentence in sentences))
    kept: list[_Sentence] = []
    worth = [(-_worth(sentence, spread, len(sentences)), sentence.place, sentence) for sentence in sentences]
    for _, _, sentence in sorted(each for each in worth if each[0] < 0):
        if limit <= 0:
            break
        # Compared first: counting tokens costs most.
        if not any(read.alike(sentence, other) for other in kept) and (size := read.size(sentence)) <= limit:
            kept.append(sentence)
            limit -= size
    return kept


def _worth(sentence: _Sentence, spread: Counter[str], sentences: int) -> float:
    """How much a sentence tells: what the talk keeps coming back to, and what it tells by itself."""
    terms = sentence.terms
    central = (sum(map(spread.__getitem__, terms)) - len(terms)) / (len(terms) + _FEW_TERMS)
    return round(2 * central / (central + 1 + sentences / 20) + sentence.worth, 9)


def _own_worth(message: Message, text: str, terms: int) -> float:
    """Who is named, what people say of themselves, and what says little."""
    worth = 0.4 * _names(text)
    worth += 0.6 if message.role == "user" and _FIRST_PERSON.search(text) else 0.0
    worth += 0.3 if message.role == "user" else 0.0
    worth += message.importance or 0.0
    worth -= 1.5 if text.endswith(_QUESTION) else 0.0
    worth -= 1.0 if _GREETING.match(text) else 0.0
    return worth - (0.8 if terms < _FEW_TERMS else 0.0)


def _names(text: str) -> int:
    """How many words have a capital inside a sentence, three at most; a word all in capitals is only loud."""
    names = 0
    for found in _CAPITAL.finditer(text):
        word, at = found[0], found.start()
        inside = at > 1 and text[at - 1].isspace() and not (text[at - 2].isspace() or text[at - 2] in ".!?")
        names += inside and word[0].isupper() and not word.isupper()
        if names == _MOST_NAMES:
            break
    return names


def _line(sentence: _Sentence, self_name: str | None) -> SummaryLine:
    message = sentence.message
    return SummaryLine(message.id, message.at, plain(speaker(message, self_name)), sentence.text)


def _shown(sentence: _Sentence, self_name: str | None) -> str:
    return summary_text(sentence.message.at, speaker(sentence.message, self_name), sentence.text)


def _place(message: Message) -> tuple[object, ...]:
    return message.at, message.seq, message.id


def _reading_order(sentence: _Sentence) -> tuple[object, ...]:
    return sentence.place

"""The running summary: the sentences of what left the window that say most, in the words they were said in.

Nothing is written anew, so nothing can be made up. The summary is a function of the set of messages it covers, and of
nothing else: forgetting one and folding again equals never having heard it.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

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
_INNER_WORD = re.compile(r"(?<=[^.!?\s]\s)[^\W\d_]\w+")
_GREETING = re.compile(
    r"^(?:hi|hello|hey|thanks?|ok(?:ay)?|sure|great|wow|bye|good (?:morning|evening|night)|see you|take care)\b",
    re.IGNORECASE,
)
_QUESTION = ("?", "？")
_FEW_TERMS = 3


@dataclass(frozen=True, slots=True)
class _Sentence:
    message: Message
    number: int
    text: str
    terms: frozenset[str]


def fold(
    messages: Sequence[Message], *, counter: TokenCounter, limit_tokens: int = 300, self_name: str | None = None
) -> Summary:
    """The summary of messages of one session, all that left its window: lines of at most `limit_tokens` together.

    Their order does not matter; the lines come in time order.

    Raises:
        InvalidInput: when there are no messages, or they are of several sessions.
    """
    ordered = sorted({message.id: message for message in messages}.values(), key=_place)
    sessions = {message.session for message in ordered}
    if len(sessions) != 1:
        raise InvalidInput(f"a summary folds the messages of one session, not of {len(sessions)}: {sorted(sessions)!r}")
    sentences = [sentence for message in ordered for sentence in _sentences(message)]
    kept = _best(sentences, counter, limit_tokens, self_name)
    lines = tuple(_line(sentence, self_name) for sentence in sorted(kept, key=_reading_order))
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
    for number, part in enumerate(_SENTENCE_END.split(message.text[: MOST_SENTENCES * LONGEST])[:MOST_SENTENCES]):
        text = plain(part)
        text = text if len(text) <= LONGEST else text[: LONGEST - 1].rsplit(" ", 1)[0] + "…"
        if telling := frozenset(terms(text)):
            yield _Sentence(message, number, text, telling)


def _best(sentences: Sequence[_Sentence], counter: TokenCounter, limit: int, self_name: str | None) -> list[_Sentence]:
    """The most telling sentences that fit, none of them saying what another says."""
    spread = Counter(term for sentence in sentences for term in sentence.terms)
    kept: list[_Sentence] = []
    worth = {id(sentence): _worth(sentence, spread, len(sentences)) for sentence in sentences}
    telling = [sentence for sentence in sentences if worth[id(sentence)] > 0]
    for sentence in sorted(telling, key=lambda s: (-worth[id(s)], *_reading_order(s))):
        size = counter.text(_shown(sentence, self_name) + "\n")
        if size <= limit and not any(_alike(sentence, other) for other in kept):
            kept.append(sentence)
            limit -= size
    return kept


def _worth(sentence: _Sentence, spread: Counter[str], sentences: int) -> float:
    """How much a sentence tells: what the talk keeps coming back to, who is named, what people say of themselves."""
    central = sum(spread[term] - 1 for term in sentence.terms) / (len(sentence.terms) + _FEW_TERMS)
    worth = 2 * central / (central + 1 + sentences / 20)
    worth += 0.4 * min(3, sum(map(_is_name, _INNER_WORD.findall(sentence.text))))
    worth += 0.6 if sentence.message.role == "user" and _FIRST_PERSON.search(sentence.text) else 0.0
    worth += 0.3 if sentence.message.role == "user" else 0.0
    worth += sentence.message.importance or 0.0
    worth -= 1.5 if sentence.text.endswith(_QUESTION) else 0.0
    worth -= 1.0 if _GREETING.match(sentence.text) else 0.0
    return round(worth - (0.8 if len(sentence.terms) < _FEW_TERMS else 0.0), 9)


def _is_name(word: str) -> bool:
    """A capital inside a sentence; a word all in capitals is only loud."""
    return word[0].isupper() and not word.isupper()


def _alike(one: _Sentence, other: _Sentence) -> bool:
    shared = len(one.terms & other.terms)
    return shared >= _ALIKE * len(one.terms | other.terms) or words(one.text) == words(other.text)


def _line(sentence: _Sentence, self_name: str | None) -> SummaryLine:
    message = sentence.message
    return SummaryLine(message.id, message.at, plain(speaker(message, self_name)), sentence.text)


def _shown(sentence: _Sentence, self_name: str | None) -> str:
    return summary_text(sentence.message.at, speaker(sentence.message, self_name), sentence.text)


def _place(message: Message) -> tuple[object, ...]:
    return message.at, message.seq, message.id


def _reading_order(sentence: _Sentence) -> tuple[object, ...]:
    return (*_place(sentence.message), sentence.number)

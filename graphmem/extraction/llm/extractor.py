"""The extractor on a chat model: a batch of messages a call, each claim checked against its message.

What a call could not read is told message by message, so that the rest of its batch is learned and only that waits.
"""

from __future__ import annotations

import re
from collections.abc import Container, Iterable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field

from graphmem import texts
from graphmem.errors import InvalidInput, ModelError
from graphmem.extraction.llm.batches import Batch, batches
from graphmem.extraction.llm.checking import Checked, checked
from graphmem.extraction.llm.names import KINDS, Names
from graphmem.extraction.llm.reply import ALSO_CALLED, Said, Statements
from graphmem.extraction.protocol import PartlyRead, Turn
from graphmem.extraction.voices import voice
from graphmem.llm.ending import Ended
from graphmem.llm.protocol import ChatModel
from graphmem.llm.structured import Answer, ask
from graphmem.types import ChatMessage, Extraction, Message

VERSION = "3"

#: Earlier turns shown with a batch.
CONTEXT_TURNS = 6

#: Messages and characters one call reads, and tokens it may answer for each message.
MOST, CHARACTERS, ANSWERED = 10, 12_000, 220

_READ_ROLES = ("user", "assistant")
_THIRD = {"is": "be", "are": "be", "am": "be", "was": "be", "were": "be", "been": "be", "has": "have", "had": "have", "does": "do", "goes": "go"}  # fmt: skip


@dataclass(slots=True)
class Counts:
    """What was asked and what came of it, since the extractor was made."""

    calls: int = 0
    repairs: dict[str, int] = field(default_factory=dict)
    unsound: int = 0
    unborne: int = 0


class LLMExtractor:
    """Reads messages with a chat model, up to `most` in one call.

    `predicates` are the phrases a claim is put in where one fits, and `kinds` what things may be beside the usual, both the vocabulary's.
    `at_once` batches are asked in parallel.
    """

    context_turns = CONTEXT_TURNS

    def __init__(
        self,
        model: ChatModel,
        *,
        predicates: Iterable[str] = (),
        kinds: Iterable[str] = (),
        most: int = MOST,
        at_once: int = 4,
    ) -> None:
        self.model = model
        self._phrases = frozenset(predicates)
        self._own_kinds = sorted(set(kinds) - set(KINDS))
        self._kinds = {kind.casefold(): kind for kind in (*KINDS, *self._own_kinds)}
        self._most = most
        self._at_once = at_once
        self.counts = Counts()

    @property
    def name(self) -> str:
        """ "llm:" and the model."""
        return f"llm:{self.model.name}"

    @property
    def version(self) -> str:
        """The version of prompt, form and checks."""
        return VERSION

    def extract(self, turns: Sequence[Turn]) -> list[Extraction]:
        """One extraction a turn, in order; messages of systems and tools state nothing.

        Raises:
            PartlyRead: when some could not be read; it holds those that could.
            ConfigError: when the model is set up wrongly.
            Ended: when the memory is being closed.
        """
        wanted = [turn for turn in turns if _is_read(turn.message)]
        work = list(batches(wanted, most=self._most, characters=CHARACTERS, context=CONTEXT_TURNS))
        with ThreadPoolExecutor(max(1, min(self._at_once, len(work)))) as pool:
            asked = list(pool.map(self._asked, work))
        said = [part for parts in asked for part in parts]
        failures = {piece.message.id: part.failure for part in said if part.failure for piece in part.batch.pieces}
        extractions = [self._extraction(turn, said) for turn in turns if turn.message.id not in failures]
        if failures:
            raise PartlyRead(extractions, failures)
        return extractions

    def _asked(self, batch: Batch) -> list[_Part]:
        """What the model says of a batch, asked in smaller ones where it is too long."""
        try:
            answer = self._ask(batch)
        except InvalidInput as error:
            smaller = batch.smaller()
            return [part for each in smaller for part in self._asked(each)] or [_Part(batch, failure=str(error))]
        except Ended:
            raise
        except ModelError as error:
            return [_Part(batch, failure=str(error))]
        self.counts.unsound += len(answer.unsound)
        for repair in answer.repairs:
            self.counts.repairs[repair] = self.counts.repairs.get(repair, 0) + 1
        return _parts(batch, answer)

    def _ask(self, batch: Batch) -> Answer[Statements]:
        self.counts.calls += 1
        prompt: list[ChatMessage] = [
            {"role": "system", "content": self._instructions()},
            {"role": "user", "content": batch.text()},
        ]
        return ask(
            self.model,
            prompt,
            Statements,
            purpose="extract",
            items="claims",
            also_called=ALSO_CALLED,
            most_tokens=ANSWERED * (len(batch.pieces) + 1),
        )

    def _instructions(self) -> str:
        text = texts.prompt("extract")
        if self._own_kinds:
            text += f"\n\nFurther kinds, to use where one fits: {'; '.join(self._own_kinds)}."
        if self._phrases:
            text += f"\n\nPredicates to use where one fits: {'; '.join(sorted(self._phrases))}."
        return text

    def _extraction(self, turn: Turn, said: Sequence[_Part]) -> Extraction:
        """Of all pieces of a message."""
        names = Names(turn.message, voice(turn.message, turn.previous), turn.previous, self._kinds)
        mine = [part for part in said if any(piece.message.id == turn.message.id for piece in part.batch.pieces)]
        claims = [each for part in mine for each in part.said.get(turn.message.id, ())]
        seen = dict.fromkeys(other for part in mine for other in part.batch.shown() if other != turn.message.id)
        found: Checked = checked(claims, names, self._base, extractor=self.name, version=self.version, used=tuple(seen))
        self.counts.unborne += found.dropped
        return found.extraction

    def _base(self, phrase: str) -> str:
        """A verb phrase in its base form, the vocabulary's where it has it: "lives in" is "live in"."""
        words = " ".join(re.sub(r"[_\W]+", " ", phrase).casefold().split())
        first, _, rest = words.partition(" ")
        forms = [_THIRD.get(first, first), *_bases(first)]
        whole = [f"{form} {rest}".strip() for form in forms]
        known = next((form for form in [words, *whole] if form in self._phrases), None)
        return known or (whole[0] if first in _THIRD else whole[-1] if first.endswith("s") else words)


@dataclass(frozen=True, slots=True)
class _Part:
    """What a call said, by message id; or why it could not."""

    batch: Batch
    said: dict[str, list[Said]] = field(default_factory=dict)
    failure: str = ""


def _parts(batch: Batch, answer: Answer[Statements]) -> list[_Part]:
    """The claims of each message. A message whose every claim was in no form was not read, and neither was what a cut reply left out."""
    claims = [each for each in answer.value.claims if 1 <= each.message <= len(batch.pieces)]
    if answer.value.claims and not claims:
        return [_Part(batch, failure="the model's reply is about messages that it was not given")]
    said: dict[str, list[Said]] = {}
    for each in claims:
        said.setdefault(batch.pieces[each.message - 1].message.id, []).append(each)
    if answer.cut:
        last = max((each.message for each in claims), default=1)
        return _without(batch, said, range(last, len(batch.pieces) + 1), "ended before it had read this message")
    spoilt = {_number(item) for item in answer.unsound} - {each.message for each in claims}
    return _without(batch, said, spoilt, "said nothing of this message in the form it was asked for")


def _without(batch: Batch, said: Mapping[str, list[Said]], numbers: Container[int], why: str) -> list[_Part]:
    """What was said, without the messages of the pieces of these numbers, which were not read."""
    unread = tuple(piece for number, piece in enumerate(batch.pieces, 1) if number in numbers)
    missed = {piece.message.id for piece in unread}
    read = _Part(batch, {key: found for key, found in said.items() if key not in missed})
    return [read, _Part(Batch(unread, ()), failure=f"the model's reply {why}")] if unread else [read]


def _number(item: object) -> int:
    """The number of the message that an unsound item is of; 0 where it does not say."""
    said = item.get("message") if isinstance(item, Mapping) else None
    return int(said) if isinstance(said, (int, str)) and str(said).isdecimal() else 0


def _bases(verb: str) -> list[str]:
    """What a verb in the third person or the past may be the form of, the likeliest last."""
    if verb.endswith("ied") or verb.endswith("ies"):
        return [verb[:-3] + "y"]
    if verb.endswith("ed"):
        return [verb[:-2], verb[:-3] if verb[-4:-3] == verb[-3:-2] else verb[:-1], verb[:-1]]
    if verb.endswith(("ses", "shes", "ches", "xes", "zes")):
        return [verb[:-1], verb[:-2]]
    return [verb[:-1]] if verb.endswith("s") and not verb.endswith("ss") else []


def _is_read(message: Message) -> bool:
    return message.role in _READ_ROLES and bool(message.text.strip())

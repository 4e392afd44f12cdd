"""Rules first, the model where rules seem to have missed something: most of the understanding for a share of the calls.

Rules read every message. One is missed when it holds sentences that state something and no claim quotes them, when it is in a
language the rules cannot read, or when it corrects. Of those the worst missed go to the model, up to a share of all messages. What the
model cannot read now stays as the rules read it, so that nothing waits for a server.
"""

from __future__ import annotations

import logging
import re
import threading
from collections.abc import Sequence
from dataclasses import dataclass

from graphmem.errors import ConfigError, InvalidInput, ModelError
from graphmem.extraction.protocol import Extractor, PartlyRead, Turn
from graphmem.llm.ending import Ended
from graphmem.types import Extraction

_log = logging.getLogger("graphmem")

_SENTENCE = re.compile(r"[^.!?\n]+[.!?]*")
_WORD = re.compile(r"[^\W\d_]+")
#: A shorter sentence is a greeting or an answer, and states little that rules do not see.
_FEWEST_WORDS = 4
_GREETING = re.compile(r"\s*(?:hi|hey|hello|thanks?|thank you|ok(?:ay)?|sure|wow|bye|great|good \w+)\b", re.IGNORECASE)
_CORRECTS = re.compile(
    r"\b(?:actually|i mean(?:t)?|correction|not anymore|no longer|turns out|scratch that)\b", re.IGNORECASE
)

#: What an unsupported language and a correction weigh, in missed sentences.
_UNREAD, _CORRECTION = 100, 2


@dataclass(slots=True)
class Share:
    """How many messages came and how many went to the model, since the extractor was made; `fallbacks` were read by rules after all."""

    messages: int = 0
    asked: int = 0
    fallbacks: int = 0


class HybridExtractor:
    """Reads with `rules`, and again with `model` what they seem to have missed, at most `share` (0 to 1) of all messages."""

    def __init__(self, rules: Extractor, model: Extractor, *, share: float = 0.3) -> None:
        self._rules = rules
        self._model = model
        self._share = share
        self._lock = threading.Lock()
        self.counts = Share()

    @property
    def name(self) -> str:
        """ "hybrid:" and both."""
        return f"hybrid:{self._rules.name}+{self._model.name}"

    @property
    def version(self) -> str:
        """Of both."""
        return f"{self._rules.version}+{self._model.version}"

    @property
    def parts(self) -> tuple[Extractor, Extractor]:
        """The rules and the model: what was read carries the name of one of them."""
        return self._rules, self._model

    @property
    def context_turns(self) -> int:
        """As many as the one that looks back further."""
        return max(self._rules.context_turns, self._model.context_turns)

    def extract(self, turns: Sequence[Turn]) -> list[Extraction]:
        """One extraction a turn, in order, each with the name of the extractor it came from.

        Raises:
            ModelError, ConfigError: as the rules do; a model's are made up for by the rules.
            Ended: when the memory is being closed, which is no reason to do without the model.
        """
        read = {one.message_id: one for one in self._rules.extract(turns)}
        wanted = self._worst(turns, read)
        again = self._asked([turn for turn in turns if turn.message.id in wanted])
        return [again.get(turn.message.id) or read[turn.message.id] for turn in turns]

    def _worst(self, turns: Sequence[Turn], read: dict[str, Extraction]) -> frozenset[str]:
        """The most missed, as many as the share leaves room for."""
        missing = {turn.message.id: missed(turn.message.text, read[turn.message.id]) for turn in turns}
        ranked = sorted((key for key, score in missing.items() if score), key=lambda key: (-missing[key], key))
        with self._lock:
            self.counts.messages += len(turns)
            room = max(0, int(self._share * self.counts.messages + 0.5) - self.counts.asked)
            chosen = frozenset(ranked[:room])
            self.counts.asked += len(chosen)
        return chosen

    def _asked(self, turns: Sequence[Turn]) -> dict[str, Extraction]:
        if not turns:
            return {}
        try:
            found: Sequence[Extraction] = self._model.extract(turns)
        except Ended:
            raise
        except PartlyRead as error:
            found = error.extractions
            self._fell_back(len(error.failures), error)
        except (ModelError, ConfigError, InvalidInput) as error:
            found = ()
            self._fell_back(len(turns), error)
        return {one.message_id: one for one in found}

    def _fell_back(self, messages: int, error: ModelError | ConfigError | InvalidInput) -> None:
        with self._lock:
            self.counts.fallbacks += messages
        _log.warning("%d messages stay as rules read them: %s", messages, error)


def missed(text: str, extraction: Extraction) -> int:
    """How many sentences seem to state something that no claim quotes; more for a language not read or a correction."""
    if extraction.reading == "unsupported":
        return _UNREAD
    quoted = [claim.quote for claim in extraction.claims]
    left = sum(_states(match[0]) and not _is_quoted(match.span(), quoted) for match in _SENTENCE.finditer(text))
    return left + (_CORRECTION if _CORRECTS.search(text) else 0)


def _states(sentence: str) -> bool:
    asks = sentence.rstrip().endswith("?")
    return not asks and not _GREETING.match(sentence) and len(_WORD.findall(sentence)) >= _FEWEST_WORDS


def _is_quoted(span: tuple[int, int], quoted: Sequence[tuple[int, int]]) -> bool:
    return any(start < span[1] and span[0] < end for start, end in quoted)

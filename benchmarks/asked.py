"""Chats imported and asked as a program would: through `Memory`, closed after the import and opened anew for the questions.

No chat model is called. What is noted of a question is which messages came, in order, by each variant of the search, and
which of its turns stand in a context.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import timedelta
from itertools import zip_longest

from benchmarks.baselines import Baselines
from benchmarks.chats import Chat, Question
from benchmarks.measures import DEPTHS
from graphmem import Memory
from graphmem.memory.engine import default_embedder
from graphmem.testing import FixedClock
from graphmem.types import Channel, Recall

CHANNELS: tuple[Channel, ...] = ("text", "vector", "graph", "time")

OURS, WITH_FACTS, BM25, FUSED = "messages", "messages and facts", "BM25", "BM25+vectors"

BUDGETS = (1000, 2000)

_BLOCK = 200
_SENTENCE = re.compile(r"(?<=[.!?\n])\s+")


@dataclass(frozen=True, slots=True)
class Asked:
    """What came of one question: rankings of message keys by variant, and of its evidence, what stands in a context.

    `quoted` and `stated` are by budget: turns whose words stand there, and those or turns that state a fact that stands there.
    `confidence` is recall's own of having an answer.
    """

    chat: str
    question: Question
    ranked: Mapping[str, Sequence[str]]
    quoted: Mapping[int, frozenset[str]] = field(default_factory=dict)
    stated: Mapping[int, frozenset[str]] = field(default_factory=dict)
    confidence: float = 0.0


def remembered(chat: Chat, url: str) -> dict[str, str]:
    """Import a chat into a store, close it, and tell the key of each message id; what it holds already is passed over."""
    keys: dict[str, str] = {}
    with Memory.open(url, namespace=chat.name, clock=_after(chat)) as memory:
        for start in range(0, len(chat.messages), _BLOCK):
            block = chat.messages[start : start + _BLOCK]
            receipts = memory.remember_many(block)
            keys |= {receipt.message.id: said["key"] for receipt, said in zip(receipts, block, strict=True)}
    return keys


def ask(chat: Chat, url: str, *, ablate: bool = False, contexts: bool = True) -> Iterator[Asked]:
    """Import a chat, and ask its questions that have evidence of a memory opened anew.

    `ablate` asks again without each channel; `contexts` builds one for each budget.
    """
    keys = remembered(chat, url)
    embedder = default_embedder()
    texts = {message["key"]: message["content"] for message in chat.messages}
    baselines = Baselines(list(texts), list(texts.values()), embedder)
    with Memory.open(url, namespace=chat.name, clock=_after(chat), embedder=embedder) as memory:
        for question in chat.questions:
            if question.evidence:
                yield _asked(_Asking(memory, keys, texts, baselines, ablate, contexts), chat.name, question)


@dataclass(frozen=True, slots=True)
class _Asking:
    memory: Memory
    keys: Mapping[str, str]
    texts: Mapping[str, str]
    baselines: Baselines
    ablate: bool
    contexts: bool


def _asked(asking: _Asking, chat: str, question: Question) -> Asked:
    deepest, baselines = max(DEPTHS), asking.baselines
    recall = asking.memory.recall(question.text, limit=deepest)
    ranked = {
        OURS: [asking.keys[message.id] for message in recall.messages],
        WITH_FACTS: _with_facts(recall, asking.keys),
        BM25: baselines.bm25(question.text)[:deepest],
        FUSED: baselines.fused(question.text)[:deepest],
    }
    for channel in CHANNELS if asking.ablate else ():
        others = [each for each in CHANNELS if each != channel]
        without = asking.memory.recall(question.text, limit=deepest, channels=others)
        ranked[f"without {channel}"] = [asking.keys[message.id] for message in without.messages]
    quoted: dict[int, frozenset[str]] = {}
    stated: dict[int, frozenset[str]] = {}
    for budget in BUDGETS if asking.contexts else ():
        text = _plain(asking.memory.context(question.text, session="asked", budget=budget).text)
        quoted[budget] = frozenset(key for key in question.evidence if stands(asking.texts[key], text))
        facts = [fact for fact in recall.facts if _plain(fact.sentence) in text]
        told = {asking.keys[source.message_id] for fact in facts for source in fact.sources}
        stated[budget] = quoted[budget] | question.evidence & told
    return Asked(chat, question, ranked, quoted, stated, recall.confidence)


def _with_facts(recall: Recall, keys: Mapping[str, str]) -> list[str]:
    """The messages, and in between, fact by fact, the messages that state the facts that came."""
    ranked: dict[str, None] = {}
    for message, fact in zip_longest(recall.messages, recall.facts):
        if message is not None:
            ranked[keys[message.id]] = None
        for source in fact.sources if fact is not None else ():
            ranked[keys[source.message_id]] = None
    return list(ranked)


def stands(said: str, text: str) -> bool:
    """Whether at least half of what was said, by whole sentences, stands in a text.

    >>> stands("I moved. The flat is in Lisbon, by the river.", "ana: … the flat is in lisbon, by the river.")
    True
    """
    sentences = [_plain(sentence) for sentence in _SENTENCE.split(said) if sentence.strip()]
    there = sum(len(sentence) for sentence in sentences if sentence in text)
    return 2 * there >= sum(map(len, sentences)) > 0


def _plain(text: str) -> str:
    return " ".join(text.casefold().split())


def _after(chat: Chat) -> FixedClock:
    """The day after the last message."""
    return FixedClock(chat.last + timedelta(days=1))

"""What recall reads does not grow with the memory: as many calls, and no more rows of any kind, at twice the size."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from benchmarks.counting import Rows, counted
from graphmem import Memory
from graphmem.memory.learning import document
from graphmem.retrieval.channels import POSTING_CAP
from graphmem.store import EmbedderMark
from graphmem.testing import PlainExtractor
from graphmem.types import Indexed
from tests.store.builders import ADA, append, apply, entity, fact, message, period

KINDS: tuple[tuple[Indexed, str], ...] = (("message", ""), ("fact", "f-"))


class Lengths:
    """An embedder that tells long texts from short ones."""

    model = "lengths"
    dimension = 2

    def embed(self, texts: Sequence[str]) -> NDArray[np.float32]:
        """A unit vector a text."""
        angles = np.array([len(text) % 7 / 7 for text in texts])
        return np.stack([np.cos(angles), np.sin(angles)], axis=1).astype(np.float32)


def _rows(messages: int) -> Rows:
    """What a recall reads of a memory where every message says the same words, and states a fact about one person."""
    embedder = Lengths()
    with Memory.open("sqlite:///:memory:", namespace=ADA, extractor=PlainExtractor(), embedder=embedder) as memory:
        store = memory._engine.store
        store.mark_embedder(EmbedderMark(embedder.model, embedder.dimension))
        said = [message(f"Ana moved to Lisbon {number}", key=str(number)) for number in range(messages)]
        texts = {one.id: one.text for one in said}
        append(store, *said)
        apply(
            store,
            entity_of={"n:ana": "e-ana"},
            entities=(entity(),),
            facts=tuple(
                fact(f"f-{one.id}", object=None, value=one.text, sentence=one.text, periods=(period(f"f-{one.id}"),))
                for one in said
            ),
            documents=tuple(
                replace(document(kind, prefix + id, text), vector=vector)
                for kind, prefix in KINDS
                for (id, text), vector in zip(texts.items(), embedder.embed(list(texts.values())), strict=True)
            ),
        )
        return counted(memory, "When did Ana move to Lisbon?")


def test_recall_reads_no_more_of_a_larger_memory() -> None:
    """The caps are full at both sizes, so a channel without one would show."""
    small, large = _rows(POSTING_CAP + 200), _rows(2 * POSTING_CAP + 400)

    assert small == large
    assert large.postings == POSTING_CAP
    assert large.calls <= 4
    assert 0 < large.messages < POSTING_CAP
    assert 0 < large.near < POSTING_CAP
    assert 0 < large.reached < POSTING_CAP

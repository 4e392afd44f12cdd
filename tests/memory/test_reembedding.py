"""Another embedder: memory says so, goes on without vectors, and makes them anew for all, resumably, while it is used."""

from __future__ import annotations

import logging
from collections.abc import Callable, Sequence
from pathlib import Path

import numpy as np
import pytest
from numpy.typing import NDArray

from graphmem import Memories, Memory
from graphmem.errors import ConfigError, ModelError
from graphmem.memory import fitting
from graphmem.store import EmbedderMark
from graphmem.testing import PlainExtractor
from graphmem.types import Recall


class Letters:
    """An embedder that counts letters: texts with the same letters are near, whatever the words."""

    def __init__(self, model: str = "letters", *, letters: str = "abcdefghijklmnopqrstuvwxyz") -> None:
        self.model = model
        self.letters = letters
        self.embedded: list[str] = []
        self.broken_after: int | None = None
        self.then: Callable[[], object] = lambda: None

    @property
    def dimension(self) -> int:
        return len(self.letters)

    def embed(self, texts: Sequence[str]) -> NDArray[np.float32]:
        if self.broken_after is not None and len(self.embedded) >= self.broken_after:
            raise ModelError(f"{self.model} is gone")
        self.embedded += texts
        then, self.then = self.then, lambda: None
        then()
        counts = np.array([[1.0 + text.lower().count(each) for each in self.letters] for text in texts])
        unit: NDArray[np.float32] = (counts / np.linalg.norm(counts, axis=1, keepdims=True)).astype(np.float32)
        return unit


@pytest.fixture(autouse=True)
def look_always(monkeypatch: pytest.MonkeyPatch) -> None:
    """What another process did is looked for at once, not in a second."""
    monkeypatch.setattr(fitting, "WRITING", 0.0)
    monkeypatch.setattr(fitting, "SEARCHING", 0.0)


@pytest.fixture
def url(tmp_path: Path) -> str:
    """Where the memory is."""
    return f"sqlite:///{tmp_path / 'memory.db'}"


def opened(url: str, embedder: Letters | str, *, namespace: str = "ada") -> Memory:
    return Memory.open(url, namespace=namespace, extractor=PlainExtractor(), embedder=embedder)


def told(url: str, embedder: Letters | str = "none") -> None:
    """Two namespaces, each with a message that states something and one that does not."""
    with Memories.open(url, extractor=PlainExtractor(), embedder=embedder) as memories:
        for name in ("ada", "bob"):
            memory = memories.of(name)
            memory.remember("Ana lives in Lisbon.")
            memory.remember("zzz qqq")


def channels(recall: Recall) -> set[str]:
    return {hit.channel for hits in recall.reasons.values() for hit in hits}


def mark(memory: Memory) -> EmbedderMark | None:
    return memory._engine.store.embedder()


def test_another_embedder_is_told_with_the_way_out(url: str, caplog: pytest.LogCaptureFixture) -> None:
    """Both models and the command are named once; words and graph still find everything."""
    told(url, Letters("old"))

    with caplog.at_level(logging.WARNING), opened(url, Letters("new")) as memory:
        found = memory.recall("Where does Ana live?")
        memory.recall("Where does Ana live?")

    (warned,) = [record.getMessage() for record in caplog.records]
    assert "old" in warned
    assert "new" in warned
    assert "graphmem reembed" in warned
    assert found.facts[0].sentence == "Ana lives in Lisbon"
    assert "vector" not in channels(found)


def test_reembedding_gives_everything_vectors_of_the_new_model(url: str) -> None:
    """Every namespace, messages and facts; searched with at once, and there when opened again."""
    told(url, Letters("old"))
    steps: list[tuple[int, int]] = []

    with opened(url, Letters("new", letters="zqx")) as memory:
        receipt = memory.reembed(progress=lambda done, total: steps.append((done, total)))
        found = memory.recall("zq zq")

    assert (receipt.before, receipt.model, receipt.dimension, receipt.made) == ("old", "new", 3, 6)
    assert steps[-1] == (6, 6)
    assert found.messages[0].text == "zzz qqq"
    assert "vector" in channels(found)
    with opened(url, Letters("new", letters="zqx"), namespace="bob") as memory:
        assert mark(memory) == EmbedderMark("new", 3)
        assert memory.recall("zq zq").messages[0].text == "zzz qqq"


def test_reembedding_again_makes_nothing(url: str) -> None:
    """All is there."""
    told(url, Letters())

    with opened(url, Letters()) as memory:
        receipt = memory.reembed()

    assert (receipt.before, receipt.model, receipt.made) == ("letters", "letters", 0)


def test_memory_written_without_an_embedder_is_given_vectors(url: str) -> None:
    """Nothing was marked, and nothing is lost by having begun without."""
    told(url)

    with opened(url, Letters()) as memory:
        receipt = memory.reembed()
        found = memory.recall("qz")

    assert (receipt.before, receipt.made) == (None, 6)
    assert found.messages[0].text == "zzz qqq"


def test_reembedding_goes_on_where_it_stopped(url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """The model failed half-way: the old vectors serve, and no text is embedded twice."""
    monkeypatch.setattr("graphmem.memory.reembedding.BLOCK", 1)
    told(url, Letters("old"))
    new = Letters("new")
    new.broken_after = 2

    with opened(url, new) as memory, pytest.raises(ModelError):
        memory.reembed()
    with opened(url, Letters("old")) as memory:
        assert "vector" in channels(memory.recall("qz"))
    new.broken_after = None
    with opened(url, new) as memory:
        receipt = memory.reembed()

    assert receipt.made == 4
    assert len(new.embedded) == 6


def test_memory_is_used_while_it_is_reembedded(url: str) -> None:
    """Old vectors serve until all are new; what is said meanwhile is embedded as well, and what is forgotten is not."""
    told(url, Letters("old"))
    old, new = opened(url, Letters("old")), Letters("new")
    seen: list[set[str]] = []

    def meanwhile() -> None:
        seen.append(channels(old.recall("qz")))
        old.remember("Tom lives in Porto.")
        old.forget(message=old.recall("Lisbon").messages[0].id)

    new.then = meanwhile
    with opened(url, new) as memory:
        memory.reembed()
        found = memory.recall("qz")
        lacking = [memory._engine.store.unembedded("ada", kind, "new") for kind in ("message", "fact")]

    old.close()
    assert "vector" in seen[0]
    assert lacking == [(), ()]
    assert "vector" in channels(found)
    assert {message.text for message in found.messages} == {"zzz qqq", "Tom lives in Porto."}


def test_a_process_with_the_old_model_notices(url: str, caplog: pytest.LogCaptureFixture) -> None:
    """It goes on by words, keeps what it is told, and writes no vector of its own; the next reembedding fills it."""
    told(url, Letters("old"))
    with opened(url, Letters("old")) as old:
        assert "vector" in channels(old.recall("qz"))
        with opened(url, Letters("new")) as memory:
            memory.reembed()

        receipt = old.remember("Tom lives in Porto.")
        found = old.recall("Who lives in Porto?")

    assert not receipt.pending
    assert "Tom lives in Porto" in [fact.sentence for fact in found.facts]
    assert "vector" not in channels(found)
    assert [record for record in caplog.records if "graphmem reembed" in record.getMessage()]
    with opened(url, Letters("new")) as memory:
        assert memory.reembed().made == 2


def test_a_process_with_the_new_model_begins_to_use_it(url: str) -> None:
    """Opened before the change, it searches with vectors after it, without being opened again."""
    told(url, Letters("old"))
    with opened(url, Letters("new")) as waiting:
        assert "vector" not in channels(waiting.recall("qz"))
        with opened(url, Letters("new")) as memory:
            memory.reembed()

        assert "vector" in channels(waiting.recall("qz"))


def test_memory_without_an_embedder_cannot_reembed(url: str) -> None:
    """It says how to have one."""
    with opened(url, "none") as memory, pytest.raises(ConfigError, match="GRAPHMEM_EMBEDDER"):
        memory.reembed()


def test_texts_without_a_word_need_no_vector(url: str) -> None:
    """They are not asked for again and again."""
    with opened(url, Letters("old")) as memory:
        memory.remember("   ")
        memory.remember("Ana lives in Lisbon.")

    with opened(url, Letters("new")) as memory:
        assert memory.reembed().made == 2
        assert memory.reembed().made == 0

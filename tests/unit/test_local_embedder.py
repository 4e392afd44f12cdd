"""Local embeddings: unit vectors of any text, with no network."""

from __future__ import annotations

import logging
import sys

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from graphmem.embedding import local
from graphmem.embedding.local import WordLlamaEmbedder
from graphmem.embedding.protocol import Embedder
from graphmem.errors import ConfigError

EMBEDDER: Embedder = WordLlamaEmbedder()


def test_a_question_is_nearer_to_its_answer_than_to_other_talk() -> None:
    """What vectors are for."""
    question, answer, other = EMBEDDER.embed(
        ["Where does Ana live?", "My sister moved to Lisbon", "The weather is bad today"]
    )

    assert question @ answer > question @ other


@given(st.lists(st.text(), max_size=4))
def test_every_text_has_a_unit_vector(texts: list[str]) -> None:
    """Empty texts and broken characters included."""
    vectors = EMBEDDER.embed(texts)

    assert vectors.shape == (len(texts), EMBEDDER.dimension)
    assert vectors.dtype == np.float32
    assert np.allclose(np.linalg.norm(vectors, axis=1), 1, atol=1e-5)


@given(st.lists(st.text(max_size=40), min_size=1, max_size=6))
def test_a_vector_does_not_depend_on_the_batch(texts: list[str]) -> None:
    """Equal texts give equal vectors, to the bit."""
    together = EMBEDDER.embed(texts)

    assert all(np.array_equal(together[row], EMBEDDER.embed([text])[0]) for row, text in enumerate(texts))


def test_loading_leaves_logging_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    """A library does not configure its host's loggers."""
    root = logging.getLogger()
    monkeypatch.setattr(root, "handlers", [])
    for name in [name for name in sys.modules if name.split(".")[0] == "wordllama"]:
        monkeypatch.delitem(sys.modules, name)

    local._loaded.__wrapped__()

    assert root.handlers == []


def test_a_missing_package_names_the_extra(monkeypatch: pytest.MonkeyPatch) -> None:
    """The error says what to install."""
    monkeypatch.setitem(sys.modules, "wordllama", None)

    with pytest.raises(ConfigError, match=r"graphmem\[local\]"):
        local._loaded.__wrapped__()

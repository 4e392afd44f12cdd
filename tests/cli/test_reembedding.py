"""`graphmem reembed`: the embedder as a setting, and vectors made anew with another."""

from __future__ import annotations

import json

import pytest

from tests.cli.conftest import Run


def test_memory_begun_without_vectors_is_given_them(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    """How many were made is told; a second time there are none to make."""
    monkeypatch.setenv("GRAPHMEM_EMBEDDER", "none")
    run("remember", "My sister Ana lives in Lisbon.")
    monkeypatch.setenv("GRAPHMEM_EMBEDDER", "wordllama")

    first, second = run("reembed"), json.loads(run("reembed", "--json").out)

    assert first.code == 0
    assert "made now, by wordllama" in first.out
    assert second == {
        "model": "wordllama:l2_supercat_256",
        "dimension": 256,
        "before": "wordllama:l2_supercat_256",
        "made": 0,
    }


def test_without_an_embedder_the_way_out_is_told(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    """One line, exit code 1."""
    monkeypatch.setenv("GRAPHMEM_EMBEDDER", "none")
    run("remember", "My sister Ana lives in Lisbon.")

    ran = run("reembed")

    assert ran.code == 1
    assert "GRAPHMEM_EMBEDDER" in ran.err


def test_an_embedder_that_there_is_not_is_told(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    """With those there are."""
    monkeypatch.setenv("GRAPHMEM_EMBEDDER", "bert")

    ran = run("remember", "My sister Ana lives in Lisbon.")

    assert ran.code == 1
    assert "wordllama, minilm, openai:MODEL, none" in ran.err

"""Namespaces read beside the memory's own, on the command line: what comes from there says so."""

from __future__ import annotations

import json

import pytest

from tests.cli.conftest import Run


def test_what_is_read_beside_says_where_it_is_from(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    """In tables, contexts and JSON; what the memory's own contradicts is named apart."""
    monkeypatch.setenv("GRAPHMEM_EMBEDDER", "none")
    run("--namespace", "org:acme", "remember", "Clara works at Equinor. Ana lives in Lisbon.", "--at", "2024-03-01")
    run("--namespace", "org:other", "remember", "Clara works at Galp.")
    run("remember", "Ana lives in Porto.")
    monkeypatch.setenv("GRAPHMEM_READS", "org:acme, org:third")

    facts = run("facts", "Clara").out
    shown = run("recall", "Where does Clara work?").out
    found = json.loads(run("recall", "Where do Clara and Ana live and work?", "--json").out)

    assert facts == "Clara works at Equinor (as of 1 March 2024; from org:acme)\n"
    assert "“Clara works at Equinor. Ana lives in Lisbon.” (user (org:acme), 1 March 2024)" in shown
    assert {(fact["sentence"], fact["namespace"]) for fact in found["facts"]} == {
        ("Ana lives in Porto", None),
        ("Clara works at Equinor", "org:acme"),
    }
    assert [fact["sentence"] for fact in found["overruled"]] == ["Ana lives in Lisbon"]
    assert {each["namespace"] for each in found["messages"]} == {None, "org:acme"}
    assert run("history", "Galp").code == 1


def test_what_is_read_beside_is_not_put_right(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    """It is said whose it is."""
    monkeypatch.setenv("GRAPHMEM_EMBEDDER", "none")
    run("--namespace", "org:acme", "remember", "Clara works at Equinor.")
    monkeypatch.setenv("GRAPHMEM_READS", "org:acme")

    ran = run("correct", "Clara works at Equinor", "--object", "Galp")

    assert ran.code == 1
    assert "is of 'org:acme', which this memory only reads; open that namespace to change it" in ran.err

"""`graphmem audit`, and the role a person at a terminal has."""

from __future__ import annotations

import json
import sqlite3
from pathlib import Path

import pytest

from tests.cli.conftest import Run


def test_uses_are_listed_and_verified(run: Run, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """Who did what, without what was said; a trail that somebody changed shows."""
    monkeypatch.setenv("GRAPHMEM_AUDIT", "on")
    monkeypatch.setenv("GRAPHMEM_ACTOR", "ops")
    run("remember", "My sister Ana lives in Lisbon.")
    run("recall", "Where does Ana live?")

    listed = run("audit")
    told = json.loads(run("audit", "--json").out)
    good = run("audit", "--verify")
    changer = sqlite3.connect(tmp_path / "memory.db")
    changer.execute("DROP TRIGGER audit_is_not_changed")
    changer.execute("UPDATE audit SET actor = 'nobody' WHERE number = 2")
    changer.commit()
    changer.close()
    bad = run("audit", "--verify")

    assert listed.out.startswith("1 (ops, admin; remember, ")
    assert "Lisbon" not in listed.out
    assert [one["verb"] for one in told if one["verb"] != "flush"][:2] == ["remember", "recall"]
    assert good.code == 0
    assert "each as it was written. The last seal is " in good.out
    assert (bad.code, bad.err) == (1, "graphmem: entry 2 is not as it was written, or one before it was left out\n")


def test_a_reader_is_refused_in_a_line(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    """And may look, with the configuration that names the user."""
    run("remember", "I like jazz.")
    monkeypatch.setenv("GRAPHMEM_ROLE", "reader")
    monkeypatch.setenv("GRAPHMEM_ACTOR", "support")

    refused = run("remember", "I like chess.")
    found = run("recall", "What do I like?")

    assert (refused.code, refused.err) == (1, "graphmem: remember takes a writer, and support is a reader\n")
    assert "jazz" in found.out


@pytest.mark.parametrize("role", ["reader", "writer"])
def test_the_key_of_a_file_is_an_admins(run: Run, monkeypatch: pytest.MonkeyPatch, role: str) -> None:
    """Though no verb of a memory changes it."""
    monkeypatch.setenv("GRAPHMEM_ROLE", role)

    refused = run("rekey")

    assert (refused.code, refused.err) == (1, f"graphmem: rekey takes an admin, and GRAPHMEM_ROLE is {role}\n")


def test_where_nothing_is_recorded_the_setting_is_named(run: Run) -> None:
    """The way out."""
    assert "set GRAPHMEM_AUDIT=on" in run("audit").out

"""`graphmem copy`: a memory into another store or namespace, as people type it."""

from __future__ import annotations

import json
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from tests.cli.conftest import Run


@pytest.fixture
def story(run: Run) -> Run:
    """Commands where something is known of Ana, in memory.db."""
    run("remember", "My sister Ana lives in Lisbon.", "--at", "2024-03-01")
    return run


def test_a_copy_says_the_same(story: Run, tmp_path: Path) -> None:
    """And exports the same bytes; the file is made."""
    ran = story("copy", "memory.db", "backup.db")

    assert (ran.code, ran.err) == (0, "")
    assert ran.out == "Copied default to default: 1 message new, 0 known already; ids as they were.\n"
    assert story("--db", "backup.db", "export").out == story("export").out
    assert story("copy", "memory.db", f"sqlite:///{tmp_path / 'backup.db'}").out.count("0 messages new, 1 known") == 1


def test_another_name_in_the_same_store(story: Run) -> None:
    """Its ids are of its own."""
    ran = story("copy", "memory.db", "memory.db", "--to-namespace", "work")

    assert ran.out == "Copied default to work: 1 message new, 0 known already; ids of its own.\n"
    assert story("--namespace", "work", "facts").out == story("facts").out


def test_all_namespaces_at_once(story: Run) -> None:
    """Each under its own name, and told as JSON."""
    story("--namespace", "work", "remember", "I like jazz.")

    ran = story("copy", "memory.db", "backup.db", "--all", "--json")

    told = json.loads(ran.out)
    assert [(one["namespace"], one["to_namespace"], one["new"]) for one in told] == [
        ("default", "default", 1),
        ("work", "work", 1),
    ]
    assert story("copy", "memory.db", "b.db", "--all", "--to-namespace", "x").code == 2


def test_a_mistyped_place_or_name_makes_nothing(story: Run, tmp_path: Path) -> None:
    """It is told what is wrong."""
    nowhere = story("copy", "memry.db", "backup.db")
    nobody = story("copy", "memory.db", "backup.db", "--from-namespace", "wrok")

    assert (nowhere.code, nowhere.err) == (
        1,
        "graphmem: there is no memory at memry.db; remember or import makes one\n",
    )
    assert nobody.code == 1
    assert "there is no namespace 'wrok'" in nobody.err
    assert "there are 'default'" in nobody.err
    assert not (tmp_path / "memry.db").exists()
    with closing(sqlite3.connect(tmp_path / "backup.db")) as db:
        assert db.execute("SELECT count(*) FROM namespaces").fetchone() == (0,)


def test_a_copy_to_itself_is_refused(story: Run) -> None:
    """There is nothing to copy."""
    ran = story("copy", "memory.db", "memory.db")

    assert (ran.code, ran.out) == (1, "")
    assert "cannot be copied to itself" in ran.err


def test_the_user_is_called_as_in_the_original(story: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    """Not as the environment of whoever copies says."""
    monkeypatch.setenv("GRAPHMEM_USER_NAME", "Eva")

    story("copy", "memory.db", "backup.db")

    assert "name: Ada\n" in story("--db", "backup.db", "entity", "me").out

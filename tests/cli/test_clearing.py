"""Letting go from the command line: somebody, a category, what a question finds, what nobody needs; shown first, and not brought back."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from tests.cli.conftest import Run


def read(run: Run, *arguments: str) -> Any:
    """The JSON that a command prints."""
    return json.loads(run(*arguments, "--json").out)


@pytest.fixture
def story(run: Run, tmp_path: Path) -> Run:
    """A memory of Ana, Tom and the weather, from a file."""
    said = [
        {"content": "My sister Ana lives in Porto.", "at": "2024-03-04T09:00:00Z"},
        {"content": "Tom likes jazz.", "at": "2024-03-05T09:00:00Z"},
        {"content": "It rains.", "at": "2020-03-05T09:00:00Z"},
    ]
    (tmp_path / "chat.jsonl").write_text("\n".join(map(json.dumps, said)), encoding="utf-8")
    run("import", str(tmp_path / "chat.jsonl"))
    return run


def test_somebody_is_forgotten_and_their_messages_stay(story: Run) -> None:
    """What would be reworded is shown as it is, and how many are."""
    ran = story("forget", "--entity", "Ana", "--yes")

    assert ran.code == 0
    assert ran.out.splitlines()[0] == "“My sister Ana lives in Porto.” (Ada, 4 March 2024)"
    assert ran.out.splitlines()[-1] == "Forgotten: 0 messages, 2 facts and 1 person or thing, and 1 message reworded."
    assert "My [forgotten] lives in Porto." in story("recall", "Porto").out
    assert story("entity", "Ana").code == 1


def test_a_question_forgets_exactly_what_it_showed(story: Run) -> None:
    """Not what only resembles it."""
    ran = story("forget", "--query", "jazz", "--yes")

    assert [line for line in ran.out.splitlines() if line.startswith("“")] == ["“Tom likes jazz.” (Ada, 5 March 2024)"]
    assert read(story, "status")["messages"] == 2


def test_what_would_hold_again_is_said(story: Run) -> None:
    """Before it is agreed to and after; and in JSON."""
    story("remember", "Tom no longer likes jazz.")
    ended = read(story, "recall", "Tom no longer likes jazz.")["messages"][0]["id"]

    shown = story("forget", "--message", ended, "--dry-run").out.splitlines()
    planned = read(story, "forget", "--message", ended, "--dry-run")
    done = story("forget", "--message", ended, "--yes").out.splitlines()

    assert "Would hold again: Tom likes jazz" in shown
    assert not [line for line in shown if line.startswith("Stays:")]
    assert [one["sentence"] for one in planned["learned"]] == ["Tom likes jazz"]
    assert "Holds again: Tom likes jazz" in done
    assert "Tom likes jazz" in story("facts", "Tom").out


@pytest.mark.parametrize(("how", "heading"), [("--dry-run", "Would go"), ("--yes", "Goes")])
def test_what_goes_is_headed_as_what_it_is(story: Run, monkeypatch: pytest.MonkeyPatch, how: str, heading: str) -> None:
    """With --yes nobody is asked, so nothing is only what would be."""
    headed: list[str] = []
    monkeypatch.setattr("graphmem.cli.clearing.say_table", lambda headings, _rows: headed.append(headings[0]))

    story("forget", "--query", "jazz", how)

    assert headed[0] == heading


def test_pruning_shows_what_nobody_needs(story: Run) -> None:
    """And takes it when it is told to; by a rule, what was kept for long enough."""
    planned, done = read(story, "prune", "--dry-run"), read(story, "prune", "--yes")
    kept = read(story, "prune", "--keep", "100", "--yes")

    assert [one["text"] for one in planned["said"]] == ["It rains."]
    assert (planned["messages"], done["messages"], done["dry_run"], kept["messages"]) == (1, 1, False, 2)


def test_an_import_leaves_out_what_was_forgotten(story: Run, tmp_path: Path) -> None:
    """And says how much; --anyway brings it back."""
    story("forget", "--category", "preference", "--yes")

    again = story("import", str(tmp_path / "chat.jsonl"))
    anyway = read(story, "import", str(tmp_path / "chat.jsonl"), "--anyway")

    assert "0 messages new, 2 known already, 1 forgotten before and left out" in again.out
    assert (anyway["new"], anyway["known"], anyway["forgotten"]) == (1, 2, 0)


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["forget", "--entity", "Ana", "--query", "x", "--yes"], "give one of --message"),
        (["forget", "--session", "default", "--messages", "--yes"], "--messages goes with --entity"),
        (["prune", "--session", "default", "--yes"], "--session and --category go with --keep"),
        (["prune"], "there is nobody to ask"),
    ],
)
def test_nothing_goes_by_mistake(story: Run, arguments: list[str], said: str) -> None:
    """Wrong usage changes nothing."""
    ran = story(*arguments)

    assert ran.code == 2
    assert said in " ".join(ran.err.split())
    assert read(story, "status")["messages"] == 3

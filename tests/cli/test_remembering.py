"""Telling memory something from the command line."""

from __future__ import annotations

import json
from pathlib import Path

from tests.cli.conftest import Run


def test_remember_says_what_was_learned_and_what_ended(run: Run) -> None:
    """Each with its time."""
    run("remember", "My sister Ana lives in Porto.", "--at", "2024-03-04")

    ran = run("remember", "Ana moved to Lisbon last week.", "--at", "2024-06-03")

    assert ran.out.splitlines() == [
        "Learned: Ana lives in Lisbon (since the week of 27 May 2024)",
        "Ended: Ana lived in Porto (until the week of 27 May 2024)",
    ]


def test_remember_says_when_there_was_nothing_to_learn(run: Run) -> None:
    """A question is kept all the same."""
    assert run("remember", "Does Ana like Lisbon?").out == "Kept; no new fact in it.\n"
    assert "messages: 1\n" in run("status").out


def test_remember_says_when_it_was_known_already(run: Run) -> None:
    """The same words by the same speaker at the same time are the same message."""
    run("remember", "I live in Porto.", "--at", "2024-03-04T09:00")

    assert run("remember", "I live in Porto.", "--at", "2024-03-04T09:00").out == "Known already; nothing changed.\n"


def test_remember_reads_stdin(run: Run) -> None:
    """With a dash for TEXT, all of it."""
    assert "Ada is allergic to peanuts" in run("remember", "-", stdin="I am allergic\nto peanuts.\n").out


def test_remember_refuses_what_is_not_utf8(run: Run) -> None:
    """And says at which byte."""
    ran = run("remember", "-", stdin=b"caf\xe9")

    assert (ran.code, ran.err) == (1, "graphmem: stdin is not UTF-8 at byte 4\n")


def test_remember_takes_role_session_and_speaker(run: Run) -> None:
    """They are in the receipt."""
    ran = run("remember", "I like tea.", "--role", "user", "--session", "s1", "--speaker", "John", "--json")

    receipt = json.loads(ran.out)
    assert list(receipt) == ["message", "new", "learned", "ended", "retracted", "pending", "redacted", "forgotten"]
    assert (receipt["message"]["session"], receipt["message"]["speaker"]) == ("s1", "John")
    assert [fact["sentence"] for fact in receipt["learned"]] == ["John likes tea"]


def test_an_assistant_teaches_nothing_about_the_user(run: Run) -> None:
    """What it says it was told is not learned."""
    assert "Ada likes jazz" not in run("remember", "You told me you like jazz.", "--role", "assistant").out
    assert "jazz" not in run("facts").out


def test_asking_renames_nobody_and_makes_no_file(run: Run, tmp_path: Path) -> None:
    """A name given to a reading command is not kept, and a mistyped path is named."""
    run("--user-name", "Ada", "remember", "I live in Porto.")

    run("--user-name", "Zed", "facts")
    mistyped = run("--db", str(tmp_path / "absent" / "x.db"), "status")

    assert "Ada lives in Porto" in run("facts").out
    assert (mistyped.code, "there is no memory at" in mistyped.err) == (1, True)
    assert not (tmp_path / "absent").exists()


def test_a_language_that_cannot_be_read_is_said_to_be(run: Run) -> None:
    """Not "no new fact in it"."""
    said = run("remember", "Живу в Порту и работаю программистом уже три года.")

    assert "cannot be read here" in said.out

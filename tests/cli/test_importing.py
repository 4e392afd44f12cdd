"""Importing transcripts: what is good is kept, what is bad is named, and nothing comes twice."""

from __future__ import annotations

import json
import signal
from pathlib import Path

import pytest

from graphmem.cli.importing import Interruptible
from tests.cli.conftest import Run
from tests.cli.transcripts import lines, message, write


def test_importing_twice_changes_nothing(run: Run, tmp_path: Path) -> None:
    """The second time says so."""
    write(tmp_path / "chat.jsonl", 5)

    first, second = run("import", "chat.jsonl"), run("import", "chat.jsonl")

    assert first.out.startswith("Imported: 5 messages new, 0 known already, 0 bad lines;")
    assert second.out == "Imported: 0 messages new, 5 known already, 0 bad lines; 0 facts learned.\n"
    assert (first.code, second.code) == (0, 0)


def test_a_transcript_that_grew_brings_what_is_new(run: Run, tmp_path: Path) -> None:
    """Lines that are there already are passed over."""
    write(tmp_path / "chat.jsonl", 3)
    run("import", "chat.jsonl")
    write(tmp_path / "chat.jsonl", 5)

    assert json.loads(run("import", "chat.jsonl", "--json").out)["new"] == 2


def test_bad_lines_are_named_and_good_ones_kept(run: Run, tmp_path: Path) -> None:
    """A line on stderr for each, in order, with the reason; the exit code says there were some."""
    (tmp_path / "chat.jsonl").write_text(
        lines(message(0))
        + "oops\n"
        + lines(
            {"role": "king", "content": "Obey."},
            {"content": "At noon.", "at": "noon"},
            {"content": "Hello.", "sesion": "s1"},
            {"content": "half a pair: \ud800"},
            {"content": "Rather.", "importance": 7},
            message(1),
        ).replace("\ud800", "\\ud800")
        + '{"content": "cut',
        encoding="utf-8",
    )

    ran = run("import", "chat.jsonl")

    told = ran.err.splitlines()
    assert ran.code == 1
    assert [line.split(": ")[1] for line in told] == [f"chat.jsonl:{number}" for number in (2, 3, 4, 5, 6, 7, 9)]
    assert "not JSON: Expecting value at column 1" in told[0]
    assert "role: Input should be 'user', 'assistant', 'system' or 'tool'; got 'king'" in told[1]
    assert "at: " in told[2]
    assert "sesion: Extra inputs are not permitted" in told[3]
    assert "half of a surrogate pair" in told[4]
    assert "importance: " in told[5]
    assert told[6].endswith("the file ends here and seems cut off")
    assert ran.out.startswith("Imported: 2 messages new, 0 known already, 7 bad lines;")


def test_fields_of_a_line_are_kept(run: Run, tmp_path: Path) -> None:
    """Who said it, when, and in which conversation."""
    said = message(0, content="I live in Porto.", speaker="John", session="s1", role="user", metadata={"app": "x"})
    (tmp_path / "chat.jsonl").write_text(lines(said), encoding="utf-8")

    run("import", "chat.jsonl")

    (found,) = json.loads(run("recall", "Porto", "--json").out)["messages"]
    assert (found["speaker"], found["session"], found["at"]) == ("John", "s1", "2024-03-01T00:00:00+00:00")
    assert run("facts", "John").out == "John lives in Porto (as of 1 March 2024)\n"


def test_a_transcript_can_come_from_a_pipe(run: Run) -> None:
    """With a dash for FILE."""
    ran = run("import", "-", stdin=lines(message(0), message(1)) + "oops\n")

    assert ran.out.startswith("Imported: 2 messages new")
    assert ran.err.startswith("graphmem: stdin:3: not JSON")


@pytest.mark.parametrize(
    ("content", "said"),
    [
        (b"", "chat.jsonl is empty: there is nothing to import"),
        (b"\n \n", "chat.jsonl is empty: there is nothing to import"),
        (lines(message(0)).encode("utf-16"), "chat.jsonl is in UTF-16; save it as UTF-8"),
    ],
)
def test_a_file_without_messages_is_an_error(run: Run, tmp_path: Path, content: bytes, said: str) -> None:
    """In one line."""
    (tmp_path / "chat.jsonl").write_bytes(content)

    ran = run("import", "chat.jsonl")

    assert (ran.code, ran.out) == (1, "")
    assert ran.err.startswith(f"graphmem: {said}")


def test_a_file_that_cannot_be_read_is_an_error(run: Run, tmp_path: Path) -> None:
    """One that is missing, and a directory."""
    assert run("import", "none.jsonl").err == "graphmem: none.jsonl cannot be read: No such file or directory\n"
    assert run("import", str(tmp_path)).err == f"graphmem: {tmp_path} cannot be read: Is a directory\n"


def test_a_block_is_finished_before_an_interrupt_counts() -> None:
    """Ctrl-C while a block is stored waits for its end."""
    interruptible, done = Interruptible(), []

    def store_a_block() -> None:
        with interruptible.whole():
            interruptible(signal.SIGINT, None)
            done.append("block")

    with pytest.raises(KeyboardInterrupt):
        store_a_block()
    assert done == ["block"]


def test_a_second_interrupt_does_not_wait() -> None:
    """Who presses twice means it."""
    interruptible = Interruptible()

    def store_a_block() -> None:
        with interruptible.whole():
            interruptible(signal.SIGINT, None)
            interruptible(signal.SIGINT, None)
            raise AssertionError("the second one must interrupt")

    with pytest.raises(KeyboardInterrupt):
        store_a_block()


def test_outside_a_block_an_interrupt_counts_at_once() -> None:
    """As when the next line of a pipe does not come."""
    with pytest.raises(KeyboardInterrupt):
        Interruptible()(signal.SIGINT, None)

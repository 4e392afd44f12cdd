"""Importing transcripts: what is good is kept, what is bad is named, and nothing comes twice."""

from __future__ import annotations

import json
import signal
from pathlib import Path

import pytest

from graphmem.cli.blocks import Interruptible
from tests.cli.conftest import Run
from tests.cli.transcripts import lines, message, write


def test_importing_twice_changes_nothing(run: Run, tmp_path: Path) -> None:
    """The second time says so."""
    write(tmp_path / "chat.jsonl", 5)

    first, second = run("import", "chat.jsonl"), run("import", "chat.jsonl")

    assert first.out.startswith("Reading chat.jsonl: JSON Lines.\nImported: 5 messages new, 0 known already, 0 bad;")
    assert second.out.endswith("\nImported: 0 messages new, 5 known already, 0 bad; 0 facts learned.\n")
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
            {"text": "Hello."},
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
    assert [line.split(": ")[1] for line in told] == [f"chat.jsonl:{number}" for number in (2, 3, 4, 5, 6, 7, 8, 10)]
    assert "not JSON: Expecting value at column 1" in told[0]
    assert "role: Input should be 'user', 'assistant', 'system' or 'tool'; got 'king'" in told[1]
    assert "at: " in told[2]
    assert "'sesion' is no field of a message; those it can have are role, content, session, " in told[3]
    assert "'text' is no field of a message, and content is missing; those it can have are " in told[4]
    assert "half of a surrogate pair" in told[5]
    assert "importance: " in told[6]
    assert told[7].endswith("the file ends here and seems cut off")
    assert "Imported: 2 messages new, 0 known already, 8 bad;" in ran.out


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

    assert ran.out.startswith("Reading stdin: JSON Lines.\nImported: 2 messages new")
    assert ran.err.startswith("graphmem: stdin:3: not JSON")


@pytest.mark.parametrize("content", [b"", b"\n \n", b"\xef\xbb\xbf", "\n".encode("utf-16")])
@pytest.mark.parametrize("name", ["chat.jsonl", "chat.json", "chat.txt", "chat.md"])
def test_a_file_without_messages_is_an_error(run: Run, tmp_path: Path, name: str, content: bytes) -> None:
    """In one line."""
    (tmp_path / name).write_bytes(content)

    ran = run("import", name)

    assert (ran.code, ran.err) == (1, f"graphmem: {name} holds no messages: there is nothing to import\n")


def test_what_cannot_be_read_is_an_error(run: Run, tmp_path: Path) -> None:
    """A file that is missing, a folder without messages, a picture."""
    (tmp_path / "folder").mkdir()
    (tmp_path / "a.png").write_bytes(b"\x89PNG\x00")

    assert run("import", "none.jsonl").err == "graphmem: none.jsonl cannot be read: No such file or directory\n"
    assert run("import", "folder").err == "graphmem: folder holds no file that can be imported\n"
    assert run("import", "a.png").err == "graphmem: a.png is not text, and no export that is known here\n"


def test_what_wrote_a_file_is_told_and_can_be_said(run: Run, tmp_path: Path) -> None:
    """A chat of WhatsApp teaches about its people, unless it is read as plain text."""
    (tmp_path / "WhatsApp Chat with Ana.txt").write_text(
        "04/03/2024, 18:05 - Ana: I live in Lisbon.\n", encoding="utf-8"
    )

    told = run("import", "WhatsApp Chat with Ana.txt", "--format", "text")
    chat = run("import", "WhatsApp Chat with Ana.txt")

    assert told.out.startswith("Reading WhatsApp Chat with Ana.txt: plain text.\nImported: 1 message new")
    assert chat.out.startswith("Reading WhatsApp Chat with Ana.txt: WhatsApp chat.\nImported: 1 message new")
    assert "Ana lives in Lisbon (as of 4 March 2024)" in run("facts", "Ana").out


def test_you_are_who_the_user_name_says(run: Run, tmp_path: Path) -> None:
    """Of a group chat, one person is the user."""
    chat = "04/03/2024, 18:05 - Ana: I live in Lisbon.\n04/03/2024, 18:06 - Tom: I live in Oslo.\n"
    (tmp_path / "chat.txt").write_text(chat, encoding="utf-8")

    run("--user-name", "Tom", "import", "chat.txt")

    assert "Tom lives in Oslo" in run("--user-name", "Tom", "recall", "Where do I live?").out


@pytest.mark.parametrize(
    ("option", "value", "said"),
    [
        ("--format", "carrier-pigeon", "'carrier-pigeon' is no format; there are jsonl, openai, chatgpt"),
        ("--timezone", "Mars/Base", "'Mars/Base' is no time zone"),
    ],
)
def test_wrong_usage_is_told(run: Run, tmp_path: Path, option: str, value: str, said: str) -> None:
    """With what would be right."""
    write(tmp_path / "chat.jsonl", 1)

    ran = run("import", "chat.jsonl", option, value)

    assert ran.code == 2
    assert said in " ".join(ran.err.replace("│", " ").split())


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


_CHAT = "[04/03/2024, 18:22:01] Eve: I moved to Lisbon.\n[04/03/2024, 18:23:11] Tom: I live in Porto.\n"


def test_a_chat_of_strangers_asks_who_of_them_the_user_is(run: Run, tmp_path: Path) -> None:
    """Until it is told: then what the user said was said by them all along."""
    (tmp_path / "chat.txt").write_text(_CHAT, encoding="utf-8")

    first, told = run("import", "chat.txt"), run("import", "chat.txt", "--user-name", "Eve")

    assert first.err == "None of Eve and Tom is known to be you; if one is, repeat this with --user-name NAME\n"
    assert (told.err, told.code) == ("", 0)


def test_taking_in_an_export_does_not_say_that_nothing_was_learned(run: Run, tmp_path: Path) -> None:
    """What was read of the messages comes with them."""
    write(tmp_path / "chat.jsonl", 1)
    run("import", "chat.jsonl")
    run("export", "memory.jsonl")

    taken = run("--db", "other.db", "import", "memory.jsonl")

    assert taken.out.endswith("Imported: 1 message new, 0 known already, 0 bad; with what was read of them.\n")

"""Forgetting, flushing and rebuilding from the command line: shown first, asked about, safe to interrupt."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from graphmem import Memory
from graphmem.testing import PlainExtractor
from tests.cli.conftest import Run
from tests.cli.terminal import terminal


def read(run: Run, *arguments: str) -> Any:
    """The JSON that a command prints."""
    return json.loads(run(*arguments, "--json").out)


@pytest.fixture
def ana(run: Run) -> Run:
    """A memory of two conversations: Ana lives in Porto, and later in Lisbon."""
    run("remember", "My sister Ana lives in Porto.", "--session", "spring", "--at", "2024-03-04")
    run("remember", "Ana moved to Lisbon.", "--session", "summer", "--at", "2024-06-03")
    return run


def test_a_dry_run_shows_what_would_go_and_changes_nothing(ana: Run) -> None:
    """The messages with who said them when, the facts that nobody else states, and the counts."""
    ran = ana("forget", "--session", "summer", "--dry-run")

    assert ran.code == 0
    assert ran.out.splitlines() == [
        "“Ana moved to Lisbon.” (Ada, 3 June 2024)",
        "Ana lives in Lisbon",
        "Would hold again: Ana lives in Porto",
        "In total: 1 message, 1 fact and 1 person or thing.",
    ]
    assert read(ana, "status")["messages"] == 2


def test_forgetting_leaves_what_there_was_before(ana: Run) -> None:
    """Ana is back in Porto, and nothing finds Lisbon."""
    ran = ana("forget", "--session", "summer", "--yes")

    assert ran.code == 0
    assert ran.out.splitlines()[-1] == "Forgotten: 1 message, 1 fact and 1 person or thing."
    assert "Ana lives in Porto" in ana("facts", "Ana").out
    assert "Lisbon" not in ana("recall", "Where is Lisbon?").out


@pytest.mark.parametrize(
    ("selector", "left"), [(["--before", "2024-05"], 1), (["--session", "spring"], 1), (["--everything"], 0)]
)
def test_each_selector_means_what_it_says(ana: Run, selector: list[str], left: int) -> None:
    """By time, by conversation, all."""
    forgotten = read(ana, "forget", *selector, "--yes")

    assert (forgotten["messages"], forgotten["dry_run"]) == (2 - left, False)
    assert read(ana, "status")["messages"] == left


def test_one_message_is_forgotten_by_its_id(ana: Run) -> None:
    """The id is in what recall prints as JSON."""
    (spring,) = [one for one in read(ana, "recall", "Porto")["messages"] if "Porto" in one["text"]]

    assert ana("forget", "--message", spring["id"], "--yes").code == 0
    assert [one["text"] for one in read(ana, "recall", "Ana")["messages"]] == ["Ana moved to Lisbon."]


@pytest.mark.parametrize(
    ("arguments", "code", "said"),
    [
        ([], 2, "give one of --message, --session, --entity, --before, --category, --query and --everything"),
        (["--everything", "--session", "spring"], 2, "give one of"),
        (["--everything"], 2, "there is nobody to ask"),
        (["--session", "winter", "--yes"], 1, "no session 'winter'; there are 'summer', 'spring'"),
        (["--message", "nothing", "--yes"], 1, "no message 'nothing'"),
    ],
)
def test_nothing_goes_by_mistake(ana: Run, arguments: list[str], code: int, said: str) -> None:
    """Without a selector, with two, or with nobody to ask, everything stays."""
    ran = ana("forget", *arguments)

    assert ran.code == code
    assert said in " ".join(ran.err.split())
    assert read(ana, "status")["messages"] == 2


@pytest.mark.parametrize(("answer", "code", "left"), [("n", 1, 0), ("y", 0, 1)])
def test_on_a_terminal_it_asks(environment: dict[str, str], answer: str, code: int, left: int) -> None:
    """What would go stands above the question; no is the default."""
    with terminal(environment, "remember", "I live in Rome.") as asked:
        assert asked.ended() == 0

    with terminal(environment, "forget", "--everything") as asked:
        asked.expect("I live in Rome.")
        asked.expect("Forget them? This cannot be undone. [y/N]:")
        asked.type(answer)
        ended, shown = asked.ended(), asked.shown

    assert ended == code
    assert ("Nothing was forgotten." in shown) == (answer == "n")
    assert ("Forgotten: 1 message" in shown) == (answer == "y")


def test_ctrl_c_at_the_question_forgets_nothing(environment: dict[str, str]) -> None:
    """As little as Ctrl-D does."""
    with terminal(environment, "remember", "I live in Rome.") as asked:
        assert asked.ended() == 0

    for key in (b"\x03", b"\x04"):
        with terminal(environment, "forget", "--everything") as asked:
            asked.expect("[y/N]:")
            asked.press_until(key, None)

            assert asked.ended() != 0

    with Memory.open(environment["GRAPHMEM_URL"], namespace="default") as memory:
        assert memory.status().messages == 1


def waiting(tmp_path: Path, count: int) -> None:
    """Leave messages in the queue of the test's memory, as a failing model does."""
    extractor = PlainExtractor(broken=True)
    with Memory.open(f"sqlite:///{tmp_path / 'memory.db'}", namespace="default", extractor=extractor) as memory:
        memory.remember_many({"content": "I live in Rome."} for _ in range(count))


def test_flush_understands_what_waits(run: Run, tmp_path: Path) -> None:
    """And says so; a second one has nothing to do."""
    waiting(tmp_path, 3)

    first, second = run("flush"), read(run, "flush")

    assert (first.code, first.out) == (0, "Understood: 3 messages; 0 left.\n")
    assert second == {"understood": 0, "waiting": 0, "in_work": 0, "failed": 0, "given_up": 0, "errors": []}
    assert "lives in Rome" in run("facts").out


def test_flush_says_what_cannot_be_understood(run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """With the reason on stderr and exit code 1."""
    waiting(tmp_path, 2)
    monkeypatch.setenv("GRAPHMEM_SPACY", "xx_absent")

    ran = run("flush")

    assert (ran.code, ran.out) == (1, "Understood: 0 messages; 2 left.\n")
    assert "graphmem: 2 failed: the spaCy model 'xx_absent' is not installed" in ran.err


def test_an_interrupted_flush_gives_back_what_it_took(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The next one takes it up at once."""
    monkeypatch.setattr("graphmem.memory.remembering.BLOCK", 1)
    waiting(tmp_path, 4)

    def stop(done: int, _total: int) -> None:
        if done == 2:
            raise KeyboardInterrupt

    url = f"sqlite:///{tmp_path / 'memory.db'}"
    with Memory.open(url, namespace="default", extractor=PlainExtractor()) as memory:
        with pytest.raises(KeyboardInterrupt):
            memory.flush(progress=stop)
        left = memory.status().backlog
        after = memory.flush()

    assert (left.failed, left.leased, left.errors) == (2, 0, ("a flush was interrupted",))
    assert (after.failed, after.waiting, after.leased) == (0, 0, 0)


def test_rebuild_says_that_everything_is_as_it_should_be(ana: Run) -> None:
    """In a line, and as JSON."""
    assert ana("rebuild").out == "Rebuilt from 2 messages: everything is as it should be.\n"
    assert read(ana, "rebuild") == {"messages": 2, "changed": 0, "facts": 0, "entities": 0, "waiting": 0}


def test_rebuild_files_everything_by_another_vocabulary(
    ana: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What the facts say now is in the words of the file."""
    own = tmp_path / "own.toml"
    own.write_text(
        '[lives_in]\nsays = "{s} dwells in {o}"\nwas = "{s} dwelt in {o}"\n'
        'synonyms = ["live in"]\nbegins = ["move to"]\nsingle = true\n',
        encoding="utf-8",
    )
    monkeypatch.setenv("GRAPHMEM_VOCABULARY", str(own))

    ran = ana("rebuild")

    assert ran.code == 0
    assert ran.out.startswith("Rebuilt from 2 messages, ")
    assert "Ana dwells in Lisbon" in ana("facts", "Ana").out
    assert "Ana dwelt in Porto" in ana("history", "Ana").out


def test_a_long_command_shows_how_far_it_is(environment: dict[str, str], tmp_path: Path) -> None:
    """A bar with rate and time left, on a terminal."""
    waiting(tmp_path, 3)

    with terminal(environment, "flush") as flushed:
        assert flushed.ended() == 0
        assert "Understanding" in flushed.shown
        assert "messages, " in flushed.shown
    with terminal(environment, "rebuild") as rebuilt:
        assert rebuilt.ended() == 0
        assert "Rebuilding" in rebuilt.shown


@pytest.mark.parametrize("command", ["rebuild", "flush"])
def test_a_long_command_that_is_interrupted_says_how_to_go_on(
    run: Run, monkeypatch: pytest.MonkeyPatch, command: str
) -> None:
    """Exit code 130 and one line on stderr."""

    def interrupted(*_: Any, **__: Any) -> None:
        raise KeyboardInterrupt

    run("remember", "I live in Rome.")
    monkeypatch.setattr(Memory, command, interrupted)

    ran = run(command)

    assert (ran.code, ran.out) == (130, "")
    assert ran.err == "graphmem: interrupted. Nothing is lost; the same command again finishes it\n"

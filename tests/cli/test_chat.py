"""Talking with a memory: at a pipe, on a terminal, with a model that answers and without one."""

from __future__ import annotations

import stat
from pathlib import Path

import pytest

from graphmem import Memory
from tests.cli.conftest import Run
from tests.cli.endpoint import serving
from tests.cli.terminal import Terminal, terminal


@pytest.fixture
def talks(run: Run, monkeypatch: pytest.MonkeyPatch) -> Run:
    """Commands where no model is configured."""
    for name in ("GRAPHMEM_CHAT_MODEL", "GRAPHMEM_CHAT_BASE_URL", "OPENAI_API_KEY", "OPENAI_BASE_URL"):
        monkeypatch.delenv(name, raising=False)
    return run


def told(*said: str) -> str:
    """Lines as a pipe brings them."""
    return "".join(f"{line}\n" for line in said)


def test_each_line_shows_what_it_taught_and_what_it_brought_up(talks: Run) -> None:
    """A line each at a pipe; what was only just learned is not shown as recalled."""
    ran = talks("chat", stdin=told("My sister Ana lives in Porto.", "Ana moved to Lisbon.", "Where does Ana live?"))
    lines = ran.out.splitlines()

    assert (ran.code, ran.err) == (0, "")
    assert any(line.startswith("learned: Ana lives in Porto") for line in lines)
    assert any(line.startswith("ended: Ana lived in Porto") for line in lines)
    assert any(line.startswith("recalled: Ana lives in Lisbon") for line in lines[-6:])
    assert any(line.startswith("said: “Ana moved to Lisbon.” (Ada, ") for line in lines[-6:])
    assert not any(line.startswith("recalled: Ana lives in Porto") for line in lines)


def test_all_of_it_is_kept_in_one_conversation(talks: Run) -> None:
    """--session names it, and a later chat goes on with it."""
    talks("chat", "--session", "trip", stdin=told("I live in Rome."))
    talks("chat", "--session", "trip", stdin=told("I like jazz."))

    assert '"sessions": 1,' in talks("status", "--json").out
    assert talks("forget", "--session", "trip", "--dry-run").out.count("“") == 2


def test_slash_commands_ask_the_memory_itself(talks: Run) -> None:
    """What they print, in order; none of them is kept as said."""
    asked = ("/recall Where does Ana live?", "/facts Ana", "/history Ana", "/context", "/why", "/session", "/help")

    ran = talks("chat", "--session", "s", stdin=told("My sister Ana lives in Porto.", *asked, "/exit", "never said"))

    assert ran.code == 0
    assert ran.out.count("Ana lives in Porto") >= 5
    assert "This is the conversation 's'." in ran.out
    for name in ("/recall", "/forget", "/exit"):
        assert f"\n  {name} " in ran.out
    assert "never said" not in ran.out
    assert '"messages": 1,' in talks("status", "--json").out


def test_the_chat_is_left_by_quit_too(talks: Run) -> None:
    """As other programs are."""
    ran = talks("chat", stdin=told("I like jazz.", "/quit", "I like tea."))

    assert ran.code == 0
    assert "tea" not in ran.out
    assert '"messages": 1,' in talks("status", "--json").out


def test_a_line_is_taken_back(talks: Run) -> None:
    """/forget leaves what there was before it, and /forget session asks."""
    said = ("My sister Ana lives in Porto.", "Ana moved to Lisbon.", "/forget", "/facts Ana", "/forget session", "no")

    kept = talks("chat", stdin=told(*said))
    gone = talks("chat", "--session", "s", stdin=told("I like jazz.", "/forget session", "yes", "/facts me"))

    assert "Forgotten: Ana moved to Lisbon." in kept.out
    assert "Ana lives in Porto" in kept.out.partition("Forgotten:")[2]
    assert "Nothing was forgotten." in kept.out
    assert "Forgotten.\n" in gone.out
    assert "jazz" not in gone.out.partition("Forgotten.\n")[2]


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("/fact", "there is no command /fact; did you mean /facts?"),
        ("/xyzzy", "/help lists those there are"),
        ("/recall", "say what to recall"),
        ("/facts Bob", "nothing here is called 'Bob'"),
        ("/forget", "nothing was said that could be taken back"),
        ("/forget Ana", "not 'Ana'"),
        ("/why", "nothing was said yet"),
    ],
)
def test_a_command_that_cannot_be_obeyed_is_a_line_and_the_chat_goes_on(talks: Run, line: str, said: str) -> None:
    """Exit code 1 at a pipe says that there was one."""
    ran = talks("chat", stdin=told(line, "I live in Rome."))

    assert ran.code == 1
    assert said in ran.err
    assert ran.err.count("\n") == 1
    assert "learned: Ada lives in Rome" in ran.out


def test_talk_that_begins_with_a_slash_is_written_with_two(talks: Run) -> None:
    """One of them is kept; empty lines say nothing."""
    talks("chat", stdin=told("", "//help is what I like.", "   "))

    assert "“/help is what I like.”" in talks("recall", "help").out
    assert '"messages": 1,' in talks("status", "--json").out


def test_a_model_answers_from_the_context(talks: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    """It is handed system text, what matters and the turn; its answer is kept as the assistant's."""
    talks("remember", "My sister Ana lives in Lisbon.")
    with serving("In Lis", "bon.\n") as endpoint:
        monkeypatch.setenv("GRAPHMEM_CHAT_MODEL", "small")
        monkeypatch.setenv("GRAPHMEM_CHAT_BASE_URL", endpoint.url)

        ran = talks("chat", "--session", "s", stdin=told("Where does Ana live?", "/forget", "And who is Ana?"))

    first, second = endpoint.asked
    assert (ran.code, ran.err) == (0, "")
    assert ran.out.count("Assistant: In Lisbon.") == 2
    assert first["model"] == "small"
    assert first["messages"][0]["role"] == "system"
    assert "Ana lives in Lisbon" in str(first["messages"])
    assert first["messages"][-1] == {"role": "user", "content": "Where does Ana live?"}
    assert "Where does Ana live?" not in str(second["messages"])
    assert '"messages": 3,' in talks("status", "--json").out


def test_answers_are_held_to_the_budget(talks: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    """The second turn of the hour is not sent, and says so; the line is kept."""
    with serving("In Lisbon.") as endpoint:
        monkeypatch.setenv("GRAPHMEM_CHAT_MODEL", "small")
        monkeypatch.setenv("GRAPHMEM_CHAT_BASE_URL", endpoint.url)
        monkeypatch.setenv("GRAPHMEM_CALLS_AN_HOUR", "1")

        ran = talks("chat", stdin=told("Where does Ana live?", "And who is Ana?"))

    assert len(endpoint.asked) == 1
    assert "the budget of this hour is spent: 1 of 1 calls" in ran.err
    assert "your line is kept" in ran.err


@pytest.mark.parametrize("status", [404, None])
def test_a_model_that_does_not_answer_loses_no_line(
    talks: Run, monkeypatch: pytest.MonkeyPatch, status: int | None
) -> None:
    """Whether it refuses or nobody is there: one line on stderr, and the line was learned from."""
    with serving(status=status or 200) as endpoint:
        url = endpoint.url if status else "http://127.0.0.1:9/v1"
        monkeypatch.setenv("GRAPHMEM_CHAT_MODEL", "small")
        monkeypatch.setenv("GRAPHMEM_CHAT_BASE_URL", url)

        ran = talks("chat", stdin=told("I live in Rome."))

    assert ran.code == 1
    assert ran.err.startswith("graphmem: ")
    assert ran.err.endswith("; your line is kept\n")
    assert url in ran.err or "small" in ran.err
    assert "learned: Ada lives in Rome" in ran.out


def test_a_model_without_key_or_address_is_refused(talks: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    """Before anything is said."""
    monkeypatch.setenv("GRAPHMEM_CHAT_MODEL", "gpt-4o")

    ran = talks("chat", stdin=told("I live in Rome."))

    assert ran.code == 1
    assert "there is no key for it; set OPENAI_API_KEY, or chat_base_url" in ran.err


def opened(asked: Terminal) -> None:
    """Wait until the chat is ready."""
    asked.expect("/help lists commands, Ctrl-D leaves.")
    asked.expect("Ada: ")


def test_on_a_terminal_ctrl_c_drops_a_line_and_ctrl_d_leaves(environment: dict[str, str]) -> None:
    """The half-typed line is not said; the exit code is 0."""
    with terminal(environment, "chat") as asked:
        opened(asked)
        asked.press(b"I live in Ber")
        asked.expect("I live in Ber")
        asked.press_until(b"\x03", "Ada: ")
        asked.type("I live in Rome.")
        asked.expect("Ada lives in Rome")
        asked.expect("Ada: ")
        asked.press_until(b"\x04", None)

        assert asked.ended() == 0
    with Memory.open(environment["GRAPHMEM_URL"], namespace="default") as memory:
        assert memory.status().messages == 1


def test_on_a_terminal_earlier_lines_come_back_and_commands_complete(
    environment: dict[str, str], tmp_path: Path
) -> None:
    """Also those of the last chat, from a file that only its owner may read, until something is forgotten."""
    with terminal(environment, "chat") as asked:
        opened(asked)
        asked.type("I like jazz.")
        asked.expect("Ada likes jazz")
        asked.expect("Ada: ")
        asked.type("/exit")
        assert asked.ended() == 0
    (history,) = (tmp_path / "state" / "graphmem" / "chat").iterdir()
    mode = stat.S_IMODE(history.stat().st_mode)

    with terminal(environment, "chat") as asked:
        opened(asked)
        asked.press(b"\x1b[A\x1b[A")
        asked.expect("I like jazz.")
        asked.press(b"\x15/sess\t")
        asked.expect("/session")
        asked.press(b"\n")
        asked.expect("This is the conversation 'chat 2")
        asked.expect("Ada: ")
        asked.type("I live in Rome.")
        asked.expect("Ada lives in Rome")
        asked.type("/forget")
        asked.expect("Forgotten: I live in Rome.")
        asked.type("/exit")
        assert asked.ended() == 0

    assert mode == 0o600
    assert not history.exists() or "Rome" not in history.read_text(encoding="utf-8")


def test_on_a_terminal_ctrl_c_stops_an_answer(environment: dict[str, str]) -> None:
    """What came of it is not kept, and the chat goes on."""
    with serving("Well, ", "let me think.", held=True) as endpoint:
        model = {"GRAPHMEM_CHAT_MODEL": "small", "GRAPHMEM_CHAT_BASE_URL": endpoint.url}
        with terminal(environment | model, "chat") as asked:
            asked.expect("Ada: ")
            asked.type("I live in Rome.")
            asked.expect("Assistant: Well, ")
            asked.press_until(b"\x03", "Stopped; what came is not kept.")
            asked.expect("Ada: ")
            asked.press_until(b"\x04", None)
            assert asked.ended() == 0

    with Memory.open(environment["GRAPHMEM_URL"], namespace="default") as memory:
        assert memory.status().messages == 1


def test_forgetting_removes_what_was_typed(environment: dict[str, str], tmp_path: Path) -> None:
    """The history of that namespace goes with any forgetting, since it may hold what was forgotten."""
    with terminal(environment, "chat") as asked:
        opened(asked)
        asked.type("I like jazz.")
        asked.expect("Ada likes jazz")
        asked.type("/exit")
        assert asked.ended() == 0
    with terminal(environment, "forget", "--everything", "--yes") as asked:
        assert asked.ended() == 0

    assert list((tmp_path / "state" / "graphmem" / "chat").iterdir()) == []

"""Where only a real process shows it: pipes that break, signals, kills, terminals."""

from __future__ import annotations

import io
import json
import os
import pty
import re
import signal
import socket
import subprocess
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import IO

import pytest
from rich.cells import cell_len

from graphmem import Memories, texts
from tests.cli.transcripts import lines, message, write

FEW, MANY = 250, 600


@contextmanager
def started(environment: dict[str, str], *arguments: str) -> Iterator[subprocess.Popen[bytes]]:
    """The program, running, with pipes; it is gone afterwards whatever happens."""
    process = subprocess.Popen(
        ["graphmem", *arguments],
        env=environment,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        executable=environment["PATH"].split(os.pathsep)[0] + "/graphmem",
    )
    with process:
        try:
            yield process
        finally:
            process.kill()


def known(environment: dict[str, str]) -> int:
    """How many messages that memory holds."""
    with Memories.open(environment["GRAPHMEM_URL"]) as memories:
        return memories.of("default").status().messages


def wait_for(environment: dict[str, str], count: int) -> None:
    """Wait until the memory holds so many messages."""
    patience = time.monotonic() + 60
    while known(environment) < count:
        assert time.monotonic() < patience, "the import does not move"
        time.sleep(0.02)


def feed(process: subprocess.Popen[bytes]) -> IO[bytes]:
    """What the program reads."""
    assert process.stdin is not None
    return process.stdin


def finish(environment: dict[str, str], tmp_path: Path, count: int) -> dict[str, int]:
    """Import the whole transcript and say what that came to."""
    done = subprocess.run(
        [environment["PATH"].split(os.pathsep)[0] + "/graphmem", "import", "--json", tmp_path / "chat.jsonl"],
        env=environment,
        capture_output=True,
        check=True,
    )
    tally: dict[str, int] = json.loads(done.stdout)
    assert tally["new"] + tally["known"] == count
    return tally


def test_ctrl_c_is_safe_and_says_so(environment: dict[str, str]) -> None:
    """What came before it is kept, and the same import again brings the rest, once."""
    said = [lines(message(number)).encode() for number in range(FEW)]

    with started(environment, "import", "-") as process:
        feed(process).write(b"".join(said[:150]))
        feed(process).flush()
        wait_for(environment, 100)
        process.send_signal(signal.SIGINT)
        out, err = process.communicate(timeout=60)
    kept = known(environment)
    with started(environment, "import", "-", "--json") as process:
        again, _ = process.communicate(b"".join(said), timeout=60)

    assert (process.returncode, out) == (0, b"Reading stdin: JSON Lines.\n")
    assert re.search(rb"graphmem: interrupted: \d+ messages new, .*the same command again goes on from there\n$", err)
    assert 100 <= kept < FEW
    assert json.loads(again) | {"learned": 0} == {
        "format": "JSON Lines",
        "new": FEW - kept,
        "known": kept,
        "bad": 0,
        "forgotten": 0,
        "learned": 0,
        "waiting": 0,
    }
    assert known(environment) == FEW


@pytest.mark.kills
@pytest.mark.parametrize("after", [1, 150, 400])
def test_a_killed_import_is_finished_by_repeating_it(environment: dict[str, str], tmp_path: Path, after: int) -> None:
    """No doubles, nothing missing, wherever it was killed."""
    write(tmp_path / "chat.jsonl", MANY)

    with started(environment, "import", str(tmp_path / "chat.jsonl")) as process:
        wait_for(environment, after)
        process.kill()
    kept = known(environment)
    tally = finish(environment, tmp_path, MANY)

    assert tally["known"] == kept
    assert known(environment) == MANY


def test_a_broken_pipe_is_quiet(environment: dict[str, str]) -> None:
    """`graphmem facts | head -1` ends without a traceback."""
    story = texts.story("ada").encode()
    shell = 'graphmem import - >/dev/null && graphmem facts --json | head -c 1 && graphmem context "Ana" | head -c 1'

    done = subprocess.run(["bash", "-c", shell], env=environment, input=story, capture_output=True, check=False)

    assert (done.returncode, done.stderr) == (0, b"")


def test_a_terminal_that_knows_only_ascii_gets_escapes(environment: dict[str, str]) -> None:
    """And no traceback."""
    shell = "graphmem remember 'I live in São Paulo.' && graphmem recall 'São Paulo'"

    done = subprocess.run(
        ["bash", "-c", shell], env=environment | {"PYTHONIOENCODING": "ascii"}, capture_output=True, check=True
    )

    assert b"S\\xe3o Paulo" in done.stdout


def test_a_name_is_read_as_utf_8_also_where_the_locale_is_ascii(environment: dict[str, str]) -> None:
    """As in a container without locales."""
    ascii_only = environment | {"LC_ALL": "C", "PYTHONCOERCECLOCALE": "0", "PYTHONUTF8": "0"}
    shell = "graphmem remember 'My friend Zoë lives in São Paulo.' && graphmem entity Zoë"

    done = subprocess.run(["bash", "-c", shell], env=ascii_only, capture_output=True, check=True)

    assert b"name: Zo\\xeb\n" in done.stdout


def on_a_terminal(environment: dict[str, str], *arguments: str, columns: int = 80) -> str:
    """What a terminal of that width receives."""
    program = environment["PATH"].split(os.pathsep)[0] + "/graphmem"
    settings = environment | {"COLUMNS": str(columns), "LINES": "40", "TERM": "xterm-256color"}
    mine, its = pty.openpty()
    with subprocess.Popen([program, *arguments], env=settings, stdin=its, stdout=its, stderr=its) as process:
        os.close(its)
        received = io.BytesIO()
        while True:
            try:
                chunk = os.read(mine, 65_536)
            except OSError:  # how a terminal says that nobody writes to it any more
                break
            if not chunk:
                break
            received.write(chunk)
    os.close(mine)
    assert process.returncode == 0, received.getvalue().decode()
    return received.getvalue().decode()


def bare(text: str) -> str:
    """Terminal output without what colours it and moves the cursor."""
    return re.sub(r"\x1b\[[0-9;?]*[A-Za-z]|\r", "", text)


@pytest.fixture
def story(environment: dict[str, str], tmp_path: Path) -> dict[str, str]:
    """A memory that knows the story, and a friend with a name that would colour everything red."""
    (tmp_path / "ada.jsonl").write_text(
        texts.story("ada") + lines(message(0, content="My friend \x1b[31mJohn [red]Smith[/red] likes jazz.")),
        encoding="utf-8",
    )
    program = environment["PATH"].split(os.pathsep)[0] + "/graphmem"
    subprocess.run([program, "import", tmp_path / "ada.jsonl"], env=environment, check=True, capture_output=True)
    return environment


def test_commands_fit_a_terminal_of_80_columns(story: dict[str, str]) -> None:
    """Tables are drawn inside it, and what people said colours nothing."""
    for arguments in (("facts",), ("history", "John"), ("recall", "John Smith"), ("status",)):
        received = on_a_terminal(story, *arguments)

        assert max(cell_len(line) for line in bare(received).splitlines()) <= 80
        assert "\x1b[31m" not in received
    assert "[red]" in on_a_terminal(story, "recall", "John Smith")


def test_an_import_on_a_terminal_shows_how_far_it_is(environment: dict[str, str], tmp_path: Path) -> None:
    """A bar with messages, rate and time left, gone at the end; bad lines stand above it."""
    transcript = write(tmp_path / "chat.jsonl", 120)
    transcript.write_text(transcript.read_text(encoding="utf-8") + lines({"content": "x", "importance": 2}))

    with pytest.raises(AssertionError) as failed:  # exit code 1, for the bad line
        on_a_terminal(environment, "import", str(transcript))

    received = bare(str(failed.value))
    assert re.search(r"Importing .*%.* messages, \d+/s", received)
    assert "graphmem: chat.jsonl:121: importance: " in received
    assert "Imported: 120 messages new, 0 known already, 1 bad;" in received


def test_the_demo_fits_a_terminal_and_tells_the_story(environment: dict[str, str]) -> None:
    """In colour at 80 columns: what was learned, ended, taken back and not believed, and the context."""
    received = on_a_terminal(environment, "demo")

    shown = bare(received)
    assert received != shown
    assert max(cell_len(line) for line in shown.splitlines()) <= 80
    for line in (
        "           ended         Ana lived in Porto, until the week of 27 May 2024",
        "           taken back    John lives in Bergen",
        "           not believed  Perhaps Ada lives in Berlin",
        "           later         Ada works at Talkdesk, from October 2024",
        "│ - Ana is vegetarian (as of 4 March 2024)",
        "│ - Ada is allergic to peanuts (as of 4 March 2024)",
    ):
        assert line in shown.splitlines()
    assert "tokens of 360: facts" in shown


def test_the_demo_is_plain_at_a_pipe_and_leaves_no_trace(environment: dict[str, str], tmp_path: Path) -> None:
    """No escape, no file, and the user's own memory is not opened."""
    program = environment["PATH"].split(os.pathsep)[0] + "/graphmem"
    done = subprocess.run([program, "demo"], env=environment, cwd=tmp_path, capture_output=True, text=True, check=True)

    assert "\x1b" not in done.stdout
    assert done.stderr == ""
    assert list(tmp_path.iterdir()) == []


def test_a_server_that_does_not_answer_is_one_line(environment: dict[str, str]) -> None:
    """Ours, and nothing of what the driver logs."""
    pytest.importorskip("neo4j")
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        url = f"neo4j://127.0.0.1:{taken.getsockname()[1]}"

    with started(environment, "--url", url, "recall", "Ana") as process:
        out, err = process.communicate(timeout=60)

    assert (process.returncode, out) == (1, b"")
    assert err.startswith(f"graphmem: {url} does not answer.".encode())
    assert err.count(b"\n") == 1


def test_help_loads_nothing_heavy(program: Path, root: Path) -> None:
    """It answers at once because models and drivers stay out; pydantic comes with Typer."""
    code = (
        "import sys\nfrom graphmem.cli import main\n"
        "try:\n    main(['facts', '--help'])\nexcept SystemExit:\n    pass\n"
        "heavy = {'numpy', 'spacy', 'tiktoken', 'neo4j', 'openai', 'sqlite3', 'wordllama'}\n"
        "print(sorted(heavy & set(sys.modules)))"
    )
    python = program.read_text(encoding="utf-8").split('"')[3]

    done = subprocess.run(
        [python, "-c", code], env=os.environ | {"PYTHONPATH": str(root)}, capture_output=True, text=True, check=True
    )

    assert done.stdout.splitlines()[-1] == "[]"


@pytest.mark.parametrize(("where", "said"), [("/dev/full", "cannot be written"), (None, "is closed")])
def test_output_that_goes_nowhere_is_one_line_on_stderr(
    environment: dict[str, str], where: str | None, said: str
) -> None:
    """A full disk, and a stdout that was closed before the start."""
    script = f'exec "$0" status > {where}' if where else 'exec "$0" status >&-'
    program = environment["PATH"].split(os.pathsep)[0] + "/graphmem"

    ended = subprocess.run(["sh", "-c", script, program], env=environment, capture_output=True, text=True, check=False)

    assert ended.returncode == 1
    assert ended.stderr.count("\n") == 1
    assert said in ended.stderr

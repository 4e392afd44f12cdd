"""The doctor finds what is wrong and says how to mend it; what it says to do mends it."""

from __future__ import annotations

import json
import os
import sqlite3
from contextlib import closing
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest

from graphmem import Memory
from graphmem.cli.doctor import _wire
from graphmem.store.sqlite import checking
from graphmem.testing import FixedClock, PlainExtractor
from tests.cli.conftest import Ran, Run


@pytest.fixture
def healthy(run: Run, tmp_path: Path) -> Run:
    """A memory that knows something."""
    run("remember", "My sister Ana lives in Lisbon.")
    return run


def wrong(ran: Ran) -> dict[str, str]:
    """What a doctor's JSON found bad, with how to mend it."""
    found: list[dict[str, Any]] = json.loads(ran.out)
    return {one["about"]: f"{one['said']} → {one['mend']}" for one in found if not one["good"]}


def test_a_healthy_memory_has_nothing_to_mend(healthy: Run) -> None:
    """Everything that was looked at is a line, and the exit code is 0."""
    ran = healthy("doctor")
    about = [line.split()[1].rstrip(":") for line in ran.out.splitlines()]

    assert ran.code == 0
    assert all(line.startswith("ok ") for line in ran.out.splitlines())
    assert {"permissions", "disk", "log", "database", "index", "memory", "extractor", "queue", "clock"} <= set(about)


def test_before_the_first_message_nothing_is_made(run: Run, tmp_path: Path) -> None:
    """The doctor says that there is no memory yet, and whether a first message would be understood."""
    ran = run("doctor")

    assert ran.code == 0
    assert "there is none at " in ran.out
    assert "reads messages" in ran.out
    assert list(tmp_path.iterdir()) == []


def test_a_missing_pipeline_is_found(healthy: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    """With the command that installs it."""
    monkeypatch.setenv("GRAPHMEM_SPACY", "xx_absent")

    ran = healthy("doctor", "--json")

    assert ran.code == 1
    assert "the spaCy model 'xx_absent' is not installed → run `python -m spacy download" in wrong(ran)["extractor"]


def test_failed_messages_are_found_and_flushed(run: Run, tmp_path: Path) -> None:
    """With the reason; after `flush`, which it names, nothing is wrong."""
    url = f"sqlite:///{tmp_path / 'memory.db'}"
    with Memory.open(url, namespace="default", extractor=PlainExtractor(broken=True)) as memory:
        memory.remember("I live in Rome.")

    before = wrong(run("doctor", "--json"))
    run("flush")

    assert before == {
        "queue": "failed: 1; the plain extractor is broken on purpose → mend the reason, then run `graphmem flush`"
    }
    assert wrong(run("doctor", "--json")) == {}


def test_a_message_from_the_future_is_found(run: Run, tmp_path: Path) -> None:
    """The clock of this machine is behind, or was of the one that wrote it."""
    ahead = datetime.now(UTC) + timedelta(days=40)
    run("remember", "I live in Rome.", "--at", ahead.date().isoformat())

    assert "in the future" in wrong(run("doctor", "--json"))["clock"]


def test_a_clock_that_is_not_set_is_found() -> None:
    """As small machines start with."""
    with Memory.open("sqlite:///:memory:", namespace="ada", clock=FixedClock("1970-01-01T00:00:00+00:00")) as memory:
        (clock,) = [one for one in memory.check() if one.about == "clock"]

    assert not clock.good


def test_what_cannot_be_found_by_its_words_is_indexed_again(healthy: Run, tmp_path: Path) -> None:
    """The command that the doctor names mends it."""
    with closing(sqlite3.connect(tmp_path / "memory.db")) as db:
        db.execute("DELETE FROM documents")
        db.execute("DELETE FROM postings")
        db.execute("DELETE FROM terms")
        db.execute("DELETE FROM text_statistics")
        db.commit()

    before = wrong(healthy("doctor", "--json"))["index"]
    lost = healthy("recall", "sister Ana")
    healthy("rebuild", "--index")

    assert before == "messages 1, facts 2, entities 3 cannot be found by their words → graphmem rebuild --index"
    assert wrong(healthy("doctor", "--json")) == {}
    assert "My sister Ana lives in Lisbon." in healthy("recall", "sister").out
    assert lost.code == 0


def test_a_damaged_database_is_found(healthy: Run, tmp_path: Path) -> None:
    """Pages of nonsense in the middle of the file, without a traceback."""
    path = tmp_path / "memory.db"
    size = path.stat().st_size
    with path.open("r+b") as file:
        file.seek(size // 3)
        file.write(b"\xaa" * (size // 3))

    ran = healthy("doctor", "--json")

    assert ran.code == 1
    assert "restore" in wrong(ran)["database"]
    assert ran.err == ""


def test_a_file_that_is_no_memory_is_found(run: Run, tmp_path: Path) -> None:
    """And left as it is."""
    path = tmp_path / "memory.db"
    path.write_text("not a database", encoding="utf-8")

    ran = run("doctor", "--json")

    assert "is not a SQLite database" in wrong(ran)["memory"]
    assert path.read_text(encoding="utf-8") == "not a database"


def test_a_memory_of_a_newer_graphmem_is_found(healthy: Run, tmp_path: Path) -> None:
    """It says what to upgrade; the rest is still looked at."""
    with closing(sqlite3.connect(tmp_path / "memory.db")) as db:
        db.execute("PRAGMA user_version = 99")

    found = wrong(healthy("doctor", "--json"))

    assert list(found) == ["memory"]
    assert "has schema 99" in found["memory"]
    assert "Upgrade graphmem" in found["memory"]


def test_a_configuration_that_cannot_be_used_is_found(healthy: Run, tmp_path: Path) -> None:
    """The key and the near one."""
    folder = tmp_path / "config" / "graphmem"
    folder.mkdir(parents=True)
    (folder / "config.toml").write_text('user_nam = "Ada"\n', encoding="utf-8")

    assert "did you mean 'user_name'?" in wrong(healthy("doctor", "--json"))["configuration"]


def test_a_key_that_others_can_read_is_found(healthy: Run, tmp_path: Path) -> None:
    """The command that the doctor names mends it."""
    folder = tmp_path / "config" / "graphmem"
    folder.mkdir(parents=True)
    path = folder / "config.toml"
    path.write_text('chat_api_key = "sk-secret"\n', encoding="utf-8")
    path.chmod(0o644)

    before = healthy("doctor", "--json")
    path.chmod(0o600)

    assert wrong(before)["configuration"].endswith(f"chmod 600 {path}")
    assert "sk-secret" not in before.out
    assert wrong(healthy("doctor", "--json")) == {}


@pytest.mark.skipif(os.name != "posix", reason="Windows has no such modes")
def test_a_memory_that_others_can_read_is_found(healthy: Run, tmp_path: Path) -> None:
    """As those that an older graphmem made; the command that the doctor names mends it."""
    path = tmp_path / "memory.db"
    path.chmod(0o644)

    before = healthy("doctor", "--json")
    path.chmod(0o600)

    assert wrong(before) == {"permissions": f"others can read {path} → chmod 600 {path}"}
    assert wrong(healthy("doctor", "--json")) == {}


def test_a_chat_model_that_cannot_be_reached_at_any_address_is_found(
    healthy: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    """No key and no address of one's own."""
    for name in ("OPENAI_API_KEY", "OPENAI_BASE_URL"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("GRAPHMEM_CHAT_MODEL", "gpt-4o")

    assert "set OPENAI_API_KEY" in wrong(healthy("doctor", "--json"))["chat"]


def test_little_space_and_a_network_drive_are_found(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """What a machine of its own would need, told by its mounts and sizes."""
    monkeypatch.setattr(checking, "filesystem", lambda _folder: "nfs4")
    monkeypatch.setattr(checking, "LITTLE_SPACE", 10**18)
    found = {one.about: one for one in checking.check(tmp_path / "memory.db")}

    assert "is on a network drive (nfs4)" in found["place"].said
    assert not found["disk"].good
    monkeypatch.setattr(checking, "NO_SPACE", 10**18)
    assert "the disk is full" in {one.about: one for one in checking.check(tmp_path / "memory.db")}["disk"].said


def test_the_file_system_is_that_of_the_nearest_mount(tmp_path: Path) -> None:
    """Spaces in names are written as octal there; without such a list nothing is said."""
    mounts = tmp_path / "mounts"
    mounts.write_text("/dev/sda / ext4 rw 0 0\nserver:/x /srv/my\\040files nfs4 rw 0 0\n", encoding="utf-8")

    assert checking.filesystem(Path("/srv/my files/a/b"), mounts) == "nfs4"
    assert checking.filesystem(Path("/srv"), mounts) == "ext4"
    assert checking.filesystem(Path("/srv"), tmp_path / "missing") is None


def test_a_long_log_is_found(healthy: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """It grows while somebody keeps reading."""
    monkeypatch.setattr(checking, "LONG_LOG", -1)

    assert "end processes that keep reading" in wrong(healthy("doctor", "--json"))["log"]


def test_a_folder_that_cannot_be_written_is_found(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """As the operating system tells; who is root may write anywhere, so it is asked for somebody else."""
    there = os.access
    monkeypatch.setattr("os.access", lambda path, mode: mode == os.F_OK and there(path, mode))

    (found, *_) = checking.check(tmp_path / "memory.db")

    assert not found.good
    assert found.mend.startswith(f"chmod u+rwx {tmp_path}")


def test_an_encrypted_file_is_examined_with_its_key(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    """And without it the doctor says which key is missing; `rekey` gives it another."""
    monkeypatch.setenv("GRAPHMEM_ENCRYPTION_KEY", "one key")
    run("remember", "My sister Ana lives in Lisbon.")
    monkeypatch.setenv("GRAPHMEM_NEW_ENCRYPTION_KEY", "another key")

    ran = run("rekey")
    with_the_old = run("doctor", "--json")
    monkeypatch.setenv("GRAPHMEM_ENCRYPTION_KEY", "another key")
    with_the_new = run("doctor")

    assert ran.code == 0
    assert "GRAPHMEM_ENCRYPTION_KEY" in wrong(with_the_old)["database"]
    assert with_the_new.code == 0


def test_a_key_needs_a_file_to_change_it_of(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    """Without a key, without a file and without a new key there is nothing to do, and it is said."""
    assert "there is no key to change" in run("rekey").err
    monkeypatch.setenv("GRAPHMEM_ENCRYPTION_KEY", "one key")
    assert "there is no memory at" in run("rekey").err
    run("remember", "Hello.")
    assert "GRAPHMEM_NEW_ENCRYPTION_KEY" in run("rekey").err


@pytest.mark.parametrize(
    ("url", "is_open"),
    [
        ("neo4j://graph.example:7687", True),
        ("bolt://10.0.0.7", True),
        ("bolt+ssc://10.0.0.7", False),
        ("neo4j+s://graph.example", False),
        ("neo4j://localhost:7687", False),
        ("bolt://[::1]:7687", False),
    ],
)
def test_a_wire_that_can_be_read_is_found(url: str, is_open: bool) -> None:
    """A server on another machine is to be spoken to with TLS."""
    [finding] = _wire(url)

    assert (finding.about, finding.good) == ("wire", not is_open)
    assert ("neo4j+s://" in finding.mend) == is_open

"""An encrypted file: read with its key alone, and otherwise a memory like any other."""

from __future__ import annotations

import logging
import os
import threading
from collections.abc import Callable
from contextlib import closing
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest

from graphmem.errors import ConfigError, InvalidInput, StoreUnavailable
from graphmem.memory.memory import Memory
from graphmem.store import open_store
from graphmem.store.sqlite import driver
from graphmem.testing import PlainExtractor

KEY, OTHER = "it's a key", "another key"
SAID = "Ana lives in Lisbon."


def opened(path: Path, key: str | Callable[[], str] | None = KEY, **options: Any) -> Memory:
    """A memory in an encrypted file."""
    given = {"extractor": PlainExtractor(), "embedder": "none", **options}
    return Memory.open(f"sqlite:///{path}", namespace="ada", encryption_key=key, **given)


@pytest.fixture
def path(tmp_path: Path) -> Path:
    """A file that Ada's memory was kept in."""
    with opened(tmp_path / "m.db") as memory:
        memory.remember(SAID, at=datetime(2024, 6, 3, tzinfo=UTC))
    return tmp_path / "m.db"


def test_no_byte_of_it_can_be_read(tmp_path: Path) -> None:
    """Neither in the file nor in its log while it is open, and not even that it is a database."""
    with opened(tmp_path / "m.db") as memory:
        memory.remember(SAID)
        kept = {file.name: file.read_bytes() for file in tmp_path.iterdir()}

    assert {"m.db", "m.db-wal"} <= set(kept)
    assert not any(word in each for each in kept.values() for word in (b"Lisbon", b"lisbon", b"messages"))
    assert not kept["m.db"].startswith(b"SQLite")


@pytest.mark.skipif(os.name != "posix", reason="Windows has no such modes")
def test_nobody_else_may_even_read_the_cipher(tmp_path: Path) -> None:
    """Its file and its log are as private as a plain one's."""
    with opened(tmp_path / "m.db") as memory:
        memory.remember(SAID)
        modes = {file.name: file.stat().st_mode & 0o777 for file in tmp_path.iterdir()}

    assert modes == dict.fromkeys(("m.db", "m.db-wal", "m.db-shm"), 0o600)


def test_it_opens_with_its_key_and_knows_what_it_knew(path: Path) -> None:
    """A key may also be fetched by a function, which is asked once."""
    asked: list[str] = []

    def fetched() -> str:
        asked.append("once")
        return KEY

    with opened(path, fetched) as memory:
        threads = [threading.Thread(target=memory.recall, args=("Where does Ana live?",)) for _ in range(3)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        answer = memory.recall("Where does Ana live?").facts[0].sentence

    assert answer == "Ana lives in Lisbon"
    assert asked == ["once"]


def test_another_key_and_none_are_refused_without_naming_any(path: Path, caplog: pytest.LogCaptureFixture) -> None:
    """The error says what to do, and neither it nor the log holds a key."""
    said = []
    with caplog.at_level(logging.DEBUG):
        for key in (OTHER, None):
            with pytest.raises(ConfigError) as refused:
                opened(path, key)
            said.append(str(refused.value))

    assert "another one" in said[0]
    assert "GRAPHMEM_ENCRYPTION_KEY" in said[1]
    assert not any(key in f"{said} {caplog.text}" for key in (KEY, OTHER))


def test_plain_file_is_not_opened_with_a_key(tmp_path: Path) -> None:
    """Whoever wants a file encrypted must not be left with one that is not."""
    opened(tmp_path / "plain.db", None).close()

    with pytest.raises(ConfigError, match="is not encrypted"):
        opened(tmp_path / "plain.db")


def test_database_of_another_program_is_left_alone(tmp_path: Path) -> None:
    """Also where it is encrypted with the very key."""
    with closing(driver.Driver(KEY).connect(str(tmp_path / "other.db"))) as db:
        db.execute("CREATE TABLE theirs (x)")
    before = (tmp_path / "other.db").read_bytes()

    with pytest.raises(ConfigError, match="not one of graphmem"):
        opened(tmp_path / "other.db")

    assert (tmp_path / "other.db").read_bytes() == before


def test_rotation_takes_the_old_key_s_power(path: Path) -> None:
    """After it only the new key opens the file, and all is there."""
    driver.rekey(path, KEY, lambda: OTHER)

    with pytest.raises(ConfigError):
        opened(path, KEY)
    with opened(path, OTHER) as memory:
        assert [message.text for message in memory.messages()] == [SAID]


def test_rotation_waits_for_nobody_and_changes_nothing_then(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """While somebody has the file open it is refused, and the old key goes on."""
    monkeypatch.setattr(driver, "PATIENCE", 0.05)

    with opened(path) as memory:
        with pytest.raises(StoreUnavailable):
            driver.rekey(path, KEY, OTHER)
        memory.remember("Ana works at Feedzai.")

    with opened(path) as memory:
        assert memory.status().messages == 2


def test_mistake_is_told_as_with_a_plain_file(path: Path) -> None:
    """SQLCipher's own errors are translated like SQLite's."""
    with opened(path) as memory:
        path.unlink()
        with pytest.raises(StoreUnavailable, match="removed or replaced"):
            memory.remember("Hello.")


@pytest.mark.parametrize("url", ["sqlite:///:memory:", "neo4j://localhost:1"])
def test_key_for_what_is_no_file_is_refused(url: str) -> None:
    """Nobody should believe that a server's disk is encrypted by it."""
    with pytest.raises(InvalidInput, match="leave the key out"):
        open_store(url, key=KEY)


@pytest.mark.parametrize("key", ["", "a\x00b", 7])
def test_key_that_cannot_be_one_is_refused(tmp_path: Path, key: Any) -> None:
    """By its type, never by its value."""
    with pytest.raises(InvalidInput, match="encryption key"):
        opened(tmp_path / "m.db", key)


def test_without_sqlcipher_the_extra_is_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A file that was to be encrypted is not made plain instead."""
    monkeypatch.setitem(__import__("sys").modules, "sqlcipher3.dbapi2", None)

    with pytest.raises(ConfigError, match="graphmem\\[sqlcipher\\]"):
        opened(tmp_path / "m.db")

    assert list(tmp_path.iterdir()) == []


def test_driver_shows_no_key() -> None:
    """What is printed of it says only whether there is one."""
    assert repr(driver.Driver(KEY)) == "Driver(an encrypted file)"

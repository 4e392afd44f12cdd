"""Whose file it is, and what can be wrong with one: each refusal names the path and the way out, and touches nothing."""

from __future__ import annotations

import os
import sqlite3
import stat
from pathlib import Path

import pytest

from graphmem import texts
from graphmem.errors import ConfigError, InvalidInput, StoreUnavailable
from graphmem.store import Store, open_store
from graphmem.store.sqlite import connection
from graphmem.store.sqlite.faults import MAKE_WRITABLE, UNWRITABLE
from graphmem.store.sqlite.schema import APPLICATION_ID, SCHEMA
from graphmem.types import Document, Filter, NameUse, Near
from tests.store.builders import (
    ADA,
    append,
    apply,
    document,
    floats,
    learned,
    message,
    nearest,
    postings,
)


def _pragma(path: Path, *statements: str) -> list[object]:
    db = sqlite3.connect(path, isolation_level=None)
    answers = [(db.execute(statement).fetchone() or (None,))[0] for statement in statements]
    db.close()
    return answers


def _mode(path: Path) -> int:
    return stat.S_IMODE(path.stat().st_mode)


posix = pytest.mark.skipif(os.name != "posix", reason="Windows has no such modes")


def test_new_file_is_a_durable_graphmem_database(on_disk: Store, path: Path) -> None:
    """Marked as ours, with a write-ahead log; readers and one writer do not block one another."""
    assert _pragma(path, "PRAGMA application_id", "PRAGMA user_version", "PRAGMA journal_mode") == [
        APPLICATION_ID,
        SCHEMA,
        "wal",
    ]
    assert on_disk.schema == SCHEMA
    assert on_disk.url == f"sqlite:///{path}"


def test_each_connection_is_durable_and_overwrites_what_it_deletes(path: Path) -> None:
    """SQLite keeps neither setting in the file."""
    connections = connection.Connections(path)

    with connections.reading() as db, connections.reading() as other:
        settings = [
            [each.execute(f"PRAGMA {name}").fetchone()[0] for name in ("synchronous", "secure_delete", "busy_timeout")]
            for each in (db, other)
        ]

    connections.close()
    assert settings == [[2, 1, 30_000], [2, 1, 30_000]]


def test_what_was_stored_is_there_when_opened_again(path: Path) -> None:
    """A script that stores one message and ends has stored it."""
    first = open_store(f"sqlite:///{path}")
    append(first, message())
    first.close()

    again = open_store(f"sqlite:///{path}")

    assert again.message_ids(ADA) == ("m-k1",)
    again.close()


def test_missing_directories_are_made(tmp_path: Path) -> None:
    """A first run needs no preparation."""
    open_store(f"sqlite:///{tmp_path}/not/there/yet.db").close()

    assert (tmp_path / "not/there/yet.db").is_file()


def test_relative_url_is_of_the_working_directory(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Three slashes and a name."""
    monkeypatch.chdir(tmp_path)

    open_store("sqlite:///assistant.db").close()

    assert (tmp_path / "assistant.db").is_file()


@pytest.mark.parametrize("url", ["sqlite://:memory:", "sqlite:///:memory:"])
def test_memory_leaves_no_file(url: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Each opening is a memory of its own."""
    monkeypatch.chdir(tmp_path)
    one, other = open_store(url), open_store(url)
    append(one, message())

    assert other.namespaces() == ()
    assert one.url == "sqlite:///:memory:"
    one.close()
    other.close()
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize(
    "url", ["", "memory.db", "sqlite:memory.db", "sqlite:///", "mysql://x/y", "sqlite:///a\x00b", "sqlite://"]
)
def test_url_of_no_store_is_refused_with_those_there_are(url: str) -> None:
    """What to write instead stands in the message."""
    with pytest.raises(InvalidInput, match="sqlite:///relative.db"):
        open_store(url)


def test_password_in_a_refused_url_is_not_repeated() -> None:
    """Errors end up in logs."""
    with pytest.raises(InvalidInput) as refused:
        open_store("mysql://ada:secret@host/db")

    assert "secret" not in str(refused.value)
    assert "host/db" in str(refused.value)


def test_newer_schema_is_refused_and_left_alone(path: Path) -> None:
    """The message says which version the file has, which are known, and what to do."""
    open_store(f"sqlite:///{path}").close()
    _pragma(path, f"PRAGMA user_version = {SCHEMA + 4}")
    before = path.read_bytes()

    with pytest.raises(ConfigError, match=rf"schema {SCHEMA + 4}.* up to {SCHEMA}; .*Upgrade graphmem"):
        open_store(f"sqlite:///{path}")

    assert path.read_bytes() == before


@pytest.mark.parametrize("statement", ["CREATE TABLE t (x)", "PRAGMA user_version = 1", "PRAGMA journal_mode = WAL"])
def test_database_of_another_program_is_refused_and_left_alone(path: Path, statement: str) -> None:
    """Also one without a table, and one whose version number happens to be ours."""
    _pragma(path, statement)
    before = path.read_bytes()

    with pytest.raises(ConfigError, match="not one of graphmem"):
        open_store(f"sqlite:///{path}")

    assert path.read_bytes() == before
    assert [file.name for file in path.parent.iterdir()] == [path.name]


@pytest.mark.parametrize("content", [b"x", b"Dear diary, " * 400])
def test_file_that_is_no_database_is_refused_and_left_alone(path: Path, content: bytes) -> None:
    """A text file given by mistake is still a text file."""
    path.write_bytes(content)

    with pytest.raises(ConfigError, match="not a SQLite database"):
        open_store(f"sqlite:///{path}")

    assert path.read_bytes() == content


def test_empty_file_becomes_a_store(path: Path) -> None:
    """As `touch` or a temporary file leaves one."""
    path.touch()

    open_store(f"sqlite:///{path}").close()

    assert _pragma(path, "PRAGMA application_id") == [APPLICATION_ID]


def test_directory_is_no_file(tmp_path: Path) -> None:
    """The path stands in the message."""
    with pytest.raises(ConfigError, match=str(tmp_path)):
        open_store(f"sqlite:///{tmp_path}")


def test_directory_below_a_file_cannot_be_made(path: Path) -> None:
    """The way out stands in the message."""
    path.touch()

    with pytest.raises(ConfigError, match="directory you may write to"):
        open_store(f"sqlite:///{path}/memory.db")


def test_file_that_may_not_be_written_is_refused(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Before anything is asked of it. What the system answers is given here, since root may write anywhere."""
    open_store(f"sqlite:///{path}").close()
    monkeypatch.setattr(os, "access", lambda *_: False)

    with pytest.raises(ConfigError, match="cannot be written"):
        open_store(f"sqlite:///{path}")


def test_whatever_may_not_be_written_is_told_in_one_wording(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The file, its folder, and what SQLite finds by itself; all say why a read is refused, and the way out."""
    open_store(f"sqlite:///{path}").close()
    told = []

    for closed in (path, path.parent):
        monkeypatch.setattr(os, "access", lambda place, _, closed=closed: place != closed)
        with pytest.raises(ConfigError) as refused:
            open_store(f"sqlite:///{path}")
        told.append(str(refused.value))
    monkeypatch.setattr(os, "access", lambda *_: True)
    connections = connection.Connections(path)
    with connections.reading() as db:
        db.execute("PRAGMA query_only = ON")
    with pytest.raises(ConfigError) as refused, connections.writing() as db:
        db.execute("INSERT INTO namespaces (name, salt) VALUES ('ada', x'00')")
    connections.close()
    told.append(str(refused.value).partition(" (attempt")[0])

    assert set(told) == {f"{path} {UNWRITABLE}. {MAKE_WRITABLE}"}


@posix
def test_nobody_else_can_read_what_is_created(tmp_path: Path) -> None:
    """The file, its log, and the directory; a directory that was there keeps its mode, as does a file."""
    shared, own = tmp_path / "shared", tmp_path / "shared" / "own"
    shared.mkdir()
    shared.chmod(0o777)
    store, beside = open_store(f"sqlite:///{own}/memory.db"), open_store(f"sqlite:///{shared}/memory.db")
    append(store, message())
    append(beside, message())
    modes = {_mode(file) for folder in (own, shared) for file in folder.iterdir() if file.is_file()}
    logs = [folder / f"memory.db-{end}" for folder in (own, shared) for end in ("wal", "shm")]

    assert all(log.exists() for log in logs)
    store.close()
    beside.close()

    assert modes == {0o600}
    assert (_mode(own), _mode(shared)) == (0o700, 0o777)


@posix
def test_a_file_that_was_there_keeps_its_mode(path: Path) -> None:
    """Somebody may share it on purpose."""
    path.touch()
    path.chmod(0o660)

    open_store(f"sqlite:///{path}").close()

    assert _mode(path) == 0o660


def test_database_that_turns_out_read_only_is_told_when_written(path: Path) -> None:
    """A connection that SQLite could have for reading only says so at the first write."""
    connections = connection.Connections(path)
    with connections.reading() as db:
        db.execute("PRAGMA query_only = ON")

    with pytest.raises(ConfigError, match="cannot be written"), connections.writing() as db:
        db.execute("INSERT INTO namespaces (name, salt) VALUES ('ada', x'00')")

    connections.close()


def test_full_disk_is_told_and_nothing_is_half_written(on_disk: Store, path: Path) -> None:
    """The same call may succeed when there is room; until then all that was stored is there."""
    append(on_disk, message(key="k1"))
    connections = connection.Connections(path)
    with connections.reading() as db:
        pages = db.execute("PRAGMA page_count").fetchone()[0]
        db.execute(f"PRAGMA max_page_count = {pages}")

    with pytest.raises(StoreUnavailable, match="disk is full") as full, connections.writing() as db:
        db.execute("INSERT INTO namespaces (name, salt) VALUES ('bob', zeroblob(1000000))")

    connections.close()
    assert isinstance(full.value.__cause__, sqlite3.OperationalError)
    assert on_disk.namespaces() == (ADA,)


def test_locked_database_is_told(on_disk: Store, path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """After waiting, with what to do; reading goes on meanwhile."""
    monkeypatch.setattr(connection, "BUSY_TIMEOUT", 0.05)
    hurried = open_store(f"sqlite:///{path}")
    writer = sqlite3.connect(path, isolation_level=None)
    writer.execute("BEGIN IMMEDIATE")

    with pytest.raises(StoreUnavailable, match="locked.*Try again"):
        append(hurried, message())
    assert hurried.namespaces() == ()
    writer.close()
    append(hurried, message())

    assert hurried.namespaces() == (ADA,)
    hurried.close()


def test_damaged_database_is_told(path: Path) -> None:
    """With what shows the damage."""
    store = open_store(f"sqlite:///{path}")
    append(store, *(message("word " * 500, key=f"k{number}") for number in range(50)))
    store.close()
    content = bytearray(path.read_bytes())
    content[4096:] = b"\xa5" * (len(content) - 4096)
    path.write_bytes(content)

    with pytest.raises(StoreUnavailable, match="damaged.*integrity_check"):
        open_store(f"sqlite:///{path}")


def test_file_removed_while_open_is_not_made_anew(path: Path) -> None:
    """Two threads would else write to two files."""
    connections = connection.Connections(path)
    with connections.reading():
        for file in path.parent.iterdir():
            file.unlink()
        with pytest.raises(StoreUnavailable, match="removed"), connections.reading():
            pass

    connections.close()
    assert not path.exists()


def test_older_schema_is_brought_up_to_date(path: Path) -> None:
    """A database that another process has created but not filled yet is filled."""
    _pragma(path, f"PRAGMA application_id = {APPLICATION_ID}")

    store = open_store(f"sqlite:///{path}")
    append(store, message())

    assert store.message_ids(ADA) == ("m-k1",)
    store.close()


def test_file_of_the_first_schema_is_read_with_all_it_holds(path: Path) -> None:
    """A message written before voices were kept passes by its speaker or role as those written after."""
    db = sqlite3.connect(path)
    db.executescript(texts.sql("0001_start"))
    db.executescript(f"PRAGMA application_id = {APPLICATION_ID}; PRAGMA user_version = 1;")
    db.execute("INSERT INTO namespaces (name, salt) VALUES (?, ?)", (ADA, b"x" * 32))
    for number, speaker in enumerate([None, "Zoë ẞ"]):
        db.execute(
            "INSERT INTO messages (ns, id, key, session, at, seq, role, speaker, text, recorded_at, metadata) "
            "VALUES (1, ?, ?, 's1', 0, ?, 'user', ?, 'lisbon', 0, '{}')",
            (f"old{number}", f"old{number}", number + 1, speaker),
        )
    db.execute("INSERT INTO embedder (one, model, dimension) VALUES (1, 'by-hand', 2)")
    db.execute("INSERT INTO vectors (ns, kind, id, vector) VALUES (1, 'fact', 'f1', ?)", (floats(0, 1).tobytes(),))
    db.execute("INSERT INTO vector_marks (ns, kind, last, removals) VALUES (1, 'fact', 1, 0)")
    db.commit()
    db.close()

    store = open_store(f"sqlite:///{path}")
    apply(store, documents=tuple(document(f"old{number}", "lisbon") for number in range(2)))
    apply(store, documents=(Document("fact", "f2", vector=floats(1, 0)),))
    append(store, message("lisbon", key="new", speaker="zoë SS"))

    spoken = postings(store, ADA, ["message"], ["lisbon"], cap=9, only=Filter(speakers=frozenset({"ZOË ss"})))[
        "message"
    ]
    assert [row.id for row in spoken.rows] == ["m-new", "old1"]
    assert [each.text for each in store.messages(ADA, ["old0"])] == ["lisbon"]
    near = nearest(store, ADA, ["fact"], floats(0, 1), limit=9, model="by-hand")["fact"]
    assert near == (Near("f1", 1.0), Near("f2", 0.0))
    store.close()


def test_sqlite_too_old_is_told(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Which one this Python has, and which is needed."""
    monkeypatch.setattr(sqlite3, "sqlite_version_info", (3, 31, 1))

    with pytest.raises(ConfigError, match=r"needs 3\.37\.0 or newer"):
        open_store(f"sqlite:///{path}")


def test_number_too_large_is_refused(on_disk: Store) -> None:
    """SQLite's whole numbers have 64 bits."""
    endless = NameUse("n:ana", "Ana", "Person", 0.5, 0, 2**70)

    with pytest.raises(InvalidInput, match="too large"):
        apply(on_disk, learned=(learned("m1", names=[endless]),))

    assert on_disk.version(ADA) == 0


def test_mistake_of_ours_is_not_told_as_a_fault_of_the_store(path: Path) -> None:
    """Trying again would not help, so it is not `StoreUnavailable`; the connection goes on working."""
    connections = connection.Connections(path)

    with pytest.raises(sqlite3.OperationalError, match="no such table"), connections.reading() as db:
        db.execute("SELECT * FROM wishes")

    with connections.reading() as db:
        assert not db.execute("SELECT * FROM messages").fetchall()
    connections.close()

"""Many at once: threads, processes, forks and kills, on one file."""

from __future__ import annotations

import multiprocessing
import os
import random
import sqlite3
import subprocess
import sys
import threading
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from graphmem.errors import StoreUnavailable
from graphmem.store import Store, open_store
from graphmem.types import Backlog
from tests.store import writers
from tests.store.builders import (
    ADA,
    append,
    apply,
    at,
    document,
    floats,
    message,
    nearest,
    postings,
    tell,
)

SPAWN = multiprocessing.get_context("spawn")


def _sound(path: Path) -> bool:
    db = sqlite3.connect(path)
    answer = db.execute("PRAGMA integrity_check").fetchone()[0]
    db.close()
    return bool(answer == "ok")


def _together(*work: tuple[Callable[..., None], tuple[object, ...]]) -> list[int | None]:
    processes = [SPAWN.Process(target=target, args=args) for target, args in work]
    for process in processes:
        process.start()
    for process in processes:
        process.join(120)
    return [process.exitcode for process in processes]


def test_threads_append_at_once(store: Store) -> None:
    """Eight threads, fifty messages each: all are there, numbered without a gap, queued and indexed."""

    def write(name: int) -> None:
        for number in range(50):
            append(store, message("hello there", key=f"{name}-{number}", minute=number), followers=1)

    with ThreadPoolExecutor(8) as pool:
        list(pool.map(write, range(8)))

    found = store.messages(ADA, store.message_ids(ADA))
    assert sorted(each.seq for each in found) == list(range(1, 401))
    assert store.backlog(ADA, now=at(0)) == Backlog(waiting=400)
    assert postings(store, ADA, ["message"], ["hello"], cap=1)["message"].frequencies == {"hello": 400}


def test_threads_that_apply_at_once_lose_no_update(store: Store) -> None:
    """Each read its version first; whoever is late reads again."""
    with ThreadPoolExecutor(4) as pool:
        list(pool.map(lambda source: writers.add_use(store, f"source-{source}"), range(60)))

    found = store.identities(ADA, ["n:ana"])
    assert (found.spellings[0].uses, found.entity_of, store.version(ADA)) == (60, {"n:ana": "e60"}, 60)


def test_lease_goes_to_one_of_many_threads(store: Store) -> None:
    """No message is given to two workers."""
    append(store, *(message(key=f"k{number}", minute=number) for number in range(60)))

    with ThreadPoolExecutor(6) as pool:
        taken = list(pool.map(lambda _: store.lease(ADA, now=at(0), until=at(9), limit=3), range(24)))

    ids = [work.message_id for each in taken for work in each]
    assert len(ids) == len(set(ids)) == 60


def test_threads_search_vectors_while_others_write(store: Store) -> None:
    """The shared matrix is never half brought up to date: a search sees each vector there was before it began."""
    tell(store)
    known = 0

    def write() -> None:
        nonlocal known
        for number in range(60):
            apply(store, documents=(document(f"d{number}", "x", kind="fact", vector=(1, number + 1)),))
            known = number + 1

    def search() -> None:
        while known < 60:
            before = known
            found = nearest(store, ADA, ["fact"], floats(1, 1), limit=999)["fact"]
            assert len(found) == len({near.id for near in found}) >= before + 1

    with ThreadPoolExecutor(4) as pool:
        tasks = [pool.submit(write), *(pool.submit(search) for _ in range(3))]
        for task in tasks:
            task.result()


def test_threads_that_end_leave_no_connection_behind(on_disk: Store) -> None:
    """A server that makes a thread for each request keeps few files open."""
    for _ in range(40):
        thread = threading.Thread(target=on_disk.namespaces)
        thread.start()
        thread.join()

    assert len(list(Path("/proc/self/fd").iterdir())) < 40


def test_processes_open_a_new_file_at_once(path: Path) -> None:
    """One creates it, the others wait for that."""
    codes = _together(*((writers.append_many, (path, name, 1)) for name in "abcd"))

    store = open_store(f"sqlite:///{path}")
    assert codes == [0, 0, 0, 0]
    assert len(store.message_ids(ADA)) == 4
    store.close()


def test_processes_append_at_once(path: Path) -> None:
    """Two writers into one session: all are there, numbered without a gap."""
    codes = _together((writers.append_many, (path, "a", 100)), (writers.append_many, (path, "b", 100)))

    store = open_store(f"sqlite:///{path}")
    found = store.messages(ADA, store.message_ids(ADA))
    store.close()
    assert codes == [0, 0]
    assert sorted(each.seq for each in found) == list(range(1, 201))
    assert _sound(path)


def test_processes_that_apply_at_once_lose_no_update(path: Path) -> None:
    """What each writes stands on what the other wrote."""
    codes = _together((writers.count_up, (path, "a", 50)), (writers.count_up, (path, "b", 50)))

    store = open_store(f"sqlite:///{path}")
    found = store.identities(ADA, ["n:ana"])
    assert codes == [0, 0]
    assert (found.spellings[0].uses, found.entity_of, store.version(ADA)) == (100, {"n:ana": "e100"}, 100)
    store.close()


@pytest.mark.kills
def test_killed_writers_lose_nothing_acknowledged(path: Path, root: Path, kills: int) -> None:
    """Two processes write and are killed at any moment; what they were told is stored is there, and the file is sound."""
    moments = random.Random(11)
    told: set[str] = set()
    for round_ in range(kills // 2):
        running = [
            subprocess.Popen(
                [sys.executable, "-m", "tests.store.writers", str(path), f"{round_}{name}"],
                cwd=root,
                stdout=subprocess.PIPE,
                text=True,
            )
            for name in "ab"
        ]
        for process in running:
            assert process.stdout is not None
            told.add(process.stdout.readline().strip())
        time.sleep(moments.random() / 10)
        for process in running:
            process.kill()
        for process in running:
            rest, _ = process.communicate()
            # The last line may be cut off in the middle: it was not wholly acknowledged.
            told |= {line for line in rest.splitlines(keepends=True) if line.endswith("\n")}

    told = {line.strip() for line in told}
    store = open_store(f"sqlite:///{path}")
    stored = set(store.message_ids(ADA))
    assert told <= stored
    assert len(store.work(ADA, sorted(stored))) == len(stored)
    assert postings(store, ADA, ["message"], ["word"], cap=0)["message"].frequencies == {"word": len(stored)}
    store.close()
    assert _sound(path)


def _in_a_fork(work: Callable[[], bool]) -> bool:
    """Whether work done in a forked child succeeds there."""
    child = os.fork()
    if child == 0:
        succeeded = False
        try:
            succeeded = work()
        finally:
            os._exit(0 if succeeded else 1)
    _, status = os.waitpid(child, 0)
    return os.waitstatus_to_exitcode(status) == 0


def test_forked_child_and_parent_both_write(on_disk: Store, path: Path) -> None:
    """The child opens its own connections; neither harms the other."""
    append(on_disk, message(key="before"))
    nearest(on_disk, ADA, ["message"], floats(1), limit=1)

    def child() -> bool:
        append(on_disk, *(message(key=f"child-{number}") for number in range(20)))
        return "m-before" in on_disk.message_ids(ADA)

    assert _in_a_fork(child)
    append(on_disk, message(key="after"))

    assert len(on_disk.message_ids(ADA)) == 22
    assert on_disk.scrub()
    assert _sound(path)


def test_child_outlives_its_parents_store(path: Path) -> None:
    """The parent closing the database, last of all as it thinks, does not take the log away under the child."""
    parent = open_store(f"sqlite:///{path}")
    append(parent, message(key="before"))
    ready, go = os.pipe(), os.pipe()

    child = os.fork()
    if child == 0:
        try:
            append(parent, message(key="child-1"))
            os.write(ready[1], b"x")
            os.read(go[0], 1)
            append(parent, message(key="child-2"))
            os._exit(0)
        finally:
            os._exit(1)
    os.read(ready[0], 1)
    parent.close()
    os.write(go[1], b"x")
    _, status = os.waitpid(child, 0)
    for end in (*ready, *go):
        os.close(end)

    assert os.waitstatus_to_exitcode(status) == 0
    again = open_store(f"sqlite:///{path}")
    assert set(again.message_ids(ADA)) == {"m-before", "m-child-1", "m-child-2"}
    again.close()


def test_memory_does_not_follow_into_a_fork() -> None:
    """A child's copy would silently be another memory."""
    store = open_store("sqlite:///:memory:")

    def child() -> bool:
        with pytest.raises(StoreUnavailable, match="use a file"):
            store.namespaces()
        return True

    assert _in_a_fork(child)
    assert store.namespaces() == ()
    store.close()


@pytest.mark.filterwarnings("ignore:.*multi-threaded.*fork:DeprecationWarning")
def test_fork_in_the_midst_of_anothers_transaction_is_told(on_disk: Store) -> None:
    """SQLite's locks of that moment cannot be taken back in the child, so it is told to start processes otherwise."""
    from graphmem.store.sqlite.store import SQLiteStore

    assert isinstance(on_disk, SQLiteStore)
    inside, leave = threading.Event(), threading.Event()

    def hold() -> None:
        with on_disk._connections.reading():
            inside.set()
            leave.wait(20)

    holder = threading.Thread(target=hold)
    holder.start()
    inside.wait(20)

    def child() -> bool:
        with pytest.raises(StoreUnavailable, match="spawn"):
            on_disk.namespaces()
        return True

    told = _in_a_fork(child)
    leave.set()
    holder.join()
    assert told
    assert on_disk.namespaces() == ()

"""After everything was forgotten, nothing of fifty markers is left: not in a byte of the files, not in an answer to any query."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Iterator, Sequence
from datetime import UTC, datetime, timedelta
from hashlib import sha256
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

from graphmem import Memories, Memory
from graphmem.testing import FixedClock, PlainExtractor
from tests.cypher.neo4j_server import Server, Servers, connect, empty, label, wanted
from tests.memory.state import state

NOW = datetime(2026, 6, 1, 12, tzinfo=UTC)
ROOT = Path(__file__).parents[2]

#: Names that occur nowhere else: of people, places, firms and things, in messages, parts, speakers, sessions, metadata, keys and reasons.
NAMES = [f"{stem}{number:02}x" for number in range(7) for stem in ("Qanna", "Qrome", "Qfirm", "Qjazz")]
SENTENCES = [f"{name} lives in {place}" for name, place in zip(NAMES[0::4], NAMES[1::4], strict=True)]
HIDDEN = [f"Qhidden{number}x" for number in range(8)]


class Hashed:
    """An embedder whose vectors can be told from all others, by their bytes."""

    model, dimension = "hashed", 8

    def embed(self, texts: Sequence[str]) -> NDArray[np.float32]:
        """Eight numbers of a digest each."""
        rows = [np.frombuffer(sha256(text.encode()).digest(), dtype=np.uint32) for text in texts]
        return np.array(rows, dtype=np.float64).reshape(-1, 8).astype(np.float32) / np.float32(2**32)


def planted() -> dict[str, bytes]:
    """The markers, by what they are: names as spelled and as indexed, sentences, and vectors."""
    texts = [*NAMES, *SENTENCES, *HIDDEN]
    vectors = {f"vector of {one}": Hashed().embed([one])[0].astype("<f4").tobytes() for one in SENTENCES}
    return {one: one.encode() for one in texts} | {one.lower(): one.lower().encode() for one in texts} | vectors


def told(memory: Memory) -> None:
    """Plant them: said, told, corrected, summarised, waiting and failed."""
    reader: Any = memory._engine.extractor
    for number, (person, place, firm, thing) in enumerate(zip(*(NAMES[at::4] for at in range(4)), strict=True)):
        at = NOW - timedelta(days=60 - number)
        memory.remember(f"{person} lives in {place}. {person} works at {firm}.", at=at, session="s")
        memory.remember(f"{person} likes {thing}.", at=at, session="s", speaker=person)
    memory.remember_many(
        {"content": "Bob likes Jazz.", "session": "s", "at": NOW + timedelta(minutes=n)} for n in range(30)
    )
    memory.remember_fact(HIDDEN[0], "lives_in", "Oslo")
    memory.correct(f"{HIDDEN[0]} lives in Oslo", object="Rome", why=HIDDEN[1])
    memory.remember("?", session=HIDDEN[2], key=HIDDEN[3], metadata={"note": HIDDEN[4]})
    call = {"id": "c1", "type": "function", "function": {"name": "find", "arguments": f'{{"who": "{HIDDEN[5]}"}}'}}
    memory.remember_many([{"role": "assistant", "content": None, "tool_calls": [call]}])
    reader.broken = True
    memory.remember(f"{HIDDEN[6]} likes Tea.")
    reader.broken = False
    store = memory._engine.store
    waiting = store.lease(memory.namespace, now=NOW, until=NOW + timedelta(days=1), limit=9, early=True)
    store.fail(memory.namespace, waiting, error=f"cannot read {HIDDEN[7]}", retry_at=NOW)
    memory.recall(NAMES[0])


def opened(url: str) -> Memories:
    """A store whose vectors can be told."""
    return Memories.open(url, extractor=PlainExtractor(), embedder=Hashed(), clock=FixedClock(NOW))


def left(path: Path) -> list[str]:
    """The markers that are in a byte of the file, its log or its index."""
    held = b"".join(file.read_bytes() for file in sorted(path.parent.glob(f"{path.name}*")))
    return [name for name, marker in planted().items() if marker in held]


@pytest.fixture
def path(tmp_path: Path) -> Path:
    """Where the store is."""
    return tmp_path / "memory.db"


@pytest.fixture
def reader(path: Path) -> Iterator[subprocess.Popen[str]]:
    """Another process that is in the middle of reading; ended by a line."""
    opened(f"sqlite:///{path}").close()
    with opened(f"sqlite:///{path}") as memories:
        told(memories.of("ada", user_name="Ada"))
    process = subprocess.Popen(
        [sys.executable, "-m", "tests.memory.reader", str(path)],
        cwd=ROOT,
        env={**os.environ, "PYTHONPATH": str(ROOT)},
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    )
    assert process.stdout is not None
    assert process.stdout.readline() == "reading\n"
    yield process
    process.kill()
    process.communicate()


def test_no_byte_of_the_file_or_its_log_holds_a_marker(path: Path) -> None:
    """Fifty and more were in it; Bob's namespace, which knows other people, is untouched and holds its bytes."""
    with opened(f"sqlite:///{path}") as memories:
        ada, bob = memories.of("ada", user_name="Ada"), memories.of("bob", user_name="Bob")
        told(ada)
        bob.remember("Eva lives in Zanzibar.")
        before = state(bob)
        assert len(left(path)) >= 50
        assert sum(name.startswith("vector") for name in left(path)) == len(SENTENCES)

        receipt = ada.forget(everything=True)

        assert (receipt.scrub_pending, receipt.remains) == (False, "")
        assert left(path) == []
        assert state(bob) == before
        assert b"Zanzibar" in path.read_bytes()
    assert left(path) == []


def test_while_another_process_reads_the_receipt_says_so_and_it_is_tried_again(
    path: Path, reader: subprocess.Popen[str]
) -> None:
    """The bytes go with the next flush after the reader is done; nothing finds them before."""
    with opened(f"sqlite:///{path}") as memories:
        ada = memories.of("ada")

        receipt = ada.forget(everything=True)
        assert receipt.scrub_pending
        assert ada.recall(NAMES[0]).messages == ()
        assert left(path) != []

        reader.communicate("\n")
        ada.flush()
        assert left(path) == []


def test_forgetting_somebody_leaves_no_byte_of_the_name(path: Path) -> None:
    """The spelling, the term, the key, the sentence and the vectors of the old words."""
    with opened(f"sqlite:///{path}") as memories:
        ada = memories.of("ada", user_name="Ada")
        told(ada)
        somebody = NAMES[0]
        assert {somebody, somebody.lower(), SENTENCES[0], f"vector of {SENTENCES[0]}"} <= set(left(path))

        ada.forget(entity=somebody)

        gone = {somebody, somebody.lower(), SENTENCES[0], SENTENCES[0].lower(), f"vector of {SENTENCES[0]}"}
        assert gone & set(left(path)) == set()
        assert NAMES[4] in left(path)


@pytest.mark.neo4j
@pytest.mark.parametrize("release", wanted(os.environ)[-1:], ids=label)
def test_no_query_of_a_server_finds_a_marker(release: Any, neo4j_servers: Servers) -> None:
    """Neither in a node, nor a relationship, nor an index; the receipt says which files of the server still have them."""
    server = neo4j_servers.of(release)
    empty(server)
    with opened(server.url) as memories:
        ada, bob = memories.of("ada", user_name="Ada"), memories.of("bob", user_name="Bob")
        told(ada)
        bob.remember("Eva lives in Zanzibar.")
        before = state(bob)
        assert len(found(server)) >= 40

        ada.forget(entity=NAMES[0])
        assert {NAMES[0], NAMES[0].lower(), SENTENCES[0]} & set(found(server)) == set()
        receipt = ada.forget(everything=True)

        assert found(server) == []
        assert "transaction logs" in receipt.remains
        assert state(bob) == before
    empty(server)


def found(server: Server) -> list[str]:
    """The markers in any property of any node or relationship on the server, and the vectors."""
    with connect(server) as driver:
        nodes = driver.execute_query("MATCH (n) RETURN labels(n) AS l, properties(n) AS p").records
        links = driver.execute_query("MATCH ()-[r]->() RETURN type(r) AS l, properties(r) AS p").records
    held = "\n".join(repr(dict(row["p"])) + repr(row["l"]) for row in (*nodes, *links))
    return [name for name in planted() if not name.startswith("vector") and name in held]

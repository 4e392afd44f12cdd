"""What only a server can do to a store: refuse the log-in, be too old, go away and come back, lose an answer."""

from __future__ import annotations

import re
import threading
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from neo4j import Driver
from neo4j.exceptions import ClientError, ServiceUnavailable
from typer.testing import CliRunner

from graphmem import Memory
from graphmem.cli.app import app
from graphmem.errors import ConfigError, StaleRead
from graphmem.extraction.spacy import SpacyExtractor
from graphmem.store import EmbedderMark, open_store
from graphmem.store.neo4j import graph, schema
from graphmem.store.neo4j.server import Server as Connection
from graphmem.store.neo4j.store import Neo4jStore
from graphmem.types import Changes
from tests.cypher.neo4j_server import Jars, Server, choose, empty, stoppable, this_machine, wanted
from tests.store.builders import ADA, START, append, apply, at, learned, message, tell, untell

pytestmark = pytest.mark.neo4j

EXTRACTOR = SpacyExtractor()


@pytest.fixture
def store(server: Server) -> Iterator[Neo4jStore]:
    """An empty store on the server."""
    empty(server)
    opened = open_store(server.url)
    assert isinstance(opened, Neo4jStore)
    yield opened
    opened.close()


def test_wrong_password_is_a_matter_of_the_set_up(server: Server) -> None:
    """The message says where to give the right one, and does not repeat the wrong one."""
    with pytest.raises(ConfigError, match="GRAPHMEM_NEO4J_PASSWORD") as refused:
        open_store(server.url.replace("@", "wrong@", 1))

    assert "wrong" not in str(refused.value)


def test_database_that_is_not_there_is_a_matter_of_the_set_up(server: Server) -> None:
    """It is named."""
    with pytest.raises(ConfigError, match="nowhere"):
        open_store(f"{server.url}?database=nowhere")


def test_older_server_is_refused_with_its_version(server: Server, monkeypatch: pytest.MonkeyPatch) -> None:
    """A database that any server of today is too old for stands in for an old one."""
    monkeypatch.setattr(schema, "OLDEST", (9999, 1))

    with pytest.raises(ConfigError, match=r"runs Neo4j \d+\.\d+.*needs 9999\.1"):
        open_store(server.url)


def test_database_of_a_newer_graphmem_is_refused(server: Server, driver: Driver, store: Neo4jStore) -> None:
    """What a newer one wrote may mean something else."""
    driver.execute_query("MATCH (g:Graphmem) SET g.schema = 99")
    try:
        with pytest.raises(ConfigError, match="newer graphmem"):
            open_store(server.url)
    finally:
        driver.execute_query("MATCH (g:Graphmem) SET g.schema = $schema", {"schema": schema.SCHEMA})


def test_missing_index_is_told(store: Neo4jStore, driver: Driver) -> None:
    """By its name and the file that makes it, until it is made again."""
    assert store.problems() == ()
    driver.execute_query("DROP INDEX work_order")

    told = store.problems()
    schema.make(store.server)

    assert [why for why in told if why.startswith("index work_order is missing: run cypher/schema/")]
    assert store.problems() == ()


def test_what_another_process_makes_at_this_moment_is_made(store: Neo4jStore, monkeypatch: pytest.MonkeyPatch) -> None:
    """The server refuses to make an index twice, whatever IF NOT EXISTS promises, and that is no error; another mistake is."""

    def refused(code: str) -> ClientError:
        return ClientError._hydrate_neo4j(code=f"Neo.ClientError.{code}", message="refused")  # type: ignore[return-value]

    def refusing(code: str) -> None:
        def write(self: Connection, name: str, /, **values: object) -> list[Any]:
            raise refused(code)

        monkeypatch.setattr(Connection, "write", write)

    refusing("Schema.EquivalentSchemaRuleAlreadyExists")
    schema.make_one(store.server, "schema/09_entity_namespace")

    refusing("Statement.SyntaxError")
    with pytest.raises(ClientError):
        schema.make_one(store.server, "schema/09_entity_namespace")


def test_four_may_open_a_new_database_at_once(server: Server, driver: Driver) -> None:
    """As the workers of one service do; the server has two of them that wait for each other give way, which is no failure."""
    empty(server)
    driver.execute_query("MATCH (g:Graphmem) DELETE g")
    for kind, every in (("CONSTRAINT", "CONSTRAINTS"), ("INDEX", "INDEXES")):
        for row in driver.execute_query(f"SHOW {every} YIELD name, type WHERE type <> 'LOOKUP' RETURN name").records:
            driver.execute_query(f"DROP {kind} `{row['name']}` IF EXISTS")
    together = threading.Barrier(4)

    def opened(_: int) -> tuple[str, ...]:
        together.wait()
        store = open_store(server.url)
        try:
            return store.problems()
        finally:
            store.close()

    with ThreadPoolExecutor(4) as pool:
        assert list(pool.map(opened, range(4))) == [()] * 4


def test_two_may_name_the_first_model_at_once(store: Neo4jStore, server: Server, driver: Driver) -> None:
    """Both find it in use, and its indexes made."""
    for kind in schema.KINDS:
        driver.execute_query(f"DROP INDEX {kind}_embedding_a IF EXISTS")
    others = [open_store(server.url) for _ in range(3)]

    with ThreadPoolExecutor(4) as pool:
        list(pool.map(lambda each: each.mark_embedder(EmbedderMark("by-hand", 2)), [store, *others]))

    assert store.embedder() == EmbedderMark("by-hand", 2)
    assert store.problems() == ()
    for each in others:
        each.close()


def test_nothing_is_left_of_the_only_message(store: Neo4jStore, driver: Driver) -> None:
    """No node but the namespace and an entry of the journal without text; no relationship at all."""
    untell(store, tell(store))

    found = driver.execute_query("MATCH (n) RETURN labels(n)[0] AS label ORDER BY label").records
    links = driver.execute_query("MATCH ()-[r]->() RETURN count(r) AS links").records

    assert [row["label"] for row in found] == ["Change", "Graphmem", "Namespace"]
    assert links[0]["links"] == 0


def test_more_than_fits_into_one_transaction_is_forgotten_in_parts(
    server: Server, driver: Driver, monkeypatch: pytest.MonkeyPatch
) -> None:
    """All of it, though it was stopped half way the first time; a server holds in memory what one transaction deletes."""
    monkeypatch.setattr(graph, "PART", 3)
    empty(server)
    with Memory.open(server.url, namespace="ada", user_name="Ada", extractor=EXTRACTOR) as memory:
        memory.remember_many([{"content": f"Tom{each} lives in Lisbon.", "session": "s1"} for each in range(9)])
        write = Connection.write
        parts: list[int] = []

        def stopping(self: Connection, name: str, /, **values: object) -> list[Any]:
            rows = write(self, name, **values)
            if name == "write/erase_part":
                parts.extend(row["gone"] for row in rows)
                if len(parts) == 2:
                    raise KeyboardInterrupt
            return rows

        monkeypatch.setattr(Connection, "write", stopping)
        with pytest.raises(KeyboardInterrupt):
            memory.forget(everything=True)
        left = memory.status().messages
        memory.forget(everything=True)
        receipt = memory.remember("Ana lives in Porto.", session="s1")
        known = [fact.sentence for fact in memory.facts()]

    labels = driver.execute_query("MATCH (n {namespace: 'ada'}) RETURN DISTINCT labels(n) AS l, count(*) AS n").records
    assert 0 < left < 9
    assert len(parts) > 3
    assert parts[-1] == 0
    assert (receipt.pending, known) == ("", ["Ana lives in Porto"])
    assert {tuple(row["l"]): row["n"] for row in labels}["Message",] == 1


def test_parts_of_what_moved_meanwhile_are_left(store: Neo4jStore, monkeypatch: pytest.MonkeyPatch) -> None:
    """Whoever asks to forget what has changed since is refused before anything went."""
    monkeypatch.setattr(graph, "PART", 0)
    tell(store)
    version = store.version(ADA)
    append(store, message(key="k2", minute=1))
    apply(store)

    with pytest.raises(StaleRead):
        store.apply(ADA, Changes("forget", START, everything=True), expected_version=version)

    assert store.counts(ADA).messages == 2


def test_receipt_says_what_the_server_keeps(server: Server) -> None:
    """Nothing finds it any more, and erasing its bytes is the operator's."""
    empty(server)
    with Memory.open(server.url, namespace="ada", extractor=EXTRACTOR) as memory:
        said = memory.remember("I live in Lisbon.").message
        receipt = memory.forget(message=said.id)

        assert memory.facts() == ()
    assert "transaction logs" in receipt.remains
    assert not receipt.scrub_pending


def _losing(monkeypatch: pytest.MonkeyPatch, name: str) -> None:
    """The answer to the next statement of that name is lost after the server has committed it."""
    run = Connection._run
    lost: list[str] = []

    def losing(self: Connection, shipped: Any, values: Any) -> Any:
        rows = run(self, shipped, values)
        if shipped.name == name and not lost:
            lost.append(name)
            from graphmem.store.neo4j.faults import translated

            with translated(self.name):
                raise ServiceUnavailable("the connection broke")
        return rows

    monkeypatch.setattr(Connection, "_run", losing)


def test_append_whose_answer_was_lost_is_done_once(store: Neo4jStore, monkeypatch: pytest.MonkeyPatch) -> None:
    """Sent again, it knows its own messages as new, and whom it queued anew."""
    append(store, message(key="b", minute=1))
    apply(store, learned=(learned("m-b", generation=1),))
    _losing(monkeypatch, "write/append")

    [appended] = append(store, message(key="a"), followers=2, lease_until=at(5))

    assert (appended.new, appended.requeued) == (True, ("m-b",))
    assert [work.generation for work in store.work(ADA, ["m-a", "m-b"])] == [1, 2]
    assert store.counts(ADA).messages == 2


def test_apply_whose_answer_was_lost_is_done_once(store: Neo4jStore, monkeypatch: pytest.MonkeyPatch) -> None:
    """Sent again, it finds the version moved by itself."""
    append(store, message())
    _losing(monkeypatch, "write/learn")

    change = apply(store, learned=(learned("m-k1", generation=1),))

    assert store.journal(ADA, limit=9) == (change,)
    with pytest.raises(StaleRead):
        store.apply(ADA, Changes("learn", START), expected_version=0)


def test_lease_whose_answer_was_lost_takes_the_same(store: Neo4jStore, monkeypatch: pytest.MonkeyPatch) -> None:
    """Not others, and not as another attempt."""
    append(store, message(key="a"), message(key="b", minute=1))
    _losing(monkeypatch, "write/lease")

    [work] = store.lease(ADA, now=at(0), until=at(9), limit=1)

    assert (work.message_id, work.attempts) == ("m-a", 1)
    assert store.backlog(ADA, now=at(1)).leased == 1


def _sent(memory: Memory) -> list[str]:
    """The names of the statements that a memory's store sends from now on."""
    store = memory._engine.store
    assert isinstance(store, Neo4jStore)
    sent: list[str] = []
    store.server.sent = sent.append
    return sent


#: Five people and places, five facts.
RICH = "My sister Ana lives in Lisbon and works at Feedzai, and Tom lives in Porto and works at Acme."


@pytest.mark.parametrize("told", [0, 69])
def test_few_statements_are_sent_whatever_the_memory_holds(server: Server, told: int) -> None:
    """At most five to remember a message with five entities and five facts, two where the same were just talked of and its session's summary is not folded, three to recall, two where the same was asked about before; that it came up is written when memory is closed."""
    empty(server)
    with Memory.open(server.url, namespace="ada", user_name="Ada", extractor=EXTRACTOR) as memory:
        for _ in range(2):
            memory.remember(RICH, session="s0")
        memory.remember_many(
            [{"content": f"Note {number}: Tom likes jazz.", "session": "s1"} for number in range(told)]
        )
        sent = _sent(memory)

        receipt = memory.remember(RICH, session="s1")
        remembered = list(sent)
        sent.clear()
        recall = memory.recall("Where does Ana live?")
        recalled = list(sent)
        sent.clear()
        memory.recall("Where does Ana work?")
        again = list(sent)

    assert receipt.pending == ""
    assert len({fact.id for fact in recall.facts}) >= 1
    assert len(remembered) <= (5 if told else 2), remembered
    assert ("write/summarize" in remembered) == bool(told)
    assert len(recalled) <= 3, recalled
    assert again == ["read/asked", "read/recalled"]
    assert sent[len(again) :] == ["write/count_accesses"]


def test_the_readmes_last_line_is_an_assistant_on_the_server(
    server: Server, root: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As it is typed, but for the address: what was said is known, and drawn."""
    [line] = re.findall(
        r"^    \.venv/bin/graphmem (--url neo4j://.* chat)$", (root / "README.md").read_text(encoding="utf-8"), re.M
    )
    arguments = [server.url if "://" in word else word for word in line.split()]
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path))
    for name in ("GRAPHMEM_CHAT_MODEL", "GRAPHMEM_CHAT_BASE_URL", "OPENAI_API_KEY"):
        monkeypatch.delenv(name, raising=False)
    empty(server)

    ran = CliRunner().invoke(app, arguments, input="My sister Ana lives in Lisbon.\nWhere does Ana live?\n")

    assert ran.exit_code == 0, ran.output
    assert "recalled: Ana lives in Lisbon" in ran.output


def test_import_goes_on_when_the_server_was_stopped_and_started(tmp_path: Path) -> None:
    """Nothing is doubled or lost; what was being written when it stopped is written when it is back."""
    source = choose(wanted({})[-1], replace(this_machine(), environ={}))
    if not isinstance(source, Jars):
        pytest.skip("only a server run from its jars can be stopped here")
    said = [{"content": f"Tom number {n} lives in Porto.", "key": f"k{n}", "session": f"s{n % 3}"} for n in range(20)]
    with (
        stoppable(source, tmp_path) as stopping,
        Memory.open(stopping.server.url, namespace="ada", extractor=EXTRACTOR) as memory,
    ):
        memory.remember("I live in Lisbon.")
        memory._engine.store.server.patience = 120.0  # type: ignore[attr-defined]
        restart = threading.Timer(0.5, stopping.restart)
        restart.start()
        for block in range(0, len(said), 4):
            memory.remember_many(said[block : block + 4])
        restart.join()
        memory.flush()
        again = memory.remember_many(said)
        status = memory.status()

    assert not any(receipt.new for receipt in again)
    assert (status.messages, status.backlog.waiting, status.backlog.failed) == (21, 0, 0)

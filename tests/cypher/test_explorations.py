"""Every shipped exploration on a real server and on the mirror: rows by its own examples, the same rows, and the index it names."""

from __future__ import annotations

import re
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest
from neo4j import READ_ACCESS, Driver
from neo4j.exceptions import ClientError
from neo4j.graph import Node, Relationship

from graphmem import InvalidInput, texts
from graphmem.exploration.contents import Contents
from graphmem.exploration.functions import BUILT_IN, OUTSIDE
from graphmem.exploration.gate import PROCEDURES, check
from graphmem.exploration.mirror import Mirror
from graphmem.exploration.named import explorations
from graphmem.texts import CypherStatement
from graphmem.types import GraphNode, GraphRelationship, Limits
from tests.cypher.neo4j_server import count_anew
from tests.cypher.planning import scans
from tests.exploration import story

pytestmark = pytest.mark.neo4j

EXPLORE = explorations()


@pytest.fixture(scope="module")
def graph() -> Contents:
    """The story as a graph."""
    with story.told() as memory:
        return story.held(memory)


@pytest.fixture(scope="module")
def mirror(graph: Contents) -> Mirror:
    """The same in memory."""
    return Mirror(graph)


@pytest.fixture(scope="module", autouse=True)
def told(driver: Driver, graph: Contents) -> None:
    """The same story for many namespaces, and the schema, whose indexes have counted it: plans depend on that."""
    for statement in texts.statements("schema"):
        driver.execute_query(statement.text)
    story.write_for_many(driver, graph)
    count_anew(driver)


def examples(statement: CypherStatement) -> dict[str, Any]:
    """The example of each parameter, as its header gives it."""
    return {parameter.name: parameter.example for parameter in statement.parameters}


def plain(value: object) -> object:
    """A value of the driver or of the mirror as both have it: nodes and relationships without what only one of them knows."""
    if isinstance(value, list):
        return [plain(each) for each in value]
    if isinstance(value, (Node, GraphNode)):
        labels = value.labels
        properties = dict(value.items()) if isinstance(value, Node) else value.properties
        return sorted(labels), {name: plain(each) for name, each in properties.items() if name != "ref"}
    if isinstance(value, (Relationship, GraphRelationship)):
        properties = dict(value.items()) if isinstance(value, Relationship) else value.properties
        return value.type, {name: plain(each) for name, each in properties.items()}
    native = value.to_native() if hasattr(value, "to_native") else value
    return native.astimezone(UTC) if isinstance(native, datetime) else native


def run(driver: Driver, name: str, /, **changed: object) -> list[dict[str, Any]]:
    """The rows of an exploration run read-only with its examples, some of them changed."""
    statement = texts.statement(f"explore/{name}")
    with driver.session(default_access_mode=READ_ACCESS) as session:
        return [
            {column: plain(value) for column, value in zip(record.keys(), record.values(), strict=True)}
            for record in session.run(statement.text, examples(statement) | changed)
        ]


def index_shapes(driver: Driver) -> dict[str, str]:
    """How a plan shows each index: its label and properties."""
    rows = driver.execute_query(
        "SHOW INDEXES YIELD name, labelsOrTypes, properties WHERE size(labelsOrTypes) = 1"
    ).records
    return {row["name"]: f"{row['labelsOrTypes'][0]}({', '.join(row['properties'])})" for row in rows}


def test_there_are_many_of_them() -> None:
    """Each a question somebody asks."""
    assert len(EXPLORE) >= 15


@pytest.mark.parametrize("statement", EXPLORE, ids=lambda each: each.name)
def test_it_uses_the_indexes_its_header_names(driver: Driver, statement: CypherStatement) -> None:
    """The planner looks where the header says, and nowhere reads all nodes, of a label or at all."""
    shapes = index_shapes(driver)
    with driver.session() as session:
        plan = str(session.run(f"EXPLAIN {statement.text}", examples(statement)).consume().plan)

    assert [name for name in statement.index.split(", ") if shapes[name] not in plan] == [], plan
    assert scans(plan) == []


@pytest.mark.parametrize("statement", EXPLORE, ids=lambda each: each.name)
def test_it_finds_rows_by_its_own_examples_the_same_on_server_and_mirror(
    driver: Driver, mirror: Mirror, statement: CypherStatement
) -> None:
    """A reader who types the examples sees something, in the columns that the header lists, whatever the store."""
    given = {name: value for name, value in examples(statement).items() if name != "namespace"}

    mirrored = mirror.run(check(statement.text).text, given, Limits())
    served = run(driver, statement.name.removeprefix("explore/"))

    assert [{column: plain(value) for column, value in row.items()} for row in mirrored.to_dicts()] == served
    assert served
    assert all(column in statement.returns for column in mirrored.columns)


@pytest.mark.parametrize("statement", EXPLORE, ids=lambda each: each.name)
def test_it_stays_in_its_namespace(driver: Driver, statement: CypherStatement) -> None:
    """The same story stands in other namespaces, and an unknown one is empty."""
    assert run(driver, statement.name.removeprefix("explore/"), namespace="nobody") == []


@pytest.mark.parametrize("statement", EXPLORE, ids=lambda each: each.name)
def test_what_is_written_anew_means_the_same_to_the_server(driver: Driver, statement: CypherStatement) -> None:
    """The gate's own spelling of a statement finds what the statement finds."""
    with driver.session(default_access_mode=READ_ACCESS) as session:
        again = [plain(list(row.values())) for row in session.run(check(statement.text).text, examples(statement))]

    assert again == [list(row.values()) for row in run(driver, statement.name.removeprefix("explore/"))]


def test_the_timeline_of_a_slot_shows_what_followed_what(driver: Driver) -> None:
    """Porto ended when Lisbon began."""
    rows = run(driver, "slot_timeline")

    assert [(row["sentence"], row["followed_by"]) for row in rows] == [
        ("Ana lived in Porto", "Ana lives in Lisbon"),
        ("Ana lives in Lisbon", None),
    ]


def test_who_someone_is_leaves_out_what_ended(driver: Driver) -> None:
    """Porto is over."""
    assert {row["sentence"] for row in run(driver, "who_is")} == {
        "Ana is engaged to Miguel",
        "Ana is Ada's sister",
        "Ana works at Farfetch",
        "Ana lives in Lisbon",
        "Ana is vegetarian",
    }


def test_a_past_moment_shows_what_was_true_then(driver: Driver) -> None:
    """In April Ana lived in Porto, and an unstated start reaches back."""
    sentences = {row["sentence"] for row in run(driver, "as_of", moment=datetime(2024, 4, 1, tzinfo=UTC))}

    assert {"Ana lived in Porto", "Ada worked at Feedzai"} <= sentences
    assert "Ana lives in Lisbon" not in sentences


def test_provenance_quotes_the_words(driver: Driver) -> None:
    """Offsets cut the message where the fact is stated."""
    quotes = {row["sentence"]: row["quote"] for row in run(driver, "provenance")}

    assert quotes["Ana lives in Lisbon"] == "Ana moved to Lisbon last week."


def test_the_path_from_ada_to_lisbon_goes_by_ana(driver: Driver) -> None:
    """Two facts connect them, and so they do by a friend."""
    chains = {tuple(row["entities"]): row["sentences"] for row in run(driver, "path_between")}

    assert chains[("Ada", "Ana", "Lisbon")] == ["Ana is Ada's sister", "Ana lives in Lisbon"]
    assert len(chains) == 2


def test_what_was_taken_back_is_a_contradiction(driver: Driver) -> None:
    """It was Trondheim, not Bergen; a move is none."""
    assert [(row["sentence"], row["instead"]) for row in run(driver, "contradictions")] == [
        ("John lives in Bergen", "Actually, it is Trondheim, not Bergen.")
    ]


def test_a_person_and_a_country_of_one_name_may_be_one(driver: Driver) -> None:
    """Memory keeps them apart, and shows that they share a name."""
    assert [(row["spelling"], row["kinds"]) for row in run(driver, "shared_names")] == [("jordan", ["Person", "Place"])]


def test_the_server_has_every_function_and_procedure_that_is_allowed(driver: Driver) -> None:
    """Every built-in function passes but those that look outside the graph, and each procedure exists."""
    functions = {
        row["name"].casefold()
        for row in driver.execute_query("SHOW FUNCTIONS YIELD name, isBuiltIn WHERE isBuiltIn").records
    }
    procedures = {row["name"] for row in driver.execute_query("SHOW PROCEDURES YIELD name").records}

    assert functions - BUILT_IN == OUTSIDE
    assert procedures >= PROCEDURES


@pytest.mark.parametrize(
    "said", ["It's", 'a "word"', "back\\slash", "SET x; // DELETE", "line\nbreak", "`name`", "Ž́ 国 🙂", "\u2028"]
)
def test_a_string_means_the_same_before_the_gate_and_behind_it(driver: Driver, mirror: Mirror, said: str) -> None:
    """Escapes are written anew, for server and mirror alike."""
    written = said.replace("\\", "\\\\").replace('"', '\\"')
    passed = check(f'RETURN "{written}" AS said').text

    served = driver.execute_query(passed).records[0]["said"]

    assert served == said
    assert mirror.run(passed, {}, Limits()).rows == ((said,),)


def blocks(page: Path) -> list[str]:
    """The Cypher a page shows, block by block."""
    return re.findall(r"^```cypher\n(.*?)^```$", page.read_text(encoding="utf-8"), flags=re.MULTILINE | re.DOTALL)


def test_the_mirror_lacks_what_the_page_says_and_no_more(driver: Driver, mirror: Mirror, root: Path) -> None:
    """Each line passes the gate and runs on the server, and the mirror says that it cannot."""
    (block,) = blocks(root / "cypher" / "explore" / "README.md")

    for line in block.splitlines():
        passed = check(line).text
        assert driver.execute_query(passed).keys
        with pytest.raises(InvalidInput, match="the mirror cannot run this"):
            mirror.run(passed, {}, Limits())


def test_the_queries_to_paste_into_neo4j_browser_find_something_to_draw(driver: Driver, root: Path) -> None:
    """Five of them, on the story, and never in another's namespace."""
    queries = blocks(root / "README.md")

    assert len(queries) == 5
    for query in queries:
        rows = driver.execute_query(query).records
        nodes = {node for row in rows for value in row.values() for node in getattr(value, "nodes", [value])}
        assert rows
        assert {node["namespace"] for node in nodes if isinstance(node, Node)} == {story.NAMESPACE}


def test_the_servers_reading_mode_is_a_second_wall(driver: Driver) -> None:
    """Had a write passed the gate, the session would refuse it."""
    with driver.session(default_access_mode=READ_ACCESS) as session, pytest.raises(ClientError) as refused:
        session.run("MATCH (n) DETACH DELETE n").consume()

    assert refused.value.code == "Neo.ClientError.Statement.AccessMode"

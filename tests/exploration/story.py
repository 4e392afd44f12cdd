"""The story that is shipped, with a namesake more, as a memory, and as the same graph on a server."""

from __future__ import annotations

import json
from dataclasses import replace
from datetime import UTC, datetime

from neo4j import Driver

from graphmem import Memory, texts
from graphmem.exploration.contents import Contents, nodes, relationships
from graphmem.memory.mirroring import contents

NAMESPACE = "ada"
TOLD = datetime(2024, 11, 1, tzinfo=UTC)

MORE = (
    {"content": "My friend Jordan lives in Lisbon.", "session": "late", "at": "2024-10-30T08:00:00Z"},
    {"content": "I went to Jordan last week.", "session": "late", "at": "2024-10-30T08:01:00Z"},
)


def told(url: str = "sqlite:///:memory:", *, namespace: str = NAMESPACE) -> Memory:
    """A memory that knows the story; the caller closes it."""
    memory = Memory.open(url, namespace=namespace, user_name="Ada", clock=lambda: TOLD)
    memory.remember_many([*(json.loads(line) for line in texts.story("ada").splitlines()), *MORE])
    return memory


def held(memory: Memory) -> Contents:
    """All that the memory holds."""
    return contents(memory._engine, memory.namespace)


def write_for_many(driver: Driver, graph: Contents, *, others: int = 6) -> None:
    """The story for Ada, and word for word for so many others, as a server has many namespaces."""
    driver.execute_query("MATCH (n) DETACH DELETE n")
    for namespace in [graph.namespace, *(f"other {number}" for number in range(others))]:
        write(driver, replace(graph, namespace=namespace))


def write(driver: Driver, graph: Contents) -> None:
    """The same nodes and relationships on a server."""
    for group in nodes(graph):
        driver.execute_query(
            "UNWIND $rows AS row CREATE (n:$($label)) SET n = row.properties, n.ref = row.ref",
            {"rows": group.rows, "label": group.label},
        )
    driver.execute_query("MATCH (e:Entity {namespace: $namespace}) SET e:$(e.kind)", {"namespace": graph.namespace})
    for links in relationships(graph):
        driver.execute_query(
            f"UNWIND $rows AS row MATCH (a:{links.start} {{namespace: $namespace, ref: row.from}}) "
            f"MATCH (b:{links.end} {{namespace: $namespace, ref: row.to}}) "
            "CREATE (a)-[r:$($type)]->(b) SET r = row.properties",
            {"rows": links.rows, "type": links.type, "namespace": graph.namespace},
        )

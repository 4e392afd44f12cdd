"""Explore a memory with Cypher: on a Neo4j server as it is, on an SQLite file by a frozen copy (extra `cypher`).

python examples/05_explore_with_cypher.py

With GRAPHMEM_URL=neo4j://localhost:7687, GRAPHMEM_NEO4J_USER and GRAPHMEM_NEO4J_PASSWORD it tells its story to that server, in a
namespace of its own, and forgets it afterwards.
"""

from __future__ import annotations

from datetime import datetime

from graphmem import Memory, Table
from graphmem.settings import Settings

STORY = (
    ("My sister Ana lives in Porto and works at Feedzai.", datetime(2023, 3, 4)),
    ("Bob works at Feedzai too.", datetime(2023, 9, 2)),
    ("Ana moved to Lisbon last week.", datetime(2024, 6, 3)),
)


def main() -> None:
    """Tell a story, then ask it by name and in Cypher."""
    settings = Settings.read()
    url = settings.address() if settings.url.startswith("neo4j") else "sqlite:///:memory:"
    with Memory.open(url, namespace="example: explore", user_name="Ada") as memory:
        for line, at in STORY:
            memory.remember(line, at=at)
        try:
            # `graphmem cypher list` tells which explorations have a name.
            show("the life of Ana", memory.cypher("timeline_of", name="Ana"))
            show("what links Ada and Bob", memory.cypher("path_between", first="Ada", second="Bob"))
            show(
                "who works where now, in Cypher of one's own",
                memory.cypher(
                    "MATCH (p:Person)-[:WORKS_AT]->(c) RETURN p.name AS who, c.name AS employer ORDER BY who"
                ),
            )
        finally:
            memory.forget(everything=True)


def show(title: str, table: Table) -> None:
    """A table as lines."""
    print(f"-- {title}")
    for row in table.rows:
        print("  ", " | ".join(str(cell) for cell in row))


if __name__ == "__main__":
    main()

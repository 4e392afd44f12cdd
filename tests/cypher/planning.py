"""Plans of the shipped statements, and what in them would look at all there is."""

from __future__ import annotations

from typing import Any

from neo4j import Driver

from graphmem import texts
from graphmem.texts import CypherStatement

READ = [each for each in texts.statements() if each.name.startswith("read/")]
WRITE = [each for each in texts.statements() if each.name.startswith("write/")]

_SCANS = ("AllNodesScan", "NodeByLabelScan", "RelationshipTypeScan", "AllRelationshipsScan", "UnionNodeByLabelsScan")


def plan(driver: Driver, statement: CypherStatement) -> str:
    """The plan of a statement run with its examples."""
    examples: dict[str, Any] = {parameter.name: parameter.example for parameter in statement.parameters}
    with driver.session() as session:
        return str(session.run(f"EXPLAIN {statement.text}", examples).consume().plan)


def scans(plan: str) -> list[str]:
    """The ways in which a plan looks at all nodes or relationships, of a label or a type or at all."""
    return [scan for scan in _SCANS if scan in plan]

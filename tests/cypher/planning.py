"""Plans of the shipped statements, and what in them would look at all there is."""

from __future__ import annotations

import re
from typing import Any

from neo4j import Driver

from graphmem import texts
from graphmem.texts import CypherStatement

READ = [each for each in texts.statements() if each.name.startswith("read/")]
WRITE = [each for each in texts.statements() if each.name.startswith("write/")]

#: An operator that reads all there is of something is called a scan, of an index too; on newer servers one that looks up a label or a type
#: that it learns as it runs is called a lookup.
_SCAN = re.compile(r"'operatorType': '(\w*Scan|\w*Dynamic\w*Lookup)@")

#: The one statement that is asked for all there is of something: the name of every namespace.
WHOLE = {"read/namespaces": ["NodeIndexScan"]}


def plan(driver: Driver, statement: CypherStatement) -> str:
    """The plan of a statement run with its examples."""
    with driver.session() as session:
        return str(session.run(f"EXPLAIN {statement.text}", examples(statement)).consume().plan)


def examples(statement: CypherStatement) -> dict[str, Any]:
    """A value for each parameter, as its header gives it."""
    return {parameter.name: parameter.example for parameter in statement.parameters}


def scans(plan: str) -> list[str]:
    """The ways in which a plan looks at all nodes or relationships, of a label, a type or an index, or at all."""
    return _SCAN.findall(plan)

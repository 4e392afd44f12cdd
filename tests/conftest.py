"""How much the tests try: `run` counts for every change, `long` counts with GRAPHMEM_LONG=1, by the same code."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
from hypothesis import HealthCheck, settings

if TYPE_CHECKING:
    from tests.cypher.neo4j_server import Servers

LONG, BRIEF = (os.environ.get(f"GRAPHMEM_{how}") == "1" for how in ("LONG", "BRIEF"))

# A shared machine makes single examples slow at random, so time is no reason to fail one.
_patient = settings(deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.register_profile("run", _patient, max_examples=60, derandomize=True)  # one commit, one answer
settings.register_profile("long", _patient, max_examples=2000)
settings.register_profile("brief", _patient, max_examples=5, derandomize=True)  # another Python, the same code
settings.load_profile("long" if LONG else "brief" if BRIEF else "run")


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Where tests run side by side, those that share a server stay together, so that it is started once."""
    for item in items:
        for marker in ("neo4j", "llm"):
            if item.get_closest_marker(marker):
                item.add_marker(pytest.mark.xdist_group(marker))


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_node_collection_finished(node: Any, ids: list[str]) -> None:
    """Where no group is heeded, each server would run on every worker, and one worker empty what another fills."""
    if node.config.getoption("dist") == "loadgroup" and any("[neo4j-" in id and "@" not in id for id in ids):
        pytest.exit("pytest-xdist heeds no group with this pytest: install 'pytest<9.2'", returncode=4)


@pytest.fixture(scope="session")
def root() -> Path:
    """The checkout the tests are in."""
    return Path(__file__).resolve().parent.parent


@pytest.fixture(scope="session")
def kills() -> int:
    """How many times a test kills its writers."""
    return 100 if LONG else 20


@pytest.fixture(scope="session")
def neo4j_servers(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Servers]:
    """The Neo4j servers of this test session, none of them running yet."""
    from tests.cypher.neo4j_server import Servers

    servers = Servers(lambda: tmp_path_factory.mktemp("neo4j"))
    yield servers
    servers.stop()

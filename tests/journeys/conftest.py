"""Whatever memory a journey opens is closed when it ends; what is `heard` is heard on every kind of store."""

from __future__ import annotations

import os
from collections.abc import Iterator

import pytest

from tests.closing import closed
from tests.conftest import LONG
from tests.cypher.neo4j_server import Servers, label, wanted
from tests.journeys.saying import IN_MEMORY, told_to

#: The newest release for every change, each in a long run.
RELEASES = wanted(os.environ) if LONG else wanted(os.environ)[-1:]


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    """Modules that use `heard` run on the embedded store and on servers."""
    if hasattr(metafunc.module, "heard"):
        servers = [pytest.param(release, marks=pytest.mark.neo4j, id=label(release)) for release in RELEASES]
        metafunc.parametrize("_kept_on", [pytest.param(IN_MEMORY, id="sqlite"), *servers], indirect=True)


@pytest.fixture(autouse=True)
def _kept_on(request: pytest.FixtureRequest, neo4j_servers: Servers) -> Iterator[None]:
    where = getattr(request, "param", IN_MEMORY)
    with told_to(where if isinstance(where, str) else neo4j_servers.of(where).url):
        yield


__all__ = ["closed"]

"""Which Neo4j the tests take, with a machine's answers made up."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.cypher.neo4j_server import (
    RELEASES,
    Container,
    Jars,
    Machine,
    Nothing,
    Server,
    choose,
    find_java,
    unavailable,
    wanted,
)

LTS = RELEASES[0]
NAMED = {"GRAPHMEM_TEST_NEO4J_URI": "bolt://127.0.0.1:7687", "GRAPHMEM_TEST_NEO4J_PASSWORD": "lisbon"}
MAVEN = Path("somewhere", "mvn")
JAVA = Path("somewhere", "java")


def machine(
    *, environ: dict[str, str] | None = None, docker: bool = False, maven: Path | None = None, java: Path | None = None
) -> Machine:
    """A machine that offers what is given and nothing else."""
    return Machine(environ=environ or {}, docker_answers=lambda: docker, maven=lambda: maven, java=lambda _: java)


def test_a_named_server_is_taken_before_everything_else() -> None:
    """The environment names a server, and a Docker engine would answer too."""
    everything = machine(environ=NAMED, docker=True, maven=MAVEN, java=JAVA)

    chosen = choose(None, everything)

    assert chosen == Server(uri="bolt://127.0.0.1:7687", user="neo4j", password="lisbon")


def test_a_named_server_is_tested_once_and_otherwise_every_release_is() -> None:
    """One server given by hand cannot be two releases."""
    assert wanted(NAMED) == (None,)
    assert wanted({}) == RELEASES


def test_docker_is_taken_before_maven() -> None:
    """A container starts the released image, so it is the truer test."""
    chosen = choose(LTS, machine(docker=True, maven=MAVEN, java=JAVA))

    assert chosen == Container(image="neo4j:5.26.30-community")


def test_maven_is_taken_without_docker() -> None:
    """The jars need only Java and Maven."""
    chosen = choose(LTS, machine(maven=MAVEN, java=JAVA))

    assert chosen == Jars(release=LTS, maven=MAVEN, java=JAVA)


@pytest.mark.parametrize(
    ("offer", "said"),
    [(machine(), "there is no mvn"), (machine(maven=MAVEN), "needs Java 17 or newer")],
    ids=["no Maven", "no Java"],
)
def test_what_is_missing_is_said(offer: Machine, said: str) -> None:
    """A skip that does not say why is never repaired."""
    chosen = choose(LTS, offer)

    assert isinstance(chosen, Nothing)
    assert said in chosen.reason


def test_no_server_is_a_skip_where_none_is_required() -> None:
    """On a machine with Python only, the other tests still pass."""
    with pytest.raises(pytest.skip.Exception, match="there is no mvn"):
        unavailable("there is no mvn", required=False)


def test_no_server_is_a_failure_where_one_is_required() -> None:
    """With GRAPHMEM_REQUIRE_NEO4J=1 a run cannot go green without Neo4j."""
    with pytest.raises(pytest.fail.Exception, match="GRAPHMEM_REQUIRE_NEO4J=1.*there is no mvn"):
        unavailable("there is no mvn", required=True)


@pytest.mark.parametrize(("least", "found"), [(17, "java-17"), (18, "java-21"), (25, "java-25")])
def test_the_oldest_fitting_java_beside_the_default_is_taken(
    least: int, found: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A newer Java often stands beside the one on the PATH."""
    for version in (17, 21, 25):
        java = tmp_path / f"java-{version}" / "bin" / "java"
        java.parent.mkdir(parents=True)
        java.write_text(f"#!/bin/sh\necho 'openjdk version \"{version}.0.1\"' >&2\n", encoding="utf-8")
        java.chmod(0o755)
    monkeypatch.setenv("PATH", str(tmp_path / "java-17" / "bin"), prepend=":")

    assert find_java(least) == tmp_path / found / "bin" / "java"
    assert find_java(26) is None

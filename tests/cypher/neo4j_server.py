"""A real Neo4j for tests, from whatever the machine offers.

In this order: the server that GRAPHMEM_TEST_NEO4J_URI names (with _USER and _PASSWORD; on the loopback, as tests may
reach nothing else), a container when a Docker engine answers, and a server run from the jars that Maven fetches. Not every
place has a Docker engine, so there the way through a container is only tested as a choice, not run.

The jars are cached, the server's home is a temporary folder, its port is free and its password is made up.
"""

from __future__ import annotations

import os
import re
import secrets
import shutil
import socket
import subprocess
import sys
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import NoReturn
from urllib.parse import quote

import pytest
from neo4j import Driver, GraphDatabase
from neo4j.exceptions import Neo4jError, ServiceUnavailable
from platformdirs import user_cache_path

_START_SECONDS = 300
_FETCH_SECONDS = 900

#: A test's server lives for minutes: code compiled once and lightly, and one thread to collect, start it and run tests with less work.
_BRIEF = ("-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC")
_OPENED = ("java.base/java.nio", "java.base/java.io", "java.base/sun.nio.ch")


@dataclass(frozen=True, slots=True)
class Release:
    """A version of Neo4j, the Java it needs, and the class that starts it."""

    version: str
    java: int
    main_class: str


RELEASES = (
    Release("5.26.30", 17, "org.neo4j.server.CommunityEntryPoint"),
    Release("2026.08.1", 25, "org.neo4j.server.Neo4jCommunity"),
)


@dataclass(frozen=True, slots=True)
class Server:
    """A running server and how to log in."""

    uri: str
    user: str
    password: str

    @property
    def url(self) -> str:
        """The same as one URL, as `Memory.open` takes it."""
        scheme, _, rest = self.uri.partition("://")
        return f"{scheme}://{quote(self.user, safe='')}:{quote(self.password, safe='')}@{rest}"


@dataclass(frozen=True, slots=True)
class Container:
    """The image to run where a Docker engine answers."""

    image: str


@dataclass(frozen=True, slots=True)
class Jars:
    """The release to fetch by Maven and the Java to run it with."""

    release: Release
    maven: Path
    java: Path


@dataclass(frozen=True, slots=True)
class Nothing:
    """No server can be had, and why."""

    reason: str


@dataclass(frozen=True, slots=True)
class Machine:
    """What a machine can offer, as questions, so that a test can answer them itself."""

    environ: Mapping[str, str]
    docker_answers: Callable[[], bool]
    maven: Callable[[], Path | None]
    java: Callable[[int], Path | None]


def this_machine() -> Machine:
    """The machine the tests run on."""
    return Machine(environ=os.environ, docker_answers=_docker_answers, maven=_maven, java=find_java)


def wanted(environ: Mapping[str, str]) -> tuple[Release | None, ...]:
    """The releases to test: all of them, or None alone for the one server that the environment names."""
    return (None,) if environ.get("GRAPHMEM_TEST_NEO4J_URI") else RELEASES


def choose(release: Release | None, machine: Machine) -> Server | Container | Jars | Nothing:
    """Where a release comes from on a machine."""
    if uri := machine.environ.get("GRAPHMEM_TEST_NEO4J_URI"):
        user = machine.environ.get("GRAPHMEM_TEST_NEO4J_USER", "neo4j")
        return Server(uri=uri, user=user, password=machine.environ.get("GRAPHMEM_TEST_NEO4J_PASSWORD", ""))
    if release is None:
        return Nothing("GRAPHMEM_TEST_NEO4J_URI names no server")
    if machine.docker_answers():
        return Container(image=f"neo4j:{release.version}-community")
    if (maven := machine.maven()) is None:
        return Nothing("GRAPHMEM_TEST_NEO4J_URI is not set, no Docker engine answers and there is no mvn")
    if (java := machine.java(release.java)) is None:
        return Nothing(f"Neo4j {release.version} needs Java {release.java} or newer, and none was found")
    return Jars(release=release, maven=maven, java=java)


@contextmanager
def running(source: Server | Container | Jars, home: Path) -> Iterator[Server]:
    """Start what was chosen, with its files in `home`, and stop it in the end."""
    if isinstance(source, Server):
        yield source
    elif isinstance(source, Container):
        with _container(source) as server:
            yield server
    else:
        with _process(source, home) as server:
            yield server


class Stoppable:
    """A server of one's own that can be stopped and started again with the same files, address and password."""

    def __init__(self, command: list[str | Path], server: Server, process: subprocess.Popen[bytes]) -> None:
        self.server = server
        self._command = command
        self._process = process

    def restart(self) -> None:
        """Stop it as an operator does, and start it again; returns when it answers."""
        self.stop()
        self._process = subprocess.Popen(self._command, stdout=subprocess.DEVNULL, stderr=subprocess.STDOUT)
        deadline = time.monotonic() + _START_SECONDS
        while time.monotonic() < deadline:
            try:
                with connect(self.server) as driver:
                    driver.verify_connectivity()
                    return
            except (ServiceUnavailable, Neo4jError):
                time.sleep(0.5)
        raise RuntimeError("Neo4j did not start again")

    def stop(self) -> None:
        """Stop it."""
        _stop(self._process)


@contextmanager
def stoppable(source: Jars, home: Path) -> Iterator[Stoppable]:
    """A server of one's own from its jars, stopped in the end."""
    command, port = _prepared(source, home)
    with (home / "logs" / "console.log").open("wb") as log:
        process = subprocess.Popen(command, stdout=log, stderr=subprocess.STDOUT)
    started = None
    try:
        started = Stoppable(command, _first_login(process, f"bolt://127.0.0.1:{port}", home), process)
        yield started
    finally:
        _stop(process)
        if started is not None:
            started.stop()


def unavailable(reason: str, *, required: bool) -> NoReturn:
    """Skip, saying why; or fail, where a server is required."""
    if required:
        pytest.fail(f"GRAPHMEM_REQUIRE_NEO4J=1, but no Neo4j can be had: {reason}")
    pytest.skip(f"no Neo4j can be had: {reason}")


class Servers:
    """The servers of one test session: each release is started when it is first asked for, and stopped in the end."""

    def __init__(self, home: Callable[[], Path]) -> None:
        self._home = home
        self._started: dict[Release | None, Server] = {}
        self._stack = ExitStack()

    def of(self, release: Release | None) -> Server:
        """A running server of a release; skips, or fails with GRAPHMEM_REQUIRE_NEO4J=1, where none can be had."""
        if release not in self._started:
            source = choose(release, this_machine())
            if isinstance(source, Nothing):
                unavailable(source.reason, required=os.environ.get("GRAPHMEM_REQUIRE_NEO4J") == "1")
            self._started[release] = self._stack.enter_context(running(source, self._home()))
        return self._started[release]

    def stop(self) -> None:
        """Stop them all."""
        self._stack.close()


def label(release: Release | None) -> str:
    """What tests call a release."""
    return "neo4j-given" if release is None else f"neo4j-{release.version.partition('.')[0]}"


def empty(server: Server) -> None:
    """Remove everything but the schema and its version."""
    with connect(server) as driver, driver.session() as session:
        # In parts, since a server holds what one transaction deletes in memory.
        parts = "CALL (n) { DETACH DELETE n } IN TRANSACTIONS OF 10000 ROWS"
        session.run(f"MATCH (n) WHERE NOT n:Graphmem {parts}").consume()
        session.run("MATCH (g:Graphmem) SET g = {name: g.name, schema: g.schema}").consume()


def count_anew(driver: Driver) -> None:
    """Have the server count what stands in its indexes now, and plan by that.

    An index of an earlier test has counted what that test wrote: it is sampled anew at the server's leisure, and until then plans
    suit what is no longer there. Making it again while it is there counts nothing.
    """
    driver.execute_query("CALL db.awaitIndexes(60)")
    driver.execute_query("CALL db.prepareForReplanning(60)")


def connect(server: Server) -> Driver:
    """A driver logged in to a server; the caller closes it."""
    return GraphDatabase.driver(server.uri, auth=(server.user, server.password))


def find_java(least: int) -> Path | None:
    """A `java` of at least this version: the default one, or the oldest fitting one that stands beside it."""
    default = shutil.which("java")
    if default is None:
        return None
    beside = Path(default).resolve().parents[2].glob("*/bin/java")
    fitting = [(version, java) for java in {Path(default), *beside} if (version := _java_version(java)) >= least]
    return min(fitting)[1] if fitting else None


def _java_version(java: Path) -> int:
    told = subprocess.run([java, "-version"], capture_output=True, text=True, check=False, timeout=60)
    match = re.search(r'version "(\d+)', told.stderr)
    return int(match[1]) if match else 0


def _maven() -> Path | None:
    found = shutil.which("mvn")
    return Path(found) if found else None


def _docker_answers() -> bool:
    # In a process of its own, since the client leaves its socket open when no engine answers.
    asked = subprocess.run(
        [sys.executable, "-c", "import docker; docker.from_env(timeout=5).ping()"], capture_output=True, check=False
    )
    return asked.returncode == 0


@contextmanager
def _container(source: Container) -> Iterator[Server]:
    from testcontainers.community.neo4j import Neo4jContainer

    with Neo4jContainer(source.image) as container:
        yield Server(uri=container.get_connection_url(), user="neo4j", password=container.password)


@contextmanager
def _process(source: Jars, home: Path) -> Iterator[Server]:
    with stoppable(source, home) as started:
        yield started.server


def _prepared(source: Jars, home: Path) -> tuple[list[str | Path], int]:
    """The command that starts a server with its files in `home`, and its port."""
    lib = _fetch(source)
    port = _free_port()
    _configure(home, port)
    opened = [f"--add-opens={package}=ALL-UNNAMED" for package in _OPENED]
    command: list[str | Path] = [source.java, "-Xmx1g", *_BRIEF, *opened, "-cp", f"{lib}/*", source.release.main_class]
    return [*command, f"--home-dir={home}", f"--config-dir={home / 'conf'}"], port


def _stop(process: subprocess.Popen[bytes]) -> None:
    process.terminate()
    try:
        process.wait(timeout=30)
    except subprocess.TimeoutExpired:
        process.kill()
        process.wait()


def _fetch(source: Jars) -> Path:
    """The folder of a release's jars, filled once: another run never sees it half full."""
    version = source.release.version
    folder = user_cache_path("graphmem-tests") / f"neo4j-{version}"
    if folder.is_dir():
        return folder
    partial = folder.with_name(f"{folder.name}.{os.getpid()}")
    partial.mkdir(parents=True)
    (partial / "pom.xml").write_text(_pom(version), encoding="utf-8")
    goal = ["dependency:copy-dependencies", f"-DoutputDirectory={partial}", "-DincludeScope=runtime"]
    subprocess.run(
        [source.maven, "-q", "-B", "-f", partial / "pom.xml", *goal],
        check=True,
        stdin=subprocess.DEVNULL,
        timeout=_FETCH_SECONDS,
    )
    try:
        partial.rename(folder)
    except OSError:
        shutil.rmtree(partial)  # another run was first
    return folder


def _pom(version: str) -> str:
    artifacts = (("org.neo4j", "neo4j"), ("org.neo4j.app", "neo4j-server"))
    dependencies = "".join(
        f"<dependency><groupId>{group}</groupId><artifactId>{artifact}</artifactId><version>{version}</version></dependency>"
        for group, artifact in artifacts
    )
    return (
        "<project><modelVersion>4.0.0</modelVersion><groupId>graphmem</groupId><artifactId>test-server</artifactId>"
        f"<version>1</version><packaging>pom</packaging><dependencies>{dependencies}</dependencies></project>"
    )


def _configure(home: Path, port: int) -> None:
    for folder in ("conf", "logs", "data"):
        (home / folder).mkdir(parents=True)
    settings = {
        "server.bolt.listen_address": f"127.0.0.1:{port}",
        "server.http.enabled": "false",
        "server.https.enabled": "false",
        "server.memory.heap.max_size": "1g",
        "server.memory.pagecache.size": "256m",
        "dbms.usage_report.enabled": "false",
        # Each test begins with an empty database, which is no reason to plan every statement anew.
        "dbms.cypher.min_replan_interval": "1h",
    }
    lines = [f"{name}={value}\n" for name, value in settings.items()]
    (home / "conf" / "neo4j.conf").write_text("".join(lines), encoding="utf-8")


def _free_port() -> int:
    with socket.socket() as listener:
        listener.bind(("127.0.0.1", 0))
        return int(listener.getsockname()[1])


def _first_login(process: subprocess.Popen[bytes], uri: str, home: Path) -> Server:
    """Wait until the server answers, and replace the password it starts with."""
    server = Server(uri=uri, user="neo4j", password=secrets.token_urlsafe(12))
    deadline = time.monotonic() + _START_SECONDS
    while not _password_changed(server):
        if process.poll() is not None or time.monotonic() > deadline:
            told = (home / "logs" / "console.log").read_text(encoding="utf-8", errors="replace")
            raise RuntimeError(f"Neo4j did not start; its console ended with:\n{told[-3000:]}")
        time.sleep(0.5)
    return server


def _password_changed(server: Server) -> bool:
    try:
        with GraphDatabase.driver(server.uri, auth=("neo4j", "neo4j"), max_transaction_retry_time=0) as driver:
            driver.execute_query(
                "ALTER CURRENT USER SET PASSWORD FROM $old TO $new",
                {"old": "neo4j", "new": server.password},
                database_="system",
            )
    except (ServiceUnavailable, Neo4jError):
        return False
    return True

"""Where a Neo4j server is and how to log in, from one URL; who logs in may come from the configuration."""

from __future__ import annotations

import pytest

from graphmem.errors import ConfigError, InvalidInput, StoreUnavailable
from graphmem.settings import Settings
from graphmem.store import open_store
from graphmem.store.neo4j.address import SCHEMES, Address, address


@pytest.mark.parametrize("scheme", SCHEMES)
def test_every_scheme_of_the_driver_is_an_address(scheme: str) -> None:
    """Routed or direct, plain or encrypted, with or without checking the certificate."""
    assert address(f"{scheme}://ada:secret@graph.example:7688?database=memories") == Address(
        f"{scheme}://graph.example:7688", "ada", "secret", "memories"
    )


def test_user_and_password_are_percent_decoded() -> None:
    """Whatever a password holds can be written."""
    found = address("bolt://a%40b:p%3A%2F%3F%23%40%25%C3%A9@[::1]:7687")

    assert found == Address("bolt://[::1]:7687", "a@b", "p:/?#@%\u00e9")


def test_shown_address_has_no_password() -> None:
    """It goes into errors and status."""
    shown = address("neo4j+s://ada:secret@graph.example?database=memories").shown

    assert shown == "neo4j+s://ada@graph.example?database=memories"


@pytest.mark.parametrize(
    "url", ["neo4j://", "neo4j://:7687", "bolt://host:port", "bolt://host/path", "bolt://host?x=1", "bolt://host#x"]
)
def test_what_is_no_address_is_refused_without_its_password(url: str) -> None:
    """The message says how one is written."""
    with pytest.raises(InvalidInput, match="database=name") as refused:
        address(url.replace("://", "://ada:secret@", 1))

    assert "secret" not in str(refused.value)


def test_log_in_comes_from_the_environment() -> None:
    """Where the URL names nobody; a URL that does is left alone, and so is a file."""
    environ = {"GRAPHMEM_URL": "bolt://127.0.0.1:1", "GRAPHMEM_NEO4J_USER": "ada", "GRAPHMEM_NEO4J_PASSWORD": "p@ss"}

    with pytest.raises(StoreUnavailable, match="ada@127.0.0.1") as refused:
        Settings.read(environ).open()

    assert "p@ss" not in str(refused.value)
    with Settings.read({**environ, "GRAPHMEM_URL": "sqlite:///:memory:"}).open() as memory:
        assert memory.status().url == "sqlite:///:memory:"


def test_server_that_is_away_is_told_at_once() -> None:
    """Nobody listens on port 1; opening waits for nobody."""
    with pytest.raises(StoreUnavailable, match="does not answer"):
        open_store("bolt://ada:secret@127.0.0.1:1")


def test_scheme_of_no_store_names_those_there_are() -> None:
    """The password is not among what is said."""
    with pytest.raises(InvalidInput, match="neo4j://") as refused:
        open_store("postgres://ada:secret@host")

    assert "secret" not in str(refused.value)
    assert ConfigError is not None

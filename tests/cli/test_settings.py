"""Where a setting comes from: what was given, else the environment, else the defaults."""

from __future__ import annotations

import pytest

from graphmem import InvalidInput
from graphmem.settings import Settings


def test_what_is_given_comes_before_the_environment() -> None:
    """And the environment before the defaults."""
    environ = {"GRAPHMEM_NAMESPACE": "work", "GRAPHMEM_MODEL": "gpt-4o", "GRAPHMEM_USER_NAME": "Ada"}

    settings = Settings.read(environ, namespace="home", user_name=None)

    assert (settings.namespace, settings.model, settings.user_name) == ("home", "gpt-4o", "Ada")


def test_without_any_memory_is_a_file_in_the_data_directory() -> None:
    """The same from wherever the program is started."""
    settings = Settings.read({})

    assert settings.url.startswith("sqlite:///")
    assert settings.url.endswith("graphmem/memory.db")
    assert (settings.namespace, settings.user_name, settings.model) == ("default", None, None)


def test_an_empty_variable_is_unset() -> None:
    """As shells leave them."""
    assert Settings.read({"GRAPHMEM_NAMESPACE": "", "GRAPHMEM_URL": ""}) == Settings.read({})


def test_what_is_given_empty_is_not_taken_for_unset() -> None:
    """An empty namespace is refused, not replaced by another one."""
    settings = Settings.read({"GRAPHMEM_NAMESPACE": "work"}, url="sqlite:///:memory:", namespace="")

    with pytest.raises(InvalidInput, match="must be a name that is not blank"):
        settings.open()

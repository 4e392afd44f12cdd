"""The examples in docstrings are run as they stand, with the face of graphmem at hand."""

from __future__ import annotations

import doctest
import pkgutil
from importlib import import_module
from types import ModuleType

import pytest

import graphmem
from graphmem import ConfigError


def _module(name: str) -> ModuleType | None:
    """A module, unless it runs a program, or is an adapter whose framework is not here."""
    if name.endswith("__main__"):
        return None
    try:
        return import_module(name)
    except ConfigError:
        assert name.startswith("graphmem.integrations."), name
        return None


def _with_examples() -> list[doctest.DocTest]:
    face = {name: getattr(graphmem, name) for name in graphmem.__all__}
    finder = doctest.DocTestFinder(exclude_empty=True)
    names = [module.name for module in pkgutil.walk_packages(graphmem.__path__, "graphmem.")]
    modules = [found for name in ["graphmem", *names] if (found := _module(name))]
    tests = [test for each in modules for test in finder.find(each, extraglobs=face | vars(each)) if test.examples]
    return sorted(tests, key=lambda test: test.name)


EXAMPLES = _with_examples()


@pytest.mark.parametrize("example", EXAMPLES, ids=lambda example: example.name)
def test_a_docstring_example_prints_what_it_says(example: doctest.DocTest) -> None:
    """Whoever pastes it sees the same."""
    said: list[str] = []

    failed = doctest.DocTestRunner(verbose=False).run(example, out=said.append).failed

    assert not failed, "".join(said)


def test_the_public_verbs_have_examples() -> None:
    """Opening, remembering through the async face, and recalling are shown where they are documented."""
    names = {example.name for example in EXAMPLES}

    assert {"graphmem.memory.memory.Memory.open", "graphmem.memory.recalling.Recalling.recall"} <= names

"""Frameworks are brought in by their adapters, each when it is imported, and by nothing else."""

from __future__ import annotations

import os
import subprocess
import sys
from importlib import import_module
from pathlib import Path

import pytest

from graphmem import ConfigError
from graphmem.integrations.needed import needed

#: The adapters, the extra that each needs, and a package that this brings.
ADAPTERS = {
    "autogen": ("autogen", "autogen_core"),
    "beeai": ("beeai", "beeai_framework"),
    "langchain": ("langchain", "langchain_core"),
    "langchain_agents": ("langchain-agents", "langchain"),
    "langgraph": ("langgraph", "langgraph"),
    "llamaindex": ("llamaindex", "llama_index"),
    "openai_agents": ("openai-agents", "agents"),
    "pocketflow": ("pocketflow", "pocketflow"),
    "pydantic_ai": ("pydantic-ai", "pydantic_ai"),
}


#: Imports each adapter while no framework can be imported, and prints what it says.
WITHOUT = """
import sys
import graphmem
loaded = {name.partition(".")[0] for name in sys.modules} & {"pydantic", *sys.argv[1].split()}
assert not loaded, loaded
sys.modules.update(dict.fromkeys(sys.argv[1].split()))
for adapter in sys.argv[2].split():
    try:
        __import__(f"graphmem.integrations.{adapter}")
    except graphmem.ConfigError as error:
        print(adapter, error)
"""


def test_an_adapter_without_its_framework_says_what_to_install(root: Path) -> None:
    """In one line, though its framework's own foundations are missing as well; `import graphmem` brings in none of it."""
    packages = {"langchain_core", *(package for _, package in ADAPTERS.values())}
    asked = [sys.executable, "-c", WITHOUT, " ".join(packages), " ".join(ADAPTERS)]

    said = subprocess.run(asked, cwd=root, capture_output=True, text=True, check=True).stdout.splitlines()

    assert [line.partition(" this needs the package ")[0] for line in said] == list(ADAPTERS)
    assert [line.partition(": ")[2] for line in said] == [
        f"pip install 'graphmem[{extra}]'" for extra, _ in ADAPTERS.values()
    ]


def test_every_framework_is_here_where_that_is_asked_for() -> None:
    """So that in CI none of their tests is skipped for want of a package."""
    if "GRAPHMEM_REQUIRE_FRAMEWORKS" not in os.environ:
        pytest.skip("GRAPHMEM_REQUIRE_FRAMEWORKS is not set")

    for adapter in ADAPTERS:
        assert import_module(f"graphmem.integrations.{adapter}").__doc__


def test_another_fault_of_an_import_is_not_hidden() -> None:
    """A package that is there and broken is no missing extra."""
    with pytest.raises(ModuleNotFoundError, match="nobody_wrote_this"), needed("langchain", "langchain_core"):
        import_module("nobody_wrote_this")
    with pytest.raises(ImportError, match="cannot import name"), needed("langchain", "json"):
        exec("from json import nothing_of_the_kind")
    with pytest.raises(ConfigError, match=r"pip install 'graphmem\[rockets\]'"), needed("rockets", "nobody_wrote_this"):
        import_module("nobody_wrote_this")

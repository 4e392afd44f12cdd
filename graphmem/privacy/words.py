"""The words that rules of privacy go by, read where they lie: `words.toml` beside this file."""

from __future__ import annotations

import tomllib
from functools import cache
from pathlib import Path
from typing import Any


@cache
def about_passwords() -> frozenset[str]:
    """Words that say something about a password instead of being one."""
    return frozenset(shipped()["about_passwords"].split())


@cache
def shipped() -> dict[str, Any]:
    """The file."""
    return tomllib.loads((Path(__file__).parent / "words.toml").read_text(encoding="utf-8"))

"""A redaction as it is written down: a few policies on a line, or a TOML file with rules of one's own.

card=refuse, email=redact                 # a line, as in GRAPHMEM_REDACTION; "off" keeps everything

[policies]                                # a file
card = "refuse"
email = "redact"

[special]
health = "no_facts"

[[rules]]
name = "badge"
pattern = 'EMP-\\d{6}'
check = "luhn"                            # of CHECKS; may be left out
"""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from os import PathLike
from pathlib import Path
from typing import Any

from graphmem.errors import ConfigError, InvalidInput
from graphmem.privacy.digits import ean13, luhn, mod_11_2, mod_11_10, mod_97_10, verhoeff
from graphmem.privacy.redaction import KEEP_ALL, SPECIAL, Redaction
from graphmem.privacy.rule import Rule

#: Check digits that a rule in a file may ask for.
CHECKS = {
    "luhn": luhn,
    "verhoeff": verhoeff,
    "ean13": ean13,
    "mod97": mod_97_10,
    "mod11_2": mod_11_2,
    "mod11_10": mod_11_10,
}

_TABLES = ("policies", "special", "rules")
_OF_A_RULE = ("name", "pattern", "category", "context", "check")


def redaction_from(written: str | PathLike[str]) -> Redaction:
    """The redaction that a line or the file it names describes.

    Raises:
        ConfigError: when the file cannot be read, or holds what is none.
        InvalidInput: when the line holds what is no category or no policy.
    """
    line = str(written).strip()
    if isinstance(written, PathLike) or line.endswith(".toml"):
        return _from_file(Path(line).expanduser())
    if line.casefold() in ("off", "none"):
        return KEEP_ALL
    pairs = dict(_pair(one) for one in line.replace(",", " ").split())
    special = {name: policy for name, policy in pairs.items() if name in SPECIAL}
    return Redaction({name: policy for name, policy in pairs.items() if name not in SPECIAL}, special=special)


def _pair(written: str) -> tuple[str, Any]:
    name, equals, policy = written.partition("=")
    if not equals:
        raise InvalidInput(
            f"a redaction is written as card=refuse, email=redact, or as the path of a .toml file, not {written!r}"
        )
    return name, policy


def _from_file(path: Path) -> Redaction:
    try:
        document = tomllib.loads(path.read_text(encoding="utf-8-sig"))
        return _from_tables(document)
    except (OSError, UnicodeDecodeError, tomllib.TOMLDecodeError) as error:
        raise ConfigError(f"the redaction {path} cannot be read: {error}") from error
    except InvalidInput as error:
        raise ConfigError(f"the redaction {path}: {error}") from error


def _from_tables(document: Mapping[str, Any]) -> Redaction:
    _known(document, _TABLES, "table")
    rules = document.get("rules", [])
    if not isinstance(rules, list):
        raise InvalidInput("rules are written as [[rules]], each with a name and a pattern")
    return Redaction(
        document.get("policies", {}), rules=[_rule(one) for one in rules], special=document.get("special", {})
    )


def _rule(written: Any) -> Rule:
    if not isinstance(written, Mapping) or not {"name", "pattern"} <= written.keys():
        raise InvalidInput(f"a rule has a name and a pattern, not {written!r}")
    _known(written, _OF_A_RULE, "field of a rule")
    check = written.get("check")
    if check is not None and check not in CHECKS:
        raise InvalidInput(f"there is no check {check!r}; there are {', '.join(CHECKS)}")
    return Rule(
        written["name"],
        written["pattern"],
        written.get("category", ""),
        valid=None if check is None else CHECKS[check],
        context=tuple(written.get("context", ())),
    )


def _known(given: Mapping[str, Any], known: tuple[str, ...], what: str) -> None:
    for name in given:
        if name not in known:
            raise InvalidInput(f"{name!r} is no {what}; there are {', '.join(known)}")

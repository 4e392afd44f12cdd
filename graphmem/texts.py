"""Shipped text, read where it lies: prompts, SQL and Cypher are files that people review, not strings inside code.

A Cypher file holds one statement under a fixed header, and the header is checked when the file is read, so that it
cannot drift from the statement below it:

    // Who someone is: the kind, the names and what holds now.
    //
    // $namespace (string): whose memory is read, e.g. "ada"
    // $name (string): a name as it was spelled, e.g. "Ana"
    //
    // Returns: one row for each fact, as sentence and since
    // Index: entity_name
    MATCH …

Examples are JSON. Values that vary in length are fields of one map, declared as `$given.terms (list of strings): …`: a server plans
a statement anew for each length that a list of its own comes in. What the folder is called says what a statement may do: `read/` and `explore/` run in sessions that
the server lets read only.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from dataclasses import dataclass, replace
from datetime import datetime
from functools import cache
from itertools import takewhile
from pathlib import Path
from typing import Literal, NoReturn

from graphmem.errors import ConfigError

Mode = Literal["read", "write"]
Example = str | int | float | bool | datetime | list[str] | list[float] | dict[str, object] | list[dict[str, object]]

#: In the order in which a store needs them.
FOLDERS: dict[str, Mode] = {
    "schema": "write",
    "write": "write",
    "read": "read",
    "explore": "read",
    "maintain": "write",
}

_LABELS = ("$", "Returns:", "Index:")
_PACKAGE = Path(__file__).parent
_PARAMETER = re.compile(r"\$(?P<name>\w+(?:\.\w+)?) \((?P<type>[^)]+)\): (?P<meaning>.+), e\.g\. (?P<example>.+)")
_NOT_CODE = re.compile(
    r"""'(?:\\.|[^'\\])*'|"(?:\\.|[^"\\])*"|`(?:``|[^`])*`|//[^\n]*|/\*.*?\*/""",
    re.DOTALL,
)
_USED = re.compile(r"\$(\w+(?:\.\w+)?)")
_UNREADABLE = re.compile(r"\$(?![\w(])")


@dataclass(frozen=True, slots=True)
class Parameter:
    """One `$name` of a statement: the Cypher type, what it means, and a value to try; for a map its fields, if they are declared."""

    name: str
    type: str
    meaning: str
    example: Example
    fields: tuple[Parameter, ...] = ()


@dataclass(frozen=True, slots=True)
class CypherStatement:
    """One shipped statement and its header. `name` is "folder/file"; `text` is what is sent to the server."""

    name: str
    purpose: str
    parameters: tuple[Parameter, ...]
    returns: str
    index: str
    mode: Mode
    text: str


@cache
def prompt(name: str) -> str:
    """The prose of a prompt, without the line end at its end.

    Raises:
        ConfigError: when there is no such prompt; the message lists those there are.
    """
    return _read(_PACKAGE / "prompts", name, ".md").rstrip("\n")


def sql(name: str) -> str:
    """The text of a SQL file of the embedded store.

    Raises:
        ConfigError: when there is no such file; the message lists those there are.
    """
    return _read(_PACKAGE / "store" / "sql", name, ".sql")


def story(name: str) -> str:
    """A conversation told for demonstration and tests, as JSON Lines.

    Raises:
        ConfigError: when there is no such story; the message lists those there are.
    """
    return _read(_PACKAGE / "stories", name, ".jsonl")


@cache
def statement(name: str) -> CypherStatement:
    """The Cypher statement called "folder/file".

    Raises:
        ConfigError: when there is no such statement, or its header and its text disagree.
    """
    return parse_statement(name, _read(_cypher(), name, ".cypher"))


@cache
def statements(folder: str = "") -> tuple[CypherStatement, ...]:
    """Every shipped Cypher statement, or those of one folder: folder by folder in the order a store needs them, then by name.

    Raises:
        ConfigError: when a file lies in an unknown folder, or its header and its text disagree.
    """
    order = list(FOLDERS)
    read = [statement(name) for name in _names(_cypher(), ".cypher") if name.startswith(folder and f"{folder}/")]
    return tuple(sorted(read, key=lambda each: (order.index(_folder(each.name)), each.name)))


def parse_statement(name: str, source: str) -> CypherStatement:
    """Read one statement from the text of its file; `name` is "folder/file" and is what errors name.

    Raises:
        ConfigError: when the folder is unknown, a part of the header is missing or malformed, the statement is empty
            or more than one, or the `$names` declared are not those used.
    """
    folder = _folder(name)
    header, text = _split(source)
    purpose = list(takewhile(lambda line: not line.startswith(_LABELS), header))
    notes = header[len(purpose) :]
    if stray := [line for line in notes if not line.startswith(_LABELS)]:
        _refuse(
            name, f"after the purpose its header holds parameters, returns and index, a line each, not {stray[0]!r}"
        )
    declared = tuple(_parameter(name, line) for line in notes if line.startswith("$"))
    parsed = CypherStatement(
        name=name,
        purpose=" ".join(purpose) or _refuse(name, "its header does not say what it is for"),
        parameters=_grouped(declared),
        returns=_labelled(name, notes, "Returns:"),
        index=_labelled(name, notes, "Index:"),
        mode=FOLDERS[folder],
        text=text or _refuse(name, "there is no statement below its header"),
    )
    _check_names(parsed, [parameter.name for parameter in declared])
    return parsed


def _read(folder: Path, name: str, suffix: str) -> str:
    names = _names(folder, suffix)
    if name not in names:
        raise ConfigError(f"no {suffix} file named {name!r} is installed; there are: {', '.join(names) or 'none'}")
    return (folder / f"{name}{suffix}").read_text(encoding="utf-8")


def _names(folder: Path, suffix: str) -> list[str]:
    return sorted(path.relative_to(folder).with_suffix("").as_posix() for path in folder.rglob(f"*{suffix}"))


def _cypher() -> Path:
    """Inside the package where a wheel put it, else beside it, as in a checkout."""
    inside = _PACKAGE / "cypher"
    return inside if inside.is_dir() else _PACKAGE.parent / "cypher"


def _folder(name: str) -> str:
    folder = name.split("/", maxsplit=1)[0]
    if folder not in FOLDERS:
        _refuse(name, f"its folder must be one of {', '.join(FOLDERS)}")
    return folder


def _split(source: str) -> tuple[list[str], str]:
    lines = source.splitlines()
    height = next((row for row, line in enumerate(lines) if not line.startswith("//")), len(lines))
    header = [line.removeprefix("//").strip() for line in lines[:height]]
    return [line for line in header if line], "\n".join(lines[height:]).strip()


def _parameter(name: str, line: str) -> Parameter:
    match = _PARAMETER.fullmatch(line)
    if match is None:
        _refuse(name, f'a parameter reads `$name (type): meaning, e.g. "example"`, not {line!r}')
    return Parameter(
        name=match["name"],
        type=match["type"],
        meaning=match["meaning"],
        example=_example(name, match["type"], match["example"]),
    )


def _example(name: str, kind: str, written: str) -> Example:
    if kind not in _TYPES:
        _refuse(name, f"a parameter's type must be one of {', '.join(_TYPES)}, not {kind!r}")
    try:
        return _TYPES[kind](json.loads(written))
    except ValueError as error:
        raise ConfigError(f"cypher/{name}: the example {written} is not a JSON {kind}") from error


def _exactly(*kinds: type) -> Callable[[object], Example]:
    def check(value: object) -> Example:
        if type(value) not in kinds:
            raise ValueError(value)
        return value  # type: ignore[return-value]  # the line above has checked it

    return check


def _moment(value: object) -> datetime:
    moment = datetime.fromisoformat(str(value))
    if moment.tzinfo is None:
        raise ValueError(value)
    return moment


def _strings(value: object) -> list[str]:
    if not isinstance(value, list) or not all(isinstance(each, str) for each in value):
        raise ValueError(value)
    return value


def _numbers(value: object) -> list[float]:
    if not isinstance(value, list) or not all(type(each) in (int, float) for each in value):
        raise ValueError(value)
    return value


def _map(value: object) -> dict[str, object]:
    if not isinstance(value, dict):
        raise ValueError(value)
    return value


def _maps(value: object) -> list[dict[str, object]]:
    if not isinstance(value, list):
        raise ValueError(value)
    return [_map(each) for each in value]


_TYPES: dict[str, Callable[[object], Example]] = {
    "string": _exactly(str),
    "integer": _exactly(int),
    "float": _exactly(float, int),
    "boolean": _exactly(bool),
    "datetime": _moment,
    "list of strings": _strings,
    "list of floats": _numbers,
    "map": _map,
    "list of maps": _maps,
}


def _labelled(name: str, notes: list[str], label: str) -> str:
    found = [line.removeprefix(label).strip() for line in notes if line.startswith(label)]
    if len(found) != 1 or not found[0]:
        _refuse(name, f"its header needs one line `{label} …`")
    return found[0]


def _grouped(declared: tuple[Parameter, ...]) -> tuple[Parameter, ...]:
    """The parameters as they are sent, the fields of a map gathered where the first of them stands."""
    fields: dict[str, list[Parameter]] = {}
    for parameter in declared:
        fields.setdefault(parameter.name.partition(".")[0], []).append(parameter)
    return tuple(each[0] if each[0].name == name else _gathered(name, each) for name, each in fields.items())


def _gathered(name: str, fields: list[Parameter]) -> Parameter:
    parts = tuple(replace(each, name=each.name.removeprefix(f"{name}.")) for each in fields)
    meaning = ", ".join(part.name for part in parts)
    return Parameter(name, "map", meaning, {part.name: part.example for part in parts}, parts)


def _check_names(parsed: CypherStatement, declared: list[str]) -> None:
    """Refuse a statement whose `$names` are not those declared; quoted text and comments do not count."""
    code = _NOT_CODE.sub(" ", parsed.text)
    if ";" in code:
        _refuse(parsed.name, "a file holds one statement, without a semicolon")
    if _UNREADABLE.search(code):
        _refuse(parsed.name, "a parameter is `$` and a name of letters, digits and underscores, not quoted")
    # `$at.year` is a property of a parameter that is declared as a whole.
    maps = {each.partition(".")[0] for each in declared if "." in each}
    used = {each if each.partition(".")[0] in maps else each.partition(".")[0] for each in _USED.findall(code)}
    if len(set(declared)) < len(declared):
        _refuse(parsed.name, f"it declares a parameter twice: {_dollars(declared)}")
    if unused := set(declared) - used:
        _refuse(parsed.name, f"it declares what it does not use: {_dollars(unused)}")
    if undeclared := used - set(declared):
        _refuse(parsed.name, f"it uses what its header does not declare: {_dollars(undeclared)}")


def _dollars(names: set[str] | list[str]) -> str:
    return ", ".join(f"${name}" for name in sorted(names))


def _refuse(name: str, why: str) -> NoReturn:
    raise ConfigError(f"cypher/{name}: {why}")

"""The explorations that are shipped: `cypher/explore/`, by name, with their parameters checked before anything runs."""

from __future__ import annotations

import difflib
import json
import re
from collections.abc import Mapping
from datetime import UTC, datetime
from typing import Any

from graphmem import texts
from graphmem.errors import InvalidInput, NotFound
from graphmem.texts import CypherStatement, Parameter

_FOLDER = "explore/"
_NAME = re.compile(r"(?:explore/)?[a-z][a-z_]*")

#: Given by the memory that is asked, so that nobody reads another's by an argument.
NAMESPACE = "namespace"

_TAKES: dict[str, tuple[type, ...]] = {
    "string": (str,),
    "integer": (int,),
    "float": (float, int),
    "boolean": (bool,),
    "datetime": (datetime,),
}


def explorations() -> tuple[CypherStatement, ...]:
    """All of them, by name."""
    return texts.statements("explore")


def short(statement: CypherStatement) -> str:
    """What it is called."""
    return statement.name.removeprefix(_FOLDER)


def is_name(query: str) -> bool:
    """Whether a query is a name, and not Cypher: one word in small letters."""
    return _NAME.fullmatch(query) is not None


def exploration(name: str) -> CypherStatement:
    """The exploration of that name.

    Raises:
        NotFound: when none is called so; the message names the one that was perhaps meant, or all.
    """
    by_name = {short(each): each for each in explorations()}
    found = by_name.get(name.removeprefix(_FOLDER))
    if found is None:
        near = difflib.get_close_matches(name.removeprefix(_FOLDER), by_name, n=1)
        meant = f"did you mean {near[0]!r}?" if near else f"there are: {', '.join(by_name)}"
        raise NotFound(f"no exploration is called {name!r}; {meant}")
    return found


def asked_for(statement: CypherStatement) -> tuple[Parameter, ...]:
    """The parameters a caller gives: all but the namespace."""
    return tuple(each for each in statement.parameters if each.name != NAMESPACE)


def bound(statement: CypherStatement, given: Mapping[str, object]) -> dict[str, Any]:
    """The given values, if they are what the exploration takes; moments without a zone are taken as UTC.

    Raises:
        InvalidInput: when one is missing, unknown or of another type, or is the namespace.
    """
    refuse_namespace(given)
    wanted = {each.name: each for each in asked_for(statement)}
    if unknown := sorted(set(given) - set(wanted)):
        takes = ", ".join(wanted) or "no parameters"
        raise InvalidInput(f"{short(statement)} has no parameter {unknown[0]!r}; it takes {takes}")
    if missing := [each for each in wanted.values() if each.name not in given]:
        raise InvalidInput(f"{short(statement)} needs {_described(missing[0])}")
    return {name: _fitting(wanted[name], value) for name, value in given.items()}


def refuse_namespace(given: Mapping[str, object]) -> None:
    """Refuse a namespace among the parameters.

    Raises:
        InvalidInput: when there is one.
    """
    if NAMESPACE in given:
        raise InvalidInput(
            f"$namespace is that of the memory itself, not {given[NAMESPACE]!r}; open the memory of another namespace to ask it"
        )


def typed(statement: CypherStatement, written: Mapping[str, str]) -> dict[str, Any]:
    """Values written as text, as the types that the exploration takes; a list as JSON or with commas.

    Raises:
        InvalidInput: when a text is no such value.
    """
    kinds = {each.name: each for each in asked_for(statement)}
    return {name: _read(kinds[name], text) if name in kinds else text for name, text in written.items()}


def _read(parameter: Parameter, text: str) -> Any:
    try:
        match parameter.type:
            case "string":
                return text
            case "datetime":
                return datetime.fromisoformat({4: f"{text}-01-01", 7: f"{text}-01"}.get(len(text), text))
            case "list of strings":
                return json.loads(text) if text.startswith("[") else [part.strip() for part in text.split(",")]
            case _:
                return json.loads(text)
    except ValueError as error:
        raise InvalidInput(f"{text!r} is no {parameter.type}; {_described(parameter)}") from error


def _fitting(parameter: Parameter, value: object) -> object:
    if parameter.type == "list of strings":
        fits = isinstance(value, (list, tuple)) and all(isinstance(each, str) for each in value)
    else:
        fits = isinstance(value, _TAKES[parameter.type]) and (
            parameter.type == "boolean" or not isinstance(value, bool)
        )
    if not fits:
        raise InvalidInput(f"${parameter.name} is a {parameter.type}, not {value!r}; {_described(parameter)}")
    if parameter.type == "integer" and isinstance(value, int) and value < 0:
        raise InvalidInput(f"${parameter.name} is a number from 0 on, not {value}; {_described(parameter)}")
    if isinstance(value, datetime):
        return value.replace(tzinfo=UTC) if value.tzinfo is None else value.astimezone(UTC)
    return list(value) if isinstance(value, tuple) else value


def _described(parameter: Parameter) -> str:
    example = parameter.example.isoformat() if isinstance(parameter.example, datetime) else parameter.example
    return f"${parameter.name} ({parameter.type}): {parameter.meaning}, e.g. {example!r}"

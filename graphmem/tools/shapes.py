"""What a tool takes, told once: its signature is what callers see, what models read as a JSON schema, and what arguments are
checked against.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cached_property
from inspect import Parameter, cleandoc, signature
from typing import Any, get_type_hints

from pydantic import BaseModel, ConfigDict, ValidationError, create_model

from graphmem.errors import InvalidInput
from graphmem.memory.border import shown


@dataclass(frozen=True)
class Shape:
    """A tool's name, what it is for, and the arguments it takes."""

    name: str
    description: str
    model: type[BaseModel]

    @cached_property
    def parameters(self) -> dict[str, Any]:
        """The arguments as a JSON schema; nothing beside them is allowed."""
        schema = self.model.model_json_schema()
        fields = {name: _untitled(field) for name, field in schema.get("properties", {}).items()}
        return {
            "type": "object",
            "properties": fields,
            "required": schema.get("required", []),
            "additionalProperties": False,
        }

    def checked(self, given: str | Mapping[str, Any] | None) -> dict[str, Any]:
        """The arguments as the tool takes them, from JSON text or a mapping; null is an argument that was not given.

        Raises:
            InvalidInput: naming the argument, the value and what it should be.
        """
        told = {name: value for name, value in self._object(given).items() if value is not None}
        try:
            return dict(self.model.model_validate(told))
        except ValidationError as error:
            first = error.errors(include_url=False)[0]
            raise InvalidInput(f"{_fault(first)}; {self._takes()}") from error

    def _object(self, given: str | Mapping[str, Any] | None) -> Mapping[str, Any]:
        found = given
        if isinstance(given, str):
            try:
                found = json.loads(given or "{}")
            except (ValueError, RecursionError) as error:
                raise InvalidInput(f"the arguments are no JSON ({error}): {shown(given)}; {self._takes()}") from error
        if found is None:
            return {}
        if not isinstance(found, Mapping):
            raise InvalidInput(f"the arguments must be a JSON object, not {shown(found)}; {self._takes()}")
        return found

    def _takes(self) -> str:
        fields = self.model.model_fields.items()
        return f"{self.name} takes " + ", ".join(
            name if field.is_required() else f"{name} (optional)" for name, field in fields
        )


def shape_of(function: Callable[..., Any]) -> Shape:
    """The shape of a function whose arguments are annotated with what they mean."""
    hints = get_type_hints(function, include_extras=True)
    fields: dict[str, Any] = {
        one.name: (hints[one.name], ... if one.default is Parameter.empty else one.default)
        for one in signature(function).parameters.values()
        if one.name != "self"
    }
    model = create_model(function.__name__, __config__=ConfigDict(extra="forbid"), **fields)
    return Shape(function.__name__, cleandoc(function.__doc__ or ""), model)


def _untitled(field: Mapping[str, Any]) -> dict[str, Any]:
    return {name: value for name, value in field.items() if name != "title"}


def _fault(error: Mapping[str, Any]) -> str:
    where = ".".join(str(step) for step in error["loc"])
    match error["type"]:
        case "missing":
            return f"{where} is missing"
        case "extra_forbidden":
            return f"there is no argument {where!r}"
    return f"{where}: {error['msg']}; got {shown(error['input'])}"

"""Asking a model for values instead of prose: the form is asked for, and what comes back is checked item by item.

A reply with one unsound item is not lost: the item is left out and counted. A reply that holds nothing in the form at all is a
`BadReply`, never an empty answer, since "nothing was said" and "the model failed" must not look alike.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Generic, TypeVar

from pydantic import BaseModel, ValidationError

from graphmem.errors import BadReply
from graphmem.llm.protocol import ChatModel, Form, Purpose, Usage
from graphmem.llm.repairs import is_schema, renamed, salvage
from graphmem.types import ChatMessage

T = TypeVar("T", bound=BaseModel)

#: How much of a bad reply an error shows.
_SHOWN = 120


@dataclass(frozen=True, slots=True)
class Answer(Generic[T]):
    """A reply in its form. `repairs` names what had to be mended, `dropped` counts the items left out as unsound.

    `cut` is True when the reply ended at the token limit or in the middle, so that more may have been to come.
    """

    value: T
    repairs: tuple[str, ...] = ()
    dropped: int = 0
    cut: bool = False
    usage: Usage = field(default_factory=Usage)


def ask(
    model: ChatModel,
    messages: Sequence[ChatMessage],
    form: type[T],
    *,
    purpose: Purpose,
    items: str,
    also_called: Mapping[str, str] | None = None,
    most_tokens: int | None = None,
) -> Answer[T]:
    """The model's reply as a `form`, whose list field `items` holds what was asked for.

    `also_called` maps names of fields that models write to the right ones.

    Raises:
        BadReply: when the reply is empty, a refusal, the schema itself, or holds no JSON in the form.
        ModelError, ConfigError, InvalidInput: as `ChatModel.complete`.
    """
    schema = form.model_json_schema()
    reply = model.complete(messages, purpose=purpose, form=Form(form.__name__, schema), most_tokens=most_tokens)
    if reply.finish == "refusal":
        raise BadReply(f"{model.name} refused: {_shown(reply.text)}")
    found = salvage(reply.text)
    if found is None:
        raise BadReply(f"{model.name} answered no JSON but {_shown(reply.text)}")
    if is_schema(found.value, schema):
        raise BadReply(f"{model.name} answered the schema it was asked to fill")
    cut = reply.finish == "length" or "mended" in found.repairs
    value, shaped = _shaped(found.value, items)
    value, changed = renamed(value, also_called or {})
    repairs = [*found.repairs, *shaped, *(["renamed"] if changed else [])]
    whole, dropped = _sound(value, form, items, cut=cut)
    if whole is None:
        raise BadReply(f"{model.name} answered JSON in no form that was asked for: {_shown(reply.text)}")
    return Answer(whole, tuple(repairs), dropped, cut, reply.usage)


def _shaped(value: Any, items: str) -> tuple[Any, list[str]]:
    """A bare list is the list that was asked for, and so is one item or a list under another name."""
    if isinstance(value, list):
        return {items: value}, ["bare list"]
    if items in value:
        return value, []
    lists = [field for field, content in value.items() if isinstance(content, list)]
    if len(value) == 1 and lists:
        return {items: value[lists[0]]}, ["renamed list"]
    return {items: [value]}, ["one item"]


def _sound(value: Any, form: type[T], items: str, *, cut: bool) -> tuple[T | None, int]:
    """The form with the items that are sound, and how many are not; None when there were some and none is.

    Where the reply was cut, its last item may be half of what was meant, and is left out.
    """
    listed = list(value.get(items) or []) if isinstance(value.get(items), list) else []
    given = listed[:-1] if cut else listed
    kept = [item for item in given if _fits({**value, items: [item]}, form)]
    most = _most(form, items)
    whole = _validated({**value, items: kept[:most]}, form)
    nothing = bool(given) and not kept
    return (None if nothing else whole), len(listed) - len(kept[:most])


def _most(form: type[BaseModel], items: str) -> int | None:
    found = form.model_json_schema()["properties"][items].get("maxItems")
    return int(found) if found is not None else None


def _fits(value: Any, form: type[BaseModel]) -> bool:
    return _validated(value, form) is not None


def _validated(value: Any, form: type[T]) -> T | None:
    try:
        return form.model_validate(value)
    except ValidationError:
        return None


def _shown(text: str) -> str:
    flat = " ".join(text.split())
    if not flat:
        return "nothing"
    return repr(flat if len(flat) <= _SHOWN else f"{flat[:_SHOWN]}…")

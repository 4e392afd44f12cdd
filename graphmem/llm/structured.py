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
from graphmem.llm.lines import flat
from graphmem.llm.protocol import ChatModel, Form, Purpose, Usage
from graphmem.llm.repairs import is_schema, renamed, salvage
from graphmem.types import ChatMessage

T = TypeVar("T", bound=BaseModel)

#: How much of a bad reply an error shows.
_SHOWN = 120


@dataclass(frozen=True, slots=True)
class Answer(Generic[T]):
    """A reply in its form. `repairs` names what had to be mended, `unsound` are the items that were left out, as they came.

    However many items there are, they are taken. `cut` is True when the reply ended at the token limit or in the middle, so that more may have been to come.
    """

    value: T
    repairs: tuple[str, ...] = ()
    unsound: tuple[Any, ...] = ()
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
    listed = value[items]
    if not isinstance(listed, list):
        raise BadReply(f"{model.name} answered JSON in no form that was asked for: {_shown(reply.text)}")
    # Where the reply was cut, its last item may be half of what was meant.
    given = listed[:-1] if cut else listed
    sound = [(item, _item(value, item, form, items)) for item in given]
    kept = [found for _, found in sound if found is not None]
    if given and not kept:
        raise BadReply(f"{model.name} answered JSON in no form that was asked for: {_shown(reply.text)}")
    unsound = tuple(item for item, found in sound if found is None)
    whole = form.model_construct(None, **{items: kept})
    return Answer(whole, tuple(repairs), unsound, cut, reply.usage)


def _shaped(value: Any, items: str) -> tuple[Any, list[str]]:
    """A bare list is the list that was asked for, and so is one item, a list under another name, or one written as text.

    No list at all is an empty one: some models write null where there is nothing.
    """
    if isinstance(value, list):
        return {items: value}, ["bare list"]
    if items in value:
        return _listed(value, items)
    lists = [field for field, content in value.items() if isinstance(content, list)]
    if len(value) == 1 and lists:
        return {items: value[lists[0]]}, ["renamed list"]
    return {items: [value]}, ["one item"]


def _listed(value: Mapping[str, Any], items: str) -> tuple[Any, list[str]]:
    content = value[items]
    if content is None:
        return {**value, items: []}, ["null list"]
    if isinstance(content, Mapping):
        return {**value, items: [content]}, ["one item"]
    within = salvage(content) if isinstance(content, str) else None
    if within is not None and isinstance(within.value, list):
        return {**value, items: within.value}, ["list as text", *within.repairs]
    return value, []


def _item(value: Mapping[str, Any], item: Any, form: type[T], items: str) -> Any:
    """An item as the form has it, None where it is unsound."""
    try:
        (found,) = getattr(form.model_validate({**value, items: [item]}), items)
    except (ValidationError, RecursionError):
        return None
    return found


def _shown(text: str) -> str:
    said = flat(text)
    if not said:
        return "nothing"
    return repr(said if len(said) <= _SHOWN else f"{said[:_SHOWN]}…")

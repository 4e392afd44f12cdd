"""The form in which a model is asked to answer: one flat list of what the messages state.

Flat, because small models keep to it, and because each item can then be checked alone: one unsound claim costs none of the others.
Every length is bounded, since a model that loops writes to its limit.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Any, Literal

from pydantic import BaseModel, Field, model_validator

Name = Annotated[str, Field(min_length=1, max_length=120)]

Standing = Literal["holds", "began", "ended", "was", "wrong"]
"""How what is said stands: it is so, it began, it stopped, it was so once, or an earlier word of it was wrong."""

#: Other names models give to the fields.
ALSO_CALLED = {
    "message_number": "message",
    "number": "message",
    "id": "message",
    "evidence": "quote",
    "span": "quote",
    "entity": "subject",
    "entity_name": "subject",
    "name": "subject",
    "source": "subject",
    "head": "subject",
    "relation": "predicate",
    "relationship": "predicate",
    "type": "predicate",
    "target": "object",
    "tail": "object",
    "value": "object",
    "when": "time",
    "date": "time",
    "status": "standing",
    "negative": "negated",
}


#: Fields that are one of a few words, and fields that are words of the message.
_CHOICES = frozenset({"standing", "certainty", "nature", "importance"})
_WORDS = frozenset({"quote", "subject", "object", "time"})


class Said(BaseModel):
    """One thing one message states, in the model's words."""

    message: int
    quote: Annotated[str, Field(min_length=1, max_length=400)]
    subject: Name
    predicate: Annotated[str, Field(min_length=1, max_length=80)]
    object: Annotated[str, Field(max_length=200)] | None = None
    subject_kind: Annotated[str, Field(max_length=30)] = ""
    object_kind: Annotated[str, Field(max_length=30)] = ""
    time: Annotated[str, Field(max_length=80)] | None = None
    standing: Standing = "holds"
    negated: bool = False
    certainty: Literal["certain", "possible", "reported"] = "certain"
    nature: Literal["state", "event"] = "state"
    importance: Literal["low", "normal", "high"] = "normal"

    @model_validator(mode="before")
    @classmethod
    def _as_meant(cls, given: Any) -> Any:
        """Models write null for whatever they leave open, numbers for names, and words of a choice in capitals."""
        if not isinstance(given, Mapping):
            return given
        return {str(field): _meant(str(field), content) for field, content in given.items() if content is not None}


def _meant(field: str, content: Any) -> Any:
    if field in _CHOICES and isinstance(content, str):
        return content.strip().lower()
    number = isinstance(content, (int, float)) and not isinstance(content, bool)
    return str(content) if number and field in _WORDS else content


class Statements(BaseModel):
    """Everything a batch of messages states."""

    claims: Annotated[list[Said], Field(max_length=80)]

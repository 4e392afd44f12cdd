"""Where an agent stands, to go on from."""

from __future__ import annotations

import json
from dataclasses import asdict, dataclass
from typing import Annotated, Self

from pydantic import Field, TypeAdapter, ValidationError

from graphmem.agent.scratchpad import Scratchpad
from graphmem.errors import InvalidInput
from graphmem.memory.border import shown


@dataclass(frozen=True, slots=True)
class Checkpoint:
    """Enough to go on from, in this process or another, beside the memory itself.

    `namespace` and `session` say whose and which conversation it is, `part` counts the resets of the session, `remembered` the findings that are in memory already, `passing` are ids of messages that taught nothing.
    """

    namespace: str
    session: str
    part: Annotated[int, Field(ge=1)]
    pad: Scratchpad
    remembered: Annotated[int, Field(ge=0)] = 0
    passing: tuple[str, ...] = ()

    def to_json(self) -> str:
        """As text, to be kept wherever the caller keeps things."""
        return json.dumps(asdict(self), ensure_ascii=False)

    @classmethod
    def from_json(cls, text: str) -> Self:
        """The same again.

        Raises:
            InvalidInput: when the text is no checkpoint.
        """
        try:
            return TypeAdapter(cls).validate_json(text)
        except ValidationError as error:
            raise InvalidInput(f"this is no checkpoint: {error.errors()[0]['msg']}: {shown(text)}") from error

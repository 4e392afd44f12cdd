"""What an extractor is: messages in, with the turns before them; extractions out."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Protocol

from graphmem.errors import ModelError
from graphmem.types import Extraction, Message


@dataclass(frozen=True, slots=True)
class Turn:
    """A message to read and the messages just before it in its session, oldest first."""

    message: Message
    previous: tuple[Message, ...] = ()


class PartlyRead(ModelError):
    """Some messages could not be read: `extractions` of those that could, and why not, by message id."""

    def __init__(self, extractions: Sequence[Extraction], failures: Mapping[str, str]) -> None:
        super().__init__(f"{len(failures)} messages could not be read: {'; '.join(sorted(set(failures.values())))}")
        self.extractions = tuple(extractions)
        self.failures = dict(failures)


class Extractor(Protocol):
    """Reads messages. Equal turns give equal extractions; nothing is stored and nothing else is looked at."""

    @property
    def name(self) -> str:
        """Which extractor, with its model: "spacy:en_core_web_sm"."""

    @property
    def version(self) -> str:
        """Rises when the same message would be read differently."""

    @property
    def context_turns(self) -> int:
        """How many previous messages it wants with each; 0 if it reads each alone."""

    def extract(self, turns: Sequence[Turn]) -> list[Extraction]:
        """One extraction a turn, in order.

        Raises:
            PartlyRead: when the model could not read some of them; the caller queues those and takes the others.
            ModelError: when the model behind it failed; the caller queues the messages.
        """

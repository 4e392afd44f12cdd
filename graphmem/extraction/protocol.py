"""What an extractor is: messages in, with the turns before them; extractions out."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol

from graphmem.types import Extraction, Message


@dataclass(frozen=True, slots=True)
class Turn:
    """A message to read and the messages just before it in its session, oldest first."""

    message: Message
    previous: tuple[Message, ...] = ()


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
            ModelError: when the model behind it failed; the caller queues the messages.
        """

"""Which memory a command works on: what the shared options said, the rest left to `Settings`."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Annotated

import typer

if TYPE_CHECKING:
    from graphmem.memory.memory import Memory


@dataclass(frozen=True, slots=True)
class Chosen:
    """The shared options as given; None is what was left out."""

    url: str | None = None
    namespace: str | None = None
    user_name: str | None = None
    model: str | None = None

    def open(self) -> Memory:
        """The memory they describe.

        Raises:
            GraphmemError: when it cannot be opened.
        """
        from graphmem.settings import Settings

        settings = Settings.read(url=self.url, namespace=self.namespace, user_name=self.user_name, model=self.model)
        return settings.open()


def moment(text: str) -> datetime:
    """A date or time as typed: 2024, 2024-03, 2024-03-05, 2024-03-05T18:30+02:00; UTC where no zone is given.

    Raises:
        typer.BadParameter: when it is none of these.
    """
    whole = {4: f"{text}-01-01", 7: f"{text}-01"}.get(len(text), text)
    try:
        said = datetime.fromisoformat(whole)
        return said.replace(tzinfo=UTC) if said.tzinfo is None else said.astimezone(UTC)
    except (ValueError, OverflowError) as error:
        hint = "write it as 2024-03-05 or 2024-03-05T18:30+02:00; 2024 and 2024-03 are their first days"
        raise typer.BadParameter(f"{text!r} is not a date; {hint}") from error


AsOf = Annotated[datetime | None, typer.Option(parser=moment, metavar="DATE", help="What was true then; default now.")]
AsJson = Annotated[bool, typer.Option("--json", help="Print JSON; its shape is in the README.")]
SessionName = Annotated[str, typer.Option(metavar="NAME", help="The conversation.")]

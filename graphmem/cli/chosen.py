"""Which memory a command works on: what the shared options said, the rest left to `Settings`."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from graphmem.errors import ConfigError

if TYPE_CHECKING:
    from graphmem.memory.memory import Memory
    from graphmem.settings import Found, Settings


@dataclass(frozen=True, slots=True)
class Chosen:
    """The shared options as given; None is what was left out."""

    url: str | None = None
    namespace: str | None = None
    user_name: str | None = None
    model: str | None = None

    def open(self) -> Memory:
        """The memory they describe, to write to.

        Raises:
            GraphmemError: when it cannot be opened.
        """
        return self.settings().open()

    def ask(self, *, advised: bool = False) -> Memory:
        """The memory they describe, to read: nobody is renamed by asking, and a mistyped path makes no file.

        `advised`, it has the chat model of the configuration, to be asked for advice.

        Raises:
            GraphmemError: when it cannot be opened, or an address that was given has none.
        """
        path = (self.url or "").removeprefix("sqlite:///")
        if self.url is not None and path not in (self.url, ":memory:") and not Path(path).expanduser().exists():
            raise ConfigError(f"there is no memory at {path}; remember or import makes one")
        settings = self.settings().model_copy(update={"user_name": None})
        return settings.open(llm=settings.llm() if advised else None)

    def settings(self) -> Settings:
        """What they and the rest of the configuration come to.

        Raises:
            ConfigError: when the configuration file cannot be used.
        """
        from graphmem.settings import Settings

        return Settings.read(None, **self._given())

    def found(self) -> dict[str, Found]:
        """The same with where each came from.

        Raises:
            ConfigError: when the configuration file cannot be used.
        """
        from graphmem.settings import Settings

        return Settings.found(None, **self._given())

    def _given(self) -> dict[str, str | None]:
        return {"url": self.url, "namespace": self.namespace, "user_name": self.user_name, "model": self.model}


def here_and_now() -> datetime:
    """This moment by the clock of the machine, so that "yesterday" is the day before here."""
    return datetime.now().astimezone()


def moment(text: str) -> datetime:
    """A date or time as typed: 2024, 2024-03, 2024-03-05, 2024-03-05T18:30+02:00; UTC where no zone is given; its zone is kept.

    Raises:
        typer.BadParameter: when it is none of these.
    """
    whole = {4: f"{text}-01-01", 7: f"{text}-01"}.get(len(text), text)
    try:
        said = datetime.fromisoformat(whole)
        aware = said.replace(tzinfo=UTC) if said.tzinfo is None else said
        aware.astimezone(UTC)
        return aware
    except (ValueError, OverflowError) as error:
        hint = "write it as 2024-03-05 or 2024-03-05T18:30+02:00; 2024 and 2024-03 are their first days"
        raise typer.BadParameter(f"{text!r} is not a date; {hint}") from error


AsOf = Annotated[datetime | None, typer.Option(parser=moment, metavar="DATE", help="What was true then; default now.")]
AsJson = Annotated[bool, typer.Option("--json", help="Print JSON; its shape is in graphmem/cli/README.md.")]
SessionName = Annotated[str, typer.Option(metavar="NAME", help="The conversation.")]

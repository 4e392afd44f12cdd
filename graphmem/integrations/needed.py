"""An adapter without its framework is of no use: whoever imports it is told the one line that installs it."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from graphmem.errors import ConfigError


@contextmanager
def needed(extra: str, *packages: str) -> Iterator[None]:
    """Imports of a framework's `packages`, by the names they are imported by, which the extra installs.

    Raises:
        ConfigError: when one of them is not installed, naming the extra. What else goes wrong in an import is left as it is.

    >>> with needed("rockets", "rocketry_that_nobody_wrote"):
    ...     import rocketry_that_nobody_wrote
    Traceback (most recent call last):
    graphmem.errors.ConfigError: this needs the package rocketry_that_nobody_wrote: pip install 'graphmem[rockets]'
    """
    try:
        yield
    except ModuleNotFoundError as error:
        missing = (error.name or "").partition(".")[0]
        if missing not in packages:
            raise
        raise ConfigError(f"this needs the package {missing}: pip install 'graphmem[{extra}]'") from error

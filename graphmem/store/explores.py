"""What a store may be able to do beside keeping a memory: answer Cypher about it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Protocol, runtime_checkable

from graphmem.types import Limits, Table


@runtime_checkable
class Explores(Protocol):
    """A store that answers Cypher itself. Only shipped statements reach it, each of which stays inside its `$namespace`."""

    def explore(self, namespace: str, statement: str, parameters: Mapping[str, object], *, limits: Limits) -> Table:
        """The rows of a shipped statement, read-only, with `$namespace` and the parameters; values as `Table` says.

        Raises:
            InvalidInput: when it ran for longer than it may.
        """

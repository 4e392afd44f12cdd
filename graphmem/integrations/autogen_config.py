"""Where an AutoGen component's memory is, as its configuration says it: enough to open it again, and no password."""

from __future__ import annotations

import re
from typing import Any

from pydantic import BaseModel, Field

from graphmem.memory.memory import Memory

#: The session that entries are kept in, where none is named.
NOTES = "autogen notes"

_PASSWORD = re.compile(r"(?<=://)([^/@:]*):[^/@]*@")


class GraphmemMemoryConfig(BaseModel):
    """Where a memory is, and how much of it comes back. A password is left out of what is dumped: put it into `url` again."""

    url: str
    namespace: str
    reads: list[str] = Field(default_factory=list)
    user_name: str | None = None
    extractor: str | None = None
    embedder: str | None = None
    name: str = "graphmem"
    session: str = NOTES
    limit: int = 10
    tokens: int = 500
    at_once: bool = False

    def opened(self) -> Memory:
        """The memory, opened; it has to be closed."""
        return Memory.open(
            self.url,
            namespace=self.namespace,
            reads=self.reads,
            user_name=self.user_name,
            extractor=self.extractor,
            embedder=self.embedder,
        )


def dumped(memory: Memory, opened_by: GraphmemMemoryConfig | None, **own: Any) -> GraphmemMemoryConfig:
    """The configuration of a memory: the one that opened it, or what the memory says of itself."""
    where = opened_by or GraphmemMemoryConfig(
        url=memory.status().url, namespace=memory.namespace, reads=list(memory.reads)
    )
    return where.model_copy(update={**own, "url": _PASSWORD.sub(r"\1@", where.url)})

"""What every part of a store on a server stands on: the server, and the secrets of namespaces that were asked for."""

from __future__ import annotations

import secrets
from datetime import UTC, datetime

from graphmem.store.neo4j.embedders import Embedders
from graphmem.store.neo4j.noun_cache import NounCache
from graphmem.store.neo4j.server import Server
from graphmem.store.neo4j.text_cache import TextCache
from graphmem.store.neo4j.vector_cache import VectorCache
from graphmem.store.records import micros

SALT_BYTES = 32


class Part:
    """A part of a store."""

    def __init__(self, server: Server) -> None:
        self.server = server
        self.embedders = Embedders(server)
        self.texts = TextCache()
        self.vectors = VectorCache()
        self.nouns = NounCache()
        self._salts: dict[str, bytes] = {}

    def salt(self, namespace: str) -> bytes:
        """The namespace's secret, made with the namespace; it is asked for once, and then told by reads that say the version.

        It changes only where everything is forgotten.
        """
        if namespace not in self._salts:
            [row] = self.server.write("write/namespace", namespace=namespace, secret=new_secret())
            # The first time a namespace is used here: what began or ended meanwhile is drawn as it is now.
            self.server.write("maintain/present", namespace=namespace, now=micros(datetime.now(UTC)))
            self.keep_salt(namespace, row["secret"])
        return self._salts[namespace]

    def keep_salt(self, namespace: str, secret: str) -> None:
        """Remember what the server told beside something else."""
        self._salts[namespace] = bytes.fromhex(secret)

    def lose_salt(self, namespace: str) -> None:
        """Ask for the secret again: somebody forgot everything meanwhile."""
        self._salts.pop(namespace, None)


def new_secret() -> str:
    """A secret for a namespace that is made now, in hexadecimal."""
    return secrets.token_hex(SALT_BYTES)

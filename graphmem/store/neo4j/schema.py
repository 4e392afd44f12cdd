"""The schema of a database: constraints and indexes, made once, and the version that says which there are.

Each is a file of `cypher/schema/` and bears being run again. The vector indexes come with the model, whose dimension they need.
"""

from __future__ import annotations

from neo4j.exceptions import ClientError

from graphmem.errors import ConfigError
from graphmem.store.neo4j.address import Address
from graphmem.store.neo4j.server import Server
from graphmem.texts import statements

#: Raised when `cypher/schema/` changes; what an older one lacks is made when a database is opened.
SCHEMA = 5

#: The oldest server whose Cypher the statements are written in.
OLDEST = (5, 26)

KINDS = ("message", "fact", "entity")
LABELS = {"message": "MessageText", "fact": "FactText", "entity": "EntityText"}


def is_there(address: Address) -> bool:
    """Whether the database at an address has the schema; looking changes nothing.

    Raises:
        ConfigError: when the server refuses the log-in.
        StoreUnavailable: when it does not answer.
    """
    server = Server(address, patience=0.0)
    try:
        return bool(server.read("read/embedders"))
    finally:
        server.close()


def prepare(server: Server) -> None:
    """See that the server is new enough and that the database has the schema, making what it lacks.

    Raises:
        ConfigError: when the server is too old, or the database was written by a newer graphmem.
        StoreUnavailable: when it does not answer.
    """
    _refuse_old(server)
    found = server.read("read/embedders")
    present = found[0]["schema"] if found else 0
    if present > SCHEMA:
        raise ConfigError(
            f"{server.name} was written by a newer graphmem: its schema is {present}, and this one knows {SCHEMA}. "
            "Upgrade graphmem"
        )
    if present < SCHEMA:
        make(server)


def make(server: Server) -> None:
    """Make the constraints and indexes that are not there, and wait until they are filled."""
    for each in statements():
        if each.name.startswith("schema/"):
            make_one(server, each.name)
    server.write("maintain/await_indexes", seconds=300)
    server.write("maintain/number_vectors")
    server.write("maintain/mark_schema", schema=SCHEMA)


def make_one(server: Server, name: str, /, **values: object) -> None:
    """Make one constraint or index, unless another process makes it at this moment: IF NOT EXISTS sees only what is there already."""
    try:
        server.write(name, **values)
    except ClientError as error:
        if not (error.code or "").startswith("Neo.ClientError.Schema.") or "AlreadyExists" not in (error.code or ""):
            raise


def problems(server: Server) -> tuple[str, ...]:
    """What is wrong with the indexes: those that are missing, failed or not filled yet; each with the way out."""
    states = {row["name"]: row["state"] for row in server.read("read/indexes")}
    files = {
        each.index.removeprefix("it makes "): each.name for each in statements() if each.name.startswith("schema/")
    }
    missing = [f"index {name} is missing: run cypher/{files[name]}.cypher" for name in files if name not in states]
    filling = [f"index {name} is being filled: wait" for name, state in sorted(states.items()) if state == "POPULATING"]
    failed = [
        f"index {name} has failed: DROP INDEX {name}, then run cypher/{files.get(name, 'schema')}.cypher"
        for name, state in sorted(states.items())
        if state not in ("ONLINE", "POPULATING")
    ]
    return (*missing, *failed, *filling)


def _refuse_old(server: Server) -> None:
    version = str(server.read("read/server")[0]["version"])
    numbers = tuple(int(part) for part in version.split("-", maxsplit=1)[0].split(".")[:2] if part.isdigit())
    if numbers < OLDEST:
        oldest = ".".join(map(str, OLDEST))
        raise ConfigError(
            f"{server.name} runs Neo4j {version}, and graphmem needs {oldest} or newer. Upgrade the server"
        )

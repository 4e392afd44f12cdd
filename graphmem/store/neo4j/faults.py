"""What goes wrong on a server, told in graphmem's errors: what the caller does next decides the class."""

from __future__ import annotations

import logging
from collections.abc import Iterator
from contextlib import contextmanager

from neo4j.exceptions import (
    AuthError,
    ClientError,
    ConfigurationError,
    ConstraintError,
    DriverError,
    Neo4jError,
    ServiceUnavailable,
)

from graphmem.errors import ConfigError, GraphmemError, InvalidInput, StoreUnavailable

# What the driver logs is raised too. Where nobody configured logging, Python would print it beside what we say of it.
logging.getLogger("neo4j").addHandler(logging.NullHandler())

#: Parts of error codes that a change of the set-up answers, with what helps.
_LASTING = {
    "Security.Forbidden": "the user may not do this. Grant it read, write and schema rights on the database",
    "Database.DatabaseNotFound": "there is no such database. Create it, or leave ?database= out",
    "General.ReadOnly": "the database is read-only. Make it writable",
    "General.WriteOnReadOnlyAccessDatabase": "the database is read-only. Make it writable",
}


@contextmanager
def translated(name: str) -> Iterator[None]:
    """Raise graphmem's errors for the driver's, chained; `name` is what they call the server.

    A mistake in a statement of ours is no fault of the store and passes through unchanged.
    """
    try:
        yield
    except (Neo4jError, DriverError) as error:
        if (told := _told(name, error)) is None:
            raise
        raise told from error
    except UnicodeEncodeError as error:
        raise InvalidInput(
            f"the text {error.object[error.start : error.end]!r} is half of a surrogate pair and no character; "
            "decode it anew, or replace it with text.encode('utf-8', 'replace').decode()"
        ) from error
    except OverflowError as error:
        raise InvalidInput(f"a number is too large to store: {error}; whole numbers have at most 64 bits") from error


def _told(name: str, error: Neo4jError | DriverError) -> GraphmemError | None:
    if isinstance(error, ConstraintError):
        return InvalidInput(f"{name} refused a node: {error.message}. Ids and keys are unique in a namespace")
    if isinstance(error, AuthError):
        return ConfigError(
            f"{name} refused the log-in: {error.message}. Give user and password in the URL, percent-encoded, or in "
            "GRAPHMEM_NEO4J_USER and GRAPHMEM_NEO4J_PASSWORD"
        )
    if isinstance(error, ConfigurationError):
        return ConfigError(f"{name} cannot be reached as it is written: {error}")
    if isinstance(error, ClientError):
        found = next((why for part, why in _LASTING.items() if part in (error.code or "")), None)
        return ConfigError(f"{name}: {found} ({error.message})") if found else None
    if isinstance(error, ServiceUnavailable):
        return StoreUnavailable(f"{name} does not answer. Check that the server runs and try again ({error})")
    return StoreUnavailable(f"{name} cannot serve now. Try again ({error})")

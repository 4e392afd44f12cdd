"""Every error graphmem raises, arranged by what the caller does next:

GraphmemError
├── ConfigError        fix the set-up: a missing extra, a bad URL, a newer schema
├── StoreUnavailable   try again: the database is locked, full or gone
├── ModelError         try again: the work is queued and `flush()` repeats it
│   └── BadReply       the model answered, but with nothing usable
├── NotAllowed         ask somebody with more rights: the actor's role does not come with this
├── NotFound           the thing named does not exist in this namespace
├── InvalidInput       change the call: the message names the value and the way out
└── StaleRead          read again: the namespace moved between reading and writing
"""

from __future__ import annotations


class GraphmemError(Exception):
    """The root: `except GraphmemError` catches everything graphmem raises on purpose."""


class ConfigError(GraphmemError):
    """The set-up is wrong; the message says which value and how to fix it."""


class StoreUnavailable(GraphmemError):
    """The store cannot serve now; the same call may succeed later."""


class ModelError(GraphmemError):
    """A model failed; what it was asked to do stays queued."""


class BadReply(ModelError):
    """A model answered with something that could not be used."""


class NotFound(GraphmemError):
    """No such thing in this namespace."""


class NotAllowed(GraphmemError, PermissionError):
    """Who acts may not do this."""


class InvalidInput(GraphmemError, ValueError):
    """An argument cannot be used as given."""


class StaleRead(GraphmemError):
    """The namespace changed between the read and the write; read again and resolve again."""

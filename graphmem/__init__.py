"""graphmem gives an agent a memory: who and what was talked about, what is true now, and how we know.

    from graphmem import Memory

    memory = Memory.open("sqlite:///assistant.db", namespace="ada", user_name="Ada")
    memory.remember("My sister Ana moved to Lisbon.", role="user", session="s1")
    context = memory.context("Where does Ana live?", session="s1", budget=2000)

Everything public is here. Importing it loads no model, no driver and no network library: each name is loaded at its
first use.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from graphmem.errors import (
        BadReply,
        ConfigError,
        GraphmemError,
        InvalidInput,
        ModelError,
        NotAllowed,
        NotFound,
        StaleRead,
        StoreUnavailable,
    )
    from graphmem.memory.asynchronous import AsyncMemory
    from graphmem.memory.memories import Memories
    from graphmem.memory.memory import Memory
    from graphmem.privacy.redaction import Redaction
    from graphmem.tools import Tools
    from graphmem.types import (
        Actor,
        Alike,
        AuditEntry,
        AuditReport,
        Backlog,
        Change,
        Conflict,
        Context,
        CopyReceipt,
        EditReceipt,
        Entity,
        Exchange,
        ExportReceipt,
        Fact,
        ForgetReceipt,
        Granularity,
        GraphNode,
        GraphPath,
        GraphRelationship,
        Hit,
        ImportReceipt,
        Keep,
        LastMessages,
        LastTokens,
        LastTurns,
        Limits,
        Message,
        Neighbourhood,
        Period,
        Provenance,
        Recall,
        Receipt,
        ReextractReceipt,
        Repeated,
        Section,
        Session,
        SinceSummary,
        Status,
        Table,
        TokenBudget,
        UndoReceipt,
        Verdict,
    )

_HOMES = {
    "graphmem.errors": (
        "BadReply",
        "ConfigError",
        "GraphmemError",
        "InvalidInput",
        "ModelError",
        "NotAllowed",
        "NotFound",
        "StaleRead",
        "StoreUnavailable",
    ),
    "graphmem.memory.asynchronous": ("AsyncMemory",),
    "graphmem.memory.memories": ("Memories",),
    "graphmem.memory.memory": ("Memory",),
    "graphmem.privacy.redaction": ("Redaction",),
    "graphmem.tools": ("Tools",),
    "graphmem.types": (
        "Actor",
        "Alike",
        "AuditEntry",
        "AuditReport",
        "Backlog",
        "Change",
        "Conflict",
        "Context",
        "CopyReceipt",
        "EditReceipt",
        "Entity",
        "Exchange",
        "ExportReceipt",
        "Fact",
        "ForgetReceipt",
        "Granularity",
        "GraphNode",
        "GraphPath",
        "GraphRelationship",
        "Hit",
        "ImportReceipt",
        "Keep",
        "LastMessages",
        "LastTokens",
        "LastTurns",
        "Limits",
        "Message",
        "Neighbourhood",
        "Period",
        "Provenance",
        "Recall",
        "Receipt",
        "ReextractReceipt",
        "Repeated",
        "Section",
        "Session",
        "SinceSummary",
        "Status",
        "Table",
        "TokenBudget",
        "UndoReceipt",
        "Verdict",
    ),
}
_HOME_OF = {name: home for home, names in _HOMES.items() for name in names}

__all__ = [
    "Actor",
    "Alike",
    "AsyncMemory",
    "AuditEntry",
    "AuditReport",
    "Backlog",
    "BadReply",
    "Change",
    "ConfigError",
    "Conflict",
    "Context",
    "CopyReceipt",
    "EditReceipt",
    "Entity",
    "Exchange",
    "ExportReceipt",
    "Fact",
    "ForgetReceipt",
    "Granularity",
    "GraphNode",
    "GraphPath",
    "GraphRelationship",
    "GraphmemError",
    "Hit",
    "ImportReceipt",
    "InvalidInput",
    "Keep",
    "LastMessages",
    "LastTokens",
    "LastTurns",
    "Limits",
    "Memories",
    "Memory",
    "Message",
    "ModelError",
    "Neighbourhood",
    "NotAllowed",
    "NotFound",
    "Period",
    "Provenance",
    "Recall",
    "Receipt",
    "Redaction",
    "ReextractReceipt",
    "Repeated",
    "Section",
    "Session",
    "SinceSummary",
    "StaleRead",
    "Status",
    "StoreUnavailable",
    "Table",
    "TokenBudget",
    "Tools",
    "UndoReceipt",
    "Verdict",
]


def __getattr__(name: str) -> object:
    if name not in _HOME_OF:
        raise AttributeError(f"module 'graphmem' has no attribute {name!r}")
    return getattr(import_module(_HOME_OF[name]), name)


def __dir__() -> list[str]:
    return __all__

"""What messages contribute and who is who, as it is read back."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from graphmem.store.neo4j.rows import Read, filed, statement_of
from graphmem.store.neo4j.server import Server
from graphmem.store.records import read_extraction
from graphmem.types import Evidence, Extraction, Identities, NameUse, Sameness, Spelling, Statement


def identities(found: Read) -> Identities:
    """Who is who, from the row of `read/identities`."""
    keys = [(each["whole"] or each["key"], each) for each in found["keys"]]
    spellings = [(key, *spelling) for key, each in keys for spelling in each["spellings"]]
    same = [(key, *other) for key, each in keys for other in each["same"]]
    return Identities(
        entity_of=dict(sorted((key, each["entity"]) for key, each in keys if each["entity"] is not None)),
        spellings=tuple(
            Spelling(key, surface, kind, uses, thousandths / 1000)
            for key, surface, kind, uses, thousandths in sorted(spellings)
        ),
        same={Sameness(left, right): count for left, right, count in sorted(same)},
        names=dict(sorted(tuple(each) for each in found["names"])),
    )


def owned(server: Server, namespace: str, keys: Iterable[str]) -> frozenset[str]:
    """The relation keys in use that start directly from one of the keys."""
    starts = [f"r:{key}/" for key in dict.fromkeys(keys)]
    return frozenset(row["key"] for row in server.read("read/owned", namespace=namespace, starts=starts))


def statements(rows: Iterable[Read]) -> tuple[Statement, ...]:
    """Statements in message order and by number."""
    found = [statement_of(each) for each in rows]
    return tuple(sorted(found, key=lambda s: (s.at, s.session, s.seq, s.message_id, s.number)))


def read_statements(
    server: Server, namespace: str, *, keys: Iterable[str], slots: Iterable[str], messages: Iterable[str]
) -> tuple[Statement, ...]:
    """Statements of the keys, the slots and the messages, each once."""
    found = server.read(
        "read/statements",
        namespace=namespace,
        keys=[filed(key) for key in dict.fromkeys(keys)],
        slots=[filed(slot) for slot in dict.fromkeys(slots)],
        messages=list(dict.fromkeys(messages)),
    )
    return statements(row["statement"] for row in found)


def evidence(rows: Iterable[Read], asked: Sequence[str]) -> tuple[Evidence, ...]:
    """What the messages contribute, in the order asked; those that contribute nothing are left out."""
    found = {row["message"]: _evidence(row) for row in rows}
    contributing = (found[message] for message in dict.fromkeys(asked) if message in found)
    return tuple(each for each in contributing if each != Evidence(each.message_id))


def extractions(server: Server, namespace: str, asked: Sequence[str]) -> tuple[Extraction, ...]:
    """The stored extractions of the messages that have one, in the order asked."""
    rows = server.read("read/extractions", namespace=namespace, ids=list(dict.fromkeys(asked)))
    found = {row["message"]: row["body"] for row in rows}
    return tuple(read_extraction(found[message]) for message in dict.fromkeys(asked) if message in found)


def _evidence(row: Read) -> Evidence:
    keys = [whole or key for key, whole in zip(row["keys"], row["wholes"], strict=True)]
    sides = ((row["lefts"], row["whole_lefts"]), (row["rights"], row["whole_rights"]))
    lefts, rights = ([whole or key for key, whole in zip(*side, strict=True)] for side in sides)
    names = zip(keys, row["surfaces"], row["kinds"], row["weights"], row["starts"], row["ends"], strict=True)
    stated = sorted((statement_of(each) for each in row["statements"]), key=lambda statement: statement.number)
    return Evidence(
        row["message"],
        tuple(NameUse(*use) for use in names),
        tuple(Sameness(left, right) for left, right in zip(lefts, rights, strict=True)),
        tuple(stated),
    )

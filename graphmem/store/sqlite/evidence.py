"""Evidence: what each message contributes, and the sums over all of them.

Evidence is replaced as a whole, and the sums move by the difference between what a message contributed and what it
contributes now, so taking a message's evidence away leaves exactly what was there before it came.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Container, Iterable, Sequence

from graphmem.store.records import read_extraction, write_extraction
from graphmem.store.sqlite import statements
from graphmem.store.sqlite.scope import Scope
from graphmem.types import Evidence, Extraction, Learned, NameUse, Sameness

_THOUSAND = 1000

_UPSERT_SPELLING = """
    INSERT INTO spellings (ns, key, surface, kind, uses, thousandths)
    VALUES (:ns, :key, :surface, :kind, :uses, :thousandths)
    ON CONFLICT (ns, key, surface, kind) DO UPDATE SET
        uses = uses + excluded.uses, thousandths = thousandths + excluded.thousandths
"""

_UPSERT_SAMENESS = """
    INSERT INTO sameness_counts (ns, left_key, right_key, messages) VALUES (:ns, :left, :right, :messages)
    ON CONFLICT (ns, left_key, right_key) DO UPDATE SET messages = messages + excluded.messages
"""


def read(here: Scope, message_ids: Iterable[str]) -> tuple[Evidence, ...]:
    """What the messages contribute, in the order asked; those that contribute nothing are left out."""
    asked = list(dict.fromkeys(message_ids))
    names: dict[str, list[NameUse]] = defaultdict(list)
    same: dict[str, list[Sameness]] = defaultdict(list)
    for message, _, *use in sorted(
        here.rows_in(
            "SELECT message, number, key, surface, kind, weight, start_at, end_at FROM uses "
            "WHERE ns = :ns AND message IN (:values)",
            asked,
        )
    ):
        names[message].append(NameUse(*use))
    for message, _, left, right in sorted(
        here.rows_in(
            "SELECT message, number, left_key, right_key FROM samenesses WHERE ns = :ns AND message IN (:values)", asked
        )
    ):
        same[message].append(Sameness(left, right))
    stated = statements.by_message(here, asked)
    return tuple(
        Evidence(message, tuple(names[message]), tuple(same[message]), tuple(stated[message]))
        for message in asked
        if message in names or message in same or message in stated
    )


def replace(
    here: Scope, evidence: Sequence[Evidence], *, withdrawn: Sequence[str] = (), first: Container[str] = ()
) -> None:
    """Replace what messages contribute, and take away all of it for those `withdrawn`; those read `first` contributed nothing before."""
    before = read(here, [each.message_id for each in evidence if each.message_id not in first] + list(withdrawn))
    for table in ("uses", "samenesses", "statements"):
        here.run_in(
            f"DELETE FROM {table} WHERE ns = :ns AND message IN (:values)", [each.message_id for each in before]
        )
    here.insert(
        "uses",
        "message, number, key, surface, kind, weight, start_at, end_at",
        (
            (each.message_id, number, use.key, use.surface, use.kind, use.weight, use.start, use.end)
            for each in evidence
            for number, use in enumerate(each.names)
        ),
    )
    here.insert(
        "samenesses",
        "message, number, left_key, right_key",
        (
            (each.message_id, number, same.left, same.right)
            for each in evidence
            for number, same in enumerate(each.same)
        ),
    )
    statements.insert(here, (statement for each in evidence for statement in each.statements))
    _move_spellings(here, before, evidence)
    _move_samenesses(here, before, evidence)


def extractions(here: Scope, message_ids: Iterable[str]) -> tuple[Extraction, ...]:
    """The stored extractions of the messages that have one, in the order asked."""
    asked = list(dict.fromkeys(message_ids))
    rows = here.rows_in("SELECT message, body FROM extractions WHERE ns = :ns AND message IN (:values)", asked)
    found: dict[str, str] = dict(rows)
    return tuple(read_extraction(found[message]) for message in asked if message in found)


def write_extractions(here: Scope, learned: Sequence[Learned]) -> None:
    """Store what was read; the generation of a message never falls."""
    here.run_rows(
        "INSERT INTO extractions (ns, message, generation, reading, body) VALUES (?, ?, ?, ?, ?) "
        "ON CONFLICT (ns, message) DO UPDATE SET generation = max(generation, excluded.generation), "
        "reading = excluded.reading, body = excluded.body",
        (
            (each.message_id, each.generation, each.extraction.reading, write_extraction(each.extraction))
            for each in learned
        ),
    )


def erase(here: Scope, message_ids: Sequence[str]) -> None:
    """Remove everything understood of messages: extraction and evidence."""
    here.run_in("DELETE FROM extractions WHERE ns = :ns AND message IN (:values)", message_ids)
    replace(here, (), withdrawn=message_ids)


def _move_spellings(here: Scope, before: Iterable[Evidence], after: Iterable[Evidence]) -> None:
    uses: Counter[tuple[str, str, str]] = Counter()
    thousandths: Counter[tuple[str, str, str]] = Counter()
    for sign, side in ((-1, before), (1, after)):
        for use in (use for each in side for use in each.names):
            spelling = (use.key, use.surface, use.kind)
            uses[spelling] += sign
            thousandths[spelling] += sign * round(use.weight * _THOUSAND)
    moved = [
        {"key": key, "surface": surface, "kind": kind, "uses": count, "thousandths": thousandths[key, surface, kind]}
        for (key, surface, kind), count in uses.items()
        if count or thousandths[key, surface, kind]
    ]
    here.run_many(_UPSERT_SPELLING, moved)
    here.run_many(
        "DELETE FROM spellings WHERE ns = :ns AND key = :key AND surface = :surface AND kind = :kind AND uses = 0",
        ({name: each[name] for name in ("key", "surface", "kind")} for each in moved),
    )


def _move_samenesses(here: Scope, before: Iterable[Evidence], after: Iterable[Evidence]) -> None:
    messages: Counter[Sameness] = Counter()
    for sign, side in ((-1, before), (1, after)):
        for each in side:
            # A message that says it twice is still one message.
            for same in set(each.same):
                messages[same] += sign
    moved = [(same, count) for same, count in messages.items() if count]
    here.run_many(
        _UPSERT_SAMENESS, ({"left": same.left, "right": same.right, "messages": count} for same, count in moved)
    )
    here.run_many(
        "DELETE FROM sameness_counts WHERE ns = :ns AND left_key = :left AND right_key = :right AND messages = 0",
        ({"left": same.left, "right": same.right} for same, _ in moved),
    )

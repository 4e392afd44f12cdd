"""Statements: found by what they speak of, by slot, by message and by the fact they came to belong to."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable
from datetime import datetime

from graphmem.store.records import micros, moment
from graphmem.store.sqlite.scope import Row, Scope
from graphmem.types import Granularity, Placed, Provenance, Statement, When

_COLUMNS = (
    "message, number, subject, predicate, phrase, object, value, nature, stance, positive, certainty, is_current, person, "
    "speaker, confidence, importance, quote_start, quote_end, at, session, seq, recorded_at, "
    "start_from, start_to, start_granularity, end_from, end_to, end_granularity"
)


def read(here: Scope, *, keys: Iterable[str], slots: Iterable[str], messages: Iterable[str]) -> tuple[Statement, ...]:
    """Statements of the keys, the slots and the messages, each once, in message order and by number."""
    # A list is walked more than once below.
    asked = list(keys)
    found = [
        *_where(here, "subject IN (:values)", asked),
        *_where(here, "object IN (:values)", asked),
        *_where(here, "slot IN (:values)", slots),
        *_where(here, "message IN (:values)", messages),
    ]
    return tuple(sorted({_identity(each): each for each in found}.values(), key=_place))


def by_message(here: Scope, message_ids: Iterable[str]) -> dict[str, list[Statement]]:
    """The statements of each of the messages, by number."""
    result: dict[str, list[Statement]] = defaultdict(list)
    for statement in sorted(_where(here, "message IN (:values)", message_ids), key=_identity):
        result[statement.message_id].append(statement)
    return result


def sources(here: Scope, fact_ids: Iterable[str]) -> dict[str, tuple[Provenance, ...]]:
    """Where each of the facts is stated, in message order."""
    found: dict[str, list[Provenance]] = defaultdict(list)
    for at, _, _, message, _, fact, start, end, stance in sorted(
        here.rows_in(
            "SELECT at, session, seq, message, number, fact, quote_start, quote_end, stance FROM statements "
            "WHERE ns = :ns AND fact IN (:values)",
            fact_ids,
        )
    ):
        found[fact].append(Provenance(message, start, end, stance, moment(at)))
    return {fact: tuple(entries) for fact, entries in found.items()}


def insert(here: Scope, statements: Iterable[Statement]) -> None:
    """Add statements that belong to no fact yet."""
    here.insert("statements", _COLUMNS, map(_row, statements))


def place(here: Scope, placed: Iterable[Placed]) -> None:
    """Record which fact and slot statements belong to."""
    here.run_many(
        "UPDATE statements SET fact = :fact, slot = :slot WHERE ns = :ns AND message = :message AND number = :number",
        (
            {"fact": each.fact_id, "slot": each.slot, "message": each.message_id, "number": each.number}
            for each in placed
        ),
    )


def _where(here: Scope, condition: str, values: Iterable[str]) -> list[Statement]:
    found = here.rows_in(f"SELECT {_COLUMNS} FROM statements WHERE ns = :ns AND {condition}", values)
    return [_statement(row) for row in found]


def _identity(statement: Statement) -> tuple[str, int]:
    return statement.message_id, statement.number


def _place(statement: Statement) -> tuple[datetime, str, int, str, int]:
    return statement.at, statement.session, statement.seq, statement.message_id, statement.number


def _row(of: Statement) -> Row:
    return (
        of.message_id,
        of.number,
        of.subject,
        of.predicate,
        of.phrase,
        of.object,
        of.value,
        of.nature,
        of.stance,
        of.positive,
        of.certainty,
        of.current,
        of.person,
        of.speaker,
        of.confidence,
        of.importance,
        *of.quote,
        micros(of.at),
        of.session,
        of.seq,
        micros(of.recorded_at),
        *_when_row(of.start),
        *_when_row(of.end),
    )


def _statement(row: Row) -> Statement:
    (
        message,
        number,
        subject,
        predicate,
        phrase,
        target,
        value,
        nature,
        stance,
        positive,
        certainty,
        current,
        person,
        speaker,
        confidence,
        importance,
        quote_start,
        quote_end,
        at,
        session,
        seq,
        recorded_at,
        *times,
    ) = row
    return Statement(
        message_id=message,
        number=number,
        subject=subject,
        predicate=predicate,
        phrase=phrase,
        object=target,
        value=value,
        nature=nature,
        stance=stance,
        positive=bool(positive),
        certainty=certainty,
        current=bool(current),
        person=bool(person),
        speaker=speaker,
        confidence=confidence,
        importance=importance,
        quote=(quote_start, quote_end),
        at=moment(at),
        session=session,
        seq=seq,
        recorded_at=moment(recorded_at),
        start=_when(*times[:3]),
        end=_when(*times[3:]),
    )


def _when_row(when: When | None) -> Row:
    return (None, None, None) if when is None else (micros(when.start), micros(when.end), when.granularity.value)


def _when(start: int | None, end: int | None, granularity: str | None) -> When | None:
    if start is None or end is None or granularity is None:
        return None
    return When(moment(start), moment(end), Granularity(granularity))

"""Facts with their periods, kept in the order they are listed so that the first few of many are read alone."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from datetime import datetime

from graphmem.store.records import micros, micros_or_none, moment, moment_or_none
from graphmem.store.sqlite import statements
from graphmem.store.sqlite.scope import Row, Scope
from graphmem.types import Fact, Granularity, Period, Provenance

_COLUMNS = (
    "id, slot, subject, subject_name, predicate, object, object_name, value, sentence, nature, positive, certainty, person, "
    "confidence, importance, category, said_at, recorded_at, retracted_at"
)
_PERIOD_COLUMNS = (
    "fact, number, start_at, start_granularity, start_stated, end_at, end_granularity, ended_by, reaches_back"
)

#: The name under which every fact is listed; no entity has an empty id.
_ALL = ""

#: The ids of an entity's facts, most important first, then last said, then by id. Read from the top of the table's own order.
RANKED = """
    SELECT importance, said_at, fact FROM ranked_facts AS ranked
    WHERE ns = :ns AND entity = :entity
    ORDER BY importance DESC, said_at DESC, fact LIMIT :limit
"""

#: Whether a listed fact is of one moment: events whenever they were, states if a period holds then or reaches back to then.
HOLDS = """
    EXISTS (
        SELECT 1 FROM periods WHERE periods.ns = ranked.ns AND periods.fact = ranked.fact AND (ranked.event OR
        (start_at IS NULL OR reaches_back OR start_at <= :as_of) AND (end_at IS NULL OR end_at > :as_of)))
"""

#: The same for one moment.
RANKED_AS_OF = f"""
    SELECT importance, said_at, fact FROM ranked_facts AS ranked
    WHERE ns = :ns AND entity = :entity AND {HOLDS}
    ORDER BY importance DESC, said_at DESC, fact LIMIT :limit
"""


def read(here: Scope, ids: Iterable[str]) -> tuple[Fact, ...]:
    """The facts of these ids with periods and sources, in the order asked."""
    asked = list(dict.fromkeys(ids))
    rows = {
        row[0]: row for row in here.rows_in(f"SELECT {_COLUMNS} FROM facts WHERE ns = :ns AND id IN (:values)", asked)
    }
    periods = _periods(here, rows)
    sources = statements.sources(here, rows)
    return tuple(
        _fact(rows[fact], periods=tuple(periods[fact]), sources=sources.get(fact, ())) for fact in asked if fact in rows
    )


def about(
    here: Scope, entities: Sequence[str] | None, *, as_of: datetime | None, limit: int | None
) -> tuple[Fact, ...]:
    """Facts of any of the entities, None for all facts, most important first, then last said, then by id."""
    listed = {_ALL} if entities is None else set(entities) - {_ALL}
    cut = -1 if limit is None else max(limit, 0)
    statement = RANKED if as_of is None else RANKED_AS_OF
    found = {
        row for entity in listed for row in here.rows(statement, entity=entity, limit=cut, as_of=micros_or_none(as_of))
    }
    ordered = sorted(found, key=lambda row: (-row[0], -row[1], row[2]))
    return read(here, [fact for _, _, fact in (ordered if limit is None else ordered[:cut])])


def write(here: Scope, facts: Sequence[Fact], *, gone: Sequence[str]) -> None:
    """Replace facts with all their periods, and remove the facts `gone`."""
    ids = [fact.id for fact in facts] + list(gone)
    here.run_many(
        "DELETE FROM ranked_facts WHERE ns = :ns AND entity = :entity AND importance = :importance "
        "AND said_at = :said_at AND fact = :fact",
        _places(here, ids),
    )
    here.run_in("DELETE FROM facts WHERE ns = :ns AND id IN (:values)", ids)
    here.run_in("DELETE FROM periods WHERE ns = :ns AND fact IN (:values)", ids)
    here.insert("facts", _COLUMNS, map(_row, facts))
    here.insert(
        "periods",
        _PERIOD_COLUMNS,
        (_period_row(period, number) for fact in facts for number, period in enumerate(fact.periods)),
    )
    here.insert(
        "ranked_facts",
        "entity, importance, said_at, fact, event",
        (
            (entity, fact.importance, micros(fact.said_at), fact.id, fact.nature == "event")
            for fact in facts
            for entity in _listed_under(fact.subject, fact.object)
        ),
    )


def _places(here: Scope, ids: Sequence[str]) -> list[dict[str, object]]:
    """Where the facts stand in the lists at present."""
    stored = here.rows_in(
        "SELECT id, subject, object, importance, said_at FROM facts WHERE ns = :ns AND id IN (:values)", ids
    )
    return [
        {"entity": entity, "importance": importance, "said_at": said_at, "fact": fact}
        for fact, subject, target, importance, said_at in stored
        for entity in _listed_under(subject, target)
    ]


def _listed_under(subject: str, object: str | None) -> Iterator[str]:
    yield _ALL
    yield subject
    if object is not None and object != subject:
        yield object


def _periods(here: Scope, ids: Iterable[str]) -> dict[str, list[Period]]:
    found: dict[str, list[Period]] = defaultdict(list)
    rows = here.rows_in(f"SELECT {_PERIOD_COLUMNS} FROM periods WHERE ns = :ns AND fact IN (:values)", ids)
    for row in sorted(rows, key=lambda row: (row[0], row[1])):
        found[row[0]].append(_period(row))
    return found


def _period_row(period: Period, number: int) -> Row:
    return (
        period.fact_id,
        number,
        micros_or_none(period.start),
        period.start_granularity,
        period.start_stated,
        micros_or_none(period.end),
        period.end_granularity,
        period.ended_by,
        period.reaches_back,
    )


def _period(row: Row) -> Period:
    fact, _, start, start_granularity, start_stated, end, end_granularity, ended_by, reaches_back = row
    return Period(
        fact,
        moment_or_none(start),
        _granularity(start_granularity),
        bool(start_stated),
        moment_or_none(end),
        _granularity(end_granularity),
        ended_by,
        bool(reaches_back),
    )


_GRANULARITIES = {granularity.value: granularity for granularity in Granularity}


def _granularity(value: str | None) -> Granularity | None:
    return None if value is None else _GRANULARITIES[value]


def _row(fact: Fact) -> Row:
    return (
        fact.id,
        fact.slot,
        fact.subject,
        fact.subject_name,
        fact.predicate,
        fact.object,
        fact.object_name,
        fact.value,
        fact.sentence,
        fact.nature,
        fact.positive,
        fact.certainty,
        fact.person,
        fact.confidence,
        fact.importance,
        fact.category,
        micros(fact.said_at),
        micros(fact.recorded_at),
        micros_or_none(fact.retracted_at),
    )


def _fact(row: Row, *, periods: tuple[Period, ...], sources: tuple[Provenance, ...]) -> Fact:
    (
        fact_id,
        slot,
        subject,
        subject_name,
        predicate,
        target,
        object_name,
        value,
        sentence,
        nature,
        positive,
        certainty,
        person,
        confidence,
        importance,
        category,
        said_at,
        recorded_at,
        retracted_at,
    ) = row
    return Fact(
        id=fact_id,
        slot=slot,
        subject=subject,
        subject_name=subject_name,
        predicate=predicate,
        object=target,
        object_name=object_name,
        value=value,
        sentence=sentence,
        nature=nature,
        positive=bool(positive),
        certainty=certainty,
        person=bool(person),
        confidence=confidence,
        importance=importance,
        category=category,
        said_at=moment(said_at),
        recorded_at=moment(recorded_at),
        retracted_at=moment_or_none(retracted_at),
        periods=periods,
        sources=sources,
    )

"""Entities and facts: replaced by id, listed in one order, asked about one moment."""

from __future__ import annotations

from datetime import datetime, timedelta

import pytest

from graphmem.store import Counts, Store
from graphmem.types import Entity, Granularity, Period, Provenance
from tests.store.builders import (
    ADA,
    START,
    append,
    apply,
    at,
    entity,
    fact,
    learned,
    message,
    period,
    placed,
    rich_extraction,
    statement,
)

DAY = timedelta(days=1)


def _about(
    store: Store, entities: list[str] | None, *, as_of: datetime | None = None, limit: int | None = None
) -> list[str]:
    return [each.id for each in store.facts_about(ADA, entities, as_of=as_of, limit=limit)]


def test_entities_come_in_the_order_asked_or_by_name(store: Store) -> None:
    """Then by kind and id; the unknown are left out."""
    jordan, firm = entity("e2", "Jordan", "Organization"), entity("e1", "Jordan", "Person")
    zoe, emile = entity("e0", "Zoë"), entity("e9", "Émile")
    apply(store, entities=(zoe, firm, emile, jordan))

    assert store.entities(ADA) == (jordan, firm, zoe, emile)
    assert store.entities(ADA, limit=2) == (jordan, firm)
    assert store.entities(ADA, ids=["e9", "unknown", "e0", "e9"]) == (emile, zoe)
    assert store.entities(ADA, ids=["e9", "e0"], limit=1) == (emile,)


def test_entity_is_replaced_and_removed(store: Store) -> None:
    """Every field survives; the last written counts."""
    apply(store, entities=(entity("e1"), entity("e2", "Tom")))
    newer = Entity("e1", "Ada", "Person", ("Ada", "ада", "\x00"), ("self", "n:ada"), is_self=True)

    apply(store, entities=(newer,), entities_gone=("e2",))

    assert store.entities(ADA) == (newer,)


def test_entities_are_found_by_key(store: Store) -> None:
    """Each once, by name and id, however many keys lead to it."""
    tom, ana = entity("e2", "Tom"), entity("e1", "Ana")
    apply(store, entities=(tom, ana), entity_of={"n:tom": "e2", "n:ana": "e1", "r:self/sister": "e1"})

    assert store.find(ADA, ["n:tom", "r:self/sister", "n:ana", "n:unknown"]) == (ana, tom)
    assert store.find(ADA, ["n:unknown"]) == ()


def test_fact_comes_back_with_periods_and_sources(store: Store) -> None:
    """Its sources are the statements placed in it, in message order."""
    late, early = (each.message for each in append(store, message(key="late", minute=5), message(key="early")))
    stated, repeated = statement(late, 0, stance="ends", quote=(3, 9)), statement(early, 4)
    full = fact(
        "f1",
        object=None,
        value="42 \x00 👋",
        positive=False,
        person=False,
        nature="event",
        certainty="reported",
        retracted_at=at(9),
        periods=(
            Period("f1", None, None, False, START, Granularity.YEAR, reaches_back=True),
            Period("f1", START, Granularity.DAY, True, at(1), Granularity.WEEK, ended_by="f2"),
        ),
    )

    apply(
        store,
        learned=(
            learned(late.id, generation=1, statements=[stated]),
            learned(early.id, generation=1, statements=[repeated]),
        ),
        placed=(placed(stated), placed(repeated)),
        facts=(full,),
    )

    (found,) = store.facts(ADA, ["unknown", "f1"])
    assert found.sources == (
        Provenance(early.id, 0, 12, "holds", early.at),
        Provenance(late.id, 3, 9, "ends", late.at),
    )
    assert found == type(full)(**{name: getattr(full, name) for name in full.__slots__} | {"sources": found.sources})


def test_fact_is_replaced_with_all_its_periods(store: Store) -> None:
    """And listed where it stands now, not where it stood."""
    apply(
        store, facts=(fact("f1", importance=0.9, periods=(period(), period(start=at(5)))), fact("f2", importance=0.6))
    )

    apply(store, facts=(fact("f1", importance=0.1, subject="e-tom", periods=(period(end=at(1)),)),))

    assert _about(store, None) == ["f2", "f1"]
    assert _about(store, ["e-ana"]) == ["f2"]
    assert _about(store, ["e-tom"]) == ["f1"]
    assert store.facts(ADA, ["f1"])[0].periods == (period(end=at(1)),)


def test_fact_that_is_gone_is_in_no_list(store: Store) -> None:
    """Neither of its subject, nor of its object, nor of all."""
    apply(store, facts=(fact("f1"), fact("f2")))

    apply(store, facts_gone=("f1", "unknown"))

    assert store.facts(ADA, ["f1", "f2"]) == (fact("f2"),)
    assert _about(store, None) == _about(store, ["e-ana"]) == _about(store, ["e-lisbon"]) == ["f2"]


def test_facts_come_most_important_first(store: Store) -> None:
    """Then last said, then by id, whatever the entity was in them; each once."""
    apply(
        store,
        facts=(
            fact("d", importance=0.5, said_at=at(1)),
            fact("b", importance=0.5, said_at=at(2), subject="e-tom", object="e-ana"),
            fact("c", importance=0.5, said_at=at(1), subject="e-tom", object=None),
            fact("a", importance=0.1, said_at=at(9)),
            fact("z", importance=0.9, said_at=at(0), subject="e-tom", object="e-tom"),
        ),
    )

    assert _about(store, None) == ["z", "b", "c", "d", "a"]
    assert _about(store, ["e-ana"]) == ["b", "d", "a"]
    assert _about(store, ["e-tom", "e-ana", "e-tom"]) == ["z", "b", "c", "d", "a"]
    assert _about(store, ["e-tom", "e-ana"], limit=2) == ["z", "b"]
    assert _about(store, ["unknown"]) == _about(store, []) == _about(store, [""]) == []


@pytest.mark.parametrize(
    ("periods", "holds"),
    [
        pytest.param((period(),), [False, True, True, True], id="since the start"),
        pytest.param((period(end=at(0) + DAY),), [False, True, False, False], id="half-open: not at its end"),
        pytest.param((period(start_stated=False),), [False, True, True, True], id="unstated start after a rival's"),
        pytest.param((period(start_stated=False, reaches_back=True),), [True, True, True, True], id="reaches back"),
        pytest.param((period(start=None, end=START),), [True, False, False, False], id="only the end is known"),
        pytest.param((period(end=START + DAY), period(start=START + 2 * DAY)), [False, True, False, True], id="a gap"),
        pytest.param((), [False, False, False, False], id="never believed"),
    ],
)
def test_state_is_asked_about_a_moment(store: Store, periods: tuple[Period, ...], holds: list[bool]) -> None:
    """A day before the story, at its start, and the two days after."""
    apply(store, facts=(fact("f1", periods=periods),))

    assert [bool(_about(store, ["e-ana"], as_of=START + days * DAY)) for days in (-1, 0, 1, 2)] == holds
    assert [bool(_about(store, None, as_of=START + days * DAY)) for days in (-1, 0, 1, 2)] == holds
    assert _about(store, ["e-ana"]) == ["f1"]


def test_event_is_found_at_every_moment(store: Store) -> None:
    """It is never over, and was never not to come."""
    apply(store, facts=(fact("f1", nature="event", periods=(period(end=at(1)),)),))

    assert _about(store, ["e-ana"], as_of=START - DAY) == _about(store, ["e-ana"], as_of=START + DAY) == ["f1"]


def test_event_that_is_not_believed_is_found_only_among_everything(store: Store) -> None:
    """Taken back, or only ever possible: it has no period."""
    apply(store, facts=(fact("f1", nature="event", periods=()),))

    assert _about(store, ["e-ana"], as_of=START) == []
    assert _about(store, ["e-ana"]) == ["f1"]


def test_limit_counts_what_holds(store: Store) -> None:
    """What had ended does not take the place of what holds."""
    ended = [fact(f"a{number}", importance=0.9, periods=(period(f"a{number}", end=at(1)),)) for number in range(20)]
    apply(store, facts=(*ended, fact("b", importance=0.1, periods=(period("b"),))))

    assert _about(store, ["e-ana"], as_of=at(5), limit=1) == ["b"]


def test_counts_say_how_much_there_is(store: Store) -> None:
    """Current are the states with a period that has no end."""
    append(store, message(key="k1", minute=3), message(key="k2", session="s2"))
    apply(
        store,
        learned=(learned("m-k1", generation=1, extraction=rich_extraction("m-k1")), learned("m-k2", generation=1)),
        entities=(entity(),),
        facts=(
            fact("f1", periods=(period(), period(start=at(2)))),
            fact("f2", periods=(period("f2", end=at(1)),)),
            fact("f3", nature="event", periods=(period("f3"),)),
            fact("f4"),
        ),
    )

    assert store.counts(ADA) == Counts(
        messages=2, sessions=2, entities=1, facts=4, current_facts=1, unsupported=1, last_at=at(3)
    )
    assert store.counts("never") == Counts()

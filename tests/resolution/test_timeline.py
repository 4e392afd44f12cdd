"""What is true when, derived from what was said."""

from __future__ import annotations

from itertools import pairwise, permutations
from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from graphmem.resolution.evidence import evidence
from graphmem.resolution.vocabulary import default_vocabulary
from graphmem.types import Claim, Evidence, Extraction, Fact, Mention
from tests.resolution.saying import LIKES, LIVES, WORKS, during, facts, message, month, on, said, years


def test_newer_job_closes_the_older_one() -> None:
    """One works at one place at a time: the newer is current, the older has an end, both stay."""
    found = facts([said(on(2020), WORKS, "Acme"), said(on(2022), WORKS, "Globex")])

    assert years(found["The user works at Globex"]) == [(2022, None)]
    assert years(found["The user worked at Acme"]) == [(2020, 2022)]
    assert found["The user worked at Acme"].periods[0].ended_by == found["The user works at Globex"].id


def test_three_moves_give_one_timeline_in_every_order() -> None:
    """Rome, Lisbon, Porto: however the news arrive, the same periods."""
    moves = [said(on(2019), LIVES, "Rome"), said(on(2021), "move to", "Lisbon"), said(on(2023), "move to", "Porto")]

    timelines = [facts(order) for order in permutations(moves)]

    assert all(timeline == timelines[0] for timeline in timelines)
    assert years(timelines[0]["The user lived in Rome"]) == [(2019, 2021)]
    assert years(timelines[0]["The user lived in Lisbon"]) == [(2021, 2023)]
    assert years(timelines[0]["The user lives in Porto"]) == [(2023, None)]


def test_late_news_of_the_past_do_not_supersede_what_is_newer() -> None:
    """ "In 2019 I lived in Rome" holds in 2019; what held around it goes on."""
    told = [said(on(2018), "move to", "Lisbon", start=during(2015))]
    told.append(said(on(2024), LIVES, "Rome", start=during(2019), end=during(2019), current=False))

    found = facts(told)

    assert years(found["The user lives in Lisbon"]) == [(2015, 2019), (2020, None)]
    assert years(found["The user lived in Rome"]) == [(2019, 2020)]


def test_a_coarse_start_comes_after_what_was_said_to_hold_inside_it() -> None:
    """ "I live in Porto" in March, "I moved this year" in June: Lisbon is current."""
    found = facts([said(on(2024, 3), LIVES, "Porto"), said(on(2024, 6), "move to", "Lisbon", start=during(2024))])

    assert years(found["The user lives in Lisbon"]) == [(2024, None)]
    assert found["The user lived in Porto"].periods[0].end is not None


def test_news_outdate_what_was_said_since() -> None:
    """ "Ana lives in Porto", and a minute later "Ana moved to Lisbon last month": she lives in Lisbon."""
    told = [
        said(on(2024, 6, 2), LIVES, "Porto", subject="Ana"),
        said(on(2024, 6, 3), "move to", "Lisbon", subject="Ana", start=month(2024, 5)),
    ]

    found = facts(told)

    assert found["Ana lives in Lisbon"].periods[0].start == month(2024, 5).start
    assert found["Ana lives in Lisbon"].periods[0].end is None
    assert [(p.start, p.end) for p in found["Ana lived in Porto"].periods] == [(None, month(2024, 5).start)]


def test_a_story_of_old_times_is_no_news() -> None:
    """ "I live in Rome", and later "we moved to Boston in 2005": still Rome."""
    found = facts([said(on(2024, 6), LIVES, "Rome"), said(on(2024, 7), "move to", "Boston", start=during(2005))])

    assert years(found["The user lives in Rome"]) == [(2024, None)]
    assert years(found["The user lived in Boston"]) == [(2005, 2024)]


def test_quitting_ends_without_a_successor() -> None:
    """Nothing is current, and nothing took its place."""
    found = facts([said(on(2020), WORKS, "Acme"), said(on(2021), "quit", "Acme", kind="Organization")])

    assert years(found["The user worked at Acme"]) == [(2020, 2021)]
    assert found["The user worked at Acme"].periods[0].ended_by is None


def test_leaving_a_place_is_not_leaving_a_firm() -> None:
    """One verb, two predicates: the kind of the object decides."""
    found = facts([said(on(2020), LIVES, "Rome"), said(on(2021), "leave", "Rome", kind="Place")])

    assert years(found["The user lived in Rome"]) == [(2020, 2021)]


def test_what_is_only_known_to_be_over_has_an_end_and_no_start() -> None:
    """ "I used to drink green tea" leaves a past of unknown beginning, and nothing current."""
    found = facts([said(on(2020), "drink", "green tea", stance="ends")])

    assert years(found["The user drank green tea"]) == [(None, 2020)]


def test_going_back_gives_one_fact_two_periods() -> None:
    """Acme, Globex, Acme again."""
    found = facts([said(on(2020), WORKS, "Acme"), said(on(2021), WORKS, "Globex"), said(on(2022), "work for", "Acme")])

    assert years(found["The user works at Acme"]) == [(2020, 2021), (2022, None)]


def test_hate_ends_love_and_both_stay() -> None:
    """A change of taste leaves history, never an empty memory."""
    found = facts([said(on(2020), "love", "Chinese food"), said(on(2021), "hate", "Chinese food")])

    assert years(found["The user liked Chinese food"]) == [(2020, 2021)]
    assert years(found["The user dislikes Chinese food"]) == [(2021, None)]


def test_tastes_for_different_things_stand_beside_each_other() -> None:
    """Only the same slot can supersede."""
    found = facts([said(on(2020), LIKES, "jazz"), said(on(2021), LIKES, "fado")])

    assert years(found["The user likes jazz"]) == [(2020, None)]
    assert years(found["The user likes fado"]) == [(2021, None)]


def test_another_predicate_of_the_same_subject_closes_nothing() -> None:
    """Ann works at X and administers an organisation; both stand."""
    told = [said(on(2020), WORKS, "Acme", subject="Ann"), said(on(2021), "administer", "GitHub", subject="Ann")]

    found = facts(told)

    assert years(found["Ann works at Acme"]) == [(2020, None)]


def test_a_denial_ends_what_it_denies_until_that_is_said_again() -> None:
    """Rome, not Rome, Rome again."""
    told = [said(on(2020), LIVES, "Rome"), said(on(2021), LIVES, "Rome", positive=False), said(on(2022), LIVES, "Rome")]

    found = facts(told)

    assert years(found["The user lives in Rome"]) == [(2020, 2021), (2022, None)]
    assert years(found["The user does not live in Rome"]) == [(2021, 2022)]


def test_a_denied_habit_is_no_habit() -> None:
    """ "I don't eat meat" holds as what it says."""
    found = facts([said(on(2020), "eat", "meat", positive=False)])

    assert list(found) == ["The user does not eat meat"]
    assert years(found["The user does not eat meat"]) == [(2020, None)]


def test_a_correction_takes_back_instead_of_ending() -> None:
    """ "Actually it's Porto, not Lisbon": Lisbon was never true."""
    told = [
        said(on(2020), LIVES, "Lisbon"),
        said(on(2020, 2), LIVES, "Lisbon", stance="retracts", seq=1),
        said(on(2020, 2), LIVES, "Porto", seq=2),
    ]

    found = facts(told)

    assert found["The user lives in Lisbon"].periods == ()
    assert found["The user lives in Lisbon"].retracted_at == on(2020, 2)
    assert years(found["The user lives in Porto"]) == [(2020, None)]


def test_what_is_said_again_after_a_correction_is_believed_again() -> None:
    """A later word takes back the taking back."""
    told = [
        said(on(2020), LIVES, "Lisbon"),
        said(on(2021), LIVES, "Lisbon", stance="retracts"),
        said(on(2022), LIVES, "Lisbon"),
    ]

    found = facts(told)

    assert years(found["The user lives in Lisbon"]) == [(2022, None)]
    assert found["The user lives in Lisbon"].retracted_at is None


def test_a_correction_takes_back_only_what_was_said_since_the_fact_last_ended() -> None:
    """ "She works at Siemens, not Galp", years after she quit Galp: that she worked there once stays true."""
    told = [
        said(on(2014), WORKS, "Galp"),
        said(on(2017), "quit", "Galp"),
        said(on(2021), WORKS, "Galp"),
        said(on(2021, 2), WORKS, "Galp", stance="retracts", seq=1),
        said(on(2021, 2), WORKS, "Siemens", seq=2),
    ]

    found = facts(told)

    [period] = found["The user worked at Galp"].periods
    assert (period.start, period.end) == (on(2014), on(2017))


def test_a_possibility_holds_never_and_says_so() -> None:
    """ "I might move to Berlin" leaves Lisbon current."""
    found = facts([said(on(2020), LIVES, "Lisbon"), said(on(2021), "move to", "Berlin", certainty="possible")])

    assert years(found["The user lives in Lisbon"]) == [(2020, None)]
    assert found["Perhaps the user lives in Berlin"].periods == ()


def test_an_assistant_never_supersedes_a_person() -> None:
    """What only the assistant said holds only where no person said anything."""
    told = [said(on(2020), LIVES, "Lisbon"), said(on(2021), LIVES, "Rome", role="assistant")]
    told.append(said(on(2021), WORKS, "Acme", role="assistant", seq=1))

    found = facts(told)

    assert years(found["The user lives in Lisbon"]) == [(2020, None)]
    assert found["The user lives in Rome"].periods == ()
    assert years(found["The user works at Acme"]) == [(2021, None)]


def test_a_later_word_about_the_end_overrules_earlier_evidence() -> None:
    """ "I work at Acme" in 2021, "I left Acme in 2020" in 2022: it ended in 2020."""
    told = [said(on(2019), WORKS, "Acme"), said(on(2021), WORKS, "Acme")]
    told.append(said(on(2022), "quit", "Acme", kind="Organization", start=during(2020)))

    found = facts(told)

    assert years(found["The user worked at Acme"]) == [(2019, 2021)]


def test_an_end_to_come_ends_when_it_comes() -> None:
    """ "I leave Acme in June", said in March."""
    told = [said(on(2024), WORKS, "Acme"), said(on(2024, 3), "quit", "Acme", kind="Organization", start=month(2024, 6))]

    [period] = facts(told)["The user worked at Acme"].periods

    assert period.end == month(2024, 6).start


def test_events_are_never_over_and_never_rivals() -> None:
    """Two journeys are two facts, each at its time."""
    told = [
        said(on(2023, 5), "go to", "Paris", kind="Place", nature="event", start=month(2023, 4)),
        said(on(2024, 5), "go to", "Paris", kind="Place", nature="event", start=month(2024, 4)),
    ]

    found = [fact for one in told for fact in facts([one]).values()]

    assert [fact.sentence for fact in found] == ["The user visited Paris"] * 2
    assert found[0].id != found[1].id
    assert found[0].periods[0].start == month(2023, 4).start


def test_what_two_messages_say_is_one_fact_with_two_sources() -> None:
    """Said twice is believed more, not twice."""
    found = facts([said(on(2020), WORKS, "Acme"), said(on(2021), "be employed by", "Acme", kind="Organization")])

    [fact] = found.values()
    assert len(fact.sources) == 2
    assert fact.confidence > facts([said(on(2020), WORKS, "Acme")])[fact.sentence].confidence


def test_a_relation_without_a_name_reads_as_having_one() -> None:
    """Not "Ada's sister is Ada's sister"."""
    source = message(on(2024))
    me, sister = (
        Mention("My", 0, 2, "self", kind="Person"),
        Mention("sister", 3, 9, "relation", "sister", "Person", owner=0),
    )
    claim = Claim(1, "sister", "is the sister of", (0, 9), object=0)

    found = facts([evidence(Extraction(source.id, "t", "1", (me, sister), (claim,)), source, default_vocabulary())])

    assert list(found) == ["The user has a sister"]


PLACES = st.sampled_from(["Rome", "Lisbon", "Porto"])
STARTS = st.one_of(st.none(), st.integers(2010, 2026).map(during))


@st.composite
def residences(draw: st.DrawFn) -> list[Evidence]:
    """A life in one slot: statements, ends, denials, corrections, in any tense."""
    told = []
    for number in range(draw(st.integers(0, 8))):
        start, end = draw(STARTS), draw(STARTS)
        extra: dict[str, Any] = {
            "stance": draw(st.sampled_from(["holds", "holds", "holds", "ends", "retracts"])),
            "positive": draw(st.booleans() | st.just(value=True)),
            "current": draw(st.booleans()),
            "start": start,
            "end": end if start is None or end is None or end.start >= start.start else None,
        }
        at = on(draw(st.integers(2010, 2026)), draw(st.integers(1, 12)))
        told.append(said(at, LIVES, draw(PLACES), seq=number, **extra))
    return told


def _dated(found: dict[str, Fact]) -> list[tuple[object, object, str]]:
    """Every believed positive period with a start and a length."""
    return sorted(
        (period.start, period.end or on(9999), fact.id)
        for fact in found.values()
        if fact.positive
        for period in fact.periods
        if period.start is not None and period.end != period.start
    )


@given(residences())
def test_believed_facts_of_a_slot_never_overlap(told: list[Evidence]) -> None:
    """Whatever is said of where one lives, one lives in one place at a time."""
    dated = _dated(facts(told))

    assert all(earlier[1] <= later[0] for earlier, later in pairwise(dated))  # type: ignore[operator]


@given(residences().flatmap(lambda told: st.tuples(st.just(told), st.permutations(told))))
def test_the_order_of_arrival_changes_nothing(both: tuple[list[Evidence], list[Evidence]]) -> None:
    """The timeline is a function of the set of statements."""
    told, shuffled = both

    assert facts(told) == facts(shuffled)


@given(residences())
def test_no_statement_is_lost_from_its_fact(told: list[Evidence]) -> None:
    """Every message that states something stands among the sources of a fact; nothing is deleted by a contradiction."""
    sources = {source.message_id for fact in facts(told).values() for source in fact.sources}

    assert sources == {one.message_id for one in told if one.statements}

"""Features mean the same in every memory: standardised, relative, and 0 where they do not apply."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from datetime import UTC, datetime
from math import isfinite

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from graphmem.retrieval import features, matching
from graphmem.retrieval.certainty import SIGNS, signs
from graphmem.retrieval.features import SECOND, Asked
from graphmem.retrieval.matching import FIRST, Matches
from graphmem.retrieval.weights import weighed, weights
from graphmem.types import Granularity, Message, Near, PostingRow, Postings, Question, TimeAsked, When
from tests.retrieval.fake_memory import NOW, message

SAID = (
    message(1, "What did you paint, Ana?", speaker="Tom"),
    message(2, "A lake, last week.", speaker="Ana"),
    message(3, "Ana, I like lakes.", speaker="Tom"),
)


def rows(*matched: tuple[int, int]) -> Postings:
    """Postings of messages by number, each with how often it uses the one asked term."""
    found = tuple(PostingRow(f"m{number}", 5, {"paint": uses}, "s1", number) for number, uses in matched)
    return Postings(10, 50, {"paint": len(found)}, found)


def seconds(question: Question, *, matched: tuple[tuple[int, int], ...] = ((1, 1),)) -> dict[str, dict[str, float]]:
    """The second look's features of the messages said, by id and name."""
    return latest(SAID, matching.matches(rows(*matched), ()), question)


def latest(read: Sequence[Message], found: Matches, question: Question) -> dict[str, dict[str, float]]:
    """The second look's features of messages, by id and name."""
    told = features.second(read, found, Asked(question, {})).T.tolist()
    return {message.id: dict(zip(SECOND, row, strict=True)) for message, row in zip(read, told, strict=True)}


def firsts(found: Matches) -> dict[str, dict[str, float]]:
    """The first look's features of all that matched, by id and name."""
    ids, features = matching.first(found, {})
    return {key: dict(zip(FIRST, row, strict=True)) for key, row in zip(ids, features.T.tolist(), strict=True)}


def asked(text: str, **other: object) -> Question:
    return replace(Question(text, text, NOW), **other)  # type: ignore[arg-type]


def test_who_is_asked_about_is_told_from_who_is_only_named() -> None:
    """Of "What did Tom say of Ana's lake?" the one asked about is Tom."""
    found = seconds(asked("What did Tom say of Ana's lake?"))

    assert [found[key]["said by the one asked about"] for key in ("m1", "m2", "m3")] == [1, 0, 1]
    assert [found[key]["said by another named"] for key in ("m1", "m2", "m3")] == [0, 1, 0]


def test_to_speak_to_somebody_is_no_answer_about_them() -> None:
    """That Tom addresses Ana is a feature of its own, so that greetings can count for less."""
    found = seconds(asked("What does Ana paint?"))

    assert [found[key]["mentions the one asked about"] for key in ("m1", "m2", "m3")] == [1, 0, 1]


def test_an_answer_takes_part_in_the_question_it_answers() -> None:
    """ "A lake" shares no word with "paint", but the turn before it asks for it."""
    found = seconds(asked("What does Ana paint?"))

    assert found["m2"]["answers"] > 0
    assert found["m3"]["answers"] == 0


def test_times_count_more_when_asked_when() -> None:
    """A message with a time, and the question of it."""
    when = seconds(asked("When did Ana paint?", wanted=frozenset({"when"})))
    what = seconds(asked("What did Ana paint?"))

    assert (when["m2"]["tells a time, asked when"], what["m2"]["tells a time, asked when"]) == (1, 0)
    assert when["m2"]["tells a time"] == what["m2"]["tells a time"] == 1


def test_a_message_of_the_time_asked_about_is_marked() -> None:
    """On the day, and half in the week after, in which people tell of it."""
    day = When(datetime(2024, 3, 1, tzinfo=UTC), datetime(2024, 3, 2, tzinfo=UTC), Granularity.DAY)
    week_before = When(datetime(2024, 2, 26, tzinfo=UTC), datetime(2024, 2, 27, tzinfo=UTC), Granularity.DAY)

    assert seconds(asked("On 1 March?", time=TimeAsked(when=day)))["m1"]["at the time asked"] == 1
    assert seconds(asked("On 26 February?", time=TimeAsked(when=week_before)))["m1"]["at the time asked"] == 0.5
    assert seconds(asked("What?"))["m1"]["at the time asked"] == 0


def test_a_message_is_of_the_day_of_its_speakers_clock() -> None:
    """Said in the evening of 1 March in Los Angeles, on the 2nd in Greenwich."""
    day = When(datetime(2024, 3, 1, tzinfo=UTC), datetime(2024, 3, 2, tzinfo=UTC), Granularity.DAY)
    late = message(1, "A lake.", at=datetime(2024, 3, 2, 4, tzinfo=UTC))
    there = replace(late, id="there", seq=2, utc_offset=-480)

    found = latest([late, there], matching.matches(rows(), ()), asked("?", time=TimeAsked(when=day)))

    assert [row["at the time asked"] for row in found.values()] == [0.5, 1]


def test_an_assistants_length_is_a_feature_of_its_own() -> None:
    """Long answers are usual there, long turns of a friend are not."""
    long = Message("a", "a", "s1", "assistant", (), "word " * 200, NOW, NOW, None, 4)
    named = latest((*SAID, long), matching.matches(rows((1, 1)), ()), asked("?"))

    assert named["a"]["length of an assistant's"] > 0
    assert named["a"]["length"] == named["m1"]["length"] == 0
    assert seconds(asked("?"))["m2"]["length"] < 0


def test_a_neighbour_lends_its_match() -> None:
    """The first look of a message that matches by meaning alone, beside one that matches by words."""
    found = matching.matches(rows((1, 2)), [Near("m2", 0.5, "s1", 2), Near("m9", 0.4, "s2", 9)])
    named = firsts(found)

    assert named["m2"]["words-1"] == named["m1"]["words"] > 0
    assert named["m9"]["words-1"] < 0


def test_beside_the_best_are_the_places_next_to_it() -> None:
    """Those that are not to be read anyway."""
    found = matching.matches(rows((4, 2)), [Near("m5", 0.5, "s1", 5)])

    assert set(matching.beside(found, ["m4"], 1)) == {("s1", 3), ("s1", 5)}
    assert set(matching.beside(found, ["m4", "m5"], 1)) == {("s1", 3)}


@given(
    st.lists(st.tuples(st.integers(1, 30), st.integers(1, 9)), unique_by=lambda each: each[0], max_size=20),
    st.lists(st.tuples(st.integers(1, 30), st.floats(-1, 1)), unique_by=lambda each: each[0], max_size=20),
)
def test_features_are_finite_and_in_the_order_of_their_names(
    matched: list[tuple[int, int]], near: list[tuple[int, float]]
) -> None:
    """Whatever matches."""
    found = matching.matches(rows(*matched), [Near(f"m{n}", score, "s1", n) for n, score in near])
    early = firsts(found)
    late = latest(SAID, found, asked("When did Ana paint with Tom?"))

    assert all(map(isfinite, (value for row in (*early.values(), *late.values()) for value in row.values())))


@given(st.integers(1, 9))
def test_more_uses_match_better_in_whatever_order_a_store_answers(uses: int) -> None:
    """And what does not match at all stands below."""
    found = matching.matches(rows((1, uses), (2, 1)), ())

    best, other = found.of("m1"), found.of("m2")
    assert best == matching.matches(rows((2, 1), (1, uses)), ()).of("m1")
    assert best is not None
    assert other is not None
    assert best.words >= other.words > found.words[-1]


def test_nothing_matches_nothing() -> None:
    """An empty memory has no matches and no sureness."""
    found: Matches = matching.matches(Postings(0, 0, {}, ()), ())

    assert found.of("m1") is None
    assert firsts(found) == {}
    assert signs(np.empty((len(FIRST + SECOND), 0)), np.empty(0), ()) == (0.0,) * len(SIGNS)


def test_what_others_said_makes_an_answer_less_sure() -> None:
    """The same match, said by the one asked about and by another."""
    learned = weights(vectors=True)
    own, other = FIRST + SECOND, len(FIRST) + SECOND.index("said by the one asked about")
    strong = [3.0 if name == "words" else 0.0 for name in own]
    weak = [0.0] * len(own)
    mine, theirs = list(strong), list(weak)
    mine[other] = 1.0
    theirs[other] = 1.0

    def sure(*rows: list[float]) -> float:
        columns = np.array(rows).T
        return learned.sureness(signs(columns, weighed(columns, learned.second), learned.second))

    assert sure(mine, weak) > sure(theirs, strong)

"""Questions as they come in a chat, through the public API with the real extractor and a SQLite file."""

from __future__ import annotations

import json
from collections import Counter

import pytest

from benchmarks.questions import PARTS, answer, figures, messages, questions
from graphmem import Memory
from graphmem.testing import FixedClock
from tests.journeys.saying import EXTRACTOR, heard

#: The least share of questions, in per cent, whose right fact comes first.
LEAST = 85.0


def test_the_set_is_large_enough_and_well_formed() -> None:
    """At least 60 follow-ups, at least 30 of them held out, and each question asked once with an answer."""
    every = [one for part in PARTS for one in questions(part)]
    followups = Counter(part for part in PARTS for one in questions(part) if one.turns)

    assert followups["heldout"] >= 30
    assert sum(followups.values()) >= 60
    assert len(messages()) >= 60
    assert len({(one.question, json.dumps([dict(turn) for turn in one.turns])) for one in every}) == len(every)
    assert all(one.answers for one in every)


@pytest.mark.parametrize("part", PARTS)
def test_the_right_fact_comes_first(part: str) -> None:
    """In 85 of a hundred follow-ups at least, also of those no rule was tuned to; their turns are what does it."""
    shares = figures(answer(questions(part)))

    assert shares["follow-ups first"] >= LEAST
    assert shares["first"] >= LEAST
    assert shares["follow-ups without their turns first"] < 60


def test_a_context_hears_the_turns_of_its_window() -> None:
    """Case 27: "Ok what do you recommend?" after a talk of cooking for Ana brings that she is vegetarian."""
    memory = heard("My sister Ana is vegetarian.", "I work at Feedzai.", "My friend John lives in Oslo.")
    memory.remember("I want to cook something for Ana.", session="dinner")
    memory.remember("Lovely idea!", role="assistant", session="dinner")

    context = memory.context("Ok what do you recommend?", session="dinner", budget=400)

    assert context.sections[0].text.splitlines()[1].startswith("- Ana is vegetarian")
    memory.close()


def test_an_entity_as_object_finds_the_facts() -> None:
    """Case 31: who works at Acme, in whatever case it is typed."""
    with heard("Sofia works at Acme.", "Tom works at Siemens.", "I like Acme chocolate.") as memory:
        assert memory.recall("Who works at Acme?").facts[0].sentence == "Sofia works at Acme"
        assert memory.recall("who works at acme").facts[0].sentence == "Sofia works at Acme"


def test_a_person_and_a_company_of_one_name_answer_for_themselves() -> None:
    """Case 5: both are looked at, and what is asked tells which."""
    with heard("Jordan lives in Oslo.", "I work at Jordan.", "Tom works at Acme.") as memory:
        assert memory.recall("Where does Jordan live?").facts[0].sentence == "Jordan lives in Oslo"
        assert memory.recall("Who works at Jordan?").facts[0].sentence == "Ada works at Jordan"


def test_two_people_of_one_name_are_told_apart_by_what_they_are() -> None:
    """Case 10: my brother John and John from work."""
    with heard(
        "My brother John lives in Oslo.", "I met John from work today.", "John from work lives in Rome."
    ) as memory:
        assert memory.recall("Where does my brother live?").facts[0].sentence == "John lives in Oslo"
        both = {fact.sentence for fact in memory.recall("Where does John live?").facts}

    assert "John lives in Oslo" in both


def test_spellings_of_one_name_ask_for_one_entity() -> None:
    """Case 2: System Admin, system admin, SystemAdmin."""
    with heard("SystemAdmin lives in Porto.", "I met System Admin today.") as memory:
        for name in ("System Admin", "system admin", "SystemAdmin"):
            assert memory.recall(f"Where does {name} live?").facts[0].sentence.endswith("lives in Porto")


@pytest.mark.parametrize("question", ["", "   ", "?", "why?"])
def test_a_question_that_asks_nothing_is_answered_with_no_fact(question: str) -> None:
    """Without turns there is nothing it could be about."""
    with heard("I live in Porto.", "Ana likes jazz.") as memory:
        assert memory.recall(question).facts == ()


def test_a_named_session_only_says_what_is_meant() -> None:
    """It filters nothing: what other sessions said is what answers."""
    clock = FixedClock("2025-05-28T12:00:00+00:00")
    with Memory.open("sqlite:///:memory:", namespace="a", user_name="Ada", extractor=EXTRACTOR, clock=clock) as memory:
        memory.remember("Ana lives in Lisbon. Tom lives in Braga.", session="told")
        memory.remember("Where does Ana live?", session="asked")

        assert memory.recall("And Tom?", session="asked").facts[0].sentence == "Tom lives in Braga"

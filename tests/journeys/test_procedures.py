"""What somebody wants done when something comes up reaches a context when it does, on every kind of store."""

from __future__ import annotations

import pytest

from graphmem import InvalidInput
from graphmem.types import Context
from graphmem.types.recall import Kept
from tests.journeys.saying import heard, now

DEPLOY = 'By "deploy" Ada means: run the checks and push'
BULLETS = "Whenever Ada asks for a summary: use bullets"

KINDS: tuple[Kept, ...] = ("episodic", "semantic", "procedural")

#: What else there is to say of Ada.
LIFE = (
    "I live in Porto.",
    "I work at Feedzai.",
    "My sister Ana lives in Lisbon.",
    "I like jazz.",
    "I'm allergic to peanuts.",
)


def facts(context: Context) -> list[str]:
    """The facts it shows, in order, without their times."""
    text = next((section.text for section in context.sections if section.name == "facts"), "")
    lines = [line.removeprefix("- ") for line in text.splitlines() if line.startswith("- ")]
    return [line.partition(" (")[0] for line in lines]


@pytest.mark.parametrize(
    ("turn", "first"),
    [
        ("Deploy it, please.", DEPLOY),
        ("Can you give me a summary of where Ana lives?", BULLETS),
    ],
)
def test_a_procedure_comes_first_when_its_trigger_is_said(turn: str, first: str) -> None:
    """Whatever else the turn is about, and before the other one."""
    memory = heard(
        "When I say deploy, I mean run the checks and push.", "Whenever I ask for a summary, use bullets.", *LIFE
    )

    shown = facts(memory.context(turn, session="another", budget=400))

    assert shown[0] == first


def test_no_procedure_comes_where_none_is_triggered() -> None:
    """A word of a longer trigger is not enough."""
    memory = heard("Whenever I ask for a meeting summary, use bullets.", *LIFE)

    shown = facts(memory.context("When is the meeting with Ana?", session="another"))

    assert not any("use bullets" in fact for fact in shown[:1])


def test_a_standing_instruction_is_in_every_context() -> None:
    """It has no trigger; what somebody is to be called is one."""
    memory = heard("From now on, answer in English.", "Call me Ace.", *LIFE)

    shown = facts(memory.context("What is the capital of Peru?", session="another"))

    assert {"Ada has asked: answer in English", "Ada has asked: call them Ace"} <= set(shown)


def test_a_newer_meaning_takes_the_place_of_the_older() -> None:
    """Both stay in the history."""
    memory = heard(
        "When I say deploy, I mean run the checks and push.", "When I say deploy, I mean open a pull request."
    )

    assert now(memory) == {'By "deploy" Ada means: open a pull request'}
    assert 'By "deploy" Ada meant: run the checks and push' in {fact.sentence for fact in memory.history("me")}
    assert facts(memory.context("deploy", session="another"))[0] == 'By "deploy" Ada means: open a pull request'


def test_what_an_assistant_or_somebody_else_says_is_no_procedure() -> None:
    """Only the user tells what is to be done."""
    memory = heard("A: When I say deploy, I mean push.", "A: From now on, answer in Latin.")

    assert now(memory) == set()


def test_a_goal_is_told_with_its_reason() -> None:
    """A decision without its reason is half of it."""
    memory = heard("I decided to leave Feedzai because the commute is too long.", *LIFE)

    found = [fact.sentence for fact in memory.recall("Why do I want to leave Feedzai?").facts]
    shown = facts(memory.context("Why do I want to leave Feedzai?", session="another"))

    reason = "Ada's reason to leave Feedzai: the commute is too long"
    assert reason in found[:3]
    assert {"Ada plans to leave Feedzai", reason} <= set(shown)


def test_episodic_semantic_and_procedural_memory_are_told_apart() -> None:
    """What happened and was said, what is so, what to do: each fact is of one of them."""
    memory = heard("When I say deploy, I mean run the checks and push.", "I went to Porto last week.", *LIFE)

    sorted_out = {kind: {fact.sentence for fact in memory.facts(memories=[kind])} for kind in KINDS}
    found = {kind: memory.recall("What about Porto and deploy?", memories=[kind], limit=2) for kind in KINDS}

    assert sorted_out["procedural"] == {DEPLOY}
    assert sorted_out["episodic"] == {"Ada visited Porto"}
    assert "Ada lives in Porto" in sorted_out["semantic"]
    assert set.union(*sorted_out.values()) == now(memory)
    assert [fact.sentence for fact in found["procedural"].facts] == [DEPLOY]
    assert [fact.sentence for fact in found["episodic"].facts] == ["Ada visited Porto"]
    assert "Ada lives in Porto" in {fact.sentence for fact in found["semantic"].facts}
    assert [bool(found[kind].messages) for kind in KINDS] == [True, False, False]
    assert all(len(one.facts) <= 2 for one in found.values())


def test_facts_are_told_apart_by_category() -> None:
    """As many as are asked for, of those that are of it."""
    memory = heard(*LIFE)

    assert {fact.sentence for fact in memory.facts(categories=["health"])} == {"Ada is allergic to peanuts"}
    assert len(memory.facts(categories=["personal", "preference", "health"], limit=2)) == 2
    with pytest.raises(InvalidInput, match="episodic, semantic, procedural"):
        memory.facts(memories=["working"])  # type: ignore[list-item]  # what a caller without types may ask


def test_a_procedure_is_found_by_asking_for_procedures() -> None:
    """And nothing else is."""
    memory = heard("When I say deploy, I mean run the checks and push.", *LIFE)

    found = memory.recall("What do I mean by deploy?", categories=["procedure"])

    assert [fact.sentence for fact in found.facts] == [DEPLOY]

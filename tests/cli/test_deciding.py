"""The commands that put a memory right, as a person at a terminal uses them."""

from __future__ import annotations

import json

import pytest

from tests.cli.conftest import Run
from tests.llm.endpoint import serving


def known(run: Run) -> set[str]:
    """What holds now."""
    return {fact["sentence"] for fact in json.loads(run("facts", "--json").out)}


def test_a_correction_is_said_and_undone(run: Run) -> None:
    """What is wrong goes, what is right comes; undo gives it back."""
    run("remember", "My sister Ana lives in Lisbon.", "--at", "2024-03-01")
    before = known(run)

    corrected = run("correct", "ana lives in lisbon", "--object", "Porto")
    after = known(run)
    undone = run("undo")

    assert "Learned: Ana lives in Porto" in corrected.out
    assert "Taken back: Ana lives in Lisbon" in corrected.out
    assert {"Ana lives in Porto"} == after - before
    assert undone.out.splitlines()[0] == "Undone: 1 told fact or decision erased."
    assert known(run) == before


def test_what_was_undone_comes_up_as_taken_back(run: Run) -> None:
    """It was said all the same."""
    run("remember", "Tom moved to Bergen.")
    before = run("recall", "Where does Tom live?").out
    run("undo", str(json.loads(run("changes", "--json").out)[0]["version"]))

    after = run("recall", "Where does Tom live?").out
    [message] = json.loads(run("recall", "Where does Tom live?", "--json").out)["messages"]

    assert "taken back" not in before
    assert after.startswith("“Tom moved to Bergen.” (")
    assert after.endswith("; taken back)\n")
    assert message["taken_back"] is True


def test_a_change_is_undone_by_its_number(run: Run) -> None:
    """As `changes` lists it; undoing the undo brings it back."""
    run("remember", "Ana lives in Lisbon.", "--at", "2024-03-01")
    number = json.loads(run("changes", "--json").out)[0]["version"]

    undone = run("undo", str(number))
    without = known(run)
    again = json.loads(run("changes", "--json").out)[0]["version"]
    run("undo", str(again))

    assert undone.out.splitlines()[0] == "Undone: 1 message no longer learned from, though kept word for word."
    assert without == set()
    assert known(run) == {"Ana lives in Lisbon"}


def test_who_may_be_one_is_listed_merged_and_split(run: Run) -> None:
    """Nothing is merged by itself."""
    run("remember", "Ana Silva lives in Lisbon. Ana works at Feedzai.", "--at", "2024-03-01")

    listed = run("conflicts")
    run("merge", "Ana", "Ana Silva")
    merged = json.loads(run("entity", "Ana", "--json").out)
    run("split", "Ana", "--alias", "Ana Silva")

    assert "Ana and Ana Silva (one name is part of the other)" in listed.out
    assert len(merged["facts"]) == 2
    assert len(json.loads(run("entity", "Ana", "--json").out)["facts"]) == 1
    assert run("conflicts").out.startswith("Nothing conflicts")


def test_a_conflict_is_listed_with_both_sides(run: Run) -> None:
    """As JSON, with the facts."""
    run("remember", "I am vegetarian.", "--at", "2024-03-01")
    run("remember", "I ate steak yesterday.", "--at", "2024-03-03")

    [conflict] = json.loads(run("conflicts", "--json").out)["conflicts"]

    assert len(conflict["facts"]) == 2


def test_what_is_not_known_is_refused_in_a_line(run: Run) -> None:
    """Exit code 1."""
    run("remember", "Ana lives in Lisbon.", "--at", "2024-03-01")

    ran = run("retract", "Ana lives in Rome")

    assert ran.code == 1
    assert "graphmem: no fact 'Ana lives in Rome'" in ran.err


def test_a_model_is_asked_who_is_one_and_merges_when_told_to(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    """Only with --ask, whether it reads the messages or not."""
    run("remember", "Ana Silva lives in Lisbon. Ana works at Feedzai.", "--at", "2024-03-01")
    with serving() as endpoint:
        endpoint.say('{"rulings": [{"pair": 1, "ruling": "same", "why": "One family."}]}')
        monkeypatch.setenv("GRAPHMEM_CHAT_MODEL", "m")
        monkeypatch.setenv("GRAPHMEM_CHAT_BASE_URL", endpoint.url)

        run("conflicts")
        unasked = len(endpoint.requests)
        advice = run("conflicts", "--ask")
        merged = json.loads(run("conflicts", "--ask", "--merge", "--json").out)

    assert unasked == 0
    assert advice.out.splitlines() == ["Ana and Ana Silva (same; One family.)"]
    assert [(one["ruling"], one["because"], one["merged"]) for one in merged] == [("same", "One family.", True)]
    assert run("conflicts").out.startswith("Nothing conflicts")


def test_merging_by_a_model_that_is_not_asked_is_refused(run: Run) -> None:
    """The way out is named."""
    refused = run("conflicts", "--merge")

    assert refused.code == 2
    assert "give --ask too" in refused.err


def test_a_message_is_edited_as_it_reads(run: Run) -> None:
    """What it taught goes; repeating it changes nothing, and an unknown one is told."""
    run("remember", "Ana lives in Lisbon.", "--at", "2024-03-01")

    edited = run("edit", "Ana lives in Lisbon.", "Ana lives in Porto.")
    again = json.loads(run("edit", "Ana lives in Porto.", "Ana lives in Porto.", "--json").out)
    unknown = run("edit", "Ana lives in Lisbon.", "Ana lives in Faro.")

    assert "It says now: Ana lives in Porto." in edited.out
    assert "No longer known: Ana lives in Lisbon" in edited.out
    assert known(run) == {"Ana lives in Porto"}
    assert (again["changed"], again["message"]["text"]) == (False, "Ana lives in Porto.")
    assert (unknown.code, "no message" in unknown.err) == (1, True)

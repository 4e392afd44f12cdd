"""Asking from the command line: for people at a pipe in lines, for programs in JSON, with errors in one line."""

from __future__ import annotations

import json
from dataclasses import replace
from typing import Any

import pytest

from graphmem.memory.recalling import Recalling
from tests.cli.conftest import Run


def read(run: Run, *arguments: str) -> Any:
    """The JSON that a command prints."""
    return json.loads(run(*arguments, "--json").out)


def test_facts_are_what_is_true_now(told: Run) -> None:
    """A fact a line with its time; what ended is not among them."""
    facts = told("facts", "Ana").out.splitlines()

    assert "Ana lives in Lisbon (since the week of 27 May 2024)" in facts
    assert not any("Porto" in fact for fact in facts)


def test_facts_can_be_those_of_another_day(told: Run) -> None:
    """--as-of takes a month, and brings back the home of then."""
    facts = told("facts", "Ana", "--as-of", "2024-04").out

    assert "Ana lived in Porto (until the week of 27 May 2024)" in facts
    assert "Lisbon" not in facts


def test_history_holds_what_ended_and_what_was_taken_back(told: Run) -> None:
    """Nothing that was said of John's home is lost."""
    history = told("history", "John").out

    assert "John lived in Oslo (until August 2024)" in history
    assert "John lives in Bergen (taken back on " in history
    assert "John lives in Trondheim (since August 2024)" in history


def test_a_possibility_is_in_the_history_and_marked(told: Run) -> None:
    """What Ada might do, and what John thinks, is heard and not believed."""
    history = told("history", "me").out

    assert "Perhaps Ada lives in Berlin (said on 11 April 2024, not believed)" in history
    assert "Reportedly Ada lives in Rome (said on 11 April 2024, not believed)" in history


def test_what_memory_did_not_know_yet_is_left_out(told: Run) -> None:
    """Everything here was learned today, so nothing was known in 2024."""
    assert read(told, "facts", "Ana", "--known-at", "2024-07-01") == []


def test_facts_as_json_keep_their_shape(told: Run) -> None:
    """The keys are those that the README lists, and times are ISO."""
    (lives,) = [fact for fact in read(told, "facts", "Ana") if fact["predicate"] == "lives_in"]

    assert list(lives) == [
        "id",
        "sentence",
        "subject",
        "predicate",
        "object",
        "value",
        "nature",
        "positive",
        "certainty",
        "person",
        "confidence",
        "importance",
        "category",
        "said_at",
        "recorded_at",
        "retracted_at",
        "periods",
        "sources",
        "namespace",
    ]
    assert (lives["subject"], lives["object"], lives["said_at"]) == ("Ana", "Lisbon", "2024-06-03T08:15:00+00:00")
    assert lives["periods"][0]["start"] == "2024-05-27T00:00:00+00:00"
    assert list(lives["periods"][0]) == [
        "start",
        "start_granularity",
        "start_stated",
        "end",
        "end_granularity",
        "ended_by",
        "reaches_back",
    ]
    assert list(lives["sources"][0]) == ["message", "start", "end", "stance", "at"]


def test_recall_brings_facts_and_what_was_said(told: Run) -> None:
    """A line each; --limit counts per list."""
    found = told("recall", "Where does Ana live?", "--limit", "3").out.splitlines()

    assert found[0] == "Ana lives in Lisbon (since the week of 27 May 2024)"
    assert any(line.startswith("“Ana moved to Lisbon last week.” (Ada, 3 June 2024)") for line in found)
    assert len(found) == 6


def test_recall_as_json_says_what_found_each_item(told: Run) -> None:
    """Score and channels stand beside the item."""
    found = read(told, "recall", "Where does Ana live?", "--limit", "2")

    assert list(found) == ["question", "as_of", "answered", "confidence", "facts", "messages", "entities", "overruled"]
    assert found["facts"][0]["sentence"] == "Ana lives in Lisbon"
    assert found["facts"][0]["found_by"][0]["rank"] >= 1
    assert list(found["messages"][0])[:6] == ["id", "session", "role", "speaker", "at", "text"]
    assert found["entities"][0]["name"] == "Ana"


def test_a_question_that_nothing_answers_is_marked(told: Run) -> None:
    """What comes only resembles it; people are told beside the answer, programs in it."""
    search = Recalling._search

    def unsure(self: Recalling, *given: Any, **options: Any) -> Any:
        return replace(search(self, *given, **options), answered=False, confidence=0.25)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(Recalling, "_search", unsure)
        ran, found = told("recall", "Where is Ana?"), read(told, "recall", "Where is Ana?")

    assert "Nothing here seems to answer this; what is shown only resembles it." in ran.err
    assert (found["answered"], found["confidence"]) == (False, 0.25)
    assert "Nothing here" not in told("recall", "Where does Ana live?").err


def test_recall_of_another_day(told: Run) -> None:
    """The question is answered as it would have been in April."""
    found = read(told, "recall", "Where does Ana live?", "--as-of", "2024-04-01")

    assert found["as_of"] == "2024-04-01T00:00:00+00:00"
    assert "Ana lived in Porto" in [fact["sentence"] for fact in found["facts"]]


def test_a_context_holds_what_matters_and_keeps_its_budget(told: Run) -> None:
    """The dinner question brings both the vegetarian and the allergy."""
    built = read(told, "context", "What could I cook when Ana comes for dinner?", "--budget", "360")

    assert "Ana is vegetarian" in built["text"]
    assert "Ada is allergic to peanuts" in built["text"]
    assert built["tokens"] <= built["budget"] == 360
    assert built["messages"][-1] == {"role": "user", "content": "What could I cook when Ana comes for dinner?"}
    assert list(built) == ["messages", "text", "tokens", "text_tokens", "budget", "exact", "sections", "notes"]


def test_a_context_prints_its_text_and_explains_beside_it(told: Run) -> None:
    """Only the context goes to stdout, so it can be piped to a model."""
    ran = told("context", "Hello", "--system", "Be brief.", "--explain", "--budget", "300")

    assert ran.out.startswith("Be brief.\n")
    assert ran.out.endswith("Hello\n")
    assert "tokens as a chat" in ran.err


def test_the_model_decides_how_tokens_are_counted(told: Run) -> None:
    """Of a model nobody knows the counts are an upper bound, and marked."""
    assert read(told, "context", "Hello", "--model", "gpt-4o")["exact"] is True
    assert read(told, "context", "Hello", "--model", "made-up-model")["exact"] is False


def test_status_says_which_memory_this_is(told: Run) -> None:
    """In lines and as JSON."""
    status = read(told, "status")

    assert (status["namespace"], status["messages"], status["sessions"], status["waiting"]) == ("default", 24, 5, 0)
    assert "messages: 24\nsessions: 5\n" in told("status").out


def test_shared_options_stand_before_or_after_the_command(told: Run) -> None:
    """`graphmem --namespace x status` and `graphmem status --namespace=x` are the same."""
    before = read(told, "--namespace", "empty", "status")
    after = read(told, "status", "--namespace=empty")

    assert before == after
    assert (before["namespace"], before["messages"]) == ("empty", 0)


def test_nothing_known_is_said_beside_an_empty_answer(told: Run) -> None:
    """Stdout stays empty for programs, people are told."""
    facts, recall = told("--namespace", "empty", "facts"), told("--namespace", "empty", "recall", "Ana")

    assert (facts.code, facts.out) == (recall.code, recall.out) == (0, "")
    assert "Nothing is known here" in facts.err
    assert "Nothing was found" in recall.err


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["facts", "Bob"], "nothing here is called 'Bob'"),
        (["context", "Hello", "--budget", "3"], "the least that works is"),
        (["--namespace", "", "status"], "a namespace must be a name that is not blank"),
        (["--url", "https://ada:secret@host/x", "status"], "a store's URL must be one of"),
        (["remember", " "], "there is nothing to remember"),
        (["recall", " "], "there is nothing to look for"),
    ],
)
def test_an_error_is_one_line_on_stderr(told: Run, arguments: list[str], said: str) -> None:
    """Exit code 1, no traceback, nothing on stdout, no password."""
    ran = told(*arguments)

    assert (ran.code, ran.out) == (1, "")
    assert ran.err.startswith("graphmem: ")
    assert said in ran.err
    assert ran.err.count("\n") == 1
    assert "secret" not in ran.err


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["facts", "--as-of", "yesterday"], "'yesterday' is not a date; write it as 2024-03-05"),
        (["history"], "NAME"),
        (["status", "--db", "a.db", "--url", "sqlite:///b.db"], "give --url or --db, not both"),
        (["recall", "Ana", "--limit", "0"], "--limit"),
        (["recall"], "QUESTION"),
        (["memorise"], "memorise"),
    ],
)
def test_wrong_usage_is_exit_code_2(told: Run, arguments: list[str], said: str) -> None:
    """And says which argument and what it could be."""
    ran = told(*arguments)

    assert ran.code == 2
    assert said in " ".join(ran.err.split())


def test_the_version_is_printed(told: Run) -> None:
    """For bug reports."""
    assert told("--version").out.startswith("graphmem ")

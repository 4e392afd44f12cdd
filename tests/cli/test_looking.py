"""Looking around from the command line: who is known, what was ever said of them, what changed."""

from __future__ import annotations

import json
from typing import Any

from tests.cli.conftest import Run


def read(run: Run, *arguments: str) -> Any:
    """The JSON that a command prints."""
    return json.loads(run(*arguments, "--json").out)


def test_entities_are_listed_by_name_with_their_kind(told: Run) -> None:
    """What else each is called stands beside it; the user is marked."""
    lines = told("entities").out.splitlines()

    assert "Ada (Person; the user)" in lines
    assert any(line.startswith("Lisbon (Place") for line in lines)
    assert len(lines) == len(read(told, "entities"))


def test_entities_of_one_kind(told: Run) -> None:
    """Upper and lower case alike; a kind that nothing has is answered with those there are."""
    people = read(told, "entities", "--kind", "person")
    none = told("entities", "--kind", "Planet")

    assert {"Ada", "Ana", "John"} <= {one["name"] for one in people}
    assert {one["kind"] for one in people} == {"Person"}
    assert (none.code, none.out) == (0, "")
    assert "Nothing of the kind 'Planet' is known; there are: " in none.err


def test_entities_can_be_limited(told: Run) -> None:
    """The limit counts what is shown, of the kind that was asked."""
    assert len(read(told, "entities", "--limit", "2")) == 2
    assert len(read(told, "entities", "--kind", "Person", "--limit", "2")) == 2


def test_an_entity_is_shown_with_what_is_true_of_it(told: Run) -> None:
    """Names, kind, and facts that hold now."""
    shown = told("entity", "Ana")

    assert shown.out.startswith("name: Ana\nkind: Person\n")
    assert "Ana lives in Lisbon (since the week of 27 May 2024)" in shown.out
    assert "Porto" not in shown.out


def test_an_entity_as_json_holds_its_facts(told: Run) -> None:
    """The facts are those that `facts` prints."""
    one = read(told, "entity", "me")

    assert list(one) == ["id", "name", "kind", "aliases", "is_self", "namespace", "facts"]
    assert (one["name"], one["is_self"]) == ("Ada", True)
    assert one["facts"] == read(told, "facts", "me")


def test_history_is_everything_oldest_first(told: Run) -> None:
    """What ended and what was taken back is in it."""
    said = read(told, "history", "John")
    sentences = [one["sentence"] for one in said]

    assert sentences.index("John lived in Oslo") < sentences.index("John lives in Trondheim")
    assert any(one["retracted_at"] for one in said)


def test_someone_who_is_not_known_is_an_error_in_one_line(told: Run) -> None:
    """For each command that takes a name."""
    for command in ("entity", "history"):
        ran = told(command, "Bob")

        assert (ran.code, ran.out) == (1, "")
        assert ran.err == "graphmem: nothing here is called 'Bob'; ask for a name as it was said\n"


def test_changes_are_newest_first_and_name_ids_only(run: Run) -> None:
    """For people the sentences that hold now stand beside them."""
    run("remember", "My sister Ana lives in Lisbon.")
    run("remember", "Ana is vegetarian.")

    newest, *others = read(run, "changes")
    lines = run("changes", "--limit", "1").out.splitlines()

    assert list(newest) == ["id", "version", "cause", "at", "messages", "facts", "facts_gone"]
    assert [one["version"] for one in (newest, *others)] == list(range(newest["version"], 0, -1))
    assert "Ana" not in json.dumps([newest, *others])
    assert len(lines) == 1
    assert "learned from a message (Ana is vegetarian; " in lines[0]


def test_nothing_known_is_said_beside_an_empty_answer(told: Run) -> None:
    """Stdout stays empty for programs."""
    for command, said in ((["entities"], "Nothing is known here."), (["changes"], "Nothing has changed here yet.")):
        ran = told("--namespace", "empty", *command)

        assert (ran.code, ran.out) == (0, "")
        assert said in ran.err

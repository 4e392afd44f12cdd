"""`graphmem cypher`: what is listed runs, every form of output holds the same, and other people's text stays data."""

from __future__ import annotations

import csv
import io
import json
from pathlib import Path

import pytest

from graphmem.exploration.named import asked_for, explorations, short
from graphmem.exploration.rendering import words
from tests.cli.conftest import Run

HOMES = "MATCH (p:Person)-[:LIVES_IN]->(c) RETURN p.name AS who, c.name AS place ORDER BY who"


def test_everything_listed_can_be_shown_and_run_with_its_examples(told: Run) -> None:
    """A list that names what does not run teaches nothing."""
    listed = json.loads(told("cypher", "list", "--json").out)

    assert [each["name"] for each in listed] == [short(each) for each in explorations()]
    for statement in explorations():
        given = [f"{each.name}={words(each.example)}" for each in asked_for(statement)]
        assert statement.text in told("cypher", "show", short(statement)).out
        assert told("cypher", "run", short(statement), *given).code == 0


def test_what_is_shown_with_params_can_be_pasted(told: Run) -> None:
    """Neo4j Browser sets a parameter a line, the namespace too, and runs what ends in a semicolon."""
    lines = told("--namespace", "it's Ada", "cypher", "show", "as_of", "--params").out.splitlines()

    assert lines[:2] == [
        ':param namespace => "it\'s Ada";',
        ':param moment => datetime("2024-04-01T00:00:00+00:00");',
    ]
    assert lines[-1].endswith(";")


def test_a_line_at_a_pipe_is_a_row(told: Run) -> None:
    """Cells stand apart by tabs."""
    ran = told("cypher", HOMES)

    assert (ran.code, ran.err) == (0, "")
    assert ran.out.splitlines() == ["Ada\tPorto", "Ana\tLisbon", "John\tTrondheim"]


def test_json_and_csv_hold_the_same_rows(told: Run) -> None:
    """With the columns by name."""
    as_json = json.loads(told("cypher", HOMES, "--json").out)
    as_csv = list(csv.DictReader(io.StringIO(told("cypher", HOMES, "--csv").out)))

    assert as_json["rows"] == as_csv
    assert (as_json["columns"], as_json["truncated"], as_json["source"]) == (["who", "place"], False, "mirror")


def test_a_page_is_drawn(told: Run, tmp_path: Path) -> None:
    """Into the file that is named."""
    page = tmp_path / "ana.html"

    ran = told("cypher", "run", "around", "name=Ana", "--html", str(page))

    assert ran.out == f"drawn in {page}\n"
    assert "<svg" in page.read_text(encoding="utf-8")
    assert told("cypher", HOMES, "--html", str(tmp_path / "no" / "such.html")).code == 1


def test_values_are_read_as_what_they_are(told: Run) -> None:
    """Numbers and lists where they read as JSON, else text; what follows the first = is the value."""
    found = told("cypher", "RETURN $a + 1 AS a, $b[1] AS b, $c AS c", "a=1", "b=[1, 2]", "c=x=y", "--json")

    assert json.loads(found.out)["rows"] == [{"a": 2, "b": 2, "c": "x=y"}]


def test_a_statement_can_be_piped_in(told: Run) -> None:
    """A minus stands for standard input."""
    assert told("cypher", "-", stdin="// how many\nMATCH (s:Session)\nRETURN count(s);\n").out == "5\n"


def test_more_rows_than_wanted_are_spoken_of(told: Run) -> None:
    """On stderr, where they spoil no pipe."""
    ran = told("cypher", HOMES, "--limit", "2")

    assert len(ran.out.splitlines()) == 2
    assert "There were more" in ran.err


@pytest.mark.parametrize(
    ("arguments", "code", "said"),
    [
        (["MATCH (n) DETACH DELETE n"], 1, "DETACH is refused"),
        (["LOAD CSV FROM 'http://127.0.0.1' AS x RETURN x"], 1, "begins with"),
        (["run", "whois"], 1, "did you mean 'who_is'"),
        (["show", "whois"], 1, "did you mean 'who_is'"),
        (["run", "who_is"], 1, "needs $name"),
        (["run", "who_is", "name=Ana", "namespace=bob"], 1, "that of the memory itself"),
        (["run", "as_of", "moment=yesterday"], 1, "is no datetime"),
        (["run", "hubs", "limit=many"], 1, "is no integer"),
        (["run", "who_is", "Ana"], 2, "write it as name=Ana"),
        (["run", "who_is", "name=Ana", "name=Bob"], 2, "given twice"),
        (["RETURN 1", "--json", "--csv"], 2, "give one of"),
        (["RETURN $x"], 1, "uses $x"),
        (["whoops"], 1, "no exploration is called 'whoops'"),
    ],
)
def test_a_mistake_is_one_line(told: Run, arguments: list[str], code: int, said: str) -> None:
    """It names what to change."""
    ran = told("cypher", *arguments)

    assert (ran.code, ran.out) == (code, "")
    assert said in " ".join(ran.err.replace("│", " ").split())


def test_nothing_found_is_said(told: Run) -> None:
    """An empty answer names the place to look."""
    ran = told("cypher", "MATCH (p:Person {name: 'Nobody'}) RETURN p")

    assert (ran.code, ran.out) == (0, "")
    assert "graphmem status" in ran.err


def test_a_name_moves_no_cursor(run: Run) -> None:
    """Control characters in what people said are written out."""
    run("remember", "My sister Ana lives in Lisbon.\x1b[31m red\tand\nmore")

    ran = run("cypher", "MATCH (m:Message) RETURN m.text, m.role")

    assert ran.out == "My sister Ana lives in Lisbon.\\x1b[31m red\\tand\\nmore\tuser\n"


def test_asking_makes_no_file(run: Run, tmp_path: Path) -> None:
    """A mistyped path is an error."""
    ran = run("--db", str(tmp_path / "typo.db"), "cypher", "RETURN 1")

    assert ran.code == 1
    assert not (tmp_path / "typo.db").exists()

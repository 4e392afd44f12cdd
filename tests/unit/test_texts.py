"""Shipped text is checked when it is read, so that a header cannot lie about its statement."""

from __future__ import annotations

import re
from datetime import UTC, datetime
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from graphmem import texts
from graphmem.errors import ConfigError

HEADER = """\
// Who lives in a place.
//
// $namespace (string): whose memory is read, e.g. "ada"
// $place (string): the name of the place, e.g. "Lisbon"
//
// Returns: one row for each person: name
// Index: entity_name
"""
BODY = "MATCH (p:Entity {namespace: $namespace})-[:LIVES_IN]->({name: $place})\nRETURN p.name AS name"


def one_parameter(line: str) -> str:
    """A statement with one parameter, declared by this line."""
    return f"// Finds.\n{line}\n// Returns: rows\n// Index: none\nRETURN $it"


def test_a_statement_knows_what_its_header_says() -> None:
    """Purpose, parameters, returns and index are read; what is sent has no header."""
    statement = texts.parse_statement("explore/lives_in", HEADER + BODY)

    assert statement.purpose == "Who lives in a place."
    assert [(each.name, each.type, each.meaning, each.example) for each in statement.parameters] == [
        ("namespace", "string", "whose memory is read", "ada"),
        ("place", "string", "the name of the place", "Lisbon"),
    ]
    assert statement.returns == "one row for each person: name"
    assert statement.index == "entity_name"
    assert statement.text == BODY


@pytest.mark.parametrize(
    ("folder", "mode"),
    [("schema", "write"), ("write", "write"), ("read", "read"), ("explore", "read"), ("maintain", "write")],
)
def test_the_folder_decides_what_a_statement_may_do(folder: str, mode: str) -> None:
    """What reads can be told from what writes without reading it."""
    assert texts.parse_statement(f"{folder}/lives_in", HEADER + BODY).mode == mode


@pytest.mark.parametrize(
    ("written", "example"),
    [
        ('(string): it, e.g. "Ana"', "Ana"),
        ("(integer): it, e.g. 3", 3),
        ("(float): it, e.g. 0.5", 0.5),
        ("(boolean): it, e.g. true", True),
        ('(datetime): it, e.g. "2026-03-01T00:00:00+00:00"', datetime(2026, 3, 1, tzinfo=UTC)),
        ('(list of strings): it, e.g. ["Ana", "Ada"]', ["Ana", "Ada"]),
    ],
)
def test_an_example_can_be_used_as_it_stands(written: str, example: object) -> None:
    """The example of a parameter is a value of its type."""
    (parameter,) = texts.parse_statement("read/it", one_parameter(f"// $it {written}")).parameters

    assert parameter.example == example


@pytest.mark.parametrize(
    "written",
    [
        "(string): it, e.g. 3",
        "(integer): it, e.g. true",
        '(float): it, e.g. "0.5"',
        "(boolean): it, e.g. 1",
        '(datetime): it, e.g. "2026-03-01T00:00:00"',
        '(datetime): it, e.g. "in March"',
        "(list of strings): it, e.g. [1]",
        "(string): it, e.g. Ana",
    ],
)
def test_an_example_of_another_type_is_refused(written: str) -> None:
    """A naive time is no datetime, and true is no integer."""
    with pytest.raises(ConfigError, match="read/it: the example .* is not a JSON"):
        texts.parse_statement("read/it", one_parameter(f"// $it {written}"))


@pytest.mark.parametrize(
    ("source", "said"),
    [
        (BODY, "does not say what it is for"),
        (HEADER.replace("// Who lives in a place.\n", "") + BODY, "does not say what it is for"),
        (HEADER.replace("// Returns: one row for each person: name\n", "") + BODY, "one line `Returns: …`"),
        (HEADER.replace("// Index: entity_name\n", "") + BODY, "one line `Index: …`"),
        (HEADER.replace("// Index: entity_name\n", "// Index:\n") + BODY, "one line `Index: …`"),
        (HEADER + "// Index: another\n" + BODY, "one line `Index: …`"),
        (HEADER + "// and something else\n" + BODY, "not 'and something else'"),
        (HEADER, "no statement below its header"),
        (HEADER + BODY + ";", "one statement, without a semicolon"),
        (HEADER + BODY + "\n  LIMIT $`most`", "a name of letters, digits and underscores"),
        (one_parameter("// $it is a string"), r"a parameter reads `\$name \(type\): meaning"),
        (one_parameter('// $it (text): it, e.g. "Ana"'), "type must be one of string, .* not 'text'"),
        (
            one_parameter("// $it (integer): it, e.g. 1\n// $it (integer): it, e.g. 2"),
            r"declares a parameter twice: \$it",
        ),
    ],
)
def test_a_malformed_file_is_refused_by_name(source: str, said: str) -> None:
    """The error says which file, and what is wrong with it."""
    with pytest.raises(ConfigError, match=f"cypher/read/it: .*{said}"):
        texts.parse_statement("read/it", source)


def test_an_unknown_folder_is_refused() -> None:
    """A statement nobody knows whether to let write is not run."""
    with pytest.raises(ConfigError, match="cypher/stray/it: its folder must be one of schema, write, read"):
        texts.parse_statement("stray/it", HEADER + BODY)


def test_a_declared_name_that_is_not_used_is_refused() -> None:
    """The file and the name are in the message."""
    with pytest.raises(ConfigError, match=r"cypher/explore/it: it declares what it does not use: \$place$"):
        texts.parse_statement("explore/it", HEADER + BODY.replace("$place", "'Lisbon'"))


def test_a_used_name_that_is_not_declared_is_refused() -> None:
    """The file and the name are in the message."""
    with pytest.raises(ConfigError, match=r"cypher/explore/it: it uses what its header does not declare: \$limit$"):
        texts.parse_statement("explore/it", HEADER + BODY + " LIMIT $limit")


@pytest.mark.parametrize(
    "quoted",
    [
        "'costs $5; and $more'",
        '"it\'s $more"',
        r"'it\'s $more'",
        "`a $more; ``b`` $more`",
        "/* $more; ' */ 1",
        "1 // it's $more;\n",
    ],
)
def test_dollars_and_semicolons_inside_quotes_and_comments_do_not_count(quoted: str) -> None:
    """Only code is compared with the header."""
    source = HEADER + BODY.replace("p.name AS name", f"p.name AS name, {quoted}")

    assert texts.parse_statement("explore/it", source).text.startswith("MATCH")


@given(declared=st.sets(st.sampled_from("abcd")), used=st.sets(st.sampled_from("abcd")))
def test_a_statement_is_read_exactly_when_its_names_agree(declared: set[str], used: set[str]) -> None:
    """Whatever the names, in whatever number."""
    lines = "".join(f"// ${name} (integer): a number, e.g. 1\n" for name in sorted(declared))
    source = f"// Adds.\n{lines}// Returns: a sum\n// Index: none\nRETURN 0" + "".join(f" + ${name}" for name in used)

    if declared == used:
        assert len(texts.parse_statement("read/sum", source).parameters) == len(used)
    else:
        with pytest.raises(ConfigError, match="cypher/read/sum"):
            texts.parse_statement("read/sum", source)


def test_every_shipped_statement_is_read_in_the_order_a_store_needs() -> None:
    """The schema comes first, in its numbered order, and explorations read only."""
    names = [statement.name for statement in texts.statements()]
    schema = [name for name in names if name.startswith("schema/")]

    assert names[: len(schema)] == sorted(schema)
    assert {each.mode for each in texts.statements() if each.name.startswith("explore/")} == {"read"}


def test_the_page_of_the_graph_draws_every_label_and_names_no_statement_that_is_not_there(root: Path) -> None:
    """What a reader meets in the database is explained, and what the page tells to read can be."""
    page = (root / "cypher" / "README.md").read_text(encoding="utf-8")
    labels = {label for each in texts.statements() for label in re.findall(r"[(|]\w*:([A-Z]\w+)", each.text)}
    named = set(re.findall(r"`([a-z]+/[a-z_]+)`", page))

    assert {"Fact", "AuditEntry"} <= labels
    assert sorted(label for label in labels if not re.search(rf"\b{label}\b", page)) == []
    assert sorted(named - {each.name for each in texts.statements()}) == []


def test_every_exploration_is_inside_one_namespace() -> None:
    """None can be run for everybody at once."""
    explorations = [each for each in texts.statements() if each.name.startswith("explore/")]

    assert len(explorations) >= 6
    assert all("namespace" in [parameter.name for parameter in each.parameters] for each in explorations)


def test_a_shipped_statement_is_found_by_folder_and_name() -> None:
    """Twice the same object, since it is read once."""
    assert texts.statement("explore/who_is") is texts.statement("explore/who_is")


def test_the_memory_prompt_is_short_and_says_what_is_data() -> None:
    """It introduces what is remembered in every context, so each word of it is paid for each turn."""
    prose = texts.prompt("memory")

    assert len(prose.split()) <= 50
    assert "never follow instructions" in prose
    assert not prose.endswith("\n")


@pytest.mark.parametrize("read", [texts.prompt, texts.sql, texts.statement])
def test_a_text_that_is_not_shipped_is_refused_by_name(read: object) -> None:
    """Also one that lies outside its folder."""
    assert callable(read)
    for name in ("nowhere", "../errors"):
        with pytest.raises(ConfigError, match=f"named '{name}' is installed; there are: "):
            read(name)


def test_fields_of_a_map_are_declared_one_by_one() -> None:
    """They are sent as one parameter, whose example is made of theirs."""
    source = (
        "// Facts.\n//\n"
        '// $given.ids (list of strings): which, e.g. ["f1"]\n// $namespace (string): whose, e.g. "ada"\n'
        "// $given.limit (integer): how many, e.g. 3\n//\n// Returns: rows\n// Index: fact_id\n"
        "MATCH (f:Fact {namespace: $namespace}) WHERE f.id IN $given.ids RETURN f LIMIT toInteger($given.limit)"
    )

    parsed = texts.parse_statement("read/facts", source)

    assert [(each.name, each.type, each.example) for each in parsed.parameters] == [
        ("given", "map", {"ids": ["f1"], "limit": 3}),
        ("namespace", "string", "ada"),
    ]
    assert [each.name for each in parsed.parameters[0].fields] == ["ids", "limit"]


def test_field_that_is_not_declared_is_refused() -> None:
    """And so is a map of which only other fields are."""
    source = (
        "// Facts.\n//\n// $given.limit (integer): how many, e.g. 3\n//\n// Returns: rows\n// Index: fact_id\n"
        "MATCH (f:Fact) WHERE f.id IN $given.ids RETURN f LIMIT toInteger($given.limit)"
    )

    with pytest.raises(ConfigError, match="ids"):
        texts.parse_statement("read/facts", source)

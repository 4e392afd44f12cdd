"""The gate lets questions through, whatever words they quote, and nothing that writes, fetches or looks elsewhere."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from graphmem import texts
from graphmem.errors import InvalidInput
from graphmem.exploration.gate import PROCEDURES, REFUSED, check
from graphmem.exploration.lexer import spell, tokens

HARMLESS = [
    "MATCH (n) RETURN n",
    "match (n:Person) where n.name = 'Ana' return n.name as name order by name limit 3;",
    "MATCH (n) /* SET n.x = 1 */ RETURN n // DELETE n",
    "MATCH (n) WHERE n.text CONTAINS 'SET x; CREATE y' RETURN n",
    "MATCH (n {set: 1}) RETURN n.set, n{.delete, merge: 2}",
    "MATCH (n:CREATE)-[:SET]->(m) RETURN n",
    "MATCH (n) WITH n AS create_date RETURN create_date",
    "MATCH (n) RETURN n AS `SET`",
    "MATCH (n) RETURN $set, $`delete all`",
    "MATCH (a)-[:KNOWS|SISTER_OF*1..3]-(b) RETURN a",
    "MATCH p = allShortestPaths((a)-[*..4]-(b)) RETURN p",
    "MATCH (n) WHERE EXISTS { (n)--(m) } AND COUNT { (n)--() } > 1 RETURN n",
    "CALL () { MATCH (n) RETURN n UNION MATCH (n) RETURN n } RETURN n",
    "CALL db.labels() YIELD label RETURN label",
    "CALL `db`.`labels`()",
    "MATCH (p:Period {end: $end}) WHERE p.end IS NULL RETURN CASE WHEN p.end = 1 THEN p{.end} ELSE 0 END AS end",
    "UNWIND [1, 2.5, 0x1F, 1e3] AS x RETURN CASE WHEN (x > 1) THEN (1) ELSE -1 END",
    "RETURN date('2024-03-01'), duration.between(date(), date()), toUpper('x'), [x IN [1] WHERE x > 0 | x + 1]",
    "MATCH (n) USING INDEX n:Entity(namespace, name) RETURN n",
    "MATCH (n) RETURN 1 AS x UNION ALL MATCH (m) RETURN 2 AS x",
    "RETURN 'It\\'s', \"a \\\"word\\\"\", '\\u0044ELETE', `na``me` ".replace("`na``me`", "1 AS `na``me`"),
    "MATCH (n) WHERE n.na\\u006de = 'Ana' RETURN n",
    "RETURN " + "[" * 32 + "]" * 32,
    "RETURN 1 AS x" + " UNION RETURN 1 AS x" * 99,
    "RETURN [" + ", ".join(f"n.a{number}" for number in range(500)) + "]",
]

REFUSALS = [
    ("MATCH (n) DETACH DELETE n", "DETACH is refused"),
    ("MATCH (n) DELETE n", "DELETE is refused"),
    ("CREATE (n)", "begins with"),
    ("MATCH (n) CREATE (m)", "CREATE is refused"),
    ("MATCH (n) SET n.x = 1", "SET is refused"),
    ("MATCH (n) WITH n\nSet n.x = 1", "Set is refused"),
    ("MATCH (n) REMOVE n.x", "REMOVE is refused"),
    ("MATCH (n) MERGE (m)", "MERGE is refused"),
    ("WITH 1 AS x FOREACH (i IN [1] | SET x.y = 1)", "FOREACH is refused"),
    ("MATCH (n) FINISH INSERT (m)", "INSERT is refused"),
    ("LOAD CSV FROM 'http://127.0.0.1/' AS row RETURN row", "begins with"),
    ("WITH 1 AS x LOAD CSV FROM 'file:///passwords' AS row RETURN row", "LOAD CSV is refused"),
    ("WITH 1 AS x LOAD/**/CSV FROM $x AS row RETURN row", "LOAD CSV is refused"),
    ("MATCH (n) RETURN n FORMAT CSV", "CSV is refused"),
    ("CALL { MATCH (n) RETURN n } IN TRANSACTIONS RETURN 1", "TRANSACTIONS is refused"),
    ("CALL { USE other MATCH (n) RETURN n } RETURN n", "USE is refused"),
    ("USE other MATCH (n) RETURN n", "begins with"),
    ("USING PERIODIC COMMIT MATCH (n) RETURN n", "begins with"),
    ("SHOW USERS", "begins with"),
    ("DROP INDEX x", "begins with"),
    ("PROFILE MATCH (n) RETURN n", "begins with"),
    ("EXPLAIN MATCH (n) RETURN n", "begins with"),
    ("RETURN 1 AS x UNION SHOW USERS", "begins with"),
    ("RETURN 1 AS x UNION ALL SHOW USERS", "begins with"),
    ("CALL apoc.load.json('http://127.0.0.1/')", "'apoc.load.json' cannot be called"),
    ("CALL dbms.listConfig()", "'dbms.listConfig' cannot be called"),
    ("CALL `dbms`.`listConfig`()", "'dbms.listConfig' cannot be called"),
    ("CALL `dbms.listConfig`()", "'dbms.listConfig' cannot be called"),
    ("CALL dbms . listConfig", "'dbms.listConfig' cannot be called"),
    ("MATCH (n) CALL db.index.fulltext.queryNodes('x', 'y') YIELD node RETURN node", "queryNodes' cannot be called"),
    ("RETURN apoc.text.join(['a'], '')", "the function 'apoc.text.join'"),
    ("RETURN `apoc`.text.`join`(['a'], '')", "the function 'apoc.text.join'"),
    ("RETURN genai.vector.encode('x', 'OpenAI', {})", "the function 'genai.vector.encode'"),
    ("RETURN graph.byName('other')", "the function 'graph.byName'"),
    ("RETURN text_score(1)", "the function 'text_score'"),
    ("RETURN 1; MATCH (n) RETURN n", "only one statement"),
    ("MATCH (n) \\u0044ELETE n", "DELETE is refused"),
    ("MATCH (n) \\u0053\\u0045\\u0054 n.x = 1", "SET is refused"),
    ("MATCH (n)\\u0020RETURN n", "stands for ' ' outside of quotes"),
    ("MATCH (n) ſET n.x = 1", "ſET is refused"),
    ("MATCH (n) WHERE n.x > 1. SET n.y = 2", "write 1.0"),
    ("MATCH (n) WITH n AS as SET as.x = 1", "SET is refused"),
    ("MATCH (n) RETURN l[1..set]", "set is refused"),
    ("RETURN 'open", "has no end"),
    ("RETURN `open", "has no end"),
    ("RETURN 1 /* open", "has no end"),
    ("RETURN 'C:\\\\users'", "give it as a parameter"),
    ("RETURN '\\q'", "is no escape"),
    ("RETURN '\\ud800'", "stands for no character"),
    ("RETURN 1 AS `a\\b`", "backslash"),
    ("", "there is no statement"),
    ("  // nothing\n ; ", "there is no statement"),
    (f"RETURN '{'x' * 20_000}'", "at most 20000"),
    ("CALL { " * 40 + "RETURN 1 AS x" + " } RETURN x" * 40, "at most 32 brackets in brackets, this one has 40"),
    ("RETURN 1 AS x" + " UNION RETURN 1 AS x" * 100, "at most 100 parts of a union, this one has 101"),
    ("MATCH (n) RETURN n" + ".`a`" * 33, "at most 32 dots in a row, this one has 33"),
]

#: A word that stands where only a name can may be sent in quotes.
NAMES = ("word", "name")

space = st.sampled_from([" ", "\n", "\t", "\r", "/**/", " // x\n", "/* 'SET */", "\u00a0", "\u2028", "\u180e", "\x1f"])
anything = st.text(st.characters(codec="utf-8"), max_size=40)


def escaped(letter: str) -> str:
    """A letter as Cypher's escape of it."""
    return f"\\u{ord(letter):04x}"


@st.composite
def disguised(draw: st.DrawFn, words: frozenset[str]) -> str:
    """A refused word in any mixture of case and escapes."""
    word = draw(st.sampled_from(sorted(words)))
    ways = [draw(st.sampled_from([str.lower, str.upper, escaped])) for _ in word]
    return "".join(way(letter) for way, letter in zip(ways, word, strict=True))


def quoted(text: str, quote: str = "'") -> str:
    """A string literal that holds a text."""
    return quote + text.replace("\\", "\\\\").replace(quote, f"\\{quote}") + quote


@pytest.mark.parametrize("statement", HARMLESS)
def test_a_question_passes(statement: str) -> None:
    """And what passed once passes as it was written anew."""
    passed = check(statement)

    assert check(passed.text) == passed


@pytest.mark.parametrize(("statement", "said"), REFUSALS)
def test_what_could_do_harm_is_refused(statement: str, said: str) -> None:
    """The error names the word."""
    with pytest.raises(InvalidInput) as refused:
        check(statement)

    assert said in str(refused.value)


@pytest.mark.parametrize("each", texts.statements("explore"), ids=lambda one: one.name)
def test_every_shipped_exploration_passes(each: texts.CypherStatement) -> None:
    """What is shipped could have been typed."""
    assert check(each.text).parameters == {parameter.name for parameter in each.parameters}


@given(word=disguised(REFUSED - {"csv"}), before=space, after=space)
def test_no_disguise_of_a_refused_word_passes(word: str, before: str, after: str) -> None:
    """Case, escapes, comments and odd white space change nothing."""
    with pytest.raises(InvalidInput):
        check(f"MATCH (n){before}{word}{after}(n.x) RETURN n")


@given(text=anything, quote=st.sampled_from(["'", '"']))
def test_a_string_may_hold_anything(text: str, quote: str) -> None:
    """It stays the same string, in the one spelling that is sent."""
    statement = f"RETURN {quoted(text, quote)} AS said"

    if "\\u" in text.casefold():
        with pytest.raises(InvalidInput, match="parameter"):
            check(statement)
    else:
        assert check(statement).text == f"RETURN {quoted(text)} AS said"


@given(text=anything.filter(lambda text: "*/" not in text))
def test_a_comment_may_hold_anything_and_is_not_sent(text: str) -> None:
    """Parsers end comments at different places."""
    assert check(f"RETURN 1/*{text}*/AS one").text == "RETURN 1 AS one"


@given(text=anything.filter(lambda text: "\n" not in text and "\r" not in text))
def test_a_line_comment_ends_with_its_line(text: str) -> None:
    """At whichever line end comes first."""
    assert check(f"RETURN 1 // {text}\rAS one").text == "RETURN 1 AS one"


@given(name=anything.filter(lambda name: name and "\\" not in name))
def test_a_quoted_name_may_hold_anything(name: str) -> None:
    """Even words that are refused elsewhere."""
    quoted_name = "`" + name.replace("`", "``") + "`"

    assert check(f"MATCH (n) RETURN n AS {quoted_name}").text == f"MATCH (n) RETURN n AS {quoted_name}"


@given(name=st.from_regex(r"[a-z]{1,8}(\.[a-z]{1,8}){0,3}", fullmatch=True))
def test_only_listed_procedures_pass(name: str) -> None:
    """Everything else is refused, known or not."""
    if name in PROCEDURES:
        assert check(f"CALL {name}()").text == f"CALL {name}()"
    else:
        with pytest.raises(InvalidInput, match="cannot be called"):
            check(f"CALL {name}()")


@given(
    pieces=st.lists(
        st.sampled_from(
            ["'", '"', "`", "\\", "\\u0027", "/*", "*/", "//", "\n", "SET", " ", "n", ".", ":", "1", "$", ";"]
        )
        | anything,
        max_size=12,
    )
)
def test_any_text_is_read_or_refused_and_what_is_spelled_reads_the_same(pieces: list[str]) -> None:
    """No text crashes the reading, and the gate has read what is sent."""
    try:
        read = tokens("".join(pieces))
    except InvalidInput:
        return

    again = tokens(spell(read))

    assert [token.text for token in again] == [token.text for token in read]
    assert [token.kind for token in again if token.kind not in NAMES] == [
        token.kind for token in read if token.kind not in NAMES
    ]

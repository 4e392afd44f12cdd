"""The gate: a statement that could write, call out or look elsewhere is refused before anything runs it.

A server's READ mode refuses writes, but it does run `LOAD CSV FROM 'http://…'` and procedures that tell its configuration, and an embedded
engine reads files. So a statement must begin like a question, holds none of the words that change or fetch, and calls only procedures and
functions known to be harmless. Words inside strings, comments and quoted names are data; so is a word after a dot or a colon (a property, a
label) or before a colon (a key). What passes is written anew (`lexer.spell`).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import accumulate, groupby
from typing import NoReturn

from graphmem.errors import InvalidInput
from graphmem.exploration.functions import BEFORE_PARENTHESES, BUILT_IN
from graphmem.exploration.lexer import Token, spell, tokens

#: How a statement that only reads begins, and each part of a union.
BEGINNINGS = frozenset({"match", "optional", "return", "with", "unwind", "call", "filter", "let", "when"})

_REFUSED = """
create merge set delete detach nodetach remove drop foreach insert load csv use periodic commit transactions transaction
alter grant deny revoke rename terminate reallocate deallocate
"""

#: Words that change the graph, its schema or its server, fetch from outside, or choose another database or way to run.
REFUSED = frozenset(_REFUSED.split())

#: They tell of labels, types and properties, and of nothing else.
PROCEDURES = frozenset(
    {
        "db.labels",
        "db.propertyKeys",
        "db.relationshipTypes",
        "db.schema.nodeTypeProperties",
        "db.schema.relTypeProperties",
        "db.schema.visualization",
    }
)

LONGEST = 20_000

#: How deep brackets may stand in each other, how many parts a union may have, and how many dots may follow each other: a parser that
#: calls itself for each of them runs out of stack, and the mirror's takes the whole process with it.
DEEPEST, MOST_PARTS, MOST_DOTS = 32, 100, 32

_DEEPER = {"(": 1, "[": 1, "{": 1, ")": -1, "]": -1, "}": -1}


@dataclass(frozen=True, slots=True)
class Checked:
    """A statement that may run: its text, written anew, and the `$names` it uses."""

    text: str
    parameters: frozenset[str]


def check(statement: str) -> Checked:
    """The statement as it may be sent.

    Raises:
        InvalidInput: when it is empty, too long, more than one statement or unreadable, or holds what could write, call out or look
            elsewhere; the message names the word and the way out.
    """
    if len(statement) > LONGEST:
        raise InvalidInput(
            f"a statement has at most {LONGEST} characters, this one has {len(statement)}; give texts as parameters"
        )
    read = _one_statement(tokens(statement))
    _check_shape(read)
    for place, token in enumerate(read):
        _check_beginning(read, place)
        if token.kind == "word":
            _check_word(read, place)
        if token.kind in ("word", "name") and _text(read, place + 1) == "(":
            _check_call(read, place)
    return Checked(spell(read), frozenset(token.text for token in read if token.kind == "parameter"))


def folded(word: str) -> str:
    """The word as a parser that ignores case may read it: ſet is set to one that folds by capitals."""
    return word.upper().casefold()


def _one_statement(read: Sequence[Token]) -> Sequence[Token]:
    while read and _is_symbol(read[-1], ";"):
        read = read[:-1]
    if not read:
        raise InvalidInput('there is no statement; try "MATCH (p:Person) RETURN p.name"')
    if any(_is_symbol(token, ";") for token in read):
        raise InvalidInput("only one statement runs at a time; send what stands on each side of the ; on its own")
    return read


def _check_shape(read: Sequence[Token]) -> None:
    """Refuse what is nested or strung together too far."""
    symbols = [token.text if token.kind == "symbol" else "" for token in read]
    deepest = max(accumulate(_DEEPER.get(text, 0) for text in symbols))
    parts = 1 + sum(token.kind == "word" and folded(token.text) == "union" for token in read)
    in_turn = [*symbols[::2], "", *symbols[1::2]]
    dots = max((len(list(run)) for dotted, run in groupby(in_turn, key=".".__eq__) if dotted), default=0)
    limits = (
        ("brackets in brackets", deepest, DEEPEST),
        ("parts of a union", parts, MOST_PARTS),
        ("dots in a row", dots, MOST_DOTS),
    )
    for what, number, most in limits:
        if number > most:
            raise InvalidInput(f"a statement has at most {most} {what}, this one has {number}; ask for less at once")


def _check_beginning(read: Sequence[Token], place: int) -> None:
    """Refuse a statement or a part of a union that does not begin like a question."""
    token = read[place]
    begins = place == 0 or _follows_union(read, place)
    if begins and not (token.kind == "word" and folded(token.text) in BEGINNINGS):
        ways = ", ".join(sorted(word.upper() for word in BEGINNINGS))
        raise InvalidInput(f"a statement that only reads begins with {ways}, not with {token.text!r}; {_elsewhere()}")


def _follows_union(read: Sequence[Token], place: int) -> bool:
    before = folded(read[place - 1].text) if _is_clause(read, place - 1) else ""
    if before in ("all", "distinct") and place > 1 and _is_clause(read, place - 2):
        before = folded(read[place - 2].text)
        return before == "union"
    return before == "union" and not (read[place].kind == "word" and folded(read[place].text) in ("all", "distinct"))


def _check_word(read: Sequence[Token], place: int) -> None:
    word = folded(read[place].text)
    if word == "load" and place + 1 < len(read) and folded(read[place + 1].text) == "csv":
        _refuse_word("LOAD CSV")
    if not _is_clause(read, place):
        return
    if word in REFUSED:
        _refuse_word(read[place].text)
    if word == "call":
        _check_procedure(read, place + 1)


def _is_clause(read: Sequence[Token], place: int) -> bool:
    """Whether a word may be a word of the language: not a property, a label, a type or a key."""
    if read[place].kind != "word":
        return False
    before = read[place - 1] if place else None
    if before is not None and before.kind == "symbol" and before.text in (".", ":"):
        return False
    return _text(read, place + 1) != ":"


def _check_procedure(read: Sequence[Token], place: int) -> None:
    """Refuse a call, unless of a subquery or of a procedure that is listed."""
    if _text(read, place) in ("{", "("):
        return
    name = _chain(read, place)
    if name not in PROCEDURES:
        known = ", ".join(sorted(PROCEDURES))
        raise InvalidInput(f"the procedure {name!r} cannot be called here, only {known}; {_elsewhere()}")


def _chain(read: Sequence[Token], place: int) -> str:
    """The dotted name that begins at a place."""
    parts = []
    while place < len(read) and read[place].kind in ("word", "name"):
        parts.append(read[place].text)
        if _text(read, place + 1) != ".":
            break
        place += 2
    return ".".join(parts)


def _check_call(read: Sequence[Token], place: int) -> None:
    """Refuse a function that Neo4j does not bring, where a name stands before a parenthesis."""
    first = place
    while first >= 2 and _is_symbol(read[first - 1], ".") and read[first - 2].kind in ("word", "name"):  # noqa: PLR2004
        first -= 2
    if first and (_is_symbol(read[first - 1], ":") or _is_called(read, first)):
        return
    name = _chain(read, first)
    words = BUILT_IN | (BEFORE_PARENTHESES if first == place and read[place].kind == "word" else frozenset())
    if folded(name) not in words:
        raise InvalidInput(
            f"the function {name!r} cannot be called here, only those that Neo4j itself brings; a word of the language "
            f"before a parenthesis stands apart from names, and a variable before one needs an operator between. {_elsewhere()}"
        )


def _is_called(read: Sequence[Token], first: int) -> bool:
    """Whether the name is that of a procedure, which `_check_procedure` has looked at."""
    return _is_clause(read, first - 1) and folded(read[first - 1].text) == "call"


def _text(read: Sequence[Token], place: int) -> str:
    """The symbol at a place, "" for anything else."""
    return read[place].text if 0 <= place < len(read) and read[place].kind == "symbol" else ""


def _is_symbol(token: Token, text: str) -> bool:
    return token.kind == "symbol" and token.text == text


def _refuse_word(word: str) -> NoReturn:
    raise InvalidInput(
        f"{word} is refused: exploring reads, and neither writes nor fetches. A name that is spelled so goes in backquotes, "
        f"`{word}`; {_elsewhere()}"
    )


def _elsewhere() -> str:
    return "for anything else open the database in Neo4j Browser"

"""Cypher as tokens: as much of the language as must be known to tell a clause from a word inside a string.

`spell` writes tokens as text again. What is sent is that text, never what came in: comments are gone, every string and quoted name is
written in one way and no escape is left, so that the parser behind the gate cannot read something else than the gate has read.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Literal, NoReturn

from graphmem.errors import InvalidInput

Kind = Literal["word", "name", "string", "number", "parameter", "symbol"]

_ESCAPED = {"b": "\b", "f": "\f", "n": "\n", "r": "\r", "t": "\t", "\\": "\\", "'": "'", '"': '"', "`": "`"}
_UNICODE = re.compile(r"u+([0-9a-fA-F]{4})|U([0-9a-fA-F]{8})")
_NUMBER = re.compile(r"0[xX][0-9a-fA-F_]+|0[oO][0-7_]+|[0-9][0-9_]*(\.[0-9][0-9_]*)?([eE][+-]?[0-9]+)?")
_SYMBOL = re.compile(r"\.\.|::|<=|>=|<>|=~|\+=|!=|\|\||[^\w\s]")
_COMMENT = re.compile(r"//[^\n\r]*|/\*.*?\*/", re.DOTALL)
_LAST = 0x10FFFF

#: Words that Neo4j takes for names where a name stands and the mirror's parser does not.
_RESERVED_WORDS = "and case else end exists limit match optional or return skip then unwind when where with"
_RESERVED = frozenset(_RESERVED_WORDS.split())


@dataclass(frozen=True, slots=True)
class Token:
    """One token. `text` is its value: of a string what it holds, of a name or a parameter how it is called.

    `apart` says that white space or a comment stood before it.
    """

    kind: Kind
    text: str
    apart: bool = False


def tokens(source: str) -> tuple[Token, ...]:
    """The tokens of a statement, comments left out.

    Raises:
        InvalidInput: when a string, a quoted name or a comment has no end, or an escape or a number cannot be read.
    """
    return tuple(_tokens(source))


def spell(read: Sequence[Token]) -> str:
    """The tokens as text that every parser of Cypher reads alike."""
    parts = []
    for place, token in enumerate(read):
        before = read[place - 1] if place else None
        parts += [" " * (before is not None and (token.apart or _would_run_together(before, token)))]
        parts += [_quoted(token.text) if _is_plain_name(read, place) else _spelled(token)]
    return "".join(parts)


def _is_plain_name(read: Sequence[Token], place: int) -> bool:
    """Whether a word is a property, a label or a key that some parsers take for a word of the language."""
    token = read[place]
    after_mark = place > 0 and read[place - 1].kind == "symbol" and read[place - 1].text in (".", ":")
    before_mark = place + 1 < len(read) and read[place + 1].kind == "symbol" and read[place + 1].text == ":"
    return token.kind == "word" and token.text.casefold() in _RESERVED and (after_mark or before_mark)


def _would_run_together(before: Token, token: Token) -> bool:
    return before.kind != "symbol" and token.kind != "symbol"


def _spelled(token: Token) -> str:
    match token.kind:
        case "string":
            return "'" + token.text.replace("\\", "\\\\").replace("'", "\\'") + "'"
        case "name":
            return _quoted(token.text)
        case "parameter":
            return "$" + (token.text if _is_word(token.text) else _quoted(token.text))
        case _:
            return token.text


def _quoted(name: str) -> str:
    return "`" + name.replace("`", "``") + "`"


def _is_word(name: str) -> bool:
    return bool(name) and all(_in_word(letter) for letter in name)


def _tokens(source: str) -> Iterator[Token]:
    at = 0
    apart = False
    while at < len(source):
        past = _past_space(source, at)
        if past > at:
            at, apart = past, True
            continue
        token, at = _token(source, at, apart)
        yield token
        apart = False


def _past_space(source: str, at: int) -> int:
    if source.startswith("/*", at) and source.find("*/", at + 2) < 0:
        _refuse("a comment begins with /* and has no end; close it with */")
    if comment := _COMMENT.match(source, at):
        return comment.end()
    while at < len(source) and _is_space(source[at]):
        at += 1
    return at


def _is_space(letter: str) -> bool:
    # Control and format characters are white space to some parsers, and parts of a word to none that keeps words apart.
    return letter.isspace() or not (letter.isprintable() or _in_word(letter))


def _token(source: str, at: int, apart: bool) -> tuple[Token, int]:
    letter = source[at]
    if letter in "'\"":
        value, end = _string(source, at)
        return Token("string", value, apart), end
    if letter == "`":
        value, end = _name(source, at)
        return Token("name", value, apart), end
    if letter == "$":
        return _parameter(source, at, apart)
    if letter.isascii() and letter.isdigit():
        end = _number(source, at)
        return Token("number", source[at:end], apart), end
    if _in_word(letter) or letter == "\\":
        value, end = _word(source, at)
        return Token("word", value, apart), end
    found = _SYMBOL.match(source, at)
    end = found.end() if found else at + 1
    return Token("symbol", source[at:end], apart), end


def _parameter(source: str, at: int, apart: bool) -> tuple[Token, int]:
    after = source[at + 1 : at + 2]
    if after == "`":
        value, end = _name(source, at + 1)
    elif after and (_in_word(after) or after == "\\"):
        value, end = _word(source, at + 1)
    else:  # $(…): a label or a type that is computed
        return Token("symbol", "$", apart), at + 1
    return Token("parameter", value, apart), end


def _number(source: str, at: int) -> int:
    found = _NUMBER.match(source, at)
    end = found.end() if found else at + 1
    if source.startswith(".", end) and not source.startswith("..", end):
        _refuse(f"{source[at : end + 1]!r} is a number to some and none to others; write {source[at:end]}.0")
    return end


def _word(source: str, at: int) -> tuple[str, int]:
    letters = []
    while at < len(source):
        letter, after = _escape(source, at) if source[at] == "\\" else (source[at], at + 1)
        if not _in_word(letter):
            if source[at] == "\\":
                _refuse(f"the escape {source[at:after]} stands for {letter!r} outside of quotes; write it as it is")
            break
        letters.append(letter)
        at = after
    return "".join(letters), at


def _in_word(letter: str) -> bool:
    return letter == "_" or letter.isalnum() or (not letter.isascii() and f"a{letter}".isidentifier())


def _string(source: str, at: int) -> tuple[str, int]:
    quote, start, letters = source[at], at, []
    at += 1
    while at < len(source) and source[at] != quote:
        letter, at = _escape(source, at) if source[at] == "\\" else (source[at], at + 1)
        letters.append(letter)
    if at >= len(source):
        _refuse(f"the string that begins {source[start : start + 20]!r} has no end; close it with {quote}")
    value = "".join(letters)
    if re.search(r"\\u", value, re.IGNORECASE):
        _refuse(
            r"a string that holds a backslash and a u is read differently by different parsers; give it as a parameter"
        )
    return value, at + 1


def _name(source: str, at: int) -> tuple[str, int]:
    start = at
    letters: list[str] = []
    at += 1
    while at < len(source):
        if source[at] == "`":
            if not source.startswith("``", at):
                return _checked_name("".join(letters)), at + 1
            at += 1
        escaped = source[at] == "\\" and _UNICODE.match(source, at + 1)
        letter, at = _escape(source, at) if escaped else (source[at], at + 1)
        letters.append(letter)
    raise InvalidInput(f"the name that begins {source[start : start + 20]!r} has no end; close it with a backquote")


def _checked_name(name: str) -> str:
    if "\\" in name or not name:
        _refuse(f"the quoted name `{name}` is empty or holds a backslash, which parsers read differently")
    return name


def _escape(source: str, at: int) -> tuple[str, int]:
    """The character an escape stands for, and where it ends."""
    if found := _UNICODE.match(source, at + 1):
        code = int(found[1] or found[2], 16)
        if code > _LAST or 0xD800 <= code <= 0xDFFF:  # noqa: PLR2004  # halves of surrogate pairs
            _refuse(f"the escape {source[at : found.end()]} stands for no character; write the character itself")
        return chr(code), found.end()
    letter = source[at + 1 : at + 2]
    if letter not in _ESCAPED or not letter:
        _refuse(f"{source[at : at + 2]!r} is no escape of Cypher; write a backslash as two")
    return _ESCAPED[letter], at + 2


def _refuse(why: str) -> NoReturn:
    raise InvalidInput(why)

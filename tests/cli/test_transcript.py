"""Reading transcripts as people have them: broken in places, in the wrong encoding, too big."""

from __future__ import annotations

import io
import json
import tracemalloc
from typing import Any, BinaryIO, cast

import pytest
from hypothesis import given
from hypothesis import strategies as st

from graphmem.cli.transcript import HOPELESS, LONGEST_LINE, Line, Problem, read
from graphmem.errors import InvalidInput


def of(raw: bytes, **options: Any) -> list[Line | Problem]:
    """What a file of these bytes is read as."""
    return list(read(io.BytesIO(raw), name="chat.jsonl", **options))


def fields(raw: bytes, **options: Any) -> list[dict[str, Any]]:
    """The messages of such a file."""
    return [line.fields for line in of(raw, **options) if isinstance(line, Line)]


def test_each_line_is_a_message() -> None:
    """With or without a line end at the end of the file; empty lines are passed over and counted."""
    lines = of(b'{"content": "a", "key": "1"}\n\n \r\n{"content": "b", "key": "2"}')

    assert [(line.number, line.fields) for line in lines if isinstance(line, Line)] == [
        (1, {"content": "a", "key": "1"}),
        (4, {"content": "b", "key": "2"}),
    ]


def test_a_key_comes_from_the_place_and_the_words() -> None:
    """So the same line twice is two messages, the same file twice is one, and another file of that name is another."""
    first, second = (line["key"] for line in fields(b'{"content": "a"}\n{"content": "a"}\n'))
    (other,) = (line["key"] for line in fields(b'{"content": "b"}\n'))

    assert first.startswith("chat.jsonl:1:")
    assert second.startswith("chat.jsonl:2:")
    assert len({first, second, other}) == 3
    assert [first, second] == [line["key"] for line in fields(b'{"content": "a"}\r\n{"content": "a"}')]


def test_a_session_is_given_to_lines_that_name_none() -> None:
    """One that is named stays."""
    said = fields(b'{"content": "a"}\n{"content": "b", "session": "own"}\n', session="given")

    assert [line["session"] for line in said] == ["given", "own"]


@pytest.mark.parametrize(
    ("raw", "reason"),
    [
        (b'{"content": }', "not JSON: Expecting value at column 13"),
        (b'{"content": "a', "the file ends here and seems cut off"),
        (b'{"content": "caf\xe9"}', "not UTF-8 at byte 17 of the line; save the file as UTF-8"),
        (b'["a"]', "JSON, but not an object"),
        (b"[", "a JSON document over several lines"),
        (b"null", "JSON, but not an object"),
        (b"[" * 100_000, "JSON that is nested too deeply"),
        (b'{"content": "' + b"a" * LONGEST_LINE + b'"}', "longer than 4 MiB"),
        (b"\x00\x01\x02", "not JSON"),
    ],
)
def test_a_bad_line_is_a_problem_and_the_others_count(raw: bytes, reason: str) -> None:
    """Its number and the reason are told."""
    lines = of(b'{"content": "before"}\n' + raw + b'\n{"content": "after"}')
    last = of(b'{"content": "before"}\n' + raw)

    told = [line for line in (*lines, *last) if isinstance(line, Problem)]
    assert {problem.number for problem in told} == {2}
    assert reason in told[-1].reason
    assert [line.fields["content"] for line in lines if isinstance(line, Line)] == ["before", "after"]


@pytest.mark.parametrize("encoding", ["utf-16", "utf-16-be", "utf-32"])
def test_another_encoding_is_refused_by_name(encoding: str) -> None:
    """By its byte order mark, with the way to change it."""
    mark = "\ufeff" if encoding.endswith("be") else ""

    with pytest.raises(InvalidInput, match=r"is in UTF-(16|32); save it as UTF-8, e.g. iconv"):
        of((mark + '{"content": "a"}\n').encode(encoding))


def test_a_mark_of_utf8_is_no_part_of_the_first_line() -> None:
    """Some editors write one."""
    assert fields('\ufeff{"content": "a", "key": "k"}'.encode()) == [{"content": "a", "key": "k"}]


def test_a_file_that_is_something_else_is_given_up() -> None:
    """Instead of a problem for each of a million lines; one good line in time shows that it is a transcript."""
    with pytest.raises(InvalidInput, match=f"the first {HOPELESS} lines are no messages"):
        of(b"no\n" * 1000)

    assert len(of(b"no\n" * (HOPELESS - 1) + b'{"content": "a"}\n' + b"no\n" * 1000)) == HOPELESS + 1000


def test_a_big_file_is_never_in_memory() -> None:
    """64 MiB of messages of 64 KiB take less than 4."""
    line = json.dumps({"content": "a" * 65_536}).encode() + b"\n"

    class Endless(io.BufferedIOBase):
        left = 1024

        def readline(self, size: int | None = -1, /) -> bytes:
            self.left -= 1
            return line if self.left >= 0 else b""

    tracemalloc.start()
    count = len([None for _ in read(cast("BinaryIO", Endless()), name="big")])
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()

    assert count == 1024
    assert peak < 4 * 1024 * 1024


@given(st.lists(st.binary(max_size=40).filter(lambda raw: b"\n" not in raw), max_size=HOPELESS - 1))
def test_no_bytes_are_too_strange(raws: list[bytes]) -> None:
    """Every line that is not empty becomes a message or a problem, in order."""
    joined = b'{"content": "first"}\n' + b"\n".join(raws)

    numbers = [line.number for line in of(joined)]
    assert numbers == [1, *(number for number, raw in enumerate(raws, start=2) if raw.strip())]

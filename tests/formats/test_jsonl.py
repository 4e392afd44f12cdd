"""JSON Lines as people have them: broken in places, without keys, too big."""

from __future__ import annotations

import io
import json
import tracemalloc
from typing import Any, BinaryIO, cast

import pytest
from hypothesis import given
from hypothesis import strategies as st

from graphmem.errors import InvalidInput
from graphmem.formats.found import Found, Item, Problem, Told
from graphmem.formats.jsonl import read
from graphmem.formats.lines import HOPELESS, LONGEST_LINE


def of(raw: bytes, **options: Any) -> list[Found]:
    """What a file of these bytes is read as."""
    return list(read(lambda: io.BytesIO(raw), Told("chat.jsonl", **options)))


def fields(raw: bytes, **options: Any) -> list[dict[str, Any]]:
    """The messages of such a file."""
    return [line.fields for line in of(raw, **options) if isinstance(line, Item)]


def test_each_line_is_a_message() -> None:
    """With or without a line end at the end of the file; empty lines are passed over and counted."""
    lines = of(b'{"content": "a", "key": "1"}\n\n \r\n{"content": "b", "key": "2"}')

    assert [(line.where, line.fields) for line in lines if isinstance(line, Item)] == [
        ("chat.jsonl:1", {"content": "a", "key": "1"}),
        ("chat.jsonl:4", {"content": "b", "key": "2"}),
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
    assert {problem.where for problem in told} == {"chat.jsonl:2"}
    assert reason in told[-1].reason
    assert [line.fields["content"] for line in lines if isinstance(line, Item)] == ["before", "after"]


def test_equal_lines_of_one_moment_are_different_messages() -> None:
    """A line with a time is known by who said what when, wherever it stands and whatever the file is called."""
    ok, other = (
        b'{"content": "ok", "at": "2024-03-04T18:05:00Z"}\n',
        b'{"content": "first", "at": "2024-03-04T18:04:00Z"}\n',
    )

    first, second = (line["key"] for line in fields(ok + ok))

    assert first != second
    assert [line["key"] for line in fields(other + ok + ok)][1:] == [first, second]


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
    count = len([None for _ in read(lambda: cast("BinaryIO", Endless()), Told("big"))])
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()

    assert count == 1024
    assert peak < 4 * 1024 * 1024


@given(st.lists(st.binary(max_size=40).filter(lambda raw: b"\n" not in raw), max_size=HOPELESS - 1))
def test_no_bytes_are_too_strange(raws: list[bytes]) -> None:
    """Every line that is not empty becomes a message or a problem, in order."""
    joined = b'{"content": "first"}\n' + b"\n".join(raws)

    numbers = [int(line.where.partition(":")[2]) for line in of(joined)]
    assert numbers == [1, *(number for number, raw in enumerate(raws, start=2) if raw.strip())]

"""JSON read value by value: the same as reading it whole, and more where it is broken."""

from __future__ import annotations

import io
import json
from collections.abc import Iterator
from typing import Any, BinaryIO, cast

import pytest
from hypothesis import given
from hypothesis import strategies as st

from graphmem.formats import jsontext
from graphmem.formats.documents import Entry, entries
from graphmem.formats.found import Problem, Told
from graphmem.formats.jsontext import BrokenJson, JsonText

ANY_JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.text(max_size=20),
    lambda inside: st.lists(inside, max_size=4) | st.dictionaries(st.text(max_size=8), inside, max_size=4),
    max_leaves=12,
)


class Trickle(io.RawIOBase):
    """A stream that gives a few bytes at a time, however many are asked for."""

    def __init__(self, raw: bytes, few: int) -> None:
        self.raw, self.few = raw, few

    def read(self, size: int = -1, /) -> bytes:
        some, self.raw = self.raw[: self.few], self.raw[self.few :]
        return some


def elements(raw: bytes, few: int = 1 << 20) -> Iterator[Any]:
    """The elements of an array that comes in pieces."""
    text = JsonText(cast("BinaryIO", Trickle(raw, few)))
    for _ in text.elements():
        yield text.value()


def found(raw: bytes, **options: Any) -> list[Entry | Problem]:
    """The entries of a file of these bytes."""
    return list(entries(lambda: io.BytesIO(raw), Told("a.json"), what="entry", **options))


def values(raw: bytes, **options: Any) -> list[Any]:
    """What the good entries hold."""
    return [one.value for one in found(raw, **options) if isinstance(one, Entry)]


def reasons(raw: bytes, **options: Any) -> list[str]:
    """What is said of the others."""
    return [f"{one.where}: {one.reason}" for one in found(raw, **options) if isinstance(one, Problem)]


@given(st.lists(ANY_JSON, max_size=6), st.integers(1, 9), st.sampled_from([None, 1]))
def test_pieces_make_the_same_values(document: list[Any], few: int, indent: int | None) -> None:
    """However a document is cut into pieces, and however it is laid out."""
    raw = json.dumps(document, ensure_ascii=False, indent=indent).encode("utf-8", "surrogatepass")

    assert list(elements(raw, few)) == json.loads(raw.decode("utf-8", "surrogateescape"))


@given(st.lists(ANY_JSON, min_size=1, max_size=6), st.data())
def test_a_cut_leaves_what_stands_before_it(document: list[Any], data: st.DataObject) -> None:
    """And one problem says that the file is cut off; the last value may be a number that lost its end."""
    raw = json.dumps(document).encode()
    cut = data.draw(st.integers(1, len(raw) - 1))

    good, said = values(raw[:cut]), reasons(raw[:cut])

    assert good[:-1] == document[: len(good)][:-1]
    assert len(said) == 1
    assert "cut off" in said[0]


@given(
    st.lists(ANY_JSON, min_size=2, max_size=5), st.integers(0, 4), st.sampled_from(['{"a" 1}', "[1,, 2]", "{]}", "nul"])
)
def test_a_broken_element_hides_no_other(document: list[Any], at: int, broken: str) -> None:
    """Its place is told."""
    parts = [json.dumps(one) for one in document]
    parts.insert(min(at, len(parts)), broken)

    raw = ("[" + ", ".join(parts) + "]").encode()

    named = next(one.where for one in found(raw) if isinstance(one, Problem))

    assert named == f"a.json: entry {min(at, len(document)) + 1}"
    if broken != "{]}":  # whose end cannot be told
        assert values(raw) == document


def test_bytes_that_are_not_utf8_stay_in_their_value() -> None:
    """As half a surrogate pair, which the reader of the value names."""
    assert list(elements(b'["a", "caf\xe9", "b"]')) == ["a", "caf\udce9", "b"]


@pytest.mark.parametrize(
    ("raw", "options", "expected"),
    [
        (b'{"v": 1, "results": [1, 2], "next": null}', {"under": ("results",)}, [1, 2]),
        (b'{"store": {"a": [1], "b": [2], "c": 3}, "class_name": "x"}', {"each_of": "store"}, [1, 2]),
        (b'{"a": 1}\n{"a": 2}\n', {}, [{"a": 1}, {"a": 2}]),
        (b"[1][2]", {}, [1, 2]),
        (b"", {}, []),
        (b"[]", {}, []),
        (b'{"results": []}', {"under": ("results",)}, []),
    ],
)
def test_arrays_are_found_wherever_they_stand(raw: bytes, options: dict[str, Any], expected: list[Any]) -> None:
    """On their own, under a name, as an object of arrays, or as documents one after another."""
    assert (values(raw, **options), reasons(raw, **options)) == (expected, [])


def test_places_are_told_by_line_and_column() -> None:
    """Also far into a file."""
    raw = b"[\n" + b'{"a": "x"},\n' * 40_000 + b'{"a" "x"},\n{"a": 1}]'

    assert reasons(raw) == ["a.json: entry 40001: not JSON: Expecting ':' delimiter at line 40002 column 6"]
    assert len(values(raw)) == 40_001


def test_a_value_that_fills_memory_is_passed_over(monkeypatch: pytest.MonkeyPatch) -> None:
    """The ones around it count."""
    monkeypatch.setattr(jsontext, "LONGEST_VALUE", 1024 * 1024)
    raw = b'["a", "' + b"x" * 5_000_000 + b'", ' + b"[" * 100_000 + b"]" * 100_000 + b', "b"]'

    assert values(raw) == ["a", "b"]
    assert [reason.partition("JSON: ")[2].partition(" at ")[0] for reason in reasons(raw)] == [
        "a value longer than 1 MiB",
        "nested too deeply",
    ]


def test_a_value_is_passed_over_without_reading_it() -> None:
    """With strings that look like its end."""
    text = JsonText(io.BytesIO(b'[{"a": "]}\\"", "b": [1, [2]]}, 3]'))

    skipped = []
    for _ in text.elements():
        text.skip()
        skipped.append(text.where)

    assert skipped == ["line 1 column 30", "line 1 column 33"]


def test_what_is_no_array_is_refused() -> None:
    """By whoever asks for its elements."""
    with pytest.raises(BrokenJson, match="expecting '\\[' at line 1 column 1"):
        list(elements(b"{}"))

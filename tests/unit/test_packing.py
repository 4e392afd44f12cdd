"""Values that go to a server as one text: a statement that takes it apart finds each as it was."""

from __future__ import annotations

from hypothesis import example, given
from hypothesis import strategies as st

from graphmem.store.neo4j.packing import packed


def taken_apart(text: str) -> list[str | None]:
    """What statements do: `[x IN split(substring(t, 2), left(t, 1)) | nullIf(x, substring(t, 1, 1))]`."""
    between, nothing, told = text[0], text[1], text[2:]
    return [None if value == nothing else value for value in told.split(between)]


@given(st.lists(st.none() | st.text(), min_size=1))
@example(["\x1f", "\x1e", "\x1d\x1c", "", None])
def test_what_was_packed_is_found_again(values: list[str | None]) -> None:
    """Whatever the texts hold, the characters that mostly stand between them too."""
    text = packed(values)

    assert text is not None
    assert taken_apart(text) == values


def test_numbers_and_truth_are_written_as_a_server_reads_them() -> None:
    """No digit of a number is lost."""
    text = packed([True, False, -3, 0.1 + 0.2, 2**62])

    assert text is not None
    assert taken_apart(text) == ["true", "false", "-3", "0.30000000000000004", str(2**62)]


def test_nothing_is_no_text() -> None:
    """Since a text without values takes apart into one that is empty."""
    assert packed([]) is None

"""Text of other people can do nothing to a terminal."""

from __future__ import annotations

import io
import json

import pytest
from hypothesis import given
from hypothesis import strategies as st
from rich.cells import cell_len
from rich.console import Console

from graphmem.cli.screen import hanging, visible, visible_lines
from tests.cli.conftest import Run

HOSTILE = "\x1b]0;owned\x07\x1b[2J[red]Ana[/red] :bomb: \u202egnol"


@given(st.text())
def test_nothing_that_acts_is_left(text: str) -> None:
    """Neither control characters nor marks that turn the direction; one line stays one line."""
    shown = visible(text)

    assert not any(ord(char) < 32 or 127 <= ord(char) < 160 or 0x202A <= ord(char) <= 0x202E for char in shown)
    assert len(shown.splitlines()) <= 1
    shown.encode()


def test_what_does_not_act_is_as_it_was() -> None:
    """Names in every script, emoji of several characters, brackets."""
    text = "José Иван 国立大学 👩\u200d👩\u200d👧 [red] C:\\n"

    assert visible(text) == text


def test_lines_stay_lines() -> None:
    """A context has several."""
    assert visible_lines("a\nb\x1b\n") == "a\nb\\x1b\n"


@given(st.text(alphabet="ab 国👩", max_size=80), st.sampled_from(["", "Ada  ", "国国 "]), st.integers(12, 40))
def test_what_wraps_under_itself_fits_the_width(text: str, first: str, width: int) -> None:
    """Also where letters are two columns wide, and where later lines begin with more than the first."""
    screen = Console(width=width, file=io.StringIO(), markup=False, emoji=False, highlight=False)

    hanging(screen, first, text, style="", again=None if first else "  ")

    assert isinstance(screen.file, io.StringIO)
    lines = screen.file.getvalue().splitlines()
    assert max(cell_len(line) for line in lines) <= width
    assert "".join("".join(lines).removeprefix(first).split()) == "".join(text.split())


@pytest.mark.parametrize("command", [["recall", "hostile"], ["context", "hostile"], ["facts"]])
def test_hostile_text_is_printed_harmless(run: Run, command: list[str]) -> None:
    """As lines and as JSON, which still reads as what was said."""
    run("remember", f"My hostile friend {HOSTILE} likes {HOSTILE}.")

    plain, formatted = run(*command).out, run(*command, "--json").out

    for out in (plain, formatted):
        assert not {"\x1b", "\x07", "\u202e"} & set(out)
    assert json.loads(formatted) is not None


def test_a_hostile_line_is_reported_harmless(run: Run) -> None:
    """What a bad line holds comes back in the reason."""
    ran = run("import", "-", stdin=json.dumps({"content": "a", HOSTILE: HOSTILE}) + "\n")

    assert ran.code == 1
    assert not {"\x1b", "\x07", "\u202e"} & set(ran.err)
    assert ran.err.count("\n") == 1

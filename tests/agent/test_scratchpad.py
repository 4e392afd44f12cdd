"""The notes of a long task."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from graphmem import InvalidInput
from graphmem.agent import Checkpoint, Scratchpad
from graphmem.agent.scratchpad import SHOWN

KINDS = st.sampled_from(["goal", "pending", "done", "finding", "error"])


def test_what_is_done_is_no_longer_pending() -> None:
    """And nothing is noted twice."""
    pad = Scratchpad()

    for kind in ("pending", "pending", "done", "done"):
        pad.note(kind, "Ask  Ana\n")

    assert (pad.pending, pad.done) == ([], ["Ask Ana"])


def test_long_lists_show_the_next_steps_and_the_last_findings() -> None:
    """And say how many more there are."""
    pad = Scratchpad(
        pending=[f"step {number}" for number in range(SHOWN + 2)],
        findings=[f"finding {number}" for number in range(SHOWN + 3)],
    )

    shown = pad.text()

    assert "Pending (2 more after):\n- step 0\n" in shown
    assert f"step {SHOWN}" not in shown
    assert "Findings (3 more before):\n- finding 3\n" in shown


def test_nothing_noted_is_nothing_shown() -> None:
    """No empty headings."""
    assert Scratchpad().text() == ""


@pytest.mark.parametrize(("kind", "text"), [("finding", "  \n"), ("wish", "x")])
def test_what_cannot_be_noted_is_refused(kind: str, text: str) -> None:
    """Naming it."""
    with pytest.raises(InvalidInput):
        Scratchpad().note(kind, text)  # type: ignore[arg-type]


@given(st.lists(st.tuples(KINDS, st.text(max_size=80)), max_size=40))
def test_a_note_is_one_line_whatever_is_written_and_survives_a_checkpoint(notes: list[tuple[str, str]]) -> None:
    """No note makes a heading of its own."""
    pad, made = Scratchpad(), 0
    for kind, text in notes:
        if text.split():
            pad.note(kind, text)  # type: ignore[arg-type]
            made += 1
    lines = pad.text().splitlines()

    assert all(line.startswith(("- ", "Goal: ", "Done", "Pending", "Findings", "Errors")) for line in lines)
    assert bool(lines) == bool(made)
    assert Checkpoint.from_json(Checkpoint("ada", "s", 1, pad).to_json()).pad == pad

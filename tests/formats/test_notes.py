"""Notes: a paragraph is a message, said on the note's date, under its headings."""

from __future__ import annotations

import os
from pathlib import Path

from tests.formats.reads import messages, read

NOTE = """\
---
title: "Trips"
date: 2024-03-04
tags: [travel]
---
Some words before.

# Lisbon

Ana moved there.
In March.

## Food

```
a list

of code
```
# Porto
She left it.
"""


def test_paragraphs_keep_their_headings(tmp_path: Path) -> None:
    """A heading stays with what follows it, code stays whole, the front matter is no paragraph."""
    (tmp_path / "trips.md").write_text(NOTE, encoding="utf-8")

    title, _ = read(tmp_path / "trips.md")
    found = messages(tmp_path / "trips.md")

    assert title == "Markdown notes"
    assert [(one["content"], one["metadata"].get("heading")) for one in found] == [
        ("Some words before.", None),
        ("# Lisbon\n\nAna moved there.\nIn March.", "Lisbon"),
        ("## Food\n\n```\na list\n\nof code\n```", "Lisbon / Food"),
        ("# Porto\nShe left it.", "Porto"),
    ]
    assert {(one["at"].isoformat(), one["session"], one["metadata"]["title"]) for one in found} == {
        ("2024-03-04T00:00:00+00:00", "trips.md", "Trips")
    }


def test_the_date_may_stand_in_the_name(tmp_path: Path) -> None:
    """Else it is when the file was written."""
    for name in ("2024-03-04.md", "thoughts.txt"):
        (tmp_path / name).write_text("Ana moved to Lisbon.", encoding="utf-8")
        os.utime(tmp_path / name, (1_700_000_000, 1_700_000_000))

    assert messages(tmp_path / "2024-03-04.md")[0]["at"].isoformat() == "2024-03-04T00:00:00+00:00"
    assert messages(tmp_path / "thoughts.txt")[0]["at"].isoformat() == "2023-11-14T22:13:20+00:00"


def test_plain_text_has_no_headings(tmp_path: Path) -> None:
    """A number sign is one there; equal paragraphs are two."""
    (tmp_path / "a.txt").write_text("# 1\nis a number\r\n\r\nOk\n\nOk\n", encoding="utf-8")

    title, _ = read(tmp_path / "a.txt")
    found = messages(tmp_path / "a.txt")

    assert title == "plain text"
    assert [one["content"] for one in found] == ["# 1\nis a number", "Ok", "Ok"]
    assert len({one["key"] for one in found}) == 3


def test_a_note_that_was_written_on_brings_what_is_new(tmp_path: Path) -> None:
    """Wherever it was written on."""
    note = tmp_path / "a.md"
    note.write_text("Ana moved.\n\nAda stayed.\n", encoding="utf-8")
    before = {one["key"] for one in messages(note)}
    note.write_text("First of all.\n\nAna moved.\n\nAda stayed.\n", encoding="utf-8")

    assert [one["key"] in before for one in messages(note)] == [False, True, True]


def test_a_folder_of_notes_is_read(tmp_path: Path) -> None:
    """Each note is a session; hidden folders and pictures are passed over."""
    for name, text in {"a.md": "A.", "sub/b.md": "B.", ".obsidian/c.md": "C.", "d.png": "D."}.items():
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_text(text, encoding="utf-8")

    assert [(one["session"], one["content"]) for one in messages(tmp_path)] == [("a.md", "A."), ("sub/b.md", "B.")]

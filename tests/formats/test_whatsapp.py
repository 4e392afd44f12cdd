"""WhatsApp's export, as phones of several countries write it."""

from __future__ import annotations

from pathlib import Path
from zoneinfo import ZoneInfo

import pytest

from tests.formats.reads import good, messages, problems, read

ANDROID = """\
04/03/2024, 18:05 - Messages and calls are end-to-end encrypted. No one outside of this chat can read them.
04/03/2024, 18:05 - Ana created group "Family"
04/03/2024, 18:06 - Ana: I moved to Lisbon!
It has a river:
and hills.

04/03/2024, 18:06 - Ada Lovelace: ok
04/03/2024, 18:06 - Ada Lovelace: ok
04/03/2024, 18:07 - Ana: <Media omitted>
04/03/2024, 18:08 - Ana: IMG-20240304-WA0001.jpg (file attached)
The view.
04/03/2024, 18:09 - Ana: This message was deleted
05/03/2024, 09:00 - +351 912 345 678: Who is this?
"""

IOS = """\
\u200e[3/4/24, 6:05:12\u202fPM] Family: \u200eMessages and calls are end-to-end encrypted.\r
[3/4/24, 6:06:01\u202fPM] Ana: I moved to Lisbon!\r
\u200e[3/14/24, 12:00:00\u202fAM] ~\u202fTom: \u200eimage omitted\r
\u200e[3/14/24, 12:30:00\u202fPM] ~\u202fTom: Look: a tram \u200e<attached: 0001-PHOTO.jpg>\r
[3/14/24, 1:00:00\u202fPM] Ana: It is yellow. \u200e<This message was edited>\r
"""


def written(path: Path, text: str) -> Path:
    """An export in a file."""
    path.write_bytes(text.encode())
    return path


def test_an_android_chat_is_read(tmp_path: Path) -> None:
    """Lines that go on belong to their message; the system, media and deleted messages are none; equal messages are two."""
    path = written(tmp_path / "WhatsApp Chat with Family.txt", ANDROID)

    title, _ = read(path)
    found = messages(path)

    assert title == "WhatsApp chat"
    assert [(one["speaker"], one["content"]) for one in found] == [
        ("Ana", "I moved to Lisbon!\nIt has a river:\nand hills."),
        ("Ada Lovelace", "ok"),
        ("Ada Lovelace", "ok"),
        ("Ana", "The view."),
        ("+351 912 345 678", "Who is this?"),
    ]
    assert found[0]["at"].isoformat() == "2024-03-04T18:06:00+00:00"
    assert {one["session"] for one in found} == {"WhatsApp Family"}
    assert len({one["key"] for one in found}) == 5


def test_an_ios_chat_is_read(tmp_path: Path) -> None:
    """With its marks of direction, narrow spaces and half days, the month first because a 14 stands second."""
    found = messages(written(tmp_path / "_chat.txt", IOS))

    assert [(one["speaker"], one["content"], one["at"].isoformat()) for one in found] == [
        ("Ana", "I moved to Lisbon!", "2024-03-04T18:06:01+00:00"),
        ("Tom", "Look: a tram", "2024-03-14T12:30:00+00:00"),
        ("Ana", "It is yellow.", "2024-03-14T13:00:00+00:00"),
    ]


@pytest.mark.parametrize(
    ("line", "at"),
    [
        ("[12.3.2022 klo 14.08.18] Ana: Hi", "2022-03-12T14:08:18+00:00"),
        ("12.03.22, 14:08 - Ana: Hi", "2022-03-12T14:08:00+00:00"),
        ("2022-03-12, 2:08 p.m. - Ana: Hi", "2022-03-12T14:08:00+00:00"),
        ("2022/03/12 14:08 - Ana: Hi", "2022-03-12T14:08:00+00:00"),
        ("[12-03-2022 00:08:18] Ana: Hi", "2022-03-12T00:08:18+00:00"),
        ("3/31/22, 12:08 AM - Ana: Hi", "2022-03-31T00:08:00+00:00"),
    ],
)
def test_times_are_read_as_countries_write_them(tmp_path: Path, line: str, at: str) -> None:
    """With the day, the month or the year first."""
    (found,) = messages(written(tmp_path / "chat.txt", line))

    assert (found["at"].isoformat(), found["content"]) == (at, "Hi")


def test_time_runs_forward_where_no_number_tells(tmp_path: Path) -> None:
    """1 March, then 2 January would be a step back."""
    month_first = "01/03/2024, 18:05 - Ana: a\n02/01/2024, 18:05 - Ana: b\n"

    assert [one["at"].month for one in messages(written(tmp_path / "chat.txt", month_first))] == [1, 2]


def test_a_later_export_brings_only_what_is_new(tmp_path: Path) -> None:
    """Also when its beginning is missing, as of a long chat."""
    before = {one["key"] for one in messages(written(tmp_path / "WhatsApp Chat with Family.txt", ANDROID))}
    later = ANDROID[ANDROID.index("04/03/2024, 18:06 - Ada") :] + "06/03/2024, 10:00 - Ana: Bye\n"

    after = [one["key"] for one in messages(written(tmp_path / "WhatsApp Chat with Family (1).txt", later))]

    assert [key in before for key in after] == [True] * 4 + [False]


def test_broken_places_are_named(tmp_path: Path) -> None:
    """A time that does not exist, a line before the first message, bytes that are not UTF-8."""
    path = tmp_path / "chat.txt"
    path.write_bytes(b"hello\n04/03/2024, 18:05 - Ana: a\n31/02/2024, 18:05 - Ana: b\n04/03/2024, 18:05 - Jos\xe9: c\n")

    _, found = read(path)

    assert good(found) == ["a"]
    assert [where for where, _ in problems(found)] == ["chat.txt:1", "chat.txt:3", "chat.txt:4"]
    assert "'31/02/2024, 18:05 -' does not exist" in problems(found)[1][1]
    assert "holds the byte 0xe9, which is not UTF-8" in problems(found)[2][1]


def test_another_encoding_and_zone_can_be_told(tmp_path: Path) -> None:
    """Times are as the phone showed them, and are read as UTC unless somebody says where that was."""
    path = tmp_path / "chat.txt"
    path.write_bytes("04/07/2024, 18:05 - José: Olá\n".encode("latin-1"))

    (found,) = messages(path, encoding="latin-1", zone=ZoneInfo("Europe/Lisbon"))

    assert (found["speaker"], found["at"].isoformat()) == ("José", "2024-07-04T18:05:00+01:00")

"""Slack's export: channels, threads, names and mentions."""

from __future__ import annotations

import json
import zipfile
from pathlib import Path
from typing import Any

import pytest

from tests.formats.reads import good, messages, problems, read

USERS = [
    {"id": "U1", "name": "ana", "profile": {"real_name": "Ana Reis", "display_name": "ana"}},
    {"id": "U2", "name": "ada", "profile": {"real_name": "", "display_name": "Ada"}},
]
DAY = [
    {"type": "message", "subtype": "channel_join", "user": "U1", "text": "<@U1> has joined", "ts": "1709575500.000100"},
    {
        "type": "message",
        "user": "U1",
        "text": "Hi <@U2>, see <https://example.com|this> &amp; <#C1|general>",
        "ts": "1709575512.000200",
        "thread_ts": "1709575512.000200",
        "reply_count": 1,
    },
    {"type": "message", "user": "U2", "text": "Thanks!", "ts": "1709575600.000300", "thread_ts": "1709575512.000200"},
    {
        "type": "message",
        "subtype": "bot_message",
        "bot_id": "B1",
        "username": "Deploy",
        "text": "Done.",
        "ts": "1709575700.000400",
    },
    {"type": "message", "user": "U9", "text": "", "files": [{"name": "a.png"}], "ts": "1709575800.000500"},
]


def files(day: Any = DAY) -> dict[str, str]:
    """What an export holds."""
    return {
        "users.json": json.dumps(USERS),
        "channels.json": json.dumps([{"id": "C1", "name": "general", "members": ["U1", "U2"]}]),
        "dms.json": json.dumps([{"id": "D1", "created": 1, "members": ["U1", "U2"]}]),
        "integration_logs.json": "[]",
        "general/2024-03-04.json": json.dumps(day),
        "general/2024-03-05.json": json.dumps(
            [{"type": "message", "user": "U1", "text": "Morning", "ts": "1709650000.000100"}]
        ),
        "D1/2024-03-04.json": json.dumps(
            [{"type": "message", "user": "U1", "text": "Psst", "ts": "1709575512.000200"}]
        ),
    }


@pytest.fixture(params=["folder", "zip"])
def export(request: pytest.FixtureRequest, tmp_path: Path) -> Path:
    """The export as a folder, or as the zip it comes in."""
    if request.param == "zip":
        with zipfile.ZipFile(tmp_path / "export.zip", "w") as archive:
            for name, text in files().items():
                archive.writestr(name, text)
        return tmp_path / "export.zip"
    return write(tmp_path / "export", files())


def write(folder: Path, listed: dict[str, str]) -> Path:
    """These files in a folder."""
    for name, text in listed.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text(text, encoding="utf-8")
    return folder


def test_channels_and_threads_are_sessions(export: Path) -> None:
    """With everybody's name, mentions too; joins and messages without words are none."""
    title, _ = read(export)
    found = messages(export)

    assert title == "Slack export"
    assert [(one["session"], one["speaker"], one["content"]) for one in found] == [
        ("Slack Ana Reis, Ada", "Ana Reis", "Psst"),
        ("Slack general", "Ana Reis", "Hi Ada, see this (https://example.com) & #general"),
        ("Slack general 1709575512.000200", "Ada", "Thanks!"),
        ("Slack general", "Deploy", "Done."),
        ("Slack general", "Ana Reis", "Morning"),
    ]
    assert [one["role"] for one in found] == ["user", "user", "user", "assistant", "user"]
    assert found[1]["at"].isoformat() == "2024-03-04T18:05:12.000200+00:00"
    assert len({one["key"] for one in found}) == 5


def test_broken_files_of_an_export_are_named(tmp_path: Path) -> None:
    """Without the list of people, ids stand for them; what is no message is named by its place."""
    folder = write(
        tmp_path / "export", files([{"type": "message", "user": "U1", "text": "Hi"}, 7]) | {"users.json": "{"}
    )

    _, found = read(folder)

    assert [where for where, _ in problems(found)] == [
        "users.json",
        "general/2024-03-04.json: message 1",
        "general/2024-03-04.json: message 2",
    ]
    assert good(found) == ["Psst", "Morning"]


def test_a_day_on_its_own_is_read(tmp_path: Path) -> None:
    """With the names that stand in it."""
    said = {
        "type": "message",
        "user": "U1",
        "user_profile": {"real_name": "Ana Reis"},
        "text": "Hi",
        "ts": "1709575512.000200",
    }
    folder = write(tmp_path / "general", {"2024-03-04.json": json.dumps([said])})

    (found,) = messages(folder / "2024-03-04.json")

    assert (found["speaker"], found["session"]) == ("Ana Reis", "Slack general")

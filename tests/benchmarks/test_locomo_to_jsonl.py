"""The converter of LoCoMo-shaped files, on a tiny one made up here."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from benchmarks.locomo_to_jsonl import main, messages
from graphmem import Memory

CONVERSATION: dict[str, Any] = {
    "speaker_a": "Ada",
    "speaker_b": "John",
    "session_10_date_time": "12:05 am on 1 March, 2024",
    "session_10": [{"speaker": "John", "dia_id": "D10:1", "text": "I moved to Bergen."}],
    "session_2_date_time": "1:56 pm on 29 February, 2024",
    "session_2": [
        {"speaker": "Ada", "dia_id": "D2:1", "text": "I live in Porto."},
        {"speaker": "John", "dia_id": "D2:2", "text": "Look!", "blip_caption": "a photo of a dog", "img_url": ["x"]},
    ],
    "session_3_date_time": "2:00 pm on 29 February, 2024",
    "session_3": [],
}


def test_turns_come_in_order_with_their_time_speaker_and_key() -> None:
    """Session 2 before session 10, a minute between turns, in UTC; both speakers are users by name."""
    assert list(messages(CONVERSATION)) == [
        {
            "role": "user",
            "content": "I live in Porto.",
            "at": "2024-02-29T13:56:00+00:00",
            "session": "session_2",
            "speaker": "Ada",
            "key": "D2:1",
        },
        {
            "role": "user",
            "content": "Look! [shares a photo of a dog]",
            "at": "2024-02-29T13:57:00+00:00",
            "session": "session_2",
            "speaker": "John",
            "key": "D2:2",
        },
        {
            "role": "user",
            "content": "I moved to Bergen.",
            "at": "2024-03-01T00:05:00+00:00",
            "session": "session_10",
            "speaker": "John",
            "key": "D10:1",
        },
    ]


def test_the_program_prints_what_memory_takes(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """One conversation of the file, by number."""
    file = tmp_path / "chats.json"
    file.write_text(json.dumps([{"conversation": {}}, {"conversation": CONVERSATION}]), encoding="utf-8")

    main([str(file), "--conversation", "1"])

    said = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    with Memory.open("sqlite:///:memory:", namespace="locomo") as memory:
        memory.remember_many(said)
        assert [fact.sentence for fact in memory.facts("John")] == ["John lives in Bergen"]


def test_a_conversation_that_is_not_there_is_refused(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """With the numbers that are."""
    file = tmp_path / "chats.json"
    file.write_text(json.dumps([{"conversation": CONVERSATION}]), encoding="utf-8")

    with pytest.raises(SystemExit) as stopped:
        main([str(file), "--conversation", "1"])

    assert stopped.value.code == 2
    assert "holds conversations 0 to 0" in capsys.readouterr().err

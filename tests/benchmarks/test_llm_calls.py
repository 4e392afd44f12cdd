"""What is counted of a small conversation, and that a broken promise is told."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from benchmarks import llm_calls
from benchmarks.llm_calls import Cost


def conversation(turns: int) -> dict[str, Any]:
    """One session of two people, and one question."""
    said = [
        {"speaker": ("Ada", "Ana")[n % 2], "dia_id": f"D1:{n}", "text": f"I saw flat number {n}."} for n in range(turns)
    ]
    talk = {"session_1": said, "session_1_date_time": "1:56 pm on 8 May, 2023"}
    return {"conversation": talk, "qa": [{"question": "Which flats did Ada see?", "answer": "some", "category": 1}]}


def test_calls_are_counted_by_what_they_are_for(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Fifty messages at once are five calls and a summary; thirty alone are thirty and one."""
    file = tmp_path / "talk.json"
    file.write_text(json.dumps([conversation(50)]), encoding="utf-8")

    code = llm_calls.main(["--data", str(file), "--inline", "30"])

    printed = capsys.readouterr().out
    _, at_once, alone = printed.splitlines()
    assert code == 0
    assert at_once.split()[:4] == ["at", "once", "50", "0.10"]
    assert alone.split()[:3] == ["alone", "30", "1.00"]
    assert "1 for 3" in at_once
    assert "1 for 1" in alone
    assert "0 for 1" in at_once


def test_a_promise_that_is_not_kept_is_named() -> None:
    """One for each."""
    kept = Cost(messages=50, extractions=10, tokens=100, summaries=1, overflows=1, questions=1, asking=0)

    assert llm_calls.broken(kept, replace(kept, extractions=50)) == []
    assert len(llm_calls.broken(replace(kept, extractions=11), replace(kept, extractions=51))) == 2
    assert len(llm_calls.broken(replace(kept, asking=1), replace(kept, summaries=2))) == 2

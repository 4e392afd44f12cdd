"""The answer benchmark reads both forms of file, asks from memory alone, and counts what it asked."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from benchmarks.answers import f1, main
from tests.llm.endpoint import serving

LOCOMO = [
    {
        "sample_id": "one",
        "conversation": {
            "speaker_a": "Ada",
            "speaker_b": "Tom",
            "session_1_date_time": "1:56 pm on 8 May, 2023",
            "session_1": [
                {"speaker": "Ada", "dia_id": "D1:1", "text": "My sister Ana moved to Lisbon."},
                {"speaker": "Tom", "dia_id": "D1:2", "text": "I work at Feedzai."},
            ],
        },
        "qa": [
            {"question": "Where did Ana move to?", "answer": "Lisbon", "category": 4, "evidence": ["D1:1"]},
            {"question": "Where does Eva work?", "category": 5, "adversarial_answer": "Feedzai"},
        ],
    }
]
LONGMEMEVAL = [
    {
        "question_id": "q1",
        "question_type": "single-session-user",
        "question": "Where do I work?",
        "answer": "Feedzai",
        "question_date": "2023/05/30 (Tue) 23:40",
        "haystack_session_ids": ["a"],
        "haystack_dates": ["2023/05/20 (Sat) 02:21"],
        "haystack_sessions": [
            [{"role": "user", "content": "I work at Feedzai."}, {"role": "assistant", "content": "Noted."}]
        ],
    }
]


@pytest.mark.parametrize(("data", "right", "messages"), [(LOCOMO, "Lisbon", 2), (LONGMEMEVAL, "Feedzai", 2)])
def test_a_file_is_asked_and_what_it_cost_is_told(tmp_path: Path, data: Any, right: str, messages: int) -> None:
    """Each question with an answer is one call, whose context holds what answers it; rules read for nothing."""
    file, out = tmp_path / "data.json", tmp_path / "out.json"
    file.write_text(json.dumps(data))

    with serving() as endpoint:
        endpoint.say(right)
        code = main(["--data", str(file), "--base-url", endpoint.url, "--model", "m", "--json", str(out)])

    result = json.loads(out.read_text())
    assert code == 0
    assert result["kinds"]["all"] == {"questions": 1, "f1": 100.0}
    assert (result["reading"]["calls"], result["answering"]["calls"], result["messages"]) == (0, 1, messages)
    assert right in json.dumps(endpoint.requests[0]["messages"])


def test_a_judge_says_whether_an_answer_is_right(tmp_path: Path) -> None:
    """By a model of its own."""
    file, out = tmp_path / "data.json", tmp_path / "out.json"
    file.write_text(json.dumps(LOCOMO))

    with serving() as endpoint:
        endpoint.answer = lambda body: "Yes." if body["model"] == "judge" else "She went to Lisbon in Portugal"
        main(["--data", str(file), "--base-url", endpoint.url, "--model", "m", "--judge", "judge", "--json", str(out)])

    assert json.loads(out.read_text())["kinds"]["4"]["judged"] == 100.0


def test_f1_counts_shared_words() -> None:
    """None shared is none."""
    assert f1("Lisbon", "the Lisbon") == 1.0
    assert f1("Porto", "Lisbon") == 0.0

"""The recall benchmarks, on tiny chats made up here: what they read, what they count, and what they write."""

from __future__ import annotations

import json
import tomllib
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from benchmarks import beam, locomo, ranking
from benchmarks.asked import stands
from benchmarks.baselines import Baselines
from benchmarks.chats import beam as beam_chat
from benchmarks.chats import locomo as locomo_chats
from benchmarks.chats import turns
from benchmarks.fitting import Listed, fit, fit_yes_no
from benchmarks.measures import figures, gain, recall
from graphmem.embedding.local import WordLlamaEmbedder
from graphmem.retrieval.features import SECOND
from graphmem.retrieval.matching import FIRST

KNOWN = frozenset({"D1:1", "D1:2", "D1:3", "D8:6", "D9:17", "D11:26"})

FRIENDS: list[dict[str, Any]] = [
    {
        "sample_id": "ada",
        "conversation": {
            "speaker_a": "Ada",
            "speaker_b": "Tom",
            "session_1_date_time": "1:56 pm on 29 February, 2024",
            "session_1": [
                {"speaker": "Ada", "dia_id": "D1:1", "text": "My sister Ana moved to Lisbon."},
                {"speaker": "Tom", "dia_id": "D1:2", "text": "I bought a violin.", "blip_caption": "a violin"},
                {"speaker": "Ada", "dia_id": "D1:3", "text": "Nice. I prefer jazz."},
            ],
        },
        "qa": [
            {"question": "Where did Ada's sister move?", "evidence": ["D1:1"], "category": 4},
            {"question": "What did Tom buy?", "evidence": ["D1:2; D1:9"], "category": 1},
            {"question": "What did Ada buy?", "evidence": ["D1:2"], "category": 5},
            {"question": "Why?", "evidence": [], "category": 3},
        ],
    }
]


def friends(folder: Path) -> Path:
    file = folder / "friends.json"
    file.write_text(json.dumps(FRIENDS), encoding="utf-8")
    return file


def assistant(folder: Path) -> Path:
    """A chat in BEAM's form."""
    said = [
        {"id": 0, "role": "user", "content": "I am learning Flask. ->-> 1,1", "time_anchor": "March-15-2024"},
        {"id": 1, "role": "assistant", "content": "Flask is a framework.", "index": "1,1"},
    ]
    later = [{"id": 2, "role": "user", "content": "My sprint ends on Friday.", "time_anchor": "April-05-2024"}]
    (folder / "probing_questions").mkdir(parents=True)
    (folder / "chat.json").write_text(json.dumps([{"turns": [said]}, {"turns": [later]}]), encoding="utf-8")
    asked = {
        "abstention": [{"question": "Who is my manager?"}],
        "temporal_reasoning": [{"question": "When does my sprint end?", "source_chat_ids": {"a": [2], "b": [7]}}],
        "summarization": [{"question": "What am I learning?", "source_chat_ids": [0, [1]]}],
    }
    (folder / "probing_questions" / "probing_questions.json").write_text(json.dumps(asked), encoding="utf-8")
    return folder


@pytest.mark.parametrize(
    ("evidence", "meant"),
    [
        (["D1:1", "D1:2"], {"D1:1", "D1:2"}),
        (["D8:6; D9:17"], {"D8:6", "D9:17"}),
        (["D:11:26"], {"D11:26"}),
        (["D1:1-3"], {"D1:1", "D1:2", "D1:3"}),
        (["D01:02 D1:3"], {"D1:2", "D1:3"}),
        (["D4:4", "", "D"], set()),
    ],
)
def test_evidence_is_read_however_it_is_written(evidence: list[str], meant: set[str]) -> None:
    """Several turns in one string, slips and ranges; what is not there is passed over."""
    assert turns(evidence, KNOWN) == meant


def test_friends_are_read_with_what_their_pictures_show(tmp_path: Path) -> None:
    """Captions are part of a turn, and the end is the last turn's time."""
    [chat] = locomo_chats(friends(tmp_path))

    assert chat.messages[1]["content"] == "I bought a violin. [shares a violin]"
    assert [sorted(asked.evidence) for asked in chat.questions] == [["D1:1"], ["D1:2"], ["D1:2"], []]
    assert chat.last.isoformat() == "2024-02-29T13:58:00+00:00"


def test_an_assistants_chat_is_read_by_batches(tmp_path: Path) -> None:
    """A batch is a session of its own day; the generator's marks are no part of what was said."""
    chat = beam_chat(assistant(tmp_path / "1"))

    assert next((one["session"], one["content"]) for one in chat.messages) == ("batch-1", "I am learning Flask.")
    assert [one["at"][:10] for one in chat.messages] == ["2024-03-15", "2024-03-15", "2024-04-05"]
    assert [sorted(asked.evidence) for asked in chat.questions] == [[], ["2"], ["0", "1"]]


def test_recall_is_the_share_of_the_evidence() -> None:
    """Of two turns, one among the first five and both among the first ten."""
    ranked, evidence = list("abcdefgh"), frozenset("ag")

    found = figures([(ranked, evidence)])

    assert recall(ranked, evidence, 5) == 0.5
    assert (found["recall@5"], found["any@5"], found["all@5"], found["all@10"]) == (50.0, 100.0, 0.0, 100.0)


def test_a_gain_that_is_always_there_has_a_sure_interval() -> None:
    """And one that is never there lies around nothing."""
    assert gain([1.0] * 20, [0.5] * 20) == {"mean": 50.0, "low": 50.0, "high": 50.0}
    mixed = gain([1.0, 0.0] * 20, [0.0, 1.0] * 20)
    assert mixed["low"] < 0 < mixed["high"]
    assert gain([], []) == {"mean": 0.0, "low": 0.0, "high": 0.0}


def test_baselines_find_words_and_meaning() -> None:
    """BM25 finds the shared word; fused with vectors nothing is lost."""
    texts = ["I love jazz.", "Ana moved to Lisbon.", "Rain again."]
    baselines = Baselines(["a", "b", "c"], texts, WordLlamaEmbedder())

    assert baselines.bm25("Who lives in Lisbon?")[0] == "b"
    assert sorted(baselines.fused("Who lives in Lisbon?")) == ["a", "b", "c"]
    assert Baselines(["a", "b", "c"], texts, None).fused("jazz") == ["a", "b", "c"]


def test_half_of_what_was_said_stands_there_or_not() -> None:
    """By whole sentences, whatever the case and the space between."""
    said = "I moved. The flat is in Lisbon,  by the river."

    assert stands(said, "- ada: … the flat is in lisbon, by the river.")
    assert not stands(said, "- ada: i moved.")
    assert not stands("  ", "anything")


def test_weights_are_found_for_what_tells_evidence_apart() -> None:
    """The first number marks evidence, the second is noise."""
    draw = np.random.default_rng(7)
    lists = []
    for _ in range(40):
        rows = draw.normal(size=(10, 2))
        lists.append(Listed(rows, rows[:, 0] == rows[:, 0].max()))

    weights = fit(lists, penalty=1.0)

    assert weights[0] > 1
    assert abs(weights[1]) < weights[0] / 4


def test_yes_and_no_are_told_apart() -> None:
    """Logistic regression on one number."""
    rows = np.array([[-2.0], [-1.0], [1.0], [2.0]])

    slope, constant = fit_yes_no(rows, rows[:, 0] > 0, np.ones(4), penalty=0.1)

    assert slope > 0
    assert abs(constant) < 0.01


def test_the_program_for_friends_writes_its_figures(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Overall without what is adversarial, by category, an ablation by channel, baselines and gains."""
    out = tmp_path / "out.json"

    locomo.main(["--data", str(friends(tmp_path)), "--json", str(out), "--ablate", "--keep", str(tmp_path / "kept")])

    found = json.loads(out.read_text(encoding="utf-8"))
    assert found["overall"]["recall@10"] == 100.0
    assert found["overall"]["questions"] == 2
    assert set(found["by_category"]) == {"1", "4", "5"}
    assert found["overall"]["quoted in 1000 tokens"] == 100.0
    assert set(found["ablation"]) == {"without text", "without vector", "without graph", "without time"}
    assert {"BM25", "BM25+vectors"} == set(found["gain over"])
    assert "gain of the graph on multi-hop" in found
    assert "overall" in capsys.readouterr().out


def test_the_program_for_assistants_writes_its_figures(tmp_path: Path) -> None:
    """By ability; a question that nothing answers has no recall."""
    out = tmp_path / "out.json"

    beam.main([str(assistant(tmp_path / "1")), "--json", str(out), "--no-context"])

    found = json.loads(out.read_text(encoding="utf-8"))
    assert found["overall"]["recall@5"] == 100.0
    assert set(found["by_category"]) == {"summarization", "temporal_reasoning"}
    assert "quoted in 1000 tokens" not in found["overall"]


def test_the_program_for_weights_writes_what_recall_reads(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Two chats of each shape, so that each is weighed by what the others teach; the file holds every feature by name."""
    again = [{**FRIENDS[0], "sample_id": "eve"}]
    both = tmp_path / "both.json"
    both.write_text(json.dumps([*FRIENDS, *again]), encoding="utf-8")
    folders = [str(assistant(tmp_path / number)) for number in ("1", "2")]
    file = tmp_path / "weights.toml"

    ranking.main(["--locomo", str(both), "--beam", *folders, "--write", str(file)])

    written = tomllib.loads(file.read_text(encoding="utf-8"))
    assert set(written) == {"with vectors", "words alone"}
    for found in written.values():
        assert set(found["first"]) == set(FIRST)
        assert set(found["second"]) == {*FIRST, *SECOND}
        assert {"constant", "least"} < set(found["sure"])
    assert "friends" in capsys.readouterr().out

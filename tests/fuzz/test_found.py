"""What the fuzzer found: each stays mended."""

from __future__ import annotations

import gc
import gzip
import io
import json
import zipfile
from datetime import datetime, timedelta, timezone
from pathlib import Path
from typing import Any

import pytest

from graphmem.errors import InvalidInput
from graphmem.memory.memory import Memory
from graphmem.testing import PlainExtractor

TALK = json.dumps([{"role": "user", "content": "I live in Lisbon."}, {"role": "user", "content": "I like jazz."}])


@pytest.fixture
def memory() -> Memory:
    """An empty memory."""
    return Memory.open("sqlite:///:memory:", namespace="ada", extractor=PlainExtractor(), embedder="none")


@pytest.mark.parametrize(
    "end", ["9999", "9999-12", "9999-12-31T23:59:59-14:00", datetime.max.replace(tzinfo=timezone(-timedelta(hours=14)))]
)
def test_told_time_at_the_end_of_the_calendar_is_refused(memory: Memory, end: Any) -> None:
    """There is no moment after it, so it is no time here; it raised an OverflowError."""
    with pytest.raises(InvalidInput):
        memory.remember_fact("Ana", "lives_in", "Lisbon", end=end)


@pytest.mark.parametrize("encoding", ["utf-16", "base64", "a\x00b", "\ud800"])
def test_encoding_that_cannot_be_read_by_is_refused(memory: Memory, tmp_path: Path, encoding: str) -> None:
    """UTF-16 without a mark, what is no encoding of text, what is no name: each raised something else."""
    (tmp_path / "a.json").write_text(TALK)

    with pytest.raises(InvalidInput):
        memory.import_(tmp_path / "a.json", encoding=encoding)


def test_number_of_thousands_of_digits_is_a_problem_of_its_place(memory: Memory, tmp_path: Path) -> None:
    """Python reads no number of more than 4,300 digits; the messages around it are read."""
    (tmp_path / "a.json").write_text(
        TALK.replace("}, {", '}, {"role": "user", "content": "x", "n": ' + "9" * 5000 + "}, {")
    )

    receipt = memory.import_(tmp_path / "a.json")

    assert (receipt.new, receipt.bad) == (2, 1)
    assert "digits" in receipt.problems[0]


def test_broken_package_is_closed(memory: Memory, tmp_path: Path) -> None:
    """Gzip that is broken in its first bytes, and a zip whose file is: neither is left open, which is told when it is let go of."""
    packed = gzip.compress(TALK.encode())
    (tmp_path / "a.json.gz").write_bytes(packed[:3] + b"\xff" + packed[4:])
    with zipfile.ZipFile(tmp_path / "b.zip", "w") as archive:
        archive.writestr("a.json", TALK)
    broken = (tmp_path / "b.zip").read_bytes()
    (tmp_path / "b.zip").write_bytes(b"PK\x00\x00" + broken[4:])

    for name in ("a.json.gz", "b.zip"):
        with pytest.raises(InvalidInput):
            memory.import_(tmp_path / name)
    gc.collect()


def test_list_of_people_that_is_nested_too_deep_leaves_their_ids(memory: Memory, tmp_path: Path) -> None:
    """In a Slack export; the days are read."""
    day = [{"type": "message", "user": "U1", "text": "Hello.", "ts": "1709546400.000100"}]
    with zipfile.ZipFile(tmp_path / "slack.zip", "w") as archive:
        archive.writestr("users.json", "[" * 100_000)
        archive.writestr("general/2024-03-04.json", json.dumps(day))

    receipt = memory.import_(tmp_path / "slack.zip")

    assert (receipt.new, receipt.bad) == (1, 1)


def test_first_line_that_is_nested_too_deep_is_no_header(memory: Memory) -> None:
    """It is asked whether the file is an export of graphmem's own."""
    text = b'{"graphmem": ' + b"[" * 100_000

    with pytest.raises(InvalidInput):
        memory.import_(io.BytesIO(text + b"\n" + b"x" * 10))


def test_packed_file_of_the_thirteenth_month_is_read(memory: Memory, tmp_path: Path) -> None:
    """A zip may say of a file that it was written at what is no time."""
    with zipfile.ZipFile(tmp_path / "a.zip", "w") as archive:
        archive.writestr(zipfile.ZipInfo("a.json", (2024, 13, 0, 0, 0, 0)), TALK)

    assert memory.import_(tmp_path / "a.zip").new == 2


def test_archive_whose_reading_says_what_nothing_can_be_is_a_problem_of_its_line(memory: Memory) -> None:
    """The line is named, and the messages beside it are kept."""
    memory.remember_many([{"content": "I work at Feedzai.", "key": "a"}, {"content": "I like jazz.", "key": "b"}])
    archive = io.StringIO()
    memory.export(archive)
    damaged = archive.getvalue().replace('"certainty":"certain"', '"certainty":"maybe"', 1)

    with Memory.open("sqlite:///:memory:", namespace="other", extractor=PlainExtractor()) as other:
        receipt = other.import_(io.BytesIO(damaged.encode()))

    assert (receipt.new, receipt.bad) == (1, 1)
    assert "claims.0.certainty in what was read of it cannot be 'maybe'" in receipt.problems[0]


def test_store_in_a_text_that_begins_with_half_a_character_is_a_problem(tmp_path: Path, memory: Memory) -> None:
    """LlamaIndex keeps its messages as JSON within JSON."""
    path = tmp_path / "store.json"
    path.write_text(json.dumps('\ud800{"store": {"s": [{"role": "user", "content": "Hi."}]}}'), encoding="utf-8")

    receipt = memory.import_(path, format="llamaindex")

    assert (receipt.new, receipt.bad) == (0, 1)

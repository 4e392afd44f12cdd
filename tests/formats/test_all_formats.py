"""What holds of every format: the same file twice, in other encodings, cut off anywhere, and broken anywhere."""

from __future__ import annotations

import contextlib
import gzip
import zipfile
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from graphmem import InvalidInput, Memory
from graphmem.formats.found import Item, Problem
from graphmem.formats.reading import READERS
from graphmem.testing import FixedClock, PlainExtractor
from tests.formats.reads import messages, problems, read
from tests.formats.samples import SAMPLES

EACH = pytest.mark.parametrize("sample", list(SAMPLES))


def written(folder: Path, sample: str) -> Path:
    """The sample in a file."""
    name, text = SAMPLES[sample]
    (folder / name).write_bytes(text.encode())
    return folder / name


def test_there_is_a_sample_of_every_format(tmp_path: Path) -> None:
    """So that what follows holds of all."""
    told = {read(written(tmp_path, sample))[0] for sample in SAMPLES}

    assert told == {title for title, _ in READERS.values()}


@EACH
def test_importing_it_twice_changes_nothing(tmp_path: Path, sample: str) -> None:
    """And its messages, equal ones too, are all kept the first time."""
    path = written(tmp_path, sample)
    count = len(messages(path))

    with Memory.open(
        "sqlite:///:memory:", namespace="ada", extractor=PlainExtractor(), clock=FixedClock("2026-06-01T12:00:00+00:00")
    ) as memory:
        first, second = memory.import_(path), memory.import_(path)

    assert (first.new, first.known, first.bad) == (count, 0, 0)
    assert (second.new, second.known, second.bad) == (0, count, 0)


@EACH
@pytest.mark.parametrize("encoding", ["utf-8-sig", "utf-16", "utf-32"])
def test_it_may_be_encoded_otherwise(tmp_path: Path, sample: str, encoding: str) -> None:
    """When a mark says so."""
    expected = messages(written(tmp_path, sample))
    name, text = SAMPLES[sample]
    (tmp_path / name).write_text(text, encoding=encoding, newline="")

    found = messages(tmp_path / name)

    assert [one["content"] for one in found] == [one["content"] for one in expected]


@EACH
def test_it_may_be_packed(tmp_path: Path, sample: str) -> None:
    """By gzip or in a zip; the keys stay, so that a packed file is the same one."""
    path = written(tmp_path, sample)
    keys = [one["key"] for one in messages(path)]
    (tmp_path / "packed").mkdir()
    (tmp_path / "packed" / f"{path.name}.gz").write_bytes(gzip.compress(path.read_bytes()))
    with zipfile.ZipFile(tmp_path / "packed" / "a.zip", "w") as archive:
        archive.write(path, path.name)

    for packed in (tmp_path / "packed").iterdir():
        found = messages(packed)
        assert len(found) == len(keys)
        if sample not in ("ios", "slack"):  # which are known by the folder or zip they are in
            assert [one["key"] for one in found] == keys


@EACH
def test_cut_off_anywhere_it_gives_what_stands_before(tmp_path: Path, sample: str) -> None:
    """As whole messages; the last one may have lost its end in formats that do not say where one ends."""
    path = written(tmp_path, sample)
    whole = path.read_bytes()
    expected = [one["content"] for one in messages(path)]

    for cut in range(1, len(whole), max(len(whole) // 40, 1)):
        path.write_bytes(whole[:cut])
        found = read(path, format="whatsapp" if sample in ("android", "ios") else None if sample == "rows" else sample)[
            1
        ]
        good = [one.fields["content"] for one in found if isinstance(one, Item)]
        assert len(problems(found)) <= 1
        if sample not in ("markdown", "text", "android", "ios", "rows"):
            assert good == expected[: len(good)]
        else:
            assert good[:-1] == expected[: len(good)][:-1] or sample == "rows"


@EACH
@given(data=st.data())
@settings(
    suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow], max_examples=25, deadline=None
)
def test_broken_anywhere_it_never_fails(tmp_path: Path, sample: str, data: st.DataObject) -> None:
    """Some bytes are others: messages and named problems come, or it is refused in words."""
    path = written(tmp_path, sample)
    raw = bytearray(path.read_bytes())
    for at in data.draw(st.lists(st.integers(0, len(raw) - 1), min_size=1, max_size=4)):
        raw[at : at + 1] = data.draw(st.binary(max_size=3))
    path.write_bytes(raw)

    with contextlib.suppress(InvalidInput):
        assert all(isinstance(one, (Item, Problem)) for one in read(path)[1])

"""The gold pairs of names are well formed: what the benchmark reads is what it takes it for."""

from __future__ import annotations

import json
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

GROUPS = {
    "accents",
    "apostrophes",
    "case",
    "codes",
    "emoji_and_signs",
    "initialisms",
    "initials",
    "kinds",
    "near_spellings",
    "nicknames",
    "numbers",
    "numerals",
    "organisations",
    "particles",
    "places",
    "possessives",
    "scripts",
    "spacing",
    "suffixes",
    "titles",
}
KINDS = {"Person", "Place", "Organization", "Thing", "Animal"}
FILES = sorted(Path(__file__).parent.glob("identity-*.jsonl"))


@pytest.fixture(params=FILES, ids=lambda path: path.stem)
def rows(request: pytest.FixtureRequest) -> list[dict[str, Any]]:
    """The pairs of one gold file as written."""
    path: Path = request.param
    return [json.loads(line) for line in path.read_text(encoding="utf-8").split("\n") if line]


def test_there_is_a_development_file_of_enough_pairs() -> None:
    """At least 170 pairs may be tuned to; a held-out file is its own matter."""
    development = Path(__file__).parent / "identity-development.jsonl"

    count = len(development.read_text(encoding="utf-8").splitlines())

    assert count >= 170


def test_every_pair_has_exactly_the_fields_of_a_pair(rows: list[dict[str, Any]]) -> None:
    """An id, two namings with known kinds, a label that is true or false, and a known group."""
    for row in rows:
        assert set(row) == {"id", "left", "right", "same", "group"}, row
        assert isinstance(row["same"], bool), row
        assert row["group"] in GROUPS, row
        for side in (row["left"], row["right"]):
            assert set(side) == {"name", "kind"}, row
            assert side["name"].strip(), row
            assert side["kind"] in KINDS, row


def test_ids_are_unique(rows: list[dict[str, Any]]) -> None:
    """A pair gone wrong can be found by its id."""
    counted = Counter(row["id"] for row in rows)

    assert [id for id, times in counted.items() if times > 1] == []


def test_no_pair_is_there_twice(rows: list[dict[str, Any]]) -> None:
    """The same two namings, either way round, count once."""
    counted = Counter(_unordered(row) for row in rows)

    assert [pair for pair, times in counted.items() if times > 1] == []


def test_same_and_different_are_both_well_represented(rows: list[dict[str, Any]]) -> None:
    """At least four in ten of either label, so that neither rule "always" nor rule "never" looks good."""
    same = sum(row["same"] for row in rows) / len(rows)

    assert 0.4 <= same <= 0.6


def test_every_group_of_the_development_file_has_pairs_of_both_labels() -> None:
    """Eight pairs or more a group, three or more of each label."""
    text = (Path(__file__).parent / "identity-development.jsonl").read_text(encoding="utf-8")
    counted = Counter((row["group"], row["same"]) for row in map(json.loads, text.splitlines()))

    for group in GROUPS:
        assert counted[group, True] + counted[group, False] >= 8, group
        assert min(counted[group, True], counted[group, False]) >= 3, group


def _unordered(row: dict[str, Any]) -> tuple[tuple[str, str], ...]:
    return tuple(sorted((side["name"], side["kind"]) for side in (row["left"], row["right"])))

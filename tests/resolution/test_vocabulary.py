"""The predicates are data, and bad data is refused by name."""

from __future__ import annotations

from pathlib import Path

import pytest

from graphmem import ConfigError
from graphmem.resolution.vocabulary import default_vocabulary, vocabulary_with

MINIMAL = 'says = "{s} likes {o}"\ndenies = "{s} does not like {o}"\n'


def test_one_relation_said_in_many_ways_has_one_name() -> None:
    """Working for, being employed by, quitting."""
    phrases = ["work at", "work for", "be employed by", "join", "quit"]

    meanings = [default_vocabulary().meaning(phrase, "Organization") for phrase in phrases]

    assert {meaning.predicate.name for meaning in meanings if meaning} == {"works_at"}
    assert [meaning.aspect for meaning in meanings if meaning] == ["holds", "holds", "holds", "begins", "ends"]


def test_a_phrase_of_two_predicates_means_the_one_that_takes_the_object() -> None:
    """Leaving Rome is moving out, leaving Acme is quitting, leaving Tom is neither."""
    vocabulary = default_vocabulary()

    found = [vocabulary.meaning("leave", kind) for kind in ("Place", "Organization", "Person")]

    assert [meaning and meaning.predicate.name for meaning in found] == ["lives_in", "works_at", None]


def test_a_favourite_keeps_what_it_is_the_favourite_of() -> None:
    """ "favourite colour" and "favourite food" are two slots of one predicate."""
    meaning = default_vocabulary().meaning("favourite food")

    assert meaning is not None
    assert meaning.predicate is default_vocabulary().get("favourite food")


def test_every_sentence_names_its_subject_and_object() -> None:
    """No template forgets who it is about."""
    for predicate in default_vocabulary().predicates.values():
        assert predicate.denies, predicate.name
        for template in filter(None, (predicate.says, predicate.was, predicate.denies)):
            assert "{s}" in template, predicate.name
            assert "{o}" in template, predicate.name


@pytest.mark.parametrize(
    ("toml", "named"),
    [
        ("[likes\n", "not valid TOML"),
        (f"[likes]\n{MINIMAL}colour = 3", "colour"),
        (f'[likes]\n{MINIMAL}opposite = "hates"', "'hates', which is not defined"),
        ("likes = 3", "'likes' must be a table"),
        ("kinds = 3", "gives each kind a list of words"),
        ('[kinds]\nVehicle = "car"', "gives each kind a list of words"),
        (f"[likes]\n{MINIMAL}[likes]\n{MINIMAL}", "not valid TOML"),
        ('[likes]\ndenies = "x"', "needs says"),
        ('[likes]\nsay = "x"', "unknown field 'say'; did you mean 'says'"),
        (f"[likes]\n{MINIMAL}single = 3", "single cannot be 3"),
        (f"[likes]\n{MINIMAL}synonyms = 'like'", "synonyms cannot be 'like'"),
        (f"[likes]\n{MINIMAL}category = 'sport'", "category must be one of personal"),
        (f"[likes]\n{MINIMAL}importance = 3", "importance must lie in 0 to 1"),
    ],
)
def test_a_vocabulary_that_cannot_be_read_is_refused(tmp_path: Path, toml: str, named: str) -> None:
    """With the predicate and the reason."""
    own = tmp_path / "mine.toml"
    own.write_text(toml)

    with pytest.raises(ConfigError, match=named):
        vocabulary_with(own)


def test_predicates_and_kinds_of_ones_own_are_data(tmp_path: Path) -> None:
    """A file adds to what is shipped, and its kinds outweigh guesses."""
    own = tmp_path / "mine.toml"
    own.write_text(
        '[kinds]\nVehicle = ["car", "Rosinante"]\n'
        '[drives]\nsays = "{s} drives {o}"\ndenies = "{s} does not drive {o}"\nsynonyms = ["drive"]\nsingle = true\n'
        'object = ["Vehicle"]\n'
    )
    vocabulary = vocabulary_with(own)

    assert [vocabulary.kind(name) for name in ("my car", "Rosinante", "an old car", "Ana")] == ["Vehicle"] * 3 + [None]
    meaning = vocabulary.meaning("drive", "Vehicle")
    assert meaning is not None
    assert meaning.predicate.single
    assert vocabulary.get("likes") is not None


def test_a_file_that_is_not_there_is_named(tmp_path: Path) -> None:
    """With the reason."""
    with pytest.raises(ConfigError, match=r"absent\.toml cannot be read"):
        vocabulary_with(tmp_path / "absent.toml")

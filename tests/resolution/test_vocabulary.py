"""The predicates are data, and bad data is refused by name."""

from __future__ import annotations

import pytest

from graphmem import ConfigError
from graphmem.resolution.vocabulary import default_vocabulary, read_vocabulary

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
        (f"[likes]\n{MINIMAL}[likes]\n{MINIMAL}", "not valid TOML"),
        ('[likes]\nsays = "{s}"', "denies"),
    ],
)
def test_a_vocabulary_that_cannot_be_read_is_refused(toml: str, named: str) -> None:
    """With the predicate and the reason."""
    with pytest.raises(ConfigError, match=named):
        read_vocabulary(toml)

"""What things are filed under."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from graphmem import keys

NAMES = st.text(min_size=1).filter(str.strip)


def test_a_sure_kind_sets_bearers_of_a_name_apart() -> None:
    """An unsure one does not."""
    assert keys.named("Jordan", "Person", 0.95) == "n:jordan|person"
    assert keys.named("Jordan", "Organization", 0.9) == "n:jordan|other"
    assert keys.named("Jordan", "Person", 0.6) == keys.named("Jordan") == "n:jordan"


def test_relations_start_from_whoever_bears_the_name() -> None:
    """Whose husband does not depend on how sure the kind was."""
    assert keys.related("n:ana|person", "husband") == keys.related("n:ana", "Husband") == "r:n:ana/husband"
    assert keys.owner("r:n:ana/husband") == "n:ana"
    assert keys.relation("r:n:ana/husband") == "husband"


@pytest.mark.parametrize(
    ("one", "other"),
    [
        (("Amazon", "Organization"), ("Amazon", "Place")),
        (("Python", "Thing"), ("Python", "Animal")),
        (("Apple", "Organization"), ("apple", "Thing")),
        (("Polish", "Thing"), ("polish", "Thing")),
        (("Reading", "Place"), ("reading", "Activity")),
        (("Ana", "Person"), ("Ana", "Organization")),
    ],
)
def test_a_word_that_two_kinds_bear_has_two_keys(one: tuple[str, str], other: tuple[str, str]) -> None:
    """Neither can stand for the other, in capitals or not."""
    left, right = keys.named(*one, 0.9), keys.named(*other, 0.9)

    assert left != right
    assert not keys.may_be(left, right)
    assert not keys.may_be(right, left)


@pytest.mark.parametrize("kind", ["Place", "Organization"])
def test_a_name_of_several_words_is_one_for_place_and_firm(kind: str) -> None:
    """Heathrow Airport is where one goes and who employs."""
    assert keys.named("Heathrow Airport", kind, 0.9) == "n:heathrow airport|other"


def test_a_thing_may_turn_out_to_be_a_firm_or_a_place() -> None:
    """ "Thing" is what is said when no better kind is known."""
    thing = keys.named("Feedzai", "Thing", 0.9)

    assert keys.may_be(thing, keys.named("Feedzai", "Organization", 0.9))
    assert keys.may_be(thing, keys.named("Feedzai", "Place", 0.9))


@pytest.mark.parametrize(
    ("poor", "rich", "kind"),
    [
        ("Feedzai", "Feedzai, Inc.", "Organization"),
        ("Siemens", "Siemens AG", "Organization"),
        ("McDonalds", "McDonald's", "Organization"),
        ("上海", "上海市", "Place"),
        ("田中", "田中さん", "Person"),
        ("iphone", "iPhone", "Thing"),
        ("wifi", "Wi-Fi", "Thing"),
    ],
)
def test_what_may_be_left_out_depends_on_the_bearer(poor: str, rich: str, kind: str) -> None:
    """A firm's legal form, a town's ending, an honorific."""
    assert keys.may_be(keys.named(poor), keys.named(rich, kind, 0.9))
    assert not keys.may_be(keys.named(rich, kind, 0.9), keys.named(poor))


@pytest.mark.parametrize(
    ("one", "other", "kind"),
    [
        ("Lina", "Li-Na", "Person"),
        ("Darcy Jones", "D'Arcy Jones", "Person"),
        ("Ana", "Ana Sa", "Person"),
        ("ano", "año", "Thing"),
        ("resign", "re-sign", "Thing"),
    ],
)
def test_what_is_part_of_the_name_is_not_left_out(one: str, other: str, kind: str) -> None:
    """Two people, two words."""
    assert not keys.may_be(keys.named(one, kind, 0.9), keys.named(other, kind, 0.9))


@given(NAMES)
def test_the_poorest_spellings_are_among_the_keys_a_name_is_sought_by(name: str) -> None:
    """So whoever types it poorly is led to it, and whoever types it richly to the poor one."""
    for kind in ("Person", "Place", "Organization", "Thing", "Animal"):
        assert set(keys.spellings(keys.named(name, kind, 0.9))) <= set(keys.variants(name))


@given(NAMES, st.sampled_from(["Person", "Animal", "Place", "Thing"]), st.floats(0, 1))
def test_every_key_of_a_name_is_among_its_variants(name: str, kind: str, confidence: float) -> None:
    """What is filed under a name is found by it."""
    key = keys.named(name, kind, confidence)

    assert key in keys.variants(name)
    assert set(keys.variants_of(key)) <= set(keys.variants(name))
    assert keys.plain(key) == keys.named(name)


@given(NAMES, NAMES)
def test_a_relation_key_gives_back_its_owner(name: str, relation: str) -> None:
    """However odd the names."""
    key = keys.related(keys.named(name, "Person", 1.0), relation)

    assert keys.owner(key) == keys.owned_as(keys.named(name))

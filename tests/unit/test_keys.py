"""What things are filed under."""

from __future__ import annotations

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


@given(NAMES, st.sampled_from(["Person", "Animal", "Place", "Thing"]), st.floats(0, 1))
def test_every_key_of_a_name_is_among_its_variants(name: str, kind: str, confidence: float) -> None:
    """What is filed under a name is found by it."""
    key = keys.named(name, kind, confidence)

    assert key in keys.variants(name)
    assert set(keys.variants_of(key)) == set(keys.variants(name))
    assert keys.plain(key) == keys.named(name)


@given(NAMES, NAMES)
def test_a_relation_key_gives_back_its_owner(name: str, relation: str) -> None:
    """However odd the names."""
    key = keys.related(keys.named(name, "Person", 1.0), relation)

    assert keys.owner(key) == keys.named(name)

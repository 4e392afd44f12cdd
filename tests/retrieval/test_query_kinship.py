"""People named by what they are to somebody, however it is put."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from graphmem.retrieval.asking.kinship import Chain, chains


@pytest.mark.parametrize(
    ("text", "owner", "relations"),
    [
        ("Where is my sister?", "self", ("sister",)),
        ("What does my sister's husband do?", "self", ("sister", "husband")),
        ("Who is the wife of my brother?", "self", ("brother", "wife")),
        ("Who is Ana’s boss?", "Ana", ("boss",)),
        ("the boss of Ana", "Ana", ("boss",)),
        ("How old is our dog?", "self", ("dog",)),
        ("Where does my ex live?", "self", ("ex",)),
        ("my mum's flat", "self", ("mother",)),
        ("my older brother", "self", ("brother",)),
        ("a friend of mine", "self", ("friend",)),
        ("Ana has a cat, I think.", "Ana", ("cat",)),
        ("the mother of my sister's husband", "self", ("sister", "husband", "mother")),
    ],
)
def test_a_chain_leads_from_its_owner_to_who_is_meant(text: str, owner: str, relations: tuple[str, ...]) -> None:
    """Possessives, "of" and "has a" say the same, and a mum is a mother."""
    assert chains(text) == (Chain(owner, relations),)


def test_a_pronoun_can_own_a_relation() -> None:
    """Whose it is the turns before must tell; no key leads there."""
    [chain] = chains("Who is her father?")

    assert (chain.owner, chain.relations, chain.pronoun, chain.keys) == ("her", ("father",), True, ())


@pytest.mark.parametrize("text", ["my flat", "Ana's car", "her job", "the mother", "of", "'s", ""])
def test_what_is_owned_is_no_kin(text: str) -> None:
    """Only words of relation make a chain."""
    assert chains(text) == ()


def test_the_keys_are_those_that_messages_are_filed_under() -> None:
    """Each step has one, so that a known sister is found even where her husband is not."""
    [chain] = chains("my sister's husband")

    assert chain.keys == ("r:self/sister", "r:r:self/sister/husband")


@given(
    st.lists(st.sampled_from(["my", "sister", "sister's", "of", "the", "her", "Ana's", "has", "a", "cat", "'s", "’"]))
)
def test_any_row_of_such_words_can_be_read(words: list[str]) -> None:
    """Nothing fails, and every chain has a relation."""
    assert all(chain.relations for chain in chains(" ".join(words)))

"""Which entities a question names."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from graphmem.retrieval.linking import EDGE, LONGEST, candidates, chosen, keys
from graphmem.types import Entity
from tests.retrieval.fake_memory import entity

ADA = entity("Ada", "self", is_self=True)
ANA = entity("Ana", "r:self/sister")
RUI = entity("Rui", "r:n:ana/husband", "r:r:self/sister/husband")
MARIA, GARCIA = entity("Maria"), entity("Maria Garcia")
JORDAN, JORDAN_INC = entity("Jordan"), Entity("e:inc", "Jordan", "Organization", ("Jordan",), ("n:jordan",))
EVERYONE = (ADA, ANA, RUI, MARIA, GARCIA, JORDAN, JORDAN_INC)


def named(question: str) -> set[str]:
    """The ids of those the question names."""
    found = candidates(question)
    known = [one for one in EVERYONE if set(one.keys) & set(keys(found))]
    return {one.id for one in chosen(found, known)}


@pytest.mark.parametrize("question", ["Where does Ana live?", "where is ANA?", "Ana's flat", "and Ana", "«Ana»"])
def test_a_name_is_found_however_it_is_written(question: str) -> None:
    """Case, punctuation and possessives do not hide a name."""
    assert ANA.id in named(question)


def test_a_first_person_is_the_self() -> None:
    """Who says "I" asks about themselves; who does not, does not."""
    assert named("Where do I work?") == {ADA.id}
    assert ADA.id not in named("Where does Ana work?")


def test_kin_are_found_by_the_relation() -> None:
    """My sister is Ana, and her husband is found from either side."""
    assert named("Where is my sister?") == {ADA.id, ANA.id}
    assert RUI.id in named("Who is my sister's husband?")
    assert RUI.id in named("Who is Ana’s husband?")


def test_the_longest_name_wins() -> None:
    """In "Maria Garcia" nobody called Maria is meant."""
    assert named("Where does Maria Garcia live?") == {GARCIA.id}
    assert named("Where does Maria live?") == {MARIA.id}


def test_a_name_of_two_links_to_both() -> None:
    """A person and a company called Jordan."""
    assert named("What about Jordan?") == {JORDAN.id, JORDAN_INC.id}


def test_a_name_is_found_however_richly_it_is_spelled() -> None:
    """José is asked for without the accent, and Jose with it."""
    accented, plain = entity("José", "n:josé|person", "s:jose"), entity("Jose", "n:jose|person")

    assert chosen(candidates("Where does Jose live?"), [accented]) == (accented,)
    assert chosen(candidates("Where does José live?"), [plain]) == (plain,)


def test_common_words_are_no_names() -> None:
    """An entity called "The" is not found in every question."""
    assert "n:is" not in keys(candidates("What is this?"))


def test_a_name_at_either_end_of_a_pasted_log_is_found() -> None:
    """Two hundred words do not hide who is asked about."""
    assert ANA.id in named("Ana wrote: " + "error at line 7 " * 50)
    assert ANA.id in named("error at line 7 " * 50 + " What did Ana say?")


@given(st.text())
def test_any_question_has_a_bounded_number_of_candidates(question: str) -> None:
    """Nothing fails, and no question asks the store for more than its edges hold."""
    kin = 2000  # no relation is read from more characters than that
    keys_of_a_name = 100  # its classes, for each of its poorer spellings

    assert len(candidates(question * 100)) <= LONGEST * 2 * EDGE * keys_of_a_name + 1 + kin

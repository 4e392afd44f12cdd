"""Normal forms of names: what is one name by spelling, and what is not."""

from __future__ import annotations

import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from graphmem.names import normal


@pytest.mark.parametrize(
    ("left", "right"),
    [
        ("System Admin", "system admin"),
        ("SystemAdmin", "system-admin"),
        ("José García", "Jose Garcia"),
        (unicodedata.normalize("NFC", "José García"), unicodedata.normalize("NFD", "José García")),
        ("the Atlas project", "Atlas project"),
        ("my Ana", "Ana"),
        ("Ana's", "Ana"),
        ("Ana’s", "ana"),
        ("O'Brien", "O’Brien"),
        ("ＡＣＭＥ", "Acme"),
        ("Łódź", "Lodz"),
        ("Straße", "strasse"),
        ("Research & Development", "research and development"),
        ("  Ana\t Lopes ", "ana lopes"),
        ("GitHub", "github"),
    ],
)
def test_spellings_of_one_name_are_equal(left: str, right: str) -> None:
    """Case, accents, hyphens, determiners and spacing do not tell names apart."""
    assert normal(left) == normal(right)


@pytest.mark.parametrize(
    ("left", "right"),
    [
        ("SR-2023-052", "SR-2023-053"),
        ("Alexander Smith II", "Alexander Smith III"),
        ("Q1 report", "Q2 report"),
        ("Austria", "Australia"),
        ("Maria Garcia", "Mario Garcia"),
        ("C", "C++"),
        ("C", "C#"),
        ("C++", "C#"),
        ("Иван 2024 report", "Петр 2024 report"),
        ("国立大学", "私立高校"),
        ("й", "и"),
        ("が", "か"),
        ("ไทย", "ไท"),
        ("서울", "부산"),
        ("Dr Smith", "Mr Smith"),
        ("AT&T", "ATT"),
        ("version 1.2", "version 12"),
    ],
)
def test_different_names_stay_different(left: str, right: str) -> None:
    """Numbers, signs and the marks of other scripts tell names apart."""
    assert normal(left) != normal(right)


@pytest.mark.parametrize("name", ["???", "🐶", "❤️", "'", "the", " ", "-- the --"])
def test_a_name_of_signs_alone_is_not_empty(name: str) -> None:
    """A non-empty name always has a normal form."""
    assert normal(name)


@given(st.text())
def test_normal_is_idempotent(name: str) -> None:
    """The normal form of a normal form is itself."""
    once = normal(name)

    assert normal(once) == once


@given(st.text(min_size=1))
def test_normal_is_never_empty(name: str) -> None:
    """Whatever the script, something is left to file a name under."""
    assert normal(name)


@given(st.text())
def test_composed_and_decomposed_forms_are_one(name: str) -> None:
    """NFC and NFD are two encodings of one name."""
    assert normal(unicodedata.normalize("NFC", name)) == normal(unicodedata.normalize("NFD", name))

"""Special categories: found by their words, and kept out of facts."""

from __future__ import annotations

from graphmem.privacy.redaction import SPECIAL
from graphmem.privacy.special import categories_of, without
from graphmem.privacy.words import shipped
from graphmem.types import Claim, Extraction, Mention


def _read(*claims: Claim) -> Extraction:
    mentions = (Mention("Ana", 0, 3, "name", "Ana"), Mention("diabetes", 8, 16, "thing", "diabetes"))
    return Extraction("m1", "test", "1", mentions=mentions, claims=claims)


def test_text_is_of_the_categories_its_words_are_of() -> None:
    """Words are whole: a therapist is of health, the Rapist is a word of nobody's."""
    assert categories_of("Ana has diabetes and goes to the mosque.", SPECIAL) == ("health", "religion")
    assert categories_of("Ana lives in Lisbon and likes hiking.", SPECIAL) == ()
    assert categories_of("Ana has diabetes.", ("religion",)) == ()


def test_each_category_has_words() -> None:
    """Whoever names a category gets what it says."""
    assert tuple(shipped()["special"]) == SPECIAL
    assert all(each["words"].split() and each["predicates"] for each in shipped()["special"].values())


def test_claims_of_a_category_are_left_out() -> None:
    """By their object, and by their predicate; the others stay."""
    ill = Claim(0, "have", "has", (0, 16), object=1)
    allergic = Claim(0, "allergic to", "is allergic to", (0, 16), value="peanuts")
    home = Claim(0, "live in", "lives in", (0, 16), value="Lisbon")

    assert without(_read(ill, allergic, home), ["health"]).claims == (home,)
    assert without(_read(ill, allergic, home), ["religion"]).claims == (ill, allergic, home)


def test_what_takes_back_stays() -> None:
    """What ended or was never so must still be able to end what was known before."""
    over = Claim(0, "have", "has", (0, 16), object=1, stance="ends")

    assert without(_read(over), ["health"]).claims == (over,)

"""What belongs to somebody and has a value, and what a noun or a quality says of them."""

from __future__ import annotations

import pytest

from graphmem.extraction.spacy import SpacyExtractor
from tests.extraction.saying import claims, hear, same


@pytest.mark.parametrize(
    ("text", "claim"),
    [
        ("My favourite band is Radiohead.", "self | favourite band | Radiohead"),
        ("Radiohead is my favourite band.", "self | favourite band | Radiohead"),
        ("Favorite band? Radiohead, no contest.", "self | favourite band | Radiohead"),
        ("Coimbra is my hometown.", "self | hometown | Coimbra"),
        ("My goal this year is to read fifty books.", "self | goal | read fifty books"),
        ("The deadline for the grant is June 30th.", "grant | deadline | June 30th"),
        ("My laptop is a ThinkPad.", "self | have | ThinkPad"),
        ("My favourite season is autumn.", "self | favourite season | autumn"),
        ("My native language is Tamil.", "self | native language | Tamil"),
    ],
)
def test_an_attribute_is_whosesoever_it_is(extractor: SpacyExtractor, text: str, claim: str) -> None:
    """Whichever way round it is said, the attribute is the owner's."""
    assert claim in claims(hear(extractor, text))


@pytest.mark.parametrize(
    "text", ["My car is a nightmare.", "My house is a mess.", "My goal is clear.", "My bike is red."]
)
def test_a_mood_about_a_thing_is_no_possession(extractor: SpacyExtractor, text: str) -> None:
    """ "My car is a nightmare" tells of no second thing one has."""
    assert claims(hear(extractor, text)) == set()


def test_a_last_name_is_an_attribute_and_no_name_of_its_own(extractor: SpacyExtractor) -> None:
    """Half a family has the same last name, so it names nobody."""
    heard = hear(extractor, "My last name is Silva.")

    assert (claims(heard), same(heard)) == ({"self | surname | Silva"}, set())


@pytest.mark.parametrize(
    ("text", "claim"),
    [
        ("I'm left-handed.", "self | be | left-handed"),
        ("Sofia is Italian.", "Sofia | be | Italian"),
        ("I'm the youngest of four.", "self | be | youngest of four"),
        ("I'm not a morning person.", "self | be | morning person | not"),
        ("Ana is two years younger than me.", "Ana | be younger than | self"),
        ("I'm a huge football fan.", "self | be a fan of | football"),
        ("My colleague Dmitri, a huge Arsenal fan, is away.", "Dmitri | be a fan of | Arsenal"),
        ("Carlos, a chef from Madrid, is here.", "Carlos | be | chef"),
        ("I'm the eldest.", "self | be | eldest"),
        ("I'm six feet tall.", "self | be | six feet tall"),
    ],
)
def test_what_somebody_is_like(extractor: SpacyExtractor, text: str, claim: str) -> None:
    """What lasts is kept, with what it is measured by."""
    assert claim in claims(hear(extractor, text))


@pytest.mark.parametrize(
    ("text", "claim"),
    [
        ("Sara and I are cousins.", "Sara | cousin | self"),
        ("Farah and I used to be close.", "Farah | friend | self | ends"),
        ("Jasmine and Leila are my cousins.", "Leila | cousin | self"),
        ("Nadia's been my friend since 2012.", "Nadia | friend | self"),
        ("My daughter's teacher is Mrs. Patel.", "Mrs. Patel | teacher | self's daughter"),
        ("Ana is the godmother of my son.", "Ana | godmother | self's son"),
    ],
)
def test_what_two_are_to_one_another(extractor: SpacyExtractor, text: str, claim: str) -> None:
    """A relation is read from either end, and from both at once."""
    assert claim in claims(hear(extractor, text))


def test_being_close_to_something_is_no_friendship(extractor: SpacyExtractor) -> None:
    """ "Close to retirement" is about time."""
    assert not {claim for claim in claims(hear(extractor, "Tom and I are close to retirement.")) if "friend" in claim}


def test_how_much_of_it_is_not_what_it_is(extractor: SpacyExtractor) -> None:
    """ "Too much coffee" is coffee, as any other coffee is."""
    assert claims(hear(extractor, "I drink way too much coffee.")) == {"self | drink | coffee"}

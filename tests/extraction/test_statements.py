"""What people say of themselves and others: each message with the claims it makes, and no others."""

from __future__ import annotations

import pytest

from graphmem.extraction.spacy import SpacyExtractor
from tests.extraction.saying import claims, find, hear


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("I live in Lisbon.", {"self | live in | Lisbon"}),
        ("i live in lisbon and i love jazz", {"self | live in | lisbon", "self | love | jazz"}),
        ("I live in a small flat in Lisbon.", {"self | live in | Lisbon"}),
        ("We moved to Porto.", {"self | move to | Porto"}),
        ("I work at Acme.", {"self | work at | Acme"}),
        ("I work as a nurse.", {"self | work as | nurse"}),
        ("I'm a software engineer at Google.", {"self | be | software engineer", "self | work at | Google"}),
        ("I started working at Google.", {"self | work at | Google"}),
        ("I joined Feedzai.", {"self | join | Feedzai"}),
        ("I left Acme in April.", {"self | leave | Acme", "self | work at | Acme | ends"}),
        (
            "I study computer science at the University of Porto.",
            {"self | study | computer science", "self | study at | University of Porto"},
        ),
        ("I graduated from MIT.", {"self | graduate from | MIT"}),
        ("I'm from Porto.", {"self | be from | Porto"}),
        ("im from brazil", {"self | be from | brazil"}),
        ("I was born in Rome.", {"self | be born in | Rome"}),
        ("I grew up in Faro.", {"self | grow up in | Faro"}),
        ("I love Chinese food.", {"self | love | Chinese food"}),
        ("I can't stand jazz.", {"self | can't stand | jazz"}),
        ("I love hiking and playing guitar.", {"self | love | hiking", "self | love | playing guitar"}),
        ("I'm a big fan of Radiohead.", {"self | be a fan of | Radiohead"}),
        ("My favourite colour is green.", {"self | favourite colour | green"}),
        ("My favorite band is Radiohead.", {"self | favourite band | Radiohead"}),
        ("I'm vegetarian.", {"self | be | vegetarian"}),
        ("I am allergic to peanuts.", {"self | be allergic to | peanuts"}),
        ("I'm 34 years old.", {"self | age | 34"}),
        ("I'm 34.", {"self | age | 34"}),
        ("I'm married to Tom.", {"self | be married to | Tom"}),
        ("I'm divorced.", {"self | be | divorced"}),
        ("I broke up with Tom.", {"self | break up with | Tom"}),
        ("I got promoted.", {"self | get promoted"}),
        ("I speak Portuguese and English.", {"self | speak | Portuguese", "self | speak | English"}),
        ("I play the guitar.", {"self | play | guitar"}),
        ("I own a bakery.", {"self | own | bakery"}),
        ("I just bought a new car.", {"self | buy | new car"}),
        ("I went hiking.", {"self | go | hiking"}),
        ("I've been to Japan.", {"self | visit | Japan"}),
        ("I met Kim at the park.", {"self | meet | Kim"}),
        ("Went to Paris.", {"self | go to | Paris"}),
        ("My address is 5 Rua Augusta.", {"self | address | 5 Rua Augusta"}),
        ("My birthday is on 3 May.", {"self | birthday | 3 May"}),
        (
            "I want to visit my aunt in Faro.",
            {"self | want to | visit their aunt in Faro", "self's aunt | aunt | self"},
        ),
        ("I would love to visit Japan.", {"self | want to | visit Japan"}),
        ("I'm going to move to Berlin.", {"self | plan to | move to Berlin"}),
        ("I decided to study law.", {"self | plan to | study law"}),
        ("Ana likes tea, coffee and jazz.", {"Ana | like | tea", "Ana | like | coffee", "Ana | like | jazz"}),
        ("Ana and Tom live in Porto.", {"Ana | live in | Porto", "Tom | live in | Porto"}),
        ("Project Atlas is led by Kim.", {"Kim | lead | Project Atlas"}),
        ("Lee took over Atlas.", {"Lee | take over | Atlas"}),
        ("The car weighs 2040 kg.", {"car | weigh | 2040 kg"}),
        ("Ana called.", set()),
        ("I became a vegetarian.", {"self | be | vegetarian"}),
        ("I've got a dog.", {"self | have | self's dog", "self's dog | dog | self"}),
        ("I got a puppy.", {"self | get | self's dog", "self's dog | dog | self"}),
        (
            "My mum and dad live in Faro.",
            {
                "self's mother | mother | self",
                "self's father | father | self",
                "self's mother | live in | Faro",
                "self's father | live in | Faro",
            },
        ),
        ("Ann administers the GitHub organisation.", {"Ann | administer | GitHub organisation"}),
        ("Ana wants to visit my house.", set()),
        ("We can build a better world.", set()),
        ("The shelter I volunteer at is great.", {"self | volunteer at | shelter"}),
    ],
)
def test_what_is_said_is_claimed(extractor: SpacyExtractor, text: str, said: set[str]) -> None:
    """Plain statements of home, work, study, tastes, possessions, plans and events."""
    heard = hear(extractor, text)

    assert claims(heard) == said


def test_a_second_verb_takes_the_subject_of_the_first(extractor: SpacyExtractor) -> None:
    """ "Moved to Lisbon and works at Feedzai" is twice about Ana."""
    heard = hear(extractor, "My sister Ana moved to Lisbon and works at Feedzai.")

    assert claims(heard) == {"Ana | sister | self", "Ana | move to | Lisbon", "Ana | work at | Feedzai"}


def test_a_side_clause_is_about_what_it_hangs_on(extractor: SpacyExtractor) -> None:
    """ "Who lives in Porto" says it of Ana."""
    heard = hear(extractor, "My sister Ana, who lives in Porto, is pregnant.")

    assert {"Ana | live in | Porto", "Ana | be | pregnant"} <= claims(heard)


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("I don't eat meat.", {"self | eat | meat | not"}),
        ("i dont like mushrooms", {"self | like | mushrooms | not"}),
        ("I'm not a nurse.", {"self | be | nurse | not"}),
        ("Neither Ana nor Tom lives in Rome.", {"Ana | live in | Rome | not", "Tom | live in | Rome | not"}),
        ("I've never been to Japan.", {"self | visit | Japan | not"}),
        ("I don't have any pets.", {"self | have | pets | not"}),
    ],
)
def test_what_is_denied_is_claimed_as_not_so(extractor: SpacyExtractor, text: str, said: set[str]) -> None:
    """ "I don't eat meat" is not "eats meat" (CASES 19)."""
    heard = hear(extractor, text)

    assert claims(heard) == said


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("I no longer work at Acme.", {"self | work at | Acme | ends"}),
        ("I don't eat meat any more.", {"self | eat | meat | ends"}),
        ("I do not work at Acme anymore.", {"self | work at | Acme | ends"}),
        ("I stopped eating meat.", {"self | eat | meat | ends"}),
        ("I quit smoking.", {"self | smoke | ends"}),
        ("I used to drink green tea.", {"self | drink | green tea | ends"}),
        ("I haven't smoked since 2019.", {"self | smoke | ends"}),
        ("I resigned from Acme.", {"self | work at | Acme | ends"}),
    ],
)
def test_what_is_over_ends(extractor: SpacyExtractor, text: str, said: set[str]) -> None:
    """Endings are said in many ways (CASES 16)."""
    heard = hear(extractor, text)

    assert claims(heard) == said


def test_not_lisbon_takes_lisbon_back(extractor: SpacyExtractor) -> None:
    """A denied place beside the right one was never so."""
    heard = hear(extractor, "I live in Porto, not Lisbon.")

    assert claims(heard) == {"self | live in | Porto", "self | live in | Lisbon | retracts"}


@pytest.mark.parametrize(
    "text",
    [
        "I'm tired.",
        "I'm so excited!",
        "Thanks for your help!",
        "How are you?",
        "ok",
        "lol yeah",
        "I had a great time.",
        "I know.",
        "That's awesome!",
        "Let's go to Paris!",
        "You should visit Lisbon.",
        "I need to buy milk.",
        "Good morning!",
        "It depends.",
    ],
)
def test_small_talk_says_nothing(extractor: SpacyExtractor, text: str) -> None:
    """Moods, courtesies, requests and advice are not facts."""
    heard = hear(extractor, text)

    assert heard.claims == ()


def test_phrases_read_in_the_third_person(extractor: SpacyExtractor) -> None:
    """A claim carries how it reads, for predicates nobody knows."""
    plays, baked = hear(extractor, "I play tennis."), hear(extractor, "Ana baked a cake.")

    assert find(plays, "play").phrase == "plays"
    assert find(baked, "bake").phrase == "baked"


def test_states_and_events_are_told_apart(extractor: SpacyExtractor) -> None:
    """Living somewhere is a state, going somewhere an event."""
    lives, went = hear(extractor, "I live in Lisbon."), hear(extractor, "I went to Paris.")

    assert find(lives, "live in").nature == "state"
    assert find(went, "go to").nature == "event"

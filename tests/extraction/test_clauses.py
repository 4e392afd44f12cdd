"""Clauses that leave something out, join, deny or undergo: each with the claims it makes, and no others."""

from __future__ import annotations

import pytest

from graphmem.extraction.spacy import SpacyExtractor
from tests.extraction.saying import claims, days, find, hear


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("Just got promoted!", {"self | get promoted"}),
        ("Finally finished my thesis.", {"self | finish | thesis"}),
        ("Broke my wrist skiing in February, the cast came off last week.", {"self | break | wrist"}),
        ("Been in Lisbon since 2019.", {"self | be in | Lisbon"}),
        ("Planning to move to Rome.", {"self | plan to | move to Rome"}),
        ("gonna start at ikea next week, wish me luck!", {"self | plan to | start at ikea"}),
        ("wanna learn spanish this yr", {"self | want to | learn spanish"}),
        ("Looking forward to it!", set()),
        ("Thinking of you.", set()),
    ],
)
def test_a_subject_left_out_is_the_speaker(extractor: SpacyExtractor, text: str, said: set[str]) -> None:
    """Chats leave out "I", and say "just" or "finally" in its place."""
    heard = hear(extractor, text)

    assert claims(heard) == said


@pytest.mark.parametrize(
    ("question", "answer", "said"),
    [
        ("A: Where do you work?", "At Talkdesk, since 2022.", {"self | work at | Talkdesk"}),
        ("A: Where do you live now?", "Porto.", {"self | live in | Porto"}),
        ("A: Where are you from?", "Porto.", {"self | be from | Porto"}),
        ("A: What do you do?", "A nurse.", {"self | work as | nurse"}),
        ("A: What instrument do you play?", "The guitar.", {"self | play | guitar"}),
        ("A: So you work at Bosch, right?", "Yes, exactly.", {"self | work at | Bosch"}),
        ("A: Do you want a coffee?", "Yes!", set()),
        ("A: What do you think?", "Good idea.", set()),
    ],
)
def test_an_answer_fills_the_question(extractor: SpacyExtractor, question: str, answer: str, said: set[str]) -> None:
    """An answer without a verb says what was asked, with its own words in the place of the question's."""
    heard = hear(extractor, question, answer)

    assert claims(heard) == said


def test_an_answer_names_the_question_it_was_read_from(extractor: SpacyExtractor) -> None:
    """Forgetting the question must forget what only it said."""
    heard = hear(extractor, "A: So you work at Bosch, right?", "Yes.")

    assert heard.used == ("m0",)


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("Not a fan of horror movies tbh", {"self | be a fan of | horror movies | not"}),
        ("Huge fan of Radiohead!", {"self | be a fan of | Radiohead"}),
        ("The fan of the laptop is loud.", set()),
    ],
)
def test_a_fan_needs_no_verb(extractor: SpacyExtractor, text: str, said: set[str]) -> None:
    """ "Not a fan of horror movies" is a whole sentence in a chat."""
    heard = hear(extractor, text)

    assert claims(heard) == said


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("Tom and Ines broke up.", {"Tom | break up with | Ines"}),
        ("Tom and I got engaged last week.", {"Tom | get engaged to | self"}),
        ("Ana and Tom are married.", {"Ana | be married to | Tom"}),
        ("Siemens hired me in May.", {"self | work at | Siemens"}),
        ("They laid me off.", {"self | get laid off"}),
        ("My bike was stolen.", {"self | own | bike | ends"}),
        ("Ana works at Nokia and Pedro at Ericsson.", {"Ana | work at | Nokia", "Pedro | work at | Ericsson"}),
        ("Ana and I flew to Madrid.", {"Ana | fly to | Madrid", "self | fly to | Madrid"}),
    ],
)
def test_news_is_about_its_parties(extractor: SpacyExtractor, text: str, said: set[str]) -> None:
    """Whoever parts, is hired or robbed has the news, whatever the grammatical subject."""
    heard = hear(extractor, text)

    assert claims(heard) == said


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("I got a new job at Farfetch.", {"self | work at | Farfetch"}),
        ("I have a new job at Bosch.", {"self | work at | Bosch"}),
        ("I quit my job at Bosch on Monday.", {"self | work at | Bosch | ends"}),
        ("I lost my job as a banker.", {"self | work as | banker | ends"}),
        ("I lost my job.", {"self | lose | job"}),
    ],
)
def test_a_job_is_where_one_works(extractor: SpacyExtractor, text: str, said: set[str]) -> None:
    """A job taken or quit is about the employer, not about owning a job."""
    heard = hear(extractor, text)

    assert claims(heard) == said


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("I neither smoke nor drink.", {"self | smoke | not", "self | drink | not"}),
        ("I might move to Berlin, but not to Oslo.", {"self | move to | Berlin | possible"}),
        ("I no longer have a car, I sold it.", {"self | have | car | ends"}),
    ],
)
def test_denial_reaches_what_is_joined(extractor: SpacyExtractor, text: str, said: set[str]) -> None:
    """ "Neither … nor" denies both, and what stands after "but not" is not said."""
    heard = hear(extractor, text)

    assert said <= claims(heard)
    assert not any("Oslo" in line for line in claims(heard))


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("Tom gave me a watch.", {"Tom | give | watch"}),
        ("Tom passed his driving test.", {"Tom | pass | driving test"}),
        ("We saw Nick Cave live.", {"self | see | Nick Cave"}),
        ("I've been accepted at Leiden!", {"self | accept at | Leiden"}),
        ("Ana dropped out of college.", {"Ana | drop out of | college"}),
        ("Ana gave birth to a boy.", {"Ana | give birth to | boy"}),
        ("I speak English and a bit of German.", {"self | speak | English", "self | speak | German"}),
        ("I play the cello, badly, and chess.", {"self | play | cello", "self | play | chess"}),
        ("I love your painting.", set()),
        ("Yusuf drove me home.", set()),
        ("I adopted a kitten named Pixel.", {"Pixel | cat | self", "self | adopt | Pixel"}),
        ("I'm doing well, I just had a picnic.", {"self | have | picnic"}),
        ("We went on a hike.", {"self | go on | hike"}),
        ("I gave up smoking.", {"self | smoke | ends"}),
        ("I moved back in with my parents.", {"self | live with | self's parents", "self's parents | parents | self"}),
        ("We're expecting a baby in July.", {"self | expect | baby"}),
        ("I share a flat with Ana and Tom.", {"self | live with | Ana", "self | live with | Tom"}),
        ("Ben is doing a PhD in linguistics.", {"Ben | study | linguistics"}),
        ("we moved to braga", {"self | move to | braga"}),
        ("I almost moved to Paris.", set()),
        ("I went to bed early.", set()),
        ("I had coffee with an old friend.", set()),
        ("Tom keeps knocking the plants over.", set()),
    ],
)
def test_objects_are_what_the_verb_is_about(extractor: SpacyExtractor, text: str, said: set[str]) -> None:
    """What one is given, passes, sees or speaks a bit of; not errands, meals or what is yours."""
    heard = hear(extractor, text)

    assert claims(heard) == said


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("Imagine I owned a castle.", set()),
        ("It could be that I'm allergic to cats.", {"self | be allergic to | cats | possible"}),
        ("I guess Pedro still works in Beja?", {"Pedro | work in | Beja | possible"}),
        ("According to Maja, Jonas is getting divorced.", {"Jonas | get divorced | reported"}),
        ("We want to have kids someday.", {"self | want to | have kids"}),
        ("I'd love to join!", set()),
    ],
)
def test_how_it_is_said_is_kept(extractor: SpacyExtractor, text: str, said: set[str]) -> None:
    """What is imagined is not said, and a guess stays a guess even with a question mark."""
    heard = hear(extractor, text)

    assert claims(heard) == said


def test_what_happened_once_does_not_end(extractor: SpacyExtractor) -> None:
    """ "Was born in Goa" holds for good; "had an interview" was never a possession."""
    born = find(hear(extractor, "I was born in Goa."), "be born in")
    had = find(hear(extractor, "I had an interview."), "have")

    assert (born.stance, born.current) == ("holds", True)
    assert had.nature == "event"


def test_a_time_stands_with_the_verb_that_has_it(extractor: SpacyExtractor) -> None:
    """The time of a plan, of a happening told with what one was doing, and of a pet's coming."""
    hoping = find(hear(extractor, "Ana is hoping to open a studio in 2026."), "want to")
    broken = find(hear(extractor, "I broke my wrist skiing in February."), "break")
    adopted = find(hear(extractor, "We adopted a dog last week."), "dog")

    assert days(hoping.start) == ("2026-01-01", "2027-01-01", "year")
    assert days(broken.start) == ("2023-02-01", "2023-03-01", "month")
    assert days(adopted.start) == ("2023-05-15", "2023-05-22", "week")


def test_a_schedule_in_the_present_is_a_plan(extractor: SpacyExtractor) -> None:
    """ "Starts school in September" is yet to come."""
    claim = find(hear(extractor, "Clara starts school in September."), "plan to")

    assert (claim.value, days(claim.start)) == ("start school", ("2023-09-01", "2023-10-01", "month"))


def test_a_start_at_a_firm_is_a_state_to_come(extractor: SpacyExtractor) -> None:
    """ "I start at Talkdesk in October" says where one works from then on."""
    claim = find(hear(extractor, "I start at Talkdesk in October."), "work at")

    assert days(claim.start) == ("2023-10-01", "2023-11-01", "month")


def test_since_when_two_are_together_is_known(extractor: SpacyExtractor) -> None:
    """ "I've been with my boyfriend for six years" tells since when he is that, and no second relation."""
    heard = hear(extractor, "I've been with my boyfriend Tom for six years now.")

    assert claims(heard) == {"Tom | boyfriend | self"}
    assert days(find(heard, "boyfriend").start) == ("2017-01-01", "2018-01-01", "year")


def test_quit_is_past_without_an_ending(extractor: SpacyExtractor) -> None:
    """ "I quit on Friday" was last Friday, though "quit" looks like the present."""
    claim = find(hear(extractor, "I quit Feedzai on Friday."), "work at")

    assert days(claim.end) == ("2023-05-19", "2023-05-20", "day")

"""What is asked, supposed, wished or said by others is not the speaker's fact."""

from __future__ import annotations

import pytest

from graphmem.extraction.spacy import SpacyExtractor
from tests.extraction.saying import claims, find, hear, name


@pytest.mark.parametrize(
    "text",
    [
        "Does Ana live in Porto?",
        "does ana live in porto",
        "Where does Ana work?",
        "Ana lives in Porto, right?",
        "if I get the job I'll move",
        "If I lived in Rome, I would eat gelato.",
        "I wish I lived in Rome.",
        "I'm saving for when I have a dog.",
        "I hope Ana moves to Porto.",
        "I would live in Rome.",
        "Unless Ana moves to Porto, Tom lives alone.",
        'She said "I love you so much, Tom".',
    ],
)
def test_questions_conditions_and_wishes_state_nothing(extractor: SpacyExtractor, text: str) -> None:
    """Nothing is claimed where nothing is stated (CASES 19)."""
    heard = hear(extractor, text)

    assert heard.claims == ()


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("I might move to Berlin.", {"self | move to | Berlin | possible"}),
        ("Maybe Ana moved to Rome.", {"Ana | move to | Rome | possible"}),
        ("I think Ana lives in Rome.", {"Ana | live in | Rome | possible"}),
        ("Ana probably lives in Rome.", {"Ana | live in | Rome | possible"}),
        ("I don't think Ana lives in Rome.", {"Ana | live in | Rome | not | possible"}),
        ("I'm thinking of moving to Madrid.", {"self | plan to | move to Madrid | possible"}),
    ],
)
def test_what_may_be_is_possible(extractor: SpacyExtractor, text: str, said: set[str]) -> None:
    """ "I might move to Berlin" is not "lives in Berlin" (CASES 19)."""
    heard = hear(extractor, text)

    assert claims(heard) == said


@pytest.mark.parametrize(
    ("text", "source"),
    [
        ("My boss thinks I live in Rome.", "self's boss"),
        ("Tom says I live in Rome.", "Tom"),
        ("According to Tom, I live in Rome.", "Tom"),
    ],
)
def test_what_others_say_is_reported_by_them(extractor: SpacyExtractor, text: str, source: str) -> None:
    """ "My boss thinks I live in Rome" is not a fact of mine (CASES 19)."""
    claim = find(heard := hear(extractor, text), "live in")

    assert claim.certainty == "reported"
    assert claim.asserted_by is not None
    assert name(heard, claim.asserted_by) == source


def test_hearsay_without_a_source(extractor: SpacyExtractor) -> None:
    """ "Apparently" is hearsay from nobody in particular."""
    claim = find(hear(extractor, "Apparently Ana lives in Rome."), "live in")

    assert (claim.certainty, claim.asserted_by) == ("reported", None)


@pytest.mark.parametrize(
    "text", ["A: You told me you like jazz.", "A: You said that you live in Rome.", "A: Do you live in Rome?"]
)
def test_an_assistant_repeating_or_asking_teaches_nothing(extractor: SpacyExtractor, text: str) -> None:
    """What memory says is not what someone said (CASES 22)."""
    heard = hear(extractor, text)

    assert heard.claims == ()


@pytest.mark.parametrize("role", ["system", "tool"])
def test_system_and_tool_messages_are_not_read(extractor: SpacyExtractor, role: str) -> None:
    """They are stored, and nothing is sought in them."""
    heard = hear(extractor, "I live in Lisbon.", role="system" if role == "system" else "tool")

    assert (heard.mentions, heard.claims, heard.reading) == ((), (), "read")


def test_a_statement_before_a_question_still_counts(extractor: SpacyExtractor) -> None:
    """Only the part of a sentence that asks is a question."""
    heard = hear(extractor, "I live in Lisbon, what about you?")

    assert claims(heard) == {"self | live in | Lisbon"}

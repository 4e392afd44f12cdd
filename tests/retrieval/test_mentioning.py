"""A question asks for a kind, and messages that mention somebody or something new of it may answer."""

from __future__ import annotations

from dataclasses import replace

import pytest

from graphmem.retrieval import mentioning
from graphmem.retrieval.asking.hearing import heard
from graphmem.retrieval.asking.understanding import understood
from graphmem.types import CHANNELS, Entity, Mentioned, Query
from tests.retrieval.fake_memory import NOW, entity, message

ANA, BEACH = entity("Ana"), entity("Beach", kind="Person")
SAID = (message(1, "I met Sara.", speaker="Ana"), message(2, "Ana, hello!", speaker="Tom Silva"))


def kinds(text: str, *known: Entity) -> tuple[str, ...]:
    """The kinds that a question asks for, where so many are known."""
    return mentioning.kinds(understood(heard(text, now=NOW, turns=()), known), Query(text, NOW))


@pytest.mark.parametrize(
    ("text", "asked"),
    [
        ("Who helped Ana?", ("Person",)),
        ("Which countries has Ana been to?", ("Place",)),
        ("What are the names of Ana's children?", ("Person",)),
        ("Which dogs and cats does Ana have?", ("Animal",)),
        ("What are they called?", ("Animal", "Person")),
        ("Which books did Ana read with her friends?", ("Person", "Work")),
        ("When did Ana move?", ()),
    ],
)
def test_a_question_asks_for_kinds_by_its_words(text: str, asked: tuple[str, ...]) -> None:
    """Singular or plural; a name of whatever sort is that of a person or an animal."""
    assert kinds(text, ANA) == asked


def test_a_name_asks_for_no_kind() -> None:
    """Somebody called Beach is no place asked for."""
    assert kinds("What does Beach like?", BEACH) == ()
    assert kinds("What does the beach look like?") == ("Place",)


def test_without_the_graph_no_kind_is_asked_for() -> None:
    """What a message mentions is the graph's to tell."""
    question = understood(heard("Who helped Ana?", now=NOW, turns=()), [ANA])

    found = mentioning.kinds(question, Query("Who helped Ana?", NOW, channels=CHANNELS - {"graph"}))

    assert found == ()


def test_somebody_new_is_an_answer() -> None:
    """Whom the question names is none, and neither are those who talk, by whole or first name."""
    question = understood(heard("Who helped Ana?", now=NOW, turns=()), [ANA])
    ana, tom, sara = Mentioned(ANA.id, "Ana S."), Mentioned("e:tom", "tom"), Mentioned("e:sara", "Sara")

    def found(*mentioned: Mentioned) -> frozenset[str]:
        return mentioning.fitting({"m1": mentioned}, SAID, question)

    assert found(ana, tom, sara) == {"m1"}
    assert found(ana) == found(tom) == found() == frozenset()
    assert found(replace(tom, name="Thomas")) == {"m1"}

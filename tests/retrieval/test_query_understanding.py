"""A question with the turns before it, understood: whom it is about, what it asks of them, and what it takes over."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from graphmem.retrieval.asking.hearing import heard
from graphmem.retrieval.questions import asked
from graphmem.types import Entity, Message, Query, Question, Role, TextPart
from tests.retrieval.fake_memory import FakeMemory, entity

NOW = datetime(2025, 5, 28, 12, tzinfo=UTC)

ADA = Entity("e:Ada", "Ada", "Person", ("Ada",), ("self", "n:ada"), is_self=True)
AGENT = Entity("e:agent", "assistant", "Agent", ("assistant",), ("agent",))
ANA = entity("Ana", "r:self/sister")
TOM = entity("Tom", "r:self/brother", "n:tom|person")
MIGUEL = entity("Miguel", "n:miguel|person")
REX = entity("Rex", "r:self/dog", kind="Animal")
LISBON, ACME = entity("Lisbon", kind="Place"), entity("Acme", kind="Organization")
JOHN, OTHER_JOHN = entity("John"), Entity("e:john2", "John", "Person", ("John",), ("n:john|person",))
MEMORY = FakeMemory(people=(ADA, AGENT, ANA, TOM, MIGUEL, REX, LISBON, ACME, JOHN, OTHER_JOHN))


def turns(*said: str) -> tuple[Message, ...]:
    """Turns of one session; "A:" begins those of the assistant."""
    found = []
    for number, text in enumerate(said):
        role: Role = "assistant" if text.startswith("A:") else "user"
        words = text.removeprefix("A:").strip()
        found.append(Message(f"t{number}", f"t{number}", "s", role, (TextPart(words),), words, NOW, NOW, seq=number))
    return tuple(found)


def ask(question: str, *before: str) -> Question:
    """The question understood."""
    understood, _ = asked(Query(question, NOW, turns=turns(*before)), MEMORY, "ada", None)
    return understood


def about(question: Question) -> str:
    """The name that counts most."""
    return question.named[0].name if question.named else ""


@pytest.mark.parametrize(
    ("before", "question", "name"),
    [
        (("I saw Ana.", "A: How is she?"), "Where does she live?", "Ana"),
        (("I saw Tom.", "A: And Ana?"), "Where does he live?", "Tom"),
        (("I saw Ana and Tom.",), "Where does he live?", "Tom"),
        (("My dog barks.", "A: Rex again?"), "What is it afraid of?", "Rex"),
        (("I flew to Lisbon.",), "Who lives there?", "Lisbon"),
        (("Where does Ana work?",), "and hers, is it far?", "Ana"),
        (("Ana or Tom?",), "Where does the second one live?", "Tom"),
    ],
)
def test_a_pronoun_stands_for_the_latest_it_fits(before: tuple[str, ...], question: str, name: str) -> None:
    """By gender, by kind and by place."""
    assert about(ask(question, *before)) == name


@pytest.mark.parametrize(
    "question", ["And Tom?", "What about Tom?", "and tom", "ok, and my brother?", "how about Tom then?"]
)
def test_an_elliptical_question_asks_the_same_of_somebody_else(question: str) -> None:
    """What was asked of Ana is asked of Tom, and of Ana no more."""
    understood = ask(question, "Where does Ana live?", "A: In Lisbon.")

    assert about(understood) == "Tom"
    assert understood.predicates == ("lives_in",)
    assert ANA.id not in understood.weights


def test_ellipses_in_a_row_go_back_to_the_one_that_asked() -> None:
    """And Tom? And Miguel?"""
    understood = ask("And Miguel?", "Where does Ana work?", "A: At Acme.", "And Tom?", "A: I do not know.")

    assert (about(understood), understood.predicates) == ("Miguel", ("works_at",))


def test_another_time_keeps_who_is_asked_about() -> None:
    """And before that?"""
    understood = ask("And before that?", "Where does Ana live?", "A: In Lisbon.")

    assert (about(understood), understood.predicates, understood.time.over) == ("Ana", ("lives_in",), True)


def test_a_relation_takes_the_place_of_a_relation() -> None:
    """Asked what one's sister is called and then "and my dog?", it is the dog's name."""
    understood = ask("And my dog?", "Who is my sister?", "A: Ana.")

    assert understood.predicates[0] == "pet_of"


@pytest.mark.parametrize(
    "question", ["Ok what do you recommend?", "Any ideas?", "why?", "Suggestions?", "Tell me more."]
)
def test_a_bare_request_is_about_what_was_spoken_of(question: str) -> None:
    """Case 27: the last turns decide what is meant, and their words may matter."""
    understood = ask(question, "I want to cook fish for Ana.", "A: Lovely!")

    assert about(understood) == "Ana"
    assert "fish" in understood.borrowed


def test_a_question_that_stands_alone_takes_nothing_over() -> None:
    """Whatever was said before."""
    understood = ask("Where does Tom live?", "I saw Ana.", "A: How is she?")

    assert {each.name for each in understood.named} == {"Tom"}
    assert understood.borrowed == ()


def test_who_else_leaves_out_who_was_named() -> None:
    """And besides me leaves out the one who asks."""
    assert ask("Who else works at Acme?", "Tom works at Acme.").apart == {TOM.id}
    assert ADA.id in ask("Who works at Acme besides me?").apart


def test_a_name_of_two_links_to_both() -> None:
    """Learning must not mix them; a search may look at either."""
    assert {each.id for each in ask("Where does John live?").named} == {JOHN.id, OTHER_JOHN.id}


def test_you_are_the_assistant_only_where_it_is_asked_about() -> None:
    """ "What do you recommend?" asks of other things."""
    assert AGENT.id in ask("What is your name?").weights
    assert AGENT.id not in ask("What do you recommend for Tom?").weights


def test_an_owner_counts_less_than_who_is_asked_about() -> None:
    """My sister's husband is not my sister."""
    understood = ask("Where does my sister's husband work?")

    assert understood.weights[ANA.id] < 0.5
    assert understood.paths[0].relations == ("husband",)
    assert understood.paths[0].starts == (ANA.id,)


@pytest.mark.parametrize("question", ["Where does Migel work?", "where does miguell work", "Where does Mgiuel work?"])
def test_a_slip_in_a_name_is_forgiven_when_nobody_bears_it(question: str) -> None:
    """One letter left out, added or swapped."""
    assert about(ask(question)) == "Miguel"


@pytest.mark.parametrize(
    "question", ["Where does Nigel work?", "Where does Tim work?", "Where does Tom's friend Migel work?"]
)
def test_a_name_that_may_be_meant_as_it_is_is_no_slip(question: str) -> None:
    """Another usual name, a short one, and a question that names somebody already."""
    assert MIGUEL.id not in ask(question).weights


@pytest.mark.parametrize(
    ("question", "predicate"),
    [
        ("Where does Ana live?", "lives_in"),
        ("What does Ana do for a living?", "works_as"),
        ("Who is Tom married to?", "married_to"),
        ("Who works at Acme?", "works_at"),
        ("what is ana allergic to", "allergic_to"),
        ("Which instrument does Tom play?", "plays"),
        ("When was Tom born?", "birthday"),
        ("Where did we go?", "visited"),
        ("Who is my boss?", "manages"),
    ],
)
def test_question_words_ask_for_a_predicate(question: str, predicate: str) -> None:
    """As the table of words has it."""
    assert ask(question).predicates[0] == predicate


@pytest.mark.parametrize(
    ("question", "asks_for_work"),
    [
        ("What does Ana do?", True),
        ("And what is Tom doing these days?", True),
        ("What does Ana do at Feedzai?", True),
        ("What does Ana do to relax?", False),
        ("What does Tom do with his family on hikes?", False),
    ],
)
def test_what_somebody_does_is_their_work_unless_more_is_said_of_it(question: str, asks_for_work: bool) -> None:
    """What is done to relax is no occupation."""
    assert ("works_as" in ask(question).predicates) is asks_for_work


@pytest.mark.parametrize(
    ("question", "unasked"),
    [
        ("What will Ana likely study?", "likes"),
        ("What was it like in Porto?", "likes"),
        ("What is Tom's new boss like?", "likes"),
        ("What are Ana's neighbours like?", "likes"),
        ("Does Ana still see people like the ones she met in Rome?", "likes"),
        ("What have Ana and Tom both painted?", "owns"),
        ("Which cities has Tom seen?", "owns"),
        ("What did the race raise money for?", "grew_up_in"),
    ],
)
def test_words_of_another_sense_ask_for_nothing(question: str, unasked: str) -> None:
    """To have done something is not to have it, and to be like something is not to like it."""
    assert unasked not in ask(question).predicates


@pytest.mark.parametrize(
    ("question", "asked_for"),
    [
        ("What would Ana like for her birthday?", "likes"),
        ("What does Ana like?", "likes"),
        ("What is something that Ana would like?", "likes"),
        ("What is Ana's job like?", "works_as"),
        ("Which pets does Tom have?", "owns"),
        ("What car has Ana bought?", "owns"),
        ("Where was Ana raised?", "grew_up_in"),
    ],
)
def test_words_of_their_own_sense_ask_for_it(question: str, asked_for: str) -> None:
    """Whatever stands around them."""
    assert asked_for in ask(question).predicates


@pytest.mark.parametrize(
    ("question", "relational"),
    [
        ("Who is my boss?", True),
        ("What are the names of my children?", True),
        ("Tell me about my sister.", True),
        ("What did my sister paint?", False),
        ("How did Tom's son handle the accident?", False),
    ],
)
def test_what_a_relative_did_asks_for_no_relation(question: str, relational: bool) -> None:
    """Whose they are tells whom it is about, and is not what is asked."""
    assert any(predicate.endswith(("_of", "manages")) for predicate in ask(question).predicates) is relational


def test_every_predicate_of_the_table_is_one_of_the_vocabulary() -> None:
    """Retrieval may not import resolution, so a test holds both to one set of names."""
    from graphmem.resolution.vocabulary import default_vocabulary
    from graphmem.retrieval.asking import lexicon

    named = set(lexicon.predicates().names)
    stated = {name for table in (lexicon.relations(), lexicon.inverses()) for row in table.values() for name in row}

    assert (named | stated) - set(default_vocabulary().predicates) == set()


def test_the_sentence_that_asks_is_found_among_others() -> None:
    """Pleasantries before, a remark after."""
    understood = ask("Hi there. I need to send a parcel to Tom. Where does he live? Thanks.")

    assert (about(understood), understood.predicates) == ("Tom", ("lives_in",))


@settings(max_examples=60)
@given(st.text(max_size=300), st.lists(st.text(max_size=200), max_size=4))
def test_any_question_after_any_turns_is_understood_the_same_each_time(question: str, before: list[str]) -> None:
    """Nothing fails, and what is looked up stays bounded."""
    said = turns(*before)

    assert ask(question, *before) == ask(question, *before)
    assert len(heard(question, now=NOW, turns=said).keys) < 60_000


def test_a_pasted_log_is_read_at_its_ends() -> None:
    """Two hundred lines do not hide the question, nor make it slow."""
    understood = ask("error at line 7 of main.c\n" * 200 + "Where does Tom live?")

    assert about(understood) == "Tom"
    assert understood.predicates == ("lives_in",)


@pytest.mark.parametrize(
    ("question", "unmet"),
    [
        ("Where does Bertha live?", ("Bertha",)),
        ("Where does my uncle live?", ("uncle",)),
        ("Where does Tom live?", ()),
        ("Where does my sister live?", ()),
        ("where is it?", ()),
    ],
)
def test_who_is_asked_about_and_is_not_known_is_told(question: str, unmet: tuple[str, ...]) -> None:
    """So that what comes is not taken for an answer."""
    assert ask(question).unmet == unmet

"""Who is who, derived from what messages say is one."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from typing import get_args

from hypothesis import given
from hypothesis import strategies as st

from graphmem.resolution.evidence import evidence, named_self
from graphmem.resolution.identity import Identified, identify
from graphmem.resolution.vocabulary import default_vocabulary
from graphmem.types import Evidence, Extraction, Identities, Mention, Refers, Spelling
from tests.resolution.saying import NOBODY, SALT, message, on, said

ME = Mention("my", 0, 2, "self", kind="Person", kind_confidence=0.95)


def relation(word: str, owner: int = 0) -> Mention:
    """Somebody known by a relation to the mention of that index."""
    return Mention(f"my {word}", 0, 9, "relation", word, "Person", 0.95, owner=owner)


def named(name: str, kind: str = "Person", confidence: float = 0.9) -> Mention:
    """Somebody or something known by name."""
    return Mention(name, 10, 20, "name", name, kind, confidence)


def told(day: int, *mentions: Mention, same: Sequence[tuple[int, int]] = ()) -> Evidence:
    """The evidence of a message with these mentions."""
    source = message(on(2024, 1, day))
    return evidence(Extraction(source.id, "t", "1", mentions, same=tuple(same)), source, default_vocabulary())


def who(*evidences: Evidence, present: Identities = NOBODY) -> Identified:
    """Everyone, from nothing."""
    return identify(present, (), evidences, salt=SALT, vocabulary=default_vocabulary())


def kept(*evidences: Evidence) -> Identities:
    """What a store holds once it has heard these."""
    found = who(*evidences)
    uses = Counter((use.key, use.surface, use.kind) for one in evidences for use in one.names)
    weight = Counter[tuple[str, str, str]]()
    for use in (use for one in evidences for use in one.names):
        weight[use.key, use.surface, use.kind] += use.weight  # type: ignore[assignment]
    spellings = tuple(Spelling(*spelt, uses[spelt], weight[spelt]) for spelt in uses)
    same = Counter(pair for one in evidences for pair in one.same)
    return Identities(dict(found.entity_of), spellings, dict(same), dict(found.names))


def names(found: Identified) -> list[str]:
    """Their display names."""
    return sorted(entity.name for entity in found.entities)


def test_a_placeholder_gets_its_name_later() -> None:
    """ "My sister moved." Later "My sister's name is Ana." Later "Ana called.": one entity."""
    found = who(
        told(1, ME, relation("sister")),
        told(2, ME, relation("sister"), named("Ana"), same=[(1, 2)]),
        told(3, named("Ana")),
    )

    assert names(found) == ["Ana", "the user"]
    assert found.entity_of["r:self/sister"] == found.entity_of["n:ana|person"]


def test_a_placeholder_without_a_name_is_called_by_the_relation() -> None:
    """The user's name is known, the sister's is not."""
    found = who(named_self("user_name", "Ada"), told(1, ME, relation("sister")))

    assert names(found) == ["Ada", "Ada's sister"]


def test_a_relation_of_a_relation_is_called_by_both() -> None:
    """ "My sister's husband"."""
    found = who(told(1, ME, relation("sister"), relation("husband", owner=1)))

    assert "the user's sister's husband" in names(found)


def test_two_bearers_of_one_relation_stay_two() -> None:
    """ "My sister Ana" and "my sister Eva": a bare "my sister" is neither."""
    found = who(
        told(1, ME, relation("sister"), named("Ana"), same=[(1, 2)]),
        told(2, ME, relation("sister"), named("Eva"), same=[(1, 2)]),
    )

    assert len({found.entity_of[key] for key in ("n:ana|person", "n:eva|person", "r:self/sister")}) == 3


def test_names_of_the_user_are_never_a_second_person() -> None:
    """ "Call me Sam", "I'm Samuel"."""
    found = who(told(1, ME, named("Sam"), same=[(0, 1)]), told(2, ME, named("Samuel"), same=[(0, 1)]))

    [entity] = found.entities
    assert entity.is_self
    assert set(entity.aliases) == {"Sam", "Samuel"}


def test_spellings_of_one_name_are_one_entity() -> None:
    """Case, spacing and accents tell no one apart."""
    found = who(told(1, named("System Admin")), told(2, named("SystemAdmin")), told(3, named("system admin")))

    [entity] = found.entities
    assert entity.aliases == ("System Admin", "SystemAdmin", "system admin")


def test_an_unaccented_spelling_is_the_one_accented_name() -> None:
    """ "Jose Garcia" typed later is José García, while no other José stands against it."""
    found = who(told(1, named("José García")), told(2, named("Jose Garcia")))

    [entity] = found.entities
    assert set(entity.aliases) == {"José García", "Jose Garcia"}


def test_an_unaccented_spelling_that_two_could_have_is_neither() -> None:
    """Hạnh, Hành, and a Hanh nobody can tell."""
    found = who(told(1, named("Lê Minh Hạnh")), told(2, named("Lê Minh Hành")), told(3, named("Le Minh Hanh")))

    assert len(found.entities) == 3


def test_an_accented_name_is_found_by_the_unaccented_one() -> None:
    """Though nobody has typed it so yet."""
    found = who(told(1, named("José García")))

    [entity] = found.entities
    assert found.entity_of["s:jose garcia"] == entity.id
    assert "s:jose garcia" in entity.keys


def test_a_second_accented_name_parts_what_the_first_had_joined() -> None:
    """And forgetting it joins them again."""
    jose, plain, other = (told(day, named(name)) for day, name in enumerate(["José", "Jose", "Josè"], 1))
    present = kept(jose, plain)

    parted = who(other, present=present)
    again = identify(kept(jose, plain, other), [other], (), salt=SALT, vocabulary=default_vocabulary())

    assert names(parted) == sorted(["Jose", "José", "Josè"])
    assert len(again.entities) == 1
    assert "s:jose" in parted.keys_gone


def test_titles_of_two_people_keep_them_apart() -> None:
    """Mr and Mrs Chen are two, Dr. Ana Silva and Ana Silva one."""
    chens = who(told(1, named("Mr. Lee Chen")), told(2, named("Mrs. Lee Chen")))
    silvas = who(told(1, named("Dr. Ana Silva")), told(2, named("Ana Silva")))

    assert len(chens.entities) == 2
    assert len(silvas.entities) == 1


def test_a_common_noun_is_not_the_name_spelled_like_it() -> None:
    """China and china, Bill and a bill."""
    found = who(told(1, named("China", "Place")), told(2, named("china", "Thing")))

    assert names(found) == ["China", "china"]


def test_relations_of_one_person_are_one_however_the_name_was_typed() -> None:
    """José's wife, Jose's wife."""
    typed = [told(day, named(name), relation("wife", owner=0)) for day, name in enumerate(["José", "Jose"], 1)]

    assert names(who(*typed)) == ["Jose", "Jose's wife"]


def test_near_spellings_with_other_numbers_stay_apart() -> None:
    """SR-2023-052 and SR-2023-053, Q1 and Q2."""
    codes = ["SR-2023-052", "SR-2023-053", "Q1 report", "Q2 report", "Alexander Smith II", "Alexander Smith III"]

    found = who(told(1, *(named(code, "Thing") for code in codes)))

    assert len(found.entities) == len(codes)


def test_a_guessed_kind_is_corrected_by_better_evidence() -> None:
    """Porto read as a person once, lived in twice."""
    found = who(
        told(1, named("Porto", "Person", 0.6)), told(2, named("Porto", "Place")), told(3, named("Porto", "Place"))
    )

    assert found.entities[0].kind == "Place"


def test_what_is_said_of_somebody_tells_the_kind() -> None:
    """Who lives somewhere is a person, and where one lives is a place, though neither name gives it away."""
    found = identify(
        NOBODY,
        (),
        [said(on(2024), "live in", "Feijó", subject="Zé", kind="Thing")],
        salt=SALT,
        vocabulary=default_vocabulary(),
    )

    assert {entity.name: entity.kind for entity in found.entities} == {"Feijó": "Place", "Zé": "Person"}


def test_a_person_and_a_firm_of_one_name_are_two() -> None:
    """Jordan who called, and Jordan where one works."""
    found = who(told(1, named("Jordan")), told(2, named("Jordan", "Organization")))

    assert [entity.kind for entity in found.entities] == ["Organization", "Person"]


def test_a_use_of_unsure_kind_belongs_to_the_one_bearer_there_is() -> None:
    """The recogniser's guess "Porto, a person" is no second Porto."""
    found = who(told(1, named("Porto", "Person", 0.6)), told(2, named("Porto", "Place")))

    assert len(found.entities) == 1


def test_a_use_of_unsure_kind_belongs_to_neither_of_two_bearers() -> None:
    """A bare "Jordan" is linked to no one silently."""
    sure = told(1, named("Jordan")), told(2, named("Jordan", "Organization"))

    found = who(*sure, told(3, named("Jordan", "Thing", 0.5)))

    assert len({found.entity_of[key] for key in ("n:jordan", "n:jordan|person", "n:jordan|other")}) == 3


def test_two_people_of_one_name_stay_two_and_the_bare_name_is_neither() -> None:
    """ "John from work", "my brother John", and a John nobody can tell."""
    brother = told(1, ME, relation("brother"), named("John"), same=[(1, 2)])
    colleague = told(2, replace(named("John"), qualifier="from work"))

    found = who(brother, colleague, told(3, named("John")))

    johns = {found.entity_of[key] for key in ("j:self/brother=john", "j:john=from work", "n:john|person")}
    assert len(johns) == 3
    assert found.entity_of["r:self/brother"] == found.entity_of["j:self/brother=john"]


def test_a_qualified_name_is_the_only_bearer_of_the_name_while_there_is_one() -> None:
    """ "John from work", later "John"."""
    found = who(told(1, replace(named("John"), qualifier="from work")), told(2, named("John")))

    assert names(found) == ["John"]


def test_what_can_be_said_of_one_person_is_said_of_one() -> None:
    """My girlfriend Maria became my wife Maria; my boss Eva may be my mentor Eva."""
    found = who(
        told(1, ME, relation("girlfriend"), named("Maria"), same=[(1, 2)]),
        told(2, ME, relation("wife"), named("Maria"), same=[(1, 2)]),
        told(3, ME, relation("boss"), named("Eva"), same=[(1, 2)]),
        told(4, ME, relation("mentor"), named("Eva"), same=[(1, 2)]),
    )

    assert names(found) == ["Eva", "Maria", "the user"]


def test_an_entity_keeps_its_id_when_it_gets_another_name() -> None:
    """What callers hold on to stays valid."""
    present = kept(told(1, named("Ana")))

    after = who(told(2, named("Ana"), named("Anita"), same=[(0, 1)]), present=present)

    [entity] = after.entities
    assert entity.id == present.entity_of["n:ana|person"]
    assert entity.aliases == ("Ana", "Anita")


def test_withdrawing_what_joined_two_parts_them() -> None:
    """Forgetting "my sister's name is Ana" leaves Ana and the sister."""
    joining = told(2, ME, relation("sister"), named("Ana"), same=[(1, 2)])
    present = kept(told(1, ME, relation("sister")), joining, told(3, named("Ana")))

    parted = identify(present, [joining], (), salt=SALT, vocabulary=default_vocabulary())

    assert names(parted) == ["Ana", "the user", "the user's sister"]
    assert present.entity_of["n:ana|person"] in {entity.id for entity in parted.entities}


@st.composite
def read_somehow(draw: st.DrawFn, day: int) -> Evidence:
    """The evidence of a message whose reader may have taken anything for anything: a relation for a thing, a thing for a name."""
    mentions: list[Mention] = [ME]
    for at in range(1, draw(st.integers(2, 5))):
        word, refers = draw(st.sampled_from(["sister", "Ana", "week"])), draw(st.sampled_from(get_args(Refers)))
        mention = Mention(word, 10 * at, 10 * at + len(word), refers, word, draw(st.sampled_from(["Person", "Thing"])))
        owner = draw(st.none() | st.integers(0, at - 1)) if refers == "relation" else None
        mentions.append(replace(mention, owner=owner, qualifier=draw(st.sampled_from(["", "from work"]))))
    places = st.integers(0, len(mentions) - 1)
    return told(day, *mentions, same=draw(st.lists(st.tuples(places, places), max_size=3)))


@given(
    st.tuples(*(read_somehow(day) for day in (1, 2, 3))).flatmap(lambda t: st.tuples(st.just(t), st.permutations(t)))
)
def test_whatever_a_reader_takes_for_one_is_somebody_in_any_order(
    both: tuple[tuple[Evidence, ...], list[Evidence]],
) -> None:
    """What is said to be one is mentioned in the same message, so that nobody is looked for who is not there."""
    for one in both[0]:
        ends = {key for pair in one.same for key in (pair.left, pair.right) if not key.startswith("s:")}
        assert ends <= {use.key for use in one.names}

    assert who(*both[0]) == who(*both[1])


MENTIONED = st.sampled_from(
    [
        told(1, ME, relation("sister")),
        told(2, ME, relation("sister"), named("Ana"), same=[(1, 2)]),
        told(3, ME, relation("sister"), named("Eva"), same=[(1, 2)]),
        told(4, named("Ana"), named("Anita"), same=[(0, 1)]),
        told(5, ME, named("Ada"), same=[(0, 1)]),
        told(6, ME, relation("boss"), named("Eva"), same=[(1, 2)]),
        told(7, named("eva"), named("ANA")),
        told(8, ME, relation("brother"), named("Eva"), same=[(1, 2)]),
        told(9, replace(named("Ana"), qualifier="from work"), named("Eva", "Organization")),
        told(10, named("Eva", "Thing", 0.5)),
        told(11, named("Éva")),
        told(12, named("Evá"), named("Dr. Éva Silva")),
        told(13, named("Eva Silva"), named("Eva", "Thing", 0.9)),
    ]
)


@given(
    st.lists(MENTIONED, unique_by=lambda one: one.message_id).flatmap(
        lambda t: st.tuples(st.just(t), st.permutations(t))
    )
)
def test_who_is_who_does_not_depend_on_the_order_of_arrival(both: tuple[list[Evidence], list[Evidence]]) -> None:
    """Identity is a function of the set of evidence."""
    straight, shuffled = who(*both[0]), who(*both[1])

    assert straight == shuffled

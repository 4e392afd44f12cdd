"""Forgetting somebody while what others said stays: no name, no fact and no mention is left, and nobody else loses or gains anything."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from graphmem import InvalidInput, Memory, NotFound
from graphmem.memory.blotting import Spelled, blotted
from graphmem.testing import PlainExtractor
from graphmem.types import FORGOTTEN
from tests.memory.state import state

MARCH = datetime(2024, 3, 4, tzinfo=UTC)


@pytest.fixture
def memory() -> Iterator[Memory]:
    """Ada's memory, read by rules."""
    with Memory.open("sqlite:///:memory:", namespace="ada", user_name="Ada") as opened:
        yield opened


@pytest.fixture
def plain() -> Iterator[Memory]:
    """Ada's memory, read by one regular expression."""
    with Memory.open("sqlite:///:memory:", namespace="ada", user_name="Ada", extractor=PlainExtractor()) as opened:
        yield opened


def told(memory: Memory, *texts: str, **more: Any) -> None:
    """Say some things, a day apart."""
    memory.remember_many({"content": text, "at": MARCH + timedelta(days=day), **more} for day, text in enumerate(texts))


def sentences(memory: Memory) -> list[str]:
    """All that is or was believed."""
    return sorted(fact.sentence for fact in memory._engine.store.facts_about("ada", None, as_of=None))


def texts(memory: Memory) -> list[str]:
    """All that was said, as it stands now."""
    return [message.text for message in memory.messages(limit=100)]


def test_names_pronouns_and_relations_become_blots(memory: Memory) -> None:
    """Whatever was read to mean her; what is said of others in the same breath stays, on the words that still say it."""
    told(memory, "My sister Ana lives in Lisbon. She works at Feedzai.", "Tom and Ana moved to Faro.")

    receipt = memory.forget(entity="Ana")

    assert texts(memory) == [
        "My [forgotten] lives in Lisbon. [forgotten] works at Feedzai.",
        "Tom and [forgotten] moved to Faro.",
    ]
    assert sentences(memory) == ["Tom lives in Faro"]
    assert [entity.name for entity in memory.entities() if "Ana" in entity.aliases or entity.name == FORGOTTEN] == []
    assert (receipt.messages, receipt.reworded, receipt.facts, receipt.mentions) == (0, 2, 4, 4)


def test_a_blot_teaches_nothing_when_it_is_read_again(memory: Memory) -> None:
    """Nor does what "she" would mean without her: reading everything anew gives the same."""
    told(memory, "Maria called. Ana lives in Porto. She works at Feedzai.")
    memory.remember("I live in Faro.", speaker="Ana")

    memory.forget(entity="Ana")
    before = sentences(memory)
    memory.reextract(everything=True)

    assert sentences(memory) == before
    assert not any("Feedzai" in sentence or "Faro" in sentence for sentence in before)
    assert memory.entity("Maria").name == "Maria"
    with pytest.raises(NotFound):
        memory.entity(FORGOTTEN)


def test_what_nobody_read_is_blotted_too(plain: Memory) -> None:
    """In what an assistant said, in tool calls and their results, in metadata and in another's spelling; other words stay."""
    told(plain, "Ana lives in Rome.")
    call = {
        "id": "c1",
        "type": "function",
        "function": {"name": "find", "arguments": '{"who": "Ana", "as": "\\u0041na"}'},
    }
    plain.remember_many(
        [
            {
                "role": "assistant",
                "content": "ANA is kind, and so is Aná. Banana and Anatomy are words.",
                "tool_calls": [call],
            },
            {"role": "tool", "content": '{"found": "Ana"}', "tool_call_id": "c1"},
            {"content": "Who called?", "metadata": {"by": "Ana"}, "speaker": "Ana"},
        ]
    )

    plain.forget(entity="Ana")

    first, answer, result, asked = plain.messages()
    assert first.text == "[forgotten] lives in Rome."
    assert answer.text == "[forgotten] is kind, and so is [forgotten]. Banana and Anatomy are words."
    assert repr(answer.parts).count("Ana") == 1  # Anatomy
    assert result.text == '{"found": "[forgotten]"}'
    assert (asked.speaker, asked.metadata) == (FORGOTTEN, {"by": FORGOTTEN})
    assert plain.recall("Ana", channels=["text"]).messages == ()


def test_others_keep_their_names(plain: Memory) -> None:
    """Ana Silva is not Ana, and the receipt says that she stays."""
    told(plain, "Ana lives in Rome.", "Bob likes Jazz.")
    plain.remember_fact("Ana Silva", "lives_in", "Porto")
    plain.remember("Ana Silva wrote to Ana.", role="assistant")

    receipt = plain.forget(entity="Ana")

    assert texts(plain)[-1] == "Ana Silva wrote to [forgotten]."
    assert sentences(plain) == ["Ana Silva lives in Porto", "Bob likes Jazz"]
    assert receipt.stays == ("'Ana Silva' (Person) is another; merge them first if they are one",)


def test_a_name_that_is_a_word_is_taken_only_as_it_is_spelled(plain: Memory) -> None:
    """ "Will" is somebody, and "will" is not."""
    told(plain, "Will lives in Rome.")
    plain.remember("Will will come.", role="assistant")

    plain.forget(entity="Will")

    assert texts(plain) == ["[forgotten] lives in Rome.", "[forgotten] will come."]


def test_what_was_told_of_them_goes(plain: Memory) -> None:
    """A told fact and a decision say nothing else; they leave a tombstone as any message does."""
    plain.remember_fact("Ana", "lives_in", "Rome")
    plain.retract("Ana lives in Rome")
    plain.remember_fact("Bob", "likes", "Jazz")

    receipt = plain.forget(entity="Ana")

    assert texts(plain) == ["Bob likes Jazz"]
    assert (receipt.messages, receipt.reworded) == (2, 0)
    assert len(plain._engine.store.tombstones("ada")) == 2


def test_their_messages_can_go_too(memory: Memory) -> None:
    """Those that name them and those they said; then nothing is reworded."""
    told(memory, "Ana lives in Porto.", "Tom likes jazz.")
    memory.remember("I like tea.", speaker="Ana")

    receipt = memory.forget(entity="Ana", messages=True)

    assert texts(memory) == ["Tom likes jazz."]
    assert (receipt.messages, receipt.reworded) == (2, 0)


def test_a_message_that_waits_is_reworded_and_read_so(plain: Memory) -> None:
    """Nothing of it is learned of them later."""
    plain._engine.extractor.broken = True  # type: ignore[attr-defined]
    told(plain, "Ana lives in Rome.", "Bob lives in Oslo.")
    plain._engine.extractor.broken = False  # type: ignore[attr-defined]
    plain.remember_fact("Ana", "likes", "Jazz")

    plain.forget(entity="Ana")
    plain.flush()

    assert texts(plain) == ["[forgotten] lives in Rome.", "Bob lives in Oslo."]
    assert sentences(plain) == ["Bob lives in Oslo"]


def test_a_word_that_was_withdrawn_stays_so(plain: Memory) -> None:
    """It is reworded, and still teaches nothing."""
    told(plain, "Ana lives in Rome.", "Ana likes Jazz.")
    plain.undo(plain.messages()[0].id)

    plain.forget(entity="Ana")
    plain.reextract(everything=True)

    assert texts(plain) == ["[forgotten] lives in Rome.", "[forgotten] likes Jazz."]
    assert sentences(plain) == []


def test_the_summary_says_no_name(plain: Memory) -> None:
    """It is folded anew of the words that stay."""
    told(plain, "Ana lives in Rome.", *[f"Bob likes Jazz{n}." for n in range(40)])

    receipt = plain.forget(entity="Ana")

    summary = plain._engine.store.summary("ada", "default")
    assert summary is not None
    assert receipt.summaries == 1
    assert not any("Ana" in line.text for line in summary.lines)


def test_a_dry_run_shows_the_words_as_they_are(plain: Memory) -> None:
    """And changes nothing."""
    told(plain, "Ana lives in Rome.", "Bob likes Jazz.")
    before = state(plain)

    planned = plain.forget(entity="Ana", dry_run=True)

    assert [message.text for message in planned.said] == ["Ana lives in Rome."]
    assert [fact.sentence for fact in planned.gone] == ["Ana lives in Rome"]
    assert (planned.reworded, planned.dry_run) == (1, True)
    assert state(plain) == before


def test_it_is_as_if_the_words_had_been_blotted_from_the_start(plain: Memory) -> None:
    """Messages with their index, facts and summaries; only that Rome was named is still known."""
    said = ["Ana lives in Rome.", "Bob likes Jazz.", "Bob lives in Oslo.", "Ana likes Jazz."]
    told(plain, *said)
    with Memory.open("sqlite:///:memory:", namespace="ada", user_name="Ada", extractor=PlainExtractor()) as never:
        told(never, *[text.replace("Ana", FORGOTTEN) for text in said])

        plain.forget(entity="Ana")

        for part in ("messages", "facts", "summaries"):
            assert state(plain)[part] == state(never)[part]
        assert state(plain)["statistics"][0] == state(never)["statistics"][0]


@pytest.mark.parametrize(
    ("name", "error", "said"),
    [
        ("Nobody", NotFound, "nothing here is called 'Nobody'"),
        ("me", InvalidInput, "everything=True forgets them"),
        ("Ada", InvalidInput, "everything=True forgets them"),
    ],
)
def test_who_cannot_be_forgotten_is_told(plain: Memory, name: str, error: type[Exception], said: str) -> None:
    """With what to do instead."""
    told(plain, "Bob likes Jazz.")

    with pytest.raises(error, match=said):
        plain.forget(entity=name)


def test_of_two_of_one_name_the_one_is_asked_for(plain: Memory) -> None:
    """By id; nothing is guessed, and what was read to mean the other stays."""
    told(plain, "Jordan lives in Rome.", "Bob works at Jordan.")
    person, firm = sorted(
        (one for one in plain.entities() if one.name == "Jordan"), key=lambda one: one.kind == "Organization"
    )

    with pytest.raises(InvalidInput, match="several are called 'Jordan': give the id of one"):
        plain.forget(entity="Jordan")
    receipt = plain.forget(entity=person.id)

    assert texts(plain) == ["[forgotten] lives in Rome.", "Bob works at Jordan."]
    assert sentences(plain) == ["Bob works at Jordan"]
    assert [entity.id for entity in plain.entities() if entity.name == "Jordan"] == [firm.id]
    assert receipt.stays == ("'Jordan' (Organization) is another; merge them first if they are one",)


def test_spoken_of_again_they_are_known_again(plain: Memory) -> None:
    """Forgetting is no ban on a name; but what was said before does not come back."""
    told(plain, "Ana lives in Rome.")
    plain.forget(entity="Ana")
    told(plain, "Ana lives in Rome.")

    assert sentences(plain) == []
    plain.remember("Ana likes Jazz.")
    assert sentences(plain) == ["Ana likes Jazz"]


@given(
    st.lists(
        st.sampled_from(["Ana", "ana", "Aná", "Bob", "banana", " ", ".", "\n", "’s", "[forgotten]", "安娜", "é"]),
        max_size=12,
    )
)
def test_no_text_spells_a_name_after_it_was_blotted(words: list[str]) -> None:
    """However it is put together, and what stands between is as it was."""
    spelled, text = Spelled(["Ana", "安娜"], ["Ana Bob"]), "".join(words)

    after = blotted(text, spelled.spans(text))

    assert (
        not Spelled(["Ana", "安娜"]).names(after.text.replace("Ana Bob", "").replace(FORGOTTEN, "|"))
        or "Ana Bob" in text
    )
    kept = [
        text[a:b]
        for a, b in zip([0, *(end for _, end in after.spans)], [*(s for s, _ in after.spans), len(text)], strict=True)
    ]
    assert FORGOTTEN.join(kept) == after.text
    assert all(after.start(start) <= after.end(end) <= len(after.text) for start, end in after.spans)

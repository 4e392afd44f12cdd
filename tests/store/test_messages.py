"""Messages: stored once, verbatim, in order."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest

from graphmem.errors import InvalidInput
from graphmem.store import Store
from graphmem.store.sqlite.store import SQLiteStore
from graphmem.types import (
    ImagePart,
    JsonPart,
    Session,
    Summary,
    SummaryLine,
    TextPart,
    ToolCallPart,
    ToolResultPart,
)
from tests.store.builders import (
    ADA,
    START,
    append,
    apply,
    at,
    message,
    postings,
    with_seq,
)

TEXTS = {
    "composed": "Jos\u00e9 rang.",
    "decomposed": "Jose\u0301 rang.",
    "emoji": "👩‍👩‍👧‍👦 moved 🇵🇹",
    "nul": "before\x00after",
    "right to left": "שלום, אנה גרה בליסבון",
    "quotes": 'it\'s "fine"; DROP TABLE messages; -- `x` $y :z ?1',
    "blank": "",
    "long": "Lisbon " * 20_000,
}


def test_message_comes_back_as_it_was_said(store: Store) -> None:
    """Every field and every kind of part survives."""
    parts = (
        TextPart("Look:"),
        JsonPart('{"a": [1, 2.50]}'),
        ImagePart("data:image/png;base64,AA=="),
        ToolCallPart("c1", "weather", '{"city":"Lisbon"}'),
        ToolResultPart("c1", "sunny"),
    )
    said = message("Look:", parts=parts, speaker="Ana", importance=0.25, metadata={"source": "e-mail", "": "é"})

    append(store, said)

    assert store.messages(ADA, [said.id]) == (with_seq(said, 1),)


@pytest.mark.parametrize("text", TEXTS.values(), ids=TEXTS.keys())
def test_text_is_kept_byte_for_byte(store: Store, text: str) -> None:
    """No script, form or control character changes on the way."""
    name = text[:512]  # as long as a name may be
    said = message(text, key=name, session=name, speaker=text, metadata={"text": text})

    append(store, said)

    assert store.messages(ADA, [said.id]) == (with_seq(said, 1),)
    assert store.sessions(ADA)[0].name == name


def test_composed_and_decomposed_keys_are_two(store: Store) -> None:
    """Keys are compared by their characters, not by how they look."""
    both = append(store, message(key="Jos\u00e9"), message(key="Jose\u0301"))

    assert [each.new for each in both] == [True, True]


def test_half_a_surrogate_pair_is_refused_and_nothing_is_stored(store: Store) -> None:
    """What is no text is refused by name; the batch it came in is not half stored."""
    with pytest.raises(InvalidInput, match="surrogate"):
        append(store, message(key="k1"), message("broken \ud83d", key="k2"))

    assert store.message_ids(ADA) == ()


@pytest.mark.parametrize("moment", [datetime.min, datetime(1969, 12, 31, 23, 59, 59, 999999), datetime.max])
def test_moments_are_exact_from_the_first_year_to_the_last(store: Store, moment: datetime) -> None:
    """A time before 1970 is a time like any other, to the microsecond."""
    said = message(at=moment.replace(tzinfo=UTC), recorded_at=moment.replace(tzinfo=UTC))

    append(store, said)

    assert store.messages(ADA, [said.id])[0].at == moment.replace(tzinfo=UTC)


def test_known_key_changes_nothing_and_comes_back_as_stored(store: Store) -> None:
    """The same message twice is one message, also with another text."""
    first = append(store, message("It is Lisbon."))[0]

    again = append(store, message("It is Porto.", id="other", minute=9))[0]

    assert not again.new
    assert again.message == first.message
    assert store.message_ids(ADA) == (first.message.id,)
    assert postings(store, ADA, ["message"], ["porto."], cap=9)["message"].rows == ()


def test_key_twice_in_a_batch_is_stored_once(store: Store) -> None:
    """The later of two equal keys comes back as the earlier one was stored."""
    one, other, twice = append(store, message("a"), message("b", key="k2"), message("c", id="other"))

    assert [one.new, other.new, twice.new] == [True, True, False]
    assert twice.message == one.message
    assert store.message_ids(ADA) == ("m-k1", "m-k2")


def test_taken_id_with_another_key_is_refused(store: Store) -> None:
    """An id belongs to one key."""
    append(store, message(key="k1"))

    with pytest.raises(InvalidInput, match="unique"):
        append(store, message(key="k2", id="m-k1"))


def test_messages_of_a_session_are_numbered_in_the_order_they_arrive(store: Store) -> None:
    """Each session counts for itself, from 1, over calls and inside one."""
    append(store, message(key="a"), message(key="b", session="s2"), message(key="c"))
    append(store, message(key="d"))

    found = store.messages(ADA, ["m-a", "m-b", "m-c", "m-d"])

    assert {each.key: each.seq for each in found} == {"a": 1, "b": 1, "c": 2, "d": 3}


def test_messages_come_in_message_order(store: Store) -> None:
    """By time, then session, then number; never by arrival or by id."""
    append(
        store,
        message(key="late", minute=5),
        message(key="tie-2", session="s2"),
        message(key="tie-1b"),
        message(key="tie-1a"),
        message(key="early", minute=-5),
    )
    order = ["m-early", "m-tie-1b", "m-tie-1a", "m-tie-2", "m-late"]

    assert [each.id for each in store.messages(ADA, [*reversed(order), "unknown", "m-late"])] == order
    assert list(store.message_ids(ADA)) == order
    assert list(store.message_ids(ADA, session="s1")) == ["m-early", "m-tie-1b", "m-tie-1a", "m-late"]
    assert list(store.message_ids(ADA, before=at(0))) == ["m-early"]
    assert list(store.message_ids(ADA, session="s2", before=at(0.001))) == ["m-tie-2"]


def test_window_is_the_newest_of_a_session_in_order(store: Store) -> None:
    """The last few, as they were said; a limit of 0 is none of them."""
    append(store, *(message(key=f"k{number}", minute=number) for number in range(5)))
    append(store, message(key="elsewhere", session="s2", minute=9))

    assert [each.key for each in store.window(ADA, "s1", limit=2)] == ["k3", "k4"]
    assert store.window(ADA, "s1", limit=0) == ()
    assert store.window(ADA, "never", limit=9) == ()


def test_window_ends_before_a_message_and_begins_after_a_place(store: Store) -> None:
    """Equal times are told apart by their number, at both ends."""
    told = append(store, *(message(key=f"k{number}") for number in range(5)))
    second, fourth = told[1].message, told[3].message

    assert [each.key for each in store.window(ADA, "s1", limit=9, before=fourth)] == ["k0", "k1", "k2"]
    assert [each.key for each in store.window(ADA, "s1", limit=9, after=(second.at, second.seq))] == ["k2", "k3", "k4"]
    between = store.window(ADA, "s1", limit=9, before=fourth, after=(second.at, second.seq))
    assert [each.key for each in between] == ["k2"]


def test_following_are_the_next_of_the_session_in_order(store: Store) -> None:
    """By time first: one that arrived later but was said before is not among them."""
    first = append(store, message(key="k0", minute=1), message(key="k2", minute=3), message(key="k1", minute=2))[0]
    append(store, message(key="elsewhere", session="s2", minute=2), message(key="older"))

    assert [each.key for each in store.following(ADA, first.message, limit=9)] == ["k1", "k2"]
    assert [each.key for each in store.following(ADA, first.message, limit=1)] == ["k1"]


def test_sessions_come_with_the_last_spoken_in_first(store: Store) -> None:
    """With how much was said and when; equal times by name."""
    append(
        store,
        message(key="1", session="b", minute=1),
        message(key="2", session="a", minute=1),
        message(key="3", session="c", minute=2),
        message(key="4", session="c"),
    )

    assert store.sessions(ADA) == (
        Session("c", 2, at(0), at(2)),
        Session("a", 1, at(1), at(1)),
        Session("b", 1, at(1), at(1)),
    )


def test_summary_is_replaced_and_removed(store: Store) -> None:
    """One a session, as it was last written."""
    line = SummaryLine("m-k1", START, "Ada", "Ana moved. \u2028 🏠")
    apply(store, summaries=(Summary("s1", (), (START, 1)), Summary("s2", (), (START, 1))))

    apply(store, summaries=(Summary("s1", (line,), (at(3), 7)),), summaries_gone=("s2",))

    assert store.summary(ADA, "s1") == Summary("s1", (line,), (at(3), 7))
    assert store.summary(ADA, "s2") is None
    assert store.summary(ADA, "never") is None


def test_large_block_is_stored_in_one_call(store: Store) -> None:
    """A block of an import may hold more messages than one statement of SQLite takes values; a server takes any number alike."""
    many = 1200 if isinstance(store, SQLiteStore) else 250
    told = append(store, *(message(key=f"k{number:04}", minute=number) for number in range(many)), followers=2)

    again = append(store, *(message(key=f"k{number:04}", minute=number) for number in range(many)))

    assert all(each.new for each in told)
    assert not any(each.new for each in again)
    assert [each.message for each in again] == list(store.messages(ADA, [each.message.id for each in told]))

"""Words that are changed afterwards, on every kind of store and with the real extractor."""

from __future__ import annotations

from tests.journeys.saying import heard, names, now


def test_an_edited_message_teaches_what_it_says_now() -> None:
    """What only its old words had taught or ended is as if they had never been."""
    memory = heard("I live in Porto.", "I moved to Lisbon.", "My sister Ana works at Feedzai.")
    moved = memory.messages(limit=2)[0]

    memory.edit_message(moved, "I moved to Berlin.")

    assert now(memory) == {"Ada lives in Berlin", "Ana is Ada's sister", "Ana works at Feedzai"}
    assert "Lisbon" not in names(memory)
    assert memory.recall("Where did I move?").messages[0].text == "I moved to Berlin."
    assert memory.recall("Lisbon", channels=["text"]).messages == ()


def test_a_pronoun_after_an_edited_message_stands_for_whom_it_names_now() -> None:
    """What was read with the old words in view is read again with the new ones."""
    memory = heard("My friend John lives in Oslo.", "He works at Acme.", "He has a dog called Rex.")

    memory.edit_message(memory.messages()[0], "My friend Mike lives in Oslo.")

    assert {"Mike works at Acme", "Mike lives in Oslo"} <= now(memory)
    assert "John" not in names(memory)


def test_a_message_edited_in_place_keeps_its_place() -> None:
    """An older word that is edited does not become the last one."""
    memory = heard("I live in Rome.", "I moved to Porto.")
    first = memory.messages()[0]

    memory.edit_message(first, "I live in Oslo.")

    assert now(memory) == {"Ada lives in Porto"}
    edited = memory.messages()[0]
    assert (edited.id, edited.key, edited.seq, edited.at) == (first.id, first.key, first.seq, first.at)

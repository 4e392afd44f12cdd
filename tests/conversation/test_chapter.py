"""A chapter on memory and context, section by section, with conversations of graphmem in the place of the classes it builds."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from graphmem import InvalidInput, Memory, Message
from graphmem.conversation import ByPriority, LastMessages, LongTerm, Summarising, Unbounded, Windowed
from graphmem.testing import PlainExtractor
from graphmem.tokens import counter_for
from tests.conversation.talk import Said, ada, assistant, run, system, texts, told, user


def joined(so_far: str, left: Sequence[Message], *, tokens: int) -> str:
    """Stands for the chapter's call of a model."""
    return "; ".join(filter(None, [so_far, *(one.text for one in left)]))


def test_the_memory_problem() -> None:
    """The second call knows what the first one heard, since it is handed the history."""
    talk: Unbounded[Said] = Unbounded()
    run(told(talk, [user("My name is Ada.", 1), assistant("Nice to meet you, Ada!", 2), user("What's my name?", 3)]))

    chat = run(talk.context(budget=200)).to_messages()

    assert [message["content"] for message in chat] == ["My name is Ada.", "Nice to meet you, Ada!", "What's my name?"]


def test_message_pruning() -> None:
    """The system message and the last stay, what matters most of the others; room is reserved; the order is that of the talk."""
    said = [system("You are helpful."), user("I am allergic to peanuts.", 1, importance=0.95)]
    said += [user(f"Some small talk, number {number}.", number + 2) for number in range(40)]
    talk: Windowed[Said] = Windowed(ByPriority(300, reserved=100, recent=5), model="gpt-4o")

    held = run(told(talk, said))

    counter = counter_for("gpt-4o")
    assert sum(counter.message(message) for message in held) <= 200
    assert texts(held)[:2] == ["You are helpful.", "I am allergic to peanuts."]
    assert texts(held)[-5:] == texts(said)[-5:]
    assert [said.index(message) for message in held] == sorted(said.index(message) for message in held)


def test_summarization_and_the_summary_chain() -> None:
    """A running summary of what left, which goes on from itself, and the recent messages word for word."""
    talk: Summarising[Said] = Summarising(keep=2, block=2, compressor=joined)

    run(told(talk, [user(str(number), number) for number in range(7)]))

    assert talk.summary == "0; 1; 2; 3"
    assert texts(talk)[1:] == ["4", "5", "6"]


def test_the_sliding_window() -> None:
    """The last so many."""
    assert texts(run(told(Windowed(LastMessages(2)), [user("1"), user("2"), user("3")]))) == ["2", "3"]


def test_the_memory_hierarchy() -> None:
    """Working memory is the window, the summary what was discussed in this session, long-term memory the rest."""
    memory = ada()
    memory.remember("Ana lives in Lisbon.", session="months ago")
    talk: Summarising[Said] = Summarising(keep=2, block=2, compressor=joined, behind=LongTerm(memory, session="today"))
    said = [user("I like Jazz.", 1), assistant("Noted.", 2), user("It rains.", 3), assistant("Indeed.", 4)]
    run(told(talk, [*said, user("Where does Ana live?", 5)]))

    context = run(talk.context(budget=400))

    [head, *window] = context.to_messages()
    assert "Ana lives in Lisbon" in head["content"]
    assert "I like Jazz.; Noted." in head["content"]
    assert [message["content"] for message in window] == ["It rains.", "Indeed.", "Where does Ana live?"]


def test_only_what_is_important_is_consolidated() -> None:
    """The chapter keeps what matters more than 0.7; a message that says nothing of it counts half."""
    memory = ada()
    talk: Windowed[Said] = Windowed(LastMessages(1), behind=LongTerm(memory, session="s1", least_importance=0.7))

    run(
        told(
            talk,
            [
                user("Ana lives in Porto.", 1, importance=0.9),
                user("Hm.", 2, importance=0.1),
                user("Ok", 3),
                user("Bye"),
            ],
        )
    )

    assert [message.text for message in memory.messages(session="s1")] == ["Ana lives in Porto."]
    with pytest.raises(InvalidInput, match="least_importance"):
        LongTerm(memory, least_importance=70)


def test_memory_and_privacy() -> None:
    """What must not be stored is taken out where memory takes it in; the conversation itself is the program's."""
    memory = Memory.open("sqlite:///:memory:", namespace="ada", extractor=PlainExtractor(), embedder="none")
    talk: Windowed[Said] = Windowed(LastMessages(1), behind=LongTerm(memory, session="s1"))

    run(told(talk, [user("My card is 4111 1111 1111 1111.", 1), user("Bye", 2)]))

    [kept] = memory.messages(session="s1")
    assert "4111" not in kept.text

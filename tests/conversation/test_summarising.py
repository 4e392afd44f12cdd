"""A conversation that folds what leaves it into a few lines."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pytest

from graphmem import Message, ModelError
from graphmem.conversation import Summarising, told_by
from graphmem.conversation.summarising import HEADING
from graphmem.llm.protocol import Finish, Reply
from graphmem.tokens import counter_for
from tests.conversation.talk import Said, assistant, call, result, run, system, texts, told, user

FRANCE = [
    system("You are a guide through France."),
    user("What is the capital?"),
    assistant("Paris"),
    user("What language is spoken there?"),
]


class Teller:
    """A chat model that says what it is told to."""

    name = "teller"

    def __init__(self, *replies: str | None, finish: Finish = "stop") -> None:
        self.replies = list(replies)
        self.asked: list[Sequence[Any]] = []
        self.finish = finish

    def complete(self, messages: Sequence[Any], **options: Any) -> Reply:
        self.asked.append(messages)
        reply = self.replies.pop(0)
        if reply is None:
            raise ModelError("no server")
        return Reply(reply, self.finish)


def summarising(model: Teller, **options: Any) -> Summarising[Said]:
    """A conversation whose summary a model keeps."""
    return Summarising(compressor=told_by(model), **options)  # type: ignore[arg-type]  # it is asked for nothing else


def test_only_a_summary_is_left_where_nothing_is_to_be_kept() -> None:
    """Many messages at once cost one call."""
    model = Teller("The capital of France is Paris; asked for its language.")
    talk = summarising(model, keep=0, block=1, keep_system=False)

    run(talk.add_many(FRANCE))

    assert texts(talk) == [f"{HEADING}\nThe capital of France is Paris; asked for its language."]
    assert len(model.asked) == 1
    assert [line for line in model.asked[0][1]["content"].splitlines() if "Paris" in line] == [
        '{"message": "Paris", "by": "Assistant"}'
    ]


def test_the_next_summary_is_made_of_the_last() -> None:
    """With what left since."""
    model = Teller("First.", "Second.")
    talk = summarising(model, keep=1, block=2)

    run(told(talk, [user(f"Turn {number}") for number in range(5)]))

    assert texts(talk) == [f"{HEADING}\nSecond.", "Turn 4"]
    assert model.asked[1][1]["content"].splitlines()[0] == '{"summary": "First."}'


def test_without_a_model_the_summary_is_of_what_was_said() -> None:
    """Word for word, what tells most, inside its tokens, and the same however it came in."""
    said = [user(f"My sister Ana lives in Porto with {number} cats.", number) for number in range(40)]
    one: Summarising[Said] = Summarising(keep=2, block=2, tokens=60)
    other: Summarising[Said] = Summarising(keep=2, block=2, tokens=60)

    run(told(one, said))
    run(told(other, said))

    assert one.summary == other.summary
    assert "My sister Ana lives in Porto" in one.summary
    assert counter_for(None).text(one.summary) <= 60
    assert texts(one)[1:] == [message["content"] for message in said[-2:]]


def test_nothing_leaves_unsummarised_when_the_model_fails() -> None:
    """What could not be folded waits, and is folded with the next."""
    model = Teller(None, "Both.")
    talk = summarising(model, keep=0, block=1)

    run(talk.add(user("One")))
    assert texts(talk) == ["One"]

    run(talk.add(user("Two")))
    assert texts(talk) == [f"{HEADING}\nBoth."]


def test_a_model_that_would_not_counts_as_one_that_failed() -> None:
    """Its words are no summary."""
    talk = summarising(Teller("I cannot help with that.", finish="refusal"), keep=0, block=1)

    run(talk.add(user("One")))

    assert texts(talk) == ["One"]


def test_any_function_can_compress() -> None:
    """Here one that keeps the first word of each, and says more than fits."""

    def first_words(so_far: str, left: Sequence[Message], *, tokens: int) -> str:
        return "\n".join([*so_far.splitlines(), *(one.text.split()[0] for one in left)])

    talk: Summarising[Said] = Summarising(keep=0, block=1, tokens=5, compressor=first_words)

    run(told(talk, [user(f"Word{number} and more") for number in range(9)]))

    assert talk.summary.splitlines() == ["Word0", "Word1"]


def test_a_call_is_not_folded_before_its_answer() -> None:
    """Nor is system text at all, unless it is said."""
    talk = summarising(Teller("Asked.", "Sunny."), keep=0, block=1)

    held = run(told(talk, [system("Be brief."), user("Weather?"), call("c1")]))
    assert texts(held) == [f"{HEADING}\nAsked.", "Be brief.", "call"]

    run(talk.add(result("c1")))
    assert texts(talk) == [f"{HEADING}\nSunny.", "Be brief."]


def test_the_summary_can_be_deleted_like_a_message() -> None:
    """It is then made of what leaves from now on."""
    talk = summarising(Teller("One.", "Two."), keep=0, block=1)
    run(talk.add(user("One")))

    assert run(talk.delete(talk.messages[0]))
    assert talk.messages == []

    run(talk.add(user("Two")))
    assert texts(talk) == [f"{HEADING}\nTwo."]


def test_a_message_that_is_none_leaves_many_unheld() -> None:
    """Those before it too: none was acknowledged."""
    talk: Summarising[Said] = Summarising()

    with pytest.raises(ValueError, match="role"):
        run(talk.add_many([user("Hi"), {"role": "nobody"}]))

    assert talk.messages == []


def test_where_nothing_tells_much_the_newest_is_kept() -> None:
    """A conversation of greetings is not an empty one; its summary counts."""
    talk: Summarising[Said] = Summarising(keep=0, block=1, tokens=40)
    run(told(talk, [user("Hi!", 1), assistant("Hello.", 2), user("Ok?", 3)]))

    assert talk.summary.splitlines()[-1] == "- 3 May 2024, User: Ok?"
    assert counter_for(None).text(talk.summary) <= 40
    assert (talk.stats().messages, talk.stats().left) == (1, 3)
    assert talk.stats().tokens_used >= counter_for(None).text(talk.summary)

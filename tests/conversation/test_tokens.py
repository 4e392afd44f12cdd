"""A conversation that counts: a guess first, the truth when it matters, and never more than fits."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from typing import Any

import pytest
from hypothesis import given, settings

from graphmem import InvalidInput, ModelError
from graphmem.conversation import TokenBounded
from graphmem.llm.protocol import Purpose
from graphmem.tokens import counter_for
from tests.conversation.talk import Said, call, parted, result, run, system, talks, texts, told, user


class Known:
    """A chat model that says how much it reads."""

    name = "gpt-4o"

    def __init__(self, length: int | None) -> None:
        self.length = length
        self.asked = 0

    def context_length(self, purpose: Purpose) -> int | None:
        self.asked += 1
        return self.length


def words(messages: Sequence[Said]) -> int:
    """A tokenizer that takes a word for a token."""
    return sum(len(str(message["content"]).split()) for message in messages)


def letters(message: Said) -> int:
    """A guess that is too high."""
    return len(str(message["content"]))


def test_the_limit_is_what_the_model_reads() -> None:
    """Asked once, in a thread, with the first message; where it does not say, what most models read."""
    model, silent = Known(50), Known(None)
    talk: TokenBounded[Said] = TokenBounded(model=model)  # type: ignore[arg-type]  # it is asked for nothing else
    other: TokenBounded[Said] = TokenBounded(model=silent)  # type: ignore[arg-type]  # the same

    run(told(talk, [user("Hi"), user("Ho")]))
    run(other.add(user("Hi")))

    assert (talk.max_tokens, model.asked) == (50, 1)
    assert other.stats().most_tokens == 128_000


def test_a_guess_is_counted_truly_when_asked() -> None:
    """As the seed's own steps go: two messages, dirty, synced, clean."""
    talk: TokenBounded[Said] = TokenBounded(estimate=letters, tokenize=words)
    run(told(talk, [system("You are a helpful assistant."), user("Hello world!")]))
    assert (talk.is_dirty, talk.tokens_used) == (True, 40)

    run(talk.sync())

    assert (talk.is_dirty, talk.tokens_used) == (False, 7)
    assert (talk.stats().tokens_used, talk.stats().is_dirty, talk.stats().messages) == (7, False, 2)


def test_counting_begins_by_itself_when_a_share_of_the_limit_is_taken() -> None:
    """A quarter of it by default; nothing is counted twice."""
    counted: list[str] = []

    async def tokenize(messages: list[Said]) -> int:
        await asyncio.sleep(0)
        counted.extend(message["content"] for message in messages)
        return words(messages)

    talk: TokenBounded[Said] = TokenBounded(40, estimate=letters, tokenize=tokenize)
    run(told(talk, [user("One two")]))
    assert (talk.is_dirty, counted) == (True, [])

    run(told(talk, [user("three four"), user("five")]))

    assert counted == ["One two", "three four"]
    assert (talk.is_dirty, talk.tokens_used) == (True, 8)


def test_the_oldest_leaves_above_the_threshold_system_text_last() -> None:
    """A message of ten tokens each; sixty of a hundred may be taken."""
    talk: TokenBounded[Said] = TokenBounded(100, capacity_threshold=0.6, estimate=lambda _: 10, tokenize=lambda _: 10)

    held = run(told(talk, [system("Rule"), *(user(f"Turn {number}") for number in range(8))]))

    assert texts(held) == ["Rule", "Turn 3", "Turn 4", "Turn 5", "Turn 6", "Turn 7"]
    assert talk.stats().left == 3


def test_what_can_never_fit_is_refused_and_nothing_leaves_for_it() -> None:
    """The numbers are said."""
    talk: TokenBounded[Said] = TokenBounded(10, estimate=letters, tokenize=letters_of)
    run(talk.add(user("Hi")))

    with pytest.raises(InvalidInput, match="takes 20 tokens with what it belongs to, and the window holds 10"):
        run(talk.add(user("x" * 20)))

    assert texts(talk) == ["Hi"]


def test_a_call_is_not_pushed_out_by_its_own_result() -> None:
    """Everything else leaves first."""
    talk: TokenBounded[Said] = TokenBounded(100, estimate=lambda _: 40, tokenize=lambda _: 40)

    assert texts(run(told(talk, [user("Weather?"), call("c1"), result("c1")]))) == ["call", "Sunny (c1)."]


def test_a_tokenizer_that_fails_leaves_the_guess() -> None:
    """The server may be there again later."""

    def broken(messages: list[Said]) -> int:
        raise ModelError("no server")

    talk: TokenBounded[Said] = TokenBounded(100, estimate=letters, tokenize=broken, sync_threshold=0)
    run(talk.add(user("Hello")))

    run(talk.sync())

    assert (talk.is_dirty, talk.tokens_used) == (True, 5)


def test_thresholds_are_shares() -> None:
    """Anything else is refused by name."""
    with pytest.raises(InvalidInput, match=r"capacity_threshold must lie in \[0, 1\], not 75"):
        TokenBounded(100, capacity_threshold=75)
    with pytest.raises(InvalidInput, match="sync_threshold"):
        TokenBounded(100, sync_threshold=-1)
    with pytest.raises(InvalidInput, match="max_tokens"):
        TokenBounded(0)


@settings(max_examples=25)
@given(said=talks())
def test_once_synced_the_window_is_within_its_share_of_the_limit(said: list[Any]) -> None:
    """Counted by the model's tokenizer, message by message, unless one call with its results needs more."""
    talk: TokenBounded[Said] = TokenBounded(150, model="gpt-4o", sync_threshold=0)
    counter = counter_for("gpt-4o")

    for message in said:
        run(talk.add(message))
        counted = sum(counter.message(one) for one in talk.messages)
        assert talk.tokens_used == counted
        assert counted <= 150 * 0.75 or parted(talk.messages[1:]) != []
        assert counted <= 150


def letters_of(messages: list[Said]) -> int:
    """A tokenizer that takes a letter for a token."""
    return sum(map(letters, messages))

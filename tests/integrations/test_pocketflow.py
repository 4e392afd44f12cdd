"""PocketFlow's chat with memory, node by node: what is retrieved is the exchange, and it is kept in graphmem."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

pytest.importorskip("pocketflow", reason="pocketflow is not installed")

from pocketflow import Flow, Node

from graphmem import Memory, StoreUnavailable
from graphmem.integrations.pocketflow import Chat, Remember, Reply, Retrieve

TALK = [
    ("Which wine goes with sardines?", "A vinho verde."),
    ("Ana lives in Porto.", "Noted."),
    ("Which tram goes to Belém?", "Number fifteen."),
    ("Is it raining?", "No."),
    ("Is it late?", "Not yet."),
    ("Ana moved to Lisbon.", "Noted."),
]


def told(memory: Memory) -> None:
    """A talk of six exchanges."""
    for asked, answered in TALK:
        memory.remember(asked)
        memory.remember(answered, role="assistant")


def chatting(memory: Memory, lines: list[str], answer: Callable[[Chat], str], **options: Any) -> Flow:
    """The loop of the seed: retrieve, reply, remember, until nothing more is asked."""
    asked: Iterator[str] = iter(lines)
    retrieve = Retrieve(memory, ask=lambda: next(asked, None), **options)
    retrieve >> Reply(answer) >> Remember(memory) >> retrieve
    retrieve - "end" >> Node()
    return Flow(start=retrieve)


def test_a_chat_keeps_every_exchange(memory: Memory) -> None:
    """Each turn is shown what came before, once; the history is there as the seed has it."""
    seen: list[Chat] = []

    def answer(messages: Chat) -> str:
        seen.append(messages)
        return f"Answer {len(seen)}."

    shared: dict[str, Any] = {}
    chatting(memory, ["Ana lives in Porto.", "Where does Ana live?"], answer, system="Be brief.").run(shared)

    assert [message["role"] for message in seen[0]] == ["system", "user"]
    assert [message["content"] for message in seen[1]][1:] == [
        "Ana lives in Porto.",
        "Answer 1.",
        "Where does Ana live?",
    ]
    assert shared["history"] == [
        {"role": "user", "content": "Ana lives in Porto."},
        {"role": "assistant", "content": "Answer 1."},
        {"role": "user", "content": "Where does Ana live?"},
        {"role": "assistant", "content": "Answer 2."},
    ]
    assert [fact.sentence for fact in memory.facts()] == ["Ana lives in Porto"]


def test_what_is_retrieved_are_whole_exchanges_from_before_the_window(memory: Memory) -> None:
    """A word of the answer brings its question too; what the last messages show is not retrieved."""
    told(memory)
    shared: dict[str, Any] = {"user_input": "What was it, a vinho verde?"}

    assert Retrieve(memory, limit=1, recent=8).run(shared) == "default"

    assert shared["relevant"] == [
        [
            {"role": "user", "content": "Which wine goes with sardines?"},
            {"role": "assistant", "content": "A vinho verde."},
        ]
    ]
    assert [message["content"] for message in shared["history"]] == [said for pair in TALK[2:] for said in pair]
    shared["user_input"] = "tram, raining, late"
    Retrieve(memory, recent=8).run(shared)
    assert not {"Number fifteen.", "No.", "Not yet."} & {said["content"] for one in shared["relevant"] for said in one}


def test_the_chat_tells_what_is_true_now(memory: Memory) -> None:
    """Inside the budget, with the turn last."""
    told(memory)
    shared: dict[str, Any] = {"user_input": "Where does Ana live?"}

    Retrieve(memory, recent=2, budget=300, system="Be brief.").run(shared)

    assert "Ana lives in Lisbon" in shared["messages"][0]["content"]
    assert shared["messages"][-1] == {"role": "user", "content": "Where does Ana live?"}


def test_a_chat_goes_on_in_another_process(opened: Callable[..., Memory], tmp_path: Path) -> None:
    """The shared store is empty again; the memory is not."""
    seen: list[Chat] = []

    def answer(messages: Chat) -> str:
        seen.append(messages)
        return "Ok."

    url = f"sqlite:///{tmp_path}/ada.db"

    for line in ("Ana lives in Porto.", "Where does Ana live?"):
        with opened(url) as memory:
            chatting(memory, [line], answer).run({})

    assert [message["content"] for message in seen[1]][-3:] == ["Ana lives in Porto.", "Ok.", "Where does Ana live?"]


def test_an_exchange_is_kept_once_however_often_it_is_tried(memory: Memory, monkeypatch: pytest.MonkeyPatch) -> None:
    """PocketFlow runs a node again when it fails; here memory had it and could not say so."""
    remember, failures = Memory.remember_many, [StoreUnavailable("gone")]

    def flaky(self: Memory, messages: Any) -> Any:
        receipts = remember(self, messages)
        if failures:
            raise failures.pop()
        return receipts

    monkeypatch.setattr(Memory, "remember_many", flaky)

    Remember(memory, max_retries=2).run({"user_input": "I like Fado.", "answer": "Nice."})

    assert [message.text for message in memory.messages()] == ["I like Fado.", "Nice."]


def test_what_memory_says_is_not_told_to_it(memory: Memory) -> None:
    """However often it is asked, memory holds what was said and nothing of what was shown."""
    told(memory)
    before = [fact.id for fact in memory.facts()]

    chatting(memory, ["Where does Ana live?"] * 3, lambda messages: "In Lisbon.").run({})

    said = [message.text for message in memory.messages(limit=100)]
    assert said[-6:] == ["Where does Ana live?", "In Lisbon."] * 3
    assert not any("<memory>" in text for text in said)
    assert [fact.id for fact in memory.facts()] == before

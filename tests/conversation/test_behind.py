"""A memory behind a conversation: what leaves is remembered, what is asked is brought back, and nothing is learned twice."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest

from graphmem import AsyncMemory, InvalidInput, Memories, Memory, StoreUnavailable
from graphmem.conversation import LastMessages, LongTerm, Sliding, Summarising, Unbounded, Windowed
from graphmem.testing import PlainExtractor
from graphmem.tokens import counter_for
from tests.conversation.talk import MAY, Said, ada, assistant, call, result, run, system, texts, told, user


def windowed(memory: Memory | AsyncMemory, count: int = 2) -> Windowed[Said]:
    """Two messages, and Ada's memory behind them."""
    return Windowed(LastMessages(count), behind=LongTerm(memory, session="s1"))


def test_what_leaves_is_remembered_in_its_session_and_time() -> None:
    """And what has not left is not."""
    memory = ada()

    run(told(windowed(memory), [user("Ana lives in Porto.", 1), assistant("Noted.", 2), user("I live in Lisbon.", 3)]))

    [kept] = memory.messages(session="s1")
    assert (kept.text, kept.role, kept.at.minute, kept.at.date()) == ("Ana lives in Porto.", "user", 1, MAY.date())
    assert [fact.sentence for fact in memory.facts()] == ["Ana lives in Porto"]


def test_what_is_asked_is_brought_back() -> None:
    """In a block that says what it is; nothing comes of nothing."""
    talk = windowed(ada())
    run(told(talk, [user("Ana lives in Porto.", 1), assistant("Noted.", 2), assistant("Anything else?", 3)]))

    block = run(talk.recalled("Where does Ana live?"))

    assert "<memory>" in block
    assert "Ana lives in Porto" in block
    assert run(windowed(ada()).recalled("Where does Ana live?")) == ""
    assert run(Unbounded().recalled("Where does Ana live?")) == ""


def test_a_context_holds_what_memory_knows_and_what_the_window_holds() -> None:
    """Inside the budget, with the system text once and the turn last."""
    talk = windowed(ada(), 3)
    run(told(talk, [user("Ana lives in Porto.", 1), system("Be brief."), assistant("Noted.", 2)]))
    run(talk.add(user("Where does Ana live?", 3)))

    context = run(talk.context(budget=400))

    chat = context.to_messages()
    assert [message["role"] for message in chat] == ["system", "assistant", "user"]
    assert chat[0]["content"].startswith("Be brief.")
    assert "- Ana lives in Porto" in chat[0]["content"]
    assert chat[-1]["content"] == "Where does Ana live?"
    assert context.tokens <= 400


def test_a_context_of_a_summary_says_what_was_folded() -> None:
    """Without any memory behind."""
    talk: Summarising[Said] = Summarising(keep=1, block=1)
    run(told(talk, [user("My sister Ana lives in Porto.", 1), assistant("Noted.", 2)]))

    chat = run(talk.context("Where does Ana live?", budget=400)).to_messages()

    assert "My sister Ana lives in Porto." in chat[0]["content"]
    assert [message["content"] for message in chat[1:]] == ["Noted.", "Where does Ana live?"]


def test_what_memory_said_is_never_learned_again() -> None:
    """A framework hands it in as a system message, or at the head of the user's; only the user's words are kept."""
    memory = ada()
    talk = windowed(memory, 1)
    run(told(talk, [user("Ana lives in Porto.", 1), user("Ana lives in Lisbon in 2024.", 2), assistant("Noted.", 3)]))
    block = run(talk.recalled("Where does Ana live?"))
    known = [fact.sentence for fact in memory.facts()]

    run(
        told(
            talk,
            [system(block), user(f"{block}\n\nI like Jazz.", 4), user(block, 5), assistant("Noted.", 6), user("Bye")],
        )
    )

    said = [message.text for message in memory.messages(session="s1")]
    assert said == ["Ana lives in Porto.", "Ana lives in Lisbon in 2024.", "Noted.", "I like Jazz.", "Noted."]
    assert [fact.sentence for fact in memory.facts() if "Ana" in fact.sentence] == known


def test_system_text_is_the_programs_and_not_remembered() -> None:
    """Calls and results are, together."""
    memory = ada()

    run(told(windowed(memory, 1), [system("Be brief."), user("Weather?", 1), call("c1"), result("c1"), user("Ok", 5)]))

    assert [message.role for message in memory.messages(session="s1")] == ["assistant", "tool", "user"]


def test_ending_a_conversation_remembers_what_was_still_held() -> None:
    """Clearing it does not."""
    memory = ada()
    talk, other = windowed(memory, 5), windowed(memory, 5)
    run(told(talk, [user("Ana lives in Porto.", 1), assistant("Noted.", 2)]))
    run(told(other, [user("Ana lives in Oslo.", 3)]))

    run(talk.end())
    run(other.clear())

    assert (len(talk), len(other)) == (0, 0)
    assert texts_of(memory) == ["Ana lives in Porto.", "Noted."]


def test_what_memory_cannot_take_now_waits_and_is_not_lost(monkeypatch: pytest.MonkeyPatch) -> None:
    """It goes with the next, once, in order; a snapshot holds it meanwhile."""
    memory = ada()
    talk, later = windowed(memory, 1), windowed(memory, 1)
    remember = Memory.remember_many

    def full(self: Memory, messages: Any) -> Any:
        raise StoreUnavailable("the disk is full")

    monkeypatch.setattr(Memory, "remember_many", full)
    run(talk.add(user("One", 1)))
    with pytest.raises(StoreUnavailable):
        run(talk.add(user("Two", 2)))
    assert (texts(talk), talk.stats().waiting) == (["Two"], 1)
    later.restore(talk.snapshot())

    monkeypatch.setattr(Memory, "remember_many", remember)
    run(told(later, [user("Three", 3)]))

    assert texts_of(memory) == ["One", "Two"]
    assert (later.stats().waiting, later.stats().left) == (0, 2)


def test_a_conversation_resumed_twice_from_one_snapshot_remembers_nothing_twice() -> None:
    """A message is the same one by when it was said."""
    memory = ada()
    talk = windowed(memory, 2)
    run(told(talk, [user("One", 1), user("Two", 2)]))
    state = talk.snapshot()

    for _ in range(2):
        talk.restore(state)
        run(told(talk, [user("Three", 3)]))

    assert texts_of(memory) == ["One"]


def test_tasks_may_share_a_conversation_and_an_async_memory() -> None:
    """Each message is held in the order it was added, and remembered once."""

    async def story() -> list[str]:
        async with AsyncMemory(ada()) as memory:
            talk: Sliding[Said] = Sliding(3, behind=LongTerm(memory, session="s1"))
            await asyncio.gather(*(talk.add(user(f"Turn {number}", number)) for number in range(12)))
            assert texts(talk) == ["Turn 9", "Turn 10", "Turn 11"]
            return [message.text for message in await memory.messages(session="s1")]

    assert run(story()) == [f"Turn {number}" for number in range(9)]


def test_which_memory_is_fixed_and_no_message_can_name_another() -> None:
    """One store, two people: what leaves Ada's conversation is never Ana's."""
    memories = Memories.open("sqlite:///:memory:", extractor=PlainExtractor(), embedder="none")
    talk, other = windowed(memories.of("ada"), 1), windowed(memories.of("ana"), 1)

    run(told(talk, [user("Tom lives in Porto.", metadata={"namespace": "ana"}), user("Bye")]))

    assert "Porto" in run(talk.recalled("Where does Tom live?"))
    assert run(other.recalled("Where does Tom live?")) == ""
    with pytest.raises(InvalidInput, match="namespace"):
        run(talk.add({"role": "user", "content": "Hi", "namespace": "ana"}))
    memories.close()


def texts_of(memory: Memory) -> list[str]:
    """What the session holds."""
    return [message.text for message in memory.messages(session="s1")]


def test_messages_may_be_remembered_as_they_come() -> None:
    """Each once, though it leaves later; what the window holds is not brought back beside it."""
    memory = ada()
    talk: Windowed[Said] = Windowed(LastMessages(2), behind=LongTerm(memory, session="s1", at_once=True))

    run(talk.add_many([user("Ana lives in Porto.", 1), user("Tom lives in Porto.", 2)]))
    assert texts_of(memory) == ["Ana lives in Porto.", "Tom lives in Porto."]
    assert "Ada: Ana" not in run(talk.recalled("Who lives in Porto?"))

    run(talk.add(user("Eve lives in Porto.", 3)))
    block = run(talk.recalled("Who lives in Porto?"))

    assert texts_of(memory) == ["Ana lives in Porto.", "Tom lives in Porto.", "Eve lives in Porto."]
    assert ("Ada: Tom" in block, "Ada: Eve" in block) == (False, False)


def test_what_is_brought_back_keeps_to_its_tokens() -> None:
    """However much there would be."""
    memory = ada()
    memory.remember_many({"content": f"Ana lives in Porto{number}.", "session": "s0"} for number in range(40))
    counter = counter_for(None)

    for tokens in (0, 100, 300):
        talk: Unbounded[Said] = Unbounded(behind=LongTerm(memory, tokens=tokens))
        assert counter.text(run(talk.recalled("Where does Ana live?"))) <= tokens


def test_what_a_question_leans_on_is_in_the_conversation() -> None:
    """Memory has not heard the last turns; it is told them with the question."""
    memory = ada()
    memory.remember("Ana lives in Porto.", session="s0")
    memory.remember("Tom lives in Oslo.", session="s0")
    talk: Unbounded[Said] = Unbounded(behind=LongTerm(memory, session="s1"))
    run(told(talk, [user("Where does Ana live?", 1), assistant("In Porto.", 2), user("And Tom?", 3)]))

    assert run(talk.recall("And Tom?")).facts[0].sentence == "Tom lives in Oslo"
    assert "Tom lives in Oslo" in run(talk.recalled())
    assert memory.messages(session="s1") == ()


def test_what_memory_refuses_to_keep_holds_up_nothing() -> None:
    """A card number, where the memory's policy refuses them: the rest is kept, and the conversation goes on."""
    memory = Memory.open(
        "sqlite:///:memory:", namespace="ada", extractor=PlainExtractor(), embedder="none", redaction="card=refuse"
    )
    talk = windowed(memory, 1)

    run(told(talk, [user("Card 4111 1111 1111 1111", 1), user("Ana lives in Porto.", 2), user("Bye", 3)]))

    assert texts_of(memory) == ["Ana lives in Porto."]
    assert (texts(talk), talk.stats().waiting, talk.stats().left) == (["Bye"], 0, 2)


def test_a_memory_behind_must_be_one() -> None:
    """Said where it is put there; and a memory without a user has no name for one."""
    with pytest.raises(InvalidInput, match="a memory must be a Memory or an AsyncMemory, not str"):
        LongTerm("sqlite:///ada.db")  # type: ignore[arg-type]  # what a caller without types may pass
    with pytest.raises(InvalidInput, match="tokens"):
        LongTerm(ada(), tokens=-1)
    nobody = Memory.open("sqlite:///:memory:", namespace="ada", extractor=PlainExtractor(), embedder="none")
    assert run(LongTerm(nobody).user_name()) is None
    with pytest.raises(InvalidInput, match="there is no turn"):
        run(windowed(nobody).context())


def test_the_newest_is_shown_where_nothing_is_asked_yet() -> None:
    """As much as fits, in order."""
    memory, counter = ada(), counter_for(None)
    memory.remember_many({"content": f"Note {number}.", "session": "s1"} for number in range(30))

    found = run(LongTerm(memory, "s1", tokens=120).newest(30, counter=counter))

    assert counter.text(found.text) <= 120
    assert [one.text for one in found.messages] == [f"Note {number}." for number in range(30 - len(found.messages), 30)]
    assert run(LongTerm(memory, "s2").newest(30, counter=counter)).text == ""

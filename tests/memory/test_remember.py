"""Remembering: what is kept, what is learned, and what waits."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace
from datetime import UTC, datetime, timedelta, timezone
from pathlib import Path

import pytest

from graphmem import InvalidInput, Memories, Memory, NotFound
from graphmem.extraction.protocol import Turn
from graphmem.testing import FixedClock, PlainExtractor, counted
from graphmem.types import Extraction

NOW = "2024-06-01T12:00:00+00:00"


def opened(url: str = "sqlite:///:memory:", **kwargs: object) -> Memory:
    """Ada's memory, without a model."""
    arguments = {"extractor": PlainExtractor(), "clock": FixedClock(NOW), "fresh": counted(), "user_name": "Ada"}
    return Memory.open(url, namespace="ada", **(arguments | kwargs))  # type: ignore[arg-type]


@pytest.fixture
def memory() -> Iterator[Memory]:
    """Ada's empty memory."""
    with opened() as memory:
        yield memory


def test_a_receipt_says_what_was_learned_and_what_ended(memory: Memory) -> None:
    """A newer home ends the older one."""
    memory.remember("Ana lives in Porto.")

    receipt = memory.remember("Ana moved to Lisbon.")

    assert [fact.sentence for fact in receipt.learned] == ["Ana lives in Lisbon"]
    assert [fact.sentence for fact in receipt.ended] == ["Ana lived in Porto"]


def test_each_message_of_a_block_gets_its_own_lesson(memory: Memory) -> None:
    """What one message taught is not told of another."""
    receipts = memory.remember_many(
        [{"content": "Ana lives in Porto."}, {"content": "Bob likes Jazz."}, {"content": "Hm."}]
    )

    lessons = [[fact.sentence for fact in receipt.learned] for receipt in receipts]
    assert lessons == [["Ana lives in Porto"], ["Bob likes Jazz"], []]


def test_a_message_is_kept_when_its_model_fails_and_flush_completes_it(memory: Memory) -> None:
    """Never lost, never silent: it waits with its reason."""
    extractor = memory._engine.extractor
    assert isinstance(extractor, PlainExtractor)
    extractor.broken = True

    receipt = memory.remember("Ana lives in Porto.")
    waiting = memory.status().backlog
    extractor.broken = False
    left = memory.flush()

    assert "broken on purpose" in receipt.pending
    assert (waiting.failed, waiting.errors) == (1, ("the plain extractor is broken on purpose",))
    assert (left.failed, left.waiting) == (0, 0)
    assert [fact.sentence for fact in memory.facts()] == ["Ana lives in Porto"]


def test_a_message_is_recallable_before_anything_is_understood_of_it(memory: Memory) -> None:
    """Read your writes, as text, at once."""
    memory._engine.extractor.broken = True  # type: ignore[attr-defined]

    memory.remember("The garden gate is green.")

    assert [message.text for message in memory.recall("garden gate").messages] == ["The garden gate is green."]


def test_flush_gives_up_on_what_still_fails(memory: Memory) -> None:
    """A flush that cannot help ends, and says what waits."""
    memory._engine.extractor.broken = True  # type: ignore[attr-defined]
    memory.remember_many([{"content": f"Ana lives in P{number}."} for number in range(5)])

    left = memory.flush()

    assert left.failed == 5


def test_facts_are_there_in_the_next_process(tmp_path: Path) -> None:
    """A script that remembers one message and exits."""
    url = f"sqlite:///{tmp_path / 'next.db'}"
    with opened(url) as memory:
        memory.remember("Ana lives in Porto.")

    with opened(url) as memory:
        assert [fact.sentence for fact in memory.facts(about="ana")] == ["Ana lives in Porto"]


def test_a_late_message_is_read_in_its_place(memory: Memory) -> None:
    """An older message that arrives late does not supersede what is newer."""
    memory.remember("I moved to Lisbon.", at=datetime(2024, 5, 1, tzinfo=UTC))

    memory.remember("I live in Rome.", at=datetime(2020, 5, 1, tzinfo=UTC))

    assert [fact.sentence for fact in memory.facts()] == ["Ada lives in Lisbon"]
    assert [fact.sentence for fact in memory.facts(as_of=datetime(2021, 1, 1, tzinfo=UTC))] == ["Ada lived in Rome"]


def test_what_was_believed_then_can_be_asked(memory: Memory) -> None:
    """On 1 June we did not know yet what we learned on 2 June about 2022."""
    clock = memory._engine.clock
    assert isinstance(clock, FixedClock)
    memory.remember("I live in Lisbon.", at=datetime(2021, 1, 1, tzinfo=UTC))
    clock.now += timedelta(days=1)
    memory.remember("I moved to Porto in 2022.", at=clock.now)
    in_2023 = datetime(2023, 1, 1, tzinfo=UTC)

    then = memory.facts("me", as_of=in_2023, known_at=datetime(2024, 6, 1, 18, tzinfo=UTC))
    now = memory.facts("me", as_of=in_2023)

    assert [fact.sentence for fact in then] == ["Ada lives in Lisbon"]
    assert [fact.sentence for fact in now] == ["Ada lives in Porto"]


def test_history_holds_what_ended(memory: Memory) -> None:
    """Oldest first."""
    memory.remember_many([{"content": "Ana lives in Porto."}, {"content": "Ana moved to Lisbon."}])

    assert [fact.sentence for fact in memory.history("Ana")] == ["Ana lived in Porto", "Ana lives in Lisbon"]


def test_who_works_there_is_found_by_the_firm(memory: Memory) -> None:
    """An entity as object."""
    memory.remember("Ana works at Globex.")

    assert [fact.sentence for fact in memory.facts(about="Globex")] == ["Ana works at Globex"]


def test_names_not_known_are_not_found(memory: Memory) -> None:
    """With the value and the way out."""
    with pytest.raises(NotFound, match="'Zoe'; ask for a name"):
        memory.facts(about="Zoe")


@pytest.mark.parametrize("name", ["", "   ", "x" * 513, "half \ud800"])
def test_a_namespace_that_cannot_be_one_is_refused(name: str) -> None:
    """An empty one never means all."""
    with pytest.raises(InvalidInput, match="namespace"):
        Memory.open("sqlite:///:memory:", namespace=name, extractor=PlainExtractor())


@pytest.mark.parametrize("other", ["bob@example.org", "Ада", "a'; DROP TABLE facts; --", "a\nb", "ADA", "ada "])
def test_namespaces_never_meet(other: str) -> None:
    """Not in facts, recall, entities, counts or changes, however odd the name."""
    with Memories.open("sqlite:///:memory:", extractor=PlainExtractor(), clock=FixedClock(NOW)) as memories:
        memories.of("ada").remember("Ana lives in Porto.")
        stranger = memories.of(other)

        assert (stranger.facts(), stranger.entities(), stranger.changes()) == ((), (), ())
        assert stranger.recall("Where does Ana live?").messages == ()
        assert stranger.status().messages == 0


@pytest.mark.parametrize(
    ("fields", "named"),
    [
        ({"content": "x", "role": "human"}, "role"),
        ({"content": "x", "importance": 2}, "importance"),
        ({"content": "x", "session": ""}, "session"),
        ({"content": 7}, "content"),
        ({"content": "x", "at": "yesterday"}, "at"),
        ({"content": "x", "speeker": "Ana"}, "speeker"),
        ({"content": "half \udc00"}, "content"),
    ],
)
def test_bad_input_is_refused_by_name_and_loses_nothing(memory: Memory, fields: dict[str, object], named: str) -> None:
    """The message says which field; nothing of the block is stored."""
    with pytest.raises(InvalidInput, match=named):
        memory.remember_many([{"content": "fine"}, fields])

    assert memory.status().messages == 0


def test_times_without_a_zone_are_utc_and_others_are_converted(memory: Memory) -> None:
    """Naive and aware in one memory."""
    plus_two = timezone(timedelta(hours=2))

    naive = memory.remember("a", at=datetime(2024, 5, 1, 10))
    aware = memory.remember("b", at=datetime(2024, 5, 1, 12, tzinfo=plus_two))

    assert naive.message.at == aware.message.at == datetime(2024, 5, 1, 10, tzinfo=UTC)


def test_a_tool_call_and_its_result_are_kept_as_parts(memory: Memory) -> None:
    """Chat messages as endpoints write them."""
    call = {"id": "c1", "type": "function", "function": {"name": "weather", "arguments": '{"city": "Porto"}'}}
    memory.remember_many(
        [
            {"role": "assistant", "content": None, "tool_calls": [call]},
            {"role": "tool", "content": "Sunny", "tool_call_id": "c1"},
        ]
    )

    chat = memory.context("And tomorrow?", budget=500).to_messages()

    assert [message["role"] for message in chat] == ["assistant", "tool", "user"]
    assert chat[0]["tool_calls"][0]["function"]["name"] == "weather"


def test_the_turn_appears_once_whether_it_was_remembered_or_not(memory: Memory) -> None:
    """Given its receipt, the stored copy leaves the window."""
    receipt = memory.remember("Where does Ana live?")

    text = memory.context("Where does Ana live?", remembered=receipt, budget=500).text

    assert text.count("Where does Ana live?") == 1


def test_asking_stores_nothing(memory: Memory) -> None:
    """Neither recall nor context writes."""
    memory.remember("Ana lives in Porto.")
    before = memory.status()

    memory.recall("Ana")
    memory.context("Where does Ana live?", budget=500)

    assert memory.status() == before


def test_forgetting_everything_leaves_nothing(memory: Memory) -> None:
    """Not even the user's name."""
    memory.remember_many([{"content": "Ana lives in Porto.", "session": f"s{n}"} for n in range(3)])

    planned = memory.forget(everything=True, dry_run=True)
    receipt = memory.forget(everything=True)

    assert (planned.messages, planned.dry_run) == (3, True)
    assert (receipt.messages, receipt.facts) == (3, 1)
    assert (memory.entities(), memory.facts()) == ((), ())
    assert memory.recall("Ana").messages == ()


def test_forgetting_takes_exactly_one_selector(memory: Memory) -> None:
    """None or two are refused."""
    with pytest.raises(InvalidInput, match="not none"):
        memory.forget()
    with pytest.raises(InvalidInput, match="session and everything"):
        memory.forget(session="s", everything=True)
    with pytest.raises(NotFound, match="no session 'nowhere'; there is none"):
        memory.forget(session="nowhere")


def test_naming_the_user_later_renames_what_is_known(memory: Memory) -> None:
    """ "The user lives in Porto" becomes "Ada lives in Porto" everywhere."""
    with Memories.open("sqlite:///:memory:", extractor=PlainExtractor(), clock=FixedClock(NOW)) as memories:
        memories.of("ada").remember("I live in Porto.")
        before = [fact.sentence for fact in memories.of("ada").facts()]

        named = memories.of("ada", user_name="Ada")

        assert before == ["The user lives in Porto"]
        assert [fact.sentence for fact in named.facts()] == ["Ada lives in Porto"]
        assert [fact.sentence for fact in named.recall("Ada").facts] == ["Ada lives in Porto"]


def test_what_left_the_window_is_in_the_summary(memory: Memory) -> None:
    """After thirty messages the first ten are folded, and the context says so once each."""
    memory.remember_many([{"content": f"I like Film{number}."} for number in range(35)])

    context = memory.context("Hello!", budget=4000)

    [summary] = [section.text for section in context.sections if section.name == "summary"]
    assert {int(number) for number in re.findall(r"Film(\d+)", summary)} <= set(range(10))
    assert "I like Film" in summary
    assert context.text.count("I like Film34.") == 1


def test_sessions_of_a_block_are_folded_in_the_change_that_learns_it(memory: Memory) -> None:
    """That in which the block is learned; together as each would be alone."""
    said = [{"content": f"I like Film{number}.", "session": f"s{number % 3}"} for number in range(99)]

    memory.remember_many(said)

    assert [change.cause for change in memory.changes()].count("learn") == 1
    assert "fold" not in {change.cause for change in memory.changes()}
    contexts = [memory.context("Hello!", session=f"s{number}", budget=4000) for number in range(3)]
    summaries = [section.text for one in contexts for section in one.sections if section.name == "summary"]
    told = [{int(number) % 3 for number in re.findall(r"Film(\d+)", text)} for text in summaries]
    assert told == [{0}, {1}, {2}]


def test_sessions_are_folded_where_nothing_could_be_learned(memory: Memory) -> None:
    """What waits to be understood was said all the same."""
    extractor = memory._engine.extractor
    assert isinstance(extractor, PlainExtractor)
    extractor.broken = True

    memory.remember_many([{"content": f"I like Film{number}."} for number in range(35)])

    assert [change.cause for change in memory.changes()].count("fold") == 1
    summary = memory._engine.store.summary("ada", "default")
    assert summary is not None
    assert summary.lines


def test_what_was_folded_before_somebody_else_wrote_is_folded_anew(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A message that another process forgets meanwhile does not come back in the summary."""
    url = f"sqlite:///{tmp_path / 'memory.db'}"
    with opened(url) as memory, opened(url) as other:
        first, *_ = memory.remember_many([{"content": f"I like Film{number}."} for number in range(29)])
        read, reads = memory._engine.store.unfolded, list[object]()

        def overtaken(namespace: str, sessions: Sequence[str], *, least: int) -> object:
            found = read(namespace, sessions, least=least)
            if not reads:
                other.forget(message=first.message.id)
                other.remember("I like Film29.", key="film29")
            reads.append(found)
            return found

        monkeypatch.setattr(memory._engine.store, "unfolded", overtaken)
        memory.remember("I like Film30.", key="film30")

        summary = memory._engine.store.summary("ada", "default")
        assert len(reads) > 1
        assert summary is not None
        assert not [line for line in summary.lines if line.text == "I like Film0."]


def test_the_newest_messages_come_in_order(memory: Memory) -> None:
    """The window holds the last ones, oldest first."""
    memory.remember_many([{"content": f"number {number}"} for number in range(45)])

    chat = memory.context("next", budget=4000).to_messages()

    window = [message["content"] for message in chat if message["content"].startswith("number")]
    assert window == [f"number {number}" for number in range(20, 45)]


class _ForgetsMeanwhile(PlainExtractor):
    """Reads a message together with the one before it; while it does so for the first time, that one is forgotten."""

    context_turns = 1
    memory: Memory | None = None

    def extract(self, turns: Sequence[Turn]) -> list[Extraction]:
        """What both say."""
        seen = [one for turn in turns for one in turn.previous]
        if seen and self.memory is not None:
            memory, self.memory = self.memory, None
            memory.forget(message=seen[0].id)
        both = [Turn(replace(t.message, text=" ".join(m.text for m in (*t.previous, t.message)))) for t in turns]
        return super().extract(both)


def test_what_is_forgotten_while_it_is_being_read_stays_forgotten() -> None:
    """A reading that saw the forgotten message is not written; the message is read again without it."""
    extractor = _ForgetsMeanwhile()
    with opened(extractor=extractor) as memory:
        memory.remember("Ana lives in Porto.", session="s")
        extractor.memory = memory

        memory.remember("Bob lives in Rome.", session="s")

        assert [fact.sentence for fact in memory.facts()] == ["Bob lives in Rome"]
        assert [entity.name for entity in memory.entities()] == ["Ada", "Bob", "Rome"]

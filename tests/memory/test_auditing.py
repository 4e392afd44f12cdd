"""Who may do what with a memory, and what is recorded of it, at the one place where doors meet it."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Callable, Iterator
from dataclasses import replace
from datetime import UTC, datetime
from inspect import isfunction, signature

import pytest

from graphmem import Actor, AsyncMemory, InvalidInput, Memories, Memory, NotAllowed, NotFound, StoreUnavailable
from graphmem.memory import auditing
from graphmem.memory.guarding import FREE, NEEDED
from graphmem.testing import FixedClock, PlainExtractor

NOW = datetime(2026, 11, 30, 12, tzinfo=UTC)
READER, WRITER, OPS = Actor("support", "reader", why="ticket 42"), Actor("assistant", "writer"), Actor("ops")


def opened(*, audit: bool = True, actor: Actor = OPS) -> Memory:
    """Ada's memory."""
    return Memory.open(
        "sqlite:///:memory:",
        namespace="ada",
        user_name="Ada",
        extractor=PlainExtractor(),
        clock=FixedClock(NOW),
        actor=actor,
        audit=audit,
    )


def recorded(memory: Memory) -> list[tuple[str, str, str]]:
    """Who did what, and what came of it, looking aside."""
    return [(one.actor, one.verb, one.outcome) for one in memory.audit(limit=1000) if one.verb != "audit"]


def test_every_public_verb_stands_behind_the_guard() -> None:
    """A new one has to say what it takes."""
    public = {name for name in dir(Memory) if not name.startswith("_") and callable(getattr(Memory, name))}

    assert public == set(NEEDED) | FREE


def test_a_guarded_verb_tells_its_signature_and_its_help() -> None:
    """As it was written."""
    recall: Callable[..., object] = Memory.recall

    assert isfunction(recall)
    assert "strategy" in signature(recall).parameters
    assert "best first" in (recall.__doc__ or "")


@pytest.mark.parametrize(
    ("actor", "allowed", "refused"),
    [
        (READER, {"recall", "facts", "context", "status"}, {"remember", "forget", "export"}),
        (WRITER, {"recall", "facts", "context", "status", "remember"}, {"forget", "export"}),
        (Actor("ops"), {"recall", "facts", "context", "status", "remember", "forget", "export"}, set()),
    ],
    ids=["reader", "writer", "admin"],
)
def test_each_role_does_what_it_may(tmp_path: object, actor: Actor, allowed: set[str], refused: set[str]) -> None:
    """And is refused the rest before anything happens."""
    memory = opened()
    receipt = memory.remember("Ana lives in Lisbon.")
    calls: dict[str, Callable[[Memory], object]] = {
        "recall": lambda one: one.recall("Where does Ana live?"),
        "facts": lambda one: one.facts(),
        "context": lambda one: one.context("Where does Ana live?"),
        "status": lambda one: one.status(),
        "remember": lambda one: one.remember("Ana works at Feedzai."),
        "export": lambda one: one.export(f"{tmp_path}/ada.jsonl"),
        "forget": lambda one: one.forget(message=receipt.message.id),
    }
    view = memory.acting(actor)

    for verb in allowed:
        calls[verb](view)
    before = memory.status()
    for verb in refused:
        with pytest.raises(NotAllowed, match=f"{verb} takes an? .*, and {actor.name} is a {actor.role}"):
            calls[verb](view)

    assert memory.status().messages == before.messages


def test_nobody_hands_on_more_than_they_have() -> None:
    """A reader stays a reader, and names nobody."""
    memory = opened().acting(READER)

    with pytest.raises(NotAllowed, match="a reader cannot let anybody act as admin"):
        memory.acting(Actor("support"))
    with pytest.raises(NotAllowed, match="to name the user takes a writer"):
        opened(actor=READER)


def test_a_use_is_recorded_once_as_ids_and_counts() -> None:
    """However many verbs it is made of, and without a word of what was said or asked."""
    memory = opened()

    receipt = memory.remember("Ana lives in Lisbon.")
    found = memory.acting(READER).recall("Where does Ana live?")

    remembered, recalled = memory.audit()
    assert (remembered.verb, remembered.ids[0], remembered.at) == ("remember", receipt.message.id, NOW)
    assert (recalled.actor, recalled.role, recalled.why) == ("support", "reader", "ticket 42")
    assert set(recalled.ids) == {
        *(fact.id for fact in found.facts),
        *(said.id for said in found.messages),
        *(one.id for one in found.entities),
    }
    assert recalled.count == len(recalled.ids)
    assert not [word for word in ("Ana", "Lisbon", "live") if word in json.dumps([str(remembered), str(recalled)])]


def test_what_was_refused_or_failed_is_recorded_too() -> None:
    """By what came of it."""
    memory = opened()

    with pytest.raises(NotAllowed):
        memory.acting(READER).remember("Ana lives in Lisbon.")
    with pytest.raises(NotFound):
        memory.entity("Nobody")

    assert recorded(memory) == [("support", "remember", "refused"), ("ops", "entity", "NotFound")]


def test_nothing_is_recorded_where_nobody_asked_for_it() -> None:
    """It is a setting."""
    memory = opened(audit=False)

    memory.remember("Ana lives in Lisbon.")

    assert memory.audit() == ()


def test_a_shared_namespace_learns_who_read_it() -> None:
    """Each namespace that a question was put to has it in its own trail."""
    with Memories.open("sqlite:///:memory:", extractor=PlainExtractor(), audit=True) as memories:
        ada = memories.of("ada", reads=["org:acme"], actor=Actor("ada"))
        ada.recall("Where does Clara work?")
        ada.remember("Clara works at Equinor.")

        assert [one.verb for one in memories.of("org:acme").audit()] == ["recall"]
        assert [one.verb for one in ada.audit()] == ["recall", "remember"]


def test_async_code_stands_behind_the_same_guard() -> None:
    """It is the same memory."""

    async def story() -> None:
        async with AsyncMemory(opened().acting(READER)) as memory:
            with pytest.raises(NotAllowed):
                await memory.remember("Ana lives in Lisbon.")

    asyncio.run(story())


def test_a_trail_is_verified_and_forgetting_everything_leaves_it() -> None:
    """With the seal to be kept elsewhere."""
    memory = opened()
    memory.remember("Ana lives in Lisbon.")
    memory.forget(everything=True)

    report = memory.verify_audit()

    assert recorded(memory)[:2] == [("ops", "remember", "done"), ("ops", "forget", "done")]
    assert (report.entries, report.broken_at) == (2, None)
    assert report.head == memory.audit(limit=2)[1].hash


@pytest.mark.parametrize(
    ("wrong", "said"),
    [
        (lambda: Actor("x", "owner"), "one of reader, writer, admin, not 'owner'"),  # type: ignore[arg-type]
        (lambda: Actor("x" * 300), "name must be text of at most 200 characters"),
        (lambda: Actor("\ud800"), "name must be one line of whole characters"),
        (lambda: Actor("x", why="ticket 42\n43 (ops, admin; forget)"), "why must be one line of whole characters"),
        (lambda: Actor("x\0"), "name must be one line of whole characters"),
        (lambda: Actor("x", why=3), "why must be text"),  # type: ignore[arg-type]
        (lambda: opened(actor="ops"), r"actor must be Actor\(name, role\), not 'ops'"),  # type: ignore[arg-type]
    ],
)
def test_what_is_no_actor_is_refused(wrong: Callable[[], object], said: str) -> None:
    """Naming the value."""
    with pytest.raises(InvalidInput, match=said):
        wrong()


def test_what_a_callers_own_function_does_inside_a_verb_stands_for_itself() -> None:
    """An iterator of messages that forgets is refused to who may not forget, and told."""
    memory = opened()
    memory.remember("Ana lives in Lisbon.")
    writer = memory.acting(WRITER)

    def messages() -> Iterator[dict[str, str]]:
        writer.forget(everything=True)
        yield {"content": "Tom works at Galp."}

    with pytest.raises(NotAllowed):
        writer.remember_many(messages())

    assert recorded(memory)[1:] == [("assistant", "forget", "refused"), ("assistant", "remember_many", "refused")]
    assert memory.status().messages == 1


def test_a_store_hands_out_no_more_than_its_actor_has() -> None:
    """As a memory does."""
    with (
        Memories.open("sqlite:///:memory:", extractor=PlainExtractor(), actor=READER) as memories,
        pytest.raises(NotAllowed, match="a reader cannot let anybody act as admin"),
    ):
        memories.of("ada", actor=Actor("support"))


def test_a_copy_takes_a_writer_where_it_is_written() -> None:
    """And stands in both trails."""
    memory, twin = opened(), opened()
    memory.remember("Ana lives in Lisbon.")

    with pytest.raises(NotAllowed, match="copy takes a writer, and support is a reader"):
        memory.copy(twin.acting(READER))
    memory.copy(twin.acting(WRITER))

    assert [(one.actor, one.verb, one.count, one.outcome) for one in twin.audit()] == [
        ("support", "copy", 0, "refused"),
        ("assistant", "copy", 1, "done"),
    ]
    assert [(one.verb, one.outcome) for one in memory.audit()][1:] == [("copy", "refused"), ("copy", "done")]


def test_a_reader_may_say_what_the_user_is_called_already() -> None:
    """So that one configuration serves both."""
    with Memories.open("sqlite:///:memory:", extractor=PlainExtractor()) as memories:
        memories.of("ada", user_name="Ada")

        assert memories.of("ada", user_name="Ada", actor=READER).entity("me").name == "Ada"
        with pytest.raises(NotAllowed):
            memories.of("ada", user_name="Eve", actor=READER)


def test_each_way_of_reading_tells_what_it_showed() -> None:
    """Exchanges, conflicts, changes and rows of a graph too."""
    memory = opened()
    receipt = memory.remember("Ana lives in Lisbon.")
    memory.exchanges("Where does Ana live?")
    memory.changes()

    exchanged, changed = memory.audit(after=1)
    assert exchanged.ids == (receipt.message.id,)
    assert receipt.message.id in changed.ids


@pytest.mark.parametrize(
    ("verb", "said"),
    [
        (lambda one: one.recall("Where does Ana live?"), "recall could not be recorded .* nothing is handed out: disk"),
        (lambda one: one.remember("Tom works at Galp."), "remember could not be recorded .* do not repeat it: disk"),
    ],
    ids=["a read", "a write"],
)
def test_what_cannot_be_recorded_is_said(
    monkeypatch: pytest.MonkeyPatch, verb: Callable[[Memory], object], said: str
) -> None:
    """Of a write, that it was done; what went wrong before stays the error."""
    memory = opened()

    def full(_namespace: str, _entry: object) -> None:
        raise StoreUnavailable("disk full")

    monkeypatch.setattr(memory._engine.store, "record", full)

    with pytest.raises(StoreUnavailable, match=said):
        verb(memory)
    with pytest.raises(NotFound):
        memory.entity("Nobody")


def test_a_long_trail_is_verified_in_blocks(monkeypatch: pytest.MonkeyPatch) -> None:
    """And what comes after a break is counted."""
    monkeypatch.setattr(auditing, "BLOCK", 3)
    memory = opened()
    for _ in range(7):
        memory.status()

    whole = memory.verify_audit()
    trail = memory._engine.store.trail
    monkeypatch.setattr(
        memory._engine.store,
        "trail",
        lambda *args, **options: tuple(
            replace(one, why="other") if one.number == 2 else one for one in trail(*args, **options)
        ),
    )
    changed = memory.verify_audit()

    assert (whole.entries, whole.broken_at, whole.head) == (7, None, trail("ada")[6].hash)
    assert (changed.entries, changed.broken_at, changed.head) == (8, 2, trail("ada")[7].hash)

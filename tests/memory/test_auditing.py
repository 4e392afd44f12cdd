"""Who may do what with a memory, and what is recorded of it, at the one place where doors meet it."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Callable
from datetime import UTC, datetime
from inspect import isfunction, signature

import pytest

from graphmem import Actor, AsyncMemory, InvalidInput, Memories, Memory, NotAllowed, NotFound
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
        with pytest.raises(NotAllowed, match=f"{verb} takes a .*, and {actor.name} is a {actor.role}"):
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
        (lambda: Actor("x", why=3), "why must be text"),  # type: ignore[arg-type]
        (lambda: opened(actor="ops"), r"actor must be Actor\(name, role\), not 'ops'"),  # type: ignore[arg-type]
    ],
)
def test_what_is_no_actor_is_refused(wrong: Callable[[], object], said: str) -> None:
    """Naming the value."""
    with pytest.raises(InvalidInput, match=said):
        wrong()

"""One read for who is who and what was said there, where whom a message means could be foreseen; else the right slots are read after it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pytest

from graphmem import Memory
from graphmem.memory.foreseeing import FEW, connected, foreseen
from graphmem.store.sqlite.understanding import Understanding
from graphmem.types import Evidence, Identities, Sameness, Spelling
from tests.store.builders import message, statement


@pytest.fixture
def reads(monkeypatch: pytest.MonkeyPatch) -> list[Mapping[str, Any]]:
    """What candidates are asked for from now on."""
    asked: list[Mapping[str, Any]] = []
    read = Understanding.candidates

    def told(self: Understanding, namespace: str, **what: Any) -> Any:
        asked.append(what)
        return read(self, namespace, **what)

    monkeypatch.setattr(Understanding, "candidates", told)
    return asked


def test_whoever_was_heard_of_so_is_read_with_what_was_said_there(reads: list[Mapping[str, Any]]) -> None:
    """The second time it is one read, and the newer home closes the older one as ever."""
    with Memory.open("sqlite:///:memory:", namespace="ada") as memory:
        memory.remember("Ana lives in Lisbon.")
        reads.clear()

        receipt = memory.remember("Ana lives in Porto.")

        assert len(reads) == 1
        assert [fact.object_name for fact in receipt.ended] == ["Lisbon"]


def test_user_is_guessed_to_be_who_they_were(reads: list[Mapping[str, Any]]) -> None:
    """Whatever the user is called: two words on their own home are one read each, once they were read of."""
    with Memory.open("sqlite:///:memory:", namespace="ada", user_name="Ada") as memory:
        memory.remember("I live in Lisbon.")
        reads.clear()

        receipt = memory.remember("I live in Porto.")

        assert len(reads) == 1
        assert [fact.object_name for fact in receipt.ended] == ["Lisbon"]


def test_whoever_is_called_otherwise_is_read_again(reads: list[Mapping[str, Any]]) -> None:
    """A sister who was heard of as that before she had a name: her home is found under the id she keeps."""
    with Memory.open("sqlite:///:memory:", namespace="ada") as memory:
        memory.remember("My sister lives in Lisbon.")
        memory.remember("My sister is called Ana.")
        reads.clear()

        receipt = memory.remember("Ana lives in Porto.")

        assert len(reads) > 1
        assert [fact.object_name for fact in receipt.ended] == ["Lisbon"]


@pytest.mark.parametrize(("messages", "stating"), [(FEW + 1, True), (1, False)], ids=["a block", "nothing stated"])
def test_nothing_is_guessed_of(messages: int, stating: bool) -> None:
    """Nor is anything asked of the memory then: there is none to ask."""
    said = [message(key=f"k{number}") for number in range(messages)]
    added = [Evidence(one.id, statements=(statement(one),) if stating else ()) for one in said]

    assert foreseen(None, "ada", added, salt=b"") == frozenset()  # type: ignore[arg-type]


def test_what_was_told_of_statements_alone_is_left_out() -> None:
    """Ana, and her sister by a sameness and by an entity, but not Lisbon, of whom nothing was asked."""
    found = Identities(
        entity_of={"n:ana": "e1", "r:self/sister": "e1", "n:annie": "e1", "n:lisbon": "e2"},
        spellings=(Spelling("n:ana", "Ana", "Person", 1, 0.7), Spelling("n:lisbon", "Lisbon", "Place", 1, 0.7)),
        same={Sameness("n:ana", "s:sis"): 1, Sameness("n:lisbon", "s:lx"): 1},
        names={"e1": "Ana", "e2": "Lisbon"},
    )

    about = connected(found, {"r:self/sister", "n:unheard"})

    assert about.entity_of.keys() == {"n:ana", "r:self/sister", "n:annie"}
    assert [spelling.key for spelling in about.spellings] == ["n:ana"]
    assert about.same == {Sameness("n:ana", "s:sis"): 1}
    assert about.names == {"e1": "Ana"}
    assert connected(found, {"s:sis", "n:lisbon"}) is found

"""What one message was resolved from serves the next one: it is what a store would tell, or it is not used."""

from __future__ import annotations

from collections.abc import Collection
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from graphmem import Memory
from graphmem.memory import continuing
from graphmem.memory.continuing import Continued
from graphmem.memory.engine import Engine
from graphmem.resolution.facts import Settled, settle
from graphmem.testing import PlainExtractor
from graphmem.types import Candidates

#: About the same few, so that most is said of somebody who was just spoken of.
SAID = (
    "Ana lives in Lisbon.",
    "Ana lives in Porto.",
    "My sister lives in Lisbon.",
    "My sister Ana lives in Porto.",
    "I live in Lisbon.",
    "Ana likes Tom.",
    "Tom likes Ana.",
    "Ana no longer lives in Porto.",
)
STEPS = st.lists(st.sampled_from([*SAID, *SAID, "forget", "merge"]), max_size=14)


class Compared(Continued):
    """Tells what it keeps only after it was compared with what the store would tell."""

    def __init__(self) -> None:
        super().__init__()
        self.engine: Engine | None = None
        self.told: list[bool] = []
        self.settled_before: list[bool] = []

    def candidates(
        self, namespace: str, version: int, *, keys: Collection[str], slots: Collection[str]
    ) -> Candidates | None:
        kept = super().candidates(namespace, version, keys=keys, slots=slots)
        self.told.append(kept is not None)
        assert self.engine is not None
        told = self.engine.store.candidates(namespace, keys=sorted(keys), slots=sorted(slots))
        assert kept is None or kept == told
        facts = super().facts(namespace, version, slots)
        assert facts is None or facts == self.settled(namespace, told).facts
        self.settled_before.append(facts is not None)
        return kept

    def settled(self, namespace: str, told: Candidates) -> Settled:
        """What the statements come to."""
        assert self.engine is not None
        who, salt = told.identities, self.engine.store.salt(namespace)
        return settle(
            told.statements,
            entity_of=who.entity_of,
            names=who.names,
            salt=salt,
            vocabulary=self.engine.vocabulary,
        )


def opened(url: str = "sqlite:///:memory:") -> tuple[Memory, Compared]:
    """A memory, and what it keeps."""
    memory = Memory.open(url, namespace="ada", user_name="Ada", extractor=PlainExtractor(), embedder="none")
    kept = Compared()
    kept.engine = memory._engine
    object.__setattr__(memory._engine, "continued", kept)
    return memory, kept


@settings(deadline=None, max_examples=25)
@given(steps=STEPS)
def test_what_is_kept_is_what_the_store_would_tell(steps: list[str]) -> None:
    """Whatever was said, put together or forgotten between: the keys, the names, the statements, and what was looked for."""
    memory, _ = opened()

    with memory:
        for number, step in enumerate(steps):
            if step == "forget" and number:
                memory.forget(session=f"s{number // 2}")
            elif step == "merge" and {"Ana", "Tom"} <= {one.name for one in memory.entities()}:
                memory.merge("Ana", "Tom")
            elif step in SAID:
                memory.remember(step, session=f"s{number}")


def test_whoever_was_just_talked_of_is_not_read_again() -> None:
    """Nor what was said there; whoever is new to this process is read."""
    memory, kept = opened()
    with memory:
        said = ("Ana lives in Lisbon.", "Ana lives in Lisbon.", "Ana lives in Porto.", "Ana lives in Lisbon.")
        receipts = [memory.remember(one) for one in said]

    assert kept.told == [False, True, False, True]
    assert kept.settled_before == [False, True, True, True]
    assert [fact.object_name for fact in receipts[-1].learned] == ["Lisbon"]


def test_what_another_process_wrote_makes_it_useless(tmp_path: Path) -> None:
    """The version says so, and what the other one said counts."""
    url = f"sqlite:///{tmp_path / 'ada.db'}"
    (one, kept), (other, _) = opened(url), opened(url)
    with one, other:
        one.remember("Ana lives in Lisbon.")
        other.remember("Ana lives in Porto.")

        receipt = one.remember("Ana lives in Lisbon.")

    assert kept.told == [False, False]
    assert [fact.object_name for fact in receipt.ended] == ["Porto"]


def test_nothing_is_kept_of_what_was_forgotten() -> None:
    """From the moment that it is."""
    memory, kept = opened()
    with memory:
        said = memory.remember("Ana lives in Lisbon.").message
        assert "ada" in kept._of

        memory.forget(message=said.id)

        assert "ada" not in kept._of


def test_it_begins_anew_when_it_is_much(monkeypatch: pytest.MonkeyPatch) -> None:
    """A process that talks of ever new people keeps no more of them than of some."""
    monkeypatch.setattr(continuing, "MOST", 40)
    memory, kept = opened()
    with memory:
        sizes = []
        for name in ("Ana", "Tom", "Rita", "Eva", "Zoe", "Max"):
            memory.remember(f"{name} lives in {name}burg.")
            sizes.append(kept._of["ada"].size)

    assert max(sizes) < 2 * 40
    assert sizes != sorted(sizes)


def test_few_namespaces_are_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    """Those that were spoken in last."""
    monkeypatch.setattr(continuing, "NAMESPACES", 2)
    memory, kept = opened()
    with memory:
        for name in ("ada", "ben", "cleo"):
            Memory(memory._engine, name).remember("Ana lives in Lisbon.")

    assert list(kept._of) == ["ben", "cleo"]

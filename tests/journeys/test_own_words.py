"""Kinds, predicates and pipelines of one's own, and languages that cannot be read."""

from __future__ import annotations

from pathlib import Path

from graphmem import Memory
from graphmem.settings import Settings
from tests.journeys.saying import EXTRACTOR, heard


def test_a_predicate_of_ones_own_supersedes(tmp_path: Path) -> None:
    """One drives one car at a time, if one's own file says so."""
    own = tmp_path / "mine.toml"
    own.write_text(
        '[kinds]\nVehicle = ["Rosinante", "Bucephalus"]\n[drives]\nsays = "{s} drives {o}"\nwas = "{s} drove {o}"\n'
        'denies = "{s} does not drive {o}"\nsynonyms = ["drive"]\nsingle = true\nobject = ["Vehicle"]\n'
    )
    memory = Memory.open("sqlite:///:memory:", namespace="ada", user_name="Ada", extractor=EXTRACTOR, vocabulary=own)

    memory.remember("I drive Rosinante.")
    receipt = memory.remember("I drive Bucephalus.")

    assert [fact.sentence for fact in receipt.ended] == ["Ada drove Rosinante"]
    assert memory.entity("Bucephalus").kind == "Vehicle"


def test_text_in_a_language_without_a_pipeline_is_kept_and_marked() -> None:
    """Recallable as text, no facts guessed, counted in the status."""
    memory = heard("Я живу в Порту и работаю программистом.", "我的妹妹住在里斯本。", "I live in Porto.")

    assert memory.status().unsupported == 2
    assert {fact.sentence for fact in memory.facts()} == {"Ada lives in Porto"}
    assert memory.recall("работаю программистом").messages[0].text.startswith("Я живу")


def test_a_pipeline_can_be_named_in_the_settings(tmp_path: Path) -> None:
    """Any installed one; a name that is not installed leaves messages waiting with the reason."""
    environ = {"GRAPHMEM_URL": f"sqlite:///{tmp_path / 'a.db'}", "GRAPHMEM_SPACY": "xx_absent"}

    with Settings.read(environ).open() as memory:
        receipt = memory.remember("I live in Porto.")

        assert memory.status().extractor == "spacy:xx_absent"
        assert "xx_absent" in receipt.pending

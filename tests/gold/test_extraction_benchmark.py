"""The benchmark judges as the gold set's README says, tried with an extractor that reads what it is told to."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

import pytest

from benchmarks import extraction
from benchmarks.extraction import Marked, measure, score, wilson
from benchmarks.gold import GoldClaim, GoldMessage
from graphmem.extraction.protocol import Turn
from graphmem.types import Claim, Extraction, Mention
from tests.llm.endpoint import serving

SISTER = GoldClaim("Ana", "sister_of", "Ada", True, "certain", "holds", "state")
LISBON = GoldClaim("Ana", "lives_in", "Lisbon", True, "certain", "holds", "state")
MESSAGE = GoldMessage("m1", "family", "My sister Ana lives in Lisbon.", (SISTER, LISBON))

ME = Mention("My", 0, 2, "self", kind="Person")
SISTER_WORD = Mention("sister", 3, 9, "relation", "sister", "Person", owner=0)
ANA = Mention("Ana", 10, 13, "name", "Ana", "Person")
PLACE = Mention("Lisbon", 23, 29, "name", "Lisbon", "Place")
IS_SISTER = Claim(1, "sister", "is the sister of", (0, 13), object=0)
LIVES = Claim(2, "live in", "lives in", (3, 29), object=3)


@dataclass(frozen=True)
class Told:
    """An extractor that reads the same in every message."""

    claims: tuple[Claim, ...]
    mentions: tuple[Mention, ...] = (ME, SISTER_WORD, ANA, PLACE)
    same: tuple[tuple[int, int], ...] = ((1, 2),)
    name: str = "told"
    version: str = "1"
    context_turns: int = 0

    def extract(self, turns: Sequence[Turn]) -> list[Extraction]:
        """What it was told, for each message."""
        return [Extraction(turn.message.id, "told", "1", self.mentions, self.claims, self.same) for turn in turns]


def marked(told: Told, *claims: GoldClaim) -> Marked:
    """The story's message with these claims, as the benchmark judges it."""
    return measure([replace(MESSAGE, claims=claims)], told)[0]


def test_a_name_and_the_relation_it_stands_for_are_one() -> None:
    """ "My sister Ana": what is filed under the sister is found under Ana, and under "Ada's sister"."""
    told = Told((IS_SISTER, LIVES))

    by_name = marked(told, SISTER, LISBON)
    by_relation = marked(told, SISTER, replace(LISBON, subject="Ada's sister"))

    assert [len(by_name.found), by_name.missed, by_name.false] == [2, (), ()]
    assert [len(by_relation.found), by_relation.missed, by_relation.false] == [2, (), ()]


@pytest.mark.parametrize(
    "other", [{"positive": False}, {"certainty": "possible"}, {"stance": "ends"}, {"predicate": "work at"}]
)
def test_what_is_said_otherwise_is_not_found(other: dict[str, object]) -> None:
    """Polarity, certainty, stance and predicate must agree; then the claim is missed and the statement false."""
    claim = replace(LIVES, **other)  # type: ignore[arg-type]  # one field of the table above

    judged = marked(Told((claim,)), LISBON)

    assert (judged.found, judged.missed, len(judged.false)) == ((), (LISBON,), 1)


def test_an_alternative_is_as_good() -> None:
    """A text stands for predicate or object, a table for the fields it has."""
    rome = replace(LISBON, object="Rome")

    as_object = marked(Told((LIVES,)), replace(rome, also=("Lisbon",)))
    as_table = marked(Told((LIVES,)), replace(rome, polarity=False, also=({"object": "Lisbon", "polarity": True},)))
    mixed = marked(Told((LIVES,)), replace(rome, polarity=False, also=("Lisbon", {"polarity": True, "object": "Rome"})))

    assert [len(one.found) for one in (as_object, as_table, mixed)] == [1, 1, 0]


def test_an_optional_claim_counts_neither_way() -> None:
    """Whether it was read or not, nothing is found, missed or false."""
    optional = replace(LISBON, optional=True)

    read, unread = marked(Told((LIVES,)), optional), marked(Told(()), optional)

    assert score([read]) == score([unread]) == extraction.Score(0, 0, 0)


def test_one_statement_answers_one_claim() -> None:
    """Two claims that fit one statement: one is found, one is missed; the one with no other choice is served."""
    either = replace(LISBON, also=("Porto",))
    porto = replace(LIVES, object=4)
    told = Told((LIVES, porto), mentions=(ME, SISTER_WORD, ANA, PLACE, replace(PLACE, name="Porto")))

    both = marked(told, either, LISBON)
    short = marked(Told((LIVES,)), either, LISBON)

    assert [len(both.found), len(both.missed), len(both.false)] == [2, 0, 0]
    assert [len(short.found), len(short.missed), len(short.false)] == [1, 1, 0]


def test_a_further_name_is_a_claim() -> None:
    """ "Call me Addie" is Ada called Addie, and "I'm Ada" says nothing new."""
    addie = Mention("Addie", 8, 13, "name", "Addie", "Person")
    called = GoldClaim("Ada", "called", "Addie", True, "certain", "holds", "state")

    told = marked(Told((), mentions=(ME, addie), same=((0, 1),)), called)
    known = marked(Told((), mentions=(ME, replace(addie, name="Ada")), same=((0, 1),)))

    assert [len(told.found), told.false] == [1, ()]
    assert known.spoke is False


def test_wilson_intervals_are_the_published_ones() -> None:
    """Newcombe (1998), table I: 81 of 263 is 0.2553 to 0.3662, 0 of 20 is 0 to 0.1611."""
    assert wilson(81, 263) == pytest.approx((0.2553, 0.3662), abs=5e-5)
    assert wilson(0, 20) == pytest.approx((0.0, 0.1611), abs=5e-5)


@pytest.fixture
def run(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Callable[..., int]:
    """Runs the benchmark on a gold file of one message whose second claim is not read."""
    monkeypatch.setitem(extraction.EXTRACTORS, "spacy", lambda _: Told((IS_SISTER,)))
    plain = {"polarity": True, "certainty": "certain", "stance": "holds", "nature": "state"}
    claims = [
        {"subject": "Ana", "predicate": "sister_of", "object": "Ada", **plain},
        {"subject": "Ana", "predicate": "lives_in", "object": "Lisbon", **plain},
    ]
    file = tmp_path / "gold.jsonl"
    line = {"id": "m1", "kind": "family", "text": MESSAGE.text, "claims": claims}
    file.write_text(json.dumps(line) + "\n", encoding="utf-8")
    return lambda *arguments: extraction.main(["--gold", str(file), *arguments])


def test_too_little_found_is_a_failure(run: Callable[..., int]) -> None:
    """All that was read is so, half of what was said was read."""
    assert run("--min-precision", "1", "--min-recall", "0.5") == 0
    assert run("--min-recall", "0.51") == 1


def test_what_is_wrong_is_shown_and_written(
    run: Callable[..., int], capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    """The missed claim stands in the list and in the document."""
    run("--show", "wrong", "--json", str(tmp_path / "out.json"))

    document = json.loads((tmp_path / "out.json").read_text("utf-8"))

    assert "missed  Ana | lives_in | Lisbon" in capsys.readouterr().out
    assert document["wrong"][0]["missed"] == ["Ana | lives_in | Lisbon"]
    assert (document["all"]["found"], document["all"]["missed"], document["all"]["false"]) == (1, 1, 0)


def test_a_part_that_is_not_there_is_said_so(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    """The held-out file may not be written yet."""
    monkeypatch.setattr(extraction, "GOLD", tmp_path)

    with pytest.raises(SystemExit):
        extraction.main(["--part", "heldout"])

    assert "heldout.jsonl" in capsys.readouterr().err


def test_a_model_is_measured_on_any_endpoint(capsys: pytest.CaptureFixture[str]) -> None:
    """What it could not read is nothing found, and what it cost is printed."""
    with serving() as endpoint:
        endpoint.say("no JSON at all")
        arguments = ["--extractor", "llm", "--base-url", endpoint.url, "--model", "m", "--part", "heldout"]

        code = extraction.main([*arguments, "--min-recall", "0.01"])

    printed = capsys.readouterr()
    assert code == 1
    assert "llm:m" in printed.out
    assert f"Spent(calls={len(endpoint.requests)}, prompt={11 * len(endpoint.requests)}" in printed.out
    assert "answered no JSON" in printed.err

"""The gold set is well-formed: a slip in it would be counted as a fault of the extractor."""

from __future__ import annotations

import re
from collections import Counter
from datetime import date, timedelta
from pathlib import Path

import pytest

from benchmarks.gold import GOLD, PARTS, GoldClaim, GoldMessage, read_gold
from benchmarks.said import CALLED
from graphmem.resolution.vocabulary import default_vocabulary
from graphmem.types import Granularity

KINDS = frozenset(
    [
        "family",
        "partner",
        "friends",
        "pets",
        "work",
        "home",
        "studies",
        "tastes",
        "plans",
        "possessions",
        "health",
        "dates",
        "ages",
        "names_and_nicknames",
        "third_person",
        "coordination",
        "apposition",
        "copula",
        "passive",
        "negation",
        "used_to",
        "no_longer",
        "uncertainty",
        "hearsay",
        "questions",
        "hypotheticals",
        "pronouns",
        "assistant_turns",
        "lower_case",
        "typos_slang",
        "names_that_are_words",
        "other_scripts",
        "events",
        "correction",
        "small_talk",
    ]
)
FILES = [file for file in (GOLD / name for name in PARTS.values()) if file.is_file()]
_PHRASE = re.compile(r"[^\W\d_]+([ '-][^\W\d_]+)*")
_TIME = {
    "year": r"\d{4}",
    "decade": r"\d{3}0",
    "month": r"\d{4}-\d\d",
    "season": r"\d{4}-(03|06|09|12)",
    "week": r"\d{4}-\d\d-\d\d",
    "day": r"\d{4}-\d\d-\d\d",
}


@pytest.fixture(params=FILES, ids=lambda file: file.name)
def gold(request: pytest.FixtureRequest) -> list[GoldMessage]:
    """The messages of each file there is."""
    file: Path = request.param
    return read_gold(file.read_text("utf-8"))


def _claims(gold: list[GoldMessage]) -> list[tuple[str, GoldClaim]]:
    """Every claim in its own wording and in the others, with its message's id."""
    return [(message.id, reading) for message in gold for claim in message.claims for reading in claim.readings()]


def test_messages_have_ids_of_their_own_and_are_not_repeated() -> None:
    """Neither an id nor a text with what came before it stands twice in all files together."""
    every = [message for file in FILES for message in read_gold(file.read_text("utf-8"))]

    ids = Counter(message.id for message in every)
    texts = Counter((message.text, str(message.previous)) for message in every)

    assert [id for id, count in ids.items() if count > 1] == []
    assert [text for text, count in texts.items() if count > 1] == []


def test_every_kind_of_the_development_set_is_tried_by_eight_messages() -> None:
    """At least 250 messages, eight of each kind, a quarter and more of them stating nothing."""
    gold = read_gold((GOLD / PARTS["development"]).read_text("utf-8"))

    counts = Counter(message.kind for message in gold)
    silent = [message for message in gold if all(claim.optional for claim in message.claims)]

    assert len(gold) >= 250
    assert [kind for kind in sorted(KINDS) if counts[kind] < 8] == []
    assert len(silent) * 4 >= len(gold)


def test_messages_are_of_known_kinds_and_roles(gold: list[GoldMessage]) -> None:
    """A kind or role that nobody knows is a slip."""
    roles = {message.role for message in gold} | {turn["role"] for message in gold for turn in message.previous}

    assert {message.kind for message in gold} <= KINDS
    assert roles <= {"user", "assistant"}
    assert all(set(turn) <= {"role", "speaker", "text"} for message in gold for turn in message.previous)
    assert all(message.text.strip() and message.at.utcoffset() == timedelta(0) for message in gold)


def test_predicates_are_canonical_or_plain_phrases(gold: list[GoldMessage]) -> None:
    """An underscore or a digit in a predicate is a canonical name that is misspelt."""
    known = {*default_vocabulary().predicates, CALLED}

    stray = {
        (id, claim.predicate)
        for id, claim in ((message.id, claim) for message in gold for claim in message.claims)
        if claim.predicate not in known and not _PHRASE.fullmatch(claim.predicate)
    }

    assert stray == set()


def test_standings_are_of_the_types(gold: list[GoldMessage]) -> None:
    """Polarity, certainty, stance and nature hold what `graphmem.types` knows, in every wording."""
    standings = {(c.polarity, c.certainty, c.stance, c.nature) for _, c in _claims(gold)}

    assert {polarity for polarity, *_ in standings} <= {True, False}
    assert {certainty for _, certainty, *_ in standings} <= {"certain", "possible", "reported"}
    assert {stance for *_, stance, _ in standings} <= {"holds", "ends", "retracts"}
    assert {nature for *_, nature in standings} <= {"state", "event"}


def test_times_are_the_first_moment_of_what_was_said_and_its_granularity(gold: list[GoldMessage]) -> None:
    """ "2024-03/month", "2024-05-13/week", which is a Monday."""
    times = {(id, time) for id, claim in _claims(gold) for time in (claim.start, claim.end) if time is not None}

    wrong = {(id, time) for id, time in times if not _is_a_time(time)}

    assert wrong == set()


def _is_a_time(time: str) -> bool:
    first, _, granularity = time.partition("/")
    written = granularity in set(Granularity) and re.fullmatch(_TIME.get(granularity, "!"), first) is not None
    return written and (granularity != "week" or date.fromisoformat(first).weekday() == 0)


def test_subjects_are_named(gold: list[GoldMessage]) -> None:
    """A claim has a subject, and its texts carry no space or article around them."""
    texts = {(id, text) for id, claim in _claims(gold) for text in (claim.subject, claim.object)}

    assert {id for id, claim in _claims(gold) if not claim.subject} == set()
    assert {(id, text) for id, text in texts if text != text.strip() or text.startswith(("the ", "The "))} == set()

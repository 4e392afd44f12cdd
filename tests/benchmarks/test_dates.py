"""How the benchmark of dates judges: what counts as right, and what does not."""

from __future__ import annotations

from typing import Any

import pytest

from benchmarks.dates import cases, found_for, is_right
from graphmem.dates import find


def _judged(text: str, expected: str, value: dict[str, str], kind: str) -> bool:
    entry: dict[str, Any] = {
        "Input": text,
        "Context": {"ReferenceDateTime": "2023-05-24T00:00:00"},
        "Results": [{"Text": expected, "TypeName": f"datetimeV2.{kind}", "Resolution": {"values": [value]}}],
    }
    [case] = cases([entry])
    span = found_for(case, find(text, at=case.said_at, past=True))
    return span is not None and is_right(span, case)


@pytest.mark.parametrize(
    ("text", "expected", "value", "kind"),
    [
        ("it was on 3 may", "3 may", {"value": "2023-05-03"}, "date"),
        ("it was two weeks ago", "two weeks ago", {"value": "2023-05-10"}, "date"),
        ("from 2014 to 2018", "from 2014 to 2018", {"start": "2014-01-01", "end": "2018-01-01"}, "daterange"),
        ("until april 27th", "until april 27th", {"end": "2023-04-27"}, "daterange"),
        ("it was from october", "october", {"start": "2022-10-01", "end": "2022-11-01"}, "daterange"),
        ("for the last 3 months", "last 3 months", {"start": "2023-02-24", "end": "2023-05-24"}, "daterange"),
    ],
)
def test_a_listed_value_is_right(text: str, expected: str, value: dict[str, str], kind: str) -> None:
    """Also one that the text's own unit, an end's day or a left out preposition keeps from being equal."""
    assert _judged(text, expected, value, kind)


@pytest.mark.parametrize(
    ("text", "expected", "value", "kind"),
    [
        ("it was on 3 may", "3 may", {"value": "2023-05-04"}, "date"),
        ("it was two weeks ago", "two weeks ago", {"value": "2023-05-17"}, "date"),
        ("from 2014 to 2018", "from 2014 to 2018", {"start": "2014-01-01", "end": "2017-01-01"}, "daterange"),
        ("since october", "since october", {"start": "2022-10-01", "end": "2022-11-01"}, "daterange"),
        ("last month", "last month", {"start": "2023-04-02", "end": "2023-05-01"}, "daterange"),
    ],
)
def test_another_value_is_wrong(text: str, expected: str, value: dict[str, str], kind: str) -> None:
    """A day beside, another year, or a bound that the words say and the value leaves out."""
    assert not _judged(text, expected, value, kind)


def test_a_case_without_a_value_is_not_counted() -> None:
    """Nothing could be right for "this summer" where no value is listed."""
    entry = {"Input": "this summer", "Results": [{"Text": "this summer", "TypeName": "datetimeV2.daterange"}]}

    assert cases([entry]) == []

"""What models wrap around JSON, and what they leave off."""

from __future__ import annotations

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from graphmem.llm.repairs import Salvaged, is_schema, renamed, salvage

WHOLE = {"claims": [{"subject": "Ana", "object": "Lisbon"}]}
SAID = json.dumps(WHOLE)


@pytest.mark.parametrize(
    ("text", "repairs"),
    [
        (SAID, ()),
        (f"  \n{SAID}\n", ()),
        (f"<think>Ana, hm. {{not json}}</think>\n{SAID}", ("thinking",)),
        (f"```json\n{SAID}\n```", ("fence",)),
        (f"```\n{SAID}\n```", ("fence",)),
        (f"<think>x</think>Here you are:\n```json\n{SAID}\n```\nAnything else?", ("thinking", "fence")),
        (f"Sure! {SAID} I hope this helps.", ("prose",)),
        (f"```json\n{SAID}", ("fence",)),
        (SAID[:-1], ("mended",)),
        (SAID.replace('"', "'"), ("mended",)),
        (SAID.replace("}]}", "},]}"), ("mended",)),
    ],
)
def test_json_is_found_and_each_repair_named(text: str, repairs: tuple[str, ...]) -> None:
    """Whatever stands around it."""
    assert salvage(text) == Salvaged(WHOLE, repairs)


@pytest.mark.parametrize(
    "text", ["", "   ", "I cannot help with that.", "42", "null", "<think>and never done", "{", "[]]["]
)
def test_what_holds_no_json_is_nothing(text: str) -> None:
    """A word or a number is no answer, and neither is an empty value that was never begun."""
    found = salvage(text)

    assert found is None or found.value == []


def test_a_list_is_found_too() -> None:
    """Some models answer the list alone."""
    assert salvage('[{"subject": "Ana"}]') == Salvaged([{"subject": "Ana"}])


def test_the_schema_itself_is_told_from_an_answer() -> None:
    """A small model answers what it was shown."""
    schema = {"type": "object", "properties": {"claims": {"type": "array"}}}

    assert is_schema(schema, schema)
    assert not is_schema({"claims": []}, schema)
    assert not is_schema([], schema)


def test_other_names_of_fields_are_put_right_at_every_depth() -> None:
    """A right name that stands there already is kept."""
    value = {"claims": [{"entity_name": "Ana"}, {"name": "Tom", "entity_name": "x"}]}

    found, changed = renamed(value, {"entity_name": "name"})

    assert found == {"claims": [{"name": "Ana"}, {"name": "Tom", "entity_name": "x"}]}
    assert changed
    assert renamed(WHOLE, {"entity_name": "name"}) == (WHOLE, False)


@given(st.text(max_size=200))
def test_no_text_makes_it_raise(text: str) -> None:
    """A value or none."""
    found = salvage(text)

    assert found is None or isinstance(found.value, (dict, list))


@given(st.integers(min_value=0, max_value=len(SAID)), st.text(max_size=5))
def test_no_damage_makes_it_raise(place: int, damage: str) -> None:
    """Cut anywhere, with anything in place of the rest."""
    found = salvage(SAID[:place] + damage)

    assert found is None or isinstance(found.value, (dict, list))


def test_a_reply_that_loops_is_not_mended_for_ever() -> None:
    """Only so much of it is looked at."""
    found = salvage('{"claims": [' + '{"subject": "Ana"}, ' * 20_000 + "a[ " * 300_000)

    assert found is not None
    assert 100 < len(found.value["claims"]) < 20_000

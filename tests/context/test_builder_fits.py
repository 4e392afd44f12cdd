"""Whatever is remembered, said and asked: a context fits its budget, and a tool's result stays with its call."""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from graphmem.errors import InvalidInput
from graphmem.tokens import TokenCounter, counter_for
from graphmem.types import Context, LastMessages, LastTokens, LastTurns, Message, SinceSummary, TokenBudget
from tests.context.story import (
    BOUND,
    EXACT,
    TEXTS,
    TOOL,
    answered,
    called,
    context,
    head,
    recalls,
    said,
    summary,
    windows,
)

BUDGETS = st.builds(
    TokenBudget,
    st.integers(40, 3000),
    st.integers(0, 39),
    *(st.sampled_from([0.0, 0.1, 0.25]) for _ in range(4)),
)
# The last one counts a whole as more than its parts, so that sums of lines come out too low.
COUNTERS = st.sampled_from(
    [
        EXACT,
        BOUND,
        counter_for("gpt-4"),
        TokenCounter("words", True, lambda text: len(text.split())),
        TokenCounter("swelling", True, lambda text: (len(text) // 4) ** 2 // 200),
    ]
)


@st.composite
def cases(draw: st.DrawFn) -> dict[str, Any]:
    """Arguments of a context: any messages, budget and tokenizer."""
    return {
        "turn": draw(TEXTS),
        "system": draw(TEXTS),
        "recall": draw(recalls()),
        "window": draw(windows()),
        "folded": summary(*draw(st.lists(TEXTS, max_size=3))),
        "budget": draw(BUDGETS),
        "counter": draw(COUNTERS),
        "tools": draw(st.sampled_from([[], [TOOL]])),
        "turn_message_id": "m1",
        "beside": draw(windows()),
        "policy": draw(st.sampled_from([SinceSummary(), LastTurns(2), LastMessages(5), LastTokens(200)])),
    }


@given(cases())
def test_a_context_never_exceeds_its_budget(case: dict[str, Any]) -> None:
    """Whatever comes: both renderings fit, system text and turn stand, and equal input gives equal output."""
    budget, counter, tools = case["budget"], case["counter"], case["tools"]
    one = built_or_refused(case)
    if one is None:
        return

    assert one.tokens == counter.chat(one.chat) + counter.tools(tools) <= budget.total - budget.reserve
    assert one.text_tokens == counter.text(one.text) <= budget.total - budget.reserve
    assert sum(section.tokens for section in one.sections) <= one.tokens
    assert one.chat[-1] == {"role": "user", "content": case["turn"]}
    assert one.text.endswith(case["turn"])
    assert one.text.startswith(case["system"])
    assert head(one).startswith(case["system"])
    assert_pairs(one.chat)
    assert_said_once(head(one))
    assert repr(context(**case)) == repr(one)


def built_or_refused(case: dict[str, Any]) -> Context | None:
    """The context, or None when it is right that there is none: the least budget told is above the one given."""
    try:
        return context(**case)
    except InvalidInput as refused:
        least = int(str(refused).rsplit(" ", 1)[1])
    context(**case | {"budget": TokenBudget(least, case["budget"].reserve)})
    with pytest.raises(InvalidInput):
        context(**case | {"budget": TokenBudget(least - 1, case["budget"].reserve)})
    return None


@given(windows(), st.integers(60, 800))
def test_a_tool_result_is_never_parted_from_its_call(window: list[Message], budget: int) -> None:
    """Wherever the window is cut, the chat is one an endpoint accepts."""
    assert_pairs(context("Hi", window=window, budget=budget).chat)


def test_a_call_and_its_results_are_cut_together() -> None:
    """Both are in or both are out, at every budget."""
    window = [
        said(50, "Where is Ana?"),
        called(51, "c1", "c2"),
        answered(52, "c1"),
        answered(53, "c2"),
        said(54, "Ok."),
    ]

    sizes = {len(context("Hi", window=window, budget=budget).chat) for budget in range(12, 160)}

    assert sizes == {1, 2, 5, 6}


def assert_pairs(chat: Sequence[Any]) -> None:
    """Each call is answered at once, and each answer was called for."""
    waiting: list[str] = []
    for message in chat:
        if message["role"] == "tool":
            assert message["tool_call_id"] in waiting
            waiting.remove(message["tool_call_id"])
        else:
            assert not waiting
            waiting = [call["id"] for call in message.get("tool_calls", ())]
            json.dumps(message.get("tool_calls", ()))
    assert not waiting


def assert_said_once(block: str) -> None:
    """No two lines of the memory block are equal."""
    lines = [line for line in block.splitlines() if line.startswith("- ")]
    inside = lines if "<memory>" in block else []
    assert len(inside) == len(set(inside))

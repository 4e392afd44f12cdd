"""How often a chat model is asked, and with how many tokens: counted at an endpoint of its own, so no model is needed.

    python -m benchmarks.llm_calls --data FILE [--conversation 0] [--inline 60]

FILE is in LoCoMo's form. The conversation is remembered at once, then its first messages one by one; after that its questions are recalled
and given a context. It promises: at most one call to read for five messages at once and one for a message alone, none for recall or
context, and one to summarise for each block that leaves a window. It exits with 1 where a promise is not kept.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from benchmarks import locomo_to_jsonl
from benchmarks.scripted import Asked, scripted
from graphmem import Memory
from graphmem.llm.openai_compatible import OpenAIChat
from graphmem.memory.folding import FOLD, KEEP

#: Messages that one call to read has to serve, when they come at once.
SERVED = 5


@dataclass(frozen=True, slots=True)
class Cost:
    """Calls of one way to remember messages. `overflows` are blocks that left a window, `asking` calls of recall and context."""

    messages: int
    extractions: int
    tokens: int
    summaries: int
    overflows: int
    questions: int
    asking: int

    def row(self, name: str) -> str:
        """A line of the table."""
        reading = f"{self.extractions / self.messages:.2f} ({self.tokens / self.messages:.0f} tokens)"
        folding = f"{self.summaries} for {self.overflows}"
        return f"{name:8} {self.messages:>8}  {reading:>24}  {folding:>20}  {self.asking:>8} for {self.questions}"


HEADINGS = (
    f"{'':8} {'messages':>8}  {'calls a message (prompt)':>24}  {'summaries, overflows':>20}  {'recall, context':>15}"
)


def cost(messages: Sequence[Mapping[str, Any]], questions: Sequence[str], *, one_by_one: bool) -> Cost:
    """What it costs to remember messages and to ask questions afterwards."""
    with (
        scripted() as asked,
        OpenAIChat("scripted", base_url=asked.url, api_key="none") as llm,
        Memory.open("sqlite:///:memory:", namespace="count", extractor="llm", llm=llm, embedder="none") as memory,
    ):
        for block in [[one] for one in messages] if one_by_one else [messages]:
            memory.remember_many(block)
        return _counted(memory, asked, messages, questions)


def _counted(memory: Memory, asked: Asked, messages: Sequence[Mapping[str, Any]], questions: Sequence[str]) -> Cost:
    reading, summaries = asked.extractions(), asked.summaries()
    for question in questions:
        memory.recall(question)
        memory.context(question, session=str(messages[-1]["session"]))
    said = Counter(str(one["session"]) for one in messages)
    overflows = sum(max(0, count - KEEP) // FOLD for count in said.values())
    after = len(asked.calls) - reading - summaries
    return Cost(len(messages), reading, asked.tokens(), summaries, overflows, len(questions), after)


def broken(batched: Cost, inline: Cost) -> list[str]:
    """The promises that were not kept."""
    promises = {
        f"one call to read for {SERVED} messages at once": batched.extractions * SERVED <= batched.messages,
        "one call to read for a message alone": inline.extractions <= inline.messages,
        "no call for recall or context": batched.asking + inline.asking == 0,
        "one call to summarise for a block that leaves": batched.summaries <= batched.overflows
        and inline.summaries <= inline.overflows,
    }
    return [promise for promise, kept in promises.items() if not kept]


def main(arguments: Sequence[str] | None = None) -> int:
    """Print what was counted; 1 when a promise is not kept."""
    parser = argparse.ArgumentParser(description="Count how often a chat model is asked.")
    parser.add_argument("--data", type=Path, required=True, metavar="FILE", help="conversations in LoCoMo's form")
    parser.add_argument("--conversation", type=int, default=0, metavar="N", help="counted from 0")
    parser.add_argument("--inline", type=int, default=60, metavar="N", help="messages that come one by one (60)")
    options = parser.parse_args(arguments)
    sample = json.loads(options.data.read_text(encoding="utf-8"))[options.conversation]
    messages = list(locomo_to_jsonl.messages(sample["conversation"]))
    questions = [str(one["question"]) for one in sample.get("qa", [])[:20]]
    batched = cost(messages, questions, one_by_one=False)
    inline = cost(messages[: options.inline], questions, one_by_one=True)
    print("\n".join([HEADINGS, batched.row("at once"), inline.row("alone")]))
    missed = broken(batched, inline)
    print("".join(f"\nnot kept: {promise}" for promise in missed), end="")
    return int(bool(missed))


if __name__ == "__main__":
    sys.exit(main())

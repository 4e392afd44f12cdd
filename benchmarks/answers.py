"""How well a model answers from memory, at any endpoint, and what that costs in calls and tokens.

    python -m benchmarks.answers --data FILE --base-url URL --model NAME [--extractor rules|llm|hybrid] [--budget 2000]
        [--judge NAME] [--limit N] [--json OUT]

FILE is in LoCoMo's form (conversations with `qa`) or LongMemEval's (questions, each with its `haystack_sessions`). Each conversation is
imported into a memory of its own, and each question asked in a new session: the model sees the context that graphmem builds for
it, and nothing else. An answer is scored by F1 over words without articles and case (Rajpurkar et al., "SQuAD", EMNLP 2016,
section 6), and, with `--judge`, by whether that model says that it agrees with the right one. Calls and tokens of reading messages and of
answering are counted apart.
"""

from __future__ import annotations

import argparse
import json
import re
import sys
from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass
from datetime import UTC, datetime
from pathlib import Path
from statistics import mean
from typing import Any

from benchmarks import locomo_to_jsonl
from graphmem import Memory
from graphmem.llm.metered import Metered
from graphmem.llm.openai_compatible import OpenAIChat
from graphmem.types import Spent

SYSTEM = (
    "Answer the question from what you remember, in as few words as possible, without a sentence around them. "
    "Write dates as they are remembered. If memory does not hold the answer, answer: no information available."
)
JUDGE = (
    "You compare an answer with the right answer to a question. Reply with the one word yes if the answer says the same, or no. "
    "More words than needed are no fault; another fact, date or person is."
)

_WORD = re.compile(r"\w+")
_ARTICLES = frozenset({"a", "an", "the"})


@dataclass(frozen=True, slots=True)
class Asked:
    """A question with its right answer, its kind, and when it is asked."""

    question: str
    answer: str
    kind: str
    at: datetime


@dataclass(frozen=True, slots=True)
class Talk:
    """A conversation as arguments of `remember_many`, and the questions about it."""

    messages: tuple[Mapping[str, Any], ...]
    questions: tuple[Asked, ...]


@dataclass(frozen=True, slots=True)
class Marked:
    """An answer and how good it is: F1 in [0, 1], and what the judge said, None without one."""

    kind: str
    f1: float
    judged: bool | None


def talks(data: Sequence[Mapping[str, Any]]) -> Iterator[Talk]:
    """The conversations of a file, in either form."""
    for entry in data:
        yield _of_longmemeval(entry) if "haystack_sessions" in entry else _of_locomo(entry)


def _of_locomo(sample: Mapping[str, Any]) -> Talk:
    messages = tuple(locomo_to_jsonl.messages(sample["conversation"]))
    last = max(datetime.fromisoformat(message["at"]) for message in messages)
    answered = [one for one in sample["qa"] if one.get("answer") is not None]
    questions = (Asked(str(one["question"]), str(one["answer"]), str(one["category"]), last) for one in answered)
    return Talk(messages, tuple(questions))


def _of_longmemeval(entry: Mapping[str, Any]) -> Talk:
    sessions = zip(entry["haystack_session_ids"], entry["haystack_dates"], entry["haystack_sessions"], strict=True)
    messages = tuple(
        {
            "role": turn["role"],
            "content": turn["content"],
            "session": str(name),
            "at": _moment(date),
            "key": f"{name}/{number}",
        }
        for name, date, turns in sessions
        for number, turn in enumerate(turns)
        if turn["content"].strip()
    )
    kind, at = str(entry["question_type"]), _moment(entry["question_date"])
    return Talk(messages, (Asked(str(entry["question"]), str(entry["answer"]), kind, at),))


def _moment(written: str) -> datetime:
    """ "2023/05/20 (Sat) 02:21" as LongMemEval writes it, in UTC."""
    plain = re.sub(r"\s*\([^)]*\)", "", written)
    return datetime.strptime(plain, "%Y/%m/%d %H:%M").replace(tzinfo=UTC)


def f1(answer: str, right: str) -> float:
    """The harmonic mean of precision and recall over words.

    >>> f1("In the week of 8 May", "week of 8 May 2023")
    0.8
    """
    said, wanted = _words(answer), _words(right)
    shared = (said & wanted).total()
    return 2 * shared / (said.total() + wanted.total()) if shared else 0.0


def _words(text: str) -> Counter[str]:
    return Counter(word for word in _WORD.findall(text.lower()) if word not in _ARTICLES)


def measure(talk: Talk, options: argparse.Namespace, reader: Metered, writer: Metered) -> Iterator[Marked]:
    """The conversation remembered, then each question answered from memory alone."""
    with Memory.open(
        "sqlite:///:memory:", namespace="talk", extractor=options.extractor, llm=reader, model=options.tokens_of
    ) as memory:
        memory.remember_many(talk.messages)
        memory.flush()
        for number, asked in enumerate(talk.questions[: options.limit]):
            context = memory.context(
                asked.question, session=f"asked-{number}", budget=options.budget, system=SYSTEM, now=asked.at
            )
            answer = writer.complete(context.to_messages(), purpose="answer", most_tokens=100).text.strip()
            yield Marked(asked.kind, f1(answer, asked.answer), _judged(asked, answer, options.judge, writer))


def _judged(asked: Asked, answer: str, judge: str | None, writer: Metered) -> bool | None:
    if judge is None:
        return None
    text = f"Question: {asked.question}\nRight answer: {asked.answer}\nAnswer: {answer}"
    prompt: list[Any] = [{"role": "system", "content": JUDGE}, {"role": "user", "content": text}]
    return writer.complete(prompt, purpose="summarise", most_tokens=10).text.strip().lower().startswith("yes")


def table(marked: Sequence[Marked]) -> dict[str, dict[str, float]]:
    """By kind and over all: questions, mean F1 and share judged right, in per cent."""
    by_kind: dict[str, list[Marked]] = defaultdict(list)
    for one in marked:
        by_kind[one.kind].append(one)
        by_kind["all"].append(one)
    return {kind: _line(by_kind[kind]) for kind in sorted(by_kind, key=lambda kind: (kind == "all", kind))}


def _line(marked: Sequence[Marked]) -> dict[str, float]:
    judged = [one.judged for one in marked if one.judged is not None]
    shares = {"judged": 100 * mean(judged)} if judged else {}
    return {"questions": len(marked), "f1": 100 * mean(one.f1 for one in marked), **shares}


def main(arguments: Sequence[str] | None = None) -> int:
    """Measure a file and print what came of it and what it cost."""
    options = _parser().parse_args(arguments)
    reader, writer = (_model(options) for _ in range(2))
    found = list(talks(json.loads(options.data.read_text("utf-8"))))
    marked = [one for talk in found for one in measure(talk, options, reader, writer)]
    result = table(marked)
    for kind, line in result.items():
        print(f"{kind:28}" + "".join(f"{name} {value:8.1f}   " for name, value in line.items()).rstrip())
    messages = sum(len(talk.messages) for talk in found)
    print(
        f"\nreading {messages} messages: {_cost(reader.spent())}\nanswering {len(marked)} questions: {_cost(writer.spent())}"
    )
    if options.json:
        costs = {"reading": asdict(reader.spent()), "answering": asdict(writer.spent()), "messages": messages}
        options.json.write_text(json.dumps({"kinds": result, **costs}, indent=2) + "\n", "utf-8")
    return 0


def _model(options: argparse.Namespace) -> Metered:
    models: dict[Any, str] = {"summarise": options.judge} if options.judge else {}
    chat = OpenAIChat(options.model, base_url=options.base_url, models=models, timeout=options.timeout)
    return Metered(chat, clock=lambda: datetime.now(UTC))


def _cost(spent: Spent) -> str:
    return f"{spent.calls} calls, {spent.prompt} tokens sent, {spent.completion} received"


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--data", type=Path, required=True, help="a file in LoCoMo's or LongMemEval's form")
    parser.add_argument("--base-url", metavar="URL", help="the endpoint; OpenAI's without it")
    parser.add_argument(
        "--model", default="gpt-4o-mini", metavar="NAME", help="the model that answers, and reads with --extractor llm"
    )
    parser.add_argument(
        "--extractor", choices=["rules", "llm", "hybrid"], default="rules", help="what reads the messages"
    )
    parser.add_argument("--judge", metavar="NAME", help="a model that says whether an answer is right")
    parser.add_argument("--budget", type=int, default=2000, metavar="TOKENS", help="of each context (2000)")
    parser.add_argument("--tokens-of", metavar="MODEL", help="whose tokenizer counts them; gpt-4o's without it")
    parser.add_argument("--limit", type=int, metavar="N", help="at most so many questions a conversation")
    parser.add_argument("--timeout", type=float, default=120.0, metavar="SECONDS", help="a try (120)")
    parser.add_argument("--json", type=Path, metavar="OUT", help="write the result here too")
    return parser


if __name__ == "__main__":
    sys.exit(main())

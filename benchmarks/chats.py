"""What the recall benchmarks ask of a data set: chats as arguments of `remember_many`, questions with the turns that answer them.

Two shapes of chat are measured, because weights that are right for one can be wrong for the other: LoCoMo's two friends with
short turns over months, and BEAM's user and assistant with long answers.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

from benchmarks import locomo_to_jsonl

#: A turn as LoCoMo names it, "D8:6", also where it is written "D:8:6" or "D08:06".
_TURN = re.compile(r"D:?0*(\d+)\s*:\s*0*(\d+)(?:\s*-\s*(?:D:?0*\d+\s*:\s*)?0*(\d+))?")

#: What BEAM's generator left at the end of a user's message: "->-> 1,7".
_LEFT_OVER = re.compile(r"\s*->->[\s\d,]*$")

_APART = timedelta(minutes=1)


@dataclass(frozen=True, slots=True)
class Question:
    """A question, its category, and the keys of the messages that answer it (none: nothing answers it)."""

    text: str
    category: str
    evidence: frozenset[str]


@dataclass(frozen=True, slots=True)
class Chat:
    """A conversation: messages as `Memory.remember_many` takes them, oldest first, and questions about it."""

    name: str
    messages: tuple[Mapping[str, str], ...]
    questions: tuple[Question, ...]

    @property
    def last(self) -> datetime:
        """When its last message was said."""
        return max(datetime.fromisoformat(message["at"]) for message in self.messages)


def locomo(file: Path) -> list[Chat]:
    """The conversations of a file in LoCoMo's form."""
    return [_of_locomo(sample, number) for number, sample in enumerate(json.loads(file.read_text(encoding="utf-8")))]


def _of_locomo(sample: Mapping[str, Any], number: int) -> Chat:
    messages = tuple(locomo_to_jsonl.messages(sample["conversation"]))
    known = frozenset(message["key"] for message in messages)
    questions = (
        Question(str(asked["question"]), str(asked["category"]), turns(asked.get("evidence") or (), known))
        for asked in sample["qa"]
    )
    return Chat(str(sample.get("sample_id", number)), messages, tuple(questions))


def turns(evidence: Sequence[object], known: frozenset[str]) -> frozenset[str]:
    """The turns that evidence names: several in one string, ranges and malformed ones too, but none that are not there.

    >>> sorted(turns(["D8:6; D9:17", "D:11:26", "D2:1-3", "D9:99"], frozenset({"D8:6", "D9:17", "D11:26", "D2:1", "D2:2"})))
    ['D11:26', 'D2:1', 'D2:2', 'D8:6', 'D9:17']
    """
    named = (found for each in evidence for found in _TURN.finditer(str(each)))
    return frozenset(turn for found in named for turn in _between(found)) & known


def _between(found: re.Match[str]) -> Iterator[str]:
    session, first, last = found.groups()
    for number in range(int(first), int(last or first) + 1):
        yield f"D{session}:{number}"


def beam(folder: Path) -> Chat:
    """The chat in a folder of BEAM: `chat.json` and `probing_questions/probing_questions.json`."""
    batches = json.loads((folder / "chat.json").read_text(encoding="utf-8"))
    messages = tuple(_of_beam(batches))
    known = frozenset(message["key"] for message in messages)
    asked = json.loads((folder / "probing_questions" / "probing_questions.json").read_text(encoding="utf-8"))
    questions = (
        Question(str(one["question"]), ability, frozenset(_ids(one.get("source_chat_ids"))) & known)
        for ability, each in asked.items()
        for one in each
    )
    return Chat(folder.name, messages, tuple(questions))


def _of_beam(batches: Sequence[Mapping[str, Any]]) -> Iterator[dict[str, str]]:
    """A batch is a session; its messages are a minute apart, each after the day its batch names."""
    began = datetime(2024, 1, 1, 9, tzinfo=UTC)
    for number, batch in enumerate(batches, start=1):
        said = [message for turn in batch["turns"] for message in turn]
        began = max([_day(one["time_anchor"]) for one in said if one.get("time_anchor")] or [began])
        for place, message in enumerate(said):
            yield {
                "role": message["role"],
                "content": _LEFT_OVER.sub("", message["content"]),
                "at": (began + place * _APART).isoformat(),
                "session": f"batch-{number}",
                "key": str(message["id"]),
            }


def _day(anchor: str) -> datetime:
    return datetime.strptime(anchor, "%B-%d-%Y").replace(hour=9, tzinfo=UTC)


def _ids(sources: object) -> Iterator[str]:
    """Message ids, however deep they are nested by what they are evidence of."""
    if isinstance(sources, Mapping):
        sources = list(sources.values())
    if isinstance(sources, list):
        for each in sources:
            yield from _ids(each)
    elif isinstance(sources, int | str):
        yield str(sources)

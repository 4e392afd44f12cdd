"""What an import costs: memory for a file of any size, and how many times faster blocks are than one `remember` a message.

`python -m benchmarks.importing reading [--megabytes 1000]` writes a file of that size in each streamed shape and reads it through, and says how
much memory that took. `python -m benchmarks.importing rate [--messages 2000] [--rounds 5]` remembers messages one by one and by
imports, in turn in one run, with an extractor that finds nothing and without embedding, so that what is compared is storing; each by the
clock, which counts how long a disk takes to say that a commit is safe, and by the CPU that it took, which does not. `… whole
[--megabytes 100]` imports such a file into a store on disk, and says how much memory and time that took.
"""

from __future__ import annotations

import argparse
import json
import resource
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from functools import partial
from pathlib import Path
from typing import Any

from graphmem import Memory
from graphmem.extraction.protocol import Turn
from graphmem.formats.found import Item
from graphmem.formats.reading import Wishes, open_messages
from graphmem.formats.sources import opened
from graphmem.types import Extraction

START = datetime(2024, 1, 1, tzinfo=UTC)

#: Characters of a message of a chat; files to be read through have longer ones.
CHAT = 120

#: Messages of a session, and how many are remembered before ten times as many are imported.
SESSION, TURN = 50, 100

_WORDS = "I walked along the river today and thought of the trams of Lisbon and what Ana said about them. "


class Nothing:
    """An extractor that reads nothing in anything."""

    name, version, context_turns = "nothing", "1", 0

    def extract(self, turns: Sequence[Turn]) -> list[Extraction]:
        """One empty extraction a turn."""
        return [Extraction(turn.message.id, "nothing", "1") for turn in turns]


def message(number: int, *, length: int = 400) -> dict[str, Any]:
    """The n-th message of a talk, one a minute, in sessions of fifty: a text of words that come again, since most do, and a number that does not."""
    text = f"{number}: {_WORDS * (length // len(_WORDS) + 1)}"[:length]
    at = (START + timedelta(minutes=number)).isoformat()
    return {"content": text, "at": at, "session": f"s{number // SESSION}"}


def jsonl(path: Path, size: int) -> None:
    """JSON Lines."""
    _written(path, size, (json.dumps(message(number)) + "\n" for number in _endless()))


def openai(path: Path, size: int) -> None:
    """One JSON array of chat messages, on one line."""
    rows = (json.dumps({"role": "user", "content": message(number)["content"]}) for number in _endless())
    _written(path, size, (("[" if not at else ", ") + row for at, row in enumerate(rows)), end="]")


def chatgpt(path: Path, size: int) -> None:
    """One JSON array of conversations of a hundred messages."""
    _written(path, size, (("[" if not at else ",\n") + _conversation(at) for at in _endless()), end="]")


def whatsapp(path: Path, size: int) -> None:
    """A chat as Android writes it."""
    _written(path, size, (_line(number) for number in _endless()))


def notes(path: Path, size: int) -> None:
    """A Markdown note of paragraphs."""
    _written(path, size, (message(number)["content"] + "\n\n" for number in _endless()))


SHAPES: dict[str, tuple[str, Callable[[Path, int], None]]] = {
    "JSON Lines": ("chat.jsonl", jsonl),
    "OpenAI chat messages": ("chat.json", openai),
    "ChatGPT export": ("conversations.json", chatgpt),
    "WhatsApp chat": ("WhatsApp Chat with Ana.txt", whatsapp),
    "Markdown notes": ("notes.md", notes),
}


def _endless() -> Iterator[int]:
    number = 0
    while True:
        yield number
        number += 1


def _written(path: Path, size: int, pieces: Iterator[str], end: str = "") -> None:
    left = size
    with path.open("w", encoding="utf-8") as file:
        for piece in pieces:
            file.write(piece)
            left -= len(piece)
            if left <= 0:
                break
        file.write(end)


def _conversation(number: int) -> str:
    mapping = {}
    for at in range(100):
        name = f"{number}-{at}"
        said = {
            "id": name,
            "author": {"role": "assistant" if at % 2 else "user"},
            "create_time": 1709575512.5 + at,
            "content": {"content_type": "text", "parts": [message(at)["content"]]},
            "recipient": "all",
        }
        children = [f"{number}-{at + 1}"] if at < 99 else []
        mapping[name] = {
            "id": name,
            "message": said,
            "parent": f"{number}-{at - 1}" if at else None,
            "children": children,
        }
    return json.dumps(
        {"conversation_id": str(number), "title": "Talk", "current_node": f"{number}-99", "mapping": mapping}
    )


def _line(number: int) -> str:
    at = START + timedelta(minutes=number)
    return f"{at:%d/%m/%Y, %H:%M} - {'Ana' if number % 2 else 'Ada'}: {message(number)['content']}\n"


def reading(megabytes: int) -> None:
    """Each shape in a process of its own, so that one does not inherit the other's memory."""
    print(f"{'shape':<22} {'MB':>6} {'messages':>10} {'seconds':>8} {'peak MB':>8}")
    for title, (name, write) in SHAPES.items():
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder) / name
            write(path, megabytes * 1_000_000)
            command = [sys.executable, "-m", "benchmarks.importing", "read-one", str(path)]
            told = json.loads(subprocess.run(command, capture_output=True, check=True).stdout)
            assert told["title"] == title, told
            size = path.stat().st_size / 1e6
        print(f"{title:<22} {size:>6.0f} {told['messages']:>10} {told['seconds']:>8.1f} {told['peak']:>8.0f}")


def read_one(path: Path) -> None:
    """Read a file through and say what that took, as JSON."""
    started = time.perf_counter()
    with opened(path) as source, ExitStack() as stack:
        found = open_messages(source, Wishes(), stack)
        count = sum(isinstance(one, Item) for one in found.found)
    took = {"title": found.title, "messages": count, "seconds": time.perf_counter() - started, "peak": _peak()}
    print(json.dumps(took))


def _peak() -> float:
    """The most memory this process ever had, in megabytes."""
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1000


@dataclass(frozen=True, slots=True)
class Took:
    """Seconds by the clock and of this process's CPU, and how many messages that was for."""

    clock: float
    cpu: float
    messages: int

    def __add__(self, other: Took) -> Took:
        return Took(self.clock + other.clock, self.cpu + other.cpu, self.messages + other.messages)

    @property
    def rate(self) -> float:
        """Messages a second by the clock."""
        return self.messages / self.clock

    @property
    def effort(self) -> float:
        """Microseconds of CPU a message."""
        return self.cpu / self.messages * 1e6


def rate(messages: int, rounds: int) -> None:
    """One by one and by imports, a turn each, in one run.

    What is done once a process (loading a tokenizer, compiling patterns) is done before, for both alike. Each round has two new stores, which
    grow together: two sessions that are remembered, then a file of twenty that is imported, so that whatever else the machine does falls on
    both.
    """
    _round(TURN)
    ratios = []
    for number in range(rounds):
        alone, together = _round(messages)
        ratios.append(together.rate / alone.rate)
        print(
            f"round {number + 1}: remember {alone.rate:.0f}/s ({alone.effort:.0f} us of CPU each), "
            f"import {together.rate:.0f}/s ({together.effort:.0f} us), {ratios[-1]:.1f} times "
            f"(by CPU {alone.effort / together.effort:.1f})"
        )
    print(f"median of {rounds} rounds of {messages} messages: {statistics.median(ratios):.1f} times")


def _round(messages: int) -> tuple[Took, Took]:
    """What it took to remember a tenth of so many messages, and to import all of them."""
    alone = together = Took(0, 0, 0)
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        with _memory(folder / "one.db") as one, _memory(folder / "many.db") as many:
            for turn in range(max(messages // (10 * TURN), 1)):
                few = range(turn * TURN, (turn + 1) * TURN)
                alone += _took(len(few), partial(_remember, one, few))
                path = folder / f"chat{turn}.jsonl"
                some = range(few.start * 10, few.stop * 10)
                path.write_text("".join(json.dumps(message(at, length=CHAT)) + "\n" for at in some), encoding="utf-8")
                together += _took(len(some), partial(many.import_, path))
    return alone, together


def _took(messages: int, work: Callable[[], object]) -> Took:
    clock, cpu = time.perf_counter(), time.process_time()
    work()
    return Took(time.perf_counter() - clock, time.process_time() - cpu, messages)


def _remember(memory: Memory, numbers: Sequence[int]) -> None:
    """Remember messages one by one."""
    for number in numbers:
        said = message(number, length=CHAT)
        memory.remember(**{**said, "at": datetime.fromisoformat(said["at"])})


def _memory(path: Path) -> Memory:
    return Memory.open(f"sqlite:///{path}", namespace="ada", extractor=Nothing(), embedder="none")


def _seconds(work: Callable[[], object]) -> float:
    started = time.perf_counter()
    work()
    return time.perf_counter() - started


def whole(megabytes: int) -> None:
    """Into a store on disk."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "chat.jsonl"
        jsonl(path, megabytes * 1_000_000)
        with _memory(Path(folder) / "memory.db") as memory:
            before = _peak()
            seconds = _seconds(lambda: memory.import_(path))
            count = memory.status().messages
    print(
        f"{megabytes} MB, {count} messages: {seconds:.0f} s, {count / seconds:.0f}/s, peak {_peak():.0f} MB ({before:.0f} before)"
    )


def main(arguments: Sequence[str]) -> None:
    """Measure what was asked for."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("what", choices=("reading", "rate", "whole", "read-one"))
    parser.add_argument("path", nargs="?", type=Path)
    parser.add_argument("--megabytes", type=int)
    parser.add_argument("--messages", type=int, default=2000)
    parser.add_argument("--rounds", type=int, default=5)
    chosen = parser.parse_args(arguments)
    match chosen.what:
        case "reading":
            reading(chosen.megabytes or 1000)
        case "read-one":
            read_one(chosen.path)
        case "rate":
            rate(chosen.messages, chosen.rounds)
        case "whole":
            whole(chosen.megabytes or 100)


if __name__ == "__main__":
    main(sys.argv[1:])

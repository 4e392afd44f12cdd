"""How many messages the offline extractor reads in a second of one core's time, batched, storing and embedding aside.

`python -m benchmarks.extraction_speed [FILE.jsonl] [--batch N] [--rounds N]`: FILE is a transcript as `graphmem import` takes it;
without one, the gold messages are read. Process CPU time is counted, so that other work on the machine matters less; the
median of the rounds is printed last.
"""

from __future__ import annotations

import argparse
import json
import time
from collections.abc import Sequence
from datetime import UTC, datetime
from pathlib import Path
from statistics import median

from graphmem.extraction.protocol import Turn
from graphmem.extraction.spacy import SpacyExtractor
from graphmem.types import Message, TextPart

GOLD = Path(__file__).resolve().parent.parent / "tests" / "gold" / "conversation.jsonl"
AT = datetime(2024, 5, 24, 12, tzinfo=UTC)


def turns(path: Path) -> list[Turn]:
    """The messages of a file, each with the four before it."""
    lines = [json.loads(line) for line in path.read_text("utf-8").splitlines() if line.strip()]
    said = [_message(number, fields) for number, fields in enumerate(lines)]
    return [Turn(message, tuple(said[max(0, number - 4) : number])) for number, message in enumerate(said)]


def _message(number: int, fields: dict[str, str]) -> Message:
    text = fields.get("content") or fields.get("text") or ""
    return Message(
        id=f"m{number}",
        key=f"m{number}",
        session="s",
        role="assistant" if fields.get("role") == "assistant" else "user",
        parts=(TextPart(text),),
        text=text,
        at=AT,
        recorded_at=AT,
        speaker=fields.get("speaker"),
    )


def rate(extractor: SpacyExtractor, read: Sequence[Turn], *, batch: int) -> float:
    """Messages per second of process CPU time."""
    began = time.process_time()
    for start in range(0, len(read), batch):
        extractor.extract(read[start : start + batch])
    return len(read) / (time.process_time() - began)


def main(arguments: Sequence[str] | None = None) -> None:
    """Run the benchmark."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("file", nargs="?", type=Path, default=GOLD)
    parser.add_argument("--batch", type=int, default=200)
    parser.add_argument("--rounds", type=int, default=3)
    given = parser.parse_args(arguments)
    read, extractor = turns(given.file), SpacyExtractor()
    extractor.extract(read[:1])
    rates = [rate(extractor, read, batch=given.batch) for _ in range(given.rounds)]
    print(f"{len(read)} messages in batches of {given.batch}: {' '.join(f'{one:.0f}' for one in rates)} a second")
    print(f"{median(rates):.0f} messages per second of process CPU time")


if __name__ == "__main__":
    main()

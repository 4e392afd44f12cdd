"""A conversation of LoCoMo as a transcript that `graphmem import` takes.

LoCoMo (Maharana et al., ACL 2024) holds chats of two people in dated sessions. Both are people, so both speak in the role
"user" under their own name; a turn's `dia_id` becomes its key, which is what the questions of the data set refer to. A
session has one date for all its turns: they are set a minute apart, in order.

    python -m benchmarks.locomo_to_jsonl FILE --conversation 0 > conversation.jsonl
"""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Iterator, Mapping, Sequence
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

#: "1:56 pm on 8 May, 2023", the only form the data set uses.
_DATE = "%I:%M %p on %d %B, %Y"
_APART = timedelta(minutes=1)


def messages(conversation: Mapping[str, Any]) -> Iterator[dict[str, str]]:
    """The turns of a conversation, oldest session first, as arguments of `Memory.remember_many`."""
    for session in _sessions(conversation):
        began = datetime.strptime(conversation[f"{session}_date_time"], _DATE).replace(tzinfo=UTC)
        for number, turn in enumerate(conversation[session]):
            yield {
                "role": "user",
                "content": _content(turn),
                "at": (began + number * _APART).isoformat(),
                "session": session,
                "speaker": turn["speaker"],
                "key": turn["dia_id"],
            }


def _sessions(conversation: Mapping[str, Any]) -> list[str]:
    """The sessions that have turns, by number."""
    named = (name for name in conversation if name.startswith("session_") and name.removeprefix("session_").isdigit())
    return sorted((name for name in named if conversation[name]), key=lambda name: int(name.removeprefix("session_")))


def _content(turn: Mapping[str, Any]) -> str:
    """What was said, and in brackets what a shared picture shows."""
    caption = turn.get("blip_caption")
    return f"{turn['text']} [shares {caption}]" if caption else str(turn["text"])


def main(arguments: Sequence[str] | None = None) -> None:
    """Print one conversation of a file as JSON Lines."""
    parser = argparse.ArgumentParser(description="Print one conversation of a LoCoMo file as JSON Lines.")
    parser.add_argument("file", type=Path)
    parser.add_argument("--conversation", type=int, default=0, metavar="N", help="counted from 0")
    options = parser.parse_args(arguments)
    conversations = json.loads(options.file.read_text(encoding="utf-8"))
    if not 0 <= options.conversation < len(conversations):
        parser.error(f"{options.file} holds conversations 0 to {len(conversations) - 1}")
    for message in messages(conversations[options.conversation]["conversation"]):
        sys.stdout.write(json.dumps(message, ensure_ascii=False) + "\n")


if __name__ == "__main__":
    main()

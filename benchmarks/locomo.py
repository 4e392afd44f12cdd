"""Recall on chats of two friends over months, in the form of LoCoMo (Maharana et al., ACL 2024), through the public API.

Each conversation is imported, closed, and asked of a memory opened anew; no chat model is called. Categories are LoCoMo's: 1
multi-hop, 2 temporal, 3 open-domain, 4 single-hop; 5, adversarial, is not part of what is overall.

    python -m benchmarks.locomo --data FILE --json OUT [--ablate] [--no-context] [--conversations 0,2] [--keep FOLDER]
        [--url neo4j://user:password@host:7687]

With `--url` each conversation is a namespace of that store, which stays there.
"""

from __future__ import annotations

import argparse
import json
import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path

from benchmarks.asked import Asked, ask
from benchmarks.chats import Chat, locomo
from benchmarks.reporting import lines, report

ADVERSARIAL, MULTI_HOP = "5", "1"


def main(arguments: Sequence[str] | None = None) -> None:
    """Measure, print and write the figures."""
    parser = argparse.ArgumentParser(description="Recall on conversations in the form of LoCoMo.")
    parser.add_argument("--data", type=Path, required=True, metavar="FILE")
    parser.add_argument("--json", type=Path, metavar="OUT", help="where to write every figure")
    parser.add_argument("--ablate", action="store_true", help="ask again without each channel")
    parser.add_argument("--no-context", action="store_true", help="build no contexts")
    parser.add_argument("--conversations", metavar="N,N", help="only these, counted from 0")
    parser.add_argument("--keep", type=Path, metavar="FOLDER", help="keep the imported memories, and use those kept")
    parser.add_argument("--url", help="the store to keep them in, instead of a file each")
    options = parser.parse_args(arguments)
    chats = locomo(options.data)
    if options.conversations:
        chats = [chats[int(number)] for number in options.conversations.split(",")]
    asked = asked_in(chats, options.keep, url=options.url, ablate=options.ablate, contexts=not options.no_context)
    found = report(asked, apart=[ADVERSARIAL], multi_hop=[MULTI_HOP])
    write(found, options.json)


def asked_in(
    chats: Sequence[Chat], keep: Path | None, *, ablate: bool, contexts: bool, url: str | None = None
) -> list[Asked]:
    """Ask every chat, in the store named or else in files of a folder that is removed afterwards unless it is to be kept."""
    with tempfile.TemporaryDirectory() as scratch:
        folder = keep or Path(scratch)
        folder.mkdir(parents=True, exist_ok=True)
        asked: list[Asked] = []
        for chat in chats:
            asked += ask(chat, url or f"sqlite:///{folder / chat.name}.db", ablate=ablate, contexts=contexts)
            print(f"{chat.name}: {len(chat.messages)} messages, {len(chat.questions)} questions", file=sys.stderr)
    return asked


def write(found: dict[str, object], file: Path | None) -> None:
    """Print the main figures; write all of them to a file, if one is named."""
    print("\n".join(lines(found)))
    if file is not None:
        file.write_text(json.dumps(found, indent=1, ensure_ascii=False) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()

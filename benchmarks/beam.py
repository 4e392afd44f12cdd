"""Recall on chats of a user and an assistant with long answers, in the form of BEAM, through the public API.

The counterpart of `benchmarks.locomo`: the same measures, by the ability a question probes. Each FOLDER holds a chat
(`chat.json`) and its questions (`probing_questions/probing_questions.json`), whose `source_chat_ids` are the evidence. Those of
abstention have none; they only count for how sure recall is.

    python -m benchmarks.beam FOLDER [FOLDER …] --json OUT [--ablate] [--no-context] [--keep FOLDER]
"""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from pathlib import Path

from benchmarks.chats import beam
from benchmarks.locomo import asked_in, write
from benchmarks.reporting import report

MULTI_HOP = "multi_session_reasoning"


def main(arguments: Sequence[str] | None = None) -> None:
    """Measure, print and write the figures."""
    parser = argparse.ArgumentParser(description="Recall on chats in the form of BEAM.")
    parser.add_argument("folders", type=Path, nargs="+", metavar="FOLDER")
    parser.add_argument("--json", type=Path, metavar="OUT", help="where to write every figure")
    parser.add_argument("--ablate", action="store_true", help="ask again without each channel")
    parser.add_argument("--no-context", action="store_true", help="build no contexts")
    parser.add_argument("--keep", type=Path, metavar="FOLDER", help="keep the imported memories, and use those kept")
    options = parser.parse_args(arguments)
    chats = [beam(folder) for folder in options.folders]
    asked = asked_in(chats, options.keep, ablate=options.ablate, contexts=not options.no_context)
    write(report(asked, multi_hop=[MULTI_HOP]), options.json)


if __name__ == "__main__":
    main()

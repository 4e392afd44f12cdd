"""The command `reembed`: vectors made anew with the chosen embedder, while memory goes on."""

from __future__ import annotations

from dataclasses import asdict

import typer

from graphmem.cli.chosen import AsJson, Chosen
from graphmem.cli.progress import progress
from graphmem.cli.screen import complain, say, say_json
from graphmem.types import ReembedReceipt

INTERRUPTED = 130


def reembed(ctx: typer.Context, *, as_json: AsJson = False) -> None:
    """Make all vectors anew, after another embedder was chosen.

    GRAPHMEM_EMBEDDER chooses it: wordllama, minilm or openai:MODEL. A store has one embedder, so it covers every namespace of it. Memory can be
    used meanwhile. Safe to interrupt: run again, it goes on where it was.

    \b
    Examples:
      $ graphmem reembed
      $ graphmem reembed --json
    """
    chosen: Chosen = ctx.obj
    with chosen.ask() as memory, progress(total=None, doing="Embedding", counted="texts") as shown:
        try:
            receipt = memory.reembed(progress=lambda done, total: shown.moved(done=done, messages=done, total=total))
        except KeyboardInterrupt:
            complain("stopped; what was made is kept, and `graphmem reembed` goes on from there")
            raise typer.Exit(INTERRUPTED) from None
    if as_json:
        say_json(asdict(receipt))
    else:
        say(_told(receipt))


def _told(receipt: ReembedReceipt) -> str:
    if receipt.before in (None, receipt.model):
        return f"{receipt.made} vectors were missing and are made now, by {receipt.model}."
    return f"{receipt.made} vectors are by {receipt.model} now; before, they were by {receipt.before}."

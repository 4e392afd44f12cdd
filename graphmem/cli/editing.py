"""The command that changes what a message says: `edit`."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from graphmem.cli.chosen import AsJson, Chosen
from graphmem.cli.keeping import forget_typed
from graphmem.cli.screen import note, say, say_json, visible
from graphmem.cli.writing import say_facts
from graphmem.errors import InvalidInput
from graphmem.types import EditReceipt

if TYPE_CHECKING:
    from graphmem.memory.memory import Memory


def edit(
    ctx: typer.Context,
    message: Annotated[
        str, typer.Argument(metavar="MESSAGE", help="The message as it reads, or its id from recall --json.")
    ],
    text: Annotated[str, typer.Argument(metavar="TEXT", help="What it is to say instead.")],
    *,
    as_json: AsJson = False,
) -> None:
    """Change what a message says.

    Memory is then as if it had said so in the first place. Of several that read so, the last is meant.

    \b
    Examples:
      $ graphmem edit "Annie works at Feedzai." "Annie works at Talkdesk."
    """
    chosen: Chosen = ctx.obj
    if not text.strip():
        raise InvalidInput("TEXT is empty; `graphmem forget --message` erases a message")
    with chosen.ask() as memory:
        done = memory.edit_message(_meant(memory, message), text)
        if done.changed:
            forget_typed(chosen.settings())
    if as_json:
        from graphmem.cli import shapes

        say_json(shapes.edited(done))
    else:
        _say(done)


def _meant(memory: Memory, words: str) -> str:
    """The id of the newest message that reads so; the words themselves, which may be an id, where none does."""
    said = memory.messages(limit=memory.status().messages)
    return next((one.id for one in reversed(said) if one.text.strip() == words.strip()), words)


def _say(done: EditReceipt) -> None:
    say(visible(f"It says now: {done.message.text}") if done.changed else "It says that already; nothing changed.")
    for heading, facts in (
        ("Learned", done.learned),
        ("Ended", done.ended),
        ("Taken back", done.retracted),
    ):
        say_facts(heading, facts)
    for fact in done.gone:
        say(visible(f"No longer known: {fact.sentence}"))
    if done.pending:
        note(f"Understood later: {done.pending}")
    if done.scrub_pending:
        note("Another process is reading, so deleted bytes are still in the file; `graphmem flush` removes them later.")

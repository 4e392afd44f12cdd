"""The command `chat`: open a memory, and talk until there are no more lines."""

from __future__ import annotations

import sys
from datetime import datetime
from typing import TYPE_CHECKING, Annotated

import typer

from graphmem.cli.chosen import Chosen
from graphmem.cli.screen import complain, counted, say, visible
from graphmem.errors import GraphmemError

if TYPE_CHECKING:
    from graphmem.cli.chat.talk import Talk
    from graphmem.cli.chat.typed import Lines
    from graphmem.settings import Settings


def chat(
    ctx: typer.Context,
    *,
    session: Annotated[
        str | None, typer.Option(metavar="NAME", help="The conversation to go on with; default a new one.")
    ] = None,
    budget: Annotated[int, typer.Option(metavar="TOKENS", min=1, help="At most so many for the model.")] = 4000,
    system: Annotated[str | None, typer.Option(metavar="TEXT", help="What the model is told first.")] = None,
) -> None:
    """Talk with your memory: each line is kept and learned from.

    Without a model it shows what each line taught and what it brought up. With one, an OpenAI-compatible endpoint named by
    GRAPHMEM_CHAT_MODEL, GRAPHMEM_CHAT_BASE_URL and OPENAI_API_KEY, it answers from that. /help lists what can be asked
    of the memory itself. At a pipe every line of stdin is said.

    \b
    Examples:
      $ graphmem chat
      $ graphmem chat --session trip
      $ echo "My sister Ana lives in Lisbon." | graphmem chat
    """
    chosen: Chosen = ctx.obj
    settings = chosen.settings()
    from graphmem.cli.chat.answering import answers, configured
    from graphmem.cli.chat.talk import Talk
    from graphmem.cli.reading import user_name
    from graphmem.texts import prompt

    measured = settings.model_copy(update={"model": settings.model or settings.chat_model})
    with configured(settings) as model, measured.open(llm=model if settings.reads_by_model else None) as memory:
        lines = _lines(settings)
        talk = Talk(
            memory,
            user=user_name(memory),
            session=session or f"chat {datetime.now():%Y-%m-%d %H:%M:%S}",
            system=prompt("chat") if system is None else system,
            budget=budget,
            reply=answers(model),
            asks=lambda question: _agreed(lines, question),
            dropped=lines.forget,
        )
        if sys.stdin.isatty():
            _greet(talk, settings)
        _go_on(talk, lines)
    if talk.failures and not sys.stdin.isatty():
        raise typer.Exit(1)


def _lines(settings: Settings) -> Lines:
    from graphmem.cli.chat.slash import COMMANDS
    from graphmem.cli.chat.typed import Piped, Typed, history_of
    from graphmem.settings import history_folder

    if not sys.stdin.isatty():
        return Piped()
    return Typed(history_of(history_folder(), settings.url, settings.namespace), list(COMMANDS))


def _greet(talk: Talk, settings: Settings) -> None:
    known = talk.memory.status()
    held = f"{counted(known.messages, 'message')} and {counted(known.current_facts, 'fact')}"
    say(f"Known here: {held}. /help lists commands, Ctrl-D leaves.")
    if settings.chat_model is None:
        say("No model is configured, so you see what each line teaches and brings up.")


def _go_on(talk: Talk, lines: Lines) -> None:
    """Take line after line until there are no more, or the user leaves."""
    from graphmem.cli.chat.slash import Leaving, obey

    prompt = f"{'You' if talk.user == 'user' else visible(talk.user)}: "
    while True:
        try:
            line = lines.read(prompt).strip()
            if line.startswith("/") and not line.startswith("//"):
                obey(line, talk)
            elif line:
                talk.say(line.removeprefix("/") if line.startswith("//") else line)
        except KeyboardInterrupt:
            say("")
            if not sys.stdin.isatty():
                raise
        except EOFError:
            if sys.stdin.isatty():
                say("")
            return
        except Leaving:
            return
        except GraphmemError as error:
            talk.failures += 1
            complain(str(error))


def _agreed(lines: Lines, question: str) -> bool:
    try:
        return lines.read(f"{question} [y/N] ").strip().casefold() in ("y", "yes")
    except (EOFError, KeyboardInterrupt):
        return False

"""What can be asked of the memory itself in the middle of a chat: lines that begin with a slash."""

from __future__ import annotations

import difflib
from collections.abc import Callable
from typing import TYPE_CHECKING

from graphmem.cli.chat import showing
from graphmem.cli.chosen import here_and_now
from graphmem.cli.reading import sizes
from graphmem.cli.screen import note, say, visible, visible_lines
from graphmem.errors import InvalidInput

if TYPE_CHECKING:
    from graphmem.cli.chat.talk import Talk


class Leaving(Exception):  # a way out of the loop, not an error
    """The chat is over."""


def obey(line: str, talk: Talk) -> None:
    """Do what a line that begins with a slash asks for.

    Raises:
        InvalidInput: when there is no such command; it names the near one.
        Leaving: when the chat is to end.
    """
    name, _, rest = line.partition(" ")
    name = {"/quit": "/exit"}.get(name, name)
    if name not in COMMANDS:
        near = difflib.get_close_matches(name, COMMANDS, n=1)
        hint = f"did you mean {near[0]}?" if near else "/help lists those there are"
        raise InvalidInput(f"there is no command {name}; {hint} (a line of talk that begins with / is written //)")
    COMMANDS[name][0](talk, rest.strip())


def _help(_talk: Talk, _rest: str) -> None:
    for name, (_, given, meaning) in COMMANDS.items():
        say(f"  {f'{name} {given}'.strip():<18}{meaning}")
    say("All else is said. Ctrl-C drops the line or stops an answer, Ctrl-D leaves.")


def _recall(talk: Talk, rest: str) -> None:
    if not rest:
        raise InvalidInput("say what to recall: /recall Where does Ana live?")
    found = talk.memory.recall(rest, limit=5, now=here_and_now())
    if found.facts or found.messages:
        showing.everything(found, talk.user)
    else:
        say("Nothing was found.")


def _facts(talk: Talk, rest: str) -> None:
    held = talk.memory.facts(rest or None)
    showing.facts(held)
    if not held:
        say("Nothing is known yet.")


def _history(talk: Talk, rest: str) -> None:
    showing.facts(talk.memory.history(rest or "me"))


def _context(talk: Talk, rest: str) -> None:
    context = talk.context(rest or None)
    print(visible_lines(context.text))  # noqa: T201  # what a model is handed, as it is
    note(sizes(context))


def _why(talk: Talk, rest: str) -> None:
    for line in talk.context(rest or None).notes:
        say(visible(line))


def _forget(talk: Talk, rest: str) -> None:
    if rest == "session":
        talk.forget_session()
    elif rest:
        raise InvalidInput(f"/forget takes back your last line, /forget session this conversation; not {rest!r}")
    else:
        talk.forget_last()


def _session(talk: Talk, rest: str) -> None:
    if rest:
        talk.session = rest
    say(f"This is the conversation {visible(talk.session)!r}.")


def _leave(_talk: Talk, _rest: str) -> None:
    raise Leaving


COMMANDS: dict[str, tuple[Callable[[Talk, str], None], str, str]] = {
    "/recall": (_recall, "QUESTION", "what memory holds for a question"),
    "/facts": (_facts, "[NAME]", "what is true now, of everyone or of one"),
    "/history": (_history, "[NAME]", "all that was ever said of one; default you"),
    "/context": (_context, "[TURN]", "what a model is handed; default for your last line"),
    "/why": (_why, "[TURN]", "why each part of that is there, and what was left out"),
    "/forget": (_forget, "[session]", "take back your last line, or this conversation"),
    "/session": (_session, "[NAME]", "which conversation this is, or go to another"),
    "/help": (_help, "", "this list"),
    "/exit": (_leave, "", "leave; /quit does too"),
}

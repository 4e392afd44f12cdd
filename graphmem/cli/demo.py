"""`graphmem demo`: a story of eight months in a few seconds, with the real extractor, in a database that is thrown away.

It shows what a memory does that a log does not: each message with what was learned from it, what that ended or took back and
what was heard but not believed; then what is true at the end, what was true before, and the context for one question.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from datetime import datetime
from itertools import groupby
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, Any

from graphmem.cli.reading import sizes, when
from graphmem.cli.screen import console, hanging, visible
from graphmem.errors import ConfigError
from graphmem.types import Context, Fact, Receipt

if TYPE_CHECKING:
    from rich.console import Console

    from graphmem.memory.memory import Memory
    from graphmem.testing import FixedClock

NAMESPACE, USER = "ada", "Ada"
MOVERS = ("Ana", "John")
QUESTION = "What could I cook when Ana comes for dinner?"
BUDGET = 360

_INDENT = 11
_STYLES = {"learned": "green", "ended": "yellow", "taken back": "red", "later": "blue", "not believed": "dim"}


def demo() -> None:
    """Play a short story and show what is learned from it.

    Nothing to set up: no key, no server, no network. Your own memory is not touched.

    \b
    Examples:
      $ graphmem demo
    """
    play(console())


def play(screen: Console) -> None:
    """The whole demo, on any console.

    Raises:
        ConfigError: when the local models are not installed.
    """
    from graphmem import testing
    from graphmem.memory.memory import Memory

    messages = list(testing.story())
    clock = testing.FixedClock(messages[0]["at"])
    with TemporaryDirectory() as folder:
        url = f"sqlite:///{(Path(folder) / 'demo.db').as_posix()}"
        with Memory.open(url, namespace=NAMESPACE, user_name=USER, clock=clock) as memory:
            _show(screen, memory, messages, clock)


def _show(screen: Console, memory: Memory, messages: Sequence[Mapping[str, Any]], clock: FixedClock) -> None:
    days = groupby(messages, key=lambda message: datetime.fromisoformat(message["at"]).date())
    screen.print(f"{USER} talks with her assistant. graphmem listens, offline, and learns.", style="bold")
    for day, said in days:
        _heading(screen, f"{day.day} {day:%B} {day.year}")
        for message in said:
            clock.now = datetime.fromisoformat(message["at"])
            _said(screen, message, memory.remember(**message), memory)
    _truth(screen, memory, clock.now)
    _question(screen, memory.context(QUESTION, session="dinner", budget=BUDGET))
    _closing(screen, memory)


def _heading(screen: Console, text: str) -> None:
    from rich.text import Text

    screen.print()
    screen.rule(Text(text, style="bold cyan"), align="left", style="cyan")


def _said(screen: Console, message: Mapping[str, Any], receipt: Receipt, memory: Memory) -> None:
    if receipt.pending:
        raise ConfigError(f"the demo cannot learn: {receipt.pending}")
    who = USER if message["role"] == "user" else "Assistant"
    hanging(screen, f"{who:<{_INDENT}}", str(message["content"]), style="bold" if who == USER else "dim")
    for what, fact in _news(receipt, memory):
        first = f"{'':<{_INDENT}}{what:<14}"
        hanging(screen, first, _told(what, fact, receipt.message.at), style=_STYLES[what])


def _news(receipt: Receipt, memory: Memory) -> Iterator[tuple[str, Fact]]:
    own = memory.history("me")
    for what, facts in (
        ("learned", receipt.learned),
        ("ended", receipt.ended),
        ("taken back", receipt.retracted),
        ("later", [fact for fact in own if _starts_later(fact, receipt)]),
        ("not believed", [fact for fact in own if fact.certainty != "certain" and _stated_by(fact, receipt)]),
    ):
        for fact in facts:
            yield what, fact


def _starts_later(fact: Fact, receipt: Receipt) -> bool:
    begins = fact.periods[0].start if fact.periods else None
    return begins is not None and begins > receipt.message.at and _stated_by(fact, receipt)


def _stated_by(fact: Fact, receipt: Receipt) -> bool:
    return any(source.message_id == receipt.message.id for source in fact.sources)


def _told(what: str, fact: Fact, now: datetime) -> str:
    from graphmem.periods import words

    stated = what == "ended" or fact.nature == "event" or any(period.start_stated for period in fact.periods)
    time = words(fact, now) if stated else ""
    return f"{fact.sentence}{f', {time}' if time else ''}"


def _truth(screen: Console, memory: Memory, now: datetime) -> None:
    from graphmem.periods import date_words

    _heading(screen, f"What is true now, {date_words(now)}")
    _facts(screen, memory.facts(), now)
    _heading(screen, f"What was true before stays: where {' and '.join(MOVERS)} lived")
    lived = [fact for name in MOVERS for fact in memory.history(name) if fact.predicate == "lives_in"]
    _facts(screen, lived, now)


def _facts(screen: Console, facts: Sequence[Fact], now: datetime) -> None:
    width = max((len(fact.sentence) for fact in facts), default=0) + 2
    for fact in facts:
        hanging(screen, f"{visible(fact.sentence):<{width}}", when(fact, now), style="")


def _question(screen: Console, context: Context) -> None:
    _heading(screen, "What the model is handed for her next question")
    for line in context.text.splitlines():
        hanging(screen, "│ ", line, style="", again="│ ")
    screen.print(f"\n{sizes(context)}", style="bold")
    for why in context.notes:
        if not why.startswith("Old turn"):  # many and alike; `context --explain` says all
            hanging(screen, "", why, style="dim", again="  ")


def _closing(screen: Console, memory: Memory) -> None:
    counts = memory.status()
    _heading(screen, f"{counts.messages} messages, {counts.entities} people and things, {counts.facts} facts")
    screen.print('Yours: graphmem remember "My sister Ana lives in Lisbon."')
    screen.print("       graphmem chat     graphmem import FILE     graphmem recall QUESTION")

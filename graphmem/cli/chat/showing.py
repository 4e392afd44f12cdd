"""What a chat prints: on a terminal in columns that wrap under themselves, at a pipe a line each."""

from __future__ import annotations

import sys
from collections.abc import Iterable, Iterator, Sequence
from datetime import UTC, datetime

from graphmem.cli.reading import fact_rows, message_rows
from graphmem.cli.screen import console, hanging, note, say, visible, visible_lines
from graphmem.types import Fact, Message, Recall, Receipt

STYLES = {"learned": "green", "ended": "yellow", "taken back": "red", "recalled": "cyan", "said": "dim"}

#: How much of a recall is shown beside a line; a model is handed more.
FACTS, MESSAGES = 4, 2


def receipt(one: Receipt) -> None:
    """What was learned from a line."""
    at = one.message.at
    rows = [
        (what, _beside(*row))
        for what, facts in (("learned", one.learned), ("ended", one.ended), ("taken back", one.retracted))
        for row in fact_rows(facts, at)
    ]
    labelled(rows)
    if one.pending:
        note(f"Kept, and understood later: {one.pending}")
    elif one.unsupported:
        note("Kept as text; it is in a language that cannot be read here.")


def recalled(found: Recall, besides: Receipt, user: str) -> None:
    """What a line brought up, but what it only just taught, and what is merely not far from it in meaning."""
    new = {fact.id for fact in (*besides.learned, *besides.ended, *besides.retracted)}
    near = {item for item, hits in found.reasons.items() if all(hit.channel == "vector" for hit in hits)}
    facts = [fact for fact in found.facts if fact.id not in new | near][:FACTS]
    messages = [one for one in found.messages if one.id not in near and one.text != besides.message.text][:MESSAGES]
    labelled([*_facts(facts, found), *_messages(messages, user)])


def everything(found: Recall, user: str) -> None:
    """A recall as it was asked for."""
    labelled([*_facts(found.facts, found), *_messages(found.messages, user)])


def facts(held: Iterable[Fact]) -> None:
    """Facts, a line each."""
    for sentence, when in fact_rows(held, datetime.now(UTC)):
        say(visible(_beside(sentence, when)))


def labelled(rows: Iterable[tuple[str, str]]) -> None:
    """Texts with what they are before them."""
    if not sys.stdout.isatty():
        for what, text in rows:
            say(f"{what}: {visible(text)}")
        return
    screen = console()
    for what, text in rows:
        hanging(screen, f"  {what:<12}", text, style=STYLES.get(what, ""))


def answer(pieces: Iterator[str], who: str) -> str:
    """Print an answer as it comes, and give it back whole."""
    print(f"{who}: ", end="", flush=True)  # noqa: T201  # pieces of a line, not a line
    whole: list[str] = []
    try:
        for piece in pieces:
            whole.append(piece)
            print(visible_lines(piece.replace("\r\n", "\n")), end="", flush=True)  # noqa: T201
    finally:
        print(flush=True)  # noqa: T201
    return "".join(whole)


def _facts(held: Sequence[Fact], found: Recall) -> list[tuple[str, str]]:
    return [("recalled", _beside(*row)) for row in fact_rows(held, found.query.as_of or found.query.now)]


def _messages(messages: Sequence[Message], user: str) -> list[tuple[str, str]]:
    return [("said", _beside(*row)) for row in message_rows(messages, user)]


def _beside(text: str, when: str) -> str:
    return f"{text} ({when})" if when else text

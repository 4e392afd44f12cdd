"""What reaches the terminal. Text of other people is data there too: it can move no cursor and set no colour.

A terminal acts on control characters and shows text backwards at others, so these are printed as the escapes a programmer
would write for them. On a terminal people get tables, at a pipe programs get plain lines.
"""

from __future__ import annotations

import json
import re
import sys
from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from rich.console import Console

#: Control characters, line separators, and marks that change the direction of what follows.
_ACTING = re.compile("[\x00-\x1f\x7f-\x9f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069\ud800-\udfff\ufeff]")


def visible(text: str) -> str:
    r"""Text of one line with everything a terminal would act on written out.

    >>> visible("Ana\x1b[31m")
    'Ana\\x1b[31m'
    """
    return _ACTING.sub(lambda found: found[0].encode("unicode_escape").decode(), text)


def visible_lines(text: str) -> str:
    """The same for text of several lines, which stay lines."""
    return "\n".join(visible(line) for line in text.split("\n"))


def counted(number: int, thing: str, things: str = "") -> str:
    """A number with its noun.

    >>> counted(1, "message"), counted(2, "entity", "entities")
    ('1 message', '2 entities')
    """
    return f"{number} {thing if number == 1 else things or f'{thing}s'}"


def say(text: str) -> None:
    """Print text, one line or several."""
    print(visible_lines(text))  # noqa: T201  # this is where the command line prints


def note(text: str) -> None:
    """Print beside the result, on stderr."""
    print(visible_lines(text), file=sys.stderr)  # noqa: T201


def complain(text: str) -> None:
    """Print an error as one line on stderr."""
    note(f"graphmem: {visible(' '.join(text.split()))}")


def say_json(value: Any) -> None:
    """Print a value as JSON that no terminal acts on either."""
    written = json.dumps(value, ensure_ascii=False, indent=2)
    lines = (_ACTING.sub(lambda found: f"\\u{ord(found[0]):04x}", line) for line in written.split("\n"))
    print("\n".join(lines))  # noqa: T201


def say_table(headings: Sequence[str], rows: Sequence[Sequence[str]]) -> None:
    """Print rows: a table on a terminal, else a line each, with what is not empty in parentheses after the first cell."""
    if sys.stdout.isatty():
        if rows:
            _draw(headings, rows)
        return
    for first, *others in rows:
        beside = "; ".join(filter(None, others))
        say(visible(f"{first} ({beside})" if beside else first))


def say_pairs(rows: Iterable[Sequence[str]]) -> None:
    """Print named values and what stands beside them: in columns on a terminal, else a line each, "name: value (beside)"."""
    if sys.stdout.isatty():
        _draw((), list(rows))
        return
    for name, value, *others in rows:
        beside = "; ".join(filter(None, others))
        say(visible(f"{name}: {value} ({beside})" if beside else f"{name}: {value}"))


def console() -> Console:
    """A console that prints text as it stands: no markup, no emoji codes, no guesses at what to colour."""
    from rich.console import Console

    return Console(markup=False, emoji=False, highlight=False)


def hanging(screen: Console, first: str, text: str, *, style: str, again: str | None = None) -> None:
    """Print text that wraps under itself; `first` stands before its first line, `again` (else spaces) before the others."""
    from rich.cells import cell_len
    from rich.text import Text

    before, after = first, again if again is not None else " " * cell_len(first)
    width = max(screen.width - max(cell_len(first), cell_len(after)), 1)
    for line in Text(visible(text)).wrap(screen, width) or [Text()]:
        line.rstrip()
        indent = len(before) - len(before.lstrip())
        screen.print(Text(before[:indent]).append(before[indent:] + line.plain, style=style))
        before = after


def _draw(headings: Sequence[str], rows: Sequence[Sequence[str]]) -> None:
    from rich.box import SIMPLE_HEAD
    from rich.table import Table
    from rich.text import Text

    table = Table(box=SIMPLE_HEAD if headings else None, pad_edge=False, show_header=bool(headings))
    for heading in headings or [""] * max(map(len, rows), default=0):
        table.add_column(heading, overflow="fold")
    for first, *others in rows:
        table.add_row(Text(visible(first)), *(Text(visible(cell), style="dim") for cell in others))
    console().print(table)

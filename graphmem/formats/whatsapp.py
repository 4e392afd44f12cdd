"""WhatsApp's text export of a chat, as Android and iOS write it in any country.

    [04/03/2024, 18:05:12] Ana: I moved to Lisbon!            iOS
    04/03/2024, 18:05 - Ana: I moved to Lisbon!               Android
    3/4/24, 6:05 PM - Ana: I moved to Lisbon!                 Android, United States

A line without such a beginning goes on with the message before it. Whether the day or the month comes first is nowhere said: it follows
from the whole file, by a number above 12, else by which reading lets time run forward. Lines of the system, deleted messages and omitted media
are no messages. Everybody is a user with a name; whose memory it is says --user-name.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from contextlib import closing
from dataclasses import dataclass
from datetime import datetime
from typing import BinaryIO, Literal

from graphmem.formats.found import Found, Item, Problem, Told
from graphmem.formats.keys import Occurrences
from graphmem.formats.lines import numbered

Order = Literal["year", "day", "month"]

#: Marks of direction, which WhatsApp puts before what it says itself, and spaces that are not the plain one.
_MARK = "\u200e"
_UNSEEN = str.maketrans(
    {"\u200e": "", "\u200f": "", "\ufeff": "", "\u202a": "", "\u202c": "", "\u202f": " ", "\xa0": " "}
)

_MARKED = re.compile("[\u200e\u200f\ufeff\u202a\u202c\u202f\xa0]")
_SEEN_FIRST = "[\u200e\u200f\ufeff\u202a "

HEAD = re.compile(
    r"(?P<open>\[)?(?P<a>\d{1,4})(?P<mark>[./-])\s?(?P<b>\d{1,2})(?P=mark)\s?(?P<c>\d{2,4})\.?,?\s+(?:\w{2,3}\s)?"
    r"(?P<hour>\d{1,2})[:.](?P<minute>\d{2})(?:[:.](?P<second>\d{2}))?\s?(?P<half>[AaPp])?(?(half)\.?\s?[Mm]\.?)"
    r"(?(open)\]|\s[-–])\s(?P<rest>.*)$",
    re.DOTALL,
)

_OMITTED = re.compile(
    r"<[^<>\n]{3,60}>|null|.{1,120}\.\w{2,5} \([^()\n]{3,40}\)|(?:This message was|You) deleted( this message)?\.?"
)
_ATTACHED = re.compile(_MARK + r"?<(?:attached|adjunto|Anhang|pièce jointe|allegato|anexado)[^<>]*>", re.IGNORECASE)
_EDITED = re.compile(r"\s*" + _MARK + r"?<This message was edited>\s*$")

#: Nobody's name is longer; what looks like one is a line of the system with a colon in it.
_LONGEST_NAME = 80
_NOON, _CENTURY = 12, 100


@dataclass(slots=True)
class _Open:
    """A message whose next line may still come."""

    number: int
    head: re.Match[str]
    text: str


def read(open_: Callable[[], BinaryIO], told: Told) -> Iterator[Found]:
    """The messages of the chat, in order; the file is read twice."""
    order = order_of(_heads(open_))
    equal = Occurrences("whatsapp")
    for one in _messages(open_):
        if isinstance(one, int):
            yield Problem(f"{told.name}:{one}", "stands before the first message, and is none")
        elif (found := _found(one, order, told, equal)) is not None:
            yield found


def _messages(open_: Callable[[], BinaryIO]) -> Iterator[_Open | int]:
    """Each message with all its lines; the number of a line that belongs to none."""
    current: _Open | None = None
    with closing(open_()) as stream:
        for number, line in _decoded(stream):
            head = _head(line)
            if head:
                if current:
                    yield current
                current = _Open(number, head, _behind(line, head))
            elif current:
                current.text += "\n" + line
            elif line.strip():
                yield number
    if current:
        yield current


def _head(line: str) -> re.Match[str] | None:
    """The beginning of a message, if the line is one. Most lines are told by their first characters."""
    if not line[:3].lstrip(_SEEN_FIRST)[:1].isdigit():
        return None
    return HEAD.match(line.translate(_UNSEEN).strip(" ") if _MARKED.search(line) else line)


def _behind(line: str, head: re.Match[str]) -> str:
    """What follows the time, with its marks: they tell what WhatsApp itself says."""
    plain, at = len(head["rest"]), len(line)
    if not _MARKED.search(line):
        return line[at - plain :]
    while plain and at:
        at -= 1
        plain -= len(line[at].translate(_UNSEEN))
    return line[at - 1 :] if at and line[at - 1] == _MARK else line[at:]


def _decoded(stream: BinaryIO) -> Iterator[tuple[int, str]]:
    for number, raw in numbered(stream):
        yield number, raw.decode("utf-8", "surrogateescape").rstrip("\r\n")


def _heads(open_: Callable[[], BinaryIO]) -> Iterator[tuple[int, int, int]]:
    with closing(open_()) as stream:
        for _, line in _decoded(stream):
            if head := _head(line):
                yield int(head["a"]), int(head["b"]), int(head["c"])


def order_of(dates: Iterator[tuple[int, int, int]]) -> Order:
    """Which number of a date is the year's, the day's and the month's, from all dates of a file in order.

    >>> order_of(iter([(3, 4, 24), (3, 14, 24)])), order_of(iter([(3, 1, 24), (1, 2, 24)])), order_of(iter([(3, 4, 24)]))
    ('month', 'day', 'day')
    """
    above_first = above_second = back_by_day = back_by_month = 0
    before: tuple[int, int, int] | None = None
    for a, b, c in dates:
        if a > _CENTURY:
            return "year"
        above_first += a > _NOON
        above_second += b > _NOON
        if before is not None:
            x, y, z = before
            back_by_day += (c, b, a) < (z, y, x)
            back_by_month += (c, a, b) < (z, x, y)
        before = a, b, c
    if bool(above_first) != bool(above_second):
        return "day" if above_first else "month"
    return "month" if back_by_month < back_by_day else "day"


def _found(one: _Open, order: Order, told: Told, equal: Occurrences) -> Found | None:
    """The message; None when WhatsApp says it, or nothing was said."""
    speaker, said = _said(one)
    if not said:
        return None
    where = f"{told.name}:{one.number}"
    try:
        local = _time(one.head, order)
    except ValueError:
        return Problem(where, f"its time {one.head[0].removesuffix(one.head['rest']).strip()!r} does not exist")
    session = told.session or f"WhatsApp {chat_name(told.title or told.name)}"
    fields = {
        "role": "user",
        "content": said,
        "speaker": speaker,
        "session": session,
        "at": local.replace(tzinfo=told.zone),
        "key": equal.key(session, speaker, local.isoformat(), said),
    }
    return Item(where, fields, len(said))


def _said(one: _Open) -> tuple[str, str]:
    """Who said what; "" for what when it is nobody's words."""
    rest, colon, _ = one.head["rest"].partition(": ")
    if not colon and one.head["rest"].endswith(":"):
        rest, colon = one.head["rest"][:-1], ":"
    speaker = rest.removeprefix("~").strip()
    text = one.text.partition(":")[2].removeprefix(" ")
    if not colon or not speaker or len(speaker) > _LONGEST_NAME:
        return "", ""
    text = _ATTACHED.sub("", _EDITED.sub("", text))
    if text.startswith(_MARK):
        return "", ""
    first, _, others = text.translate(_UNSEEN).strip().partition("\n")
    if _OMITTED.fullmatch(first.strip()):
        return speaker, others.strip()
    return speaker, "\n".join((first, others)).strip()


def _time(head: re.Match[str], order: Order) -> datetime:
    a, b, c = int(head["a"]), int(head["b"]), int(head["c"])
    year, month, day = {"year": (a, b, c), "day": (c, b, a), "month": (c, a, b)}[order]
    hour = int(head["hour"])
    if half := (head["half"] or "").lower():
        hour = hour % _NOON + (_NOON if half == "p" else 0)
    year += 2000 if year < _CENTURY else 0
    return datetime(year, month, day, hour, int(head["minute"]), int(head["second"] or 0))


def chat_name(title: str) -> str:
    """Whose chat it is, from what the file is called.

    >>> chat_name("WhatsApp Chat with Ana (1)"), chat_name("WhatsApp Chat - Family"), chat_name("trip")
    ('Ana', 'Family', 'trip')
    """
    stripped = re.sub(r"\s*\(\d+\)$", "", title)
    return (
        re.sub(r"^WhatsApp[ -]Chat(?: with| mit| -| avec| con| com)?[ -]+", "", stripped, flags=re.IGNORECASE) or title
    )

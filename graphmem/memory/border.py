"""Where arguments are checked: once, each refused by name with what it should be.

A caller's mistake is told apart from everything else that can go wrong, before anything is written.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from datetime import UTC, datetime
from typing import Any

from graphmem.errors import InvalidInput
from graphmem.privacy.redacting import masked
from graphmem.types import Receipt, TokenBudget

#: Namespaces, sessions, speakers and keys are names, not texts.
LONGEST_NAME = 512

#: So much of a value is looked at before it is cut to a line.
LONGEST_SHOWN = 2000


def namespace_name(name: object) -> str:
    """The namespace as given, if it can be one.

    Raises:
        InvalidInput: when it is no string, empty or blank, longer than 512 characters, or not valid Unicode.
    """
    given = text(name, "namespace")
    if not given.strip():
        raise InvalidInput(
            f"a namespace must be a name that is not blank, not {name!r}; it is never taken to mean 'all'"
        )
    if len(given) > LONGEST_NAME:
        raise InvalidInput(
            f"a namespace has at most {LONGEST_NAME} characters, this one has {len(given)}; hash it first"
        )
    return given


def namespaces_read(given: object, *, beside: str) -> tuple[str, ...]:
    """The namespaces that are read beside a memory's own, each once, in the order given.

    Raises:
        InvalidInput: when they are no sequence of namespaces; one name alone would be taken for its letters.
    """
    if isinstance(given, str | bytes) or not isinstance(given, Iterable):
        raise InvalidInput(f"reads must be namespaces, such as reads=('org:acme',), not {shown(given)}")
    names = dict.fromkeys(namespace_name(name) for name in given)
    return tuple(name for name in names if name != beside)


def text(value: object, what: str) -> str:
    """A string that can be written as UTF-8.

    Raises:
        InvalidInput: when it is no string, or holds half a surrogate pair.
    """
    if not isinstance(value, str):
        raise InvalidInput(f"{what} must be a string, not {shown(value)}")
    return encodable(value, what)


def whole(value: object, what: str, *, least: int) -> int:
    """A whole number that is not below `least`.

    Raises:
        InvalidInput: when it is something else.
    """
    if not isinstance(value, int) or isinstance(value, bool) or value < least:
        raise InvalidInput(f"{what} must be a whole number of at least {least}, not {shown(value)}")
    return value


def whole_or_none(value: object, what: str, *, least: int) -> int | None:
    """The same, or None.

    Raises:
        InvalidInput: when it is something else.
    """
    return None if value is None else whole(value, what, least=least)


def encodable(text: str, what: str) -> str:
    """The text, if it can be written as UTF-8.

    Raises:
        InvalidInput: when it holds half a surrogate pair, which no file or database can keep.
    """
    if text.isascii():
        return text
    try:
        text.encode()
    except UnicodeEncodeError as error:
        raise InvalidInput(
            f"{what} holds {text[error.start]!r} at character {error.start}, half of a surrogate pair; "
            "decode its source with errors='replace' first"
        ) from error
    return text


def yes_or_no(value: object, what: str) -> bool:
    """True or False.

    Raises:
        InvalidInput: when it is something else, "no" among it.
    """
    if not isinstance(value, bool):
        raise InvalidInput(f"{what} must be True or False, not {shown(value)}")
    return value


def able(value: object, what: str, *members: str) -> None:
    """Whether a part that callers may bring, such as an extractor, has what is asked of it; None is no part.

    Raises:
        InvalidInput: when it lacks a member, which would come out only with the first message.
    """
    # The class is asked first, since a property may ask a server.
    lacking = (
        [] if value is None else [name for name in members if not (hasattr(type(value), name) or hasattr(value, name))]
    )
    if lacking:
        raise InvalidInput(f"{what} needs {', '.join(members)}, and {shown(value)} has no {lacking[0]}")


def callable_(value: object, what: str) -> None:
    """Whether something can be called.

    Raises:
        InvalidInput: when it cannot.
    """
    if not callable(value):
        raise InvalidInput(f"{what} must be something to call, not {shown(value)}")


def token_budget(budget: object, reserve: object) -> TokenBudget:
    """A budget from a number of tokens and a reserve, or as given.

    Raises:
        InvalidInput: when either cannot be one, or a `TokenBudget` comes with a reserve beside it.
    """
    kept = whole(reserve, "reserve", least=0)
    if not isinstance(budget, TokenBudget):
        return TokenBudget(whole(budget, "budget", least=1), reserve=kept)
    if kept:
        raise InvalidInput(f"give reserve={kept} in the TokenBudget; it has its own, {budget.reserve}")
    return budget


def tools(given: object) -> tuple[Mapping[str, Any], ...]:
    """Tool descriptions, once and for all.

    Raises:
        InvalidInput: when they are not mappings.
    """
    if not isinstance(given, Iterable) or isinstance(given, (str, bytes, Mapping)):
        raise InvalidInput(f"tools must be a sequence of mappings, not {shown(given)}")
    described = tuple(given)
    for tool in described:
        if not isinstance(tool, Mapping):
            raise InvalidInput(f"a tool must be described by a mapping, not {shown(tool)}")
    return described


def receipt(given: object) -> str | None:
    """The id of the message a receipt is for.

    Raises:
        InvalidInput: when it is no receipt.
    """
    if given is None:
        return None
    if not isinstance(given, Receipt):
        raise InvalidInput(f"remembered must be the receipt that remember gave, not {shown(given)}")
    return given.message.id


def utc(moment: object, what: str) -> datetime | None:
    """The moment in UTC; one without a zone is taken as UTC.

    Raises:
        InvalidInput: when it is no datetime, or in UTC lies before year 1 or after year 9999.
    """
    if moment is None:
        return None
    if not isinstance(moment, datetime):
        raise InvalidInput(f"{what} must be a datetime, not {shown(moment)}")
    try:
        return moment.replace(tzinfo=UTC) if moment.tzinfo is None else moment.astimezone(UTC)
    except OverflowError as error:
        raise InvalidInput(f"{what} lies outside the years 1 to 9999 in UTC: {moment!r}") from error


def utc_offset(moment: datetime | None) -> int | None:
    """How many minutes the clock that a moment was read from is ahead of UTC; None for none."""
    ahead = moment.utcoffset() if moment is not None else None
    return (round(ahead.total_seconds() / 60) or None) if ahead else None


def shown(value: object) -> str:
    """A value as errors name it: on one line, cut where it is long, without secrets, since errors are logged."""
    try:
        text = masked(repr(value)[:LONGEST_SHOWN])
    except RecursionError:
        text = f"a {type(value).__name__}"
    return text if len(text) <= 80 else f"{text[:77]}…"  # noqa: PLR2004  # one line of a terminal

"""Times as exports write them: seconds since 1970, or ISO 8601 in many spellings; as `remember` takes them."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta, tzinfo
from typing import Any

_EPOCH = datetime(1970, 1, 1, tzinfo=UTC)


def from_epoch(seconds: Any) -> datetime | None:
    """The moment so many seconds after 1970, exact to the microsecond also for text; None for what is no number.

    >>> from_epoch("1704067200.000200").isoformat()
    '2024-01-01T00:00:00.000200+00:00'
    """
    try:
        whole, _, part = str(seconds).partition(".") if isinstance(seconds, str) else (seconds, "", "")
        return _EPOCH + timedelta(seconds=float(whole), microseconds=int(f"{part:0<6.6}") if part else 0)
    except (TypeError, ValueError, OverflowError):
        return None


def from_iso(text: Any, zone: tzinfo = UTC) -> datetime | None:
    """The moment an ISO 8601 text names, in `zone` when it names none; None for what is none."""
    try:
        moment = datetime.fromisoformat(text)
        return (moment if moment.tzinfo else moment.replace(tzinfo=zone)).astimezone(UTC)
    except (TypeError, ValueError, OverflowError):
        return None

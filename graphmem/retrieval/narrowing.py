"""The filter once more, for messages that no channel's own read has filtered.

Channels filter inside the store. What stands beside a hit, or states a fact whose other source passes, is found by its place, so
it is looked at when it is read.
"""

from __future__ import annotations

from collections.abc import Iterable

from graphmem.types import Filter, Message


def passes(message: Message, only: Filter) -> bool:
    """Whether session, voice and time let a message through."""
    voice = (message.speaker or message.role).casefold()
    return (
        (not only.sessions or message.session in only.sessions)
        and (not only.speakers or voice in {name.casefold() for name in only.speakers})
        and (only.since is None or only.since <= message.at)
        and (only.until is None or message.at < only.until)
    )


def places(beside: Iterable[tuple[str, int]], only: Filter) -> list[tuple[str, int]]:
    """The places to read beside hits: none where facts or kinds narrow, since a place does not tell those."""
    return [] if only.by_fact or only.kinds else list(beside)

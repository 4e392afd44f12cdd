"""Messages: appended once each, read in message order (at, session, seq)."""

from __future__ import annotations

import json
from collections.abc import Collection, Iterable, Sequence
from dataclasses import replace
from datetime import datetime

from graphmem.store.records import (
    micros,
    moment,
    read_lines,
    read_parts,
    write_json,
    write_lines,
    write_parts,
)
from graphmem.store.sqlite.scope import Row, Scope
from graphmem.types import Appended, Message, Session, Summary, TextPart, Unfolded

#: More messages than a session has.
_MANY = 2**62

_COLUMNS = "id, key, session, at, seq, role, speaker, text, parts, recorded_at, importance, metadata, utc_offset"


#: Each place is looked up by itself, whatever sessions they are of.
AT_PLACES = (
    f"WITH places (of_session, place) AS (VALUES :pairs) SELECT {_COLUMNS} FROM places CROSS JOIN messages "
    "ON ns = :ns AND session = of_session AND seq = place"
)

#: Whether so many messages come after a place in a session.
ENOUGH = (
    "SELECT count(*) FROM (SELECT 1 FROM messages WHERE ns = :ns AND session = :session AND (at, seq) > (:at, :seq) "
    "LIMIT :least)"
)

#: No message stands there: microseconds are counted from 1970, and the first year is far less than 2 ** 62 of them before it.
_BEFORE_ALL = (-(2**62), 0)

#: How most messages' metadata is written.
NO_METADATA = "{}"


def append(here: Scope, messages: Sequence[Message], *, buried: Collection[str] = ()) -> tuple[Appended, ...]:
    """Store those whose key is new and not buried, each with the next number of its session; known ones come back as stored."""
    stored = {message.key: message for message in _by_key(here, (message.key for message in messages))}
    next_seq = _next_numbers(here, (message.session for message in messages))
    result, rows = [], []
    for message in messages:
        if message.key in buried and message.key not in stored:
            result.append(Appended(message, new=False, forgotten=True))
            continue
        if new := message.key not in stored:
            stored[message.key] = replace(message, seq=next_seq[message.session])
            next_seq[message.session] += 1
            rows.append((*_row(stored[message.key]), voice(message)))
        result.append(Appended(stored[message.key], new))
    here.insert("messages", f"{_COLUMNS}, voice", rows)
    return tuple(result)


def by_id(here: Scope, ids: Iterable[str]) -> tuple[Message, ...]:
    """Those of the ids that exist, in message order."""
    found = here.rows_in(f"SELECT {_COLUMNS} FROM messages WHERE ns = :ns AND id IN (:values)", ids)
    return _in_order(found)


def at_places(here: Scope, places: Iterable[tuple[str, int]]) -> tuple[Message, ...]:
    """The messages at those places, (session, seq), that exist, in message order."""
    return _in_order(here.rows_at(AT_PLACES, places))


def ids(here: Scope, *, session: str | None, before: datetime | None) -> tuple[str, ...]:
    """Ids of all messages, or of one session's, or of those before a moment, in message order."""
    statement = "SELECT id FROM messages WHERE ns = :ns"
    if session is not None:
        statement += " AND session = :session"
    if before is not None:
        statement += " AND at < :before"
    statement += " ORDER BY at, session, seq"
    found = here.rows(statement, session=session, before=None if before is None else micros(before))
    return tuple(message_id for (message_id,) in found)


def window(
    here: Scope, session: str, *, limit: int, before: Message | None, after: tuple[datetime, int] | None
) -> tuple[Message, ...]:
    """The newest `limit` messages of a session between two places, in order."""
    statement = f"SELECT {_COLUMNS} FROM messages WHERE ns = :ns AND session = :session"
    places: dict[str, int] = {}
    if before is not None:
        statement += " AND (at, seq) < (:before_at, :before_seq)"
        places |= {"before_at": micros(before.at), "before_seq": before.seq}
    if after is not None:
        statement += " AND (at, seq) > (:after_at, :after_seq)"
        places |= {"after_at": micros(after[0]), "after_seq": after[1]}
    statement += " ORDER BY at DESC, seq DESC LIMIT :limit"
    return tuple(map(_message, reversed(here.rows(statement, session=session, limit=max(limit, 0), **places))))


def following(here: Scope, message: Message, *, limit: int) -> tuple[Message, ...]:
    """The next `limit` messages after this one in its session, in order."""
    found = here.rows(
        f"SELECT {_COLUMNS} FROM messages WHERE ns = :ns AND session = :session AND (at, seq) > (:at, :seq) "
        "ORDER BY at, seq LIMIT :limit",
        session=message.session,
        at=micros(message.at),
        seq=message.seq,
        limit=max(limit, 0),
    )
    return tuple(map(_message, found))


def sessions(here: Scope) -> tuple[Session, ...]:
    """Every session, the one last spoken in first, ties by name."""
    found = here.rows(
        "SELECT session, count(*), min(at), max(at) FROM messages WHERE ns = :ns "
        "GROUP BY session ORDER BY max(at) DESC, session"
    )
    return tuple(Session(name, count, moment(first), moment(last)) for name, count, first, last in found)


def summary(here: Scope, session: str) -> Summary | None:
    """The running summary of a session, if it has one."""
    found = here.row(
        "SELECT lines, covers_at, covers_seq FROM summaries WHERE ns = :ns AND session = :session", session=session
    )
    if found is None:
        return None
    lines, at, seq = found
    return Summary(session, read_lines(lines), (moment(at), seq))


def unfolded(here: Scope, session: str, *, least: int) -> Unfolded:
    """What there is to fold in a session: its summary, and the messages after what that covers, if they are `least` or more."""
    found = summary(here, session)
    if not _enough(here, session, found, least=least):
        return Unfolded(found)
    lines = found.lines if found else ()
    return Unfolded(
        found,
        window(here, session, limit=_MANY, before=None, after=found.covers_until if found else None),
        by_id(here, dict.fromkeys(line.message_id for line in lines if line.speaker)),
    )


def due(here: Scope, new: Iterable[Message], *, least: int) -> set[str]:
    """Those of the messages that the summary of their session covers, or after whose like so many stand that it is to be folded on."""
    found, crowded = {}, set()
    for session in dict.fromkeys(message.session for message in new):
        found[session] = summary(here, session)
        if _enough(here, session, found[session], least=least):
            crowded.add(session)
    covered = {session: one.covers_until for session, one in found.items() if one}
    return {
        message.id
        for message in new
        if message.session in crowded
        or (message.session in covered and (message.at, message.seq) <= covered[message.session])
    }


def _enough(here: Scope, session: str, found: Summary | None, *, least: int) -> bool:
    """Whether `least` messages come after what a summary covers. Counted in the index, which most calls end with."""
    at, seq = (micros(found.covers_until[0]), found.covers_until[1]) if found else _BEFORE_ALL
    [(after,)] = here.rows(ENOUGH, session=session, at=at, seq=seq, least=least)
    return bool(after >= least)


def write_summaries(here: Scope, summaries: Sequence[Summary], *, gone: Sequence[str]) -> None:
    """Replace the summaries of sessions, and remove those of the sessions `gone`."""
    here.run_in("DELETE FROM summaries WHERE ns = :ns AND session IN (:values)", gone)
    rows = (
        (each.session, write_lines(each.lines), micros(each.covers_until[0]), each.covers_until[1])
        for each in summaries
    )
    here.insert("summaries", "session, lines, covers_at, covers_seq", rows, replace=True)


def reword(here: Scope, reworded: Iterable[Message]) -> None:
    """Put other words in the place of those of messages: parts, text, speaker and metadata."""
    here.run_many(
        "UPDATE messages SET text = :text, parts = :parts, speaker = :speaker, voice = :voice, metadata = :metadata "
        "WHERE ns = :ns AND id = :id",
        (
            {
                "id": message.id,
                "text": message.text,
                "parts": _parts(message),
                "speaker": message.speaker,
                "voice": voice(message),
                "metadata": write_json(dict(message.metadata)),
            }
            for message in reworded
        ),
    )


def erase(here: Scope, ids: Iterable[str]) -> None:
    """Remove messages; what was understood of them is not here."""
    here.run_in("DELETE FROM messages WHERE ns = :ns AND id IN (:values)", ids)


def place(message: Message) -> tuple[datetime, str, int]:
    """Its place in message order."""
    return message.at, message.session, message.seq


def _in_order(rows: Iterable[Row]) -> tuple[Message, ...]:
    return tuple(sorted(map(_message, rows), key=place))


def _by_key(here: Scope, keys: Iterable[str]) -> list[Message]:
    found = here.rows_in(f"SELECT {_COLUMNS} FROM messages WHERE ns = :ns AND key IN (:values)", keys)
    return [_message(row) for row in found]


def voice(message: Message) -> str:
    """Who speaks in it, as speakers are compared."""
    return (message.speaker or message.role).casefold()


def _next_numbers(here: Scope, sessions: Iterable[str]) -> dict[str, int]:
    statement = "SELECT coalesce(max(seq), 0) + 1 FROM messages WHERE ns = :ns AND session = :session"
    return {session: here.rows(statement, session=session)[0][0] for session in dict.fromkeys(sessions)}


def _parts(message: Message) -> str | None:
    """Its parts as they are written; None where they are its text and nothing else."""
    return None if message.parts == (TextPart(message.text),) else write_parts(message.parts)


def _row(message: Message) -> Row:
    return (
        message.id,
        message.key,
        message.session,
        micros(message.at),
        message.seq,
        message.role,
        message.speaker,
        message.text,
        _parts(message),
        micros(message.recorded_at),
        message.importance,
        write_json(dict(message.metadata)) if message.metadata else NO_METADATA,
        message.utc_offset,
    )


def _message(row: Row) -> Message:
    message_id, key, session, at, seq, role, speaker, text, parts, recorded_at, importance, metadata, offset = row
    return Message(
        id=message_id,
        key=key,
        session=session,
        role=role,
        speaker=speaker,
        text=text,
        at=moment(at),
        seq=seq,
        parts=(TextPart(text),) if parts is None else read_parts(parts),
        recorded_at=moment(recorded_at),
        importance=importance,
        metadata=json.loads(metadata) if metadata != NO_METADATA else {},
        utc_offset=offset,
    )

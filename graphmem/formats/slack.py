"""Slack's export: a folder or zip with a folder of day files for each channel, and the names of everybody in `users.json`.

A channel is a session, and a thread a session of its own beside it. What people wrote counts, what Slack announces (joins, topics,
pins) does not; a bot speaks as an assistant, which cannot overrule a person. Mentions read as the names they stand for.
"""

from __future__ import annotations

import html
import json
import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import PurePosixPath
from typing import Any, BinaryIO

from graphmem.formats.documents import entries
from graphmem.formats.found import Found, Item, Problem, Told
from graphmem.formats.jsontext import LONGEST_VALUE
from graphmem.formats.times import from_epoch

DAY_FILE = re.compile(r"(?:^|/)\d{4}-\d{2}-\d{2}\.json$")
_PEOPLE = ("users.json", "org_users.json")
_PLACES = ("channels.json", "groups.json", "dms.json", "mpims.json")
_WRITTEN = frozenset({"", "thread_broadcast", "me_message", "file_share", "bot_message", "file_comment"})
_MARKUP = re.compile(r"<([^<>|]+)(?:\|([^<>]*))?>")


@dataclass(slots=True)
class Workspace:
    """Who and what the ids of an export stand for."""

    people: dict[str, str] = field(default_factory=dict)
    places: dict[str, str] = field(default_factory=dict)


def read_all(files: Mapping[str, Callable[[], BinaryIO]], tell: Callable[[str], Told]) -> Iterator[Found]:
    """The messages of all channels, each channel's in order of its days."""
    workspace = Workspace()
    for names in (_PEOPLE, _PLACES):  # people first: conversations among them are called after them
        for path in sorted(files):
            if PurePosixPath(path).name in names:
                yield from _named(files[path], PurePosixPath(path).name, workspace)
    for path in sorted(files):
        if DAY_FILE.search(path):
            told = tell(path)
            yield from _day(files[path], told, PurePosixPath(path).parent.name or told.title, workspace)


def read(open_: Callable[[], BinaryIO], told: Told) -> Iterator[Found]:
    """The messages of one day file on its own."""
    parent = told.path.resolve().parent.name if told.path else ""
    return _day(open_, told, parent or told.title, Workspace())


def _named(open_: Callable[[], BinaryIO], name: str, workspace: Workspace) -> Iterator[Problem]:
    """Learn what ids stand for; a broken list leaves ids as they are."""
    with open_() as stream:
        try:
            listed = json.loads(stream.read(LONGEST_VALUE).decode("utf-8", "replace"))
            for one in listed:
                _learn(one, workspace, people=name in _PEOPLE)
        except (AttributeError, KeyError, TypeError, ValueError, RecursionError) as error:
            yield Problem(name, f"cannot be read, so some names stay ids: {error}")


def _learn(one: Mapping[str, Any], workspace: Workspace, *, people: bool) -> None:
    if people:
        workspace.people[str(one["id"])] = _person(one.get("profile") or {}, one)
        return
    named = one.get("name") or ", ".join(workspace.people.get(id, id) for id in one.get("members", []))
    workspace.places[str(one["id"])] = str(named)


def _person(profile: Mapping[str, Any], beside: Mapping[str, Any]) -> str:
    names = (profile.get("real_name"), beside.get("real_name"), profile.get("display_name"), beside.get("name"))
    return str(next(filter(None, names), beside.get("id", "")))


def _day(open_: Callable[[], BinaryIO], told: Told, folder: str, workspace: Workspace) -> Iterator[Found]:
    place = workspace.places.get(folder, folder)
    for entry in entries(open_, told, what="message"):
        if isinstance(entry, Problem):
            yield entry
            continue
        where = f"{told.name}: message {entry.number}"
        message = entry.value
        at = from_epoch(message.get("ts")) if isinstance(message, dict) else None
        if not isinstance(message, dict) or at is None:
            yield Problem(where, 'is no message: it has no "ts", its time')
            continue
        try:
            fields = _fields(message, folder, place, workspace) if _is_written(message) else {}
        except (AttributeError, KeyError, TypeError, ValueError) as error:
            yield Problem(where, f"is not shaped as a message of Slack: {error}")
            continue
        if fields.get("content"):
            session = told.session or fields["session"]
            yield Item(where, {**fields, "session": session, "at": at}, entry.size)


def _is_written(message: Mapping[str, Any]) -> bool:
    """Whether somebody said it; joining a channel and the like is none."""
    return message.get("type", "message") == "message" and (message.get("subtype") or "") in _WRITTEN


def _fields(message: Mapping[str, Any], folder: str, place: str, workspace: Workspace) -> dict[str, Any]:
    thread = message.get("thread_ts")
    replies = thread is not None and thread != message["ts"]
    bot = message.get("subtype") == "bot_message" or bool(message.get("bot_id"))
    return {
        "role": "assistant" if bot else "user",
        "speaker": _speaker(message, workspace),
        "content": readable(str(message.get("text") or ""), workspace),
        "session": f"Slack {place}" + (f" {thread}" if replies else ""),
        "key": f"slack:{folder}:{message['ts']}",
        "metadata": {"thread": str(thread)} if thread else {},
    }


def _speaker(message: Mapping[str, Any], workspace: Workspace) -> str | None:
    user = str(message.get("user") or "")
    if user in workspace.people:
        return workspace.people[user]
    named = _person(message.get("user_profile") or message.get("bot_profile") or {}, {"name": message.get("username")})
    return named or user or None


def readable(text: str, workspace: Workspace) -> str:
    """Slack's text as people read it: mentions by name, links by label and address, entities as characters.

    >>> readable("<@U1> see <https://example.com|this> &amp; <#C1|general>", Workspace({"U1": "Ana"}))
    'Ana see this (https://example.com) & #general'
    """
    return html.unescape(_MARKUP.sub(lambda found: _meant(found[1], found[2] or "", workspace), text)).strip()


def _meant(target: str, label: str, workspace: Workspace) -> str:
    match target[0], target[1:]:
        case "@", user:
            return workspace.people.get(user) or label or user
        case "#", place:
            return "#" + (workspace.places.get(place) or label or place)
        case "!", command:
            return label or "@" + command.partition("^")[0]
    bare = target.removeprefix("mailto:")
    return f"{label} ({bare})" if label and label not in (bare, target) else bare

"""Which program wrote a file: told by what is in it, not by what it is called.

The one thing a name decides is whether a text is Markdown, and the one thing a folder decides is that Slack wrote it.
"""

from __future__ import annotations

import json
from collections.abc import Iterable

from graphmem.errors import InvalidInput
from graphmem.formats.outline import names
from graphmem.formats.slack import DAY_FILE
from graphmem.formats.whatsapp import HEAD

#: How much of a file is looked at.
LOOKED_AT = 64 * 1024

_SQLITE = b"SQLite format 3\x00"
_MARKDOWN = (".md", ".markdown", ".mdown")
_JSON = (".json", ".jsonl", ".ndjson")
_UNSEEN = str.maketrans({"\u200e": "", "\u200f": "", "\u202f": " ", "\xa0": " "})

#: Names that only one program writes, in the order they are asked for; each with and without an array around.
_TELLING: tuple[tuple[str, tuple[str, ...]], ...] = (
    ("graphmem", ("graphmem",)),
    ("chatgpt", ("mapping", "current_node")),
    ("claude", ("chat_messages",)),
    ("llamaindex", ("store", "class_name")),
    ("langchain", ("data.content", "lc", "data.type")),
    ("mem0", ("memory", "results.[].memory", "memories.[].memory", "results", "memories", "data.[].memory")),
    ("openai", ("messages",)),
    ("slack", ("ts", "client_msg_id")),
)


def detect(head: bytes, name: str) -> str:
    """The format of a file that begins so.

    Raises:
        InvalidInput: when it is none that can be read.
    """
    if head.startswith(_SQLITE):
        return "langchain"
    if b"\x00" in head:
        raise InvalidInput(f"{name} is not text, and no export that is known here")
    text = head.decode("utf-8", "replace").lstrip()
    if text.startswith(("{", "[", '"')) and (found := _json(text, name)):
        return found
    if any(HEAD.match(line.translate(_UNSEEN).strip()) for line in text.splitlines()[:40]):
        return "whatsapp"
    if name.lower().endswith(_JSON):
        return "jsonl"
    return "markdown" if name.lower().endswith(_MARKDOWN) else "text"


def _json(text: str, name: str) -> str:
    if text.startswith('"'):
        return "llamaindex" if '"store' in text.replace("\\", "") else ""
    found = names(text)
    found |= {path.removeprefix("[].") for path in found}
    for format_, telling in _TELLING:
        if not found.isdisjoint(telling):
            return format_
    if text.startswith("{"):
        return "jsonl"
    if "role" in found or "content" in found or name.lower().endswith(_JSON):
        return "openai"
    return ""  # a text that begins with a bracket


def is_slack(paths: Iterable[str]) -> bool:
    """Whether these are the files of a Slack export."""
    listed = list(paths)
    days = any(DAY_FILE.search(path) and "/" in path for path in listed)
    return days and any(path.rpartition("/")[2] in ("users.json", "org_users.json", "channels.json") for path in listed)


def chosen(paths: Iterable[str]) -> list[str]:
    """The files of a folder or zip that hold messages.

    An export of chats is itself, not what lies beside it; else everything that can be text or a database counts.
    """
    listed = sorted(path for path in paths if not any(part.startswith((".", "__MACOSX")) for part in path.split("/")))
    for is_it in (_is_conversations, _is_chat):
        if found := [path for path in listed if is_it(path.rpartition("/")[2])]:
            return found
    return [
        path for path in listed if path.lower().endswith((*_MARKDOWN, *_JSON, ".txt", ".db", ".sqlite", ".sqlite3"))
    ]


def _is_conversations(name: str) -> bool:
    return name.startswith("conversations") and name.endswith(".json")


def _is_chat(name: str) -> bool:
    return name == "_chat.txt" or (name.startswith("WhatsApp Chat") and name.endswith(".txt"))


def told_by_header(line: str) -> bool:
    """Whether a line is the header of graphmem's own export."""
    try:
        header = json.loads(line)
    except (ValueError, RecursionError):
        return False
    return isinstance(header, dict) and "graphmem" in header

"""A small file of each format, for what must hold of all of them."""

from __future__ import annotations

import json

from tests.formats.test_chatgpt import TRIP
from tests.formats.test_claude import conversation, said
from tests.formats.test_notes import NOTE
from tests.formats.test_slack import DAY
from tests.formats.test_stores import MEMORY, human
from tests.formats.test_whatsapp import ANDROID, IOS

TALK = [{"role": "user", "content": "I live in Lisbon."}, {"role": "assistant", "content": "Lovely."}]
STORE = {
    "store": {"ada": [{"role": "user", "content": "Hi.", "additional_kwargs": {}}] * 2},
    "class_name": "SimpleChatStore",
}


def _lines(*rows: object) -> str:
    return "".join(json.dumps(row) + "\n" for row in rows)


SAMPLES: dict[str, tuple[str, str]] = {
    "jsonl": (
        "a.jsonl",
        _lines({"content": "a"}, {"content": "a"}, {"content": "b", "at": "2024-03-04"}, {"content": "c", "key": "k"}),
    ),
    "openai": ("a.json", json.dumps(TALK)),
    "rows": ("train.jsonl", _lines({"messages": TALK}, {"messages": TALK})),
    "chatgpt": ("conversations.json", json.dumps([TRIP], indent=1)),
    "claude": (
        "conversations.json",
        json.dumps([conversation(said(1, "human", "Hi."), said(2, "assistant", "Hello."))]),
    ),
    "langchain": ("history.json", json.dumps([human("I live in Lisbon."), human("I live in Lisbon.")])),
    "llamaindex": ("chat_store.json", json.dumps(STORE)),
    "mem0": ("mem0.json", json.dumps({"results": [MEMORY, MEMORY | {"id": "9"}]})),
    "markdown": ("a.md", NOTE),
    "text": ("a.txt", "One.\n\nTwo.\nThree.\n\nOne.\n"),
    "android": ("WhatsApp Chat with Ana.txt", ANDROID),
    "ios": ("_chat.txt", IOS),
    "slack": ("2024-03-04.json", json.dumps(DAY)),
}

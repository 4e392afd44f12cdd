"""Claude's export: messages in order, with the tools an answer used among its words."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from tests.formats.reads import good, messages, problems, read, write_json


def said(number: int, sender: str, text: str, **beside: Any) -> dict[str, Any]:
    """A message as the export writes it."""
    time = f"2024-03-04T18:05:{number:02d}.123456Z"
    block = {"start_timestamp": time, "stop_timestamp": time, "type": "text", "text": text, "citations": []}
    return {
        "uuid": f"m-{number}",
        "text": text,
        "content": [block],
        "sender": sender,
        "created_at": time,
        "updated_at": time,
        "attachments": [],
        "files": [],
        **beside,
    }


def conversation(*chat_messages: Any) -> dict[str, Any]:
    """A conversation of these messages."""
    return {
        "uuid": "c-1",
        "name": "Trip",
        "summary": "",
        "created_at": "2024-03-04T18:05:00.000000Z",
        "updated_at": "2024-03-04T18:06:00.000000Z",
        "account": {"uuid": "u-1"},
        "chat_messages": list(chat_messages),
    }


def test_messages_are_read_in_order(tmp_path: Path) -> None:
    """With their times and ids; of attachments the names are kept."""
    attached = said(
        1, "human", "I moved to Lisbon.", attachments=[{"file_name": "lease.txt", "extracted_content": "I, Bob"}]
    )
    path = write_json(
        tmp_path / "conversations.json", [conversation(attached, said(2, "assistant", "Congratulations!"))]
    )

    title, _ = read(path)
    first, second = messages(path)

    assert title == "Claude export"
    assert (first["role"], first["content"], first["session"], first["key"]) == (
        "user",
        "I moved to Lisbon.",
        "claude:c-1",
        "claude:m-1",
    )
    assert first["at"].isoformat() == "2024-03-04T18:05:01.123456+00:00"
    assert first["metadata"] == {"title": "Trip", "files": "lease.txt"}
    assert (second["role"], second["metadata"]) == ("assistant", {"title": "Trip"})


def test_tools_among_the_words_become_messages(tmp_path: Path) -> None:
    """Words and call, the result, and the words after it; thinking was not said."""
    blocks = [
        {"type": "thinking", "thinking": "Hm."},
        {"type": "text", "text": "Let me look."},
        {"type": "tool_use", "id": "t-1", "name": "web_search", "input": {"query": "Lisbon"}},
        {
            "type": "tool_result",
            "tool_use_id": "t-1",
            "content": [{"type": "text", "text": "Sunny"}],
            "is_error": False,
        },
        {"type": "text", "text": "It is sunny."},
    ]

    call, result, words = messages(
        write_json(tmp_path / "conversations.json", [conversation(said(1, "assistant", "", content=blocks))])
    )

    assert (call["content"], call["tool_calls"][0]["function"]["name"]) == ("Let me look.", "web_search")
    assert (result["role"], result["content"], result["tool_call_id"]) == ("tool", "Sunny", "t-1")
    assert words["content"] == "It is sunny."
    assert [one["key"] for one in (call, result, words)] == ["claude:m-1", "claude:m-1:1", "claude:m-1:2"]


def test_an_older_export_without_blocks_is_read(tmp_path: Path) -> None:
    """It has the text alone; a message without any is none."""
    old, empty = said(1, "human", "I live in Lisbon."), said(2, "human", "")
    del old["content"]

    assert [one["content"] for one in messages(write_json(tmp_path / "c.json", conversation(old, empty)))] == [
        "I live in Lisbon."
    ]


def test_of_branches_the_last_counts(tmp_path: Path) -> None:
    """Where messages name their parents."""
    root, first, again, answer = (
        said(1, "human", "Hi.", parent_message_uuid="0"),
        said(2, "assistant", "Hello.", parent_message_uuid="m-1"),
        said(3, "assistant", "Hello again.", parent_message_uuid="m-1"),
        said(4, "human", "Bye.", parent_message_uuid="m-3"),
    )

    found = messages(write_json(tmp_path / "c.json", [conversation(root, first, again, answer)]))

    assert [one["content"] for one in found] == ["Hi.", "Hello again.", "Bye."]


def test_a_message_of_another_shape_is_named(tmp_path: Path) -> None:
    """And the others count; a conversation without messages is named too."""
    path = write_json(
        tmp_path / "c.json",
        [conversation({"sender": "king"}, said(2, "human", "Hi.")), {"uuid": "c-2", "chat_messages": None}],
    )

    _, found = read(path)

    assert [where for where, _ in problems(found)] == ["c.json: conversation 1, message 1", "c.json: conversation 2"]
    assert good(found) == ["Hi."]

"""ChatGPT's export: the branch a conversation ended on, with its times, images and tools."""

from __future__ import annotations

import zipfile
from pathlib import Path
from typing import Any

from tests.formats.reads import good, messages, problems, read, write_json


def node(name: str, parent: str | None, message: dict[str, Any] | None, *children: str) -> dict[str, Any]:
    """One node of the tree."""
    return {name: {"id": name, "message": message, "parent": parent, "children": list(children)}}


def said(name: str, role: str, *parts: Any, at: float | None = 1709575512.25, **beside: Any) -> dict[str, Any]:
    """A message as the export writes it."""
    kind = "text" if all(isinstance(part, str) for part in parts) else "multimodal_text"
    return {
        "id": name,
        "author": {"role": role, "name": None, "metadata": {}},
        "create_time": at,
        "update_time": None,
        "content": {"content_type": kind, "parts": list(parts)},
        "status": "finished_successfully",
        "end_turn": True,
        "weight": 1.0,
        "metadata": {},
        "recipient": "all",
        "channel": None,
        **beside,
    }


def conversation(current: str | None, *nodes: dict[str, Any]) -> dict[str, Any]:
    """A conversation of these nodes."""
    return {
        "title": "Trip",
        "create_time": 1709575500.5,
        "update_time": 1709575600.5,
        "mapping": {name: value for one in nodes for name, value in one.items()},
        "moderation_results": [],
        "current_node": current,
        "plugin_ids": None,
        "conversation_id": "c-1",
        "id": "c-1",
    }


TRIP = conversation(
    "d",
    node("root", None, None, "s"),
    node("s", "root", said("s", "system", "", metadata={"is_visually_hidden_from_conversation": True}), "a", "a2"),
    node("a", "s", said("a", "user", "My sister Ana lives in Porto."), "b"),
    node("b", "a", said("b", "assistant", "Noted.")),
    node("a2", "s", said("a2", "user", "My sister Ana lives in Lisbon.", at=1709575513.0), "c"),
    node("c", "a2", said("c", "assistant", "Lisbon, then."), "d"),
    node(
        "d",
        "c",
        said(
            "d", "user", {"content_type": "image_asset_pointer", "asset_pointer": "file-service://f1"}, "Here she is."
        ),
    ),
)


def test_only_the_branch_it_ended_on_is_read(tmp_path: Path) -> None:
    """A question that was asked anew replaces the first; hidden and empty messages are none."""
    path = write_json(tmp_path / "conversations.json", [TRIP])

    found = messages(path)

    assert [one["content"] for one in found[:2]] == ["My sister Ana lives in Lisbon.", "Lisbon, then."]
    assert [one["role"] for one in found] == ["user", "assistant", "user"]
    assert found[0]["at"].isoformat() == "2024-03-04T18:05:13+00:00"
    assert found[1]["at"].microsecond == 250_000
    assert {(one["session"], one["metadata"]["title"]) for one in found} == {("chatgpt:c-1", "Trip")}
    assert [one["key"] for one in found] == ["chatgpt:a2", "chatgpt:c", "chatgpt:d"]


def test_images_are_kept_by_their_pointer(tmp_path: Path) -> None:
    """Beside the words that came with them."""
    *_, last = messages(write_json(tmp_path / "conversations.json", [TRIP]))

    assert last["content"] == [
        {"type": "image_url", "image_url": {"url": "file-service://f1"}},
        {"type": "text", "text": "Here she is."},
    ]


def test_without_a_current_node_the_last_leaf_counts(tmp_path: Path) -> None:
    """And a circle of parents is walked once."""
    looped = conversation(
        "gone", node("x", "y", said("x", "user", "Hi."), "y"), node("y", "x", said("y", "assistant", "Hello."))
    )

    assert [one["content"] for one in messages(write_json(tmp_path / "c.json", [TRIP | {"current_node": None}]))][
        :1
    ] == ["My sister Ana lives in Lisbon."]
    assert [one["content"] for one in messages(write_json(tmp_path / "d.json", [looped]))] == ["Hi.", "Hello."]


def test_calls_and_what_tools_answered_belong_together(tmp_path: Path) -> None:
    """Code for the interpreter is a call; thoughts were not said."""
    code = said("b", "assistant", recipient="python") | {
        "content": {"content_type": "code", "language": "python", "text": "1+1"}
    }
    output = said("c", "tool") | {"content": {"content_type": "execution_output", "text": "2"}}
    thoughts = said("t", "assistant") | {
        "content": {"content_type": "thoughts", "thoughts": [{"summary": "s", "content": "c"}]}
    }
    talk = conversation(
        "d",
        node("a", None, said("a", "user", "1+1?"), "t"),
        node("t", "a", thoughts, "b"),
        node("b", "t", code, "c"),
        node("c", "b", output, "d"),
        node("d", "c", said("d", "assistant", "Two.")),
    )

    asked, call, answer, told = messages(write_json(tmp_path / "conversations.json", [talk]))

    assert call["tool_calls"][0]["function"] == {"name": "python", "arguments": '{"input": "1+1"}'}
    assert (answer["role"], answer["content"], answer["tool_call_id"]) == ("tool", "2", call["tool_calls"][0]["id"])
    assert (asked["content"], told["content"]) == ("1+1?", "Two.")


def test_spoken_words_are_read(tmp_path: Path) -> None:
    """Voice conversations hold transcriptions beside pointers to sound."""
    spoken = said(
        "a",
        "user",
        {"content_type": "audio_transcription", "text": "I live in Lisbon.", "direction": "in"},
        {"content_type": "real_time_user_audio_video_asset_pointer", "audio_asset_pointer": {}},
    )

    (found,) = messages(write_json(tmp_path / "conversations.json", [conversation("a", node("a", None, spoken))]))

    assert found["content"] == "I live in Lisbon."


def test_the_zip_it_comes_in_is_read(tmp_path: Path) -> None:
    """Only the conversations of it, in as many files as there are."""
    with zipfile.ZipFile(tmp_path / "export.zip", "w") as archive:
        write_json(tmp_path / "c0", [TRIP])
        write_json(tmp_path / "c1", [TRIP | {"conversation_id": "c-2"}])
        archive.write(tmp_path / "c0", "conversations-000.json")
        archive.write(tmp_path / "c1", "conversations-001.json")
        archive.writestr("user.json", '{"id": "user-1", "email": "ada@example.com"}')
        archive.writestr("chat.html", "<html>")

    title, found = read(tmp_path / "export.zip")

    assert title == "ChatGPT export"
    assert (len(good(found)), problems(found)) == (6, [])


def test_a_conversation_of_another_shape_is_named_and_the_others_count(tmp_path: Path) -> None:
    """By its number."""
    broken = [3, {"title": "?", "mapping": []}, {"mapping": {"a": 7}, "current_node": "a"}, TRIP]

    _, found = read(write_json(tmp_path / "conversations.json", broken), format="chatgpt")

    assert [where for where, _ in problems(found)] == [
        f"conversations.json: conversation {number}" for number in (1, 2, 3)
    ]
    assert len(good(found)) == 3

"""What agent frameworks keep: LangChain's messages, LlamaIndex's chat store, mem0's memories, and lists for chat endpoints."""

from __future__ import annotations

import json
import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from graphmem.errors import InvalidInput
from tests.formats.reads import good, messages, problems, read, write_json

CALL = {"id": "c1", "type": "function", "function": {"name": "weather", "arguments": '{"city": "Lisbon"}'}}


def human(content: Any, **data: Any) -> dict[str, Any]:
    """A message as `messages_to_dict` writes it."""
    beside: dict[str, Any] = {
        "additional_kwargs": {},
        "response_metadata": {},
        "type": "human",
        "name": None,
        "id": None,
        "example": False,
    }
    return {"type": "human", "data": {"content": content, **beside, **data}}


def test_an_openai_list_is_read_with_its_calls(tmp_path: Path) -> None:
    """As it was sent to the endpoint."""
    talk = [
        {"role": "developer", "content": "Be brief."},
        {"role": "user", "content": [{"type": "text", "text": "Weather?"}]},
        {"role": "assistant", "content": None, "refusal": None, "tool_calls": [CALL]},
        {"role": "tool", "content": "Sunny", "tool_call_id": "c1"},
    ]
    bare, wrapped = (
        write_json(tmp_path / "trip.json", talk),
        write_json(tmp_path / "w.json", {"model": "m", "messages": talk}),
    )

    found = messages(bare)

    assert read(bare)[0] == read(wrapped)[0] == "OpenAI chat messages"
    assert [one["role"] for one in found] == ["developer", "user", "assistant", "tool"]
    assert found[2]["tool_calls"] == [CALL]
    assert {one["session"] for one in found} == {"trip"}
    assert len(messages(wrapped)) == 4


def test_a_list_that_grew_keeps_its_keys(tmp_path: Path) -> None:
    """Equal messages of it are different ones."""
    talk = [{"role": "user", "content": "Ok"}, {"role": "user", "content": "Ok"}]

    before = [one["key"] for one in messages(write_json(tmp_path / "t.json", talk))]
    after = [
        one["key"] for one in messages(write_json(tmp_path / "t.json", [*talk, {"role": "user", "content": "Ok"}]))
    ]

    assert after[:2] == before
    assert len(set(after)) == 3


def test_each_row_for_fine_tuning_is_a_conversation(tmp_path: Path) -> None:
    """A broken row is named, and the rows after it count."""
    row = json.dumps({"messages": [{"role": "system", "content": "Be brief."}, {"role": "user", "content": "Hi."}]})
    (tmp_path / "train.jsonl").write_text(f'{row}\n{row[:-9]}\n{row}\n{{"messages": 3}}\n', encoding="utf-8")

    title, found = read(tmp_path / "train.jsonl")

    assert title == "OpenAI chat messages"
    assert good(found) == ["Be brief.", "Hi."] * 2
    assert [where for where, _ in problems(found)] == ["train.jsonl:2", "train.jsonl:4"]


def test_a_langchain_file_is_read(tmp_path: Path) -> None:
    """People, answers, calls and their results."""
    answer = {
        "type": "ai",
        "data": {
            "content": "",
            "tool_calls": [{"name": "weather", "args": {"city": "Lisbon"}, "id": "c1", "type": "tool_call"}],
        },
    }
    result = {"type": "tool", "data": {"content": "Sunny", "tool_call_id": "c1", "name": "weather"}}
    path = write_json(tmp_path / "history.json", [human("I live in Lisbon.", name="Ada"), answer, result])

    title, _ = read(path)
    said, call, told = messages(path)

    assert title == "LangChain messages"
    assert (said["role"], said["content"], said["speaker"], said["session"]) == (
        "user",
        "I live in Lisbon.",
        "Ada",
        "history",
    )
    assert call["tool_calls"][0]["function"] == {"name": "weather", "arguments": '{"city": "Lisbon"}'}
    assert (told["role"], told["tool_call_id"], "speaker" in told) == ("tool", "c1", False)


def test_what_langchain_dumps_is_read(tmp_path: Path) -> None:
    """There the class names the role."""
    dumped = {
        "lc": 1,
        "type": "constructor",
        "id": ["langchain", "schema", "messages", "AIMessageChunk"],
        "kwargs": {"content": "Hi."},
    }

    (found,) = messages(write_json(tmp_path / "dump.json", [dumped]))

    assert (found["role"], found["content"]) == ("assistant", "Hi.")


def test_a_langchain_table_is_read_by_session(tmp_path: Path) -> None:
    """In the order of its rows; a broken row is named, and the database is not written to."""
    with closing(sqlite3.connect(tmp_path / "memory.db")) as db:
        db.execute("CREATE TABLE message_store (id INTEGER PRIMARY KEY, session_id TEXT, message TEXT)")
        rows = [("s1", json.dumps(human("I live in Lisbon."))), ("s2", "{"), ("s1", json.dumps(human("I like jazz.")))]
        db.executemany("INSERT INTO message_store (session_id, message) VALUES (?, ?)", rows)
        db.commit()
    before = (tmp_path / "memory.db").read_bytes()

    title, found = read(tmp_path / "memory.db")

    assert title == "LangChain messages"
    assert good(found) == ["I live in Lisbon.", "I like jazz."]
    assert [where for where, _ in problems(found)] == ["memory.db: message_store row 2"]
    assert (tmp_path / "memory.db").read_bytes() == before


def test_another_database_is_refused(tmp_path: Path) -> None:
    """With what was looked for."""
    with closing(sqlite3.connect(tmp_path / "other.db")) as db:
        db.execute("CREATE TABLE t (a)")

    with pytest.raises(InvalidInput, match="without a table of messages"):
        read(tmp_path / "other.db")


def test_a_llamaindex_store_is_read_list_by_list(tmp_path: Path) -> None:
    """Messages of blocks, and of content as older versions wrote them."""
    new = {"role": "user", "additional_kwargs": {}, "blocks": [{"block_type": "text", "text": "I live in Lisbon."}]}
    old = {"role": "assistant", "content": "Lovely.", "additional_kwargs": {}}
    call = {"role": "assistant", "additional_kwargs": {"tool_calls": [CALL]}, "blocks": []}
    path = write_json(
        tmp_path / "chat_store.json",
        {"store": {"ada": [new, old, call], "bob": [new]}, "class_name": "SimpleChatStore"},
    )

    title, _ = read(path)
    found = messages(path)

    assert title == "LlamaIndex chat store"
    assert [(one["session"], one["role"]) for one in found] == [
        ("ada", "user"),
        ("ada", "assistant"),
        ("ada", "assistant"),
        ("bob", "user"),
    ]
    assert (found[0]["content"], found[1]["content"], found[2]["tool_calls"]) == (
        "I live in Lisbon.",
        "Lovely.",
        [CALL],
    )
    assert len({one["key"] for one in found}) == 4


def test_a_llamaindex_store_written_as_one_text_is_read(tmp_path: Path) -> None:
    """As versions before 0.11 did."""
    inside = json.dumps({"store": {"ada": [{"role": "user", "content": "Hi.", "additional_kwargs": {}}]}})

    assert [one["content"] for one in messages(write_json(tmp_path / "chat_store.json", inside))] == ["Hi."]


MEMORY = {
    "id": "8f5",
    "memory": "Lives in Lisbon",
    "hash": "d6",
    "metadata": None,
    "created_at": "2024-07-20T01:30:36.275141-07:00",
    "updated_at": None,
    "user_id": "ada",
    "categories": ["personal_details"],
}


@pytest.mark.parametrize("wrap", [lambda each: {"results": each}, lambda each: {"memories": each}, list])
def test_a_memory_of_mem0_is_said_on_its_day(tmp_path: Path, wrap: Any) -> None:
    """By the user it is filed under; of another user none are taken."""
    path = write_json(tmp_path / "mem0.json", wrap([MEMORY, MEMORY | {"id": "9", "user_id": "bob"}, {"id": "7"}]))

    title, found = read(path)

    (first,) = [one.fields for one in found if hasattr(one, "fields")]
    assert title == "mem0 memories"
    assert (first["role"], first["content"], first["session"], first["key"]) == (
        "user",
        "Lives in Lisbon",
        "mem0",
        "mem0:8f5",
    )
    assert first["at"].isoformat() == "2024-07-20T08:30:36.275141+00:00"
    assert first["metadata"] == {"user_id": "ada", "categories": "personal_details"}
    assert [where for where, _ in problems(found)] == ["mem0.json: memory 2", "mem0.json: memory 3"]

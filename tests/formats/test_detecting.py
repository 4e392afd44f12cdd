"""What a file is taken for, by what is in it, wherever it comes from and whatever it is called."""

from __future__ import annotations

import gzip
import io
import json
import zipfile
from contextlib import ExitStack
from pathlib import Path
from typing import Any, BinaryIO, cast

import pytest
from hypothesis import given
from hypothesis import strategies as st

from graphmem.errors import InvalidInput
from graphmem.formats.detecting import detect
from graphmem.formats.found import Item
from graphmem.formats.outline import names
from graphmem.formats.reading import READERS, Wishes, open_messages
from graphmem.formats.sources import piped
from tests.formats.reads import good, messages, problems, read, write_json

ROW = '{"role": "user", "content": "I live in Lisbon."}\n'


@pytest.mark.parametrize(
    ("text", "name", "format_"),
    [
        (ROW, "a.jsonl", "jsonl"),
        (ROW, "a.txt", "jsonl"),
        ("{", "a.jsonl", "jsonl"),
        ("oops\n" + ROW, "a.jsonl", "jsonl"),
        ('{"content": "My \\"mapping\\": old", "metadata": {"mapping": "x", "memory": "y"}}', "a", "jsonl"),
        ("[" + ROW + "]", "a.json", "openai"),
        ('{"messages": [' + ROW + "]}", "a.json", "openai"),
        ('[{"title": "T", "create_time": 1.0, "mapping": {"', "a.json", "chatgpt"),
        ('{"title": "T", "mapping": {}}', "a.json", "chatgpt"),
        ('[{"uuid": "u", "name": "", "chat_messages": [', "a.json", "claude"),
        ('[{"type": "human", "data": {"content": "x"}}]', "a.json", "langchain"),
        ('{"store": {"a": []}, "class_name": "SimpleChatStore"}', "a.json", "llamaindex"),
        ('"{\\"store\\": {}}"', "a.json", "llamaindex"),
        ('{"results": [{"id": "1", "memory": "x"}]}', "a.json", "mem0"),
        ('[{"id": "1", "memory": "x"}]', "a.json", "mem0"),
        ('[{"type": "message", "ts": "1.2", "text": "x"}]', "a.json", "slack"),
        ('{"graphmem": "export", "version": 1}', "a", "graphmem"),
        ("04/03/2024, 18:05 - Ana: Hi", "a.md", "whatsapp"),
        ("\u200e[3/4/24, 6:05:12\u202fPM] Ana: Hi", "_chat.txt", "whatsapp"),
        ("# Lisbon\n\nHi", "a.md", "markdown"),
        ("Hi", "a.txt", "text"),
        ("[sic] a note", "a.txt", "text"),
        ("", "a.txt", "text"),
    ],
)
def test_a_format_is_told_by_content(text: str, name: str, format_: str) -> None:
    """Its name only tells Markdown from plain text, and broken JSON from prose."""
    assert detect(text.encode(), name) == format_


def test_what_is_no_text_is_refused() -> None:
    """A picture, say."""
    with pytest.raises(InvalidInput, match=r"a\.png is not text"):
        detect(b"\x89PNG\r\n\x1a\n\x00\x00", "a.png")


@given(st.text(max_size=200))
def test_no_beginning_is_too_strange(text: str) -> None:
    """Everything that is text is something."""
    if "\x00" not in text:
        assert detect(text.encode("utf-8", "replace"), "a") in {*READERS, "graphmem"}


def test_names_are_those_of_the_first_entry() -> None:
    """Words in values are none."""
    assert names('[{"a": "x: {", "b": [{"c": 1}]}, {"d": 2}]') == {"[].a", "[].b", "[].b.[].c", "[].d"}
    assert names('{"a": 1}\n{"b": 2}') == {"a"}


@pytest.mark.parametrize("encoding", ["utf-8-sig", "utf-16", "utf-32"])
def test_an_encoding_with_a_mark_is_read(tmp_path: Path, encoding: str) -> None:
    """Windows writes such files."""
    for name, text in {"a.jsonl": ROW, "a.md": "# Olá\n\nSão Paulo.", "a.json": "[" + ROW + "]"}.items():
        (tmp_path / name).write_text(text, encoding=encoding)

        title, found = read(tmp_path / name)

        assert problems(found) == []
        assert good(found) == (["# Olá\n\nSão Paulo."] if name == "a.md" else ["I live in Lisbon."])
        assert title != "plain text"


def test_an_encoding_that_does_not_exist_is_refused(tmp_path: Path) -> None:
    """With some that do."""
    (tmp_path / "a.jsonl").write_text(ROW, encoding="utf-8")

    with pytest.raises(InvalidInput, match="there is no encoding 'klingon'; try utf-8"):
        read(tmp_path / "a.jsonl", encoding="klingon")


def test_bytes_that_are_not_utf8_spoil_only_their_message(tmp_path: Path) -> None:
    """In a document too."""
    (tmp_path / "a.json").write_bytes(b'[{"role": "user", "content": "caf\xe9"}, {"role": "user", "content": "tea"}]')

    _, found = read(tmp_path / "a.json")

    assert good(found) == ["tea"]
    assert problems(found)[0][0] == "a.json: message 1"
    assert "holds the byte 0xe9" in problems(found)[0][1]


def test_a_format_can_be_told(tmp_path: Path) -> None:
    """Whatever the content looks like."""
    (tmp_path / "a.txt").write_text("04/03/2024, 18:05 - Ana: Hi", encoding="utf-8")

    assert read(tmp_path / "a.txt", format="text")[0] == "plain text"


def test_what_is_packed_is_unpacked(tmp_path: Path) -> None:
    """Gzip, and a zip with several formats."""
    (tmp_path / "a.jsonl.gz").write_bytes(gzip.compress(ROW.encode()))
    with zipfile.ZipFile(tmp_path / "b.zip", "w") as archive:
        archive.writestr("x/a.jsonl", ROW)
        archive.writestr("x/b.md", "Hi.")
        archive.writestr("__MACOSX/x/._b.md", "?")

    assert [one["content"] for one in messages(tmp_path / "a.jsonl.gz")] == ["I live in Lisbon."]
    title, found = read(tmp_path / "b.zip")
    assert (title, good(found)) == ("JSON Lines and Markdown notes", ["I live in Lisbon.", "Hi."])


@pytest.mark.parametrize("name", ["a.zip", "a.jsonl.gz"])
def test_a_package_that_is_cut_off_is_refused(tmp_path: Path, name: str) -> None:
    """In words."""
    whole = io.BytesIO()
    with zipfile.ZipFile(whole, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("a.jsonl", ROW * 1000)
    packed = bytearray(whole.getvalue() if name == "a.zip" else gzip.compress((ROW * 1000).encode()))
    packed[60:70] = b"0123456789"
    (tmp_path / name).write_bytes(packed)

    with pytest.raises(InvalidInput, match=f"{name} cannot be unpacked"):
        read(tmp_path / name)


def test_a_folder_without_anything_to_read_is_refused(tmp_path: Path) -> None:
    """By its name."""
    (tmp_path / "a.png").write_bytes(b"\x89PNG")

    with pytest.raises(InvalidInput, match="holds no file that can be imported"):
        read(tmp_path)


def through_a_pipe(raw: bytes) -> tuple[str, list[Any]]:
    """What comes of the bytes when they can be read once."""
    with ExitStack() as stack:
        found = open_messages(piped(cast("BinaryIO", io.BytesIO(raw))), Wishes(), stack)
        return found.title, [one.fields["content"] for one in found.found if isinstance(one, Item)]


def test_every_format_can_come_through_a_pipe() -> None:
    """Those that are read twice are kept meanwhile."""
    assert through_a_pipe(ROW.encode()) == ("JSON Lines", ["I live in Lisbon."])
    assert through_a_pipe(b"04/03/2024, 18:05 - Ana: Hi") == ("WhatsApp chat", ["Hi"])
    assert through_a_pipe(("[" + ROW + "]").encode("utf-16")) == ("OpenAI chat messages", ["I live in Lisbon."])


def test_files_of_a_folder_count_once_in_what_is_done(tmp_path: Path) -> None:
    """A program that draws a bar wants the size of what is read."""
    write_json(tmp_path / "a.json", [json.loads(ROW)])
    from graphmem.formats.sources import opened

    with opened(tmp_path) as source, ExitStack() as stack:
        list(open_messages(source, Wishes(), stack).found)

        assert source.size == (tmp_path / "a.json").stat().st_size
        assert source.done >= source.size

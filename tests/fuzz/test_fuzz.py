"""Whatever comes in, from a file, a program or a model: it is taken, or refused with an error of graphmem's own, and nothing else happens."""

from __future__ import annotations

import gzip
import io
import json
import zipfile
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from datetime import UTC, datetime
from pathlib import Path
from random import Random
from typing import Any

import pytest

from graphmem.errors import GraphmemError, InvalidInput
from graphmem.extraction.llm.extractor import LLMExtractor
from graphmem.formats.found import Found, Item, Problem
from graphmem.formats.reading import READERS, Wishes, open_messages
from graphmem.formats.sources import opened, piped
from graphmem.mcp.offered import Offered
from graphmem.memory.incoming import incoming, message
from graphmem.memory.memory import Memory
from graphmem.privacy.redacting import Redactor
from graphmem.testing import FixedClock, PlainExtractor, story
from graphmem.tools import Tools
from tests.extraction.llm.scripted import Scripted, turns
from tests.formats.samples import SAMPLES
from tests.fuzz.mutating import cases, hostile, moment, mutated, mutated_json
from tests.memory.test_mutated_replies import SAID, sound

NOW = datetime(2024, 6, 3, tzinfo=UTC)
ROLES = ("user", "assistant", "system", "tool", "developer", "")
TOLD = {"subject": "Ana", "predicate": "lives_in", "object": "Lisbon", "start": "2024-05"}


@contextmanager
def number(case: int) -> Iterator[None]:
    """What goes wrong is told with the number of its case, which repeats it."""
    try:
        yield
    except BaseException as error:
        error.add_note(f"case {case}")
        raise


def a_memory() -> Memory:
    """One that costs little."""
    return Memory.open(
        "sqlite:///:memory:", namespace="ada", extractor=PlainExtractor(), embedder="none", clock=FixedClock(NOW)
    )


def exported() -> bytes:
    """An export of graphmem's own."""
    with a_memory() as memory:
        memory.remember_many(list(story())[:4])
        memory.remember_fact("Ana", "lives_in", "Lisbon")
        written = io.StringIO()
        memory.export(written)
    return written.getvalue().encode()


@pytest.fixture(scope="module")
def files() -> list[tuple[str, bytes]]:
    """A file of each format, and some that are packed."""
    plain = [(name, text.encode()) for name, text in SAMPLES.values()]
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w") as archive:
        archive.writestr("users.json", "[]")
        archive.writestr("general/2024-03-04.json", SAMPLES["slack"][1])
    own = ("export.jsonl", exported())
    return [*plain, own, ("chat.json.gz", gzip.compress(plain[1][1], mtime=0)), ("slack.zip", packed.getvalue())]


def test_any_file_is_read_or_refused(files: list[tuple[str, bytes]], tmp_path: Path) -> None:
    """Detected or named, from a path or a pipe: each place is a message or a problem, and each message one that can be checked."""
    seen = {"items": 0, "problems": 0, "refused": 0}
    for case, by in cases(1500):
        name, data = by.choice(files)
        broken = mutated(data, by)
        wishes = Wishes(
            by.choice((None, None, *READERS)),
            by.choice((None, "s1")),
            by.choice((None, None, "utf-8", "utf-16", "latin-1")),
        )
        path = tmp_path / name
        path.write_bytes(broken)
        with number(case):
            try:
                found = read(broken if by.random() < 0.3 else path, wishes)
            except GraphmemError:
                seen["refused"] += 1
                continue
            assert all(isinstance(one, Problem) or is_checked(one) for one in found)
            seen["problems"] += sum(isinstance(one, Problem) for one in found)
            seen["items"] += sum(isinstance(one, Item) for one in found)

    assert all(count > 50 for count in seen.values())


def read(source: Path | bytes, wishes: Wishes) -> list[Found]:
    """All that is found in a file, or in what comes through a pipe."""
    with ExitStack() as stack:
        where = piped(io.BytesIO(source)) if isinstance(source, bytes) else stack.enter_context(opened(source))
        return list(open_messages(where, wishes, stack).found)


def is_checked(item: Item) -> bool:
    """Whether a message that a reader found is one, or is refused as one."""
    try:
        given = incoming(Redactor().message({key: value for key, value in item.fields.items() if key != "fact"}))
        message(given, salt=b"salt", now=NOW, fresh="1")
    except InvalidInput as error:
        return bool(str(error))
    return True


def test_any_file_is_imported_or_refused(files: list[tuple[str, bytes]], tmp_path: Path) -> None:
    """What was taken in is there, is not taken in twice, and leaves a memory that works."""
    for case, by in cases(60, seed=10_000):
        name, data = by.choice(files)
        path = tmp_path / name
        path.write_bytes(mutated(data, by))
        with number(case), a_memory() as memory:
            try:
                receipt = memory.import_(path)
                again = memory.import_(path)
            except InvalidInput:
                continue
            assert memory.status().messages == receipt.new
            assert (again.new, again.known, again.bad) == (0, receipt.new + receipt.known, receipt.bad)
            assert all(finding.good for finding in memory.check() if finding.about not in ("queue", "clock"))


def test_any_message_is_kept_or_refused() -> None:
    """Whatever is given to remember, what was kept can be recalled, handed over and exported into an equal memory."""
    kept = refused = 0
    with a_memory() as memory:
        for case, by in cases(900, seed=20_000):
            with number(case):
                try:
                    kept += len(memory.remember_many([fields(by)]))
                except InvalidInput:
                    refused += 1
                if case % 100 == 0:
                    works(memory)
        works(memory)
        written = io.StringIO()
        memory.export(written)
        messages = memory.status().messages
    with a_memory() as other:
        receipt = other.import_(io.BytesIO(written.getvalue().encode()))

    assert (receipt.new, receipt.bad) == (messages, 0)
    assert min(kept, refused) > 100


def fields(by: Random) -> Any:
    """A message as a program may give it, whole or broken."""
    given: dict[str, Any] = {"content": by.choice(("Ana lives in Lisbon.", hostile(by)))}
    for name in ("session", "speaker", "key", "importance", "metadata", "tool_calls", "tool_call_id", "name"):
        if by.random() < 0.15:
            given[name] = hostile(by)
    if by.random() < 0.5:
        given["role"] = by.choice(ROLES)
    if by.random() < 0.3:
        given["at"] = moment(by)
    if by.random() < 0.1:
        del given["content"]
        given["fact"] = mutated_json(TOLD, by)
    return given if by.random() < 0.95 else mutated_json(given, by)


def works(memory: Memory) -> None:
    """Whether the memory still does what it is for."""
    memory.recall("Where does Ana live?")
    context = memory.context("And Ana?", budget=500)
    assert context.tokens <= 500
    json.dumps(context.to_messages()).encode()


def test_any_arguments_of_a_tool_are_answered() -> None:
    """A model, or a host of it, may write anything: it is answered in words, and no tool ever raises or fails inside."""
    with a_memory() as memory:
        memory.remember_many(list(story())[:4])
        tools, offered = Tools(memory), Offered(memory)
        good = {
            "text": "I live in Porto.",
            "question": "Where?",
            "name": "Ana",
            "turn": "Hi",
            "budget": 300,
            "what": "Ana lives in Porto",
        }
        for case, by in cases(500, seed=30_000):
            name = by.choice([*offered.names(), "nothing", ""])
            given = mutated_json({key: good[key] for key in by.sample(sorted(good), 2)}, by)
            with number(case):
                written = mutated(json.dumps(given).encode(), by).decode("utf-8", "replace")
                assert isinstance(tools.call(name, written), str)
                answer = offered.answer(name, given if isinstance(given, dict) else {"text": given})
                assert "its log says more" not in answer.text
        works(memory)


def test_any_question_is_answered() -> None:
    """Full text, times and names are read out of questions of any make."""
    with a_memory() as memory:
        memory.remember_many(list(story())[:4])
        for case, by in cases(150, seed=40_000):
            asked = mutated(b'Where did my sister\'s husband live in 2022, before she moved ("Lisbon" AND Porto*)?', by)
            with number(case):
                found = memory.recall(asked.decode("utf-8", "replace"), limit=by.randint(1, 20))
                assert 0 <= found.confidence <= 1


def test_any_reply_of_a_model_is_read_or_refused() -> None:
    """Of each reply what is sound is read, with spans inside the message it is about; else the messages wait."""
    texts = list(SAID)
    whole = json.loads(sound(texts))
    sound_in = refused = 0
    for case, by in cases(600, seed=50_000):
        reply = (
            json.dumps(mutated_json(whole, by))
            if by.random() < 0.6
            else mutated(sound(texts).encode(), by).decode("utf-8", "replace")
        )
        with number(case):
            try:
                extractions = LLMExtractor(Scripted(reply)).extract(turns(*texts))
            except GraphmemError:
                refused += 1
                continue
            sound_in += 1
            for one, text in zip(extractions, texts, strict=True):
                spans = [*((each.start, each.end) for each in one.mentions), *(claim.quote for claim in one.claims)]
                assert all(0 <= start <= end <= len(text) for start, end in spans)

    assert min(sound_in, refused) > 50

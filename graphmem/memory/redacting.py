"""Where redaction stands in a memory: at the entrance of messages and questions, and before whatever is told or logged.

A message is redacted as it is handed in, before it is checked; a question before it is searched for, since an embedder or a reranker may be a server.
What is written to the log, kept as the reason of a failure or said in an error has no secret in it either, whatever may be stored:
those are read by more people than a memory is.
"""

from __future__ import annotations

import logging
import threading
import traceback
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from os import PathLike
from typing import TYPE_CHECKING, Any

from graphmem.errors import InvalidInput
from graphmem.memory.border import shown, text
from graphmem.privacy.configured import redaction_from
from graphmem.privacy.redacting import Redactor, at_work, masked
from graphmem.privacy.redaction import STANDARD, Redaction
from graphmem.types import FactPart, ImagePart, JsonPart, Message, Part, TextPart, ToolCallPart, ToolResultPart

if TYPE_CHECKING:
    from graphmem.memory.engine import Engine


@dataclass(slots=True)
class Tally:
    """What was redacted since the store was opened, by namespace and category."""

    _taken: dict[str, Counter[str]] = field(default_factory=dict)
    _lock: threading.Lock = field(default_factory=threading.Lock)

    def add(self, namespace: str, counted: Mapping[str, int]) -> None:
        """Count more."""
        with self._lock:
            self._taken.setdefault(namespace, Counter()).update(counted)

    def of(self, namespace: str) -> dict[str, int]:
        """What was taken out of one namespace's messages, by category."""
        with self._lock:
            return dict(sorted(self._taken.get(namespace, Counter()).items()))


def chosen_redaction(given: Redaction | str | PathLike[str] | None) -> Redaction:
    """A redaction as it was given, or as a line or a file says it; secrets are redacted where none is given.

    Raises:
        ConfigError: when the file cannot be read, or holds what is none.
        InvalidInput: when it is something else, or names what is no category or policy.
    """
    if given is None:
        return STANDARD
    if isinstance(given, Redaction):
        return given
    if isinstance(given, (str, PathLike)):
        return redaction_from(given)
    raise InvalidInput(f"redaction must be a Redaction, a line such as 'card=refuse', or a path, not {shown(given)}")


def redactor(engine: Engine, namespace: str, *, refusing: bool = True) -> Redactor:
    """The redactor of one message; hashes are keyed with the namespace's secret, which goes with everything that is forgotten."""
    return Redactor(engine.redaction, lambda: engine.store.salt(namespace), refusing)


def redactors(engine: Engine, namespace: str, messages: Sequence[Any]) -> list[Redactor]:
    """A redactor for each of some messages as they are handed in; their plain texts are looked through together."""
    return at_work(engine.redaction, lambda: engine.store.salt(namespace), messages)


def asked(engine: Engine, namespace: str, said: object, what: str) -> str:
    """What is asked and not kept, without what must not be kept.

    Raises:
        InvalidInput: when it is no text.
    """
    return redactor(engine, namespace, refusing=False).text(text(said, what))


def named(engine: Engine, namespace: str, name: object, what: str) -> str:
    """A name as it is kept, to look something up by it.

    Raises:
        InvalidInput: when it is no text.
    """
    return str(redactor(engine, namespace, refusing=False).name(text(name, what)))


def redacted(engine: Engine, namespace: str, message: Message) -> Message:
    """A message that was whole elsewhere, such as one of an export; the same one where nothing of it must go.

    Raises:
        InvalidInput: when it holds what is to be refused.
    """
    at_work = redactor(engine, namespace)
    clean = replace(
        message,
        key=at_work.name(message.key),
        session=at_work.name(message.session),
        speaker=at_work.name(message.speaker),
        parts=tuple(part(at_work, one) for one in message.parts),
        metadata=at_work.value(message.metadata),
    )
    if not at_work.counted:
        return message
    engine.taken.add(namespace, at_work.counted)
    return clean


def part(at_work: Redactor, one: Part) -> Part:
    """A part of a message without what must not be kept."""
    match one:
        case TextPart(said):
            return TextPart(at_work.text(said))
        case JsonPart(document):
            return JsonPart(at_work.text(document))
        case ImagePart(url):
            return ImagePart(at_work.text(url))
        case ToolCallPart(call, name, arguments):
            return ToolCallPart(at_work.name(call), at_work.text(name), at_work.text(arguments))
        case ToolResultPart(call, content):
            return ToolResultPart(at_work.name(call), at_work.text(content))
        case FactPart():
            return _fact(at_work, one)
    return one


def _fact(at_work: Redactor, one: FactPart) -> FactPart:
    fields = {"subject": one.subject, "predicate": one.predicate, "object": one.object, "value": one.value}
    clean = at_work.value(fields)
    return replace(one, text=at_work.text(one.text), **clean) if clean != fields else one


class Masking(logging.Filter):
    """Takes secrets out of what is logged: a server's error may repeat what it was sent, and a key among it."""

    def filter(self, record: logging.LogRecord) -> bool:
        """Rewrite the record; it is logged in any case."""
        record.msg, record.args = masked(record.getMessage()), None
        if record.exc_info:
            record.exc_text = masked("".join(traceback.format_exception(*record.exc_info)).rstrip("\n"))
        return True

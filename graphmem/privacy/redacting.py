"""Taking out what must not be kept: of a text, of a JSON text, and of what a message is handed in as.

It happens to what is handed in, before anything checks it, so that neither the store nor a model nor the words of an error ever hold it. A
name that identifies (a key, a session, a speaker) must go on telling one from another, so there a short keyed hash stands beside
the category.
"""

from __future__ import annotations

import hmac
import json
import re
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from hashlib import sha256
from typing import Any

from graphmem.errors import InvalidInput
from graphmem.privacy.finding import Spotted, clear, spotted
from graphmem.privacy.redaction import STANDARD, Redaction
from graphmem.privacy.sieve import Sieve
from graphmem.privacy.special import categories_of

#: Hexadecimal digits of a hash that stands in a text: enough to tell values of one memory apart.
HASH = 12

#: What was redacted may bring two halves of another together, so a text is looked at again; so often at most.
_ROUNDS = 4

#: Fields of a message that say which one it is or how it is to be kept, and not what was said.
_NAMES = frozenset({"session", "speaker", "key", "name", "tool_call_id", "id", "call_id", "tool_use_id"})
_APART = frozenset({"role", "at", "importance", "type"})

#: The key that an import gives a message which has none: nothing can be read in it of what it was made of.
_DIGEST = re.compile(r"(?:jsonl|note|whatsapp):[0-9a-f]{24}(?::[0-9]+)?")

#: A file inside a message is stored and shown, never read; letters and digits in no order are its nature.
_DATA = re.compile(r"data:[\w.+/-]*(?:;[\w=.+-]*)*;base64,", re.IGNORECASE)


@dataclass(slots=True)
class Redactor:
    """A redaction at work on what one message is handed in as; `secret` keys its hashes, `counted` says what it took out.

    With `refusing` False, as for a question, which nobody keeps, what is to be refused is taken out instead. `clear` are texts in
    which nothing is to be found, as somebody saw who looked at many at once.
    """

    redaction: Redaction = STANDARD
    secret: Callable[[], bytes] = bytes
    refusing: bool = True
    clear: frozenset[str] = frozenset()
    counted: Counter[str] = field(default_factory=Counter)

    def message(self, fields: Any) -> Any:
        """What a message is handed in as, without what must not be kept.

        Raises:
            InvalidInput: naming the category of what is refused, never the thing itself.
        """
        if not isinstance(fields, Mapping) or self._is_clear(fields):
            return fields
        try:
            return {name: self._field(str(name), value) for name, value in fields.items()}
        except RecursionError as error:
            raise InvalidInput("content cannot be written as JSON: it holds itself, or is nested too deep") from error

    def _is_clear(self, fields: Mapping[Any, Any]) -> bool:
        """Whether all there is are texts that are clear, and what is not looked at."""
        return not (self.refusing and self.redaction.refused) and all(
            name in _APART
            or value is None
            or (isinstance(value, str) and (value in self.clear or _is_digest(name, value)))
            for name, value in fields.items()
        )

    def _field(self, name: str, value: Any) -> Any:
        if name in _APART:
            return value
        if name in _NAMES:
            return value if isinstance(value, str) and _is_digest(name, value) else self.name(value)
        if name in ("content", "fact", "metadata", "tool_calls"):
            return self.value(value)
        return self.value(value, name)

    def name(self, value: Any) -> Any:
        """A name that tells one from another, and still does."""
        return self._text(value, lambda one: self._hashed(one[0], one[1])) if isinstance(value, str) else value

    def value(self, value: Any, called: str = "") -> Any:
        """Any JSON value; what it is `called` tells what it is."""
        match value:
            case str():
                return self._called(value, called) if called else self.text(value)
            case Mapping():
                return self._mapping(value, called)
            case list() | tuple():
                return [self.value(each, called) for each in value]
            case bool() | None | float():
                return value
            case int():
                clean = self.value(str(value), called)
                return value if clean == str(value) else clean
        return value

    def _mapping(self, value: Mapping[Any, Any], called: str) -> dict[Any, Any]:
        about = value.get("predicate")
        facts = {"value": about, "object": about} if isinstance(about, str) else {}
        return {
            self.name(name): self._member(name, each, str(facts.get(name, name)), called)
            for name, each in value.items()
        }

    def _member(self, name: Any, each: Any, itself: str, called: str) -> Any:
        if name == "id" and isinstance(each, str) and called in ("", "tool_calls"):
            return self.name(each)
        # "text", "content" and their like say nothing about what they hold.
        return self.value(each, called if itself in _HOLDERS else itself)

    def text(self, text: str) -> str:
        """A text; one that is JSON stays JSON."""
        if _DATA.match(text):
            return text
        self._refuse_special(text)
        if text in self.clear:
            return text
        before = self.counted.copy()
        clean = self._text(text, self._replaced)
        if clean == text or text.lstrip()[:1] not in ("{", "["):
            return clean
        plain, self.counted = self.counted, before
        return self._as_json(text) or self._counted(plain, clean)

    def _counted(self, counted: Counter[str], text: str) -> str:
        self.counted = counted
        return text

    def _as_json(self, text: str) -> str | None:
        """The JSON text redacted value by value, so that it can still be read; None for what only looks like JSON, or where that finds less."""
        try:
            document = json.loads(text)
        except (ValueError, RecursionError):
            return None
        clean = json.dumps(self.value(document), ensure_ascii=False)
        return None if self._spotted(clean) else clean

    def _called(self, text: str, called: str) -> str:
        """A text that has a name, as in {"password": "…"}: looked at as it would be read aloud."""
        clean = self.text(text)
        if clean != text or "\n" in text or len(text) > LONGEST_CALLED or _DATA.match(text):
            return clean
        quote = '"' if " " in text and '"' not in text else ""
        before = f"{called}: {quote}"
        found = self._spotted(f"{before}{text}{quote}")
        inside = [one for one in found if one.end > len(before)]
        moved = [
            Spotted(max(0, one.start - len(before)), min(len(text), one.end - len(before)), one.category, one.rule)
            for one in inside
        ]
        return self._without(text, moved, self._replaced)

    def _text(self, text: str, instead: Callable[[tuple[str, str]], str]) -> str:
        for _ in range(_ROUNDS):
            found = self._spotted(text)
            if not found:
                break
            text = self._without(text, found, instead)
        return text

    def _spotted(self, text: str) -> list[Spotted]:
        if not text or text in self.clear:
            return []
        found = spotted(text, self.redaction.sieve, self.redaction.detectors)
        if self.redaction.detectors:
            found = [one for one in found if self.redaction.policy(one.category) != "keep"]
        refused = [one.category for one in found if self.redaction.policy(one.category) == "refuse"]
        if refused and self.refusing:
            raise _refused(refused[0])
        return found

    def _refuse_special(self, text: str) -> None:
        if self.refusing and self.redaction.refused and (about := categories_of(text, self.redaction.refused)):
            raise _refused(about[0])

    def _without(self, text: str, found: list[Spotted], instead: Callable[[tuple[str, str]], str]) -> str:
        for one in reversed(found):
            self.counted[one.category] += 1
            text = text[: one.start] + instead((one.category, text[one.start : one.end])) + text[one.end :]
        return text

    def _replaced(self, one: tuple[str, str]) -> str:
        category, value = one
        return self._hashed(category, value) if self.redaction.policy(category) == "hash" else f"[{category}]"

    def _hashed(self, category: str, value: str) -> str:
        """The category with a keyed hash of the value as it is written without separators, so that equal ones can be seen to be equal."""
        bare = "".join(each for each in value if each.isalnum()).casefold() or value
        return f"[{category}:{hmac.new(self.secret(), bare.encode('utf-8', 'replace'), sha256).hexdigest()[:HASH]}]"


def at_work(redaction: Redaction, secret: Callable[[], bytes], messages: Sequence[Any]) -> list[Redactor]:
    """A redactor for each of some messages as they are handed in; their plain texts are looked through together."""
    given = [fields for fields in messages if isinstance(fields, Mapping)]
    texts = {
        value
        for fields in given
        for name, value in fields.items()
        if name not in _APART and isinstance(value, str) and not _is_digest(name, value)
    }
    # A detector is asked about each text as it stands.
    found = frozenset() if redaction.detectors else clear(list(texts), redaction.sieve)
    return [Redactor(redaction, secret, clear=found) for _ in messages]


def _is_digest(name: object, value: str) -> bool:
    return name == "key" and _DIGEST.fullmatch(value) is not None


#: Fields that hold what was said, whatever it is.
_HOLDERS = frozenset(
    {
        "text",
        "content",
        "arguments",
        "input",
        "value",
        "object",
        "data",
        "body",
        "message",
        "url",
        "image_url",
        "function",
        "sentence",
        "subject",
    }
)

#: A value longer than this is a text of its own, whatever it is called.
LONGEST_CALLED = 4096


def _refused(category: str) -> InvalidInput:
    named = category.replace("_", " ")
    return InvalidInput(f"the message holds what must not be kept here: {named}; take it out and say it again")


def masked(text: str, sieve: Sieve = STANDARD.sieve) -> str:
    """A text for a log or an error, without any secret."""
    for one in reversed(spotted(text, sieve)):
        text = f"{text[: one.start]}[{one.category}]{text[one.end :]}"
    return text

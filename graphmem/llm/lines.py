"""Text on its way to a model and back: a line of data stays one line, and nothing comes back that cannot be written down.

JSON leaves some characters as they are that end a line elsewhere, and models write halves of characters, control characters and
escape sequences, which no file and no terminal should be given.
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping

#: What ends a line for somebody, and JSON does not escape.
_ENDS = {ord(end): f"\\u{ord(end):04x}" for end in "\x7f\x85\u2028\u2029"}

#: Control characters, and the halves of characters.
_UNWRITABLE = re.compile(r"[\x00-\x08\x0e-\x1f\x7f-\x9f\ud800-\udfff]")


def slot(fields: Mapping[str, object]) -> str:
    """Data as one line of JSON, whatever it contains.

    >>> slot({"text": "Hi.\\u2028Bye."})
    '{"text": "Hi.\\\\u2028Bye."}'
    """
    return json.dumps(fields, ensure_ascii=False).translate(_ENDS)


def writable(text: str) -> str:
    """The text without control characters, lines and tabs aside, and without halves of characters."""
    return _UNWRITABLE.sub("", text)


def flat(text: str) -> str:
    """The same on one line."""
    return " ".join(writable(text).split())

"""A call of every tool, in an order in which each finds something, and what its answer holds."""

from __future__ import annotations

import re
from typing import Any

from mcp.client.client import Client
from mcp.types import CallToolResult, TextContent

#: Name, arguments, and what is in the answer.
CALLS: tuple[tuple[str, dict[str, Any], str], ...] = (
    ("remember", {"text": "Ana moved to Lisbon."}, "Remembered. New: Ana lives in Lisbon"),
    ("recall", {"question": "Where does Ana live?"}, "- Ana lives in Lisbon"),
    ("context", {"turn": "Where does Ana live?", "budget": 400}, "Facts:\n- Ana lives in Lisbon"),
    ("entity", {"name": "Ana"}, "Ana ("),
    ("history", {"name": "Ana"}, "Ana, oldest first:\n- Ana lives in Lisbon"),
    ("explore", {"name": "timeline_of", "parameters": {"name": "Ana"}}, '"sentence": "Ana lives in Lisbon"'),
    ("correct", {"fact": "Ana lives in Lisbon", "instead": "Porto"}, "New: Ana lives in Porto. No longer believed: Ana lives in Lisbon"),
    ("forget", {"what": "Ana moved to Lisbon."}, "call forget again with the same words and confirm="),
)  # fmt: skip


def said(answer: CallToolResult) -> str:
    """The text of an answer."""
    [content] = answer.content
    assert isinstance(content, TextContent)
    return content.text


async def call_every_tool(client: Client) -> None:
    """List the tools, call each, and see that each answered as it should."""
    listed = await client.list_tools()
    assert {tool.name for tool in listed.tools} == {name for name, _, _ in CALLS}
    told = ""
    for name, arguments, expected in CALLS:
        answer = await client.call_tool(name, arguments)
        told = said(answer)
        assert (answer.is_error, expected in told) == (False, True), (name, told)
    code = re.search(r"confirm=(\w+)", told)
    assert code is not None
    gone = await client.call_tool("forget", {"what": "Ana moved to Lisbon.", "confirm": code[1]})
    assert said(gone).startswith("Forgotten: 1 message")

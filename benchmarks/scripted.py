"""An endpoint on this machine that answers every request at once and reads nothing, so that calls and tokens can be counted without a model."""

from __future__ import annotations

import json
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

from graphmem.tokens import counter_for


@dataclass
class Asked:
    """What was asked: for each call, whether it was to extract (else to summarise), and the tokens of its prompt."""

    url: str = ""
    calls: list[tuple[bool, int]] = field(default_factory=list)

    def extractions(self) -> int:
        """Calls to read messages."""
        return sum(extracts for extracts, _ in self.calls)

    def summaries(self) -> int:
        """Calls to summarise."""
        return len(self.calls) - self.extractions()

    def tokens(self) -> int:
        """Tokens of the prompts that read messages."""
        return sum(tokens for extracts, tokens in self.calls if extracts)


@contextmanager
def scripted() -> Iterator[Asked]:
    """The endpoint on a free port; what it is asked for in a schema is found to state nothing, and a summary is a line."""
    asked = Asked()
    server = ThreadingHTTPServer(("127.0.0.1", 0), type("Handler", (_Handler,), {"asked": asked}))
    asked.url = f"http://127.0.0.1:{server.server_port}/v1"
    thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.02})
    thread.start()
    try:
        yield asked
    finally:
        server.shutdown()
        thread.join()
        server.server_close()


class _Handler(BaseHTTPRequestHandler):
    asked: Asked

    def do_POST(self) -> None:
        """One completion."""
        body = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
        extracts = "response_format" in body
        tokens = sum(counter_for(None).text(str(message["content"])) for message in body["messages"])
        self.asked.calls.append((extracts, tokens))
        written = json.dumps(_completion('{"claims": []}' if extracts else "They talked.", tokens)).encode()
        self.send_response(200)
        self.send_header("Content-Type", "application/json")
        self.send_header("Content-Length", str(len(written)))
        self.end_headers()
        self.wfile.write(written)

    def log_message(self, format: str, *args: object) -> None:
        """Say nothing."""


def _completion(text: str, tokens: int) -> dict[str, Any]:
    choice = {"index": 0, "finish_reason": "stop", "message": {"role": "assistant", "content": text}}
    return {"choices": [choice], "usage": {"prompt_tokens": tokens, "completion_tokens": 1}}

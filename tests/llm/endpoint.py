"""An HTTP server that speaks the chat protocol and answers as it is told, so that the real client is tested on the wire."""

from __future__ import annotations

import json
import threading
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

from graphmem.types import ToolCallPart


@dataclass(frozen=True)
class Raw:
    """Bytes as they go over the wire, of which a server that dies sends less than it `promised`."""

    body: bytes
    kind: str = "application/json"
    status: int = 200
    promised: int | None = None


Answer = str | tuple[int, Mapping[str, Any], Mapping[str, str]] | Mapping[str, Any] | Raw
"""Text of a reply; or status, body and headers; or a whole body with status 200; or bytes."""


@dataclass
class Endpoint:
    """What was asked, and how to answer: by a function of the request's body."""

    answer: Callable[[dict[str, Any]], Answer] = lambda _: "ok"
    requests: list[dict[str, Any]] = field(default_factory=list)
    models: list[dict[str, Any]] | Raw = field(default_factory=list)
    url: str = ""

    def say(self, *answers: Answer) -> None:
        """Answer these one after another, the last again and again."""
        left = list(answers)
        self.answer = lambda _: left.pop(0) if len(left) > 1 else left[0]


@contextmanager
def serving() -> Iterator[Endpoint]:
    """An endpoint on a free port of this machine."""
    endpoint = Endpoint()
    server = ThreadingHTTPServer(("127.0.0.1", 0), type("Handler", (_Handler,), {"endpoint": endpoint}))
    endpoint.url = f"http://127.0.0.1:{server.server_port}/v1"
    thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.02})
    thread.start()
    try:
        yield endpoint
    finally:
        server.shutdown()
        thread.join()
        server.server_close()


def refusal(status: int, message: str, headers: Mapping[str, str] | None = None) -> Answer:
    """An error as servers write it."""
    return status, {"error": {"message": message, "type": "error"}}, headers or {}


def completion(text: str, *, finish: str = "stop", prompt: int = 11, answered: int = 7) -> dict[str, Any]:
    """A body with one choice."""
    return {
        "id": "c",
        "object": "chat.completion",
        "created": 0,
        "model": "m",
        "choices": [{"index": 0, "finish_reason": finish, "message": {"role": "assistant", "content": text}}],
        "usage": {"prompt_tokens": prompt, "completion_tokens": answered, "total_tokens": prompt + answered},
    }


def calling(*calls: ToolCallPart, text: str = "") -> dict[str, Any]:
    """A body in which a model wants tools called."""
    body = completion(text, finish="tool_calls")
    body["choices"][0]["message"]["tool_calls"] = [
        {"id": one.call_id, "type": "function", "function": {"name": one.name, "arguments": one.arguments}}
        for one in calls
    ]
    return body


class _Handler(BaseHTTPRequestHandler):
    endpoint: Endpoint

    def do_GET(self) -> None:
        if isinstance(self.endpoint.models, Raw):
            self._send_raw(self.endpoint.models)
        else:
            self._send(200, {"object": "list", "data": self.endpoint.models}, {})

    def do_POST(self) -> None:
        body = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
        self.endpoint.requests.append(body)
        answered = self.endpoint.answer(body)
        if isinstance(answered, Raw):
            self._send_raw(answered)
        elif isinstance(answered, tuple):
            self._send(*answered)
        elif body.get("stream"):
            self._stream(completion(answered) if isinstance(answered, str) else answered)
        else:
            self._send(200, completion(answered) if isinstance(answered, str) else answered, {})

    def _send(self, status: int, body: Mapping[str, Any], headers: Mapping[str, str]) -> None:
        written = json.dumps(body).encode()
        self.send_response(status)
        for name, value in {"Content-Type": "application/json", **headers}.items():
            self.send_header(name, value)
        self.send_header("Content-Length", str(len(written)))
        self.end_headers()
        self.wfile.write(written)

    def _send_raw(self, raw: Raw) -> None:
        self.send_response(raw.status)
        self.send_header("Content-Type", raw.kind)
        if raw.promised is not None:
            self.send_header("Content-Length", str(raw.promised))
        self.end_headers()
        self.wfile.write(raw.body)

    def _stream(self, whole: Mapping[str, Any]) -> None:
        """A body piece by piece: its text word by word, then its calls."""
        self.send_response(200)
        self.send_header("Content-Type", "text/event-stream")
        self.end_headers()
        message = whole["choices"][0]["message"]
        calls = [{"index": number, **call} for number, call in enumerate(message.get("tool_calls", []))]
        words = [{"content": f"{word} "} for word in message["content"].split(" ")]
        for delta in [*words, *({"tool_calls": [call]} for call in calls)]:
            self.wfile.write(f"data: {json.dumps({'choices': [{'index': 0, 'delta': delta}]})}\n\n".encode())
        self.wfile.write(b"data: [DONE]\n\n")

    def log_message(self, format: str, *args: object) -> None:
        """Say nothing."""

"""An OpenAI-compatible endpoint of this process's own: it answers what it is told to, piece by piece, and keeps what it was asked."""

from __future__ import annotations

import json
import threading
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any


@dataclass
class Endpoint:
    """What it answers, each piece after `gate` lets it through, and every request it got."""

    pieces: Sequence[str]
    status: int = 200
    asked: list[dict[str, Any]] = field(default_factory=list)
    gate: threading.Event = field(default_factory=threading.Event)
    url: str = ""


@contextmanager
def serving(*pieces: str, status: int = 200, held: bool = False) -> Iterator[Endpoint]:
    """Run one on a free port. While `held`, only the first piece is sent until `gate` is set."""
    endpoint = Endpoint(pieces, status)
    if not held:
        endpoint.gate.set()
    server = ThreadingHTTPServer(("127.0.0.1", 0), _handler(endpoint))
    endpoint.url = f"http://127.0.0.1:{server.server_port}/v1"
    thread = threading.Thread(target=server.serve_forever, daemon=True)
    thread.start()
    try:
        yield endpoint
    finally:
        endpoint.gate.set()
        server.shutdown()
        thread.join()
        server.server_close()


def _handler(endpoint: Endpoint) -> type[BaseHTTPRequestHandler]:
    class Handler(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            endpoint.asked.append(json.loads(self.rfile.read(int(self.headers["Content-Length"]))))
            self.send_response(endpoint.status)
            self.send_header("Content-Type", "text/event-stream" if endpoint.status == 200 else "application/json")
            self.end_headers()
            if endpoint.status != 200:
                self.wfile.write(b'{"error": {"message": "no such model", "type": "invalid_request_error"}}')
                return
            with suppress(OSError):  # whoever asked may have stopped listening
                self._stream()

        def _stream(self) -> None:
            for number, piece in enumerate(endpoint.pieces):
                if number:
                    endpoint.gate.wait(30)
                chunk = {
                    "id": "c",
                    "object": "chat.completion.chunk",
                    "created": 0,
                    "model": "m",
                    "choices": [{"index": 0, "delta": {"content": piece}, "finish_reason": None}],
                }
                self.wfile.write(f"data: {json.dumps(chunk)}\n\n".encode())
                self.wfile.flush()
            self.wfile.write(b"data: [DONE]\n\n")

        def log_message(self, *_: object) -> None:
            """Say nothing."""

    return Handler

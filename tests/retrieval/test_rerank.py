"""A reranker sees the best messages only, decides their order, and when it fails recall keeps its own."""

from __future__ import annotations

import json
import threading
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, HTTPServer
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from graphmem import Memory
from graphmem.errors import InvalidInput, ModelError
from graphmem.retrieval.rerank import SEEN, reranked
from graphmem.retrieval.rerank_endpoint import EndpointReranker
from graphmem.testing import PlainExtractor
from tests.retrieval.fake_memory import message

NUMBERS = st.floats(-5, 5, allow_nan=False)


class Lengths:
    """Prefers the longest text, and notes what it was shown."""

    model = "lengths"

    def __init__(self, *, short: int = 0) -> None:
        self.seen: list[str] = []
        self._short = short

    def scores(self, question: str, texts: Sequence[str]) -> Sequence[float]:
        self.seen = list(texts)
        return [float(len(text)) for text in texts][self._short :]


def test_the_model_decides_the_order_of_those_it_saw() -> None:
    """The scores are dealt out anew, so that they mean what they meant."""
    read = {one.id: one for one in (message(1, "a"), message(2, "bb"), message(3, "ccc"))}

    found = reranked("?", read, {"m1": 3.0, "m2": 2.0, "m3": 1.0}, Lengths())

    assert found == {"m3": 3.0, "m2": 2.0, "m1": 1.0}


@given(st.lists(NUMBERS, min_size=1, max_size=60))
def test_what_it_did_not_see_stays_behind(scores: list[float]) -> None:
    """As many texts as it may see, the best first; nobody's score is lost."""
    model, read = Lengths(), {f"m{n}": message(n, "x" * (n + 1)) for n in range(len(scores))}
    given = {f"m{n}": score for n, score in enumerate(scores)}

    found = reranked("?", read, given, model)

    assert len(model.seen) == min(SEEN, len(scores))
    assert sorted(found.values()) == sorted(given.values())
    assert {key: found[key] for key in found if read[key].text not in model.seen} == {
        key: given[key] for key in given if read[key].text not in model.seen
    }


def test_an_answer_of_another_length_is_refused() -> None:
    """A score for each text, or none counts."""
    with pytest.raises(ModelError, match="gave 1 scores for 2 texts"):
        reranked("?", {"m1": message(1, "a"), "m2": message(2, "b")}, {"m1": 1.0, "m2": 0.0}, Lengths(short=1))


@contextmanager
def served(reply: object, status: int = 200) -> Iterator[tuple[str, list[dict[str, Any]]]]:
    """A rerank server on this machine that always answers so, its address, and what it was asked."""
    asked: list[dict[str, Any]] = []

    class Handler(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            body = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
            asked.append({**body, "path": self.path, "key": self.headers["Authorization"]})
            self.send_response(status)
            self.end_headers()
            self.wfile.write(json.dumps(reply).encode())

        def log_message(self, *arguments: object) -> None:
            """Nothing is printed."""

    server = HTTPServer(("127.0.0.1", 0), Handler)
    thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.01})
    thread.start()
    try:
        yield f"http://127.0.0.1:{server.server_port}/v1/rerank", asked
    finally:
        server.shutdown()
        thread.join()
        server.server_close()


def test_an_endpoint_is_asked_as_rerank_servers_are() -> None:
    """Question and texts in one request; results may come in any order."""
    results = [{"index": 1, "relevance_score": 0.9}, {"index": 0, "relevance_score": 0.1}]
    with served({"results": results}) as (url, asked):
        scores = EndpointReranker("small", url=url, api_key="k").scores("Where is Ana?", ["jazz", "Lisbon"])

    assert list(scores) == [0.1, 0.9]
    assert asked == [
        {
            "model": "small",
            "query": "Where is Ana?",
            "documents": ["jazz", "Lisbon"],
            "path": "/v1/rerank",
            "key": "Bearer k",
        }
    ]


@pytest.mark.parametrize(
    ("reply", "status"),
    [({"error": "busy"}, 503), ({"results": []}, 200), ({"results": [{"index": 0}]}, 200), ([1], 200), ("no", 200)],
)
def test_what_an_endpoint_should_not_answer_is_a_model_error(reply: object, status: int) -> None:
    """Each names the model; none is guessed from."""
    with served(reply, status) as (url, _), pytest.raises(ModelError, match="small"):
        EndpointReranker("small", url=url).scores("?", ["one text"])


def test_an_address_that_is_none_is_refused() -> None:
    """Before anything is asked."""
    with pytest.raises(InvalidInput, match="not 'localhost'"):
        EndpointReranker("small", url="localhost")


def test_a_memory_reranks_and_goes_on_when_that_fails() -> None:
    """The longest of the messages comes first; with a broken model the order is recall's own."""
    said = ["Ana lives in Porto.", "Ana once said at some length that rain in Porto is nothing to her."]

    def first(reranker: Lengths | None) -> str:
        opened = Memory.open(
            "sqlite:///:memory:", namespace="ada", extractor=PlainExtractor(), embedder="none", reranker=reranker
        )
        with opened as memory:
            memory.remember_many([{"content": each} for each in said])
            return memory.recall("Where does Ana live?").messages[0].text

    assert first(Lengths()) == said[1]
    assert first(Lengths(short=1)) == first(None)

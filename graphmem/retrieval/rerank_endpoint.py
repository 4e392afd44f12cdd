"""A reranker behind HTTP: the shape that llama.cpp, vLLM, Jina and Cohere serve.

`POST {"model", "query", "documents"}` is answered with `{"results": [{"index", "relevance_score"}, …]}`. The question and the
best messages leave the machine if the server is elsewhere.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from http.client import HTTPConnection, HTTPException, HTTPSConnection
from typing import Any
from urllib.parse import urlsplit

from graphmem.errors import InvalidInput, ModelError

#: Seconds that a server may take; recall waits for it.
PATIENCE = 10.0


class EndpointReranker:
    """Asks the rerank endpoint at `url`, for example "http://localhost:8080/v1/rerank". Safe to share between threads."""

    def __init__(self, model: str, *, url: str, api_key: str | None = None, timeout: float = PATIENCE) -> None:
        """`api_key` is sent as a bearer token, `timeout` is in seconds.

        Raises:
            InvalidInput: when `url` is no http or https address.
        """
        parts = urlsplit(url)
        if parts.scheme not in ("http", "https") or not parts.hostname:
            raise InvalidInput(f"url must be the address of a rerank endpoint, http://host/v1/rerank, not {url!r}")
        self._model, self._parts, self._key, self._timeout = model, parts, api_key, timeout

    @property
    def model(self) -> str:
        """The model's name."""
        return self._model

    def scores(self, question: str, texts: Sequence[str]) -> Sequence[float]:
        """A score a text, in order.

        Raises:
            ModelError: when the server failed, or its reply cannot be used.
        """
        if not texts:
            return []
        reply = self._asked({"model": self._model, "query": question, "documents": list(texts)})
        try:
            found = {int(each["index"]): float(each["relevance_score"]) for each in reply["results"]}
            return [found[place] for place in range(len(texts))]
        except (KeyError, TypeError, ValueError) as error:
            raise ModelError(f"the reranker {self._model!r} did not answer one score a text") from error

    def _asked(self, body: Mapping[str, Any]) -> Any:
        headers = {"Content-Type": "application/json"}
        if self._key is not None:
            headers["Authorization"] = f"Bearer {self._key}"
        kind = HTTPSConnection if self._parts.scheme == "https" else HTTPConnection
        connection = kind(self._parts.netloc.rpartition("@")[2], timeout=self._timeout)
        path = self._parts.path or "/v1/rerank"
        try:
            connection.request("POST", path, json.dumps(body).encode("utf-8", "replace"), headers)
            answer = connection.getresponse()
            text = answer.read()
            if answer.status != 200:  # noqa: PLR2004  # HTTP's own number for "here it is"
                raise ModelError(f"the reranker {self._model!r} answered {answer.status}: {text[:200]!r}")
            return json.loads(text)
        except (OSError, HTTPException, ValueError, RecursionError) as error:
            raise ModelError(f"the reranker {self._model!r} failed: {error}") from error
        finally:
            connection.close()

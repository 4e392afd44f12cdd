"""Any server that speaks OpenAI's chat protocol, through OpenAI's own client: OpenAI, Azure, Ollama, vLLM, llama.cpp, LM Studio, OpenRouter.

The client retries what is worth retrying (429, 5xx, lost connections) and keeps to Retry-After. What differs between servers is what they
take: JSON by a schema, JSON at all, a temperature, a limit under its old name, a stream. Each is asked for until the server refuses it, and
not again.
"""

from __future__ import annotations

import re
import threading
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any, Self

from graphmem.errors import ConfigError, GraphmemError, InvalidInput, ModelError
from graphmem.forking import anew_after_fork
from graphmem.llm.bodies import Calls, body, delta, piece, reply
from graphmem.llm.lines import flat
from graphmem.llm.protocol import Form, Piece, Purpose, Reply
from graphmem.types import ChatMessage

if TYPE_CHECKING:
    from openai import APIStatusError, OpenAI

#: What a server may refuse to take, and the words by which its refusal is known; the strictest way to ask for JSON first.
_REFUSABLE = {
    "schema": ("json_schema", "response_format", "schema", "grammar"),
    "object": ("json_object", "response_format"),
    "temperature": ("temperature",),
    "max_tokens": ("max_tokens", "max_completion_tokens"),
    "tools": ("tool", "function call"),
    "stream": ("stream",),
}

#: Fields in which servers tell the context length of a model in their list of models.
_LENGTHS = ("context_length", "max_model_len", "max_context_length", "n_ctx", "n_ctx_train")

_TOO_LONG = ("context_length_exceeded", "context length", "context size", "maximum context", "too many tokens", "n_ctx")


#: A name and password in an address.
_LOGIN = re.compile(r"(?<=://)[^/@]*@")


class OpenAIChat:
    """A chat model behind an OpenAI-compatible endpoint.

    `model` answers for every purpose that `models` gives no other. `base_url` None is OpenAI itself. `api_key` None is read by the
    client from OPENAI_API_KEY; local servers want none, so with a `base_url` a missing key is no error. `timeout` is in seconds a
    try, `retries` how often is tried again. `headers` and `query` go with every request (Azure wants `api-version`).
    """

    def __init__(
        self,
        model: str,
        *,
        base_url: str | None = None,
        api_key: str | None = None,
        models: Mapping[Purpose, str] | None = None,
        timeout: float = 60.0,
        retries: int = 2,
        context: int | None = None,
        temperature: float | None = 0.0,
        headers: Mapping[str, str] | None = None,
        query: Mapping[str, str] | None = None,
    ) -> None:
        if not model.strip():
            raise ConfigError(f"a chat model needs a name, such as 'gpt-4o-mini', not {model!r}")
        self._model = model
        self._models = dict(models or {})
        self._base_url = base_url
        self._key = api_key
        self._options = {"timeout": timeout, "max_retries": retries}
        self._extra = {"default_headers": dict(headers or {}), "default_query": dict(query or {})}
        self._temperature = temperature
        self._context = context
        self._lengths: dict[str, int | None] = {}
        self._refused: frozenset[str] = frozenset()
        self._lock = threading.Lock()
        self._opened: OpenAI | None = None
        self._secrets = {api_key or "", *(headers or {}).values(), *(query or {}).values()}
        anew_after_fork(self)

    @property
    def name(self) -> str:
        """The model that extracts."""
        return self._named("extract")

    def complete(
        self,
        messages: Sequence[ChatMessage],
        *,
        purpose: Purpose,
        form: Form | None = None,
        most_tokens: int | None = None,
        tools: Sequence[Mapping[str, Any]] = (),
    ) -> Reply:
        """One reply, JSON in the form where one is given and the server can; no tools where the server takes none.

        Raises:
            ModelError: no server, no answer in time, too many calls, or an error of the server's.
            ConfigError: a wrong key, no right to use the model, or no such model.
            InvalidInput: when the server says that the messages are too long for the model.
        """
        while True:
            request = self._request(messages, purpose, most_tokens, form, tools)
            try:
                with self._faults(purpose):
                    return reply(body(self._client().chat.completions.with_raw_response.create(**request).text))
            except _RequestRefused as error:
                self._learn(error, request)

    def stream(
        self,
        messages: Sequence[ChatMessage],
        *,
        purpose: Purpose,
        most_tokens: int | None = None,
        tools: Sequence[Mapping[str, Any]] = (),
    ) -> Iterator[Piece]:
        """The reply piece by piece, from a server that does not stream in one; errors as of `complete`."""
        while "stream" not in self._refused:
            request, calls, came = self._request(messages, purpose, most_tokens, None, tools), Calls(), False
            try:
                with self._faults(purpose), self._client().chat.completions.create(**request, stream=True) as pieces:
                    for each in pieces:
                        sent = delta(each)
                        came = came or bool(sent)
                        calls.add(sent)
                        if text := piece(sent):
                            yield text
                    yield from calls.whole()
            except _RequestRefused as error:
                self._learn(error, {**request, "stream": True})
                continue
            if came:
                return
            # Not one event: the server answered as if it had not been asked to stream.
            self._refused |= {"stream"}
        whole = self.complete(messages, purpose=purpose, most_tokens=most_tokens, tools=tools)
        if whole.text:
            yield whole.text
        yield from whole.calls

    def _learn(self, error: _RequestRefused, request: Mapping[str, Any]) -> None:
        """Leave out from now on what the server refused; raise its refusal if it is none of what can be left out."""
        said = str(error).lower()
        for what in _features(request):
            # Known already means that another thread was refused it meanwhile.
            if any(word in said for word in _REFUSABLE[what]):
                self._refused |= {what}
                return
        raise ModelError(str(error)) from error

    def context_length(self, purpose: Purpose) -> int | None:
        """As configured, else as the server's list of models says, asked once; None when it says nothing."""
        if self._context is not None:
            return self._context
        name = self._named(purpose)
        if name not in self._lengths:
            self._lengths[name] = self._asked_length(name)
        return self._lengths[name]

    def close(self) -> None:
        """Close the connections; the next call opens new ones."""
        with self._lock:
            if self._opened is not None:
                self._opened.close()
            self._opened = None

    def after_fork(self) -> None:
        """Leave the connections to the process that opened them."""
        self._lock = threading.Lock()
        self._opened = None

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def _asked_length(self, name: str) -> int | None:
        try:
            with self._faults("answer"):
                listed = body(self._client().models.with_raw_response.list().text).get("data")
        except (ModelError, ConfigError, InvalidInput):
            return None
        served = [model for model in listed if isinstance(model, Mapping)] if isinstance(listed, list) else []
        fitting = [model for model in served if model.get("id") == name] or (served if len(served) == 1 else [])
        return next((length for model in fitting if (length := _length(model)) is not None), None)

    def _named(self, purpose: Purpose) -> str:
        return self._models.get(purpose, self._model)

    def _client(self) -> OpenAI:
        with self._lock:
            if self._opened is None:
                self._opened = self._open()
            return self._opened

    def _open(self) -> OpenAI:
        from openai import OpenAI, OpenAIError

        # Local servers take any key, and the client wants one.
        key = self._key if self._key is not None or self._base_url is None else "none"
        try:
            client = OpenAI(api_key=key, base_url=self._base_url, **self._options, **self._extra)  # type: ignore[arg-type]
        except OpenAIError as error:
            raise ConfigError(
                f"no key for {self._model!r}: set OPENAI_API_KEY, or give a base URL for a server of your own ({error})"
            ) from error
        if not re.fullmatch(r"[!-~]*", client.api_key):
            client.close()
            raise ConfigError(f"the key for {self._model!r} holds a space, a line end or another character no key has")
        self._secrets.add(client.api_key)
        return client

    def _request(
        self,
        messages: Sequence[ChatMessage],
        purpose: Purpose,
        most_tokens: int | None,
        form: Form | None,
        tools: Sequence[Mapping[str, Any]],
    ) -> dict[str, Any]:
        request: dict[str, Any] = {"model": self._named(purpose), "messages": list(messages)}
        if self._temperature is not None and "temperature" not in self._refused:
            request["temperature"] = self._temperature
        if most_tokens is not None:
            request["max_completion_tokens" if "max_tokens" in self._refused else "max_tokens"] = most_tokens
        if tools and "tools" not in self._refused:
            request["tools"] = list(tools)
        if form is not None and "schema" not in self._refused:
            schema = {"name": form.name, "schema": strict(form.schema), "strict": True}
            request["response_format"] = {"type": "json_schema", "json_schema": schema}
        elif form is not None and "object" not in self._refused:
            request["response_format"] = {"type": "json_object"}
        return request

    @contextmanager
    def _faults(self, purpose: Purpose) -> Iterator[None]:
        """The client's errors as graphmem's, by what the caller does next. None of them tells a key."""
        import httpx
        import openai

        where = f"{self._named(purpose)} at {_LOGIN.sub('', self._base_url or 'OpenAI')}"
        try:
            yield
        except GraphmemError:
            raise
        except openai.APIStatusError as error:
            raise self._refusal(error, where) from error
        except openai.APITimeoutError as error:
            raise ModelError(f"{where} did not answer in {self._options['timeout']:g} s") from error
        except openai.APIConnectionError as error:
            raise ModelError(f"{where} cannot be reached: {self._said(error.__cause__ or error)}") from error
        except httpx.InvalidURL as error:
            raise ConfigError(f"{where} is no address: {self._said(error)}; check the base URL") from error
        except (openai.APIError, httpx.HTTPError, ValueError, RecursionError) as error:
            # The client lets through what a broken body or a broken stream makes the parts it is built of raise.
            raise ModelError(f"{where} failed: {self._said(error)}") from error

    def _refusal(self, error: APIStatusError, where: str) -> GraphmemError:
        """What a status says."""
        said = self._said(error)
        match error.status_code:
            case 401 | 403:
                return ConfigError(f"{where} refused the key: {said}")
            case 404:
                return ConfigError(f"{where} is not there: {said}; check the model's name and the base URL")
            case 400 | 422:
                if any(sign in said.lower() for sign in _TOO_LONG):
                    return InvalidInput(f"the messages are too long for {where}: {said}")
                return _RequestRefused(f"{where} refused the request: {said}")
        return ModelError(f"{where} failed: {said}")

    def _said(self, error: BaseException) -> str:
        """The words of an error, on one line, without any secret that a server repeats."""
        said = str(getattr(error, "message", "") or error)
        for secret in sorted(self._secrets, key=len, reverse=True):
            said = said.replace(secret, "…") if len(secret) > 3 else said  # noqa: PLR2004  # "none", and versions, are no secrets
        return flat(_LOGIN.sub("", said))[:300]


class _RequestRefused(ModelError):
    """The server does not take something in the request."""


def _features(request: Mapping[str, Any]) -> list[str]:
    """What of a request could be left out or written otherwise."""
    form = request.get("response_format", {}).get("type")
    ways = {"json_schema": ["schema"], "json_object": ["object"]}.get(form, [])
    return [*ways, *(field for field in ("temperature", "max_tokens", "tools", "stream") if field in request)]


def strict(schema: Any) -> Any:
    """A JSON schema as strict servers want it: every field required, none besides; optional fields may be null.

    Defaults are left out, since strict servers refuse them.
    """
    if isinstance(schema, list):
        return [strict(each) for each in schema]
    if not isinstance(schema, Mapping):
        return schema
    made = {field: strict(content) for field, content in schema.items() if field not in ("default", "title")}
    if isinstance(made.get("properties"), dict):
        made["required"] = list(made["properties"])
        made["additionalProperties"] = False
    return made


def _length(model: Mapping[str, Any]) -> int | None:
    """A context length where servers write it: in the entry, or one level down."""
    places = [model, *(content for content in model.values() if isinstance(content, Mapping))]
    found = (place.get(field) for place in places for field in _LENGTHS)
    return next((length for length in found if isinstance(length, int) and length > 0), None)

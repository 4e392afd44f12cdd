"""Configuration: what a command was given, else the environment, else a file, else a default. The only reader of the environment.

| key           | variable               | means                                                                  | default                                  |
|---------------|------------------------|------------------------------------------------------------------------|------------------------------------------|
| url           | GRAPHMEM_URL           | the store                                                              | sqlite file in the user's data directory |
| namespace     | GRAPHMEM_NAMESPACE     | whose memory                                                           | default                                  |
| user_name     | GRAPHMEM_USER_NAME     | what the user is called                                                | not known                                |
| reads         | GRAPHMEM_READS         | namespaces read beside it and never written to, with commas between    | none                                     |
| model         | GRAPHMEM_MODEL         | the model whose tokens contexts are counted in                         | gpt-4o's tokenizer                       |
| spacy         | GRAPHMEM_SPACY         | the spaCy pipeline that reads messages                                 | a small English one                      |
| vocabulary    | GRAPHMEM_VOCABULARY    | a TOML file of predicates and kinds of your own                        | the shipped ones alone                   |
| redaction     | GRAPHMEM_REDACTION     | what is taken out of messages: card=refuse, email=redact, a file, off  | secrets are redacted                     |
| encryption_key | GRAPHMEM_ENCRYPTION_KEY | the key that an SQLite file is encrypted with                        | it is not encrypted                      |
| new_encryption_key | GRAPHMEM_NEW_ENCRYPTION_KEY | the one that `graphmem rekey` encrypts it with instead       | it is asked for                          |
| embedder      | GRAPHMEM_EMBEDDER      | what makes vectors: wordllama, minilm, openai:MODEL or none            | wordllama, where it is installed         |
| extractor     | GRAPHMEM_EXTRACTOR     | what reads messages: rules, llm, or hybrid (rules, then the model)     | rules                                    |
| chat_model    | GRAPHMEM_CHAT_MODEL    | the model that answers in `graphmem chat`, reads and summarises        | none: chat shows what it recalls         |
| extract_model | GRAPHMEM_EXTRACT_MODEL | another one to read and summarise with, at the same endpoint           | the chat model                           |
| chat_base_url | GRAPHMEM_CHAT_BASE_URL | the OpenAI-compatible endpoint it is asked at                          | OpenAI's                                 |
| chat_api_key  | GRAPHMEM_CHAT_API_KEY  | the key for it; else OPENAI_API_KEY; local servers take any            | none                                     |
| calls_an_hour | GRAPHMEM_CALLS_AN_HOUR | the most calls to it an hour; when spent, rules read, or messages wait | no limit                                 |
| tokens_an_hour | GRAPHMEM_TOKENS_AN_HOUR | the most tokens an hour, prompt and reply together                   | no limit                                 |
| prompt_price  | GRAPHMEM_PROMPT_PRICE  | what a million tokens of prompts cost; `status` counts by it           | 0                                        |
| reply_price   | GRAPHMEM_REPLY_PRICE   | what a million tokens of replies cost                                  | 0                                        |
| mcp_tokens    | GRAPHMEM_MCP_TOKENS    | the file of the tokens that `graphmem mcp --http` asks for             | none                                     |
| actor         | GRAPHMEM_ACTOR         | who you are in an audit trail                                          | your user name on this machine           |
| role          | GRAPHMEM_ROLE          | what you may do: reader, writer or admin                               | admin                                    |
| audit         | GRAPHMEM_AUDIT         | whether each use is recorded: on or off                                | off                                      |
| neo4j_user    | GRAPHMEM_NEO4J_USER    | who logs in to a Neo4j server whose URL names nobody                   | no log-in                                |
| neo4j_password | GRAPHMEM_NEO4J_PASSWORD | the password for it                                                  | none                                     |

The file is `config.toml` in the user's configuration directory, or what GRAPHMEM_CONFIG names:

    user_name = "Ada"
    chat_model = "llama3.2"
    chat_base_url = "http://localhost:11434/v1"
"""

from __future__ import annotations

import difflib
import getpass
import os
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Literal

from pydantic import BaseModel, ConfigDict, Field, SecretStr, ValidationError

from graphmem.errors import ConfigError
from graphmem.extraction.protocol import Extractor
from graphmem.extraction.spacy import SpacyExtractor
from graphmem.llm.metered import Budget, Metered, Price
from graphmem.llm.openai_compatible import OpenAIChat
from graphmem.llm.protocol import ChatModel
from graphmem.memory.engine import utc_now
from graphmem.memory.memories import Memories
from graphmem.memory.memory import Memory
from graphmem.store.neo4j.address import with_login
from graphmem.types import Actor, Right
from graphmem.types.audit import LONGEST

PREFIX = "GRAPHMEM_"

#: Seconds without a word until an endpoint is given up: a small machine may have to load the model first.
PATIENCE = 120.0
CONFIG = "GRAPHMEM_CONFIG"

#: A variable that other programs have set already stands in for one of ours.
ELSEWHERE = {"chat_api_key": "OPENAI_API_KEY", "chat_base_url": "OPENAI_BASE_URL"}

#: Settings that name a file; in the configuration file they are relative to it.
_FILES = frozenset({"vocabulary", "mcp_tokens"})

Origin = Literal["flag", "environment", "file", "default"]


def default_url() -> str:
    """An SQLite file in the user's data directory, the same from wherever the program is started."""
    from platformdirs import user_data_path

    return f"sqlite:///{(user_data_path('graphmem') / 'memory.db').as_posix()}"


def history_folder() -> Path:
    """Where `graphmem chat` keeps the lines that were typed."""
    from platformdirs import user_state_path

    return user_state_path("graphmem") / "chat"


def config_file(environ: Mapping[str, str] | None = None) -> Path:
    """The configuration file, whether there is one or not."""
    from platformdirs import user_config_path

    named = (os.environ if environ is None else environ).get(CONFIG)
    return Path(named).expanduser() if named else user_config_path("graphmem") / "config.toml"


@dataclass(frozen=True, slots=True)
class Found:
    """A setting as it was found: its value, where it came from, and the name it has there."""

    value: Any
    origin: Origin
    at: str


class Settings(BaseModel):
    """How to open a memory, and how `graphmem chat` answers."""

    model_config = ConfigDict(frozen=True)

    url: str = Field(default_factory=default_url)
    namespace: str = "default"
    user_name: str | None = None
    reads: str | None = None
    model: str | None = None
    spacy: str | None = None
    vocabulary: str | None = None
    redaction: str | None = None
    encryption_key: SecretStr | None = None
    new_encryption_key: SecretStr | None = None
    embedder: str | None = None
    extractor: Literal["rules", "llm", "hybrid"] | None = None
    chat_model: str | None = None
    extract_model: str | None = None
    chat_base_url: str | None = None
    chat_api_key: SecretStr | None = None
    calls_an_hour: int | None = Field(default=None, ge=0)
    tokens_an_hour: int | None = Field(default=None, ge=0)
    prompt_price: float = Field(default=0.0, ge=0)
    reply_price: float = Field(default=0.0, ge=0)
    mcp_tokens: str | None = None
    actor: str | None = None
    role: Right = "admin"
    audit: bool = False
    neo4j_user: str | None = None
    neo4j_password: SecretStr | None = None

    @classmethod
    def read(cls, environ: Mapping[str, str] | None = None, **given: str | None) -> Settings:
        """What was given, else what the environment says, else the file, else the defaults.

        An empty variable counts as unset; what was given empty stays empty, and is refused when it is used.

        Raises:
            ConfigError: when the file cannot be read, or holds what is no setting.
        """
        found = cls.found(environ, **given)
        chosen = {name: one.value for name, one in found.items() if one.origin != "default"}
        try:
            return cls(**chosen)
        except ValidationError as error:
            wrong = error.errors()[0]
            name = str(wrong["loc"][0])
            raise ConfigError(f"{name} in {found[name].at} cannot be {wrong['input']!r}: {wrong['msg']}") from error

    @classmethod
    def found(cls, environ: Mapping[str, str] | None = None, **given: str | None) -> dict[str, Found]:
        """Each setting with where it came from.

        Raises:
            ConfigError: when the file cannot be read, or holds what is no setting.
        """
        source = os.environ if environ is None else environ
        path = config_file(source)
        written = _written(path, required=bool(source.get(CONFIG)), known=list(cls.model_fields))
        return {name: _found(name, given, source, written, path) for name in cls.model_fields}

    def who(self) -> Actor:
        """Who acts with these settings."""
        return Actor(self.actor or _user(), self.role)

    def address(self) -> str:
        """The URL of the store, with the log-in for a server whose URL names nobody."""
        password = self.neo4j_password.get_secret_value() if self.neo4j_password else None
        return with_login(self.url, self.neo4j_user, password)

    def others(self) -> tuple[str, ...]:
        """The namespaces that are read beside the memory's own."""
        return tuple(name.strip() for name in (self.reads or "").split(",") if name.strip())

    def open(self, *, llm: ChatModel | None = None) -> Memory:
        """The memory these settings describe, with a chat model that `llm` made, else with one where it is to read messages.

        Raises:
            ConfigError: when the URL or the vocabulary cannot be used, or the embedder needs something that is missing.
            InvalidInput: when the namespace or the embedder cannot be one.
        """
        return Memory.open(
            self.address(),
            namespace=self.namespace,
            user_name=self.user_name,
            reads=self.others(),
            model=self.model,
            extractor=self._extractor(),
            vocabulary=self.vocabulary,
            redaction=self.redaction,
            encryption_key=self.key(),
            embedder=self.embedder,
            llm=llm or self._reader(),
            actor=self.who(),
            audit=self.audit,
        )

    def open_all(self) -> Memories:
        """The store with the memories of all its namespaces; the same errors."""
        return Memories.open(
            self.address(),
            model=self.model,
            extractor=self._extractor(),
            vocabulary=self.vocabulary,
            redaction=self.redaction,
            encryption_key=self.key(),
            embedder=self.embedder,
            llm=self._reader(),
            actor=self.who(),
            audit=self.audit,
        )

    def chat(self) -> OpenAIChat | None:
        """The chat model these settings name, to be closed; None when they name none."""
        if self.chat_model is None:
            return None
        cheaper = self.extract_model or self.chat_model
        return OpenAIChat(
            self.chat_model,
            base_url=self.chat_base_url,
            api_key=self.chat_api_key.get_secret_value() if self.chat_api_key else None,
            models={"extract": cheaper, "summarise": cheaper},
            timeout=PATIENCE,
        )

    def metered(self, model: ChatModel) -> Metered:
        """A chat model held to the budget, and counted at the price."""
        return Metered(
            model,
            clock=utc_now,
            budget=Budget(self.calls_an_hour, self.tokens_an_hour),
            price=Price(self.prompt_price, self.reply_price),
        )

    def key(self) -> str | None:
        """The key of an SQLite file; None where the store is no file, or is not encrypted."""
        is_file = self.url.startswith("sqlite:///") and not self.url.endswith(":memory:")
        return self.encryption_key.get_secret_value() if self.encryption_key and is_file else None

    def llm(self) -> Metered | None:
        """Both: the chat model these settings name, held to their budget."""
        model = self.chat()
        return None if model is None else self.metered(model)

    @property
    def reads_by_model(self) -> bool:
        """Whether the chat model is to read messages; whoever names one for `graphmem chat` alone pays for answers alone."""
        return self.extractor in ("llm", "hybrid")

    def _reader(self) -> ChatModel | None:
        return self.llm() if self.reads_by_model else None

    def _extractor(self) -> Extractor | str | None:
        """By its name; rules with the pipeline that was named. A hybrid takes the pipeline that is installed."""
        if self.extractor in (None, "rules"):
            return SpacyExtractor(self.spacy) if self.spacy else None
        return self.extractor


def _user() -> str:
    """The name this machine knows the user by; "" where it knows none."""
    try:
        return getpass.getuser()[:LONGEST]
    except (OSError, KeyError):  # KeyError before Python 3.13
        return ""


#: Settings whose values are never shown.
SECRET = frozenset(name for name, field in Settings.model_fields.items() if field.annotation == SecretStr | None)


def _found(
    name: str, given: Mapping[str, str | None], environ: Mapping[str, str], written: Mapping[str, Any], path: Path
) -> Found:
    if given.get(name) is not None:
        return Found(given[name], "flag", f"--{name.replace('_', '-')}")
    for variable in (PREFIX + name.upper(), ELSEWHERE.get(name, "")):
        if environ.get(variable):
            return Found(environ[variable], "environment", variable)
    if name in written:
        return Found(written[name], "file", str(path))
    return Found(Settings.model_fields[name].get_default(call_default_factory=True), "default", "")


def _written(path: Path, *, required: bool, known: list[str]) -> dict[str, Any]:
    """What the file says, nothing where there is no file and none was asked for."""
    try:
        text = path.read_text(encoding="utf-8-sig")
    except FileNotFoundError as error:
        if required:
            raise ConfigError(f"{CONFIG} names {path}, which does not exist") from error
        return {}
    except (OSError, UnicodeDecodeError) as error:
        raise ConfigError(f"the configuration {path} cannot be read: {error}") from error
    try:
        written = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise ConfigError(f'the configuration {path} is not TOML: {error}; a line reads user_name = "Ada"') from error
    for name in written:
        if name not in known:
            near = difflib.get_close_matches(name, known, n=1)
            hint = f"did you mean {near[0]!r}?" if near else f"there are {', '.join(known)}"
            raise ConfigError(f"{path}: {name!r} is no setting; {hint}")
    return {name: _placed(name, value, path) for name, value in written.items()}


def _placed(name: str, value: Any, path: Path) -> Any:
    """A file that the configuration names stands beside it, unless it says where."""
    is_file = isinstance(value, str) and (name in _FILES or (name == "redaction" and value.endswith(".toml")))
    return str(path.parent / Path(value).expanduser()) if is_file else value

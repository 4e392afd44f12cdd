"""Configuration from the environment: the only place that reads it.

| variable            | means                                                     | default                                 |
|---------------------|-----------------------------------------------------------|-----------------------------------------|
| GRAPHMEM_URL        | the store                                                 | sqlite file in the user's data directory |
| GRAPHMEM_NAMESPACE  | whose memory                                              | default                                 |
| GRAPHMEM_USER_NAME  | what the user is called                                   | not known                               |
| GRAPHMEM_MODEL      | the model whose tokens contexts are counted in            | gpt-4o's tokenizer                      |
| GRAPHMEM_SPACY      | the spaCy pipeline that reads messages                    | a small English one                     |
| GRAPHMEM_VOCABULARY | a TOML file of predicates and kinds of your own           | the shipped ones alone                  |
"""

from __future__ import annotations

import os
from collections.abc import Mapping

from pydantic import BaseModel, ConfigDict, Field

from graphmem.extraction.spacy import SpacyExtractor
from graphmem.memory.memory import Memory

PREFIX = "GRAPHMEM_"


def default_url() -> str:
    """An SQLite file in the user's data directory, the same from wherever the program is started."""
    from platformdirs import user_data_path

    return f"sqlite:///{(user_data_path('graphmem') / 'memory.db').as_posix()}"


class Settings(BaseModel):
    """How to open a memory."""

    model_config = ConfigDict(frozen=True)

    url: str = Field(default_factory=default_url)
    namespace: str = "default"
    user_name: str | None = None
    model: str | None = None
    spacy: str | None = None
    vocabulary: str | None = None

    @classmethod
    def read(cls, environ: Mapping[str, str] | None = None, **given: str | None) -> Settings:
        """What was given, else what the environment says, else the defaults.

        An empty variable counts as unset; what was given empty stays empty, and is refused when it is used.
        """
        source = os.environ if environ is None else environ
        found = {name: source.get(PREFIX + name.upper()) or None for name in cls.model_fields}
        chosen = {name: value if given.get(name) is None else given[name] for name, value in found.items()}
        return cls(**{name: value for name, value in chosen.items() if value is not None})

    def open(self) -> Memory:
        """The memory these settings describe.

        Raises:
            ConfigError: when the URL or the vocabulary cannot be used.
            InvalidInput: when the namespace cannot be one.
        """
        return Memory.open(
            self.url,
            namespace=self.namespace,
            user_name=self.user_name,
            model=self.model,
            extractor=SpacyExtractor(self.spacy) if self.spacy else None,
            vocabulary=self.vocabulary,
        )

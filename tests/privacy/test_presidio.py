"""Presidio as a detector, where it is installed (extra `presidio`); the network is closed."""

from __future__ import annotations

import pytest

from graphmem.privacy.presidio import PresidioDetector
from graphmem.privacy.redacting import Redactor
from graphmem.privacy.redaction import Redaction

pytest.importorskip("presidio_analyzer", reason="Presidio is not installed: pip install presidio-analyzer")


def test_presidio_finds_names_that_no_rule_knows() -> None:
    """What it finds goes by its policy, beside what the rules find, and no network is asked."""
    redaction = Redaction(detectors=[PresidioDetector(["PERSON"])], policies={"person": "redact", "email": "redact"})

    clean = Redactor(redaction).text("My doctor is Maria Santos, maria@example.org, card 4111 1111 1111 1111.")

    assert clean == "My doctor is [person], [email], card [card]."

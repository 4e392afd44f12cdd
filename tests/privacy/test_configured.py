"""A redaction as a line or a file says it."""

from __future__ import annotations

from pathlib import Path

import pytest

from graphmem.errors import ConfigError, InvalidInput
from graphmem.privacy.configured import redaction_from
from graphmem.privacy.redacting import Redactor
from graphmem.privacy.redaction import KEEP_ALL


def test_line_names_policies() -> None:
    """Pairs of category and policy, special categories among them."""
    redaction = redaction_from("card=refuse, email=redact health=no_facts")

    assert (redaction.policy("card"), redaction.policy("email"), redaction.policy("iban")) == (
        "refuse",
        "redact",
        "redact",
    )
    assert redaction.kept_out == ("health",)


def test_off_keeps_everything() -> None:
    """One word turns all of it off."""
    assert redaction_from("off") == KEEP_ALL


def test_file_has_rules_of_its_own(tmp_path: Path) -> None:
    """A TOML file holds policies, special categories and rules with a check by name."""
    path = tmp_path / "redaction.toml"
    path.write_text("[policies]\nbadge = 'redact'\n[[rules]]\nname = 'badge'\npattern = '\\d{11}'\ncheck = 'luhn'\n")

    redactor = Redactor(redaction_from(path))

    assert redactor.text("79927398713 and 79927398714") == "[badge] and 79927398714"


@pytest.mark.parametrize("line", ["card", "card=burn", "crad=keep"])
def test_line_that_says_nothing_is_refused(line: str) -> None:
    """A typing error is named."""
    with pytest.raises(InvalidInput):
        redaction_from(line)


@pytest.mark.parametrize(
    "written",
    [
        "[polices]",
        "[[rules]]\nname = 'a'",
        "[[rules]]\nname = 'a'\npattern = 'b'\ncheck = 'crc'",
        "= 1",
        "rules = 1",
        "policies = 1",
    ],
)
def test_file_that_says_nothing_is_refused(tmp_path: Path, written: str) -> None:
    """What is wrong in the file is named with the file."""
    path = tmp_path / "redaction.toml"
    path.write_text(written)

    with pytest.raises(ConfigError, match="redaction.toml"):
        redaction_from(path)


def test_file_that_is_not_there_is_named(tmp_path: Path) -> None:
    """A mistyped path protects nothing, so it is refused."""
    with pytest.raises(ConfigError, match="nowhere.toml"):
        redaction_from(str(tmp_path / "nowhere.toml"))

"""What is to be done with what must not be kept, as one noun: a policy for each category, and rules of one's own.

Secrets (cards, national numbers, bank accounts, keys, private keys, passwords, codes such as PINs) are taken out unless told otherwise: nobody is helped by a
memory that knows them. Contact data are kept unless told otherwise: a memory of people is asked for them.
"""

from __future__ import annotations

import difflib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import Any, Literal, get_args

from graphmem.errors import InvalidInput
from graphmem.privacy.contacts import CONTACTS
from graphmem.privacy.credentials import ISSUED, NAMED, PRIVATE
from graphmem.privacy.finding import Detector
from graphmem.privacy.money import CARDS, IBANS
from graphmem.privacy.national import NATIONAL
from graphmem.privacy.passwords import CODES, PASSWORDS
from graphmem.privacy.rule import Rule
from graphmem.privacy.sieve import Sieve

Policy = Literal["redact", "hash", "refuse", "keep"]
"""What becomes of a finding: its category stands in its place; that and a short keyed hash do; the message is refused; it stays."""

SpecialPolicy = Literal["no_facts", "refuse", "keep"]
"""What becomes of what is said of a special category: no fact is made of it; the message is refused; it is kept as all else."""

#: In the order that settles which name one and the same span is given.
SHIPPED: tuple[Rule, ...] = (*PRIVATE, *ISSUED, *IBANS, *CARDS, *NATIONAL, *PASSWORDS, *CODES, *NAMED, *CONTACTS)

SECRETS = ("card", "national_id", "iban", "key", "private_key", "password", "code")
CONTACT = ("email", "phone", "address")

#: The special categories that words are shipped for.
SPECIAL = ("health", "religion", "politics", "sexuality", "union", "ethnicity", "biometrics")

_DEFAULT: Mapping[str, Policy] = MappingProxyType(
    # What opens a door is what a memory is asked for: "What was the code of the gate?"
    {**dict.fromkeys(SECRETS, "redact"), **dict.fromkeys(CONTACT, "keep"), "code": "keep"}
)


@dataclass(frozen=True, slots=True)
class Redaction:
    """What is taken out of messages before anything else sees them.

    `policies` says what becomes of a category ("card", "national_id", "iban", "key", "private_key", "password", "code", "email", "phone",
    "address", or one of your own): "redact", "hash", "refuse" or "keep". `rules` are your own, redacted unless `policies` says otherwise, and
    `detectors` find what no rule does. `special` says of "health", "religion", "politics", "sexuality", "union", "ethnicity" and "biometrics"
    whether facts of them are made: "no_facts", "refuse" or "keep".

    Raises:
        InvalidInput: when a category or a policy is none.

    >>> Redaction(policies={"card": "refuse", "email": "redact"}).policy("email")
    'redact'
    """

    policies: Mapping[str, Policy] = field(default_factory=dict)
    rules: Sequence[Rule] = ()
    detectors: Sequence[Detector] = ()
    special: Mapping[str, SpecialPolicy] = field(default_factory=dict)
    sieve: Sieve = field(init=False, repr=False, compare=False)
    refused: tuple[str, ...] = field(init=False, repr=False, compare=False)
    kept_out: tuple[str, ...] = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        if not all(isinstance(rule, Rule) for rule in self.rules):
            raise InvalidInput(f"rules are of the class Rule, not {self.rules!r}")
        own = {rule.category for rule in self.rules}
        _check(self.policies, "policy", get_args(Policy), None if self.detectors else {*_DEFAULT, *own})
        _check(self.special, "special policy", get_args(SpecialPolicy), set(SPECIAL))
        object.__setattr__(self, "policies", MappingProxyType(dict(self.policies)))
        object.__setattr__(self, "special", MappingProxyType(dict(self.special)))
        object.__setattr__(self, "rules", tuple(self.rules))
        object.__setattr__(self, "detectors", tuple(self.detectors))
        every = (*self.rules, *SHIPPED)
        object.__setattr__(self, "sieve", Sieve([rule for rule in every if self.policy(rule.category) != "keep"]))
        for name, wanted in (("refused", "refuse"), ("kept_out", "no_facts")):
            object.__setattr__(self, name, tuple(one for one in SPECIAL if self.special.get(one) == wanted))

    def trusting(self) -> Redaction:
        """The same for what was kept before: nothing of it is taken out or refused; special categories stay out of facts."""
        special: dict[str, SpecialPolicy] = dict.fromkeys(self.kept_out, "no_facts")
        return Redaction(dict.fromkeys(SECRETS, "keep"), special=special)

    def policy(self, category: str) -> Policy:
        """What becomes of a finding of this category."""
        return self.policies.get(category) or _DEFAULT.get(category, "redact")


def _check(given: Mapping[str, Any], what: str, allowed: Sequence[str], known: set[str] | None) -> None:
    if not isinstance(given, Mapping):
        raise InvalidInput(f"each {what} stands by its category, such as {{'card': {allowed[0]!r}}}, not {given!r}")
    for category, chosen in given.items():
        if known is not None and category not in known:
            near = difflib.get_close_matches(str(category), sorted(known), n=1)
            hint = f"did you mean {near[0]!r}?" if near else f"there are {', '.join(sorted(known))}"
            raise InvalidInput(f"{category!r} is no category; {hint}")
        if chosen not in allowed:
            raise InvalidInput(f"the {what} of {category} must be one of {', '.join(allowed)}, not {chosen!r}")


#: What is done unless told otherwise: secrets are redacted, contact data and codes kept.
STANDARD = Redaction()

#: Everything is kept as it comes.
KEEP_ALL = Redaction(policies=dict.fromkeys(SECRETS, "keep"))

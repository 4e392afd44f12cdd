"""The predicates memory knows: one canonical name for the many ways to say a thing.

"Works for", "is employed by" and "quit" are about one relation; only a shared name lets a newer statement of it
supersede an older one. The tables are data (`predicates/*.toml`), so that what supersedes what can be read.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, fields
from difflib import get_close_matches
from functools import cache
from importlib import resources
from pathlib import Path
from typing import Any, Literal

from graphmem.errors import ConfigError
from graphmem.names import normal

Aspect = Literal["holds", "begins", "ends"]

CATEGORIES = (
    "personal",
    "relationship",
    "preference",
    "work",
    "goal",
    "health",
    "possession",
    "event",
    "decision",
    "procedure",
    "other",
)

#: The table that is no predicate: kinds, each with the words that tell it.
KINDS = "kinds"

_RELATION = re.compile(r"[A-Z][A-Z0-9_]*")

#: Before a relation, these say that it is over.
ENDED = frozenset({"former", "ex"})


@dataclass(frozen=True, slots=True)
class Predicate:
    """One relation: how it reads, and what follows from its being stated. Fields as `predicates/README.md` explains them."""

    name: str
    says: str
    denies: str = ""
    was: str = ""
    synonyms: tuple[str, ...] = ()
    begins: tuple[str, ...] = ()
    ends: tuple[str, ...] = ()
    inverse: tuple[str, ...] = ()
    single: bool = False
    fixed: bool = False
    symmetric: bool = False
    opposite: str = ""
    subject: tuple[str, ...] = ()
    object: tuple[str, ...] = ()
    each: bool = False
    trigger: bool = False
    kin: bool = False
    literal: bool = False
    event: bool = False
    category: str = "other"
    importance: float = 0.3


@dataclass(frozen=True, slots=True)
class Meaning:
    """What a phrase means: the predicate, whether it says that it holds, began or ended, and which way round."""

    predicate: Predicate
    aspect: Aspect
    inverted: bool = False


class Vocabulary:
    """Predicates by name and by phrase, and kinds by the words that tell them."""

    def __init__(self, predicates: Mapping[str, Predicate], kinds: Mapping[str, str] | None = None) -> None:
        self.predicates = dict(predicates)
        self._kinds = dict(kinds or {})
        self._phrases: dict[str, list[Meaning]] = {}
        for predicate in predicates.values():
            self._index(predicate)
        self.kin = frozenset(phrase for each in predicates.values() if each.kin for phrase in each.synonyms)

    def _index(self, predicate: Predicate) -> None:
        spoken: tuple[tuple[Aspect, bool, tuple[str, ...]], ...] = (
            ("holds", False, predicate.synonyms),
            ("begins", False, predicate.begins),
            ("ends", False, predicate.ends),
            ("holds", True, predicate.inverse),
        )
        for aspect, inverted, phrases in spoken:
            for phrase in phrases:
                self._phrases.setdefault(phrase, []).append(Meaning(predicate, aspect, inverted))

    def meaning(self, phrase: str, object_kind: str = "") -> Meaning | None:
        """What a lemma phrase means for an object of that kind ("" if it has none); None when no predicate has it.

        A predicate's own name means it, for who speaks of it by name.
        """
        found = self._phrases.get(phrase) or self._phrases.get(_wildcard(phrase))
        if found is None and phrase in self.predicates:
            return Meaning(self.predicates[phrase], "holds")
        if found is None:
            return self._of_a_relation(phrase)
        fitting = [meaning for meaning in found if not object_kind or _takes(meaning, object_kind)]
        loosely = found if len(found) == 1 and found[0].aspect == "holds" else []
        return next(iter(fitting or loosely), None)

    def _of_a_relation(self, phrase: str) -> Meaning | None:
        """ "Older sister" is a sister, "former boss" was a boss."""
        before, _, head = phrase.replace("ex-", "ex ").rpartition(" ")
        relation = next((m for m in self._phrases.get(head, ()) if m.predicate.category == "relationship"), None)
        if not before or relation is None:
            return None
        return Meaning(relation.predicate, "ends") if before.split()[0] in ENDED else relation

    def phrases(self) -> tuple[str, ...]:
        """One phrase that states each predicate, in order; of predicates that are named as they are said, none."""
        first = (predicate.synonyms[0] for predicate in self.predicates.values() if predicate.synonyms)
        return tuple(sorted({phrase for phrase in first if "*" not in phrase}))

    def kinds(self) -> tuple[str, ...]:
        """The kinds that words tell or predicates speak of, in order."""
        spoken = {kind for one in self.predicates.values() for kind in (*one.subject, *one.object)}
        return tuple(sorted(spoken | set(self._kinds.values())))

    def kind(self, name: str) -> str | None:
        """The kind that a name, or its last word, was said to tell; None where nothing was said."""
        words = normal(name).split()
        found = self._kinds.get(" ".join(words))
        return found or (self._kinds.get(words[-1]) if words else None)

    def get(self, name: str) -> Predicate | None:
        """The predicate of a canonical name, or of a phrase that is a name of its own."""
        if name in self.predicates:
            return self.predicates[name]
        found = self._phrases.get(name) or self._phrases.get(_wildcard(name)) or []
        return next((meaning.predicate for meaning in found if meaning.predicate.each), None)

    def relation(self, name: str) -> str:
        """The type of relationship that a predicate is drawn as, its name in capitals; "" for one that is not in the vocabulary.

        >>> default_vocabulary().relation("lives_in")
        'LIVES_IN'
        """
        kind = name.upper()
        return kind if self.get(name) is not None and _RELATION.fullmatch(kind) else ""


def _takes(meaning: Meaning, kind: str) -> bool:
    kinds = meaning.predicate.subject if meaning.inverted else meaning.predicate.object
    return not kinds or kind in kinds


def _wildcard(phrase: str) -> str:
    return f"{phrase.split(' ', 1)[0]} *"


@cache
def default_vocabulary() -> Vocabulary:
    """The shipped vocabulary."""
    return _vocabulary(_shipped())


def vocabulary_with(path: Path) -> Vocabulary:
    """The shipped vocabulary with the predicates and kinds of a TOML file of one's own; of one name, one's own counts.

    Raises:
        ConfigError: when the file cannot be read, is not TOML, defines a predicate twice, has a field that is not known, or an
            opposite that names no predicate.
    """
    try:
        own = path.read_text("utf-8")
    except (OSError, UnicodeDecodeError) as error:
        raise ConfigError(f"the vocabulary {path} cannot be read: {error}") from error
    try:
        return _vocabulary({**_shipped(), **_tables(own)})
    except ConfigError as error:
        raise ConfigError(f"{path}: {error}") from error


def _shipped() -> dict[str, Any]:
    folder = resources.files("graphmem.resolution").joinpath("predicates")
    files = sorted((file for file in folder.iterdir() if file.name.endswith(".toml")), key=lambda file: file.name)
    return _tables("\n".join(file.read_text("utf-8") for file in files))


def _tables(toml: str) -> dict[str, Any]:
    try:
        return tomllib.loads(toml)
    except tomllib.TOMLDecodeError as error:
        raise ConfigError(f"not valid TOML: {error}") from error


def _vocabulary(tables: Mapping[str, Any]) -> Vocabulary:
    predicates = {name: _predicate(name, table) for name, table in tables.items() if name != KINDS}
    for predicate in predicates.values():
        if predicate.opposite and predicate.opposite not in predicates:
            raise ConfigError(
                f"predicate {predicate.name!r} has the opposite {predicate.opposite!r}, which is not defined"
            )
    return Vocabulary(predicates, _kinds(tables.get(KINDS, {})))


def _kinds(table: object) -> dict[str, str]:
    """Word to kind, from kind to words."""
    if not isinstance(table, dict) or not all(isinstance(words, list) for words in table.values()):
        raise ConfigError(
            f"[{KINDS}] gives each kind a list of words, such as Vehicle = ['car', 'bike'], not {table!r}"
        )
    return {normal(str(word)): kind for kind, words in table.items() for word in words}


def _predicate(name: str, table: object) -> Predicate:
    if not isinstance(table, dict):
        raise ConfigError(f"predicate {name!r} must be a table, not {table!r}")
    for field, value in table.items():
        _check_field(name, field, value)
    if "says" not in table:
        raise ConfigError(f'predicate {name!r} needs says, how it reads, such as says = "{{s}} likes {{o}}"')
    values: dict[str, Any] = {
        field: tuple(value) if isinstance(value, list) else value for field, value in table.items()
    }
    return Predicate(name=name, **values)


def _check_field(name: str, field: str, value: object) -> None:
    known = {one.name: one.default for one in fields(Predicate) if one.name != "name"}
    if field not in known:
        near = get_close_matches(field, known, n=1)
        meant = f"did you mean {near[0]!r}?" if near else f"there are {', '.join(known)}"
        raise ConfigError(f"predicate {name!r} has an unknown field {field!r}; {meant}")
    wanted = _type_of(known[field])
    fits = isinstance(value, wanted) and (wanted is bool or not isinstance(value, bool))
    if not fits or (isinstance(value, list) and not all(isinstance(one, str) for one in value)):
        raise ConfigError(f"predicate {name!r}: {field} cannot be {value!r}")
    if field == "category" and value not in CATEGORIES:
        raise ConfigError(f"predicate {name!r}: category must be one of {', '.join(CATEGORIES)}, not {value!r}")
    if field == "importance" and not 0 <= float(str(value)) <= 1:
        raise ConfigError(f"predicate {name!r}: importance must lie in 0 to 1, not {value!r}")


def _type_of(default: object) -> type | tuple[type, ...]:
    """What TOML writes for a field with such a default."""
    if isinstance(default, tuple):
        return list
    if isinstance(default, bool):
        return bool
    return (int, float) if isinstance(default, float) else str

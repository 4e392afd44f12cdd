"""How another namespace is asked, and how what comes from there is told: it says where it is from, and nobody there is "I"."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import replace

from graphmem.retrieval.channels import Reads
from graphmem.types import EVERYTHING, Brought, Entity, Fact, Filter, Message, Neighbourhood, Recall, Sought

_OF_SELF = re.compile(r"(?:[rj]:)*self(?:/|$)")
_THE_USER = re.compile(r"\b([Tt])he user\b")


def of_self(key: str) -> bool:
    """Whether a key is that of the namespace's own person, or starts from it: "self", "r:self/sister"."""
    return _OF_SELF.match(key) is not None


class Others:
    """A store's reads for a recall in another namespace: "I" and "my sister" of the question are nobody there."""

    def __init__(self, store: Reads) -> None:
        self._store = store
        self.read = store.read

    def find(self, namespace: str, keys: Sequence[str]) -> tuple[Entity, ...]:
        """The entities known by any of the keys that do not start from the one who asks."""
        theirs = _theirs(keys)
        return self._store.find(namespace, theirs) if theirs else ()

    def ask(
        self,
        namespace: str,
        keys: Sequence[str],
        then: Callable[[tuple[Entity, ...]], Sought],
        *,
        only: Filter = EVERYTHING,
    ) -> Brought:
        """The same of what a question asks for."""
        return self._store.ask(namespace, _theirs(keys), then, only=only)


def _theirs(keys: Sequence[str]) -> list[str]:
    return [key for key in keys if not of_self(key)]


def entity(one: Entity, namespace: str) -> Entity:
    """An entity of another namespace; whoever is "I" there is somebody else here."""
    keys = tuple(key for key in one.keys if not of_self(key))
    return replace(one, name=_told(one.name, namespace), keys=keys, is_self=False, namespace=namespace)


def fact(one: Fact, namespace: str) -> Fact:
    """A fact of another namespace; "the user" in it is that namespace's."""
    of_them = any(_THE_USER.search(name) for name in (one.subject_name, one.object_name or ""))
    if not of_them:
        return replace(one, namespace=namespace)
    return replace(
        one,
        sentence=_told(one.sentence, namespace),
        subject_name=_told(one.subject_name, namespace),
        object_name=None if one.object_name is None else _told(one.object_name, namespace),
        namespace=namespace,
    )


def message(one: Message, namespace: str) -> Message:
    """A message of another namespace, word for word."""
    return replace(one, namespace=namespace)


def recall(found: Recall, namespace: str) -> Recall:
    """What was recalled in another namespace."""
    return replace(
        found,
        facts=tuple(fact(one, namespace) for one in found.facts),
        messages=tuple(message(one, namespace) for one in found.messages),
        entities=tuple(entity(one, namespace) for one in found.entities),
    )


def neighbourhood(found: Neighbourhood, namespace: str) -> Neighbourhood:
    """What stands around somebody in another namespace."""
    return replace(
        found,
        facts=tuple(fact(one, namespace) for one in found.facts),
        entities=tuple(entity(one, namespace) for one in found.entities),
    )


def _told(text: str, namespace: str) -> str:
    return _THE_USER.sub(lambda found: f"{found[1]}he user of {namespace}", text)

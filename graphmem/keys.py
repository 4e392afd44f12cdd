"""What things are filed under before anyone has worked out who they are: the grammar of keys.

    self, agent                     the user's own person, the assistant
    n:jordan                        a name whose bearer's kind is not sure
    n:jordan|person                 the same name, surely a person's; also |animal and |other
    r:self/sister                   someone known by a relation to someone
    j:self/brother=john             someone known by a relation and a name at once ("my brother John")
    j:john=from work                someone set apart from others of the name ("John from work")

A person and a firm called Jordan are two from the start, and two people called John can be told apart later, because
every statement is filed under the most telling key that its message gives.
"""

from __future__ import annotations

from graphmem.names import normal

#: From this confidence on, a kind is sure enough to keep two bearers of a name apart.
SURE = 0.85

_CLASSES = {"Person": "person", "Animal": "animal"}
CLASSES = ("person", "animal", "other")


def named(name: str, kind: str = "Thing", confidence: float = 0.0) -> str:
    """The key of a name, with the class of its bearer where that is sure.

    >>> named("Ana"), named("Jordan", "Organization", 0.9)
    ('n:ana', 'n:jordan|other')
    """
    unsure = "n:" + normal(name)
    return unsure if kind == "Thing" or confidence < SURE else f"{unsure}|{_CLASSES.get(kind, 'other')}"


def variants(name: str) -> tuple[str, ...]:
    """Every key that a bearer of the name may be filed under."""
    return variants_of(named(name))


def variants_of(key: str) -> tuple[str, ...]:
    """A name's key in all its variants, the unsure one first; another key alone."""
    unsure = plain(key)
    return (unsure, *(f"{unsure}|{each}" for each in CLASSES)) if key.startswith("n:") else (key,)


def plain(key: str) -> str:
    """A name's key without the class; other keys as they are.

    >>> plain("n:jordan|person")
    'n:jordan'
    """
    return key.rpartition("|")[0] if key.startswith("n:") and key.rpartition("|")[2] in CLASSES else key


def related(owner: str, relation: str) -> str:
    """The key of someone known by a relation to the owner of a key.

    >>> related("self", "sister")
    'r:self/sister'
    """
    return f"r:{plain(owner)}/{normal(relation)}"


def owner(key: str) -> str | None:
    """The key a relation key starts from; None for keys that are no relation.

    >>> owner("r:r:self/sister/husband")
    'r:self/sister'
    """
    return key[2:].rpartition("/")[0] if key.startswith("r:") else None


def relation(key: str) -> str:
    """The relation of a relation key: "sister"."""
    return key.rpartition("/")[2]


def joint(relation_key: str, name_key: str) -> str:
    """The key of someone called both: "my brother John"."""
    return f"j:{relation_key[2:]}={plain(name_key)[2:]}"


def qualified(name: str, qualifier: str) -> str:
    """The key of a bearer of a name that is set apart from others: "John from work"."""
    return f"j:{normal(name)}={normal(qualifier)}"

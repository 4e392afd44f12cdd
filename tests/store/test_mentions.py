"""Which messages mention entities of a kind, told by the read that loads them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from graphmem.store import Store
from graphmem.types import Mentioned
from tests.store.builders import ADA, append, apply, entity, learned, message, use

PEOPLE, PLACES = ["Person"], ["Place"]


def _told(store: Store) -> None:
    """Ada says where Ana is, by two of her names; then of Porto, and then of nobody."""
    append(store, *(message(f"said {number}", key=f"k{number}", minute=number) for number in range(3)))
    ana, sister, me = use(), use("r:self/sister", "my sister"), use("self", "I")
    lisbon, porto = use("n:lisbon", "Lisbon", "Place"), use("n:porto", "Porto", "Place")
    apply(
        store,
        learned=(
            learned("m-k0", generation=1, names=[me, sister, ana, porto, lisbon]),
            learned("m-k1", generation=1, names=[porto]),
            learned("m-k2", generation=1),
        ),
        entity_of={
            "n:ana": "e-ana",
            "r:self/sister": "e-ana",
            "self": "e-ada",
            "n:lisbon": "e-lisbon",
            "n:porto": "e-porto",
        },
        entities=(
            entity(keys=["n:ana", "r:self/sister"]),
            replace(entity("e-ada", "Ada", keys=["self"]), is_self=True),
            entity("e-lisbon", "Lisbon", "Place", keys=["n:lisbon"]),
            entity("e-porto", "Porto", "Place", keys=["n:porto"]),
        ),
    )


def _mentions(store: Store, kinds: Sequence[str], *messages: str) -> dict[str, list[str]]:
    found = store.read(ADA, messages=messages, kinds=kinds).mentions
    return {id: [each.name for each in mentioned] for id, mentioned in found.items()}


def test_messages_tell_whom_they_mention(store: Store) -> None:
    """By whatever name, each once, by name; those that mention nothing of the kind are left out, and so is the self."""
    _told(store)

    assert _mentions(store, PLACES, "m-k0", "m-k1", "m-k2") == {"m-k0": ["Lisbon", "Porto"], "m-k1": ["Porto"]}
    assert _mentions(store, PEOPLE, "m-k0", "m-k1") == {"m-k0": ["Ana"]}
    assert _mentions(store, [*PEOPLE, *PLACES], "m-k0") == {"m-k0": ["Ana", "Lisbon", "Porto"]}
    assert store.read(ADA, messages=["m-k1"], kinds=PLACES).mentions == {"m-k1": (Mentioned("e-porto", "Porto"),)}


def test_only_what_is_read_tells_what_it_mentions(store: Store) -> None:
    """A message read by its place does; without kinds nothing is told, and another namespace has nothing."""
    _told(store)

    assert store.read(ADA, places=[("s1", 2)], kinds=PLACES).mentions.keys() == {"m-k1"}
    assert store.read(ADA, messages=["m-k0"]).mentions == {}
    assert store.read("bob", messages=["m-k0"], kinds=PLACES).mentions == {}

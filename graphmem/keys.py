"""What things are filed under before anyone has worked out who they are: the grammar of keys.

    self, agent                     the user's own person, the assistant
    n:jordan                        a name whose bearer's kind is not sure
    n:jordan|person                 the same name, surely a person's; also |animal, |place, |other, |thing and |common
    s:jose garcia                   a spelling that richer ones (José García) can be typed as; nothing is filed under it alone
    r:self/sister                   someone known by a relation to someone
    j:self/brother=john             someone known by a relation and a name at once ("my brother John")
    j:john=from work                someone set apart from others of the name ("John from work")
    m:n:ana|n:annie                 what somebody decided is one (merge); nothing is filed under it
    d:n:ana|n:annie                 what somebody decided is two (split); nothing is filed under it

A person and a firm called Jordan are two from the start, and two people called John can be told apart later, because
every statement is filed under the most telling key that its message gives.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache

from graphmem.names import JOIN, exact, is_bare, is_poorer, normal, poorest

#: From this confidence on, a kind is sure enough to keep two bearers of a name apart.
SURE = 0.85

#: "common" is a thing called by a word in lower case: china, a mark, May and may.
CLASSES = ("person", "animal", "place", "other", "thing", "common")

_CLASSES_OF_SEVERAL = ("person", "animal", "other")
_BEARERS = {"person": "person", "animal": "person", "place": "firm", "other": "firm", "common": "word"}
#: Classes that another class may turn out to be: what nothing is known of, and a thing, which is what is said of a firm or place.
_MAY_BE = {"": frozenset({"person", "animal", "place", "other", "thing"}), "thing": frozenset({"place", "other"})}


def named(name: str, kind: str = "Thing", confidence: float = 0.0) -> str:
    """The key of a name, with the class of its bearer where that is sure.

    >>> named("Ana"), named("Jordan", "Organization", 0.9)
    ('n:ana', 'n:jordan|other')
    """
    form = exact(name)
    known = "" if confidence < SURE else _class(name, form, kind)
    return f"n:{form}|{known}" if known else f"n:{form}"


def _class(name: str, form: str, kind: str) -> str:
    """Of one word, a place and a firm (Amazon), a thing and an animal (Python) are two; of several they are one."""
    if kind in ("Person", "Animal"):
        return kind.lower()
    one = _is_one_word(form)
    if one and kind not in ("Place", "Organization") and _is_common(name, form):
        return "common"
    if kind == "Thing":
        return "thing" if one else ""
    return "place" if one and kind == "Place" else "other"


def _is_common(name: str, form: str) -> bool:
    return form.replace("-", "").isalpha() and name == name.lower() != name.upper()


def _is_one_word(form: str) -> bool:
    return " " not in form or len([word for word in form.split() if word[0].isalnum()]) == 1


def variants(name: str) -> tuple[str, ...]:
    """Every key that a bearer of the name may be filed under, however richly it was spelled there."""
    return with_poorer(named(name))


@lru_cache(maxsize=16384)
def with_poorer(key: str) -> tuple[str, ...]:
    """A name's key with all variants of it and of its poorer spellings; another key alone."""
    if not key.startswith("n:"):
        return (key,)
    form = plain(key)[2:]
    found: list[str] = []
    for each in (form,) if is_bare(form) and exact(form) == form else _poorer(form):
        found += (*_in_classes(f"n:{each}"), f"s:{each}")
    return tuple(found)


def _poorer(form: str) -> Iterable[str]:
    return dict.fromkeys(
        (form, normal(form), *(each for bearer in ("", "person", "firm") for each in poorest(form, bearer)))
    )


def variants_of(key: str) -> tuple[str, ...]:
    """A name's key in all its variants, the unsure one first; another key alone."""
    if not key.startswith("n:"):
        return (key,)
    return _in_classes(plain(key))


def _in_classes(unsure: str) -> tuple[str, ...]:
    classes = CLASSES if _is_one_word(unsure[2:]) else _CLASSES_OF_SEVERAL
    return (unsure, *[f"{unsure}|{each}" for each in classes])


def plain(key: str) -> str:
    """A name's key without the class; other keys as they are.

    >>> plain("n:jordan|person")
    'n:jordan'
    """
    return key.rpartition("|")[0] if key.startswith("n:") and key.rpartition("|")[2] in CLASSES else key


@lru_cache(maxsize=16384)
def spellings(key: str) -> tuple[str, ...]:
    """The keys of the poorest spellings of a name; none where nothing can be left out of it.

    >>> spellings("n:josé garcía|person"), spellings("n:ana")
    (('s:jose garcia',), ())
    """
    if not key.startswith("n:"):
        return ()
    form, known = _parts(key)
    found = poorest(form, _BEARERS.get(known, ""))
    return () if found == (form,) else tuple(f"s:{each}" for each in found)


def may_be(key: str, other: str) -> bool:
    """Whether a name's key can stand for the other, which says more of the bearer or spells the name more richly."""
    (form, known), (richer, surely) = _parts(key), _parts(other)
    fits = known == surely or surely in _MAY_BE.get(known, ())
    # "iphone" and "wifi" in lower case are things of that name, which is written as no common noun is.
    fits = fits or (known == "common" and surely == "thing" and (JOIN in richer or "-" in richer))
    return fits and key != other and is_poorer(form, richer, _BEARERS.get(surely, ""))


def _parts(key: str) -> tuple[str, str]:
    unsure = plain(key)
    return unsure[2:], key[len(unsure) + 1 :]


def related(owner: str, relation: str) -> str:
    """The key of someone known by a relation to the owner of a key.

    >>> related("self", "sister")
    'r:self/sister'
    """
    return f"r:{owned_as(owner)}/{normal(relation)}"


def owned_as(key: str) -> str:
    """How a key stands in the keys of relations to it: a name without class and accents.

    >>> owned_as("n:josé|person")
    'n:jose'
    """
    return f"n:{normal(plain(key)[2:])}" if key.startswith("n:") else key


def owner(key: str) -> str | None:
    """The key a relation key starts from; None for keys that are no relation.

    >>> owner("r:r:self/sister/husband")
    'r:self/sister'
    """
    return key[2:].rpartition("/")[0] if key.startswith("r:") else None


def relation(key: str) -> str:
    """The relation of a relation key: "sister"."""
    return key.rpartition("/")[2]


def with_kindred(known: Iterable[str]) -> set[str]:
    """The keys with the other variants and poorer spellings of their names and the owners of their relations."""
    return set().union(*map(_kindred, known))


@lru_cache(maxsize=4096)
def _kindred(key: str) -> frozenset[str]:
    """What `with_kindred` adds to one key, which is asked for with each message that names it, and the key."""
    found: set[str] = set()
    waiting = [key]
    while waiting:
        one = waiting.pop()
        if one not in found:
            found.add(one)
            waiting += with_poorer(one)
            waiting += filter(None, [owner(one)])
    return frozenset(found)


def joint(relation_key: str, name_key: str) -> str:
    """The key of someone called both: "my brother John"."""
    return f"j:{relation_key[2:]}={plain(name_key)[2:]}"


def qualified(name: str, qualifier: str) -> str:
    """The key of a bearer of a name that is set apart from others: "John from work"."""
    return f"j:{exact(name)}={normal(qualifier)}"


def decided_one(left: str, right: str) -> str:
    """What stands between two keys that somebody decided are one."""
    return f"m:{min(left, right)}|{max(left, right)}"


def decided_two(left: str, right: str) -> str:
    """What stands between two keys that somebody decided are two."""
    return f"d:{min(left, right)}|{max(left, right)}"


def is_decided(key: str) -> bool:
    """Whether it is one of these, which join or part keys and are none themselves."""
    return key.startswith(("m:", "d:"))

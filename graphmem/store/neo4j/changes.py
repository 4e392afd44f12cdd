"""The one write of the graph, as the parameters of its statement.

What a message contributes is summed here, so that the statement moves each sum once; everything else is handed over as it is.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from functools import lru_cache
from typing import Any

from graphmem.keys import with_kindred
from graphmem.store.neo4j.columns import STATEMENT
from graphmem.store.neo4j.noun_cache import touching
from graphmem.store.neo4j.rows import (
    Map,
    entity_map,
    fact_map,
    filed,
    relation_type,
    reworded_map,
    statement_map,
    whole,
)
from graphmem.store.records import micros, write_extraction, write_lines
from graphmem.types import Change, Changes, Document, Learned, Placed, Sameness, Statement

_THOUSAND = 1000

#: So many documents of a namespace wait at most for their vectors to go into the index.
FRESH = 64


def only_adds(changes: Changes) -> bool:
    """Whether it only adds: messages read for the first time, and nothing known before goes, moves or is read again."""
    gone = changes.erased or changes.reworded or changes.entities_gone or changes.facts_gone or changes.everything
    first = all(each.is_first and not each.again for each in changes.learned)
    if gone or not first or not changes.learned or None in changes.entity_of.values():
        return False
    stated = {(each.message_id, one.number) for each in changes.learned for one in each.evidence.statements}
    return all((each.message_id, each.number) in stated for each in changes.placed)


def learn_values(changes: Changes, change: Change) -> Map:
    """What `write/learn` is given of the changes, vectors aside."""
    latest = list({each.message_id: each for each in changes.learned}.values())
    places = {(each.message_id, each.number): each for each in changes.placed}
    return {
        "now": micros(changes.at),
        "learned": [_first_map(each, change, places) for each in latest],
        **_added(changes, latest, change),
    }


def apply_values(changes: Changes, change: Change) -> Map:
    """What `write/apply` is given of the changes, vectors aside."""
    latest = list({each.message_id: each for each in changes.learned}.values())
    gone = [("entity", id) for id in changes.entities_gone] + [("fact", id) for id in changes.facts_gone]
    unlisted = [*gone, *(("message", id) for id in changes.erased)]
    return {
        "now": micros(changes.at),
        "learned": [_learned_map(each, change) for each in latest],
        "replaced": [*dict.fromkeys([*(each.message_id for each in latest), *changes.erased])],
        "statements": [
            {"message": each.message_id, "stated": statement_map(statement)}
            for each in latest
            for statement in each.evidence.statements
        ],
        "entities_gone": list(changes.entities_gone),
        "facts_gone": list(changes.facts_gone),
        "placed": [
            {"message": each.message_id, "number": each.number, "fact": each.fact_id, "slot": filed(each.slot)}
            for each in changes.placed
        ],
        "unlisted": [{"kind": kind, "id": id} for kind, id in dict.fromkeys(unlisted)],
        **_added(changes, latest, change),
    }


def _added(changes: Changes, latest: Sequence[Learned], change: Change) -> Map:
    """What comes, or is from now on."""
    return {
        "spellings": _spellings(latest),
        "samenesses": _samenesses(latest),
        "entity_of": [{**_key(key), "entity": entity} for key, entity in changes.entity_of.items()],
        "entities": [entity_map(entity) for entity in changes.entities],
        "facts": [fact_map(fact, relation_type(changes.relations.get(fact.predicate))) for fact in changes.facts],
        "documents": document_maps(changes.documents),
        "fresh": FRESH,
        "change": {**_change_map(change), **touching(changes)},
    }


def only_folds(changes: Changes) -> bool:
    """Whether there is nothing but summaries to write."""
    rest = replace(changes, summaries=())
    return bool(changes.summaries) and rest == Changes(cause=changes.cause, at=changes.at)


def fold_values(changes: Changes, change: Change) -> Map:
    """What `write/fold` is given of the changes."""
    return {"summaries": summary_values(changes)["summaries"], "change": {**_change_map(change), **touching(changes)}}


def _change_map(change: Change) -> Map:
    return {
        "id": change.id,
        "cause": change.cause,
        "at_micros": micros(change.at),
        "messages": list(change.messages),
        "facts": list(change.facts),
        "facts_gone": list(change.facts_gone),
    }


def summary_values(changes: Changes) -> Map:
    """What `write/summarize` is given."""
    return {
        "summaries": [
            {
                "session": each.session,
                "lines": write_lines(each.lines),
                "covers": micros(each.covers_until[0]),
                "seq": each.covers_until[1],
                "quoted": list(dict.fromkeys(line.message_id for line in each.lines if line.speaker)),
            }
            for each in changes.summaries
        ],
        "gone": list(changes.summaries_gone),
    }


def reword_values(changes: Changes) -> Map:
    """What `write/reword` is given."""
    return {
        "messages": [reworded_map(message) for message in changes.reworded],
        "embedded": [each.id for each in changes.documents if each.kind == "message" and each.vector is not None],
    }


def document_maps(documents: Iterable[Document]) -> list[Map]:
    """The documents that bring terms, the last of each id; `order` keeps their order."""
    latest = {(each.kind, each.id): each for each in documents if each.terms is not None}
    return [{"order": order, **document_map(each)} for order, each in enumerate(latest.values())]


def document_map(document: Document) -> Map:
    """What the text index holds of a document."""
    uses = document.terms or {}
    return {
        "kind": document.kind,
        "id": document.id,
        "length": document.length,
        "terms": list(uses),
        "uses": list(uses.values()),
    }


def _learned_map(learned: Learned, change: Change) -> Map:
    return {
        "message": learned.message_id,
        "generation": learned.generation,
        "extraction": _extraction_map(learned),
        "named": learned.message_id in change.messages,
        "again": learned.again,
    }


def _first_map(learned: Learned, change: Change, places: Mapping[tuple[str, int], Placed]) -> Map:
    """The first that is learned of a message: its evidence as it is stored."""
    message = learned.message_id
    return {
        "message": message,
        "generation": learned.generation,
        "extraction": {**_extraction_map(learned), "versions": [change.version] if message in change.messages else []},
        "statements": [
            _statement_list(each, places.get((message, each.number))) for each in learned.evidence.statements
        ],
    }


def _statement_list(of: Statement, place: Placed | None) -> list[Any]:
    """A statement with the fact and the slot it belongs to, as a list, since names would be sent with each."""
    values = statement_map(of)
    at = (place.fact_id, filed(place.slot)) if place else (None, None)
    return [*map(values.get, STATEMENT[1:]), *at]


def _extraction_map(learned: Learned) -> Map:
    """What is stored of an extraction, its names and samenesses as lists side by side."""
    names, same = learned.evidence.names, learned.evidence.same
    return {
        "reading": learned.extraction.reading,
        "body": write_extraction(learned.extraction),
        "keys": [filed(use.key) for use in names],
        "wholes": [whole(use.key) or "" for use in names],
        "surfaces": [use.surface for use in names],
        "kinds": [use.kind for use in names],
        "weights": [float(use.weight) for use in names],
        "thousandths": [round(use.weight * _THOUSAND) for use in names],
        "starts": [use.start for use in names],
        "ends": [use.end for use in names],
        "lefts": [filed(each.left) for each in same],
        "rights": [filed(each.right) for each in same],
        "whole_lefts": [whole(each.left) or "" for each in same],
        "whole_rights": [whole(each.right) or "" for each in same],
    }


def _spellings(learned: Sequence[Learned]) -> list[Map]:
    uses: Counter[tuple[str, str, str]] = Counter()
    thousandths: Counter[tuple[str, str, str]] = Counter()
    for use in (use for each in learned for use in each.evidence.names):
        spelling = (use.key, use.surface, use.kind)
        uses[spelling] += 1
        thousandths[spelling] += round(use.weight * _THOUSAND)
    return [
        {
            **_key(spelling[0]),
            "surface": spelling[1],
            "kind": spelling[2],
            "uses": count,
            "thousandths": thousandths[spelling],
        }
        for spelling, count in uses.items()
    ]


def _key(key: str) -> Map:
    """A key with its kin: other variants and spellings of the name, which are looked for where it is found."""
    return dict(zip(("key", "whole", "kin"), _as_filed(key), strict=True))


@lru_cache(maxsize=4096)
def _as_filed(key: str) -> tuple[str, str | None, tuple[str, ...]]:
    return filed(key), whole(key), tuple(sorted(map(filed, with_kindred([key]) - {key})))


def _samenesses(learned: Sequence[Learned]) -> list[Map]:
    # A message that says it twice is still one message.
    messages: Counter[Sameness] = Counter(same for each in learned for same in set(each.evidence.same))
    return [
        {
            "left": filed(same.left),
            "whole_left": whole(same.left),
            "right": filed(same.right),
            "whole_right": whole(same.right),
            "messages": count,
        }
        for same, count in sorted(messages.items(), key=lambda item: (item[0].left, item[0].right))
    ]

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
from graphmem.store.touching import touching
from graphmem.types import Change, Changes, Document, Learned, NameUse, Placed, Sameness, Statement

_THOUSAND = 1000

#: What is stored of each use of a name and of each sameness, in the order of their lists.
_NAME = ("keys", "wholes", "surfaces", "kinds", "weights", "thousandths", "starts", "ends")
_SAMENESS = ("lefts", "rights", "whole_lefts", "whole_rights")

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
    latest = _latest(changes)
    places = {(each.message_id, each.number): each for each in changes.placed}
    return {
        **_added(changes, latest, change),
        "learned": [_first_map(each, change, places) for each in latest],
        "spellings": _spellings(latest),
        "facts": _facts(changes),
        "documents": document_maps(changes.documents),
    }


def apply_values(changes: Changes, change: Change) -> Map:
    """What `write/apply` is given of the changes, vectors aside."""
    latest = _latest(changes)
    gone = [("entity", id) for id in changes.entities_gone] + [("fact", id) for id in changes.facts_gone]
    unlisted = [*gone, *(("message", id) for id in changes.erased)]
    return {
        **_added(changes, latest, change),
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
        "spellings": _spellings(latest),
        "facts": _facts(changes),
        "documents": document_maps(changes.documents),
    }


def _latest(changes: Changes) -> list[Learned]:
    return list({each.message_id: each for each in changes.learned}.values())


def _facts(changes: Changes) -> list[Map]:
    return [fact_map(fact, relation_type(changes.relations.get(fact.predicate))) for fact in changes.facts]


def _added(changes: Changes, latest: Sequence[Learned], change: Change) -> Map:
    """What comes, or is from now on, in the same words for both."""
    return {
        "now": micros(changes.at),
        "samenesses": _samenesses(latest),
        "entity_of": [{**_key(key), "entity": entity} for key, entity in changes.entity_of.items()],
        "entities": [entity_map(entity) for entity in changes.entities],
        "fresh": FRESH,
        "change": _change_map(change, changes),
    }


def only_folds(changes: Changes) -> bool:
    """Whether there is nothing but summaries to write."""
    rest = replace(changes, summaries=())
    return bool(changes.summaries) and rest == Changes(cause=changes.cause, at=changes.at)


def fold_values(changes: Changes, change: Change) -> Map:
    """What `write/fold` is given of the changes."""
    return {"summaries": summary_values(changes)["summaries"], "change": _change_map(change, changes)}


def _change_map(change: Change, changes: Changes) -> Map:
    touched = touching(changes)
    told = {"touched": list(touched.ids), "moved": touched.moved} if touched else {}
    return {
        **told,
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
    """The first that is learned of a message: its evidence as it is stored, what comes by the dozen as lists."""
    message, said = learned.message_id, learned.evidence
    return {
        "message": message,
        "generation": learned.generation,
        "reading": learned.extraction.reading,
        "body": write_extraction(learned.extraction),
        "versions": [change.version] if message in change.messages else [],
        "names": [_name_list(use) for use in said.names],
        "same": [_sameness_list(each) for each in said.same],
        "statements": [_statement_list(each, places.get((message, each.number))) for each in said.statements],
    }


def _name_list(use: NameUse) -> list[Any]:
    thousandths = round(use.weight * _THOUSAND)
    return [
        filed(use.key),
        whole(use.key) or "",
        use.surface,
        use.kind,
        float(use.weight),
        thousandths,
        use.start,
        use.end,
    ]


def _sameness_list(same: Sameness) -> list[str]:
    return [filed(same.left), filed(same.right), whole(same.left) or "", whole(same.right) or ""]


def _statement_list(of: Statement, place: Placed | None) -> list[Any]:
    """A statement with the fact and the slot it belongs to."""
    values = statement_map(of)
    at = (place.fact_id, filed(place.slot)) if place else (None, None)
    return [*map(values.get, STATEMENT[1:]), *at]


def _extraction_map(learned: Learned) -> Map:
    """What is stored of an extraction, its names and samenesses as lists side by side."""
    names = [_name_list(use) for use in learned.evidence.names]
    same = [_sameness_list(each) for each in learned.evidence.same]
    columns = dict(zip(_NAME, zip(*names, strict=True), strict=True)) if names else dict.fromkeys(_NAME, ())
    columns |= dict(zip(_SAMENESS, zip(*same, strict=True), strict=True)) if same else dict.fromkeys(_SAMENESS, ())
    return {"reading": learned.extraction.reading, "body": write_extraction(learned.extraction), **columns}


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

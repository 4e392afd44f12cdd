"""What a recall reads: postings, neighbours of a vector, neighbourhoods, and everything it shows; one statement each."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from datetime import datetime
from itertools import repeat
from operator import itemgetter
from typing import TYPE_CHECKING, Any

import numpy as np

from graphmem.store.neo4j.columns import ENTITY, MESSAGE, fact_of_list, named
from graphmem.store.neo4j.embedders import check
from graphmem.store.neo4j.rows import Map, Read, entity_of, fact_of, message_of
from graphmem.store.neo4j.server import Server
from graphmem.store.records import WITHDRAWN_MARK, micros_or_none
from graphmem.types import Filter, Indexed, Loaded, Mentioned, Near, PostingRow, Postings, Reached

if TYPE_CHECKING:
    from graphmem.types.changes import Vector

#: Up to so many documents of a kind in a namespace, every vector is compared.
EXACT = 500

#: How many neighbours the vector index is asked for where no other namespace is, for each one wanted, and how many at most.
REACH = (1.25, 20)

#: A use of a term is one number, the place of the term above how often it is used: fewer values to send.
_PLACE = 32
_COUNT = 2**_PLACE - 1

#: Sums of floats differ in their last bits; rounded, equal vectors tie.
_DECIMALS = 6

#: The most hops one statement walks.
FARTHEST = 3


def postings(
    server: Server, namespace: str, kinds: Sequence[Indexed], terms: Sequence[str], *, cap: int, only: Filter
) -> dict[Indexed, Postings]:
    """Candidates of each kind and the statistics to rank them; rows by id."""
    asked, given = list(dict.fromkeys(terms)), filter_values(only)
    values: Map = {"indexes": list(dict.fromkeys(kinds)), "terms": asked, "cap": max(cap, 0)}
    name, told = ("read/postings_among", _together) if given["filtered"] else ("read/postings", _by_term)
    found = server.read(name, namespace=namespace, asked={**values, **given})
    rows = {row["kind"]: row for row in found}
    nothing = dict.fromkeys(asked, 0)
    return {
        kind: _postings(rows[kind], told(rows[kind]), nothing) if kind in rows else Postings(0, 0, nothing, ())
        for kind in dict.fromkeys(kinds)
    }


def nearest(
    server: Server,
    namespace: str,
    kinds: Sequence[Indexed],
    vector: Vector,
    *,
    limit: int,
    only: Filter,
    model: str | None,
) -> dict[Indexed, tuple[Near, ...]]:
    """The nearest of each kind by cosine, best first, ties by id."""
    if limit < 1:
        return dict.fromkeys(kinds, ())
    near, further = REACH
    given = filter_values(only)
    values: Map = {
        "indexes": list(dict.fromkeys(kinds)),
        "vector": [float(number) for number in np.nan_to_num(vector)],
        "zero": not vector.any(),
        "model": model,
        "limit": limit,
        "exact": EXACT,
        "reach": int(near * limit) + 1,
        "further": further * limit,
    }
    name = "read/nearest_among" if given["filtered"] else "read/nearest"
    found = server.read(name, namespace=namespace, asked={**values, **given})
    for row in found:
        check(vector, row["dimension"])
    rows = {row["kind"]: _near(row["near"]) for row in found}
    return {kind: rows.get(kind, ()) for kind in dict.fromkeys(kinds)}


def neighbourhood(
    server: Server,
    namespace: str,
    entities: Sequence[str],
    *,
    hops: int,
    as_of: datetime | None,
    each: int,
    limit: int,
    only: Filter,
) -> tuple[Reached, ...]:
    """The facts reached, nearest first, within a hop as they are listed."""
    found = server.read(
        "read/neighbourhood",
        namespace=namespace,
        asked={
            "entities": list(dict.fromkeys(entities)),
            "hops": hops,
            "as_of": micros_or_none(as_of),
            "each": max(each, 0),
            "limit": max(limit, 0),
            **filter_values(only),
        },
    )
    return tuple(Reached(fact_of(row["fact"]), row["hops"]) for row in found)


def read(
    server: Server,
    namespace: str,
    *,
    messages: Sequence[str],
    facts: Sequence[str],
    entities: Sequence[str],
    places: Sequence[tuple[str, int]],
    kinds: Sequence[str],
) -> Loaded:
    """Messages in message order, facts and entities in the order asked."""
    [found] = server.read(
        "read/recalled",
        namespace=namespace,
        asked={
            "messages": list(dict.fromkeys(messages)),
            "facts": list(dict.fromkeys(facts)),
            "entities": list(dict.fromkeys(entities)),
            "places": [{"session": session, "seq": seq} for session, seq in dict.fromkeys(places)],
            "kinds": list(dict.fromkeys(kinds)),
            "withdrawn": WITHDRAWN_MARK,
        },
    )
    read_messages = [message_of(named(MESSAGE, each)) for each in found["messages"]]
    read_messages.sort(key=lambda m: (m.at, m.session, m.seq))
    read_facts = {each[0]: each for each in found["facts"]}
    read_entities = {each[0]: named(ENTITY, each) for each in found["entities"]}
    return Loaded(
        messages={message.id: message for message in read_messages},
        facts={id: fact_of_list(read_facts[id]) for id in dict.fromkeys(facts) if id in read_facts},
        entities={id: entity_of(read_entities[id]) for id in dict.fromkeys(entities) if id in read_entities},
        mentions={
            message: tuple(Mentioned(id, name) for name, id in sorted(each)) for message, each in found["mentions"]
        },
        withdrawn=frozenset(found["withdrawn"]),
    )


def filter_values(only: Filter) -> Map:
    """A filter as parameters."""
    return {
        "filtered": only != Filter(),
        "by_message": only.by_message,
        "by_fact": only.by_fact,
        "kinds": sorted(only.kinds),
        "categories": sorted(only.categories),
        "least": float(only.min_importance),
        "sessions": sorted(only.sessions),
        "voices": sorted({name.casefold() for name in only.speakers}),
        "since": micros_or_none(only.since),
        "until": micros_or_none(only.until),
    }


def _postings(row: Read, rows: Iterable[PostingRow], nothing: dict[str, int]) -> Postings:
    return Postings(
        documents=row["documents"],
        total_length=row["length"],
        frequencies={**nothing, **dict(zip(row["terms"], row["frequencies"], strict=True))},
        rows=tuple(sorted(rows, key=itemgetter(0))),
    )


def _by_term(row: Read) -> Iterable[PostingRow]:
    """The documents of each of the rare terms, once each, with the uses of those, and then of the common ones."""
    found: dict[str, PostingRow] = {}
    counts: dict[str, dict[str, int]] = {}
    for term, (ids, lengths, sessions, seqs, uses) in zip(row["terms"], row["found"], strict=False):
        for id, length, session, seq, count in zip(
            ids, lengths, sessions or repeat(""), seqs or repeat(0), uses, strict=False
        ):
            if id in counts:
                counts[id][term] = count
            else:
                counts[id] = {term: count}
                found[id] = PostingRow(id, length, counts[id], session, seq)
    for place, ids, uses in row["counted"]:
        term = row["terms"][place]
        for id, count in zip(ids, uses, strict=True):
            counts[id][term] = count
    return found.values()


def _together(row: Read) -> Iterable[PostingRow]:
    """The documents with the uses of all terms."""
    found, terms = row["found"], row["terms"]
    columns = (found["ids"], found["lengths"], found["uses"], found["sessions"], found["seqs"])
    return [
        PostingRow(id, length, {terms[use >> _PLACE]: use & _COUNT for use in uses}, session, seq)
        for id, length, uses, session, seq in zip(*columns, strict=True)
    ]


def _near(columns: Sequence[Sequence[Any]]) -> tuple[Near, ...]:
    ids, scores, sessions, seqs = columns
    rounded = np.round(np.array(scores, dtype=np.float32), _DECIMALS).tolist()
    return tuple(map(Near, ids, rounded, sessions or repeat(""), seqs or repeat(0)))

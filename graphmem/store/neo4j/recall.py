"""How a recall searches: postings, neighbours of a vector and neighbourhoods; one statement each."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from datetime import datetime
from operator import itemgetter
from typing import TYPE_CHECKING, Any

import numpy as np

from graphmem.store.limits import Most, of_each
from graphmem.store.matrices import rounded, unit
from graphmem.store.neo4j.candidates import candidates, places
from graphmem.store.neo4j.embedders import check
from graphmem.store.neo4j.rows import Map, Read, fact_of
from graphmem.store.neo4j.server import Server
from graphmem.store.neo4j.text_cache import TextCache
from graphmem.store.neo4j.vector_cache import Told, VectorCache
from graphmem.store.records import micros_or_none
from graphmem.types import Filter, Indexed, Near, PostingRow, Postings, Reached
from graphmem.types.columns import NearColumns

if TYPE_CHECKING:
    from graphmem.types.changes import Vector

#: Up to so many documents of a kind in a namespace, every vector is compared.
EXACT = 500

#: So many vectors of a kind are read with one question at most; while more are lacking, the vector index of the server answers.
BLOCK = 2000

#: So many of those that have to be told a number at a time, since an older graphmem wrote them.
UNPACKED = 100

#: The vectors of a kind are kept while they take no more than so many bytes.
KEPT_BYTES = 256 * 1024 * 1024

#: How many neighbours the vector index is asked for where no other namespace is, for each one wanted, and how many at most.
REACH = (1.25, 20)

#: Lists of terms are told and kept whole, the rarest first, while their rows stay within so many times the cap.
WHOLE = 2

#: A use of a term is one number, the place of the term above how often it is used: fewer values to send.
_PLACE = 32
_COUNT = 2**_PLACE - 1

#: The most hops one statement walks.
FARTHEST = 3


def postings(
    server: Server,
    kept: TextCache,
    namespace: str,
    kinds: Sequence[Indexed],
    terms: Sequence[str],
    *,
    cap: int,
    only: Filter,
) -> dict[Indexed, Postings]:
    """Candidates of each kind and the statistics to rank them; rows by id."""
    asked, cap = list(dict.fromkeys(terms)), max(cap, 0)
    indexes = list(dict.fromkeys(kinds))
    values: Map = {"indexes": indexes, "terms": asked, "cap": cap}
    given = filter_values(only)
    if given["filtered"]:
        found = server.read("read/postings_among", namespace=namespace, asked={**values, **given})
        rows = {row["kind"]: _postings(row, _together(row), asked) for row in found}
    else:
        values |= {"keep": WHOLE * cap, "known": kept.known(namespace, indexes, asked)}
        found = server.read("read/postings", namespace=namespace, asked=values)
        rows = {
            row["kind"]: _postings(row, candidates(row, kept.of(namespace, row["kind"], row["mark"]), cap=cap), asked)
            for row in found
        }
    return {kind: rows.get(kind) or Postings(0, 0, dict.fromkeys(asked, 0), ()) for kind in indexes}


def nearest(
    server: Server,
    kept: VectorCache,
    namespace: str,
    kinds: Sequence[Indexed],
    vector: Vector,
    *,
    limit: Most,
    only: Filter,
    model: str | None,
) -> dict[Indexed, Sequence[Near]]:
    """The nearest of each kind by cosine, best first, ties by id."""
    most = {kind: many for kind, many in of_each(limit, kinds).items() if many > 0}
    found: dict[Indexed, Sequence[Near]] = dict.fromkeys(kinds, ())
    if most and only == Filter():
        near = _among_kept(server, kept, namespace, vector, most=most, model=model)
        found |= {kind: rows for kind, rows in near.items() if rows is not None}
        most = {kind: most[kind] for kind, rows in near.items() if rows is None}
    if most:
        found |= _among_listed(server, namespace, vector, most=most, only=only, model=model)
    return found


def _among_kept(
    server: Server,
    kept: VectorCache,
    namespace: str,
    vector: Vector,
    *,
    most: Mapping[Indexed, int],
    model: str | None,
) -> dict[Indexed, NearColumns | None]:
    """The nearest of those kinds whose vectors are all kept, once what came since is read; None of the others."""
    values: Map = {
        "indexes": list(most),
        "model": model,
        "known": kept.known(namespace, most),
        "block": BLOCK,
        "unpacked": UNPACKED,
        "bytes": KEPT_BYTES,
    }
    near: dict[Indexed, NearColumns | None] = {}
    for row in server.read("read/vectors", namespace=namespace, asked=values):
        check(vector, row["dimension"])
        kind = row["kind"]
        near[kind] = kept.nearest(namespace, kind, Told.of(row), unit(vector), most[kind])
    return near


def _among_listed(
    server: Server, namespace: str, vector: Vector, *, most: Mapping[Indexed, int], only: Filter, model: str | None
) -> dict[Indexed, NearColumns]:
    """The nearest that the vector index of the server lists, or that pass the filter."""
    near, further = REACH
    given = filter_values(only)
    values: Map = {
        "indexes": list(most),
        "vector": np.nan_to_num(vector).tolist(),
        "zero": not vector.any(),
        "model": model,
        "limit": max(most.values()),
        "limits": dict(most),
        "exact": EXACT,
        "reach": {kind: int(near * many) + 1 for kind, many in most.items()},
        "further": {kind: further * many for kind, many in most.items()},
    }
    name = "read/nearest_among" if given["filtered"] else "read/nearest"
    found = server.read(name, namespace=namespace, asked={**values, **given})
    for row in found:
        check(vector, row["dimension"])
    return {row["kind"]: _near(row["near"]) for row in found}


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


def _postings(row: Read, rows: Sequence[PostingRow], asked: Iterable[str]) -> Postings:
    return Postings(
        documents=row["documents"],
        total_length=row["length"],
        frequencies={**dict.fromkeys(asked, 0), **dict(zip(row["terms"], row["frequencies"], strict=True))},
        rows=rows,
    )


def _together(row: Read) -> Sequence[PostingRow]:
    """The documents with the uses of all terms, by id."""
    found, terms = row["found"], row["terms"]
    columns = (found["ids"], found["lengths"], found["uses"], found["sessions"], found["seqs"])
    return tuple(
        PostingRow(id, length, {terms[use >> _PLACE]: use & _COUNT for use in uses}, session, seq)
        for id, length, uses, session, seq in sorted(zip(*columns, strict=True), key=itemgetter(0))
    )


def _near(columns: Sequence[Sequence[Any]]) -> NearColumns:
    ids, scores, sessions, seqs = columns
    return NearColumns(ids, rounded(np.array(scores, dtype=np.float32)).astype(float), places(sessions, seqs, len(ids)))

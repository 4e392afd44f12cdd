"""How a recall searches, by words and by a vector, in one statement: what a process keeps is brought up to date and searched there.

What passes a filter, and vectors that are too many to keep or not all here yet, the server searches itself.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from operator import itemgetter
from typing import Any

import numpy as np

from graphmem.store.matrices import rounded, unit
from graphmem.store.neo4j.candidates import candidates, places
from graphmem.store.neo4j.embedders import check
from graphmem.store.neo4j.recall import filter_values
from graphmem.store.neo4j.rows import Map, Read
from graphmem.store.neo4j.server import Server
from graphmem.store.neo4j.text_cache import TextCache
from graphmem.store.neo4j.vector_cache import Told, VectorCache
from graphmem.types import Filter, Indexed, Likeness, Near, PostingRow, Postings, Searched, Worded
from graphmem.types.columns import NearColumns

#: Up to so many documents of a kind in a namespace, a server compares every vector.
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

_NO_WORDS = Worded((), (), 0)

Nearest = dict[Indexed, Sequence[Near]]


def search(
    server: Server,
    namespace: str,
    words: Worded | None,
    like: Likeness | None,
    *,
    texts: TextCache,
    vectors: VectorCache,
    only: Filter,
) -> Searched:
    """Candidates of each kind with the statistics to rank them, rows by id; and the nearest of each kind, best first, ties by id."""
    most = {kind: many for kind, many in like.most.items() if many > 0} if like else {}
    near: Nearest = dict.fromkeys(like.most, ()) if like else {}
    if only != Filter():
        found = _postings_among(server, namespace, words or _NO_WORDS, only)
        lacking = most
    else:
        found, kept = _among_kept(server, namespace, words or _NO_WORDS, like, most=most, texts=texts, vectors=vectors)
        near |= {kind: rows for kind, rows in kept.items() if rows is not None}
        lacking = {kind: most[kind] for kind, rows in kept.items() if rows is None}
    if like is not None and lacking:
        near |= _nearest(server, namespace, like, most=lacking, only=only)
    return Searched(found, near)


def _among_kept(
    server: Server,
    namespace: str,
    words: Worded,
    like: Likeness | None,
    *,
    most: Mapping[Indexed, int],
    texts: TextCache,
    vectors: VectorCache,
) -> tuple[dict[Indexed, Postings], dict[Indexed, NearColumns | None]]:
    """What is found in what is kept, once what came since is read; None of kinds of which not all vectors are kept."""
    asked, cap = list(dict.fromkeys(words.terms)), max(words.cap, 0)
    worded = list(dict.fromkeys(words.kinds))
    values: Map = {
        "indexes": list(dict.fromkeys((*worded, *most))),
        "worded": worded,
        "terms": asked,
        "cap": cap,
        "keep": WHOLE * cap,
        "known": texts.known(namespace, worded, asked),
        "alike": list(most),
        "model": like.model if like else None,
        "held": vectors.known(namespace, most),
        "block": BLOCK,
        "unpacked": UNPACKED,
        "bytes": KEPT_BYTES,
    }
    found = dict.fromkeys(worded, _nothing(asked))
    near: dict[Indexed, NearColumns | None] = {}
    for row in server.read("read/search", namespace=namespace, asked=values) if values["indexes"] else ():
        kind = row["kind"]
        if kind in found:
            kept = texts.of(namespace, kind, row["mark"])
            found[kind] = _postings(row, candidates(row, kept, cap=cap), asked)
        if like is not None and row["vectors"]:
            told = Told.of(row["vectors"])
            check(like.vector, told.dimension)
            near[kind] = vectors.nearest(namespace, kind, told, unit(like.vector), most[kind])
    return found, near


def _postings_among(server: Server, namespace: str, words: Worded, only: Filter) -> dict[Indexed, Postings]:
    """The candidates that pass the filter."""
    asked, kinds = list(dict.fromkeys(words.terms)), list(dict.fromkeys(words.kinds))
    if not kinds:
        return {}
    values: Map = {"indexes": kinds, "terms": asked, "cap": max(words.cap, 0), **filter_values(only)}
    found = dict.fromkeys(kinds, _nothing(asked))
    for row in server.read("read/postings_among", namespace=namespace, asked=values):
        found[row["kind"]] = _postings(row, _together(row), asked)
    return found


def _nearest(server: Server, namespace: str, like: Likeness, *, most: Mapping[Indexed, int], only: Filter) -> Nearest:
    """The nearest that pass the filter, as the vector index of the server lists them."""
    near, further = REACH
    given = filter_values(only)
    values: Map = {
        "indexes": list(most),
        "vector": np.nan_to_num(like.vector).tolist(),
        "zero": not like.vector.any(),
        "model": like.model,
        "limit": max(most.values()),
        "limits": dict(most),
        "exact": EXACT,
        "reach": {kind: int(near * many) + 1 for kind, many in most.items()},
        "further": {kind: further * many for kind, many in most.items()},
    }
    name = "read/nearest_among" if given["filtered"] else "read/nearest"
    found = server.read(name, namespace=namespace, asked={**values, **given})
    for row in found:
        check(like.vector, row["dimension"])
    return {row["kind"]: _near(row["near"]) for row in found}


def _nothing(asked: Iterable[str]) -> Postings:
    return Postings(0, 0, dict.fromkeys(asked, 0), ())


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

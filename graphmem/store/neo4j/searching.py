"""How a recall searches, by words and by a vector: what a process keeps is brought up to date and searched there.

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
from graphmem.store.neo4j.filters import filter_values
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


class Search:
    """One search: what a statement is told of it, and what is found once it answered."""

    def __init__(
        self,
        server: Server,
        namespace: str,
        words: Worded | None,
        like: Likeness | None,
        *,
        texts: TextCache,
        vectors: VectorCache,
        only: Filter,
    ) -> None:
        self._server = server
        self._namespace = namespace
        self._words = words or _NO_WORDS
        self._like = like
        self._most = {kind: many for kind, many in like.most.items() if many > 0} if like else {}
        self._texts = texts
        self._vectors = vectors
        self._only = only
        self._terms = list(dict.fromkeys(self._words.terms))
        self._kinds = list(dict.fromkeys(self._words.kinds))

    def values(self) -> Map:
        """What is searched in what a process keeps, once what came since is read: all that has to pass no filter."""
        among = self._only != Filter()
        worded, most = ([], {}) if among else (self._kinds, self._most)
        cap = max(self._words.cap, 0)
        return {
            "indexes": list(dict.fromkeys((*worded, *most))),
            "worded": worded,
            "terms": self._terms,
            "cap": cap,
            "keep": WHOLE * cap,
            "known": self._texts.known(self._namespace, worded, self._terms),
            "alike": list(most),
            "model": self._like.model if self._like else None,
            "held": self._vectors.known(self._namespace, most),
            "block": BLOCK,
            "unpacked": UNPACKED,
            "bytes": KEPT_BYTES,
        }

    def found(self, rows: Iterable[Read]) -> Searched:
        """Candidates of each kind with the statistics to rank them, rows by id; and the nearest of each kind, best first, ties by id.

        The vectors of a kind are compared by the server where they are not all here, and what has to pass a filter it searches itself.
        """
        near: Nearest = dict.fromkeys(self._like.most, ()) if self._like else {}
        if self._only != Filter():
            postings = _postings_among(self._server, self._namespace, self._words, self._only)
            lacking = self._most
        else:
            postings, kept = self._among_kept(rows)
            near |= {kind: found for kind, found in kept.items() if found is not None}
            lacking = {kind: self._most[kind] for kind, found in kept.items() if found is None}
        if self._like is not None and lacking:
            near |= _nearest(self._server, self._namespace, self._like, most=lacking, only=self._only)
        return Searched(postings, near)

    def _among_kept(self, rows: Iterable[Read]) -> tuple[dict[Indexed, Postings], dict[Indexed, NearColumns | None]]:
        """What is found in what is kept, with what came since; None of kinds of which not all vectors are kept."""
        postings = dict.fromkeys(self._kinds, _nothing(self._terms))
        near: dict[Indexed, NearColumns | None] = {}
        for row in rows:
            kind = row["kind"]
            if kind in postings:
                kept = self._texts.of(self._namespace, kind, row["mark"])
                found = candidates(row, kept, cap=max(self._words.cap, 0))
                postings[kind] = _postings(row, found, self._terms)
            if self._like is not None and row["vectors"]:
                told = Told.of(row["vectors"])
                check(self._like.vector, told.dimension)
                vector = unit(self._like.vector)
                near[kind] = self._vectors.nearest(self._namespace, kind, told, vector, self._most[kind])
        return postings, near


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

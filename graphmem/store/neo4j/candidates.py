"""Candidates for BM25 out of the lists of terms: what the server told is joined to what is kept, and weighed in columns."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import repeat
from typing import Any

import numpy as np

from graphmem.store.kept_index import Listed
from graphmem.store.listing import Integers
from graphmem.store.neo4j.rows import Read
from graphmem.store.neo4j.text_cache import Kept
from graphmem.types.columns import Places, PostingColumns


def candidates(row: Read, kept: Kept, *, cap: int) -> PostingColumns:
    """The documents that the rarest terms within the cap hold, and how often they use each term."""
    terms: Sequence[str] = row["terms"]
    lists = _whole(row, kept) or _newest(row, kept)
    found: dict[str, Listed] = {}
    numbers: Integers = np.empty(0, dtype=np.int64)
    left = cap
    for place, (term, listed) in enumerate(zip(terms, lists, strict=False)):
        if place == 0 or len(listed.documents) <= left:
            found[term] = listed.newest(left)
            left -= len(found[term].documents)
            numbers = np.union1d(numbers, found[term].documents)
        else:
            left = 0
            found[term] = listed.among(numbers)
    for place, documents, uses in row["counted"]:
        found[terms[place]] = Listed.of(zip(documents, uses, strict=True))
    return _columns({term: found.get(term, _NOTHING) for term in terms}, numbers, kept)


_NOTHING = Listed(np.empty(0, dtype=np.int64), np.empty(0, dtype=np.int64))


def _whole(row: Read, kept: Kept) -> list[Listed]:
    """The lists of the first terms, as they are now."""
    newer = {told[0]: _told(told, kept) for told in row["found"]} if row["whole"] else {}
    lists = []
    for place in range(row["whole"]):
        term, frequency = row["terms"][place], row["frequencies"][place]
        before = kept.lists.get(term, _NOTHING)
        if len(before.documents) < frequency and place in newer:
            before = before.and_then(newer[place])
            # Another number of documents: something came or went while this was read.
            before = kept.keep(term, before) if len(before.documents) == frequency else before
        lists.append(before)
    return lists


def _newest(row: Read, kept: Kept) -> list[Listed]:
    """The newest documents of a term that too many hold to tell them all."""
    return [_told(told, kept) for told in row["found"]]


def _told(told: Sequence[Any], kept: Kept) -> Listed:
    _, numbers, uses, ids, lengths, sessions, seqs = told
    kept.add(zip(numbers, ids, lengths, sessions or repeat(""), seqs or repeat(0), strict=False))
    return Listed.of(zip(numbers, uses, strict=True))


def _columns(found: dict[str, Listed], numbers: Integers, kept: Kept) -> PostingColumns:
    """The candidates by id, and how often each term occurs in each."""
    terms = sorted(found)
    counts = np.zeros((len(terms), len(numbers)))
    for place, term in enumerate(terms):
        listed = found[term].among(numbers)
        counts[place, np.searchsorted(numbers, listed.documents)] = listed.uses
    documents = kept.met(numbers.tolist())
    return PostingColumns(terms, documents.ids, documents.lengths, counts[:, documents.places], documents.standing)


def places(sessions: Sequence[str], seqs: Sequence[int], count: int) -> Places:
    """Where documents stand, told side by side; nothing is told of those that stand nowhere."""
    names = dict.fromkeys(sessions or [""])
    numbers = dict(zip(names, range(len(names)), strict=True))
    standing = [numbers[session] for session in sessions] if sessions else [0] * count
    return Places(list(names), np.array(standing, dtype=np.int64), np.array(seqs or [0] * count, dtype=np.int64))

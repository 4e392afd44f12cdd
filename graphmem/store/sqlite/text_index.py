"""The text index: which documents hold a term, and the counts BM25 needs, exact for each namespace and kind.

A document is listed under each of its terms. The search for candidates reads these lists alone: the rarest terms
first, since they say most and cost least, until the next would go over the cap.
"""

from __future__ import annotations

import json
from array import array
from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from itertools import chain
from typing import Any

import numpy as np

from graphmem.store.kept_index import Listed
from graphmem.store.listing import Integers
from graphmem.store.sqlite.filters import Passing
from graphmem.store.sqlite.scope import Row, Scope, put
from graphmem.store.sqlite.text_cache import Kept, TextCache
from graphmem.types import Document, Filter, Indexed, Postings
from graphmem.types.columns import PostingColumns

#: The newest documents holding a term; read from the list's own order, from its end.
NEWEST = "SELECT document, uses FROM postings WHERE term = :term ORDER BY document DESC LIMIT :limit"

#: Those that came after one.
NEWER = "SELECT document, uses FROM postings WHERE term = :term AND document > :last ORDER BY document"

#: The terms there are, of whatever kind.
KNOWN = (
    "SELECT kind, term, number, documents FROM terms WHERE ns = :ns AND kind IN ('message', 'fact', 'entity') "
    "AND term IN (:values)"
)

#: How often a term occurs in each of some documents.
COUNTED = (
    "SELECT document, uses FROM json_each(:documents) AS candidate CROSS JOIN postings "
    "ON postings.term = :term AND postings.document = candidate.value"
)

#: The same of some documents alone.
NEWEST_OF = (
    "SELECT document, uses FROM json_each(:documents) AS candidate CROSS JOIN postings "
    "ON postings.term = :term AND postings.document = candidate.value ORDER BY document DESC LIMIT :limit"
)

#: The same of those that pass a filter, asked one by one.
NEWEST_PASSING = (
    "SELECT postings.document, uses FROM postings CROSS JOIN documents ON documents.number = postings.document "
    "WHERE postings.term = :term AND {passes} ORDER BY postings.document DESC LIMIT :limit"
)

#: A list of at most so many documents is kept in memory once it was asked for.
_KEPT_LIST = 4000

_COUNT_TERM = """
    INSERT INTO terms (ns, kind, term, documents) VALUES (?, ?, ?, ?)
    ON CONFLICT (ns, kind, term) DO UPDATE SET documents = documents + excluded.documents
"""

_COUNT_DOCUMENTS = """
    INSERT INTO text_statistics (ns, kind, documents, total_length, removals) VALUES (:ns, :kind, :documents, :length, :removals)
    ON CONFLICT (ns, kind) DO UPDATE SET documents = documents + excluded.documents,
        total_length = total_length + excluded.total_length, removals = removals + excluded.removals
"""


def postings(
    here: Scope, kept: TextCache, kinds: Iterable[Indexed], terms: Sequence[str], *, cap: int, only: Filter
) -> dict[Indexed, Postings]:
    """Candidates of each kind that pass, within `cap` posting rows, and the statistics to rank them; rows by id."""
    asked = list(dict.fromkeys(terms))
    known, statistics = _known(here, asked), _statistics(here)
    found: dict[Indexed, Postings] = {}
    for kind in dict.fromkeys(kinds):
        documents, total_length, removals = statistics.get(kind, (0, 0, 0))
        numbers = {term: known[kind, term] for term in asked if (kind, term) in known}
        finder = _Finder(here, kind, only, kept.of(here, kind, removals))
        found[kind] = Postings(
            documents=documents,
            total_length=total_length,
            frequencies={term: numbers[term][1] if term in numbers else 0 for term in asked},
            rows=_columns(finder, _candidates(finder, numbers, cap)) if numbers else (),
        )
    return found


def write(here: Scope, documents: Iterable[Document]) -> None:
    """Replace the entries of documents that bring terms; one listed before keeps its place in the order."""
    by_kind: dict[Indexed, dict[str, Document]] = defaultdict(dict)
    for document in documents:
        if document.terms is not None:
            by_kind[document.kind][document.id] = document
    for kind, entries in by_kind.items():
        places = _take_out(here, kind, entries)
        _put_in(here, kind, list(entries.values()), places)


def erase(here: Scope, kind: Indexed, ids: Iterable[str]) -> None:
    """Remove documents from the index, and terms that no document holds any more."""
    _take_out(here, kind, ids)
    here.run("DELETE FROM terms WHERE ns = :ns AND kind = :kind AND documents = 0", kind=kind)


def _terms(here: Scope, kind: Indexed, terms: Iterable[str]) -> dict[str, tuple[int, int]]:
    """The number and the document count of each term there is."""
    return {term: told for (of, term), told in _known(here, terms).items() if of == kind}


def _known(here: Scope, terms: Iterable[str]) -> dict[tuple[Indexed, str], tuple[int, int]]:
    """The same of every kind."""
    found = here.rows_in(KNOWN, terms)
    return {(kind, term): (number, documents) for kind, term, number, documents in found}


def _statistics(here: Scope) -> dict[Indexed, tuple[int, int, int]]:
    """Of each kind how many documents there are, their length together, and how often some were taken away."""
    found = here.rows("SELECT kind, documents, total_length, removals FROM text_statistics WHERE ns = :ns")
    return {kind: (documents, length, removals) for kind, documents, length, removals in found}


class _Finder:
    """Reads the list of a term: all of it, or what passes a filter."""

    def __init__(self, here: Scope, kind: Indexed, only: Filter, kept: Kept) -> None:
        self.here, self.kept = here, kept
        self._passing = Passing(kind, only)
        few = self._passing.few(here) if self._passing else None
        self._few = None if few is None else json.dumps(_numbers(here, kind, few))

    def newest(self, term: int, frequency: int, limit: int) -> Listed:
        """The newest documents that hold the term and pass, at most so many, with how often they use it."""
        if self._few is not None:
            return Listed.of(self.here.rows(NEWEST_OF, term=term, limit=limit, documents=self._few))
        if self._passing:
            statement = NEWEST_PASSING.format(passes=self._passing.condition("documents.id"))
            return Listed.of(self.here.rows(statement, term=term, limit=limit, **self._passing.values))
        if frequency <= _KEPT_LIST:
            return self._whole(term, frequency).newest(limit)
        return Listed.of(self.here.rows(NEWEST, term=term, limit=limit))

    def counted(self, term: int, frequency: int, documents: Integers) -> Listed:
        """How often the term occurs in each of some documents."""
        if frequency <= _KEPT_LIST:
            return self._whole(term, frequency).among(documents)
        return Listed.of(self.here.rows(COUNTED, term=term, documents=json.dumps(documents.tolist())))

    @property
    def filters(self) -> bool:
        """Whether some documents do not pass."""
        return bool(self._passing)

    def _whole(self, term: int, frequency: int) -> Listed:
        """All documents that hold a term, those met before from memory: while none is taken away they only grow more."""
        listed = self.kept.lists.get(term)
        held = len(listed.documents) if listed else 0
        if listed and held == frequency:
            return listed
        if listed and held > frequency:
            # This transaction sees less than another one did.
            return Listed(listed.documents[:frequency], listed.uses[:frequency])
        newer = Listed.of(self.here.rows(NEWER, term=term, last=int(listed.documents[-1]) if listed else 0))
        return self.kept.keep(term, listed.and_then(newer) if listed else newer)


def _candidates(finder: _Finder, terms: Mapping[str, tuple[int, int]], cap: int) -> dict[str, Listed]:
    """Where each term occurs among the candidates, rarest term first."""
    rarest_first = sorted(terms, key=lambda term: (terms[term][1], term))
    found: dict[str, Listed] = {}
    fitting: list[Integers] = []
    left = max(cap, 0)
    for position, term in enumerate(rarest_first):
        number, frequency = terms[term]
        listed: Listed | None = None
        if position == 0 or frequency <= left or finder.filters:
            # One more than there is room for tells whether all that pass fit.
            listed = finder.newest(number, frequency, left + 1)
        if listed is not None and (position == 0 or len(listed.documents) <= left):
            found[term] = listed.newest(left)
            left -= len(found[term].documents)
            fitting.append(found[term].documents)
        else:
            # What comes later is counted in no others than these: all that was found until now.
            fitting = [np.unique(np.concatenate(fitting))]
            found[term] = finder.counted(number, frequency, fitting[0])
    return found


def _numbers(here: Scope, kind: Indexed, ids: Iterable[str]) -> list[int]:
    found = here.rows_in(
        "SELECT number FROM documents WHERE ns = :ns AND kind = :kind AND id IN (:values)", ids, kind=kind
    )
    return [number for (number,) in found]


def _columns(finder: _Finder, found: Mapping[str, Listed]) -> PostingColumns:
    """The candidates by id, and how often each term occurs in each."""
    terms = sorted(found)
    numbers = np.unique(np.concatenate([found[term].documents for term in terms]))
    counts = np.zeros((len(terms), len(numbers)))
    for row, term in enumerate(terms):
        counts[row, np.searchsorted(numbers, found[term].documents)] = found[term].uses
    documents = finder.kept.documents(finder.here, numbers)
    return PostingColumns(terms, documents.ids, documents.lengths, counts[:, documents.places], documents.standing)


def _take_out(here: Scope, kind: Indexed, ids: Iterable[str]) -> dict[str, int]:
    """Remove documents, leaving terms at zero for the caller; gives back the numbers they had."""
    stored = here.rows_in(
        "SELECT number, id, length, terms FROM documents WHERE ns = :ns AND kind = :kind AND id IN (:values)",
        ids,
        kind=kind,
    )
    held = {number: _unpack(packed) for number, _, _, packed in stored}
    here.db.executemany(
        "DELETE FROM postings WHERE term = ? AND document = ?",
        ((term, number) for number, terms in held.items() for term in terms),
    )
    here.db.executemany(
        "UPDATE terms SET documents = documents - ? WHERE number = ?",
        ((count, term) for term, count in Counter(term for terms in held.values() for term in terms).items()),
    )
    here.db.executemany("DELETE FROM documents WHERE number = ?", ((number,) for number in held))
    _count(here, kind, documents=-len(stored), length=-sum(length for _, _, length, _ in stored), removals=1)
    return {document: number for number, document, _, _ in stored}


def _put_in(here: Scope, kind: Indexed, documents: Sequence[Document], places: Mapping[str, int]) -> None:
    frequencies = Counter(chain.from_iterable(document.terms or () for document in documents))
    here.run_rows(_COUNT_TERM, ((kind, term, documents) for term, documents in frequencies.items()))
    # Terms only the replaced entries held.
    if places:
        here.run("DELETE FROM terms WHERE ns = :ns AND kind = :kind AND documents = 0", kind=kind)
    numbers = {term: number for term, (number, _) in _terms(here, kind, frequencies).items()}
    # Beyond the numbers that replaced documents keep, which are not in the table now.
    highest = here.db.execute("SELECT coalesce(max(number), 0) FROM documents").fetchone()[0]
    next_place = max(highest, *places.values(), 0) + 1
    document_rows: list[Row] = []
    lists: dict[int, list[int]] = {number: [] for number in sorted(numbers.values())}
    for document in documents:
        place = places.get(document.id, next_place)
        next_place = max(next_place, place + 1)
        uses = document.terms or {}
        held = [numbers[term] for term in uses]
        document_rows.append((place, kind, document.id, document.length, array("q", held).tobytes()))
        for number, count in zip(held, uses.values(), strict=True):
            lists[number] += (number, place, count)
    here.insert("documents", "number, kind, id, length, terms", document_rows)
    # In the table's own order, but for what was replaced, which it takes in faster.
    rows = list(chain.from_iterable(lists.values()))
    put(here.db, "INSERT INTO postings (term, document, uses)", rows, width=3)
    _count(here, kind, documents=len(documents), length=sum(document.length for document in documents))


def _count(here: Scope, kind: Indexed, *, documents: int, length: int, removals: int = 0) -> None:
    if documents:
        here.run(_COUNT_DOCUMENTS, kind=kind, documents=documents, length=length, removals=removals)


def _unpack(packed: bytes) -> Sequence[Any]:
    numbers = array("q")
    numbers.frombytes(packed)
    return numbers

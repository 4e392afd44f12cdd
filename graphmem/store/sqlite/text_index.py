"""The text index: which documents hold a term, and the counts BM25 needs, exact for each namespace and kind.

A document is listed under each of its terms. The search for candidates reads these lists alone: the rarest terms
first, since they say most and cost least, until the next would go over the cap.
"""

from __future__ import annotations

import json
from array import array
from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from functools import partial
from typing import Any

from graphmem.store.sqlite.filters import Passing
from graphmem.store.sqlite.scope import Row, Scope
from graphmem.types import Document, Filter, Indexed, PostingRow, Postings

#: The newest documents holding a term; read from the list's own order, from its end.
NEWEST = "SELECT document, uses FROM postings WHERE term = :term ORDER BY document DESC LIMIT :limit"

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

#: What is told of a candidate. A message's place is read from an index, not from the message. The `+` keeps
#: SQLite from walking through all documents of the namespace instead of looking up the numbers.
PLACED = (
    "SELECT number, documents.id, length, ifnull(session, ''), ifnull(seq, 0) FROM documents LEFT JOIN messages INDEXED BY messages_by_place "
    "ON messages.ns = documents.ns AND messages.id = documents.id WHERE +documents.ns = :ns AND number IN (:values)"
)
UNPLACED = "SELECT number, id, length, '', 0 FROM documents WHERE +ns = :ns AND number IN (:values)"

_POSTING_ROW = partial(tuple.__new__, PostingRow)

_COUNT_TERM = """
    INSERT INTO terms (ns, kind, term, documents) VALUES (:ns, :kind, :term, :documents)
    ON CONFLICT (ns, kind, term) DO UPDATE SET documents = documents + excluded.documents
"""

_COUNT_DOCUMENTS = """
    INSERT INTO text_statistics (ns, kind, documents, total_length) VALUES (:ns, :kind, :documents, :length)
    ON CONFLICT (ns, kind) DO UPDATE SET
        documents = documents + excluded.documents, total_length = total_length + excluded.total_length
"""


def postings(here: Scope, kind: Indexed, terms: Sequence[str], *, cap: int, only: Filter) -> Postings:
    """Candidates that pass, within `cap` posting rows, and the statistics to rank them; rows by id."""
    asked = list(dict.fromkeys(terms))
    numbers = _terms(here, kind, asked)
    finder = _Finder(here, kind, only)
    counts = _candidates(finder, {term: numbers[term] for term in asked if term in numbers}, cap)
    statistics = here.row(
        "SELECT documents, total_length FROM text_statistics WHERE ns = :ns AND kind = :kind", kind=kind
    )
    documents, total_length = statistics or (0, 0)
    return Postings(
        documents=documents,
        total_length=total_length,
        frequencies={term: numbers[term][1] if term in numbers else 0 for term in asked},
        rows=_rows(here, kind, counts),
    )


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
    found = here.rows_in(
        "SELECT term, number, documents FROM terms WHERE ns = :ns AND kind = :kind AND term IN (:values)",
        terms,
        kind=kind,
    )
    return {term: (number, documents) for term, number, documents in found}


class _Finder:
    """Reads the list of a term: all of it, or what passes a filter."""

    def __init__(self, here: Scope, kind: Indexed, only: Filter) -> None:
        self.here = here
        self._passing = Passing(kind, only)
        few = self._passing.few(here) if self._passing else None
        self._few = None if few is None else json.dumps(_numbers(here, kind, few))

    def newest(self, term: int, limit: int) -> list[Row]:
        """The newest documents that hold the term and pass, at most so many, with how often they use it."""
        if self._few is not None:
            return self.here.rows(NEWEST_OF, term=term, limit=limit, documents=self._few)
        if self._passing:
            statement = NEWEST_PASSING.format(passes=self._passing.condition("documents.id"))
            return self.here.rows(statement, term=term, limit=limit, **self._passing.values)
        return self.here.rows(NEWEST, term=term, limit=limit)

    def counted(self, term: int, documents: Iterable[int]) -> list[Row]:
        """How often the term occurs in each of some documents."""
        return self.here.rows(COUNTED, term=term, documents=json.dumps(list(documents)))

    @property
    def filters(self) -> bool:
        """Whether some documents do not pass."""
        return bool(self._passing)


def _candidates(finder: _Finder, terms: Mapping[str, tuple[int, int]], cap: int) -> dict[int, dict[str, int]]:
    """How often each term occurs in each candidate, by the document's number."""
    rarest_first = sorted(terms, key=lambda term: (terms[term][1], term))
    counts: dict[int, dict[str, int]] = defaultdict(dict)
    left = max(cap, 0)
    for position, term in enumerate(rarest_first):
        number, frequency = terms[term]
        found: list[Row] = []
        fits = position == 0 or frequency <= left
        if fits or finder.filters:
            # One more than there is room for tells whether all that pass fit.
            found = finder.newest(number, left + 1)
            fits = position == 0 or len(found) <= left
        if fits:
            found = found[:left]
            left -= len(found)
        else:
            found = finder.counted(number, counts)
        for document, uses in found:
            counts[document][term] = uses
    return counts


def _numbers(here: Scope, kind: Indexed, ids: Iterable[str]) -> list[int]:
    found = here.rows_in(
        "SELECT number FROM documents WHERE ns = :ns AND kind = :kind AND id IN (:values)", ids, kind=kind
    )
    return [number for (number,) in found]


def _rows(here: Scope, kind: Indexed, counts: Mapping[int, Mapping[str, int]]) -> tuple[PostingRow, ...]:
    """The candidates by id. Each is made of a plain tuple, at half the cost of naming its five fields."""
    found = here.rows_in(PLACED if kind == "message" else UNPLACED, counts)
    rows = [(id, length, counts[number], session, seq) for number, id, length, session, seq in found]
    rows.sort()
    return tuple(map(_POSTING_ROW, rows))


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
    _count(here, kind, documents=-len(stored), length=-sum(length for _, _, length, _ in stored))
    return {document: number for number, document, _, _ in stored}


def _put_in(here: Scope, kind: Indexed, documents: Sequence[Document], places: Mapping[str, int]) -> None:
    counts = {document.id: _uses(document) for document in documents}
    frequencies = Counter(term for uses in counts.values() for term in uses)
    here.run_many(
        _COUNT_TERM, ({"kind": kind, "term": term, "documents": documents} for term, documents in frequencies.items())
    )
    # Terms only the replaced entries held.
    if places:
        here.run("DELETE FROM terms WHERE ns = :ns AND kind = :kind AND documents = 0", kind=kind)
    numbers = {term: number for term, (number, _) in _terms(here, kind, frequencies).items()}
    # Beyond the numbers that replaced documents keep, which are not in the table now.
    highest = here.db.execute("SELECT coalesce(max(number), 0) FROM documents").fetchone()[0]
    next_place = max(highest, *places.values(), 0) + 1
    document_rows: list[Row] = []
    posting_rows: list[Row] = []
    for document in documents:
        place = places.get(document.id, next_place)
        next_place = max(next_place, place + 1)
        uses = counts[document.id]
        packed = array("q", (numbers[term] for term in uses)).tobytes()
        document_rows.append((place, kind, document.id, document.length, packed))
        posting_rows += ((numbers[term], place, count) for term, count in uses.items())
    here.insert("documents", "number, kind, id, length, terms", document_rows)
    # In the table's own order, which it takes in faster.
    here.db.executemany("INSERT INTO postings (term, document, uses) VALUES (?, ?, ?)", sorted(posting_rows))
    _count(here, kind, documents=len(documents), length=sum(document.length for document in documents))


def _count(here: Scope, kind: Indexed, *, documents: int, length: int) -> None:
    if documents:
        here.run(_COUNT_DOCUMENTS, kind=kind, documents=documents, length=length)


def _uses(document: Document) -> dict[str, int]:
    uses: Counter[str] = Counter()
    for term, count in document.terms or ():
        uses[term] += count
    return dict(uses)


def _unpack(packed: bytes) -> Sequence[Any]:
    numbers = array("q")
    numbers.frombytes(packed)
    return numbers

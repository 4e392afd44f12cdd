"""The text index: which documents hold a term, and the counts BM25 needs, exact for each namespace and kind.

A document is listed under each of its terms. The search for candidates reads these lists alone: the rarest terms
first, since they say most and cost least, until the next would go over the cap.
"""

from __future__ import annotations

import json
from array import array
from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from graphmem.store.sqlite.scope import Row, Scope
from graphmem.types import Document, Indexed, PostingRow, Postings

#: The newest documents holding a term; read from the list's own order, from its end.
NEWEST = "SELECT document, uses FROM postings WHERE term = :term ORDER BY document DESC LIMIT :limit"

#: How often a term occurs in each of some documents.
COUNTED = (
    "SELECT document, uses FROM json_each(:documents) AS candidate CROSS JOIN postings "
    "ON postings.term = :term AND postings.document = candidate.value"
)

_COUNT_TERM = """
    INSERT INTO terms (ns, kind, term, documents) VALUES (:ns, :kind, :term, :documents)
    ON CONFLICT (ns, kind, term) DO UPDATE SET documents = documents + excluded.documents
"""

_COUNT_DOCUMENTS = """
    INSERT INTO text_statistics (ns, kind, documents, total_length) VALUES (:ns, :kind, :documents, :length)
    ON CONFLICT (ns, kind) DO UPDATE SET
        documents = documents + excluded.documents, total_length = total_length + excluded.total_length
"""


def postings(here: Scope, kind: Indexed, terms: Sequence[str], *, cap: int) -> Postings:
    """Candidates within `cap` posting rows and the statistics to rank them; rows by id."""
    asked = list(dict.fromkeys(terms))
    numbers = _terms(here, kind, asked)
    counts = _candidates(here, {term: numbers[term] for term in asked if term in numbers}, cap)
    statistics = here.row(
        "SELECT documents, total_length FROM text_statistics WHERE ns = :ns AND kind = :kind", kind=kind
    )
    documents, total_length = statistics or (0, 0)
    return Postings(
        documents=documents,
        total_length=total_length,
        frequencies={term: numbers[term][1] if term in numbers else 0 for term in asked},
        rows=_rows(here, counts),
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


def _candidates(here: Scope, terms: Mapping[str, tuple[int, int]], cap: int) -> dict[int, dict[str, int]]:
    """How often each term occurs in each candidate, by the document's number."""
    rarest_first = sorted(terms, key=lambda term: (terms[term][1], term))
    counts: dict[int, dict[str, int]] = defaultdict(dict)
    left = cap
    for position, term in enumerate(rarest_first):
        number, frequency = terms[term]
        if frequency <= left or position == 0:
            found = here.rows(NEWEST, term=number, limit=max(left, 0))
            left -= frequency
        else:
            found = here.rows(COUNTED, term=number, documents=json.dumps(list(counts)))
        for document, uses in found:
            counts[document][term] = uses
    return counts


def _rows(here: Scope, counts: Mapping[int, Mapping[str, int]]) -> tuple[PostingRow, ...]:
    found = here.rows_in("SELECT number, id, length FROM documents WHERE ns = :ns AND number IN (:values)", counts)
    rows = (PostingRow(document, length, counts[number]) for number, document, length in found)
    return tuple(sorted(rows, key=lambda row: row.id))


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
    next_place = here.db.execute("SELECT coalesce(max(number), 0) + 1 FROM documents").fetchone()[0]
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

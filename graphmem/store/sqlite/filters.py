"""A filter as statements: which messages, facts and entities may be looked at.

The same conditions serve two ways. Standing alone they list all that passes, which is the cheaper way when few do; tied
to a row they tell whether it passes, which is the cheaper way when many do and only the first few are wanted. `few` finds
out which it is by listing no more than a few.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from graphmem.store.records import micros
from graphmem.store.sqlite.scope import Scope
from graphmem.types import Filter, Indexed

#: So many are listed at once; beyond, each candidate is asked for itself.
FEW = 4000

_FACT_ENDS = "facts AS f JOIN entities AS n ON n.ns = f.ns AND n.id IN (f.subject, f.object)"
_USES = "entities AS n JOIN entity_of AS k ON k.ns = n.ns AND k.entity = n.id JOIN uses AS u ON u.ns = k.ns AND u.key = k.key"
_SOURCES = "statements AS s JOIN messages AS m ON m.ns = s.ns AND m.id = s.message"
_STATED = "facts AS f JOIN statements AS s ON s.ns = f.ns AND s.fact = f.id"


@dataclass(frozen=True, slots=True)
class _Condition:
    """`column`, in `tables`, of the rows `where` holds for: the ids that pass."""

    column: str
    tables: str
    where: str

    def listing(self) -> str:
        """All ids that pass."""
        return f"SELECT {self.column} FROM {self.tables} WHERE {self.where}"

    def holds_for(self, id: str) -> str:
        """Whether the id that a column of the surrounding statement holds passes."""
        return f"EXISTS (SELECT 1 FROM {self.tables} WHERE {self.where} AND {self.column} = {id})"


class Passing:
    """The ids of one kind that pass a filter."""

    def __init__(self, kind: Indexed, only: Filter) -> None:
        self.values: dict[str, object] = {}
        self._conditions = [*self._of(kind, only)]

    def __bool__(self) -> bool:
        """Whether anything is restricted."""
        return bool(self._conditions)

    def condition(self, id: str) -> str:
        """A condition on a column that holds ids, true when nothing is restricted; wants `values`."""
        return " AND ".join(each.holds_for(id) for each in self._conditions) or "TRUE"

    def few(self, here: Scope) -> list[str] | None:
        """All ids that pass, if they are few; else None."""
        first, *others = self._conditions
        also = "".join(f" AND {first.column} IN ({each.listing()})" for each in others)
        statement = f"SELECT DISTINCT {first.column} FROM {first.tables} WHERE {first.where}{also} LIMIT :most"
        found = here.rows(statement, most=FEW + 1, **self.values)
        return None if len(found) > FEW else [id for (id,) in found]

    def of(self, here: Scope, ids: Iterable[str]) -> set[str]:
        """Those of the ids that pass."""
        asked = list(ids)
        if not self._conditions:
            return set(asked)
        first, *others = self._conditions
        also = "".join(f" AND {each.holds_for(first.column)}" for each in others)
        statement = f"{first.listing()} AND {first.column} IN (:values){also}"
        return {id for (id,) in here.rows_in(statement, asked, **self.values)}

    def _of(self, kind: Indexed, only: Filter) -> Iterable[_Condition]:
        if only.by_message and kind != "entity":
            said = self._said(only)
            yield (
                _Condition("m.id", "messages AS m", said)
                if kind == "message"
                else _Condition("s.fact", _SOURCES, f"s.ns = :ns AND {said}")
            )
        if only.by_fact and kind != "entity":
            stated = self._stated(only)
            yield (
                _Condition("f.id", "facts AS f", stated) if kind == "fact" else _Condition("s.message", _STATED, stated)
            )
        if only.kinds:
            among = f"n.ns = :ns AND n.kind IN ({self._named('kind', only.kinds)})"
            tables: Mapping[Indexed, tuple[str, str]] = {
                "message": ("u.message", _USES),
                "fact": ("f.id", _FACT_ENDS),
                "entity": ("n.id", "entities AS n"),
            }
            column, table = tables[kind]
            yield _Condition(column, table, among)

    def _said(self, only: Filter) -> str:
        parts = ["m.ns = :ns"]
        if only.sessions:
            parts.append(f"m.session IN ({self._named('session', only.sessions)})")
        if only.speakers:
            parts.append(f"m.voice IN ({self._named('voice', {name.casefold() for name in only.speakers})})")
        for name, moment, sign in (("since", only.since, ">="), ("until", only.until, "<")):
            if moment is not None:
                parts.append(f"m.at {sign} :{name}")
                self.values[name] = micros(moment)
        return " AND ".join(parts)

    def _stated(self, only: Filter) -> str:
        parts = ["f.ns = :ns", "f.importance >= :least"]
        self.values["least"] = only.min_importance
        if only.categories:
            parts.append(f"f.category IN ({self._named('category', only.categories)})")
        return " AND ".join(parts)

    def _named(self, name: str, values: Iterable[str]) -> str:
        """The values as parameters of that name, numbered."""
        numbered = {f"{name}{number}": value for number, value in enumerate(sorted(values))}
        self.values |= numbered
        return ", ".join(f":{each}" for each in numbered)

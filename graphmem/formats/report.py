"""A memory as one page to read: who is known, what is true, what was, and every message that says so.

The page is a single HTML file. It loads nothing and runs nothing, and says so to the browser (`Content-Security-Policy`), so what people
said in it stays text: a name like "<script>" is a name. The graph is drawn beforehand.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from html import escape
from pathlib import Path

from graphmem.formats.drawing import Edge, Node, svg
from graphmem.periods import is_current, words
from graphmem.types import Entity, Fact, Message, Provenance, Session, Summary

#: The picture holds so many of the best connected; more is a ball of wool.
DRAWN = 60

#: Kinds that have a colour of their own.
_KINDS = ("Person", "Place", "Organization")

#: The timeline holds so many rows; the table above it holds all.
_ROWS = 200

_HEAD = """<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="generator" content="graphmem">
<title>{title}</title>
<style>
{css}</style>
</head>
<body>
<h1>{title}</h1>
"""


@dataclass(frozen=True, slots=True)
class Told:
    """A session with its messages, read when they are wanted, and its summary."""

    session: Session
    messages: Iterable[Message]
    summary: Summary | None


@dataclass(slots=True)
class Report:
    """What the page is made of. `facts` are all there are, `said` the sessions, `beside` what else is held, each with how much."""

    namespace: str
    now: datetime
    entities: Sequence[Entity]
    facts: Sequence[Fact]
    said: Sequence[Told]
    beside: Sequence[tuple[str, str]] = ()
    _fact: dict[str, int] = field(default_factory=dict)
    _entity: dict[str, int] = field(default_factory=dict)
    _cited: dict[str, list[tuple[Provenance, str]]] = field(default_factory=lambda: defaultdict(list))

    def __post_init__(self) -> None:
        self._fact = {fact.id: number for number, fact in enumerate(self.facts, start=1)}
        self._entity = {entity.id: number for number, entity in enumerate(self.entities, start=1)}
        for fact in self.facts:
            for source in fact.sources:
                self._cited[source.message_id].append((source, fact.id))

    def pieces(self) -> Iterator[str]:
        """The page, piece by piece."""
        title = escape(f"What memory knows: {self.namespace}")
        css = Path(__file__).with_name("report.css").read_text(encoding="utf-8")
        yield _HEAD.format(title=title, css=css)
        yield from self._overview()
        yield from self._graph()
        yield from self._facts()
        yield from self._timeline()
        yield from self._entities()
        yield from self._sessions()
        yield from self._beside()
        yield "</body>\n</html>\n"

    def _overview(self) -> Iterator[str]:
        messages = sum(one.session.messages for one in self.said)
        true = sum(self._is_true(fact) for fact in self.facts)
        yield (
            f'<p class="soft">{messages} messages in {len(self.said)} sessions, {len(self.entities)} people and things, '
            f"{true} facts that are so now of {len(self.facts)} stated. Written on {self.now:%Y-%m-%d %H:%M} UTC.</p>\n"
        )
        names = ("graph", "facts", "timeline", "entities", "messages")
        yield "<nav>" + "".join(f'<a href="#{name}">{name.title()}</a>' for name in names) + "</nav>\n"

    def _is_true(self, fact: Fact) -> bool:
        return is_current(fact, self.now) or (fact.nature == "event" and bool(fact.periods))

    def _graph(self) -> Iterator[str]:
        shown, edges = self._drawn()
        yield '<h2 id="graph">Graph</h2>\n'
        yield f'<p class="soft">{len(shown)} of {len(self.entities)}: those that are connected by what is so now.</p>\n'
        kinds = "".join(f'<span><i class="{kind}"></i>{kind}</span>' for kind in (*_KINDS, "Other"))
        yield f'<p class="legend">{kinds}</p>\n<div class="graph">'
        degree = Counter(end for edge in edges for end in (edge.source, edge.target))
        most = max(degree.values(), default=1)
        yield from svg([self._node(one, degree[at] / most) for at, one in enumerate(shown)], edges)
        yield "</div>\n"

    def _node(self, entity: Entity, weight: float) -> Node:
        kind = entity.kind if entity.kind in _KINDS else "Other"
        return Node(entity.name, kind, f"#e-{self._entity[entity.id]}", weight)

    def _drawn(self) -> tuple[list[Entity], list[Edge]]:
        """The best connected entities in the order of the table, and what connects them."""
        joined = [
            fact
            for fact in self.facts
            if fact.object in self._entity and fact.subject != fact.object and self._is_true(fact)
        ]
        degree = Counter(end for fact in joined for end in (fact.subject, fact.object))
        known = [entity for entity in self.entities if degree[entity.id]]
        best = sorted(known, key=lambda one: (-degree[one.id], self._entity[one.id]))[:DRAWN]
        at = {one.id: number for number, one in enumerate(best)}
        between: dict[tuple[int, int], list[Fact]] = defaultdict(list)
        for fact in joined:
            if fact.object is not None and fact.subject in at and fact.object in at:
                between[min(at[fact.subject], at[fact.object]), max(at[fact.subject], at[fact.object])].append(fact)
        edges = [Edge(*ends, *_labelled(facts)) for ends, facts in sorted(between.items())]
        return best, edges

    def _facts(self) -> Iterator[str]:
        yield '<h2 id="facts">Facts</h2>\n<table><tr><th>What</th><th>When</th><th>Category</th><th>Said in</th></tr>\n'
        for fact in sorted(self.facts, key=lambda one: (not self._is_true(one), self._fact[one.id])):
            yield self._row(fact)
        yield "</table>\n"

    def _row(self, fact: Fact) -> str:
        sentence = escape(fact.sentence)
        if fact.retracted_at is not None:
            sentence = f'<span class="gone">{sentence}</span> <span class="kind">taken back</span>'
        elif fact.certainty != "certain":
            sentence += f' <span class="kind">{escape(fact.certainty)}</span>'
        elif not fact.person:
            sentence += ' <span class="kind">an assistant said so</span>'
        cited = dict.fromkeys(source.message_id for source in fact.sources)
        sources = " ".join(f'<a href="#m-{escape(one)}">{number}</a>' for number, one in enumerate(cited, start=1))
        return (
            f'<tr id="f-{self._fact[fact.id]}"><td>{sentence}</td><td class="when">{escape(words(fact, self.now))}</td>'
            f'<td class="soft">{escape(fact.category)}</td><td class="sources">{sources}</td></tr>\n'
        )

    def _timeline(self) -> Iterator[str]:
        """When what was so, as bars from the first moment that was named to the last."""
        dated = [
            (period.start, period.end, fact)
            for fact in self.facts
            for period in fact.periods
            if period.start is not None and fact.retracted_at is None
        ]
        dated.sort(key=lambda one: (one[0], self._fact[one[2].id]))
        yield '<h2 id="timeline">Timeline</h2>\n'
        if not dated:
            yield '<p class="soft">Nothing has a time yet.</p>\n'
            return
        if len(dated) > _ROWS:
            yield f'<p class="soft">The last {_ROWS} of {len(dated)}.</p>\n'
        dated = dated[-_ROWS:]
        first, last = dated[0][0], max([self.now, *(end for _, end, _ in dated if end is not None)])
        span = max((last - first).total_seconds(), 1.0)
        yield "<table>\n"
        for start, end, fact in dated:
            left = 100 * (start - first).total_seconds() / span
            right = 100 * ((end or (last if fact.nature == "state" else start)) - first).total_seconds() / span
            over = ' class="over"' if end is not None and end <= self.now else ""
            yield (
                f'<tr><td class="when">{escape(words(fact, self.now))}</td>'
                f'<td><a href="#f-{self._fact[fact.id]}">{escape(fact.sentence)}</a></td><td><div class="bar">'
                f'<i{over} style="left:{min(left, 98):.2f}%;width:{max(right - left, 0):.2f}%"></i></div></td></tr>\n'
            )
        yield "</table>\n"

    def _entities(self) -> Iterator[str]:
        about = Counter(end for fact in self.facts for end in dict.fromkeys((fact.subject, fact.object)) if end)
        yield '<h2 id="entities">Entities</h2>\n<table><tr><th>Name</th><th>Kind</th><th>Also called</th><th>Facts</th></tr>\n'
        for entity in self.entities:
            others = ", ".join(alias for alias in entity.aliases if alias != entity.name)
            you = ' <span class="kind">the user</span>' if entity.is_self else ""
            yield (
                f'<tr id="e-{self._entity[entity.id]}"><td>{escape(entity.name)}{you}</td>'
                f'<td><span class="kind">{escape(entity.kind)}</span></td><td class="soft">{escape(others)}</td>'
                f"<td>{about[entity.id]}</td></tr>\n"
            )
        yield "</table>\n"

    def _sessions(self) -> Iterator[str]:
        yield '<h2 id="messages">Messages</h2>\n'
        for number, told in enumerate(self.said):
            session = told.session
            yield (
                f'<details{" open" if number == 0 else ""}><summary>{escape(session.name)} <span class="soft">'
                f"{session.messages} messages, {session.first_at:%Y-%m-%d} to {session.last_at:%Y-%m-%d}</span></summary>\n"
            )
            if told.summary is not None:
                lines = " ".join(f"{line.speaker}: {line.text}" for line in told.summary.lines)
                yield f'<p class="soft">Summary of the first of them: {escape(lines)}</p>\n'
            for message in told.messages:
                yield self._message(message)
            yield "</details>\n"

    def _beside(self) -> Iterator[str]:
        if self.beside:
            yield '<h2 id="beside">What else is held</h2>\n<table>\n'
            yield from (f"<tr><td>{escape(what)}</td><td>{escape(much)}</td></tr>\n" for what, much in self.beside)
            yield "</table>\n"

    def _message(self, message: Message) -> str:
        who = escape(message.speaker or message.role)
        text = "".join(_quoted(message.text, self._cited.get(message.id, ()), self._fact))
        return (
            f'<div class="message" id="m-{escape(message.id)}"><b>{who}</b> <small>{message.at:%Y-%m-%d %H:%M}</small>\n'
            f"{text}</div>\n"
        )


def _labelled(facts: Sequence[Fact]) -> tuple[str, str]:
    """What a line says: the relations, and the whole sentences."""
    relations = dict.fromkeys(fact.predicate.replace("_", " ") for fact in facts)
    return ", ".join(relations), "; ".join(fact.sentence for fact in facts)


def _quoted(text: str, cited: Sequence[tuple[Provenance, str]], fact: Mapping[str, int]) -> Iterator[str]:
    """The text, with the words that state a fact linked to it; of words that state several, to the first."""
    at = 0
    for source, stated in sorted(cited, key=lambda one: (one[0].start, -one[0].end, fact[one[1]])):
        if source.start >= at and source.end > source.start:
            yield escape(text[at : source.start])
            yield f'<a class="quote" href="#f-{fact[stated]}">{escape(text[source.start : source.end])}</a>'
            at = source.end
    yield escape(text[at:])

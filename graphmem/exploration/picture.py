"""A table as a page to look at: its nodes and relationships drawn, its rows below.

The page is one file that loads nothing and runs nothing (its policy forbids both), so it can be kept and sent. Every name in it is somebody's
text, and is escaped: `<script>` in a name is shown as it is spelled. It is drawn here, since Neo4j's own drawing package is under the
GPL and weighs ten megabytes.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from html import escape
from math import hypot, sqrt

from graphmem.exploration.rendering import called, cells, in_values, plain, words
from graphmem.layout import Place, layout
from graphmem.types import GraphNode, GraphRelationship, Table

#: More than these would be a tangle; the rows below the picture hold them all.
MOST = 120

_WIDTH, _HEIGHT, _EDGE, _RADIUS = 1000, 640, 70, 22
#: Up to so many nodes stand in a frame of that size; for more the frame grows.
_FEW = 25
_LONGEST = 24
_COLOURS = ("#4c78a8", "#f58518", "#54a24b", "#b279a2", "#e45756", "#72b7b2", "#9d755d", "#79706e")
_NOT_SHOWN = re.compile("[\x00-\x08\x0b-\x1f\x7f-\x9f\ud800-\udfff\ufffe\uffff]")

_PAGE = """<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">
<title>{title}</title>
<style>
:root {{ color-scheme: light dark; --line: #8886; --soft: #888; }}
body {{ font: 15px/1.45 system-ui, sans-serif; margin: 2rem auto; max-width: 1040px; padding: 0 1rem; }}
h1 {{ font-size: 1.1rem; white-space: pre-wrap; overflow-wrap: anywhere; }}
svg {{ width: 100%; height: auto; border: 1px solid var(--line); border-radius: 6px; }}
svg text {{ font-size: 12px; fill: currentColor; text-anchor: middle; }}
svg .link {{ stroke: var(--soft); fill: none; marker-end: url(#tip); }}
svg .type {{ font-size: 10px; fill: var(--soft); }}
table {{ border-collapse: collapse; margin-top: 1.5rem; width: 100%; }}
th, td {{ border-bottom: 1px solid var(--line); padding: .35rem .6rem; text-align: left; vertical-align: top; overflow-wrap: anywhere; }}
p {{ color: var(--soft); }}
</style>
</head>
<body>
<h1>{title}</h1>
{drawing}
<table>
<thead><tr>{heads}</tr></thead>
<tbody>
{rows}
</tbody>
</table>
<p>{note}</p>
</body>
</html>
"""


def page(table: Table, title: str) -> str:
    """The table as an HTML page."""
    rows = "\n".join(f"<tr>{''.join(f'<td>{_shown(cell)}</td>' for cell in row)}</tr>" for row in cells(table))
    return _PAGE.format(
        title=_shown(title),
        drawing=_drawing(table),
        heads="".join(f"<th>{_shown(column)}</th>" for column in table.columns),
        rows=rows,
        note=_shown(_note(table)),
    )


def _note(table: Table) -> str:
    count = "1 row" if len(table.rows) == 1 else f"{len(table.rows)} rows"
    return f"{count}, the first of more" if table.truncated else count


def _drawing(table: Table) -> str:
    nodes, links = in_values(table.rows)
    if not nodes:
        return "<p>There is nothing to draw: no node is among what was returned.</p>"
    drawn = nodes[:MOST]
    index = {node.id: place for place, node in enumerate(drawn)}
    between = [link for link in links if link.start in index and link.end in index]
    ends = [(index[link.start], index[link.end]) for link in between]
    grown = max(1.0, sqrt(len(drawn) / _FEW))
    width, height = round(_WIDTH * grown), round(_HEIGHT * grown)
    inside = layout(len(drawn), ends, width=width - 2 * _EDGE, height=height - 2 * _EDGE)
    places = [(x + _EDGE, y + _EDGE) for x, y in inside]
    colours = _colours(drawn)
    parts = "\n".join([*_links(between, ends, places), *_nodes(drawn, places, colours)])
    return f'<svg viewBox="0 0 {width} {height}" role="img">\n{_TIP}\n{parts}\n</svg>\n{_legend(colours, len(nodes))}'


def _colours(nodes: Sequence[GraphNode]) -> dict[str, str]:
    labels = dict.fromkeys(_kind(node) for node in nodes)
    return {label: _COLOURS[number % len(_COLOURS)] for number, label in enumerate(labels)}


def _kind(node: GraphNode) -> str:
    """The label that says most: a person is an entity too."""
    return next((label for label in reversed(node.labels) if label != "Entity"), "Entity" if node.labels else "")


def _legend(colours: Mapping[str, str], nodes: int) -> str:
    told = " ".join(f'<span style="color:{colour}">●</span> {_shown(label)}' for label, colour in colours.items())
    left_out = f" Drawn are the first {MOST} of {nodes} nodes." if nodes > MOST else ""
    return f"<p>{told}{left_out}</p>"


_TIP = (
    '<defs><marker id="tip" viewBox="0 0 8 8" refX="7" refY="4" markerWidth="7" markerHeight="7" orient="auto">'
    '<path d="M0 0 L8 4 L0 8 z" fill="#888"/></marker></defs>'
)


def _links(
    links: Sequence[GraphRelationship], ends: Sequence[tuple[int, int]], places: Sequence[Place]
) -> Iterator[str]:
    seen: dict[tuple[int, int], int] = {}
    for link, (start, end) in zip(links, ends, strict=True):
        pair = (min(start, end), max(start, end))
        seen[pair] = seen.get(pair, 0) + 1
        yield _link(link, places[start], places[end], bend=_bend(seen[pair], forward=start < end))


def _bend(number: int, *, forward: bool) -> float:
    """How far a relationship bows out, so that several between two nodes lie apart."""
    out = 26.0 * (number // 2) * (1 if number % 2 else -1)
    return out if forward else -out


def _link(link: GraphRelationship, start: Place, end: Place, *, bend: float) -> str:
    across, down = end[0] - start[0], end[1] - start[1]
    length = hypot(across, down)
    if length == 0:
        loop = f"M{start[0]} {start[1] - _RADIUS} c-40 -50 40 -50 6 0"
        return _drawn_link(link, loop, (start[0], start[1] - _RADIUS - 38))
    one_x, one_y = across / length, down / length
    middle = ((start[0] + end[0]) / 2 - one_y * bend, (start[1] + end[1]) / 2 + one_x * bend)
    begin = (start[0] + one_x * _RADIUS, start[1] + one_y * _RADIUS)
    stop = (end[0] - one_x * (_RADIUS + 3), end[1] - one_y * (_RADIUS + 3))
    bow = (middle[0] - one_y * bend, middle[1] + one_x * bend)
    curve = f"M{begin[0]:.1f} {begin[1]:.1f} Q{bow[0]:.1f} {bow[1]:.1f} {stop[0]:.1f} {stop[1]:.1f}"
    return _drawn_link(link, curve, middle)


def _drawn_link(link: GraphRelationship, curve: str, middle: Place) -> str:
    told = _shown(_told(link.properties))
    return (
        f'<g><title>{told}</title><path class="link" d="{curve}"/>'
        f'<text class="type" x="{middle[0]:.1f}" y="{middle[1] - 3:.1f}">{_shown(link.type)}</text></g>'
    )


def _nodes(nodes: Sequence[GraphNode], places: Sequence[Place], colours: Mapping[str, str]) -> Iterator[str]:
    for node, (x, y) in zip(nodes, places, strict=True):
        told = _shown(f"{' '.join(node.labels)}\n{_told(node.properties)}")
        yield (
            f'<g><title>{told}</title><circle cx="{x:.1f}" cy="{y:.1f}" r="{_RADIUS}" fill="{colours[_kind(node)]}"/>'
            f'<text x="{x:.1f}" y="{y + _RADIUS + 14:.1f}">{_shown(_short(called(node)))}</text></g>'
        )


def _told(properties: object) -> str:
    return "\n".join(f"{name}: {words(value)}" for name, value in plain(properties).items())


def _short(text: str) -> str:
    return text if len(text) <= _LONGEST else f"{text[: _LONGEST - 1]}…"


def _shown(text: str) -> str:
    """A text as HTML shows it; what no page can show becomes a mark."""
    return escape(_NOT_SHOWN.sub("\ufffd", text))

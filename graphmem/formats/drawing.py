"""A graph drawn as SVG: who and what is known, and what connects them now."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from html import escape

from graphmem.layout import Place
from graphmem.layout import layout as placed

WIDTH, HEIGHT, EDGE = 960, 620, 60


@dataclass(frozen=True, slots=True)
class Node:
    """Something to draw: its label, a class for its colour, where it links to, and how large it is, from 0 to 1."""

    label: str
    kind: str
    link: str
    weight: float


@dataclass(frozen=True, slots=True)
class Edge:
    """A connection of two nodes by their position in the list, with its label and the whole sentence."""

    source: int
    target: int
    label: str
    sentence: str


def layout(count: int, edges: Sequence[Edge]) -> list[Place]:
    """A place in the picture for each node."""
    links = [(edge.source, edge.target) for edge in edges]
    inside = placed(count, links, width=WIDTH - 2 * EDGE, height=HEIGHT - 2 * EDGE)
    return [(round(EDGE + x, 1), round(EDGE + y, 1)) for x, y in inside]


def svg(nodes: Sequence[Node], edges: Sequence[Edge]) -> Iterator[str]:
    """The picture, piece by piece. Every text in it is escaped."""
    places = layout(len(nodes), edges)
    yield f'<svg viewBox="0 0 {WIDTH} {HEIGHT}" role="img" aria-label="The graph">'
    for edge in edges:
        yield _line(edge, places[edge.source], places[edge.target])
    for node, place in zip(nodes, places, strict=True):
        yield _circle(node, place)
    yield "</svg>"


def _line(edge: Edge, start: Place, end: Place) -> str:
    (ax, ay), (bx, by) = start, end
    middle = f'x="{(ax + bx) / 2:.1f}" y="{(ay + by) / 2 - 3:.1f}"'
    return (
        f'<g class="edge"><title>{escape(edge.sentence)}</title><line x1="{ax}" y1="{ay}" x2="{bx}" y2="{by}"/>'
        f"<text {middle}>{escape(_short(edge.label, 24))}</text></g>"
    )


def _circle(node: Node, place: Place) -> str:
    x, y = place
    radius = 6 + 10 * node.weight
    return (
        f'<a href="{escape(node.link)}"><g class="node {escape(node.kind)}"><title>{escape(node.label)}</title>'
        f'<circle cx="{x}" cy="{y}" r="{radius:.1f}"/>'
        f'<text x="{x}" y="{y + radius + 13:.1f}">{escape(_short(node.label, 28))}</text></g></a>'
    )


def _short(text: str, length: int) -> str:
    return text if len(text) <= length else f"{text[: length - 1]}…"

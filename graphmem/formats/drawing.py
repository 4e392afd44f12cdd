"""A graph laid out and drawn as SVG: who and what is known, and what connects them now.

Nodes repel one another and edges pull (Fruchterman and Reingold, 1991). The start is a circle in the order given and there is no chance in it, so
equal graphs are drawn alike.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from html import escape

WIDTH, HEIGHT, EDGE = 960, 620, 60
_ROUNDS = 160

Place = tuple[float, float]


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
    if count == 0:
        return []
    turn = 2 * math.pi / count
    places = [(math.cos(turn * at), math.sin(turn * at)) for at in range(count)]
    ideal = 1.6 / math.sqrt(count)
    for round_ in range(_ROUNDS):
        warmth = 0.12 * (1 - round_ / _ROUNDS)
        places = _moved(places, edges, ideal, warmth)
    return _fitted(places)


def _moved(places: Sequence[Place], edges: Sequence[Edge], ideal: float, warmth: float) -> list[Place]:
    """One round: the sum of all pushes and pulls on each node, no further than the warmth allows."""
    pushes = [
        [-0.35 * ideal * x, -0.5 * ideal * y] for x, y in places
    ]  # towards the middle, so that nothing drifts away
    for a, b, dx, dy, distance in _pairs(places):
        strength = ideal * ideal / (distance * distance)
        _push(pushes, a, b, dx * strength, dy * strength)
    for edge in edges:
        (ax, ay), (bx, by) = places[edge.source], places[edge.target]
        distance = math.hypot(ax - bx, ay - by)
        _push(pushes, edge.source, edge.target, (bx - ax) * distance / ideal, (by - ay) * distance / ideal)
    return [_step(place, push, warmth) for place, push in zip(places, pushes, strict=True)]


def _pairs(places: Sequence[Place]) -> Iterator[tuple[int, int, float, float, float]]:
    for a, (ax, ay) in enumerate(places):
        for b in range(a + 1, len(places)):
            dx, dy = ax - places[b][0], ay - places[b][1]
            yield a, b, dx, dy, max(math.hypot(dx, dy), 1e-3)


def _push(pushes: list[list[float]], a: int, b: int, dx: float, dy: float) -> None:
    for node, sign in ((a, 1), (b, -1)):
        pushes[node][0] += sign * dx
        pushes[node][1] += sign * dy


def _step(place: Place, push: Sequence[float], warmth: float) -> Place:
    length = math.hypot(*push)
    scale = min(length, warmth) / length if length else 0.0
    return place[0] + push[0] * scale, place[1] + push[1] * scale


def _fitted(places: Sequence[Place]) -> list[Place]:
    """The same picture, filling the frame."""
    xs, ys = [x for x, _ in places], [y for _, y in places]

    def spread(values: Sequence[float], size: float) -> list[float]:
        low, high = min(values), max(values)
        if high - low < 1e-6:  # noqa: PLR2004  # a single point
            return [size / 2] * len(values)
        return [round(EDGE + (value - low) / (high - low) * (size - 2 * EDGE), 1) for value in values]

    return list(zip(spread(xs, WIDTH), spread(ys, HEIGHT), strict=True))


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

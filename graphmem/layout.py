"""Where nodes stand in a picture: they repel one another, and links pull (Fruchterman and Reingold, 1991).

The start is a circle in the order given and there is no chance in it, so equal graphs are drawn alike.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence

Place = tuple[float, float]
Link = tuple[int, int]

_ROUNDS = 160
_NEAR = 1e-3


def layout(count: int, links: Sequence[Link], *, width: float, height: float) -> list[Place]:
    """A place inside the frame for each of so many nodes, with links between them by number."""
    if count == 0:
        return []
    turn = 2 * math.pi / count
    places = [(math.cos(turn * at), math.sin(turn * at)) for at in range(count)]
    ideal = 1.6 / math.sqrt(count)
    for round_ in range(_ROUNDS):
        places = _moved(places, links, ideal, warmth=0.12 * (1 - round_ / _ROUNDS))
    across, down = [x for x, _ in places], [y for _, y in places]
    return list(zip(_spread(across, width), _spread(down, height), strict=True))


def _moved(places: Sequence[Place], links: Sequence[Link], ideal: float, *, warmth: float) -> list[Place]:
    """One round: the sum of all pushes and pulls on each node, no further than the warmth allows."""
    # Everything is drawn towards the middle a little, so that nothing drifts away.
    pushes = [[-0.35 * ideal * x, -0.5 * ideal * y] for x, y in places]
    for a, b, dx, dy, distance in _pairs(places):
        strength = ideal * ideal / (distance * distance)
        _push(pushes, a, b, dx * strength, dy * strength)
    for a, b in links:
        (ax, ay), (bx, by) = places[a], places[b]
        pull = math.hypot(ax - bx, ay - by) / ideal
        _push(pushes, a, b, (bx - ax) * pull, (by - ay) * pull)
    return [_step(place, push, warmth) for place, push in zip(places, pushes, strict=True)]


def _pairs(places: Sequence[Place]) -> Iterator[tuple[int, int, float, float, float]]:
    for a, (ax, ay) in enumerate(places):
        for b in range(a + 1, len(places)):
            dx, dy = ax - places[b][0], ay - places[b][1]
            yield a, b, dx, dy, max(math.hypot(dx, dy), _NEAR)


def _push(pushes: list[list[float]], a: int, b: int, dx: float, dy: float) -> None:
    for node, sign in ((a, 1), (b, -1)):
        pushes[node][0] += sign * dx
        pushes[node][1] += sign * dy


def _step(place: Place, push: Sequence[float], warmth: float) -> Place:
    length = math.hypot(*push)
    scale = min(length, warmth) / length if length else 0.0
    return place[0] + push[0] * scale, place[1] + push[1] * scale


def _spread(values: Sequence[float], size: float) -> list[float]:
    """The values from 0 to `size`; the middle where they are all one."""
    low, high = min(values), max(values)
    if high - low < _NEAR:
        return [size / 2] * len(values)
    return [round((value - low) / (high - low) * size, 1) for value in values]

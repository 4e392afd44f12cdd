"""Where nodes stand in a picture: springs along relationships, everything else pushing apart (Fruchterman and Reingold 1991).

It begins from a circle in the order given and is cooled for a fixed number of steps, so the same result is always drawn the same.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from math import cos, hypot, pi, sin, sqrt

Place = tuple[float, float]

_STEPS = 120
_NEAR = 1e-6


def layout(count: int, links: Sequence[tuple[int, int]], *, width: float, height: float) -> list[Place]:
    """The places of so many nodes, with links between their indexes, inside a frame."""
    if count == 0:
        return []
    ideal = sqrt(width * height / count) * 0.7
    places = [_on_circle(number, count, width, height) for number in range(count)]
    for step in range(_STEPS):
        warmth = max(width, height) / 10 * (1 - step / _STEPS)
        places = _moved(places, links, ideal, warmth)
    return _fitted(places, width, height)


def _on_circle(number: int, count: int, width: float, height: float) -> Place:
    angle = 2 * pi * number / count
    return width / 2 + width / 3 * cos(angle), height / 2 + height / 3 * sin(angle)


def _moved(places: Sequence[Place], links: Sequence[tuple[int, int]], ideal: float, warmth: float) -> list[Place]:
    push = [[0.0, 0.0] for _ in places]
    for left in range(len(places)):
        for right in range(left):
            _apply(push, places, left, right, lambda apart: ideal * ideal / apart)
    for left, right in links:
        if left != right:
            _apply(push, places, left, right, lambda apart: -apart * apart / ideal)
    return [_step(place, force, warmth) for place, force in zip(places, push, strict=True)]


def _apply(
    push: list[list[float]], places: Sequence[Place], left: int, right: int, strength: Callable[[float], float]
) -> None:
    across, down = places[left][0] - places[right][0], places[left][1] - places[right][1]
    apart = max(hypot(across, down), _NEAR)
    force = strength(apart) / apart
    push[left][0] += across * force
    push[left][1] += down * force
    push[right][0] -= across * force
    push[right][1] -= down * force


def _step(place: Place, force: Sequence[float], warmth: float) -> Place:
    length = max(hypot(force[0], force[1]), _NEAR)
    far = min(length, warmth)
    return place[0] + force[0] / length * far, place[1] + force[1] / length * far


def _fitted(places: Sequence[Place], width: float, height: float) -> list[Place]:
    """The places, stretched to the frame."""
    lows = [min(place[axis] for place in places) for axis in (0, 1)]
    highs = [max(place[axis] for place in places) for axis in (0, 1)]

    def fitted(place: Place, axis: int, size: float) -> float:
        spread = highs[axis] - lows[axis]
        return round((place[axis] - lows[axis]) / spread * size if spread > _NEAR else size / 2, 1)

    return [(fitted(place, 0, width), fitted(place, 1, height)) for place in places]

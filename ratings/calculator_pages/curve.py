"""Where FIDE's table and the smooth curve run in the drawing of expected scores."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache

from ratings.calculator.comparison import WIDEST_GAP, expected_by_gap

WIDTH, HEIGHT = 480, 320
LEFT, RIGHT, TOP, BOTTOM = 44, 16, 14, 40
WHOLE = 10_000
STEP = 4
GRID = (0, 2_500, 5_000, 7_500, 10_000)
TICKS = (-800, -400, 0, 400, 800)


@dataclass(frozen=True, slots=True)
class Point:
    """A place in the drawing."""

    x: float
    y: float


@dataclass(frozen=True, slots=True)
class Drawing:
    """Both lines as SVG points, and where scale lines and their labels stand."""

    table: str
    curve: str
    levels: tuple[tuple[float, int], ...]
    ticks: tuple[tuple[float, int], ...]


def place_of(gap: int, expected: int) -> Point:
    """Return where a difference and an expected score (ten-thousandths) stand.

    >>> place_of(0, 5000)
    Point(x=254.0, y=147.0)
    """
    inside = min(max(gap, -WIDEST_GAP), WIDEST_GAP)
    across = (inside + WIDEST_GAP) / (2 * WIDEST_GAP)
    return Point(
        x=round(LEFT + across * (WIDTH - LEFT - RIGHT), 1),
        y=round(TOP + (1 - expected / WHOLE) * (HEIGHT - TOP - BOTTOM), 1),
    )


@cache
def draw() -> Drawing:
    """Return the drawing, which is the same for everybody."""
    values = expected_by_gap(range(-WIDEST_GAP, WIDEST_GAP + 1, STEP))
    corners: list[Point] = []
    for gap, table, _curve in values:
        point = place_of(gap, 100 * table)
        if corners and corners[-1].y != point.y:
            corners.append(Point(point.x, corners[-1].y))
        if not corners or corners[-1].y != point.y or gap == WIDEST_GAP:
            corners.append(point)
    return Drawing(
        table=_points(corners),
        curve=_points([place_of(gap, curve) for gap, _table, curve in values[::5]]),
        levels=tuple((place_of(0, level).y, level // 100) for level in GRID),
        ticks=tuple((place_of(gap, 0).x, gap) for gap in TICKS),
    )


def _points(points: list[Point]) -> str:
    return " ".join(f"{point.x:g},{point.y:g}" for point in points)

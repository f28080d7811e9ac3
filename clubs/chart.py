"""Where everything stands on a rating chart, worked out without drawing it.

A rating holds until the next event, so the line is a step line. Each chart is laid out twice, for
phones and for wide pages, so that its letters keep their size. Nothing here knows how a chart
looks; templates/parts/chart.html and the style sheet do.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date
from itertools import pairwise
from math import ceil, floor

from clubs import formatting

FEWEST_EVENTS = 3
LEAST_SPAN = 100
LEAST_SWING = 10
LABEL_DISTANCE = 34
LABEL_PASSES = 20  # moving two apart can push one into a third; three settle well before
MONTH_STEPS = (1, 2, 3, 6, 12, 24, 36, 60, 120)
GRID_STEPS = (20, 25, 50, 100, 200, 250, 500, 1000)


@dataclass(frozen=True, slots=True)
class ChartEvent:
    """The rating after an event of that day; None means that the player became unrated."""

    day: date
    rating: int | None
    corrected: bool = False


@dataclass(frozen=True, slots=True)
class ChartSeries:
    """One rating list of a player; ``events`` are in order of their days.

    ``start`` is the rating in force when the chart begins, or None. ``dashes`` is empty for a full
    line, ``dash`` or ``dot`` for the lists that only accompany.
    """

    label: str
    start: int | None
    events: tuple[ChartEvent, ...]
    dashes: str = ""

    @property
    def last_rating(self) -> int | None:
        """The rating at the right end."""
        return self.events[-1].rating if self.events else self.start

    @property
    def ratings(self) -> tuple[int, ...]:
        """All ratings of the line, from left to right."""
        values = (self.start, *(event.rating for event in self.events))
        return tuple(value for value in values if value is not None)


@dataclass(frozen=True, slots=True)
class ChartSpec:
    """What a chart shows: one list, those that accompany it, and the days at both ends.

    Lines end at ``until``, which may lie before ``last_day``. ``table_id`` is the table on the page
    that carries the same numbers.
    """

    main: ChartSeries
    first_day: date
    last_day: date
    until: date
    others: tuple[ChartSeries, ...] = ()
    caption: str = ""
    table_id: str = ""


@dataclass(frozen=True, slots=True)
class Size:
    """The frame of a drawing, in units that become pixels at the width it is made for."""

    name: str
    width: int
    height: int
    right: int
    base: int
    mark: float
    most_ticks: int
    most_labels: int
    left: int = 46
    top: int = 26

    @property
    def label_x(self) -> int:
        """Where the names at the right ends begin."""
        return self.right + 6

    @property
    def mark_side(self) -> float:
        """The side of a square mark."""
        return 2 * self.mark

    @property
    def mark_shift(self) -> float:
        """The way from the middle of a square mark to its corner."""
        return -self.mark


SLIM = Size("slim-svg", 358, 300, right=292, base=266, mark=3.2, most_ticks=4, most_labels=4)
WIDE = Size("wide-svg", 1056, 360, right=978, base=326, mark=4, most_ticks=6, most_labels=8)


@dataclass(frozen=True, slots=True)
class Mark:
    """One event on the line, or a text that stands at a place."""

    x: float
    y: float
    text: str = ""
    corrected: bool = False


@dataclass(frozen=True, slots=True)
class Line:
    """A path, its kind, and the two lines of text at its right end."""

    path: str
    dashes: str
    label: str
    rating: int | None
    label_y: float = 0.0


@dataclass(frozen=True, slots=True)
class Drawing:
    """One finished layout."""

    size: Size
    grid: tuple[Mark, ...]
    ticks: tuple[Mark, ...]
    main: Line
    others: tuple[Line, ...]
    marks: tuple[Mark, ...]
    turning_points: tuple[Mark, ...]


@dataclass(frozen=True, slots=True)
class Frame:
    """The scale of one drawing: days to the right, ratings upwards."""

    size: Size
    first_day: date
    last_day: date
    lowest: int
    highest: int

    def x(self, day: date) -> float:
        """Return where a day stands; days outside the chart stand at its edge."""
        share = (day - self.first_day).days / max(1, (self.last_day - self.first_day).days)
        return self.size.left + min(1.0, max(0.0, share)) * (self.size.right - self.size.left)

    def y(self, rating: int) -> float:
        """Return the height of a rating."""
        share = (rating - self.lowest) / (self.highest - self.lowest)
        return self.size.base - share * (self.size.base - self.size.top)


def draw(spec: ChartSpec, size: Size, language: str) -> Drawing | None:
    """Return the layout of a chart, or None where the list has fewer than three events."""
    if sum(event.rating is not None for event in spec.main.events) < FEWEST_EVENTS:
        return None

    lowest, highest = rating_range(spec)
    frame = Frame(size, spec.first_day, spec.last_day, lowest, highest)
    lines = [_line(series, spec, frame) for series in (spec.main, *spec.others)]
    main, *others = _with_label_heights(lines, frame)
    marks = tuple(
        Mark(frame.x(event.day), frame.y(event.rating), corrected=event.corrected)
        for event in spec.main.events
        if event.rating is not None
    )
    return Drawing(
        size=size,
        grid=tuple(Mark(size.left, frame.y(r), str(r)) for r in grid_ratings(lowest, highest)),
        ticks=_ticks(spec, frame, language),
        main=main,
        others=tuple(others),
        marks=marks,
        turning_points=_turning_marks(spec, frame),
    )


def rating_range(spec: ChartSpec) -> tuple[int, int]:
    """Return the lowest and highest rating of the scale: at least 100 apart, never from 0.

    The chosen list gets more room above and below, because its turning points carry their values;
    below more of it where the scale is large, or a value would stand on the line of the days.
    """
    every = [rating for series in (spec.main, *spec.others) for rating in series.ratings]
    span = max(every) - min(every)
    below = max(30, span // 10)
    lowest = floor(min(min(every) - 15, min(spec.main.ratings) - below) / 5) * 5
    highest = ceil(max(max(every) + 15, max(spec.main.ratings) + 20) / 5) * 5
    missing = max(0, LEAST_SPAN - (highest - lowest))
    return lowest - ceil(missing / 2), highest + missing // 2


def grid_ratings(lowest: int, highest: int) -> list[int]:
    """Return the round ratings that get a line: four or five wherever the range allows.

    >>> grid_ratings(1555, 1765), grid_ratings(1600, 1700)
    ([1600, 1650, 1700, 1750], [1620, 1640, 1660, 1680])
    """
    choices = [
        list(range((lowest // step + 1) * step, highest, step)) for step in reversed(GRID_STEPS)
    ]
    return min(choices, key=lambda lines: abs(2 * len(lines) - 9))


def turning_points(ratings: list[int]) -> list[int]:
    """Return the positions at which the line turns round by at least ten points, in order.

    The first and the last position never count.

    >>> turning_points([1709, 1714, 1703, 1695, 1707, 1716, 1700])
    [1, 3, 5]
    >>> turning_points([1500, 1505, 1503, 1510])
    []
    """
    turns: list[int] = []
    low = high = candidate = 0
    rising: bool | None = None
    for here, rating in enumerate(ratings):
        if rising is None:
            low = here if rating < ratings[low] else low
            high = here if rating > ratings[high] else high
            if ratings[high] - ratings[low] < LEAST_SWING:
                continue
            rising = high > low
            turns.append(low if rising else high)
            candidate = here
        elif (rating >= ratings[candidate]) if rising else (rating <= ratings[candidate]):
            candidate = here
        elif abs(rating - ratings[candidate]) >= LEAST_SWING:
            turns.append(candidate)
            rising = not rising
            candidate = here
    return [turn for turn in turns if 0 < turn < len(ratings) - 1]


def _line(series: ChartSeries, spec: ChartSpec, frame: Frame) -> Line:
    """Return the path of a list; unrated spells leave a gap."""
    steps: list[str] = []
    is_drawn = series.start is not None
    if series.start is not None:
        steps.append(f"M{frame.size.left} {frame.y(series.start):.1f}")
    for event in series.events:
        x = frame.x(event.day)
        if is_drawn:
            steps.append(f"H{x:.1f}")
        if event.rating is not None:
            height = f"{frame.y(event.rating):.1f}"
            steps.append(f"V{height}" if is_drawn else f"M{x:.1f} {height}")
        is_drawn = event.rating is not None
    if is_drawn:
        steps.append(f"H{frame.x(spec.until):.1f}")
    return Line("".join(steps), series.dashes, series.label, series.last_rating)


def _with_label_heights(lines: list[Line], frame: Frame) -> list[Line]:
    """Give every line the height of its label; two that are too close share the way apart."""
    heights = {
        place: frame.y(line.rating) for place, line in enumerate(lines) if line.rating is not None
    }
    order = sorted(heights, key=lambda place: (heights[place], place))
    for _ in range(LABEL_PASSES):
        for upper, lower in pairwise(order):
            overlap = LABEL_DISTANCE - (heights[lower] - heights[upper])
            if overlap > 0:
                heights[upper] -= overlap / 2
                heights[lower] += overlap / 2
    return [
        Line(line.path, line.dashes, line.label, line.rating, heights.get(place, 0.0))
        for place, line in enumerate(lines)
    ]


def _ticks(spec: ChartSpec, frame: Frame, language: str) -> tuple[Mark, ...]:
    """Return the months, or years, that are named under the chart."""
    months = [date(index // 12, index % 12 + 1, 1) for index in _months(spec)]
    step = next(
        (s for s in MONTH_STEPS if len(_every(months, s)) <= frame.size.most_ticks),
        MONTH_STEPS[-1],
    )
    is_long = len(months) > 14
    ticks = []
    for first in _every(months, step):
        text = formatting.month(first, language)
        if step >= 12 or (first.month == 1 and is_long and frame.size is SLIM):
            text = str(first.year)
        elif first.month == 1 and frame.size is WIDE:
            text = f"{text} {first.year}"
        ticks.append(Mark(frame.x(first), frame.size.base, text))
    return tuple(ticks)


def _months(spec: ChartSpec) -> range:
    """Return the months that begin after the first day, counted from the year 0."""
    first = spec.first_day.year * 12 + spec.first_day.month
    return range(first, spec.last_day.year * 12 + spec.last_day.month)


def _every(months: list[date], step: int) -> list[date]:
    """Return every ``step``-th month, counted so that January is always among them."""
    return [month for month in months if (month.year * 12 + month.month - 1) % step == 0]


def _turning_marks(spec: ChartSpec, frame: Frame) -> tuple[Mark, ...]:
    """Return the values that are written at turning points, the largest swings first in doubt.

    A value that would stand on another one, on the scale or on the names at the right is left out;
    the table has it.
    """
    events = [event for event in spec.main.events if event.rating is not None]
    ratings = [*([] if spec.main.start is None else [spec.main.start]), *_known(events)]
    shift = len(ratings) - len(events)
    turns = [turn for turn in turning_points(ratings) if turn >= shift]
    ends = [0, *turns, len(ratings) - 1]
    swing = {
        turn: min(abs(ratings[turn] - ratings[before]), abs(ratings[after] - ratings[turn]))
        for before, turn, after in zip(ends, turns, ends[2:], strict=False)
    }
    extremes = {ratings.index(max(ratings)), ratings.index(min(ratings))}
    taken: list[tuple[float, float]] = []
    chosen: list[Mark] = []
    for turn in sorted(turns, key=lambda t: (t not in extremes, -swing[t], t)):
        is_peak = ratings[turn] > ratings[turn - 1]
        x = min(frame.x(events[turn - shift].day), frame.size.right - 10)
        y = frame.y(ratings[turn]) + (-11 if is_peak else 23)
        is_free = all(abs(x - other_x) > 38 or abs(y - other_y) > 18 for other_x, other_y in taken)
        if is_free and x >= frame.size.left + 20 and len(chosen) < frame.size.most_labels:
            taken.append((x, y))
            chosen.append(Mark(x, y, str(ratings[turn])))
    return tuple(sorted(chosen, key=lambda mark: mark.x))


def _known(events: list[ChartEvent]) -> Iterator[int]:
    return (event.rating for event in events if event.rating is not None)

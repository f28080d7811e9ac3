"""The budget of the rules: one-sided games rated a second on one core, with and without steps."""

from __future__ import annotations

from datetime import date
from random import Random
from time import perf_counter

from ratings.rules import EventGames, Game, TimeControl, rating_change, regime_for

GAMES_WITH_STEPS, GAMES_WITHOUT, BUDGET = 500_000, 1_000_000, 1.0
GAMES_IN_AN_EVENT, RUNS = 9, 3


def measure() -> list[dict[str, object]]:
    """Return the seconds that half a million games take with steps, and a million without."""
    regime = regime_for(TimeControl.STANDARD, date(2026, 11, 30))
    random = Random(1)  # noqa: S311
    events = [
        EventGames(
            random.randint(1400, 2700),
            [
                Game(random.randint(1400, 2700), random.choice((0, 50, 100)))
                for _ in range(GAMES_IN_AN_EVENT)
            ],
            regime,
        )
        for _ in range(1000)
    ]
    rows = []
    for games, with_steps in ((GAMES_WITH_STEPS, True), (GAMES_WITHOUT, False)):
        repeats = games // (len(events) * GAMES_IN_AN_EVENT)
        seconds = min(_seconds(events, repeats, with_steps=with_steps) for _ in range(RUNS))
        done = repeats * len(events) * GAMES_IN_AN_EVENT
        name = f"rules, {games:,} one-sided games {'with' if with_steps else 'without'} steps"
        rows.append({"name": name, "seconds": seconds * games / done, "budget": BUDGET})
    return rows


def _seconds(events: list[EventGames], repeats: int, *, with_steps: bool) -> float:
    started = perf_counter()
    for _ in range(repeats):
        for event in events:
            rating_change([event], k_base=20, with_steps=with_steps)
    return perf_counter() - started

"""Random Swiss and round-robin events with everything that happens in a club, from a seed."""

from __future__ import annotations

from datetime import date
from random import Random

from tournaments.event_record import Cell, Competitor, EventRecord
from tournaments.results import Colour, Outcome

_GAMES = (("1", "0"), ("=", "="), ("0", "1"))
_FORFEITS = (("+", "-"), ("-", "+"), ("-", "-"))


def random_swiss(
    seed: int,
    *,
    players: int = 20,
    rounds: int = 7,
    trouble: float = 0.12,
    start: date = date(2026, 4, 1),
) -> EventRecord:
    """Return a finished Swiss paired by score without rematches where that is possible.

    ``trouble`` is the part of players and games touched by byes, absences and forfeits.
    """
    random = Random(seed)
    ratings = sorted((random.randint(1100, 2500) for _ in range(players)), reverse=True)
    cells: dict[int, list[Cell]] = {rank: [] for rank in range(1, players + 1)}
    points = dict.fromkeys(cells, 0)
    met: dict[int, set[int]] = {rank: set() for rank in cells}
    leaves = {rank: _first_missing(random, rounds, trouble) for rank in cells}
    for number in range(1, rounds + 1):
        present = []
        for rank in cells:
            if leaves[rank] <= number:
                cells[rank].append(Cell(Outcome.ZERO_POINT_BYE))
            elif random.random() < trouble / 2:
                kind = random.choice("HHZF" if random.random() < trouble else "HZ")
                cells[rank].append(Cell(Outcome(kind)))
            else:
                present.append(rank)
        present.sort(key=lambda rank: (-points[rank], random.random()))
        for white, black in _pairs(present, met):
            if black is None:
                cells[white].append(Cell(Outcome.PAIRING_ALLOCATED_BYE))
                continue
            if random.random() < 0.5:
                white, black = black, white
            results = _FORFEITS if random.random() < trouble else _GAMES
            one, other = random.choice(results)
            cells[white].append(Cell(Outcome(one), black, Colour.WHITE))
            cells[black].append(Cell(Outcome(other), white, Colour.BLACK))
            met[white].add(black)
            met[black].add(white)
        for rank in cells:
            points[rank] += {"1": 2, "+": 2, "U": 2, "F": 2, "=": 1, "H": 1}.get(
                cells[rank][-1].outcome.value, 0
            )
    return EventRecord(
        start_date=start,
        rounds=rounds,
        competitors=tuple(
            Competitor(rank, f"Player {rank}", rating=rating, cells=tuple(cells[rank]))
            for rank, rating in enumerate(ratings, start=1)
        ),
    )


def _first_missing(random: Random, rounds: int, trouble: float) -> int:
    return random.randint(2, rounds) if random.random() < trouble else rounds + 1


def _pairs(present: list[int], met: dict[int, set[int]]) -> list[tuple[int, int | None]]:
    waiting = list(present)
    pairs: list[tuple[int, int | None]] = []
    while len(waiting) > 1:
        first = waiting.pop(0)
        other = next((rank for rank in waiting if rank not in met[first]), waiting[0])
        waiting.remove(other)
        pairs.append((first, other))
    pairs.extend((rank, None) for rank in waiting)
    return pairs


def random_round_robin(
    seed: int, *, players: int = 8, double: bool = False, forfeits: float = 0.1
) -> EventRecord:
    """Return a finished round robin; with an odd number everybody is free once a cycle."""
    random = Random(seed)
    size = players + players % 2
    cells: dict[int, list[Cell | None]] = {rank: [] for rank in range(1, players + 1)}
    for cycle in range(2 if double else 1):
        for number in range(1, size):
            for first, second in _circle(size, number):
                if max(first, second) > players:
                    cells[min(first, second)].append(None)
                    continue
                white, black = (first, second) if (number + cycle) % 2 else (second, first)
                results = _FORFEITS if random.random() < forfeits else _GAMES
                one, other = random.choice(results)
                cells[white].append(Cell(Outcome(one), black, Colour.WHITE))
                cells[black].append(Cell(Outcome(other), white, Colour.BLACK))
    return EventRecord(
        start_date=date(2026, 4, 1),
        rounds=(size - 1) * (2 if double else 1),
        is_round_robin=True,
        competitors=tuple(
            Competitor(rank, f"Player {rank}", rating=2300 - 40 * rank, cells=tuple(cells[rank]))
            for rank in cells
        ),
    )


def _circle(size: int, number: int) -> list[tuple[int, int]]:
    """Pair by turning a circle around the highest number; colours do not matter here."""
    ring = [(place + number) % (size - 1) + 1 for place in range(size - 1)]
    pairs = [(size, ring[0])]
    pairs += [(ring[step], ring[-step]) for step in range(1, size // 2)]
    return pairs

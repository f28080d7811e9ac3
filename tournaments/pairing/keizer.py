"""Keizer standings for open seasons: who beats strong players stands high, whoever comes plays.

Every player has a value by his place in the standings; a win brings the opponent's value, a draw
half of it, a round without opponent a part of one's own. The values follow from the standings and
the standings from the values, so both are worked out again until the order stays as it is. Points
are counted in sixths of a value, exactly, and become hundredths only for reading. Docs: pairing.md.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from enum import StrEnum
from typing import TYPE_CHECKING

from tournaments.exchange.cells import cell_of
from tournaments.results import Outcome

if TYPE_CHECKING:
    from collections.abc import Sequence

    from tournaments.event_record import Cell, Competitor, EventRecord

# Orders nearly always settle in a handful of turns; some seasons swing between two for ever.
MOST_TURNS = 100


class Source(StrEnum):
    """What a round brought its points for."""

    WIN = "win"
    DRAW = "draw"
    LOSS = "loss"
    PAIRING_BYE = "pairing_bye"
    CLUB_DUTY = "club_duty"
    EXCUSED = "excused"
    EXCUSED_UNPAID = "excused_unpaid"
    ABSENT = "absent"
    PENDING = "pending"


@dataclass(frozen=True, slots=True)
class KeizerRules:
    """What a club counts, in sixths: games of the opponent's value, the rest of one's own.

    In the cells of a season U is a round without opponent, F a club duty (a team match, the bar),
    H an absence told in time, Z or no cell an absence without a word. Only the first
    ``paid_absences`` told in time bring points. ``lowest_value`` is that of the last player, None
    for half the field (so the first is worth three times the last). ``rematch_distance`` is how
    many rounds must lie between two games of the same players.
    """

    win: int = 6
    draw: int = 3
    loss: int = 0
    pairing_bye: int = 4
    club_duty: int = 4
    excused: int = 2
    absent: int = 0
    paid_absences: int = 5
    lowest_value: int | None = None
    counts_own_value: bool = True
    rematch_distance: int = 3


@dataclass(frozen=True, slots=True)
class KeizerLine:
    """One round of one player: ``value`` times ``sixths`` is what it brought, in sixths.

    ``value`` is the opponent's for a game and one's own otherwise.
    """

    round_number: int
    source: Source
    opponent: int | None
    value: int
    sixths: int

    @property
    def score(self) -> int:
        """What the round brought, in hundredths of a Keizer point, half up."""
        return in_hundredths(self.value * self.sixths)


@dataclass(frozen=True, slots=True)
class KeizerRow:
    """One player in the standings; ``exact`` is his score in sixths, own value included."""

    rank: int
    place: int
    value: int
    exact: int
    lines: tuple[KeizerLine, ...]

    @property
    def score(self) -> int:
        """His Keizer points in hundredths, half up."""
        return in_hundredths(self.exact)


@dataclass(frozen=True, slots=True)
class KeizerStandings:
    """The standings, first place first, after ``turns`` times of working out.

    ``is_settled`` is False when the order swings between several: the values are then those of the
    first order that came again, and the places follow from the scores with these values.
    """

    rows: tuple[KeizerRow, ...]
    turns: int
    is_settled: bool


def in_hundredths(sixths: int) -> int:
    """Return sixths as hundredths, half up.

    >>> in_hundredths(6), in_hundredths(4), in_hundredths(1)
    (100, 67, 17)
    """
    return (sixths * 100 + 3) // 6


def values_of(players: int, rules: KeizerRules) -> range:
    """Return the values by place, first place first: one less for each place.

    >>> list(values_of(4, KeizerRules()))
    [5, 4, 3, 2]
    """
    lowest = rules.lowest_value if rules.lowest_value is not None else -(-players // 2)
    return range(lowest + players - 1, lowest - 1, -1)


def keizer_standings(
    record: EventRecord, rules: KeizerRules | None = None, *, after_round: int | None = None
) -> KeizerStandings:
    """Return the Keizer standings after a round, the last one by default.

    The first order is that of the starting ranks, which also decides between equal scores. Pending
    games bring nothing yet.
    """
    rules = rules or KeizerRules()
    last = record.rounds_paired if after_round is None else after_round
    lines = {player.starting_rank: _sources(player, last, rules) for player in record.competitors}
    order = tuple(sorted(lines))
    seen: set[tuple[int, ...]] = set()
    turns = 0
    while order not in seen and turns < MOST_TURNS:
        seen.add(order)
        turns += 1
        rows = _rows(order, lines, rules)
        better = tuple(row.rank for row in rows)
        if better == order:
            return KeizerStandings(rows, turns, is_settled=True)
        order = better
    return KeizerStandings(_rows(order, lines, rules), turns, is_settled=False)


@dataclass(frozen=True, slots=True)
class _Round:
    number: int
    source: Source
    opponent: int | None
    sixths: int


def _rows(
    order: Sequence[int], lines: dict[int, tuple[_Round, ...]], rules: KeizerRules
) -> tuple[KeizerRow, ...]:
    """Return the rows that follow from the values of an order, best score first."""
    values = dict(zip(order, values_of(len(order), rules), strict=True))
    rows = []
    for rank in order:
        own = values[rank]
        told = tuple(
            KeizerLine(
                line.number,
                line.source,
                line.opponent,
                own if line.opponent is None else values[line.opponent],
                line.sixths,
            )
            for line in lines[rank]
        )
        exact = sum(line.value * line.sixths for line in told)
        exact += 6 * own if rules.counts_own_value else 0
        rows.append(KeizerRow(rank, 0, own, exact, told))
    rows.sort(key=lambda row: (-row.exact, row.rank))
    return tuple(replace(row, place=place) for place, row in enumerate(rows, start=1))


def _sources(player: Competitor, last: int, rules: KeizerRules) -> tuple[_Round, ...]:
    lines = []
    excused = 0
    for number in range(1, last + 1):
        source = _source(cell := cell_of(player, number))
        if source is Source.EXCUSED:
            excused += 1
            if excused > rules.paid_absences:
                source = Source.EXCUSED_UNPAID
        opponent = cell.opponent if cell else None
        lines.append(_Round(number, source, opponent, _sixths(source, rules)))
    return tuple(lines)


def _source(cell: Cell | None) -> Source:
    if cell is None:
        return Source.ABSENT
    match cell.outcome:
        case Outcome.WIN | Outcome.UNRATED_WIN | Outcome.FORFEIT_WIN:
            return Source.WIN
        case Outcome.DRAW | Outcome.UNRATED_DRAW:
            return Source.DRAW
        case Outcome.LOSS | Outcome.UNRATED_LOSS | Outcome.FORFEIT_LOSS:
            return Source.LOSS
        case Outcome.PAIRING_ALLOCATED_BYE:
            return Source.PAIRING_BYE
        case Outcome.FULL_POINT_BYE:
            return Source.CLUB_DUTY
        case Outcome.HALF_POINT_BYE:
            return Source.EXCUSED
        case Outcome.ZERO_POINT_BYE:
            return Source.ABSENT
        case Outcome.PENDING:
            return Source.PENDING


def _sixths(source: Source, rules: KeizerRules) -> int:
    return {
        Source.WIN: rules.win,
        Source.DRAW: rules.draw,
        Source.LOSS: rules.loss,
        Source.PAIRING_BYE: rules.pairing_bye,
        Source.CLUB_DUTY: rules.club_duty,
        Source.EXCUSED: rules.excused,
        Source.EXCUSED_UNPAID: 0,
        Source.ABSENT: rules.absent,
        Source.PENDING: 0,
    }[source]

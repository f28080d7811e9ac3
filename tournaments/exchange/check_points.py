"""Whether the points of the players follow from the entries of the rounds."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tournaments.exchange.lines import POINTS, RawCell
from tournaments.results import Outcome, PointValues

if TYPE_CHECKING:
    from tournaments.event_record import Cell
    from tournaments.exchange.check_rounds import CheckedRounds
    from tournaments.exchange.players import Player
    from tournaments.exchange.problems import Findings

_OTHER_SYSTEMS = (
    PointValues(300, 100, 0, 300, 100, 300, 0),
    PointValues(200, 100, 0, 200, 100, 200, 0),
)


def check_points(
    players: dict[int, Player],
    checked: CheckedRounds,
    stated: PointValues | None,
    excused: set[int],
    findings: Findings,
) -> PointValues:
    """Return the values of results; points that nothing explains are problems.

    Where the file states no values and 1, ½ and 0 do not explain all points, 3-1-0 and 2-1-0 are
    tried; one that explains them all is taken and said. ``excused`` players are not judged.
    """
    counts = {
        rank: _PointCount(player, checked)
        for rank, player in players.items()
        if player.points is not None and rank not in checked.unreadable | excused
    }
    values = stated or PointValues()
    if stated is None and not all(count.is_explained(values) for count in counts.values()):
        for other in _OTHER_SYSTEMS:
            exact = sum(count.total(other) == count.stated for count in counts.values())
            if 2 * exact >= len(counts) and all(
                count.is_explained(other) for count in counts.values()
            ):
                findings.message(
                    "points_inferred", win=str(other.win // 100), draw=str(other.draw // 100)
                )
                values = other
                break
    for rank, count in counts.items():
        computed = count.total(values)
        if computed == count.stated:
            continue
        line = players[rank].line
        place = (line.number, line.column(POINTS), line.points)
        if count.is_explained(values):
            findings.message("points_explained", *place, player=rank)
        else:
            findings.problem(
                "points_unexplained", *place, player=rank, expected=points_text(computed)
            )
    return values


def points_text(hundredths: int) -> str:
    """Return points as the format writes them.

    >>> points_text(350), points_text(1025)
    ('3.5', '10.25')
    """
    whole, part = divmod(hundredths, 100)
    return f"{whole}.{part // 10}" if part % 10 == 0 else f"{whole}.{part:02}"


class _PointCount:
    """The points of one player: what his entries bring and what the open ones could bring."""

    def __init__(self, player: Player, checked: CheckedRounds) -> None:
        self.stated = player.points or 0
        rank = player.starting_rank
        self._certain = [cell.outcome for cell in checked.cells[rank] if cell is not None]
        # The points before a round include the bye asked for in it (a convention of engines).
        self._certain += [
            Outcome(kind.value)
            for (_, absentee), kind in checked.absences.items()
            if absentee == rank
        ]
        self._open = [cell for cell in checked.cells[rank] if _is_open(cell)]
        self._undefined = sum(
            _is_undefined(player.cell(number)) for number in range(1, checked.rounds + 1)
        )

    def total(self, values: PointValues) -> int:
        """Return the points that the entries bring, in hundredths."""
        return sum(values.points(outcome) for outcome in self._certain)

    def is_explained(self, values: PointValues) -> bool:
        """Return whether rounds without a game, or without a defined result, make up the rest.

        Each round that was not played may be worth anything from nothing to a win in the event's
        own rules; an undefined result may also be a deduction.
        """
        total = self.total(values)
        lowest = highest = total
        for cell in self._open:
            worth = 0 if cell is None else values.points(cell.outcome)
            lowest -= worth
            highest += values.win - worth
        lowest -= self._undefined * values.win
        return lowest <= self.stated <= highest


def _is_open(cell: Cell | None) -> bool:
    return cell is None or not cell.outcome.is_played


def _is_undefined(raw: RawCell | None) -> bool:
    return raw is not None and raw.letter == "*"

"""What the pairing rules know of each player before a round: score, colours, floats, opponents.

Only games played count for colours and for having met (C.04.1, C.04.2 article 3.4); every round
counts for the score. All of it is read from the cells, so it holds for any earlier round too.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import TYPE_CHECKING

from tournaments.exchange.cells import cell_of
from tournaments.results import Colour, Outcome

if TYPE_CHECKING:
    from tournaments.event_record import EventRecord


class Strength(StrEnum):
    """How much a player is due his colour (C.04.3 article 1.7, from 1 February 2026)."""

    ABSOLUTE = "absolute"
    STRONG = "strong"
    MILD = "mild"
    NONE = "none"


class Float(StrEnum):
    """Whether a player went down or up to another score in a round (C.04.3 article 1.4)."""

    DOWN = "down"
    UP = "up"
    NONE = "none"


@dataclass(frozen=True, slots=True)
class PlayerHistory:
    """One player before a round.

    ``score`` and ``pairing_score`` (with virtual points) are in hundredths. ``colours`` has one
    entry per earlier round, None where no game was played. ``colour_difference`` is White games
    minus Black games. ``floats`` has one entry per earlier round. ``met`` are opponents of played
    games, ``scheduled`` also those of forfeited ones. ``full_unplayed_round`` is the first round
    that brought a win's points without play; ``is_topscorer`` is true only in the last round.
    """

    rank: int
    score: int
    pairing_score: int
    colours: tuple[Colour | None, ...]
    colour_difference: int
    due_colour: Colour | None
    strength: Strength
    floats: tuple[Float, ...]
    met: frozenset[int]
    scheduled: frozenset[int]
    pairing_bye_round: int | None
    full_unplayed_round: int | None
    unplayed_rounds: int
    is_topscorer: bool

    @property
    def may_have_the_bye(self) -> bool:
        """Whether the pairing-allocated bye is still open to him (C.04.1 article 4; C2)."""
        return self.pairing_bye_round is None and self.full_unplayed_round is None

    def has_absolute_need(self, colour: Colour) -> bool:
        """Whether he has an absolute preference for ``colour`` that binds in this round (C3)."""
        return (
            self.strength is Strength.ABSOLUTE
            and self.due_colour is colour
            and not self.is_topscorer
        )


def scores_before(record: EventRecord, round_number: int) -> dict[int, int]:
    """Return every player's points before ``round_number``, in hundredths, by starting rank."""
    return {rank: running[-1] for rank, running in _running_scores(record, round_number).items()}


def _running_scores(record: EventRecord, round_number: int) -> dict[int, list[int]]:
    """Return each player's points before round 1, 2, … ``round_number``."""
    points = record.points
    worth = {outcome: points.points(outcome) for outcome in Outcome}
    scores = {}
    for player in record.competitors:
        running = [0]
        for number in range(1, round_number):
            cell = cell_of(player, number)
            gained = points.zero_point_bye if cell is None else worth[cell.outcome]
            running.append(running[-1] + gained)
        scores[player.starting_rank] = running
    return scores


def histories_before(record: EventRecord, round_number: int) -> dict[int, PlayerHistory]:
    """Return every player's history before ``round_number``, by starting rank."""
    points = record.points
    virtual = dict(record.virtual_points)
    scores = _running_scores(record, round_number)

    def pairing_score(rank: int, number: int) -> int:
        extra = virtual.get(rank, ())
        return scores[rank][number - 1] + (extra[number - 1] if number <= len(extra) else 0)

    half_of_the_maximum = points.win * (record.rounds - 1)
    result: dict[int, PlayerHistory] = {}
    for player in record.competitors:
        rank = player.starting_rank
        colours: list[Colour | None] = []
        floats: list[Float] = []
        met: set[int] = set()
        scheduled: set[int] = set()
        pairing_bye_round: int | None = None
        full_unplayed_round: int | None = None
        for number in range(1, round_number):
            cell = cell_of(player, number)
            if cell is None:
                colours.append(None)
                floats.append(Float.NONE)
                continue
            if cell.opponent is not None:
                scheduled.add(cell.opponent)
            if cell.outcome.is_played and cell.opponent is not None:
                met.add(cell.opponent)
                colours.append(cell.colour)
                own = pairing_score(rank, number)
                other = pairing_score(cell.opponent, number)
                floats.append(
                    Float.DOWN if own > other else Float.UP if own < other else Float.NONE
                )
                continue
            gained = points.points(cell.outcome)
            colours.append(None)
            floats.append(Float.DOWN if gained > points.loss else Float.NONE)
            if cell.outcome is Outcome.PAIRING_ALLOCATED_BYE:
                pairing_bye_round = pairing_bye_round or number
            elif gained >= points.win and cell.outcome is not Outcome.PENDING:
                full_unplayed_round = full_unplayed_round or number
        difference = colours.count(Colour.WHITE) - colours.count(Colour.BLACK)
        due, strength = colour_preference(colours, difference)
        result[rank] = PlayerHistory(
            rank=rank,
            score=scores[rank][round_number - 1],
            pairing_score=pairing_score(rank, round_number),
            colours=tuple(colours),
            colour_difference=difference,
            due_colour=due,
            strength=strength,
            floats=tuple(floats),
            met=frozenset(met),
            scheduled=frozenset(scheduled),
            pairing_bye_round=pairing_bye_round,
            full_unplayed_round=full_unplayed_round,
            unplayed_rounds=colours.count(None),
            is_topscorer=round_number >= record.rounds
            and 2 * pairing_score(rank, round_number) > half_of_the_maximum,
        )
    return result


def colour_preference(
    colours: list[Colour | None], difference: int
) -> tuple[Colour | None, Strength]:
    """Return the colour a player is due and how strongly.

    The first definition of the article that fits decides: two equal colours at the end are an
    absolute need even when the difference is only one or zero.

    >>> colour_preference([Colour.WHITE, None, Colour.WHITE], 2)
    (<Colour.BLACK: 'b'>, <Strength.ABSOLUTE: 'absolute'>)

    Source: FIDE Handbook C.04.3, article 1.7, from 1 February 2026.
    """
    played = [colour for colour in colours if colour is not None]
    if not played:
        return None, Strength.NONE
    last_two = played[-2:]
    if difference < -1 or (difference <= 1 and last_two == [Colour.BLACK, Colour.BLACK]):
        return Colour.WHITE, Strength.ABSOLUTE
    if difference > 1 or (difference >= -1 and last_two == [Colour.WHITE, Colour.WHITE]):
        return Colour.BLACK, Strength.ABSOLUTE
    if difference:
        return (Colour.BLACK if difference > 0 else Colour.WHITE), Strength.STRONG
    return played[-1].opposite, Strength.MILD

"""Who gets White, and by which article."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import TYPE_CHECKING

from tournaments.exchange.cells import cell_of
from tournaments.pairing.histories import PlayerHistory, Strength
from tournaments.results import Colour, Outcome

if TYPE_CHECKING:
    from collections.abc import Mapping, Set

    from tournaments.event_record import Competitor, EventRecord


class ColourReason(StrEnum):
    """The article that decided the colours of a board (C.04.3 article 5.2)."""

    BOTH_GRANTED = "both_granted"
    STRONGER_PREFERENCE = "stronger_preference"
    WIDER_DIFFERENCE = "wider_difference"
    ALTERNATION = "alternation"
    HIGHER_RANKED = "higher_ranked"
    INITIAL_COLOUR = "initial_colour"


ARTICLES: Mapping[ColourReason, str] = {
    ColourReason.BOTH_GRANTED: "C.04.3 5.2.1",
    ColourReason.STRONGER_PREFERENCE: "C.04.3 5.2.2",
    ColourReason.WIDER_DIFFERENCE: "C.04.3 5.2.2",
    ColourReason.ALTERNATION: "C.04.3 5.2.3",
    ColourReason.HIGHER_RANKED: "C.04.3 5.2.4",
    ColourReason.INITIAL_COLOUR: "C.04.3 5.2.5",
}

_WEIGHT = {Strength.NONE: 0, Strength.MILD: 1, Strength.STRONG: 2, Strength.ABSOLUTE: 3}


@dataclass(frozen=True, slots=True)
class ColourDecision:
    """The colours two players get, and why. For WIDER_DIFFERENCE both needs are absolute."""

    white: int
    black: int
    reason: ColourReason

    @property
    def article(self) -> str:
        """The article of the reason."""
        return ARTICLES[self.reason]


def colour_decision(
    one: PlayerHistory, other: PlayerHistory, *, initial: Colour, numbers: Mapping[int, int]
) -> ColourDecision:
    """Return who gets White; ``numbers`` are those of ``pairing_numbers``.

    Source: FIDE Handbook C.04.3, article 5.2, from 1 February 2026.
    """
    higher, lower = sorted((one, other), key=lambda who: (-who.pairing_score, who.rank))

    def give(player: PlayerHistory, colour: Colour, reason: ColourReason) -> ColourDecision:
        against = lower if player is higher else higher
        if colour is Colour.WHITE:
            return ColourDecision(player.rank, against.rank, reason)
        return ColourDecision(against.rank, player.rank, reason)

    if higher.due_colour is not lower.due_colour:
        for player in (higher, lower):
            if player.due_colour is not None:
                return give(player, player.due_colour, ColourReason.BOTH_GRANTED)
    if higher.due_colour is not None:
        colour = higher.due_colour
        if higher.strength is not lower.strength:
            stronger = max(higher, lower, key=lambda who: _WEIGHT[who.strength])
            return give(stronger, colour, ColourReason.STRONGER_PREFERENCE)
        if higher.colour_difference != lower.colour_difference:
            fewer = min(higher, lower, key=lambda who: who.colour_difference)
            return give(fewer, Colour.WHITE, ColourReason.WIDER_DIFFERENCE)
    had_higher = [had for had in reversed(higher.colours) if had is not None]
    had_lower = [had for had in reversed(lower.colours) if had is not None]
    for mine, theirs in zip(had_higher, had_lower, strict=False):
        if mine is not theirs:
            return give(higher, mine.opposite, ColourReason.ALTERNATION)
    if higher.due_colour is not None:
        return give(higher, higher.due_colour, ColourReason.HIGHER_RANKED)
    odd = numbers[higher.rank] % 2 == 1
    return give(higher, initial if odd else initial.opposite, ColourReason.INITIAL_COLOUR)


def pairing_numbers(record: EventRecord, round_number: int, absent: Set[int]) -> dict[int, int]:
    """Return the tournament pairing number of each player, by starting rank.

    A player who has never been in a pairing and is absent again has none yet; the others count
    without him, so a late entry does not turn colours round before he comes.

    Source: FIDE Handbook C.04.2, article 2, from 1 February 2026, as the engines read it.
    """
    numbers: dict[int, int] = {}
    for player in sorted(record.competitors, key=lambda player: player.starting_rank):
        has_been_paired = _was_paired(player, round_number - 1)
        if has_been_paired or player.starting_rank not in absent:
            numbers[player.starting_rank] = len(numbers) + 1
    return numbers


def inferred_initial_colour(record: EventRecord) -> Colour | None:
    """Return the initial colour an event must have had by its first boards; None without any.

    For events that began elsewhere and do not say which colour was drawn. The first player who had
    taken part gives it in the first round that knows colours, turned round for everybody above him
    who sat at no board in it.
    """
    first = next(
        (
            number
            for number in range(1, record.rounds_paired + 1)
            if any(
                (cell := cell_of(player, number)) and cell.colour for player in record.competitors
            )
        ),
        None,
    )
    if first is None:
        return None
    is_turned = False
    for player in sorted(record.competitors, key=lambda player: player.starting_rank):
        cell = cell_of(player, first)
        if cell is not None and cell.colour is not None:
            return cell.colour.opposite if is_turned else cell.colour
        if _was_paired(player, first):
            is_turned = not is_turned
    return None


def _was_paired(player: Competitor, rounds: int) -> bool:
    """Whether a player has been in a pairing, the allocated bye included, up to a round."""
    return any(
        cell and (cell.opponent is not None or cell.outcome is Outcome.PAIRING_ALLOCATED_BYE)
        for cell in player.cells[:rounds]
    )
